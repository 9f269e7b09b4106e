// Which outputs are told apart: inputs whose scores and values are the same, but not equally often.
#include "attention/output_key.hpp"

#include <catch2/catch.hpp>

#include <map>

#include "attention/layer_output.hpp"
#include "attention/scored_layer.hpp"

namespace attest::attention::output_key_test {

namespace {

using namespace attest::attention::tests;  // NOLINT(google-build-using-namespace)

// A softmax head over four tokens that are 0 or 1 each; a token's score is `weight` times its number, its value the number.
Layer of_bits(long weight) {
  constexpr std::size_t tokens = 4;
  Layer layer;
  Head head;
  head.scale = Surd(Rational(1));
  head.rows.resize(2);
  head.value.resize(1);
  layer.first = {0};
  for (std::size_t t = 0; t < tokens; ++t) {
    layer.first.push_back(static_cast<Kind>(2 * t + 2));
    for (const long bit : {0, 1}) {
      layer.stream.push_back(column({0}));
      head.rows[0].push_back(column({1}));
      head.rows[1].push_back(column({weight * bit}));
      head.value[0].vectors.push_back(column({bit}));
    }
  }
  head.over = IndexSet::product({all_tokens(tokens)}, tokens);
  layer.heads.push_back(std::move(head));
  layer.landings.push_back({0, 0, 0, 1});
  layer.readouts = {Readout::coordinate(0)};
  return layer;
}

}  // namespace

TEST_CASE("Four bits have one key for each number of ones, whether or not they are scored alike",
          "[attention][layer]") {
  for (const long weight : {0, 1}) {
    const Layer layer = of_bits(weight);
    const PreparedLayer prepared(layer);
    const auto keys = OutputKeys::make(prepared);
    REQUIRE(keys);
    OutputKeys::Scratch scratch;
    std::map<OutputKeys::Key, int> ones_of;
    for (unsigned input = 0; input < 16; ++input) {
      std::vector<Kind> kinds;
      int ones = 0;
      for (unsigned t = 0; t < 4; ++t) {
        const unsigned bit = input >> t & 1U;
        kinds.push_back(layer.first[t] + bit);
        ones += static_cast<int>(bit);
      }
      scratch.kind = kinds;
      keys->begin(scratch);
      OutputKeys::Key key;
      keys->key(0, scratch, key);
      INFO("input " << input << ", weight " << weight);
      CHECK(ones_of.try_emplace(key, ones).first->second == ones);
      // Where all scores are the same the mean is rational, and known so.
      const auto exact = LayerOutput(prepared, kinds, 0).exact();
      REQUIRE(exact.has_value() == (weight == 0 || ones == 0 || ones == 4));
      if (exact) CHECK(*exact == Rational(ones, 4));
    }
    CHECK(ones_of.size() == 5);
  }
}

}  // namespace attest::attention::output_key_test

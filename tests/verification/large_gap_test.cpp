// Score gaps beyond 2^53, which no double holds: the filter leaves them to exact numbers.
#include <catch2/catch.hpp>

#include "precision/letter_layer.hpp"
#include "verification/enumeration.hpp"
#include "verification/layer_judge.hpp"
#include "verification/observation.hpp"

namespace attest::large_gap_test {
namespace {

// Two tokens of two letters. One head looks at the second token alone, at a 27th of the other's scale: in its unit a
// step of the other one's scores is 27. That one has scores of about 2^49 at the second token and of about 0 at the
// first, and gives the second one's letter.
LayerSetting far_apart() {
  LetterLayer layer(InputSpace({2, 2}), [](std::span<const Symbol> word) { return word[1]; });
  const Integer far = Integer(1) << 49;
  RationalVector stream(3);  // one, the score, the letter
  for (const Integer& score : {Integer(0), Integer(1), Integer(far + 2), Integer(far + 5)}) {
    stream << 1, Rational(score), layer.record.stream.size() % 2;
    layer.record.stream.push_back(stream);
  }
  const auto reads = [](Eigen::Index coordinate) {
    RationalMatrix map = RationalMatrix::Constant(1, 3, Rational(0));
    map(0, coordinate) = 1;
    return map;
  };
  layer.add_head(attention::Kernel::softmax, reads(0), reads(1), reads(2));
  layer.add_head(attention::Kernel::softmax, reads(0), reads(0), reads(1));
  attention::Head& single = layer.record.heads[1];
  single.scale = Surd(Rational(1, 27));
  single.over = attention::IndexSet::product({{1}}, 2);
  layer.record.landings.pop_back();
  layer.record.readouts = {attention::Readout::coordinate(0)};
  LayerRecord record;
  record.layer = layer.record;
  return {Variant::constructed, Parameters(), std::make_unique<LetterTokens>(layer.letters),
          std::move(record)};
}

}  // namespace

TEST_CASE("A gap beyond 2^53 is told exactly", "[verification][boundary]") {
  const LayerSetting setting = far_apart();
  const auto filter = attention::DoubleFilter::make(setting.prepared());
  REQUIRE(filter);
  VerifyOptions options;
  options.threads = 1;
  for (const bool filtered : {true, false}) {
    const attention::DoubleFilter* by = filtered ? filter.get() : nullptr;
    const EnumerationResult result = enumerate(
        setting.task().space(), [&] { return std::make_unique<LayerJudge>(setting, by); }, options);
    const Observation observation = observe(setting.task(), options, result);
    CHECK(observation.judged() == 4);
    CHECK(observation.failing.count == 0);
    CHECK(observation.undecided.count == 0);
    CHECK(observation.fell_back == 4);
    // An odd number of 54 bits.
    REQUIRE(observation.least_gaps.size() == 1);
    CHECK(observation.least_gaps[0] == Integer(27 * ((Integer(1) << 49) + 1)));
  }
}

}  // namespace attest::large_gap_test

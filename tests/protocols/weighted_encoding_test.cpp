// Messages that are added up with unknown positive weights, on every set of senders and a grid of weights.
#include "protocols/weighted_encoding.hpp"

#include <catch2/catch.hpp>

namespace weighted_encoding_test {

using namespace attest;
using namespace attest::mpc;
using attention::State;

namespace {

Letter letter_of(long source) {
  return {{source % 3, 7 * source}, 5, source};
}

State sum_of(const WeightedEncoding& encoding, const std::vector<std::pair<long, Rational>>& weighted) {
  std::vector<State> values;
  values.reserve(weighted.size());
  State::Sum sum(static_cast<std::size_t>(encoding.dimension()));
  for (const auto& [source, weight] : weighted) {
    values.push_back(encoding.encode(letter_of(source)));
    sum.add(values.back(), 0, values.back().size(), 0, weight);
  }
  return sum.result();
}

}  // namespace

TEST_CASE("letters are told apart whatever their weights, for every set of at most alpha senders", "[mpc]") {
  for (const long alpha : {1L, 2L, 3L}) {
    const long q = 5;
    const WeightedEncoding encoding(greedy_code(q, alpha), 2);
    for (long set = 0; set < 1 << q; ++set) {
      std::vector<long> sources;
      for (long i = 1; i <= q; ++i) {
        if (set >> (i - 1) & 1) sources.push_back(i);
      }
      if (static_cast<long>(sources.size()) > alpha) continue;
      std::vector<Letter> wanted;
      for (const long source : sources) wanted.push_back(letter_of(source));
      long choices = 1;
      for (std::size_t k = 0; k < sources.size(); ++k) choices *= 4;
      for (long choice = 0; choice < choices; ++choice) {
        std::vector<std::pair<long, Rational>> weighted;
        long digits = choice;
        for (const long source : sources) {
          // They sum to less than 1: the rest goes to values 0.
          weighted.emplace_back(source, Rational(Integer(1 + 5 * (digits % 4)), Integer(97)));
          digits /= 4;
        }
        if (encoding.decode(sum_of(encoding, weighted)) != wanted) FAIL("another set of letters");
      }
    }
  }
  SUCCEED();
}

TEST_CASE("what is no sum of letters is not read, and averages of exact match are one case", "[mpc]") {
  const WeightedEncoding encoding(greedy_code(3, 2), 2);
  CHECK(encoding.decode(State::zeros(static_cast<std::size_t>(encoding.dimension()))) ==
        std::vector<Letter>{});
  const Rational half(Integer(1), Integer(2));
  CHECK(encoding.decode(sum_of(encoding, {{1, half}, {3, half}})) == std::vector{letter_of(1), letter_of(3)});
  // The decoder of averages reads nothing, or something else, where the weights are 1/3 and 2/3.
  const MessageEncoding& averages = encoding.slots();
  const State skew = sum_of(encoding, {{1, Rational(1) / 3}, {3, Rational(2) / 3}});
  const auto read = averages.decode(skew);
  CHECK((!read || read->size() < 2));
  std::vector<Rational> spoilt = sum_of(encoding, {{2, half}}).dense();
  for (Rational& entry : spoilt) {
    if (entry == half * 7 * 2 + half) entry += Rational(1) / 3;  // the second word plus one
  }
  CHECK_FALSE(encoding.decode(State(spoilt)));
  CHECK_THROWS_AS(encoding.encode({{}, 1, 1}), std::invalid_argument);
  CHECK_THROWS_AS(encoding.encode({{1, 2, 3}, 1, 1}), std::invalid_argument);
}

}  // namespace weighted_encoding_test

#include "constructions/anna/k_hop.hpp"

#include <fmt/format.h>

#include "attention/whole_number.hpp"
#include "constructions/anna/induction_heads.hpp"

namespace attest {

namespace {

// The tuple of the inductive hypothesis (line 917), 0 for null and for no position:
// (w_{sigma^(2^l)}, sigma^(2^l), w_{sigma^(k_:l)}, sigma^(k_:l)) and i.
struct Tuple {
  Rational pointer_letter, pointer, result_letter, result, i;
};

// l = 0, from the state after the induction-heads layers.
Tuple base_tuple(const TokenState& x) {
  const bool has = x[4] == 1;
  return {has ? x[0] : Rational(0), has ? x[1] : Rational(0), x[2], x[3], x[3]};
}

// From the state after a doubling layer: the token's own tuple of step l, then what its pointer's tuple was.
// A token whose pointer is 0 has fetched its own tuple and takes (null, 0, null, 0) instead.
Tuple doubled(const TokenState& x, bool bit) {
  const bool has = x[5] != 0;
  const auto fetched = [&](std::size_t c) { return has ? x[c] : Rational(0); };
  return {fetched(0), fetched(1), bit ? fetched(2) : x[6], bit ? fetched(3) : x[7], x[8]};
}

}  // namespace

// One layer a bit: the pointer is a position, positions are different keys, so the pointer's tuple is fetched
// by one exact match; a second head keeps the own tuple. The proof's two rounds (request and answer) become
// one layer since a query is not a message. State after a doubling layer: fetched (pointer_letter, pointer,
// result_letter, result), then own (pointer_letter, pointer, result_letter, result, i).
//
// By hand: w = aaa, k = 2 = 10 in binary. sigma = (0, 2, 3). l = 0, bit 0: pointers sigma^2 = (0, 2, 3),
// result i. l = 1, bit 1: results are those of the pointers: (null, w_2, w_3) = (null, a, a).
MatchTransformer anna_k_hop(long N, long k) {
  MatchTransformer t;
  t.layers = induction_heads_layers(N);
  std::function<Tuple(const TokenState&)> decode = base_tuple;
  long l = 0;
  for (long bits = k; bits != 0; bits /= 2, ++l) {
    const auto pointer = [decode](const TokenState& x) {
      const Tuple tuple = decode(x);
      return MatchKey{whole_number(tuple.pointer == 0 ? tuple.i : tuple.pointer)};
    };
    const auto position = [decode](const TokenState& x) { return MatchKey{whole_number(decode(x).i)}; };
    const auto four = [decode](const TokenState& x) {
      const Tuple tuple = decode(x);
      return TokenState{tuple.pointer_letter, tuple.pointer, tuple.result_letter, tuple.result};
    };
    const auto five = [decode](const TokenState& x) {
      const Tuple tuple = decode(x);
      return TokenState{tuple.pointer_letter, tuple.pointer, tuple.result_letter, tuple.result, tuple.i};
    };
    const std::string tuple_formula =
        fmt::format("w_(sigma^{0}(j)), sigma^{0}(j), w_(sigma^{1}(j)), sigma^{1}(j)", 1L << l, k % (1L << l));
    t.layers.push_back({{"the pointer's tuple", fmt::format("sigma^{0}(i), or i if that is 0", 1L << l), "j",
                         "(" + tuple_formula + ")", pointer, position, four},
                        {"the own tuple", "i", "j", "(" + tuple_formula + ", j)", position, position, five}});
    const bool bit = bits % 2 == 1;
    decode = [bit](const TokenState& x) { return doubled(x, bit); };
  }
  t.output_formula = "w_(sigma^k(i)): the fetched result letter (0, null, if the pointer was 0)";
  t.output = [decode](const TokenState& x) { return decode(x).result_letter; };
  return t;
}

}  // namespace attest

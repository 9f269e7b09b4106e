#include "constructions/anna/match2_setting.hpp"

#include <fmt/format.h>

#include "claims/usage_error.hpp"

namespace attest {

namespace {

constexpr long most_match2_tables = 2000;
constexpr long unused_colours = 16;  // the default of K

Match2Family match2_family(const std::string& name) {
  if (name == "bit-sampling") return Match2Family::bit_sampling;
  return name == "cells" ? Match2Family::cells : Match2Family::colours;
}

struct Promise {
  long z;
  long l;
  hashing::Enclosure printed_eta;
  hashing::Enclosure repaired_eta;
};

// l = 0: that of the proof, for the p of the variant as in anna/lsh.
Promise promise_of(long tokens, const Rational& p1, const Rational& p2, Variant variant, long z, long l) {
  const hashing::Enclosure exact_p1 = [p1](Precision bits) { return Interval(p1, bits); };
  if (p2 == 0) {
    // log(1/p2) is infinite, so rho = 0 and N^(-3 rho) = 1.
    const Rational delta(Integer(1), Integer(10 * tokens));
    const Rational missed = variant == Variant::printed ? Rational(0) : Rational(1 - p1);
    if (l == 0) {
      l = 1;
      const Rational pairs = Rational(Integer(tokens) * tokens);
      for (Rational none = pairs * missed; none > delta; none *= missed) ++l;
    }
    const Rational by_tables = delta + Rational(Integer(l), Integer(10 * tokens));
    return {1, l, [delta](Precision bits) { return Interval(Rational(2 * delta), bits); },
            [by_tables](Precision bits) { return Interval(by_tables, bits); }};
  }
  hashing::SensitiveFamily family;
  family.p1 = exact_p1;
  family.p2 = [p2](Precision bits) { return Interval(p2, bits); };
  family.exact_p1 = p1;
  family.exact_p2 = p2;
  const hashing::TheoremParameters theorem(tokens, std::move(family));
  const long least_z = theorem.least_z();
  if (l == 0) {
    l = theorem.least_l([&](Precision bits) {
      return variant == Variant::printed ? theorem.displayed_p(bits)
                                         : theorem.near_collision(z == 0 ? least_z : z, bits);
    });
  }
  return {least_z, l, [theorem](Precision bits) { return theorem.printed_eta(bits); },
          [theorem, l](Precision bits) { return theorem.repaired_eta(l, bits); }};
}

}  // namespace

HashedMatch2Setting match2_setting(Variant variant, const Parameters& parameters) {
  const long N = parameters.integer("N");
  const long M = parameters.integer("M");
  const Match2Family family = match2_family(parameters.text("family"));
  const Rational r = *rational_from_string(parameters.text("r"));
  if (3 * r * r >= 1) throw UsageError("r", to_string(r), "less than 1/sqrt 3, so that c = 1/r > sqrt 3");
  if (family == Match2Family::bit_sampling && M > 16)
    throw UsageError("M", std::to_string(M),
                     "at most 16 for bit sampling, of which all sets of numbers are visited");
  if (family != Match2Family::colours && parameters.integer("K") != unused_colours)
    throw UsageError("K", parameters.text("K"), "no number: only family=colours has colours");
  const HashedMatch2 match2(variant, N, M);
  const TableLaw law(family, parameters.integer("K"), match2.largest_point());
  const Rational p1 = law.p1(r);
  if (p1 * p1 * p1 <= law.p2())
    throw UsageError("r, K", fmt::format("{}, {}", to_string(r), law.colours()),
                     "rho < 1/3 (Theorem 3.4), that is K p1^3 > 1 with p1 = 1 - r (1 - 1/K)");
  const long z = parameters.text("z") == "auto" ? 0 : parameters.integer("z");
  const long l = parameters.text("l") == "auto" ? 0 : parameters.integer("l");
  Promise promise = promise_of(N, p1, law.p2(), variant, z, l);
  if (promise.l > most_match2_tables)
    throw UsageError("r", to_string(r),
                     fmt::format("a setting that needs at most {} tables", most_match2_tables));
  return {match2,
          law,
          z == 0 ? promise.z : z,
          promise.l,
          promise.z,
          promise.printed_eta,
          variant == Variant::printed ? promise.printed_eta : promise.repaired_eta};
}

}  // namespace attest

#include "constructions/anna/lsh_claim.hpp"

#include <fmt/format.h>

#include "algorithms/hashing/lsh_setting.hpp"
#include "claims/usage_error.hpp"
#include "constructions/anna/lsh_run.hpp"
#include "numeric/decimal.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace hashing {

Enclosure LshSetting::eta() const {
  if (variant == Variant::printed) {
    return [this](Precision bits) { return theorem.printed_eta(bits); };
  }
  return [this](Precision bits) { return theorem.repaired_eta(l, bits); };
}

std::string LshSetting::excluded() const {
  const auto at_most = [](const Enclosure& a, const Enclosure& b) {
    const Ordering order = compare_enclosures(a, b);
    return order == Ordering::less || order == Ordering::equal;
  };
  const auto number = [](const Interval& value) { return [value](Precision) { return value; }; };
  if (variant == Variant::repaired && !automatic) {
    const bool enough_functions =
        at_most([&](Precision bits) { return theorem.far_collision(z, bits); },
                [&](Precision bits) { return Interval(Rational(1, 10 * Rational(N) * N * N), bits); });
    const bool enough_tables = at_most(
        [&](Precision bits) {
          return nth_power(Interval(N, bits), 2) *
                 nth_power(Interval(1, bits) - theorem.near_collision(z, bits), l);
        },
        [&](Precision bits) { return theorem.delta(bits); });
    if (!enough_functions)
      return fmt::format("the proof takes z with p2^z <= 0.1/N^3, and z = {} is not shown to be one", z);
    if (!enough_tables)
      return fmt::format(
          "the proof takes l with N^2 (1 - p1^z)^l <= delta, and l = {} is not shown to be one", l);
  }
  if (compare_enclosures(eta(), number(Interval(1, 256))) != Ordering::less) {
    return fmt::format("eta = {} is not below 1: as a bound of a probability it says nothing", about(eta()));
  }
  return {};
}

namespace {

// The defaults of d and w: what stands there where the family has no bits, or no cells.
constexpr long unused_bits = 4;
const Rational unused_width = 4;

void refuse_unused(Family family, const Parameters& parameters) {
  if (family != Family::bit_sampling && parameters.integer("d") != unused_bits)
    throw UsageError("d", parameters.text("d"), "no number: only family=bit-sampling has bits");
  if (family != Family::p_stable && *rational_from_string(parameters.text("w")) != unused_width)
    throw UsageError("w", parameters.text("w"), "no number: only family=p-stable has cells of a width");
}

}  // namespace

LshSetting lsh_setting(Variant variant, const Parameters& parameters) {
  const Family family = family_from_string(parameters.text("family"));
  refuse_unused(family, parameters);
  const long N = parameters.integer("N");
  const long d = parameters.integer("d");
  const TheoremParameters theorem(N, sensitive_family(family, d, *rational_from_string(parameters.text("w")),
                                                      *rational_from_string(parameters.text("r")),
                                                      *rational_from_string(parameters.text("c"))));
  const bool auto_z = parameters.text("z") == "auto";
  const bool auto_l = parameters.text("l") == "auto";
  const long z = auto_z ? theorem.least_z() : parameters.integer("z");
  // The print takes p = N^(-3 rho) (line 425), the repair p1^z.
  const Enclosure p = [&](Precision bits) {
    return variant == Variant::printed ? theorem.displayed_p(bits) : theorem.near_collision(z, bits);
  };
  const long l = auto_l ? theorem.least_l(p) : parameters.integer("l");
  return {variant, N, d, theorem, z, l, auto_z && auto_l};
}

Json enclosure_json(const Enclosure& value) {
  const DecimalEnclosure decimal = decimal_enclosure(value(256));
  return {{"lower", decimal.lower}, {"upper", decimal.upper}};
}

std::string about(const Enclosure& value) {
  return fmt::format("{:.6g}", value(256).middle_double());
}

}  // namespace hashing

namespace {

using namespace hashing;

class Lsh : public WholeClaim {
 public:
  Lsh() : WholeClaim(program_info("anna/lsh")) {}

  // Queries and keys in {0,1}^d and the coordinates that the z hash functions of each of the l tables read:
  // {"Q": [[0, 1, ..]], "K": [[..]], "functions": [[3, 1], ..]}.
  Json run(Variant variant, const Parameters& parameters, const Json& given,
           std::uint64_t seed) const override {
    if (parameters.text("family") != name_of(Family::bit_sampling))
      nothing_to_run(info(),
                     "the hash functions of this family are made of real numbers; family=bit-sampling has "
                     "inputs");
    return run_lsh(lsh_setting(variant, parameters), given, seed);
  }

  Json weights(Variant variant, const Parameters& parameters) const override {
    const LshSetting s = lsh_setting(variant, parameters);
    return numbers(s);
  }

 protected:
  void examine(Variant variant, const Parameters& parameters, const VerifyOptions& options,
               Verdict& verdict) const override {
    const LshSetting s = lsh_setting(variant, parameters);
    add_algorithm_checks(s, verdict);
    add_probability_check(s, options, verdict);
    add_constant_checks(s, verdict);
    // Where the theorem says nothing, what it is made of does not make it hold.
    if (!s.excluded().empty()) {
      for (Check& check : verdict.checks) {
        if (check.status == Status::holds || check.status == Status::undecided) check.essential = false;
      }
    }
    for (const Check& check : verdict.checks) {
      if (check.essential && check.status == Status::refuted && verdict.counterexample.is_null())
        verdict.counterexample = {{"check", check.name}, {"reason", *check.reason}};
    }
    verdict.details["setting"] = numbers(s);
    verdict.details["choices"] = {
        "N(q, t) are the tokens j with a key within t, not the set of their different keys",
        "p1 and p2 are the best that the family has; z and l are the least integers that the proof's "
        "inequalities "
        "allow; the constants in O(..) are the proof's",
        "the distance is Hamming for bit sampling (queries and keys in {0,1}^d), Euclidean for p-stable, "
        "Euclidean "
        "between unit vectors for hyperplane"};
    verdict.details["readings"] = {
        "Algorithm 2, line 18, attn <- A[i][0]/A[i][1], is read as attn[q_i] <- ..",
        "seed line 429: count <= (N(q_i) - 1) l is read as at most (|N(q_i, c r)| - 1) l + 1, as its "
        "conclusion "
        "needs"};
    if (s.theorem.family().family == Family::bit_sampling) verdict.size = {1, s.d, 0};
  }

 private:
  static Json numbers(const LshSetting& s) {
    const TheoremParameters& t = s.theorem;
    return {{"z", s.z},
            {"l", s.l},
            {"rho", enclosure_json([&](Precision bits) { return t.family().quality(bits); })},
            {"p1", enclosure_json(t.family().p1)},
            {"p2", enclosure_json(t.family().p2)},
            {"p1^z", enclosure_json([&](Precision bits) { return t.near_collision(s.z, bits); })},
            {"p2^z", enclosure_json([&](Precision bits) { return t.far_collision(s.z, bits); })},
            {"N^(3 rho)", enclosure_json([&](Precision bits) { return t.power_3rho(bits); })},
            {"delta", enclosure_json([&](Precision bits) { return t.delta(bits); })},
            {"union_bound", enclosure_json([&](Precision bits) { return t.union_bound(s.z, s.l, bits); })},
            {"eta", enclosure_json(s.eta())}};
  }
};

}  // namespace

std::unique_ptr<Claim> anna_lsh_claim() {
  return std::make_unique<Lsh>();
}

}  // namespace attest

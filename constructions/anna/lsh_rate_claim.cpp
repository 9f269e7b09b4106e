#include <fmt/format.h>

#include <cmath>

#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "constructions/anna/lsh_claim.hpp"
#include "constructions/anna/lsh_rate.hpp"
#include "numeric/checked.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

Rational rate_parameter(const Parameters& parameters, const char* name) {
  return *rational_from_string(parameters.text(name));
}

class LshRate : public WholeClaim {
 public:
  LshRate() : WholeClaim(program_info("anna/lsh-rate")) {}

  Json run(Variant, const Parameters&, const Json&, std::uint64_t) const override {
    nothing_to_run(info(), "it is about the probabilities of two data sets; anna/lsh runs one");
  }

 protected:
  void examine(Variant, const Parameters& parameters, const VerifyOptions&, Verdict& verdict) const override {
    const ColouredCells family{parameters.integer("K"), rate_parameter(parameters, "c")};
    const RateConstants constants{rate_parameter(parameters, "E"), rate_parameter(parameters, "B")};
    const long e = parameters.integer("e");
    if (!family.sensitive())
      throw UsageError("K, c", fmt::format("{}, {}", family.colours, to_string(family.c)),
                       "c > sqrt 3 and rho < 1/3, that is K p1^3 > 1 with p1 = 1 - (1 - 1/K)/c");
    const ExcludedAt at = excluded_at(family, constants, e);
    verdict.inputs.space = verdict.inputs.total = verdict.inputs.checked = Integer(at.looked_at);
    verdict.inputs.failing = Integer(at.open == 0 ? at.looked_at : at.looked_at - 1);
    verdict.checks = {rate(at, family, constants, e)};
    verdict.counterexample = {{"p1", to_string(family.p1())},
                              {"p2", fmt::format("1/{}", family.colours)},
                              {"rho", fmt::format("{:.4f}", family.quality(256).middle_double())},
                              {"far", "q_i = k_i, no two tokens within c r"},
                              {"near", "q_1 and k_1 at distance r, all else far"}};
    verdict.details["choices"] = {"a family is a probability on functions; the points are on a line (m = 1)",
                                  "l = Theta(N^(3 rho) log N) is read as l <= B N^(3 rho) ln N; z is any"};
  }

 private:
  // Decided at N = 2^e, where every z is looked at; that it is so from some N on, with any constants, is the argument's (lsh_rate.hpp).
  static Check rate(const ExcludedAt& at, const ColouredCells& family, const RateConstants& constants,
                    long e) {
    const char* name = "rate";
    if (at.trivial) return not_applicable(name, fmt::format("E/N^(1 - 3 rho) >= 1 at N = 2^{}", e));
    if (at.open != 0)
      return undecided(
          name, fmt::format("at N = 2^{} the two data sets are not shown to exclude z = {}", e, at.open));
    const Interval from = excluded_from(family, constants, 256) / log(Interval(2L, 256));
    const double first = std::ceil(from.upper_double());
    return refuted(
        Kind::statement, name,
        fmt::format(
            "at N = 2^{} no z and no l <= B N^(3 rho) ln N keep the failures of both data sets at or "
            "below E/N^(1 - 3 rho): z = 1 to {} one by one, the greater ones by the near data set; "
            "{} (the argument beside the code)",
            e, at.looked_at,
            std::isfinite(first)
                ? fmt::format("nor at any N from 2^{:.0f} on, nor with other constants from another N on",
                              first)
                : "nor at any N from some N on, whatever the constants"));
  }
};

}  // namespace

std::unique_ptr<Claim> anna_lsh_rate_claim() {
  return std::make_unique<LshRate>();
}

}  // namespace attest

#include <fmt/format.h>

#include <cmath>

#include "algorithms/approximation/rank_growth.hpp"
#include "claims/run_result.hpp"
#include "constructions/poly/approximate_attention_claim.hpp"
#include "constructions/poly/approximation_claims.hpp"
#include "constructions/poly/printed_strassen.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

constexpr long shown = 4096;     // rows n = 2^4 .. 2^4096
constexpr long scanned = 16384;  // every n = 2^1 .. 2^16384

class ApproximateStrassenClaim : public WholeClaim {
 public:
  ApproximateStrassenClaim() : WholeClaim(program_info("poly/approximate-strassen")) {}

  std::vector<ParameterSpec> run_parameters() const override { return approximation_run_parameters(info()); }

  // As printed step 7 multiplies matrices that do not fit: there is no output.
  Json run(Variant variant, const Parameters& parameters, const Json& input,
           std::uint64_t seed) const override {
    const ApproximationParameters p = read_approximation_parameters(parameters, 3, most_tuples_of_run);
    if (variant == Variant::printed) {
      RunResult result(approximation_input(p, 3, input, seed).json());
      Verdict verdict;
      result.add(printed_strassen_checks(p, setting(p).rank(), verdict).front());
      return result.to_json();
    }
    return run_approximation(setting(p), p, 3, input, seed);
  }

  // The rank against n at d = log2 n.
  Json weights(Variant, const Parameters& parameters) const override {
    const ApproximationParameters p = read_approximation_parameters(parameters, 3);
    const Rational range = p.gamma * p.gamma;
    Json ranks = Json::object();
    for (long m = 4; m <= shown; m *= 2) {
      Json& row = ranks[fmt::format("n=2^{}", m)];
      for (const long c : {1L, 2L, 3L}) {
        const RankRow at = rank_at(range, c, m);
        row[fmt::format("eps=n^-{}", c)] =
            fmt::format("g = {}, r <= n^{:.3f}", at.degree, rounded_up(at.exponent));
      }
    }
    Json pays = Json::object();
    for (const long c : {1L, 2L, 3L}) {
      for (const long power : {1L, 2L}) {
        const auto at_most = pays_from(range, c, power, scanned, DegreeEnd::sufficient);
        const auto at_least = pays_from(range, c, power, scanned, DegreeEnd::least);
        std::string text = at_most ? fmt::format("from n = 2^{} on", *at_most) : "not shown at the last n";
        text += at_least ? fmt::format(", not before 2^{}", *at_least) : ", false at the last n";
        pays[fmt::format("eps=n^-{}", c)][power == 1 ? "r < n" : "r^2 < n"] = text;
      }
    }
    return {{"regime", fmt::format("d = log2 n, scores in [-{0}, {0}], relative error eps; n = 2^1 .. 2^{1}",
                                   to_string(range), scanned)},
            {"rank", std::move(ranks)},
            {"pays", std::move(pays)}};
  }

 protected:
  void examine(Variant variant, const Parameters& parameters, const VerifyOptions&,
               Verdict& verdict) const override {
    const ApproximationParameters p = read_approximation_parameters(parameters, 3);
    const Approximation approximation = setting(p);
    if (variant == Variant::printed) {
      verdict.checks = printed_strassen_checks(p, approximation.rank(), verdict);
      return;
    }
    examine_approximation(approximation, p, verdict);
  }

 private:
  static Approximation setting(const ApproximationParameters& p) {
    return {ApproximationAlgorithm::strassen, AttentionPolynomial::strassen(), p.n, p.d, p.gamma, p.eps};
  }

  // To three decimals, not below.
  static double rounded_up(const Interval& x) { return std::ceil(x.upper_double() * 1000) / 1000; }
};

}  // namespace

std::unique_ptr<Claim> poly_approximate_strassen_claim() {
  return std::make_unique<ApproximateStrassenClaim>();
}

}  // namespace attest

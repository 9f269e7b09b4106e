#include <fmt/format.h>

#include <cmath>

#include "algorithms/approximation/rank_growth.hpp"
#include "claims/run_result.hpp"
#include "constructions/poly/approximate_attention_claim.hpp"
#include "constructions/poly/approximation_claims.hpp"
#include "constructions/poly/printed_strassen.hpp"

namespace attest {

namespace {

constexpr long shown = 4096;     // rows n = 2^4 .. 2^4096
constexpr long scanned = 16384;  // every n = 2^1 .. 2^16384

ClaimInfo approximate_strassen_entry() {
  ClaimInfo info;
  info.id = "poly/approximate-strassen";
  info.kind = "algorithm";
  info.paper = "poly";
  info.title = "Strassen attention approximated by low-rank factors";
  info.statement =
      "For query-key matrices with entries in [-Gamma, Gamma], Gamma = o(sqrt(log n)), d = O(log n), an "
      "entry-wise "
      "1/poly(n)-approximation of Strassen attention is computed in time O(n^(1+o(1))): Algorithm 1 replaces "
      "exp by a "
      "polynomial, each exponentiated matrix by a product of n x r factors, and multiplies these.";
  info.source = {"003_fa68b7a15496b434.txt", "Theorem C.3, Algorithm 1", 1374, 1554};
  info.variants = {
      {Variant::printed, "Algorithm 1 and the displays of its proof, symbol by symbol.", {}},
      {Variant::repaired,
       "Algorithm 1 with the shapes of line 1523; the error is proved from the relative error of exp alone.",
       {"Step 5: A is (W^1)^T U^2 (W^2)^T U^3, as in line 1523; the print multiplies by (W^3)^T once more, "
        "so that step 7 "
        "multiplies an r x n by an r x 1 matrix.",
        "Step 9 divides by R_i of step 7; Q_i is not defined.",
        "The error is bounded relative to each weight, (1 +- eps)^3, instead of by O(gamma) for sums of n^2 "
        "terms."}}};
  info.parameters = approximation_parameters();
  const auto add = [&](int n, int d, const char* gamma, const char* eps, bool quick) {
    info.standard_sizes.push_back(
        {{fmt::format("n={}", n), fmt::format("d={}", d), fmt::format("Gamma={}", gamma),
          fmt::format("eps={}", eps)},
         quick,
         {{Variant::printed, Status::ill_formed}, {Variant::repaired, Status::holds}}});
  };
  add(1, 1, "1", "1/100", true);
  add(2, 1, "1", "1/1000000", true);
  add(3, 2, "1/2", "1/10000", true);
  add(4, 1, "2", "1/1000", true);
  add(6, 2, "1", "1/1000", true);
  add(8, 3, "1", "1/100", false);
  add(3, 1, "3/2", "1/1000000000000", false);
  return info;
}

class ApproximateStrassenClaim : public WholeClaim {
 public:
  ApproximateStrassenClaim() : WholeClaim(approximate_strassen_entry()) {}

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

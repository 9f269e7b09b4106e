#include <fmt/format.h>

#include "claims/whole_claim.hpp"
#include "constructions/strassen/strassen_claims.hpp"
#include "numeric/decimal.hpp"
#include "tasks/match3.hpp"
#include "verification/transformer_claim.hpp"

namespace attest {

namespace {

ClaimInfo entry(const std::string& id, const std::string& title, const std::string& statement,
                const Source& source) {
  ClaimInfo info;
  info.id = "strassen/" + id;
  info.kind = "construction";
  info.paper = "strassen";
  info.title = title;
  info.statement = statement;
  info.source = source;
  info.parameters = {
      integer_parameter("n", 1, 60, "number of tokens"),
      integer_parameter("m", 2, 60, "modulus; the numbers are 1..m-1, and there are (m-1)^n inputs")};
  return info;
}

StandardSize size_nm(int n, int m, bool quick, std::map<Variant, Status> recorded) {
  return {{fmt::format("n={}", n), fmt::format("m={}", m)}, quick, std::move(recorded)};
}

// The records for the next size, and for one where n and m are larger by different factors.
std::vector<TransformerAt> at_other_sizes(const Parameters& parameters,
                                          const std::function<Transformer(long m)>& record) {
  std::vector<TransformerAt> others;
  const long n = parameters.integer("n");
  const long m = parameters.integer("m");
  for (const auto& [other_n, other_m] : {std::pair{n + 1, m + 1}, std::pair{2 * n + 1, 3 * m}}) {
    Parameters other = parameters;
    other.set("n", std::to_string(other_n), ParameterType::integer);
    other.set("m", std::to_string(other_m), ParameterType::integer);
    others.push_back({other, {{"n", other_n}}, record(other_m)});
  }
  return others;
}

}  // namespace

Check match3_threshold_check(const Rational& tau, const Observation& o) {
  const auto at = [](double y) { return Interval::from_double(y, 2 * initial_precision); };
  const Interval own(tau, 2 * initial_precision);
  const std::string yes = o.least_yes ? decimal_rounded_up(own - at(*o.least_yes)) : "";
  const std::string no = o.greatest_no ? decimal_rounded_down(own - at(*o.greatest_no)) : "";
  std::string reason;
  if (o.least_yes) reason += fmt::format("where the answer is yes, mixtures move the sum by at most {}", yes);
  if (o.greatest_no) {
    reason += fmt::format("{}where it is no, the sum stays at least {} away", o.least_yes ? "; " : "", no);
  }
  if (!o.complete()) return informative(undecided("threshold", reason + " (over the inputs that were seen)"));
  const bool separable = !o.least_yes || !o.greatest_no ||
                         compare(own - at(*o.least_yes), own - at(*o.greatest_no)) == Ordering::less;
  if (separable && o.least_yes && o.greatest_no) {
    const Interval half(Rational(1, 2), 2 * initial_precision);
    const bool admits_half = compare(own - at(*o.least_yes), half) == Ordering::less &&
                             compare(own - at(*o.greatest_no), half) != Ordering::less;
    reason += fmt::format("; every threshold tau from just above {} up to {} decides every input{}", yes, no,
                          admits_half ? ", 1/2 among them" : "");
  }
  return informative(
      separable ? holds("threshold", Evidence::enumeration, reason)
                : refuted(Kind::constant, "threshold", reason + "; these bounds leave no threshold"));
}

std::unique_ptr<Claim> strassen_match3_claim() {
  ClaimInfo info =
      entry("match3", "Two Strassen heads solve Match3",
            "For p in [m-1]^n, m = poly(n), a one-layer Transformer with two Strassen attention heads, "
            "constant embedding "
            "dimension and a constant-size output network puts out y_i with sign(y_i) = 1 if p_i + p_j + p_k "
            "= 0 mod m for "
            "some j, k in [n], else 0; the best pair is unique and ahead by a factor exp(Omega(n)).",
            {"000_bd1f352bd128419d.txt", "Theorem 4.2", 379, 395});
  info.variants = {
      {Variant::printed,
       "The vectors as printed; the output network, which is not printed, is filled in.",
       {}},
      {Variant::repaired,
       "The index slips corrected, the numbers themselves encoded.",
       {"g_j has j/n^2 instead of i/n^2 (an x_j knows j only), and the displayed tie-break becomes (j n + "
        "k)/n^3.",
        "The encoding holds p_i and p_i^2 instead of q_i and q_i^2, from which both heads' q are linear (the "
        "print defines q by "
        "one Sigma and uses two)."}}};
  const std::map<Variant, Status> recorded = {{Variant::printed, Status::ill_formed},
                                              {Variant::repaired, Status::holds}};
  info.standard_sizes = {size_nm(1, 2, true, recorded),  size_nm(1, 4, true, recorded),
                         size_nm(2, 5, true, recorded),  size_nm(3, 5, true, recorded),
                         size_nm(4, 5, true, recorded),  size_nm(4, 7, false, recorded),
                         size_nm(5, 8, false, recorded), size_nm(6, 6, false, recorded)};
  return std::make_unique<TransformerClaim>(std::move(info), [](Variant variant,
                                                                const Parameters& parameters) {
    const long n = parameters.integer("n");
    const long m = parameters.integer("m");
    auto setting = std::make_unique<TransformerSetting>(
        variant, parameters, std::make_unique<Match3>(n, m), strassen_match3(variant, m),
        std::map<std::string, long>{{"n", n}},
        at_other_sizes(parameters, [variant](long at) { return strassen_match3(variant, at); }),
        UniqueMaximum::essential);
    setting->set_further_checks([n](const TransformerSetting& s, const Observation& o) -> std::vector<Check> {
      return {gap_growth(s, o, Integer(n), "n"), match3_threshold_check(Rational(1) / 8, o)};
    });
    return setting;
  });
}

std::unique_ptr<Claim> strassen_third_order_match3_claim() {
  ClaimInfo info = entry(
      "third-order-match3", "Two third-order heads solve Match3",
      "One layer of third-order attention (Sanford et al.) of constant size solves Match3[n, m]: y_i with "
      "sign(y_i) = 1 if p_i + p_j + p_k = 0 mod m for some j, k in [n], else 0.",
      {"000_bd1f352bd128419d.txt", "Section 1", 33, 33});
  info.variants = {{Variant::constructed,
                    "Ours: the score -24 n m (p_i+p_j+p_l - Sigma + 1/4)^2 as a sum of six triple products, "
                    "Sigma = m, 2m.",
                    {}}};
  const std::map<Variant, Status> recorded = {{Variant::constructed, Status::holds}};
  info.standard_sizes = {size_nm(1, 2, true, recorded), size_nm(2, 5, true, recorded),
                         size_nm(4, 5, true, recorded), size_nm(5, 7, false, recorded)};
  return std::make_unique<TransformerClaim>(std::move(info), [](Variant variant,
                                                                const Parameters& parameters) {
    const long n = parameters.integer("n");
    const long m = parameters.integer("m");
    auto setting = std::make_unique<TransformerSetting>(
        variant, parameters, std::make_unique<Match3>(n, m), strassen_third_order_match3(m),
        std::map<std::string, long>{{"n", n}}, at_other_sizes(parameters, strassen_third_order_match3),
        UniqueMaximum::informative);
    setting->set_further_checks([](const TransformerSetting&, const Observation& o) -> std::vector<Check> {
      return {match3_threshold_check(Rational(1) / 2, o)};
    });
    return setting;
  });
}

}  // namespace attest

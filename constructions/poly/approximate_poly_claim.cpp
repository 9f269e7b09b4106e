#include <fmt/format.h>

#include "claims/usage_error.hpp"
#include "constructions/poly/approximate_attention_claim.hpp"
#include "constructions/poly/approximation_claims.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

AttentionPolynomial attention_polynomial(const std::string& text) {
  try {
    AttentionPolynomial h = AttentionPolynomial::parse(text);
    if (h.variables() > 4) throw UsageError("h", text, "an attention polynomial in at most 4 variables");
    return h;
  } catch (const std::invalid_argument& error) {
    throw UsageError("h", text, fmt::format("an attention polynomial ({})", error.what()));
  }
}

// Steps 3 to 5 on the least that Theorem E.5 promises: |numerator - Att| < gamma, |denominator - D| < gamma,
// and "hence an entry-wise 2 gamma-approximation" (lines 2184-2204). With Q = 0 every exponential is 1 and
// all is rational: D = n^(t-1); with V^(2) = M and the other V = 1, Att = M D and the attention is M. The
// approximations M D + gamma/2 and D - gamma/2 are allowed; their quotient is off by (gamma/2) (1 + M) / (D -
// gamma/2), above 2 gamma as soon as M >= 4 D.
Check division(std::size_t variables, const ApproximationParameters& p, Verdict& verdict) {
  const Rational denominator(power(Integer(p.n), static_cast<unsigned long>(variables - 1)));
  const Rational gamma = p.eps;
  const Rational value = 4 * denominator;
  const Rational promised_numerator = value * denominator + gamma / 2;
  const Rational promised_denominator = denominator - gamma / 2;
  const Rational error = promised_numerator / promised_denominator - value;
  if (error <= 2 * gamma) return undecided("division", "this instance does not separate");
  verdict.counterexample = {{"input",
                             {{"Q", "all entries 0"},
                              {"V2", "all entries " + to_string(value)},
                              {"other V", "all entries 1"},
                              {"gamma", to_string(gamma)},
                              {"numerator", to_string(promised_numerator)},
                              {"denominator", to_string(promised_denominator)},
                              {"attention", to_string(value)},
                              {"error", to_string(error)}}}};
  verdict.inputs.failing += 1;
  verdict.inputs.checked += 1;
  verdict.inputs.total += 1;
  verdict.inputs.space += 1;
  return refuted(Kind::constant, "division",
                 "lines 2199-2204, step 5: a quotient of gamma-approximations is off by more than 2 gamma "
                 "with Q = 0 and "
                 "V^(2) = 4 n^(t-1), which is poly(n); for V in [-1, 1] 2 gamma is right once n^(t-1) "
                 "e^-Lambda >= 1 + gamma");
}

// Theorem E.5 wants K in [-Gamma, Gamma]; blocks of a variable that a monomial lacks are ones (line 2124).
Check blocks_of_ones(const AttentionPolynomial& h, const ApproximationParameters& p) {
  bool ones = false;
  for (const auto& monomial : h.monomials()) ones = ones || monomial.size() < h.variables();
  if (!ones)
    return holds("entries-of-K", Evidence::symbolic, "every monomial has every variable: K^(j) is Q^(j)");
  if (p.gamma >= 1) return holds("entries-of-K", Evidence::symbolic, "K^(j) has blocks of ones, 1 <= Gamma");
  return refuted(
      Kind::constant, "entries-of-K",
      "K^(j) has blocks of ones, which are not in [-Gamma, Gamma] as Theorem E.5 wants (line 2177)");
}

class ApproximatePolyClaim : public WholeClaim {
 public:
  ApproximatePolyClaim() : WholeClaim(program_info("poly/approximate-poly")) {}

  std::vector<ParameterSpec> run_parameters() const override { return approximation_run_parameters(info()); }

  // The printed variant makes the same output: what it claims of any gamma-approximations is no algorithm.
  Json run(Variant variant, const Parameters& parameters, const Json& input,
           std::uint64_t seed) const override {
    const AttentionPolynomial h = attention_polynomial(parameters.text("h"));
    const ApproximationParameters p =
        read_approximation_parameters(parameters, h.variables(), most_tuples_of_run);
    const Approximation approximation(ApproximationAlgorithm::poly, h, p.n, p.d, p.gamma, p.eps);
    Json run = run_approximation(approximation, p, h.variables(), input, seed);
    if (variant == Variant::printed)
      run["steps"]["reading"] =
          "the factors are those of the repaired variant; what the print says of a quotient of any "
          "gamma-approximations is the check \"division\" of verify";
    return run;
  }

 protected:
  void examine(Variant variant, const Parameters& parameters, const VerifyOptions&,
               Verdict& verdict) const override {
    const AttentionPolynomial h = attention_polynomial(parameters.text("h"));
    const ApproximationParameters p = read_approximation_parameters(parameters, h.variables());
    const Approximation approximation(ApproximationAlgorithm::poly, h, p.n, p.d, p.gamma, p.eps);
    examine_approximation(approximation, p, verdict);
    if (variant != Variant::printed) return;
    verdict.checks.push_back(division(h.variables(), p, verdict));
    verdict.checks.push_back(informative(blocks_of_ones(h, p)));
    verdict.details["readings"] = {
        "steps 3 and 4 say Theorem E.2, which is what is being proved; Theorem E.5 is meant",
        "Theorem E.5 scales n x d matrices by 1/d; for the n x (sd) matrices K it is read with 1/d as well, "
        "as in line 2154"};
  }
};

}  // namespace

std::unique_ptr<Claim> poly_approximate_poly_claim() {
  return std::make_unique<ApproximatePolyClaim>();
}

}  // namespace attest

#include "constructions/poly/approximate_attention_claim.hpp"

#include <fmt/format.h>

#include "claims/run_result.hpp"
#include "claims/usage_error.hpp"
#include "numeric/decimal.hpp"

namespace attest {

namespace {

constexpr Precision bound_precision = 320;

Json nonnegative_bounds(const Interval& x) {
  return {{"lower", nonnegative_rounded_down(x)}, {"upper", decimal_rounded_up(x)}};
}

// The a-priori bound needs the certified polynomial, the identity of the factors and that of the algorithm. A
// given matrix that contradicts it refutes it.
Check error_check(const std::vector<Check>& premises, const Interval& bound, long factors,
                  const Approximation::Outcome& outcome) {
  if (outcome.unequal != 0 || outcome.exceeding != 0) {
    return refuted(
        outcome.unequal != 0 ? Kind::construction : Kind::constant, "error",
        fmt::format("{} of {} given matrices unequal to the definition with P, {} beyond the bound {}; "
                    "the first is {}",
                    outcome.unequal.str(), outcome.instances.str(), outcome.exceeding.str(),
                    decimal_rounded_up(bound), outcome.first_failing));
  }
  for (const Check& check : premises) {
    if (check.status != Status::holds)
      return undecided("error", "not shown, as " + check.name + " does not hold");
  }
  return holds(
      "error", Evidence::cover,
      fmt::format(
          "for all Q in [-Gamma, Gamma] and V in [-1, 1] every entry is within {} of attention: every "
          "tuple's weight is off by a factor in [(1-eps)^{}, (1+eps)^{}]",
          decimal_rounded_up(bound), factors, factors));
}

// Not essential: instances prove nothing about all matrices.
Check given_check(const Approximation::Outcome& outcome) {
  const std::string count = fmt::format("{} given matrices", outcome.instances.str());
  if (outcome.unequal != 0 || outcome.exceeding != 0)
    return informative(refuted(outcome.unequal != 0 ? Kind::construction : Kind::constant, "given-matrices",
                               count + ": see error"));
  if (outcome.undecided != 0)
    return informative(
        undecided("given-matrices", fmt::format("{}: {} undecided", count, outcome.undecided.str())));
  return informative(holds(
      "given-matrices", Evidence::enumeration,
      fmt::format(
          "{}: the sums are exactly the definition's with P, and the largest error, {} ({}), is within the "
          "bound",
          count, decimal_rounded_up(outcome.largest), outcome.worst)));
}

}  // namespace

std::vector<ParameterSpec> approximation_run_parameters(const ClaimInfo& info) {
  return with_maxima(info.parameters, {{"n", 400}});
}

ApproximationParameters read_approximation_parameters(const Parameters& parameters, std::size_t variables,
                                                      long most_tuples) {
  ApproximationParameters p{parameters.integer("n"), parameters.integer("d"),
                            *rational_from_string(parameters.text("Gamma")),
                            *rational_from_string(parameters.text("eps"))};
  if (p.gamma > 4) throw UsageError("Gamma", parameters.text("Gamma"), "a rational above 0, at most 4");
  if (p.eps * 10 >= 1 || p.eps * Rational(power(2, 100)) < 1)
    throw UsageError("eps", parameters.text("eps"), "a rational below 1/10, at least 2^-100");
  if (power(Integer(p.n), static_cast<unsigned long>(variables)) > most_tuples) {
    throw UsageError("n", std::to_string(p.n), fmt::format("at most {} tuples n^{}", most_tuples, variables));
  }
  return p;
}

void examine_approximation(const Approximation& approximation, const ApproximationParameters& parameters,
                           Verdict& verdict) {
  const Interval bound = output_error_bound(parameters.eps, approximation.factors(), bound_precision);
  std::vector<Check> premises{approximation.polynomial_check(), approximation.low_rank_check(),
                              approximation.algorithm_check()};
  const Approximation::Outcome outcome = approximation.try_given(bound);
  const Check error = error_check(premises, bound, approximation.factors(), outcome);
  for (Check& check : premises) verdict.checks.push_back(std::move(check));
  verdict.checks.push_back(error);
  verdict.checks.push_back(given_check(outcome));
  verdict.checks.push_back(approximation.cost_check());
  const Integer failing =
      outcome.first_failing.empty() ? Integer(0) : Integer(outcome.unequal + outcome.exceeding);
  verdict.inputs = {outcome.instances, outcome.instances, outcome.instances, failing};
  verdict.margins.output_error = RealBounds{nonnegative_rounded_down(outcome.largest),
                                            error.status == Status::holds ? decimal_rounded_up(bound) : ""};
  if (!outcome.first_failing.empty())
    verdict.counterexample = {{"input", outcome.first_failing}, {"rank", "0"}};
  verdict.details = {{"degree", approximation.polynomial().polynomial.degree()},
                     {"range", to_string(approximation.range())},
                     {"rank", approximation.rank().str()},
                     {"multiplications", approximation.multiplications().str()},
                     {"definition_multiplications", approximation.definition_multiplications().str()},
                     {"error_bound", nonnegative_bounds(bound)},
                     {"largest_error", nonnegative_bounds(outcome.largest)},
                     {"largest_error_on", outcome.worst},
                     {"given_matrices", outcome.instances.str()}};
  verdict.details["choices"] = {
      "the entries of V are in [-1, 1]: Theorems C.3 and E.2 leave them unbounded, the proof (line 1545) "
      "assumes "
      "poly(n); errors scale with their products",
      "the polynomial is the one of least degree that is certified (poly/exp-polynomial)"};
}

RationalInput approximation_input(const ApproximationParameters& parameters, std::size_t variables,
                                  const Json& given, std::uint64_t seed) {
  const Sides sides{static_cast<std::size_t>(parameters.n), static_cast<std::size_t>(parameters.d)};
  std::vector<RationalField> fields;
  for (std::size_t j = 1; j <= variables; ++j)
    fields.push_back({fmt::format("Q{}", j), sides, parameters.gamma});
  for (std::size_t j = 2; j <= variables; ++j) fields.push_back({fmt::format("V{}", j), sides, Rational(1)});
  return RationalFields(std::move(fields)).chosen(given, seed);
}

Json run_approximation(const Approximation& approximation, const ApproximationParameters& parameters,
                       std::size_t variables, const Json& given, std::uint64_t seed) {
  const RationalInput input = approximation_input(parameters, variables, given, seed);
  const auto matrix = [&](char name, std::size_t j) {
    const std::vector<Rational>& entries = input.entries(fmt::format("{}{}", name, j));
    RationalMatrix result(parameters.n, parameters.d);
    for (long k = 0; k < parameters.n * parameters.d; ++k)
      result(k / parameters.d, k % parameters.d) = entries[static_cast<std::size_t>(k)];
    return result;
  };
  GivenMatrices matrices;
  for (std::size_t j = 1; j <= variables; ++j) matrices.q.push_back(matrix('Q', j));
  for (std::size_t j = 2; j <= variables; ++j) matrices.v.push_back(matrix('V', j));
  const Approximation::Outputs outputs = approximation.outputs_on(matrices);
  const Interval bound = output_error_bound(parameters.eps, approximation.factors(), bound_precision);
  RunResult result(input.json());
  result.steps["degree of P"] = approximation.polynomial().polynomial.degree();
  result.steps["rank"] = approximation.rank().str();
  result.steps["error bound"] = bounds_json(bound);
  for (long i = 0; i < parameters.n; ++i) {
    for (long c = 0; c < parameters.d; ++c) {
      const Interval& attention = outputs.attention(i, c);
      const Interval output(outputs.algorithm(i, c), bound_precision);
      const Ordering order = compare(abs(output - attention), bound);
      result.value(fmt::format("output [{}, {}]", i + 1, c + 1), bounds_json(output), bounds_json(attention),
                   order == Ordering::undecided ? std::nullopt : std::optional(order != Ordering::greater));
    }
  }
  const char* sums = "the algorithm's sums are the definition's with P in the place of exp";
  result.add(outputs.equal ? holds("algorithm", Evidence::enumeration, sums)
                           : refuted(Kind::construction, "algorithm", fmt::format("not so: {}", sums)));
  return result.to_json();
}

}  // namespace attest

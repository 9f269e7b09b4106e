#include "algorithms/attention_run.hpp"

#include <fmt/format.h>

#include "algorithms/algorithm_checks.hpp"
#include "algorithms/definition.hpp"
#include "algorithms/graph_plan.hpp"
#include "claims/usage_error.hpp"

namespace attest {

namespace {

constexpr long most_terms = 1L << 20;
constexpr long accurate_bits = 60;

RationalFields attention_fields(std::size_t variables, Eigen::Index n, Eigen::Index d) {
  const Sides sides{static_cast<std::size_t>(n), static_cast<std::size_t>(d)};
  std::vector<RationalField> fields;
  for (std::size_t v = 1; v <= variables; ++v) fields.push_back({fmt::format("Q{}", v), sides});
  for (std::size_t v = 2; v <= variables; ++v) fields.push_back({fmt::format("V{}", v), sides});
  return RationalFields(std::move(fields));
}

// Disjoint enclosures differ for certain; else the cross products tell.
bool same_quotient(const ExponentialScalar& a, const ExponentialScalar& above, const ExponentialScalar& b,
                   const ExponentialScalar& below, const Interval& left, const Interval& right) {
  if (a == b && above == below) return true;
  const Ordering order = compare(left, right);
  if (order == Ordering::less || order == Ordering::greater) return false;
  return a * below == b * above;
}

}  // namespace

AttentionPolynomial single_polynomial(const std::string& text) {
  if (text.starts_with("all-"))
    throw UsageError("h", text, "one attention polynomial such as x1*x2+x2*x3: a run takes one");
  return selected_polynomials(text, 0, [](std::size_t) { return std::vector<AttentionPolynomial>(); })
      .front();
}

void require_few_terms(std::size_t variables, Eigen::Index n, Eigen::Index d) {
  const Integer terms = power(Integer(n), variables) * Integer(d);
  if (terms > most_terms)
    throw UsageError("n", std::to_string(n),
                     fmt::format("a size at which the definition has at most {} terms n^t d; t = {}, d = {}",
                                 most_terms, variables, d));
}

Dense<Rational> matrix_of(const RationalInput& input, const std::string& name, Eigen::Index rows,
                          Eigen::Index columns) {
  const std::vector<Rational>& entries = input.entries(name);
  Dense<Rational> matrix(rows, columns);
  for (Eigen::Index k = 0; k < matrix.size(); ++k) matrix.data()[k] = entries[static_cast<std::size_t>(k)];
  return matrix;
}

Dense<ExponentialScalar> scalars(const Dense<Rational>& matrix) {
  Dense<ExponentialScalar> result(matrix.rows(), matrix.cols());
  for (Eigen::Index k = 0; k < matrix.size(); ++k) result.data()[k] = ExponentialScalar(matrix.data()[k]);
  return result;
}

AttentionInput::AttentionInput(std::size_t variables, Eigen::Index n, Eigen::Index d, const Json& input,
                               std::uint64_t seed)
    : n_(n), d_(d), input_(attention_fields(variables, n, d).chosen(input, seed)) {
  Integer common = 1;
  for (std::size_t v = 1; v <= variables; ++v) {
    queries_.push_back(matrix_of(input_, fmt::format("Q{}", v), n, d));
    common = lcm(common, common_denominator(queries_.back()));
  }
  for (std::size_t v = 2; v <= variables; ++v)
    values_.push_back(matrix_of(input_, fmt::format("V{}", v), n, d));
  denominator_ = power(common, variables);  // of a product of up to t entries
  unit_ = Surd(Rational(1, denominator_ * d));
}

std::vector<Dense<ExponentialScalar>> AttentionInput::values() const {
  std::vector<Dense<ExponentialScalar>> result;
  for (const auto& matrix : values_) result.push_back(scalars(matrix));
  return result;
}

ExponentialScalar AttentionInput::exponential(const Rational& score) const {
  return ExponentialScalar::exp(numerator_of(score * denominator_));
}

ExponentialScalar AttentionInput::undivided_exponential(const Rational& score) const {
  return exponential(score * d_);
}

Rational AttentionInput::score(const std::vector<std::size_t>& variables,
                               const std::vector<Eigen::Index>& tokens) const {
  Rational sum = 0;
  for (Eigen::Index c = 0; c < d_; ++c) {
    Rational product = 1;
    for (std::size_t k = 0; k < variables.size(); ++k) product *= queries_[variables[k]](tokens[k], c);
    sum += product;
  }
  return sum;
}

ExponentialFraction AttentionInput::definition(const AttentionPolynomial& h) const {
  std::vector<Dense<ExponentialScalar>> of_h = values();
  of_h.resize(h.variables() - 1);
  return attention_by_definition(h, of_h, ExponentialScalar(1), [&](std::size_t k, const auto& tokens) {
    return exponential(score(h.monomials()[k], tokens));
  });
}

PairProblem<ExponentialScalar> AttentionInput::pair_problem(const AttentionPolynomial& h) const {
  PairProblem<ExponentialScalar> problem{{}, values(), ExponentialScalar(1)};
  for (const auto& monomial : h.monomials()) {
    Dense<ExponentialScalar> factor(n_, n_);
    for (Eigen::Index a = 0; a < n_; ++a) {
      for (Eigen::Index b = 0; b < n_; ++b) factor(a, b) = exponential(score(monomial, {a, b}));
    }
    problem.factors[{monomial[0], monomial[1]}] = std::move(factor);
  }
  return problem;
}

void add_fractions(const std::string& name, const ExponentialFraction& algorithm,
                   const ExponentialFraction& definition, const Surd& unit, RunResult& result) {
  for (Eigen::Index i = 0; i < definition.numerator.rows(); ++i) {
    for (Eigen::Index c = 0; c < definition.numerator.cols(); ++c) {
      const ExponentialScalar& a = algorithm.numerator(i, c);
      const ExponentialScalar& b = definition.numerator(i, c);
      const ExponentialScalar& above = algorithm.denominator(i, 0);
      const ExponentialScalar& below = definition.denominator(i, 0);
      const Interval left = quotient(a.terms(), above.terms(), unit, accurate_bits);
      const Interval right = quotient(b.terms(), below.terms(), unit, accurate_bits);
      result.value(fmt::format("{} [{}, {}]", name, i + 1, c + 1), bounds_json(left), bounds_json(right),
                   same_quotient(a, above, b, below, left, right));
    }
  }
}

namespace {

Eigen::Index affordable(Eigen::Index n, const AttentionPolynomial& h, Eigen::Index d) {
  require_few_terms(h.variables(), n, d);
  return n;
}

}  // namespace

PairRun::PairRun(const AttentionPolynomial& h, const Parameters& parameters, const Json& given,
                 std::uint64_t seed)
    : n_(affordable(parameters.integer("n"), h, parameters.integer("d"))),
      d_(parameters.integer("d")),
      input_(h.variables(), n_, d_, given, seed),
      problem_(input_.pair_problem(h)),
      definition_(input_.definition(h)),
      result_(input_.json()) {}

void PairRun::add(const std::string& name, const ExponentialFraction& algorithm) {
  add_fractions(name, algorithm, definition_, input_.unit(), result_);
}

}  // namespace attest

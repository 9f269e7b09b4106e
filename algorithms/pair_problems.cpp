#include "algorithms/pair_problems.hpp"

#include <fmt/format.h>

namespace attest {

Polynomial indeterminate(std::size_t index) {
  return Polynomial::variable(fmt::format("z{}", index + 1));
}

Dense<Polynomial> indeterminates(Eigen::Index rows, Eigen::Index columns, std::size_t first) {
  Dense<Polynomial> matrix(rows, columns);
  for (Eigen::Index k = 0; k < matrix.size(); ++k)
    matrix.data()[k] = indeterminate(first + static_cast<std::size_t>(k));
  return matrix;
}

SymbolicInstance::SymbolicInstance(const AttentionPolynomial& h, Eigen::Index n, Eigen::Index d)
    : h_(h), n_(n), d_(d) {
  std::size_t next = 0;
  for (const auto& monomial : h.monomials()) {
    first_.push_back(next);
    std::size_t tuples = 1;
    for (std::size_t k = 0; k < monomial.size(); ++k) tuples *= static_cast<std::size_t>(n);
    next += tuples;
  }
  first_.push_back(next);
}

Polynomial SymbolicInstance::factor(std::size_t monomial, const std::vector<Eigen::Index>& tokens) const {
  std::size_t tuple = 0;
  for (const Eigen::Index token : tokens)
    tuple = tuple * static_cast<std::size_t>(n_) + static_cast<std::size_t>(token);
  return indeterminate(first_[monomial] + tuple);
}

Dense<Polynomial> SymbolicInstance::values(std::size_t variable) const {
  return indeterminates(n_, d_, first_.back() + (variable - 1) * static_cast<std::size_t>(n_ * d_));
}

std::vector<Dense<Polynomial>> SymbolicInstance::all_values() const {
  std::vector<Dense<Polynomial>> result;
  for (std::size_t v = 1; v < h_.variables(); ++v) result.push_back(values(v));
  return result;
}

PairProblem<Polynomial> SymbolicInstance::pair_problem() const {
  PairProblem<Polynomial> problem{{}, all_values(), Polynomial(1L)};
  for (std::size_t k = 0; k < h_.monomials().size(); ++k) {
    Dense<Polynomial> matrix(n_, n_);
    for (Eigen::Index a = 0; a < n_; ++a) {
      for (Eigen::Index b = 0; b < n_; ++b) matrix(a, b) = factor(k, {a, b});
    }
    problem.factors[{h_.monomials()[k][0], h_.monomials()[k][1]}] = std::move(matrix);
  }
  return problem;
}

PairProblem<Interval> interval_problem(const AttentionPolynomial& h, const AttentionMatrices<double>& m,
                                       Precision precision) {
  PairProblem<Interval> problem{{}, {}, Interval(1, precision)};
  const auto enclosed = [&](const Dense<double>& matrix) {
    Dense<Interval> result(matrix.rows(), matrix.cols());
    for (Eigen::Index k = 0; k < matrix.size(); ++k)
      result.data()[k] = Interval::from_double(matrix.data()[k], precision);
    return result;
  };
  const Interval divisor = Interval::from_double(m.score_divisor(), precision);
  for (const auto& monomial : h.monomials()) {
    const Dense<Interval> left = enclosed(m.queries[monomial[0]]);
    const Dense<Interval> right = enclosed(m.queries[monomial[1]]).transpose();
    Dense<Interval> factor = ConventionalProduct{}(left, right);
    for (Eigen::Index k = 0; k < factor.size(); ++k) factor.data()[k] = exp(factor.data()[k] / divisor);
    problem.factors[{monomial[0], monomial[1]}] = std::move(factor);
  }
  for (const auto& values : m.values) problem.values.push_back(enclosed(values));
  return problem;
}

PairProblem<Rational> power_problem(const AttentionPolynomial& h, long base,
                                    const std::vector<Eigen::MatrixXi>& scores,
                                    const std::vector<Dense<Rational>>& values) {
  PairProblem<Rational> problem{{}, values, Rational(1)};
  for (std::size_t k = 0; k < h.monomials().size(); ++k) {
    Dense<Rational> factor(scores[k].rows(), scores[k].cols());
    for (Eigen::Index a = 0; a < factor.rows(); ++a) {
      for (Eigen::Index b = 0; b < factor.cols(); ++b) {
        const int score = scores[k](a, b);
        const Rational magnitude = power(Integer(base), static_cast<unsigned long>(std::abs(score)));
        factor(a, b) = score < 0 ? Rational(1) / magnitude : magnitude;
      }
    }
    problem.factors[{h.monomials()[k][0], h.monomials()[k][1]}] = std::move(factor);
  }
  return problem;
}

}  // namespace attest

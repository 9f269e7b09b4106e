#include "constructions/algorithms/pair_problems.hpp"

#include <fmt/format.h>

namespace attest {

Polynomial factor_indeterminate(std::size_t monomial, const std::vector<Eigen::Index>& tokens) {
  std::string name = fmt::format("e{}_", monomial + 1);
  for (const Eigen::Index token : tokens) name += fmt::format("{}", token + 1);
  return Polynomial::variable(name);
}

Dense<Polynomial> value_indeterminates(std::size_t which, Eigen::Index n, Eigen::Index d) {
  Dense<Polynomial> values(n, d);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index c = 0; c < d; ++c)
      values(i, c) = Polynomial::variable(fmt::format("v{}_{}{}", which + 1, i + 1, c + 1));
  }
  return values;
}

PairProblem<Polynomial> symbolic_problem(const AttentionPolynomial& h, Eigen::Index n, Eigen::Index d) {
  PairProblem<Polynomial> problem{{}, {}, Polynomial(1L)};
  for (std::size_t k = 0; k < h.monomials().size(); ++k) {
    Dense<Polynomial> factor(n, n);
    for (Eigen::Index a = 0; a < n; ++a) {
      for (Eigen::Index b = 0; b < n; ++b) factor(a, b) = factor_indeterminate(k, {a, b});
    }
    problem.factors[{h.monomials()[k][0], h.monomials()[k][1]}] = std::move(factor);
  }
  for (std::size_t v = 1; v < h.variables(); ++v) problem.values.push_back(value_indeterminates(v - 1, n, d));
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

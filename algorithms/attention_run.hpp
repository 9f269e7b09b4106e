// Attention on given rational matrices in exact arithmetic, for `attest run`: an algorithm's output beside
// the definition's, as quotients of sums of exponentials.
//
//   const AttentionInput input(t, n, d, json, seed);      // {"Q1": [[..]], .., "V2": [[..]], ..}
//   const PairProblem<ExponentialScalar> problem = input.pair_problem(h);
//   add_fractions("algorithm", algorithm, input.definition(h), input.unit(), result);
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/dense.hpp"
#include "algorithms/exponential_scalar.hpp"
#include "algorithms/sum_product.hpp"
#include "claims/parameters.hpp"
#include "claims/run_result.hpp"
#include "tasks/rational_fields.hpp"

namespace attest {

using ExponentialFraction = AttentionFraction<ExponentialScalar>;

// A polynomial that is no "all-t": a run takes one. Throws UsageError.
AttentionPolynomial single_polynomial(const std::string& text);

// Throws UsageError where eq. (1) has more than 2^20 terms.
void require_few_terms(std::size_t variables, Eigen::Index n, Eigen::Index d);

Dense<Rational> matrix_of(const RationalInput& input, const std::string& name, Eigen::Index rows,
                          Eigen::Index columns);
Dense<ExponentialScalar> scalars(const Dense<Rational>& matrix);

// Query-key matrices Q1, ..., Qt and values V2, ..., Vt, all n x d.
class AttentionInput {
 public:
  AttentionInput(std::size_t variables, Eigen::Index n, Eigen::Index d, const Json& input,
                 std::uint64_t seed);

  const Json& json() const { return input_.json(); }
  const std::vector<Dense<Rational>>& queries() const { return queries_; }
  std::vector<Dense<ExponentialScalar>> values() const;

  // The exponents' unit: 1/(common denominator of all scores times d).
  const Surd& unit() const { return unit_; }
  // exp(score / d) and, without the division, exp(score).
  ExponentialScalar exponential(const Rational& score) const;
  ExponentialScalar undivided_exponential(const Rational& score) const;

  // The inner product of the rows `tokens` of the queries of `variables`.
  Rational score(const std::vector<std::size_t>& variables, const std::vector<Eigen::Index>& tokens) const;
  // Eq. (1), term by term.
  ExponentialFraction definition(const AttentionPolynomial& h) const;
  // Every monomial must have degree 2.
  PairProblem<ExponentialScalar> pair_problem(const AttentionPolynomial& h) const;

 private:
  Eigen::Index n_;
  Eigen::Index d_;
  RationalInput input_;
  std::vector<Dense<Rational>> queries_;
  std::vector<Dense<Rational>> values_;
  Integer denominator_ = 1;
  Surd unit_;
};

// A run for a polynomial of degree 2: n, d and the matrices of the input, and eq. (1) on them.
class PairRun {
 public:
  // Throws UsageError as require_few_terms and AttentionInput do.
  PairRun(const AttentionPolynomial& h, const Parameters& parameters, const Json& given, std::uint64_t seed);

  Eigen::Index n() const { return n_; }
  Eigen::Index d() const { return d_; }
  const AttentionInput& input() const { return input_; }
  const PairProblem<ExponentialScalar>& problem() const { return problem_; }
  RunResult& result() { return result_; }

  // add_fractions beside eq. (1).
  void add(const std::string& name, const ExponentialFraction& algorithm);

 private:
  Eigen::Index n_;
  Eigen::Index d_;
  AttentionInput input_;
  PairProblem<ExponentialScalar> problem_;
  ExponentialFraction definition_;
  RunResult result_;
};

// One value for each entry of the output, right if it is the definition's. Denominators must be sums of
// positive terms.
void add_fractions(const std::string& name, const ExponentialFraction& algorithm,
                   const ExponentialFraction& definition, const Surd& unit, RunResult& result);

}  // namespace attest

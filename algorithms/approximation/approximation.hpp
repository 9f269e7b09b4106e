// One setting of an approximation algorithm, and what can be proved of it.
//
// Algorithm 1 replaces each of the exponentials of a tuple's score by P on [-Gamma^2, Gamma^2] (for Strassen
// attention there are three); Algorithm 3 replaces the exponential of the whole score by P on [-score_bound,
// score_bound].
#pragma once

#include "algorithms/approximation/approximate_poly.hpp"
#include "algorithms/approximation/definition_sums.hpp"
#include "algorithms/approximation/degree_bounds.hpp"
#include "algorithms/approximation/given_matrices.hpp"
#include "algorithms/approximation/output_error.hpp"
#include "claims/whole_claim.hpp"
#include "numeric/polynomial.hpp"

namespace attest {

enum class ApproximationAlgorithm {
  strassen,  // Algorithm 1: h is x1*x2 + x2*x3 + x3*x1, one low-rank factorisation a monomial
  poly,      // Algorithm 3: any h, one low-rank factorisation
};

class Approximation {
 public:
  // Throws UsageError where the rank exceeds what Monomials takes.
  Approximation(ApproximationAlgorithm algorithm, AttentionPolynomial h, long n, long d,
                const Rational& gamma, const Rational& eps);

  const CertifiedPolynomial& polynomial() const { return polynomial_; }
  const Rational& range() const { return polynomial_.polynomial.range; }
  Integer rank() const { return monomials_.size(); }
  long factors() const;  // exponentials that are replaced in one tuple's weight

  // The quotients by the algorithm and by the definition with P in the place of exp, in the scalars of the
  // arguments.
  template <class Scalar>
  Quotients<Scalar> by_algorithm(const std::vector<ScalarMatrix<Scalar>>& q,
                                 const std::vector<ScalarMatrix<Scalar>>& v,
                                 const LowRank<Scalar>& low_rank) const {
    if (algorithm_ == ApproximationAlgorithm::strassen)
      return strassen_quotients<Scalar>({q[0], q[1], q[2]}, v[0], v[1], low_rank);
    return poly_quotients(h_, q, v, low_rank);
  }
  template <class Scalar>
  DefinedSums<Scalar> by_definition(const std::vector<ScalarMatrix<Scalar>>& q,
                                    const std::vector<ScalarMatrix<Scalar>>& v,
                                    const std::vector<Scalar>& coefficients, const Scalar& inverse_d) const;

  // certified relative error < eps on the whole range
  Check polynomial_check() const;
  // sum_m w_m prod_j (K^(j))^m = P(<..> / d), as polynomials in the entries of one row of each matrix
  Check low_rank_check() const;
  // the algorithm's sums are those of the definition with P: as polynomials in all entries, at this n and d
  // where there are at most 40 entries, else at n = 2, d = 1
  Check algorithm_check() const;
  // multiplications counted in one run, against the formula
  Check cost_check() const;

  struct Outcome {
    Integer instances = 0;
    Integer unequal = 0;    // where the algorithm's sums are not the definition's with P
    Integer exceeding = 0;  // where the output is farther from attention than `bound`
    Integer undecided = 0;
    Interval largest;  // encloses the largest |output - Att|
    std::string worst;
    std::string first_failing;
  };
  // Every given matrix, exactly: the algorithm in rational arithmetic, attention's definition in intervals.
  Outcome try_given(const Interval& bound) const;

  // One instance: the algorithm's quotients and enclosures of attention's, entry by entry.
  struct Outputs {
    RationalMatrix algorithm;
    ScalarMatrix<Interval> attention;
    bool equal = false;  // whether the algorithm's sums are the definition's with P
  };
  Outputs outputs_on(const GivenMatrices& given) const;

  // The largest |output - Att| on one instance.
  Interval error_on(const GivenMatrices& given, bool& equal) const;

  Integer multiplications() const;
  // n^t tuples, each with t - 1 multiplications a column, score and exponential not counted.
  Integer definition_multiplications() const;

 private:
  template <class Scalar, class Convert>
  LowRank<Scalar> low_rank(const Monomials& monomials, const std::vector<Rational>& coefficients, long d,
                           const Convert& convert) const {
    LowRank<Scalar> result{&monomials, {}, convert(Rational(1))};
    for (const Rational& w : monomials.weights(coefficients, Rational(1, d)))
      result.weights.push_back(convert(w));
    return result;
  }

  ApproximationAlgorithm algorithm_;
  AttentionPolynomial h_;
  long n_;
  long d_;
  Rational gamma_;
  Rational eps_;
  CertifiedPolynomial polynomial_;
  Monomials monomials_;
};

template <class Scalar>
DefinedSums<Scalar> Approximation::by_definition(const std::vector<ScalarMatrix<Scalar>>& q,
                                                 const std::vector<ScalarMatrix<Scalar>>& v,
                                                 const std::vector<Scalar>& coefficients,
                                                 const Scalar& inverse_d) const {
  const std::function<Scalar(const std::vector<Eigen::Index>&)> weight =
      [&](const std::vector<Eigen::Index>& tuple) {
        if (algorithm_ == ApproximationAlgorithm::strassen) {
          Scalar product =
              polynomial_value(coefficients, Scalar(monomial_score(h_.monomials()[0], q, tuple) * inverse_d));
          for (std::size_t m = 1; m < h_.monomials().size(); ++m) {
            product =
                product * polynomial_value(coefficients,
                                           Scalar(monomial_score(h_.monomials()[m], q, tuple) * inverse_d));
          }
          return product;
        }
        Scalar score{};
        for (const auto& monomial : h_.monomials()) score = score + monomial_score(monomial, q, tuple);
        return polynomial_value(coefficients, Scalar(score * inverse_d));
      };
  return defined_sums<Scalar>(v, weight);
}

}  // namespace attest

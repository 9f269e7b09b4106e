#include <fmt/format.h>

#include <cmath>

#include "algorithms/approximation/approximate_poly.hpp"
#include "algorithms/approximation/degree_bounds.hpp"
#include "algorithms/approximation/output_error.hpp"
#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"

namespace attest {

namespace {

template <class Scalar>
void require_entries(const char* name, std::size_t index, const ScalarMatrix<Scalar>& matrix, double bound) {
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    for (Eigen::Index c = 0; c < matrix.cols(); ++c) {
      const auto x = static_cast<double>(matrix(i, c));
      if (std::isfinite(x) && std::abs(x) <= bound) continue;
      throw UsageError(fmt::format("{}^({})[{},{}]", name, index, i + 1, c + 1), fmt::format("{}", x),
                       std::isinf(bound) ? "a finite number" : fmt::format("a number in [-{0}, {0}]", bound));
    }
  }
}

template <class Scalar>
void require_shape(const char* name, std::size_t index, const ScalarMatrix<Scalar>& matrix, Eigen::Index rows,
                   Eigen::Index columns) {
  if (matrix.rows() == rows && matrix.cols() == columns && rows > 0 && columns > 0) return;
  throw UsageError(fmt::format("{}^({})", name, index), fmt::format("{}x{}", matrix.rows(), matrix.cols()),
                   fmt::format("{}x{}, at least 1x1", rows, columns));
}

template <class Scalar>
LowRank<Scalar> rounded(const Monomials& monomials, const ExpPolynomial& p, Eigen::Index d) {
  LowRank<Scalar> low_rank{&monomials, {}, Scalar(1)};
  for (const Rational& w : monomials.weights(p.coefficients, Rational(1, static_cast<long>(d))))
    low_rank.weights.push_back(static_cast<Scalar>(approximate(w)));
  return low_rank;
}

ExpPolynomial polynomial_for(const Rational& range, const Rational& eps) {
  if (range <= 0 || range > 64)
    throw UsageError("scores h(Q)/d", to_string(range), "a bound above 0, at most 64");
  if (eps <= 0 || eps >= 1) throw UsageError("eps", to_string(eps), "a number between 0 and 1");
  CertifiedPolynomial best = least_polynomial(range, eps);
  if (!best.certified)
    throw UsageError("eps", to_string(eps), "an error for which a polynomial can be certified");
  return std::move(best.polynomial);
}

}  // namespace

Integer strassen_multiplications(long n, long query_columns, long value_columns, const Integer& r) {
  const Integer d = value_columns;
  return 3 * n * (r - 1 - query_columns) + (3 * d + 4) * n * r + 3 * (d + 1) * n * r * r +
         (d + 1) * r * r * r;
}

Integer poly_multiplications(const AttentionPolynomial& h, long n, long query_columns, long value_columns,
                             const Integer& r) {
  const Integer t = h.variables();
  const Integer s = h.monomials().size();
  const Integer d = value_columns;
  return t * n * (r - 1 - s * query_columns) + n * r + (t - 1) * n * r * d + (t - 2) * r * (d + 1) +
         n * r * (d + 1);
}

Rational score_bound(const AttentionPolynomial& h, const Rational& gamma) {
  Rational sum(0);
  for (const auto& monomial : h.monomials()) {
    Rational product(1);
    for (std::size_t i = 0; i < monomial.size(); ++i) product *= gamma;
    sum += product;
  }
  return sum;
}

Interval output_error_bound(const Rational& eps, long factors, Precision precision) {
  const Interval one(1L, precision);
  const Interval ratio(Rational((1 + eps) / (1 - eps)), precision);
  Interval rho = one;
  for (long k = 0; k < factors; ++k) rho = rho * ratio;
  const Interval root = sqrt(rho);
  return Interval(2L, precision) * (root - one) / (root + one);
}

template <class Scalar>
ScalarMatrix<Scalar> approximate_strassen_attention(const std::array<ScalarMatrix<Scalar>, 3>& q,
                                                    const ScalarMatrix<Scalar>& v1,
                                                    const ScalarMatrix<Scalar>& v2, const Rational& gamma,
                                                    const Rational& eps) {
  for (std::size_t j = 0; j < 3; ++j) {
    require_shape("Q", j + 1, q[j], q[0].rows(), q[0].cols());
    require_entries("Q", j + 1, q[j], approximate(gamma));
  }
  require_shape("V", 1, v1, q[0].rows(), v1.cols());
  require_shape("V", 2, v2, q[0].rows(), v1.cols());
  require_entries("V", 1, v1, HUGE_VAL);
  require_entries("V", 2, v2, HUGE_VAL);
  const ExpPolynomial p = polynomial_for(Rational(gamma * gamma), eps);
  const Monomials monomials(static_cast<std::size_t>(q[0].cols()), p.degree());
  return divided(strassen_quotients(q, v1, v2, rounded<Scalar>(monomials, p, q[0].cols())));
}

template <class Scalar>
ScalarMatrix<Scalar> approximate_poly_attention(const AttentionPolynomial& h,
                                                const std::vector<ScalarMatrix<Scalar>>& q,
                                                const std::vector<ScalarMatrix<Scalar>>& v,
                                                const Rational& gamma, const Rational& eps) {
  if (q.size() != h.variables() || v.size() + 1 != h.variables()) {
    throw UsageError(
        "matrices", fmt::format("{} Q and {} V", q.size(), v.size()),
        fmt::format("{} Q and {} V for h = {}", h.variables(), h.variables() - 1, h.to_string()));
  }
  for (std::size_t j = 0; j < q.size(); ++j) {
    require_shape("Q", j + 1, q[j], q[0].rows(), q[0].cols());
    require_entries("Q", j + 1, q[j], approximate(gamma));
  }
  for (std::size_t j = 0; j < v.size(); ++j) {
    require_shape("V", j + 2, v[j], q[0].rows(), v[0].cols());
    require_entries("V", j + 2, v[j], HUGE_VAL);
  }
  const ExpPolynomial p = polynomial_for(score_bound(h, gamma), eps);
  const Monomials monomials(h.monomials().size() * static_cast<std::size_t>(q[0].cols()), p.degree());
  return divided(poly_quotients(h, q, v, rounded<Scalar>(monomials, p, q[0].cols())));
}

template ScalarMatrix<double> approximate_strassen_attention(const std::array<ScalarMatrix<double>, 3>&,
                                                             const ScalarMatrix<double>&,
                                                             const ScalarMatrix<double>&, const Rational&,
                                                             const Rational&);
template ScalarMatrix<float> approximate_strassen_attention(const std::array<ScalarMatrix<float>, 3>&,
                                                            const ScalarMatrix<float>&,
                                                            const ScalarMatrix<float>&, const Rational&,
                                                            const Rational&);
template ScalarMatrix<double> approximate_poly_attention(const AttentionPolynomial&,
                                                         const std::vector<ScalarMatrix<double>>&,
                                                         const std::vector<ScalarMatrix<double>>&,
                                                         const Rational&, const Rational&);
template ScalarMatrix<float> approximate_poly_attention(const AttentionPolynomial&,
                                                        const std::vector<ScalarMatrix<float>>&,
                                                        const std::vector<ScalarMatrix<float>>&,
                                                        const Rational&, const Rational&);

}  // namespace attest

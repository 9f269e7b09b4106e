#include "algorithms/approximation/approximation.hpp"

#include <fmt/format.h>

#include "claims/usage_error.hpp"
#include "numeric/decimal.hpp"

namespace attest {

namespace {

constexpr Precision definition_precision = 320;
constexpr long largest_range = 32;
constexpr long most_symbolic_entries = 40;        // of Q and V, as indeterminates; otherwise n = 2, d = 1
constexpr std::size_t symbolic_coefficients = 4;  // of P where d = 1
constexpr std::size_t fewer_symbolic_coefficients = 3;  // of P beyond

// Counts what is done instead of doing it. Zero by default.
struct CountingScalar {
  static thread_local std::uint64_t multiplications;
};
thread_local std::uint64_t CountingScalar::multiplications = 0;
CountingScalar operator+(const CountingScalar& a, const CountingScalar&) {
  return a;
}
CountingScalar operator*(const CountingScalar& a, const CountingScalar&) {
  ++CountingScalar::multiplications;
  return a;
}

// The variable of one entry of Q^(j) or V^(j), numbered row by row.
Polynomial entry(char matrix, std::size_t j, long index) {
  return Polynomial::variable(fmt::format("{}{}_{}", matrix, j, index));
}

const AttentionPolynomial& inner_product() {
  static const AttentionPolynomial h = AttentionPolynomial::standard();
  return h;
}

Rational range_of(ApproximationAlgorithm algorithm, const AttentionPolynomial& h, const Rational& gamma) {
  return algorithm == ApproximationAlgorithm::strassen ? Rational(gamma * gamma) : score_bound(h, gamma);
}

std::size_t columns_of(ApproximationAlgorithm algorithm, const AttentionPolynomial& h, long d) {
  return static_cast<std::size_t>(d) *
         (algorithm == ApproximationAlgorithm::strassen ? 1 : h.monomials().size());
}

// Refuses what would take a long search first: scores beyond 32, and ranks beyond what Monomials takes.
CertifiedPolynomial polynomial_for(const Rational& range, std::size_t columns, const Rational& eps) {
  if (range > largest_range) {
    throw UsageError("Gamma", fmt::format("scores up to {}", to_string(range)),
                     fmt::format("scores h(Q)/d of at most {}", largest_range));
  }
  const Interval log_inverse_eps = log(Interval(Rational(1 / eps), definition_precision));
  Monomials(columns, degree_bracket(range, log_inverse_eps).least);
  return least_polynomial(range, eps);
}

}  // namespace

Approximation::Approximation(ApproximationAlgorithm algorithm, AttentionPolynomial h, long n, long d,
                             const Rational& gamma, const Rational& eps)
    : algorithm_(algorithm),
      h_(std::move(h)),
      n_(n),
      d_(d),
      gamma_(gamma),
      eps_(eps),
      polynomial_(polynomial_for(range_of(algorithm, h_, gamma), columns_of(algorithm, h_, d), eps)),
      monomials_(columns_of(algorithm, h_, d), polynomial_.polynomial.degree()) {}

long Approximation::factors() const {
  return algorithm_ == ApproximationAlgorithm::strassen ? static_cast<long>(h_.monomials().size()) : 1;
}

Check Approximation::polynomial_check() const {
  const std::string text =
      fmt::format("degree {}: relative error at most {} on [-{}, {}], {} cells",
                  polynomial_.polynomial.degree(), decimal_rounded_up(polynomial_.error.upper),
                  to_string(range()), to_string(range()), polynomial_.error.cells);
  if (!polynomial_.certified) return undecided("exp-polynomial", text + "; not below eps");
  return holds("exp-polynomial", Evidence::cover, text);
}

Check Approximation::low_rank_check() const {
  // Algorithm 1 factors each [P(<Q_i, Q'_j> / d)], Algorithm 3 the tensor of h.
  const AttentionPolynomial& h = algorithm_ == ApproximationAlgorithm::strassen ? inner_product() : h_;
  std::vector<ScalarMatrix<Polynomial>> rows;
  for (std::size_t j = 0; j < h.variables(); ++j) {
    ScalarMatrix<Polynomial> row(1, d_);
    for (long c = 0; c < d_; ++c) row(0, c) = entry('q', j + 1, c + 1);
    rows.push_back(std::move(row));
  }
  const auto& p = polynomial_.polynomial.coefficients;
  const auto low = low_rank<Polynomial>(monomials_, p, d_, [](const Rational& x) { return Polynomial(x); });
  std::vector<ScalarMatrix<Polynomial>> features;
  for (std::size_t j = 0; j < h.variables(); ++j) {
    features.push_back(
        monomial_features(monomials_, tensor_form_rows(h, j, rows[j], 0, 1, low.one), 0, 1, low.one));
  }
  Polynomial sum;
  for (std::size_t m = 0; m < monomials_.size(); ++m) {
    Polynomial product = low.weights[m];
    for (const auto& f : features) product = product * f(0, static_cast<Eigen::Index>(m));
    sum += product;
  }
  Polynomial score;
  const std::vector<Eigen::Index> tuple(h.variables(), 0);
  for (const auto& monomial : h.monomials()) score += monomial_score(monomial, rows, tuple);
  const std::vector<Polynomial> coefficients(p.begin(), p.end());
  const Polynomial expected = polynomial_value(coefficients, Polynomial(score * Polynomial(Rational(1, d_))));
  const std::string text =
      fmt::format("rank r = C({}+{},{}) = {}", monomials_.variables(), polynomial_.polynomial.degree(),
                  polynomial_.polynomial.degree(), rank().str());
  if (!(sum - expected).is_zero())
    return refuted(Kind::construction, "low-rank", text + ": the factors do not multiply to P");
  return holds("low-rank", Evidence::symbolic,
               text + ": the factors multiply to P, as polynomials in the entries");
}

Check Approximation::algorithm_check() const {
  const auto matrices = static_cast<long>(2 * h_.variables() - 1);
  const bool own_size = matrices * n_ * d_ <= most_symbolic_entries;
  const long n = own_size ? n_ : 2;
  const long d = own_size ? d_ : 1;
  std::vector<ScalarMatrix<Polynomial>> q;
  std::vector<ScalarMatrix<Polynomial>> v;
  for (std::size_t j = 0; j < h_.variables(); ++j) {
    ScalarMatrix<Polynomial> of_q(n, d);
    ScalarMatrix<Polynomial> of_v(n, d);
    for (long i = 0; i < n; ++i) {
      for (long c = 0; c < d; ++c) {
        of_q(i, c) = entry('q', j + 1, i * d + c + 1);
        if (j > 0) of_v(i, c) = entry('v', j + 1, i * d + c + 1);
      }
    }
    q.push_back(std::move(of_q));
    if (j > 0) v.push_back(std::move(of_v));
  }
  std::vector<Rational> p = polynomial_.polynomial.coefficients;
  p.resize(std::min(p.size(), d == 1 ? symbolic_coefficients : fewer_symbolic_coefficients));
  const Monomials monomials(columns_of(algorithm_, h_, d), static_cast<long>(p.size()) - 1);
  const auto low = low_rank<Polynomial>(monomials, p, d, [](const Rational& x) { return Polynomial(x); });
  const Quotients<Polynomial> fast = by_algorithm(q, v, low);
  const DefinedSums<Polynomial> slow =
      by_definition(q, v, std::vector<Polynomial>(p.begin(), p.end()), Polynomial(Rational(1, d)));
  for (long i = 0; i < n; ++i) {
    for (long c = 0; c < d; ++c) {
      if (!(fast.numerators(i, c) - slow.numerators(i, c)).is_zero() ||
          !(fast.denominators(i, 0) - slow.denominators(i, 0)).is_zero()) {
        return refuted(Kind::construction, "algorithm",
                       fmt::format("entry ({}, {}) is not the definition's with P for exp", i + 1, c + 1));
      }
    }
  }
  return holds(
      "algorithm", Evidence::symbolic,
      fmt::format(
          "numerators and denominators are those of the definition with P (first {} coefficients) for exp, "
          "as polynomials in all entries at n = {}, d = {}",
          p.size(), n, d));
}

Integer Approximation::multiplications() const {
  return algorithm_ == ApproximationAlgorithm::strassen ? strassen_multiplications(n_, d_, d_, rank())
                                                        : poly_multiplications(h_, n_, d_, d_, rank());
}

Integer Approximation::definition_multiplications() const {
  const auto t = static_cast<unsigned long>(h_.variables());
  return power(Integer(n_), t) * (t - 1) * d_;
}

Check Approximation::cost_check() const {
  const std::vector<ScalarMatrix<CountingScalar>> q(h_.variables(), ScalarMatrix<CountingScalar>(n_, d_));
  const std::vector<ScalarMatrix<CountingScalar>> v(h_.variables() - 1, ScalarMatrix<CountingScalar>(n_, d_));
  const LowRank<CountingScalar> low{&monomials_, std::vector<CountingScalar>(monomials_.size()), {}};
  CountingScalar::multiplications = 0;
  by_algorithm(q, v, low);
  const Integer counted = CountingScalar::multiplications;
  if (counted != multiplications()) {
    return refuted(
        Kind::constant, "cost",
        fmt::format("{} multiplications, {} by the formula", counted.str(), multiplications().str()));
  }
  return holds(
      "cost", Evidence::cover,
      fmt::format(
          "{} multiplications counted, as the formula says, whatever the entries; the definition's sums "
          "take {}",
          counted.str(), definition_multiplications().str()));
}

Approximation::Outputs Approximation::outputs_on(const GivenMatrices& given) const {
  const auto& p = polynomial_.polynomial.coefficients;
  const auto low = low_rank<Rational>(monomials_, p, d_, [](const Rational& x) { return x; });
  const Quotients<Rational> fast = by_algorithm(given.q, given.v, low);
  const DefinedSums<Rational> slow = by_definition(given.q, given.v, p, Rational(1, d_));
  std::vector<ScalarMatrix<Interval>> v;
  for (const RationalMatrix& matrix : given.v) {
    v.push_back(matrix.unaryExpr([](const Rational& x) { return Interval(x, definition_precision); }));
  }
  const DefinedSums<Interval> exact = defined_sums<Interval>(v, [&](const std::vector<Eigen::Index>& tuple) {
    Rational score(0);
    for (const auto& monomial : h_.monomials()) score += monomial_score(monomial, given.q, tuple);
    return exp(Interval(Rational(score / d_), definition_precision));
  });
  Outputs outputs{RationalMatrix(n_, d_), ScalarMatrix<Interval>(n_, d_),
                  fast.numerators == slow.numerators && fast.denominators == slow.denominators};
  for (long i = 0; i < n_; ++i) {
    for (long c = 0; c < d_; ++c) {
      outputs.algorithm(i, c) = fast.numerators(i, c) / fast.denominators(i, 0);
      outputs.attention(i, c) = exact.numerators(i, c) / exact.denominators(i, 0);
    }
  }
  return outputs;
}

Interval Approximation::error_on(const GivenMatrices& given, bool& equal) const {
  const Outputs outputs = outputs_on(given);
  equal = outputs.equal;
  Interval largest(0L, definition_precision);
  for (long i = 0; i < n_; ++i) {
    for (long c = 0; c < d_; ++c)
      largest = max(largest,
                    abs(Interval(outputs.algorithm(i, c), definition_precision) - outputs.attention(i, c)));
  }
  return largest;
}

Approximation::Outcome Approximation::try_given(const Interval& bound) const {
  Outcome outcome;
  outcome.largest = Interval(0L, definition_precision);
  for (const GivenMatrices& given : given_matrices(h_.variables(), n_, d_, gamma_)) {
    bool equal = false;
    const Interval error = error_on(given, equal);
    ++outcome.instances;
    const Ordering order = compare(error, bound);
    if (!equal) ++outcome.unequal;
    if (order == Ordering::greater) ++outcome.exceeding;
    if (order == Ordering::undecided) ++outcome.undecided;
    if ((!equal || order == Ordering::greater) && outcome.first_failing.empty())
      outcome.first_failing = given.name;
    if (outcome.worst.empty() || compare(error, outcome.largest) == Ordering::greater)
      outcome.worst = given.name;
    outcome.largest = max(outcome.largest, error);
  }
  return outcome;
}

}  // namespace attest

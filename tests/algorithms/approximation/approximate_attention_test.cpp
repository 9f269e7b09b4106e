#include <catch2/catch.hpp>
#include <limits>
#include <random>

#include "algorithms/approximation/approximation.hpp"
#include "algorithms/approximation/rank_growth.hpp"
#include "claims/usage_error.hpp"
#include "constructions/poly/approximation_claims.hpp"

namespace attest::approximate_attention_test {

namespace {

const std::vector<const char*> polynomials{"x1*x2",          "x1*x2+x2*x3", "x1*x2*x3",
                                           "x1*x2*x3+x1*x2", "x2*x3+x1*x3", "x1*x2+x2*x3+x3*x1"};

Rational value_of(const std::vector<Rational>& p, const Rational& x) {
  Rational sum(0);
  for (std::size_t k = p.size(); k-- > 0;) sum = sum * x + p[k];
  return sum;
}

template <class Scalar, class Convert>
LowRank<Scalar> low_rank(const Monomials& monomials, const std::vector<Rational>& p, long d,
                         const Convert& convert) {
  LowRank<Scalar> result{&monomials, {}, convert(Rational(1))};
  for (const Rational& w : monomials.weights(p, Rational(1, d))) result.weights.push_back(convert(w));
  return result;
}
LowRank<Rational> exact(const Monomials& monomials, const std::vector<Rational>& p, long d) {
  return low_rank<Rational>(monomials, p, d, [](const Rational& x) { return x; });
}

// P entry by entry of A B^T / d.
RationalMatrix entries(const std::vector<Rational>& p, const RationalMatrix& a, const RationalMatrix& b) {
  RationalMatrix result(a.rows(), b.rows());
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    for (Eigen::Index j = 0; j < b.rows(); ++j) {
      Rational sum(0);
      for (Eigen::Index c = 0; c < a.cols(); ++c) sum += a(i, c) * b(j, c);
      result(i, j) = value_of(p, sum / static_cast<long>(a.cols()));
    }
  }
  return result;
}

// [X D1 Y D2 Z]_ii with whole matrices, as eq. 2 is printed.
Rational diagonal(const RationalMatrix& x, const RationalMatrix& y, const RationalMatrix& z,
                  const RationalMatrix& v1, const RationalMatrix& v2, Eigen::Index i, Eigen::Index l) {
  Rational sum(0);
  for (Eigen::Index j = 0; j < x.rows(); ++j) {
    for (Eigen::Index k = 0; k < x.rows(); ++k) sum += x(i, j) * v1(j, l) * y(j, k) * v2(k, l) * z(k, i);
  }
  return sum;
}

const std::vector<Rational> some_polynomial{Rational(1), Rational(9, 10), Rational(2, 3), Rational(1, 7),
                                            Rational(1, 50)};

}  // namespace

TEST_CASE("There are C(d + g, g) monomials and their weights make P", "[approximation]") {
  for (const std::size_t d : {1U, 2U, 3U, 5U}) {
    const Monomials monomials(d, 4);
    REQUIRE(Integer(monomials.size()) == monomial_count(d, 4));
    const auto w = monomials.weights(some_polynomial, Rational(1, static_cast<long>(d)));
    std::vector<Rational> z;
    Rational total(0);
    for (std::size_t c = 0; c < d; ++c) {
      z.push_back(Rational(static_cast<long>(2 * c) - 3) / 7);
      total += z.back();
    }
    Rational sum(0);
    for (std::size_t m = 0; m < monomials.size(); ++m) {
      Rational product = w[m];
      for (std::size_t c = 0; c < d; ++c) {
        for (long e = 0; e < monomials.exponents()[m][c]; ++e) product *= z[c];
      }
      sum += product;
    }
    REQUIRE(sum == value_of(some_polynomial, total / static_cast<long>(d)));
  }
  REQUIRE(monomial_count(20, 9) == 10015005);
  REQUIRE_THROWS_AS(Monomials(20, 9), UsageError);
}

TEST_CASE("Algorithm 1 gives the diagonals of whole matrices exactly, in blocks of any size",
          "[approximation]") {
  for (const auto& [n, d] : {std::pair{1L, 1L}, {3L, 2L}, {5L, 1L}}) {
    const GivenMatrices given =
        random_matrices(static_cast<std::uint64_t>(10 * n + d), 3, n, d, Rational(3, 2));
    const Monomials monomials(static_cast<std::size_t>(d), 4);
    const LowRank<Rational> low = exact(monomials, some_polynomial, d);
    const RationalMatrix x = entries(some_polynomial, given.q[0], given.q[1]);
    const RationalMatrix y = entries(some_polynomial, given.q[1], given.q[2]);
    const RationalMatrix z = entries(some_polynomial, given.q[2], given.q[0]);
    const RationalMatrix ones = RationalMatrix::Constant(n, d, Rational(1));
    for (const Eigen::Index block : {1, 2, 1024}) {
      const auto result = strassen_quotients<Rational>({given.q[0], given.q[1], given.q[2]}, given.v[0],
                                                       given.v[1], low, block);
      for (long i = 0; i < n; ++i) {
        REQUIRE(result.denominators(i, 0) == diagonal(x, y, z, ones, ones, i, 0));
        for (long l = 0; l < d; ++l)
          REQUIRE(result.numerators(i, l) == diagonal(x, y, z, given.v[0], given.v[1], i, l));
      }
    }
  }
}

TEST_CASE("A factor column that is dropped or changed is caught", "[approximation]") {
  const GivenMatrices given = random_matrices(5, 3, 3, 2, Rational(1));
  const Monomials monomials(2, 4);
  const LowRank<Rational> low = exact(monomials, some_polynomial, 2);
  const std::array<RationalMatrix, 3> q{given.q[0], given.q[1], given.q[2]};
  const auto right = strassen_quotients(q, given.v[0], given.v[1], low);
  const std::vector<RationalMatrix> all_q = given.q;
  const auto h = AttentionPolynomial::parse("x1*x2*x3");
  const auto poly_right = poly_quotients(h, all_q, given.v, low);
  for (std::size_t m = 0; m < monomials.size(); ++m) {
    for (const Rational& planted :
         {Rational(0), Rational(low.weights[m] + Rational(Integer(1), power(2, 200)))}) {
      LowRank<Rational> wrong = low;
      wrong.weights[m] = planted;
      REQUIRE(strassen_quotients(q, given.v[0], given.v[1], wrong).denominators != right.denominators);
      REQUIRE(poly_quotients(h, all_q, given.v, wrong).denominators != poly_right.denominators);
    }
  }
}

TEST_CASE("Algorithm 3 gives the sums over all tuples exactly, for every attention polynomial tried",
          "[approximation]") {
  for (const char* text : polynomials) {
    const auto h = AttentionPolynomial::parse(text);
    const long n = 3;
    const long d = 2;
    const GivenMatrices given = random_matrices(7, h.variables(), n, d, Rational(1));
    const Monomials monomials(h.monomials().size() * 2, 3);
    std::vector<Rational> p(some_polynomial.begin(), some_polynomial.begin() + 4);
    const auto result = poly_quotients(h, given.q, given.v, exact(monomials, p, d), Eigen::Index{2});
    for (long i = 0; i < n; ++i) {
      Rational denominator(0);
      Rational numerator(0);
      for (long j = 0; j < n; ++j) {
        for (long k = 0; k < (h.variables() == 3 ? n : 1); ++k) {
          const std::vector<long> tuple{i, j, k};
          Rational score(0);
          for (const auto& monomial : h.monomials()) {
            for (long c = 0; c < d; ++c) {
              Rational product(1);
              for (const std::size_t x : monomial) product *= given.q[x](tuple[x], c);
              score += product;
            }
          }
          const Rational w = value_of(p, score / d);
          denominator += w;
          numerator += w * given.v[0](j, 1) * (h.variables() == 3 ? given.v[1](k, 1) : Rational(1));
        }
      }
      REQUIRE(result.denominators(i, 0) == denominator);
      REQUIRE(result.numerators(i, 1) == numerator);
    }
  }
}

TEST_CASE("Intervals enclose the exact result of the same text", "[approximation]") {
  const GivenMatrices given = random_matrices(9, 3, 4, 2, Rational(1));
  const Monomials monomials(2, 4);
  const auto convert = [](const Rational& x) { return Interval(x, 128); };
  const auto low = low_rank<Interval>(monomials, some_polynomial, 2, convert);
  const auto as_intervals = [&](const RationalMatrix& m) {
    return ScalarMatrix<Interval>(m.unaryExpr(convert));
  };
  const auto enclosed = divided(strassen_quotients<Interval>(
      {as_intervals(given.q[0]), as_intervals(given.q[1]), as_intervals(given.q[2])},
      as_intervals(given.v[0]), as_intervals(given.v[1]), low));
  const auto right = divided(strassen_quotients<Rational>({given.q[0], given.q[1], given.q[2]}, given.v[0],
                                                          given.v[1], exact(monomials, some_polynomial, 2)));
  for (long i = 0; i < 4; ++i) {
    for (long c = 0; c < 2; ++c) {
      REQUIRE(enclosed(i, c).contains(right(i, c)));
      REQUIRE(arb_rel_accuracy_bits(enclosed(i, c).ball()) > 90);
    }
  }
}

TEST_CASE("The certified error is that of attention evaluated by matrix products in another place",
          "[approximation]") {
  const Rational gamma(1);
  const Rational eps(1, 1000);
  const Approximation approximation(ApproximationAlgorithm::strassen, AttentionPolynomial::strassen(), 4, 2,
                                    gamma, eps);
  const GivenMatrices given = random_matrices(3, 3, 4, 2, gamma);
  bool equal = false;
  const Interval error = approximation.error_on(given, equal);
  REQUIRE(equal);
  const auto e = [&](const RationalMatrix& a, Eigen::Index i, const RationalMatrix& b, Eigen::Index j) {
    return exp(Interval(Rational((a(i, 0) * b(j, 0) + a(i, 1) * b(j, 1)) / 2), 256));
  };
  const auto& p = approximation.polynomial().polynomial.coefficients;
  const RationalMatrix x = entries(p, given.q[0], given.q[1]);
  const RationalMatrix y = entries(p, given.q[1], given.q[2]);
  const RationalMatrix z = entries(p, given.q[2], given.q[0]);
  const RationalMatrix ones = RationalMatrix::Constant(4, 2, Rational(1));
  Interval largest(0L, 256);
  for (long i = 0; i < 4; ++i) {
    for (long l = 0; l < 2; ++l) {
      Interval numerator(0L, 256);
      Interval denominator(0L, 256);
      for (long j = 0; j < 4; ++j) {
        for (long k = 0; k < 4; ++k) {
          const Interval w = e(given.q[0], i, given.q[1], j) * e(given.q[1], j, given.q[2], k) *
                             e(given.q[2], k, given.q[0], i);
          denominator = denominator + w;
          numerator = numerator + w * Interval(Rational(given.v[0](j, l) * given.v[1](k, l)), 256);
        }
      }
      const Rational output =
          diagonal(x, y, z, given.v[0], given.v[1], i, l) / diagonal(x, y, z, ones, ones, i, l);
      largest = max(largest, abs(numerator / denominator - Interval(output, 256)));
    }
  }
  REQUIRE(compare(abs(largest - error), Rational(Integer(1), power(2, 180))) == Ordering::less);
  REQUIRE(compare(error, Rational(0)) == Ordering::greater);
  REQUIRE(compare(error, output_error_bound(eps, 3, 256)) == Ordering::less);
}

TEST_CASE("The bound from the relative error holds for random weights and cannot be improved",
          "[approximation]") {
  const Rational eps(1, 20);
  const Interval bound = output_error_bound(eps, 3, 128);
  std::mt19937_64 generator(4);
  const Rational low = (1 - eps) * (1 - eps) * (1 - eps);
  const Rational high = (1 + eps) * (1 + eps) * (1 + eps);
  for (int trial = 0; trial < 300; ++trial) {
    Rational w(0), wv(0), x(0), xv(0);
    for (int i = 0; i < 5; ++i) {
      const Rational weight(static_cast<long>(generator() % 100) + 1);
      const Rational value = Rational(static_cast<long>(generator() % 21) - 10) / 10;
      const Rational factor = low + (high - low) * Rational(static_cast<long>(generator() % 5)) / 4;
      w += weight;
      wv += weight * value;
      x += weight * factor;
      xv += weight * factor * value;
    }
    REQUIRE(compare(Interval(abs(Rational(xv / x - wv / w)), 128), bound) != Ordering::greater);
  }
  // Weight 1 on value -1, weight s near sqrt(rho) on value 1, factors high and low.
  Interval best(0L, 128);
  for (long k = 90; k <= 140; ++k) {
    const Rational s(k, 100);
    const Rational change = (s - 1) / (s + 1) - (s * low - high) / (s * low + high);
    best = max(best, Interval(change, 128));
  }
  REQUIRE(compare(best * Interval(Rational(10001, 10000), 128), bound) == Ordering::greater);
}

TEST_CASE("Double and float results are within the certified bound and rounding of attention",
          "[approximation]") {
  const GivenMatrices given = random_matrices(11, 3, 12, 3, Rational(1));
  const Rational eps(1, 10000);
  const auto d = [](const RationalMatrix& m) {
    return ScalarMatrix<double>(m.unaryExpr([](const Rational& x) { return x.convert_to<double>(); }));
  };
  const std::array<ScalarMatrix<double>, 3> q{d(given.q[0]), d(given.q[1]), d(given.q[2])};
  const ScalarMatrix<double> v1 = d(given.v[0]);
  const ScalarMatrix<double> v2 = d(given.v[1]);
  const ScalarMatrix<double> output = approximate_strassen_attention(q, v1, v2, Rational(1), eps);
  const auto by_h = approximate_poly_attention<double>(AttentionPolynomial::strassen(), {q[0], q[1], q[2]},
                                                       {v1, v2}, Rational(1), Rational(1, 100));
  const ScalarMatrix<float> single =
      approximate_strassen_attention<float>({q[0].cast<float>(), q[1].cast<float>(), q[2].cast<float>()},
                                            v1.cast<float>(), v2.cast<float>(), Rational(1), eps);
  for (long i = 0; i < 12; ++i) {
    for (long l = 0; l < 3; ++l) {
      double numerator = 0;
      double denominator = 0;
      for (long j = 0; j < 12; ++j) {
        for (long k = 0; k < 12; ++k) {
          const double w = std::exp(
              (q[0].row(i).dot(q[1].row(j)) + q[1].row(j).dot(q[2].row(k)) + q[2].row(k).dot(q[0].row(i))) /
              3);
          denominator += w;
          numerator += w * v1(j, l) * v2(k, l);
        }
      }
      REQUIRE(std::abs(output(i, l) - numerator / denominator) < 3.0001e-4);
      REQUIRE(std::abs(by_h(i, l) - numerator / denominator) < 1.0001e-2);
      REQUIRE(std::abs(single(i, l) - output(i, l)) < 1e-4);
    }
  }
}

TEST_CASE("Shapes that do not fit and entries that are not allowed are refused with their position",
          "[approximation]") {
  ScalarMatrix<double> q = ScalarMatrix<double>::Constant(2, 2, 0.5);
  const ScalarMatrix<double> v = q;
  const auto call = [&](const ScalarMatrix<double>& q2, const ScalarMatrix<double>& v2) {
    return approximate_strassen_attention<double>({q, q2, q}, v, v2, Rational(1), Rational(1, 100));
  };
  REQUIRE_NOTHROW(call(q, v));
  ScalarMatrix<double> bad = q;
  bad(1, 0) = std::numeric_limits<double>::quiet_NaN();
  REQUIRE_THROWS_WITH(call(bad, v), Catch::Contains("Q^(2)[2,1]"));
  REQUIRE_THROWS_WITH(call(q, bad), Catch::Contains("V^(2)[2,1]"));
  bad(1, 0) = 1.25;
  REQUIRE_THROWS_WITH(call(bad, v), Catch::Contains("[-1, 1]"));
  REQUIRE_NOTHROW(call(q, bad));
  REQUIRE_THROWS_AS(call(ScalarMatrix<double>::Constant(3, 2, 0.5), v), UsageError);
  REQUIRE_THROWS_AS(approximate_poly_attention<double>(AttentionPolynomial::standard(), {q, q, q}, {v},
                                                       Rational(1), Rational(1, 100)),
                    UsageError);
}

TEST_CASE("The rank pays from where exact integers say it does", "[approximation]") {
  const long last = 64;
  for (const long c : {1L, 2L}) {
    for (const unsigned long exponent : {1UL, 2UL}) {
      for (const DegreeEnd end : {DegreeEnd::least, DegreeEnd::sufficient}) {
        std::optional<long> from;
        for (long m = 1; m <= last; ++m) {
          const Interval l =
              log(Interval(Rational(power(Integer(2), static_cast<unsigned long>(c * m))), 256));
          const DegreeBracket bracket = degree_bracket(Rational(1), l);
          const long g = end == DegreeEnd::least ? bracket.least : bracket.sufficient;
          const Integer r = monomial_count(static_cast<unsigned long>(m), static_cast<unsigned long>(g));
          if (end == DegreeEnd::sufficient) {
            REQUIRE(rank_at(Rational(1), c, m).degree == g);
            REQUIRE(rank_at(Rational(1), c, m).rank == r);
          }
          if (power(r, exponent) >= power(Integer(2), static_cast<unsigned long>(m))) {
            from.reset();
          } else if (!from) {
            from = m;
          }
        }
        REQUIRE(pays_from(Rational(1), c, static_cast<long>(exponent), last, end) == from);
      }
    }
  }
  REQUIRE(pays_from(Rational(1), 1, 1, last, DegreeEnd::sufficient) == 30);
}

TEST_CASE("The claims on approximate attention give their verdicts and refuse what does not fit",
          "[approximation]") {
  const auto strassen = poly_approximate_strassen_claim();
  const auto poly = poly_approximate_poly_claim();
  const auto verify = [](const Claim& claim, Variant variant, const std::vector<std::string>& words) {
    return claim.verify(variant, parse_parameters(claim.info().parameters, words), {});
  };
  const std::vector<std::string> small{"n=2", "d=1", "Gamma=1", "eps=1/1000"};
  REQUIRE(verify(*strassen, Variant::printed, small).status == Status::ill_formed);
  const Verdict repaired = verify(*strassen, Variant::repaired, small);
  REQUIRE(repaired.status == Status::holds);
  REQUIRE(repaired.evidence == Evidence::cover);
  REQUIRE(repaired.inputs.total == 67);  // 2^6 corners and three seeds
  REQUIRE(repaired.details["rank"] == "5");
  const std::vector<std::string> with_h{"h=x1*x2+x2*x3", "n=2", "d=1", "Gamma=1", "eps=1/1000"};
  const Verdict printed = verify(*poly, Variant::printed, with_h);
  REQUIRE(printed.status == Status::refuted);
  REQUIRE(printed.counterexample["input"]["error"] == "17/7999");  // (gamma/2) (1 + 16) / (4 - gamma/2)
  REQUIRE(verify(*poly, Variant::repaired, with_h).status == Status::holds);
  for (const char* bad : {"n=0", "d=0", "Gamma=0", "Gamma=5", "eps=1/10", "eps=0", "n=40"}) {
    std::vector<std::string> words = small;
    for (std::string& word : words) {
      if (word.substr(0, word.find('=')) == std::string(bad).substr(0, std::string(bad).find('=')))
        word = bad;
    }
    REQUIRE_THROWS_AS(verify(*strassen, Variant::repaired, words), UsageError);
  }
  REQUIRE_THROWS_AS(verify(*poly, Variant::repaired, {"h=x1*x1", "n=2", "d=1", "Gamma=1", "eps=1/100"}),
                    UsageError);
  REQUIRE_THROWS_AS(verify(*poly, Variant::repaired, {"h=x1*x5", "n=2", "d=1", "Gamma=1", "eps=1/100"}),
                    UsageError);
  REQUIRE_THROWS_WITH(
      verify(*poly, Variant::repaired, {"h=x1*x2*x3*x4", "n=2", "d=1", "Gamma=4", "eps=1/100"}),
      Catch::Contains("scores up to 256"));
  REQUIRE_THROWS_AS(verify(*poly, Variant::repaired, {"h=x1", "n=2", "d=1", "Gamma=1", "eps=1/100"}),
                    UsageError);
}

}  // namespace attest::approximate_attention_test

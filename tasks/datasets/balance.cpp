#include "tasks/datasets/balance.hpp"

#include <vector>

#include "tasks/datasets/labels.hpp"

namespace attest {

namespace {

Rational to_the(const Rational& base, long exponent) {
  return {power(numerator_of(base), static_cast<unsigned long>(exponent)),
          power(denominator_of(base), static_cast<unsigned long>(exponent))};
}

}  // namespace

// i != j. The entries of k = i (R_ii, R_ij) and k = j (R_ij, R_jj) share R_ij: neither gives a one exactly if
// R_ij = 0, or R_ij = 1 and R_ii = R_jj = 0. The pairs of the m - 2 other k are independent of all that.
Rational relation_positive(long m, const Rational& p) {
  const Rational q = 1 - p;
  return 1 - (q + p * q * q) * to_the(1 - p * p, m - 2);
}

// i = j: k = i needs R_ii alone, the other k the two entries R_ik and R_ki.
Rational relation_positive_diagonal(long m, const Rational& p) {
  return 1 - (1 - p) * to_the(1 - p * p, m - 1);
}

Rational relation_ones(long m, const Rational& p) {
  if (m == 1) return relation_positive_diagonal(1, p);
  return (relation_positive_diagonal(m, p) + (m - 1) * relation_positive(m, p)) / m;
}

// The rows i and j have independent entries. A colour class of s elements gives no pair k1 != k2 exactly if
// row i is 0 on it, or row j is, or both have one single 1 at the same place:
//     P0(s) = 2 q^s - q^(2s) + s p^2 q^(2(s-1)).
// All m^m colourings are equally likely, and the number of those with class sizes s_1, ..., s_m is
// m!/(s_1!...s_m!), so the probability of no pair at all is m!/m^m times the coefficient of x^m in
// (sum_s P0(s) x^s/s!)^m.
Rational quotient_ones(long m, const Rational& p) {
  const Rational q = 1 - p;
  const auto size = static_cast<std::size_t>(m) + 1;
  std::vector<Rational> one_class(size);
  std::vector<Rational> product(size, Rational(0));
  Rational factorial = 1;
  for (long s = 0; s <= m; ++s) {
    if (s > 0) factorial *= s;
    Rational none = 2 * to_the(q, s) - to_the(q, 2 * s);
    if (s > 0) none += s * p * p * to_the(q, 2 * (s - 1));
    one_class[static_cast<std::size_t>(s)] = none / factorial;
  }
  product[0] = 1;
  for (long colour = 0; colour < m; ++colour) {
    std::vector<Rational> next(size, Rational(0));
    for (std::size_t a = 0; a < size; ++a) {
      for (std::size_t b = 0; a + b < size; ++b) next[a + b] += product[a] * one_class[b];
    }
    product = std::move(next);
  }
  return 1 - product[size - 1] * factorial / Rational(power(Integer(m), static_cast<unsigned long>(m)));
}

Rational average_ones(Rational (*ones)(long m, const Rational& p), long first, long last, const Rational& p) {
  Rational sum = 0;
  for (long m = first; m <= last; ++m) sum += ones(m, p);
  return sum / (last - first + 1);
}

long balancing_thousandths(Rational (*ones)(long m, const Rational& p), long first, long last) {
  const auto distance = [&](long thousandths) {
    const Rational off = average_ones(ones, first, last, Rational(thousandths, 1000)) - Rational(1, 2);
    return Rational(boost::multiprecision::abs(off));
  };
  // `ones` increases in P: bisect for the last value below 1/2, then compare it with the next.
  long below = 1;
  long above = 999;
  while (above - below > 1) {
    const long middle = (below + above) / 2;
    (average_ones(ones, first, last, Rational(middle, 1000)) < Rational(1, 2) ? below : above) = middle;
  }
  return distance(below) <= distance(above) ? below : above;
}

// Residues fall into classes {a, -a}; a class with one residue (0 and, for even M, M/2) matches itself. A
// token gets a one exactly if both residues of its class occur. Words are counted class by class: t places
// out of those that are left are given to the class, and filled
//     a class of one residue:  in 1 way, with t ones;
//     a class of two:          in 2 ways with no one (t >= 1), in 2^t - 2 ways with t ones.
BinProbabilities match2_bins(long N, long M, bool with_M) {
  const auto length = static_cast<std::size_t>(N);
  std::vector<std::vector<Integer>> choose(length + 1, std::vector<Integer>(length + 1, Integer(0)));
  for (std::size_t n = 0; n <= length; ++n) {
    choose[n][0] = 1;
    for (std::size_t k = 1; k <= n; ++k)
      choose[n][k] = choose[n - 1][k - 1] + (k < n ? choose[n - 1][k] : Integer(0));
  }
  std::vector<std::vector<Integer>> words(length + 1, std::vector<Integer>(length + 1, Integer(0)));
  words[0][0] = 1;  // words[tokens placed][ones]
  const long selfish = (with_M ? 1 : 0) + (M % 2 == 0 ? 1 : 0);
  const long pairs = (M - 1) / 2;
  for (long c = 0; c < selfish + pairs; ++c) {
    std::vector<std::vector<Integer>> next(length + 1, std::vector<Integer>(length + 1, Integer(0)));
    for (std::size_t placed = 0; placed <= length; ++placed) {
      for (std::size_t ones = 0; ones <= placed; ++ones) {
        if (words[placed][ones] == 0) continue;
        for (std::size_t t = 0; placed + t <= length; ++t) {
          const Integer ways = choose[length - placed][t] * words[placed][ones];
          if (t == 0) {
            next[placed][ones] += ways;
          } else if (c < selfish) {
            next[placed + t][ones + t] += ways;
          } else {
            next[placed + t][ones] += 2 * ways;
            next[placed + t][ones + t] += (power(Integer(2), t) - 2) * ways;
          }
        }
      }
    }
    words = std::move(next);
  }
  const Integer all = power(Integer(with_M ? M : M - 1), static_cast<unsigned long>(N));
  BinProbabilities result{0, 0, 0, 0};
  for (std::size_t ones = 0; ones <= length; ++ones) {
    result[static_cast<std::size_t>(bin_of(static_cast<int>(ones), static_cast<int>(N)))] +=
        Rational(words[length][ones], all);
  }
  return result;
}

}  // namespace attest

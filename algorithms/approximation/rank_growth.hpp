// From which n on the approximation pays: the rank r = C(d + g, g) for n = 2^m, d = log2 n = m and a relative
// error of eps = n^-c, with the degree g that the closed formula guarantees (degree_bracket: it is at most a
// few above the least).
//
// With scores in a fixed interval g ~ c log n / log log n, so r = n^o(1): but the exponent log r / log n
// falls only like c log log log n / log log n.
#pragma once

#include <optional>
#include <vector>

#include "numeric/interval.hpp"

namespace attest {

struct RankRow {
  long m = 0;       // n = 2^m, d = m
  long degree = 0;  // g
  Integer rank = 0;
  Interval exponent;  // log r / log n
};

// range > 0: scores are in [-range, range]; c >= 1.
RankRow rank_at(const Rational& range, long c, long m);

enum class DegreeEnd {
  least,       // no polynomial of smaller degree will do: where r^power >= n with it, the method does not pay
  sufficient,  // a polynomial of this degree does
};

// The least m from which on, up to `last`, r^power < n at every m; nullopt if it fails at `last`. Power 1:
// the factors are smaller than the matrix that they stand for; power 2: r^2, which every row costs, is below
// n. With `least` the true number is not below, with `sufficient` not above.
std::optional<long> pays_from(const Rational& range, long c, long power, long last, DegreeEnd end);

}  // namespace attest

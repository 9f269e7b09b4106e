// What a head makes of the scores and values of its index tuples.
#pragma once

#include <map>

#include "checker/number.hpp"
#include "checker/record.hpp"

namespace attest_check {

// The tuples of one score, without the scale: how many, and the sum of their values.
struct ScoreGroup {
  mpz_class count = 0;
  std::vector<mpq_class> sums;
};
using ScoreGroups = std::map<mpq_class, ScoreGroup>;

// By a softmax of scale * score. Exact where the weights are rational up to a common factor, or where the mean of a coordinate is the
// same for every score.
std::vector<Number> softmax_output(const Head& head, const ScoreGroups& groups, mpfr_prec_t precision);
// By weights z^2 / (1 + z^2), z = scale * score. Rejection where the scale is irrational, or all weights are zero.
std::vector<Number> expressive_output(const Head& head, const ScoreGroups& groups);
// The mean of the group whose scaled score is largest.
std::vector<Number> best_output(const Head& head, const ScoreGroups& groups);

}  // namespace attest_check

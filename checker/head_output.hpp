// What a head makes of the scores and values of all its index tuples.
#pragma once

#include <map>

#include "checker/number.hpp"
#include "checker/tuple.hpp"

namespace attest_check {

// The tuples of one score: how many, and the sum of their values.
struct ScoreGroup {
  mpz_class count = 0;
  std::vector<mpq_class> sums;
};
using ScoreGroups = std::map<mpq_class, ScoreGroup>;

// Of a softmax: e^-(fall sqrt(root) log(logarithm)), fall >= 0; exact where that is rational.
Number weight(const Head& head, const mpq_class& fall, mpfr_prec_t bits);
// The head's means. Those of one mean for every score are exact, whatever the weights.
std::vector<Number> head_output(const Head& head, const ScoreGroups& groups, mpfr_prec_t bits);

}  // namespace attest_check

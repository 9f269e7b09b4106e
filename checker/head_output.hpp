// What a head makes of the scores and values of its index tuples.
#pragma once

#include <map>

#include "checker/number.hpp"
#include "checker/record.hpp"

namespace attest_check {

// What a token is in a tuple, as one of its variables: empty where the head has no such matrix.
struct Shown {
  std::vector<mpq_class> row, value;
  bool operator==(const Shown& other) const { return row == other.row && value == other.value; }
};
Shown shown(const Head& head, std::size_t variable, const std::vector<mpq_class>& stream);
// Of the tuple of these, the receiver first. The score is without the scale.
mpq_class score_of(const Head& head, const std::vector<const Shown*>& tuple);
std::vector<mpq_class> value_of(const Head& head, const std::vector<const Shown*>& tuple);

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

// What a head makes of an index tuple: its score and its value.
#pragma once

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

}  // namespace attest_check

// The small edits of one expression, each with its cost:
//
//   2  a sign, one name for another, a number by one or by a factor of two, an exponent, < for <=
//   3  e mod m in 1..m for e mod m, an index by one, tokens shifted (i to j, j to k), neighbours exchanged, a constant from a list, sides of an `if`,
//      the residue of a feature
//   4  a summand, factor or coordinate more or less, a factor of the whole
//
// and one more where every occurrence of a part of the expression is edited alike. Names are not looked up: what means nothing where it
// stands is refused when the theorem is evaluated.
#pragma once

#include <string>
#include <vector>

#include "repair/sites.hpp"

namespace attest::theorems::repair {

struct TreeEdit {
  Expression result;
  int cost = 0;
  std::string kind;  // "sign", "index", ..
};

// No two with the same result, none with the expression itself; the cheaper one of two that are the same. Ascending cost.
std::vector<TreeEdit> tree_edits(const Expression& root, const Site& site, const Vocabulary& names);

}  // namespace attest::theorems::repair

// From formulas to inner products: the map behind Lemma C.7, Lemma E.10 and Theorem A.10 (all cited in seed
// 003).
//
// The variables 1..v are split into t groups of consecutive ones (sizes floor or ceil of v/t). Set i has a
// vector for every assignment of group i. Every clause is given to one constraint (a set of groups) that
// contains all groups in which it has literals, and gets one coordinate for each unit of its weight. In the
// vectors of the constraint's groups the coordinate is
//
//     [no literal that the clause has in this group is true]            (1 if it has none there),
//
// in all other vectors it is 0. So the coordinate is 1 in all members of the constraint exactly if the clause
// is falsified, and no other constraint sees it (each has a member outside, where it is 0; all constraints
// have equally many members). Hence for every assignment and every constraint
//
//     <the vectors of the constraint's groups> = the falsified weight of the clauses given to it,
//
// and these numbers add up to the falsified weight of the formula.
//
// Groups of unequal size: every set has n = 2^ceil(v/t) vectors; index i stands for the assignment in the low
// bits of i (first variable of the group most significant), so that the vectors of a smaller group repeat.
//
//   Example, v = 3, t = 3, clause (x1 or not x2), given to {1,2}: set 1 has (1), (0) for x1 = 0, 1; set 2 has
//   (0), (1); set 3 has (0), (0).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "numeric/integer.hpp"
#include "reductions/problems/cnf.hpp"
#include "reductions/problems/inner_products.hpp"

namespace attest {

class ClauseCoordinates {
 public:
  // The constraints are constraints_of(family, groups, order). UsageError: "formula" if a clause has literals
  // in more groups than a constraint has members, "variables" if a group would have more than 24. The formula
  // must outlive this. With `count_once` every weight is 1 (SAT does not ask for weights).
  ClauseCoordinates(const problems::Cnf& formula, problems::Family family, std::size_t groups,
                    std::size_t order, bool count_once);

  std::size_t vectors() const { return std::size_t{1} << bits_; }  // n
  std::size_t dimension() const { return dimension_; }             // d
  std::vector<int> group_sizes() const;

  // Of each constraint: the weight of the clauses given to it, and what of it an assignment falsifies.
  const std::vector<long>& weights() const { return weights_; }
  std::vector<long> falsified(const problems::Assignment& assignment) const;

  std::vector<problems::BitVectors> sets() const;

  // For a reader: "x1 = 0, x3 = 1" of vector `index` in that set; "x1, x2" of a group; each clause with its units of weight.
  std::string said_vector(std::size_t group, std::size_t index) const;
  std::string said_group(std::size_t group) const;
  std::vector<std::pair<std::string, std::size_t>> said_coordinates() const;
  // "clauses 1, 3 are false", "no clause is false".
  std::string said_falsified(const problems::Assignment& assignment) const;

  problems::Tuple tuple_of(const problems::Assignment& assignment) const;
  problems::Assignment assignment_of(const problems::Tuple& tuple) const;

 private:
  int first_variable(std::size_t group) const;  // 0-based; that of `groups` is v
  std::size_t group_of(int variable) const;

  const problems::Cnf& formula_;
  std::size_t groups_;
  bool count_once_;
  int bits_;
  std::size_t dimension_ = 0;
  std::vector<problems::Constraint> constraints_;
  std::vector<std::size_t> given_to_;  // the constraint of each clause
  std::vector<long> weights_;
};

}  // namespace attest

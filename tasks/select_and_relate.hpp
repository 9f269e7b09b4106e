// Select-and-relate (seed 002, Appendix A, eq. 8): a query object x and a context y_1, ..., y_n of objects; x
// prefers the objects by a utility, and what is asked for is the object that it selects.
//
// The answer is the selected object's number in Y, 1-based, at the one judged position (position 0, the
// query); 0 where the rule does not define it. What is then computed with it, a relation R(x, y), is the
// claim's business.
#pragma once

#include <vector>

#include "tasks/task.hpp"

namespace attest {

enum class SelectRule {
  unique,   // eq. 8 with Assumption 2: defined where all objects of greatest utility are one and the same
  refined,  // of several objects of greatest utility, the one with the largest number
  first,    // of several, the one that stands first in y (what max(..., key=...) returns in Python)
};

class SelectAndRelate : public Task {
 public:
  // utility[x][y] for x in X and y in Y (0-based here, 1-based in inputs), all rows of one length; n >= 1.
  SelectAndRelate(std::vector<std::vector<long>> utility, long n, SelectRule rule);

  long first_symbol() const override { return 1; }
  std::vector<std::size_t> judged_positions() const override { return {0}; }
  long truth(std::span<const Symbol> word, std::size_t which) const override;

  // {"x": 2, "y": [1, 3, 1]}
  Json to_json(std::span<const Symbol> word) const override;
  Word from_json(const Json& input) const override;

 private:
  std::vector<std::vector<long>> utility_;
  SelectRule rule_;
};

}  // namespace attest

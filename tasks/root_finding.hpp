// Polynomial root-finding: for a list S of n numbers and each of its elements y_1, is p(y_1, .., y_t) = 0 for
// some y_2, .., y_t in S?
//
// Source: seed 003_fa68b7a15496b434.txt, file lines 3371-3375. Numbers are -range .. range; inputs {"S":
// [0,1,-1]}, ranked as words; there are (2 range + 1)^n of them. sign(y) is the answer at each element.
#pragma once

#include <optional>

#include "numeric/polynomial.hpp"
#include "tasks/task.hpp"

namespace attest {

class RootFindingTask : public Task {
 public:
  // p in x1, .., xt with integer coefficients.
  RootFindingTask(const Polynomial& p, std::size_t variables, long n, long range);

  long first_symbol() const override { return -range_; }
  Decision decision() const override { return Decision::sign; }
  std::vector<std::size_t> judged_positions() const override;
  long truth(std::span<const Symbol> word, std::size_t which) const override;
  Json to_json(std::span<const Symbol> word) const override;
  Word from_json(const Json& input) const override;

  // Whether p is zero there, whatever the size of its coefficients.
  bool is_root(const std::vector<long>& x) const;

 private:
  struct Term {
    Integer coefficient;
    std::optional<long> machine;  // the coefficient, if it fits
    std::vector<unsigned long> exponents;
  };
  std::optional<long> machine_value(const std::vector<long>& x) const;  // nothing on overflow
  Integer value(const std::vector<long>& x) const;
  bool has_root(std::span<const Symbol> word, std::vector<long>& x) const;

  std::size_t variables_;
  long range_;
  std::vector<Term> terms_;
};

}  // namespace attest

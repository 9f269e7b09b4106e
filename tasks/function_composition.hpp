// r-fold function composition: f_1, ..., f_r: [n] -> [n] and x in [n]; the output, at the last token, is
// f_r(...f_1(x)). Tokens 1..rn+1 carry f_1(1), ..., f_1(n), f_2(1), ..., f_r(n), x.
//
// Source: seed 000_bd1f352bd128419d.txt, Theorem 4.2 (r = 2, g = f_1, h = f_2); seed
// 003_fa68b7a15496b434.txt, lines 2763-2767 (any r). n^(rn+1) inputs.
#pragma once

#include "tasks/task.hpp"

namespace attest {

class FunctionComposition final : public Task {
 public:
  FunctionComposition(long functions, long n);

  long first_symbol() const override { return 1; }
  std::vector<std::size_t> judged_positions() const override { return {space().length() - 1}; }
  long truth(std::span<const Symbol> word, std::size_t which) const override;
  void truths(std::span<Symbol> word, std::size_t which, std::span<double> out) const override;
  Json to_json(std::span<const Symbol> word) const override;  // {"f": [[2,1],[1,1]], "x": 2}
  Word from_json(const Json& input) const override;

 private:
  // f_r(...f_1(x)), all as symbol indices.
  Symbol compose(std::span<const Symbol> word, Symbol x) const {
    const Symbol* function = word.data();
    for (long f = 0; f < functions_; ++f, function += n_) x = function[x];
    return x;
  }

  long functions_;
  long n_;
};

}  // namespace attest

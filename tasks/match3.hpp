// Match3[n, m]: p_1, ..., p_n in [m-1]; the i-th answer is 1 if p_i + p_j + p_k = 0 mod m for some j, k in
// [n] (i, j, k need not differ), else 0; sign(y_i) is the answer.
//
// Source: seed 000_bd1f352bd128419d.txt, Section 3.2.2 (lines 218-226). Inputs: {"p": [1,3,4]}; there are
// (m-1)^n of them.
#pragma once

#include "tasks/token_task.hpp"

namespace attest {

class Match3 : public TokenTask {
 public:
  Match3(long n, long m);

  long first_symbol() const override { return 1; }
  Decision decision() const override { return Decision::sign; }
  long truth(std::span<const Symbol> word, std::size_t which) const override;
  Json to_json(std::span<const Symbol> word) const override;
  Word from_json(const Json& input) const override;

  std::size_t tokens() const override { return space().length(); }
  std::vector<std::string> features() const override { return {"i", "p"}; }
  Symbol contents(std::size_t token) const override { return space().alphabet_size(token); }
  Symbol content(std::span<const Symbol> word, std::size_t token) const override { return word[token]; }
  std::vector<long> feature_values(std::size_t token, Symbol content) const override;

 private:
  long m_;
};

}  // namespace attest

// Induction heads: at each position i of a word w of length N the letter w_{sigma(w,i)}, where
//     sigma(w, i) = max({0} u {j : j <= i, w_{j-1} = w_i}),
// that is: the letter after the last earlier occurrence of w_i. Where there is none, sigma is 0 and the
// answer is null. j = i is allowed: after a repeated letter the answer is that letter, sigma("aa", 2) = 2.
//
// Source: seed 001_9fe7599dfb64bc47.txt, Definition 5.3 (lines 288-296); null from Lemma F.3 (line 879).
// Letters are a, b, ... (1, 2, ...), null is 0. letters^N words.
#pragma once

#include "tasks/task.hpp"

namespace attest {

class InductionHeads : public Task {
 public:
  InductionHeads(long length, long letters);  // 1 <= letters <= 26

  long first_symbol() const override { return 1; }
  std::vector<std::size_t> judged_positions() const override;
  long truth(std::span<const Symbol> word, std::size_t which) const override;
  Json to_json(std::span<const Symbol> word) const override;  // {"w": "aabcb"}
  Word from_json(const Json& input) const override;

 protected:
  // sigma(w, i), positions from 1; sigma(w, 0) = 0.
  static std::size_t last_successor(std::span<const Symbol> word, std::size_t i);
};

}  // namespace attest

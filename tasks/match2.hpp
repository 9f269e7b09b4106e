// Match2: x_1, ..., x_N; the i-th output is 1 if some j (i itself included) has x_i + x_j = 0 mod M, else 0.
//
// Source: seed 001_9fe7599dfb64bc47.txt, Definition 5.1 (line 278). The statement's domain is [M] =
// {1..M} ("positive"); the proof of Theorem F.1 starts from [0, M] ("nonnegative").
#pragma once

#include "tasks/task.hpp"

namespace attest {

enum class Match2Domain { positive, nonnegative };

class Match2 : public Task {
 public:
  Match2(long length, long modulus, Match2Domain domain);

  long first_symbol() const override { return domain_ == Match2Domain::positive ? 1 : 0; }
  std::vector<std::size_t> judged_positions() const override;
  long truth(std::span<const Symbol> word, std::size_t which) const override;
  Json to_json(std::span<const Symbol> word) const override;  // {"p": [1,3,4]}
  Word from_json(const Json& input) const override;

 private:
  long modulus_;
  Match2Domain domain_;
};

}  // namespace attest

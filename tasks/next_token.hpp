// The next-token task NT: after the context x(1), ..., x(L) over the symbols 0..N-1 comes
// x(L+1) = [x(L+1-tau) + x(L-tau)] % N.
//
// Source: seed 004_9370d393bf99a4b8.txt, eq. (4) (line 72). The answer is read at the last token. All N^L
// contexts are inputs, also those that NT itself would not have generated.
#pragma once

#include "tasks/task.hpp"

namespace attest {

class NextToken final : public Task {
 public:
  // N >= 2, tau >= 1, context >= tau + 1.
  NextToken(long N, long tau, long context);

  long first_symbol() const override { return 0; }
  std::vector<std::size_t> judged_positions() const override { return {space().length() - 1}; }
  long truth(std::span<const Symbol> word, std::size_t which) const override;
  Json to_json(std::span<const Symbol> word) const override;  // {"x": [1,0,1]}
  Word from_json(const Json& input) const override;

  // x(L+1-tau) + x(L-tau), before the modulus.
  long sum(std::span<const Symbol> word) const;

 private:
  long N_;
  long tau_;
};

}  // namespace attest

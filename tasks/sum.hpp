// SUM: x_1, ..., x_N from {1..M}; the output, at the last token, is their sum.
//
// Source: seed 001_9fe7599dfb64bc47.txt, Definition E.2 (lines 800-804). M^N inputs.
#pragma once

#include "tasks/task.hpp"

namespace attest {

class Sum final : public Task {
 public:
  Sum(long length, long largest);

  long first_symbol() const override { return 1; }
  std::vector<std::size_t> judged_positions() const override { return {space().length() - 1}; }
  long truth(std::span<const Symbol> word, std::size_t which) const override;
  Json to_json(std::span<const Symbol> word) const override;  // {"x": [1,3,4]}
  Word from_json(const Json& input) const override;
};

}  // namespace attest

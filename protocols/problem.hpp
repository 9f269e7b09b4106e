// The functions that the protocols compute, with reference solvers written from the definitions: inputs are
// the words of length n over `letters` symbols.
//
// Sorting, prefix sums and reversal take the symbols 0, 1, ..., spelled {"x": [1,0,2]}; one-hop and k-hop the
// letters a, b, ... (1, 2, ...), spelled {"w": "aab"}, and put out 0 for null.
#pragma once

#include <string>

#include "tasks/task.hpp"

namespace attest::mpc {

enum class ProblemKind { sorting, prefix_sums, k_hop, reversal };

class Problem : public Task {
 public:
  // hops: k of k-hop, unused otherwise. At most 26 letters for k-hop.
  Problem(ProblemKind kind, long n, long letters, long hops);

  long first_symbol() const override { return kind_ == ProblemKind::k_hop ? 1 : 0; }
  std::vector<std::size_t> judged_positions() const override;
  long truth(std::span<const Symbol> word, std::size_t which) const override;
  Json to_json(std::span<const Symbol> word) const override;
  Word from_json(const Json& input) const override;

 private:
  ProblemKind kind_;
  long letters_;
  long hops_;
};

}  // namespace attest::mpc

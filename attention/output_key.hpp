// What the output of a layer at a token depends on, as a row of machine integers: inputs that have the same row there have the same
// output, which then needs to be evaluated once. It is what LayerOutput is made from (head_sums.hpp), without the order of the index
// tuples: the receiver's encoding where there is a residual, and for each head the number of tuples that count with each score and
// value, scores as distances from the best one. Of few kinds of tokens on many inputs, few rows occur.
#pragma once

#include <memory>

#include "attention/layer_output.hpp"
#include "attention/machine_scores.hpp"

namespace attest::attention {

class OutputKeys {
 public:
  // Keeps a reference. Null where the layer does not fit machine integers (MachineScores).
  static std::unique_ptr<const OutputKeys> make(const PreparedLayer& prepared);

  using Key = std::vector<std::int64_t>;
  // Of one thread.
  struct Scratch {
    std::vector<Kind> kind;                      // of each token; filled in by the caller
    std::vector<MachineScores::Scratch> scores;  // [head]
    std::vector<std::pair<std::int64_t, std::int64_t>> counted;
  };
  // Call begin() after scratch.kind has been filled in, then key() for each receiver.
  void begin(Scratch& scratch) const;
  void key(Token receiver, Scratch& scratch, Key& key) const;

 private:
  struct ValueFactor {
    std::size_t variable = 1;
    std::vector<std::uint32_t> number;  // [kind], equal for equal vectors
    std::int64_t stride = 1;
  };
  struct HeadKeys {
    const Head* head = nullptr;
    std::optional<MachineScores> scores;
    const IntegerScores* matching = nullptr;  // of exact match
    std::vector<ValueFactor> value;
  };
  void add_head(const HeadKeys& head, Token receiver, MachineScores::Scratch& scores, Scratch& scratch,
                Key& key) const;

  const Layer* layer_ = nullptr;
  std::vector<HeadKeys> heads_;
};

}  // namespace attest::attention

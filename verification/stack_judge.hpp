// Judges several layers by enclosures (attention/layer_stack.hpp): precision grows until every judged output is right or wrong
// for certain. Outputs that are rational are judged exactly; an output that lies on the bound and is not known to be rational
// stays undecided.
#pragma once

#include <vector>

#include "verification/judge.hpp"
#include "verification/judged_claim.hpp"

namespace attest {

class LayerSetting;

class StackJudge : public Judge {
 public:
  explicit StackJudge(const LayerSetting& setting) : setting_(setting) {}

  void judge(std::span<const Symbol> word, std::size_t first_changed, std::size_t count, InputIndex index,
             const std::atomic<bool>& stop, Tally& tally) override;

 private:
  const LayerSetting& setting_;
};

// The outputs at the judged positions; undecided where maximal_precision does not reach. No winners. UsageError where the weights of
// an expressive head are 0/0, or may be as far as enclosures show.
std::vector<PositionOutput> stack_outputs(const LayerSetting& setting, std::span<const Symbol> word);

}  // namespace attest

// Judges several exact-match layers (attention/match_layers.hpp), whose outputs are rational numbers.
#pragma once

#include "attention/match_plan.hpp"
#include "verification/exact_output.hpp"
#include "verification/judge.hpp"

namespace attest {

class LayerSetting;

class MatchJudge : public Judge {
 public:
  explicit MatchJudge(const LayerSetting& setting);

  void judge(std::span<const Symbol> word, std::size_t first_changed, std::size_t count, InputIndex index,
             const std::atomic<bool>& stop, Tally& tally) override;

 private:
  const LayerSetting& setting_;
  attention::MatchPlan plan_;
  std::vector<attention::Kind> kinds_;
};

// psi at each judged token; winners are the tokens that the last layer's first head matches there.
std::vector<ExactOutput> match_outputs(const LayerSetting& setting, const attention::MatchRun& run);

// The run itself, on one input.
attention::MatchRun match_run(const LayerSetting& setting, std::span<const Symbol> word);

}  // namespace attest

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
  // What is known of a coordinate of the output at a state.
  struct KnownAnswer {
    Wanted wanted;
    JudgedOutput judged;
    double lower = 0, upper = 0;  // of the output
  };
  struct KnownOutput {
    std::optional<Rational> y;
    std::vector<std::unique_ptr<const KnownAnswer>> answers;
  };
  const KnownAnswer& known_or_judged(KnownOutput& output, Wanted wanted) const;
  void judge(std::span<const Symbol> word, InputIndex index, Tally& tally);

  const LayerSetting& setting_;
  attention::MatchPlan plan_;
  std::vector<attention::Kind> kinds_;
  std::vector<std::size_t> tokens_;              // that are judged, one for each coordinate of the output
  std::vector<std::vector<KnownOutput>> known_;  // [coordinate][number of the last state]
  std::vector<const JudgedOutput*> outputs_;
};

// psi at each judged token; winners are the tokens that the last layer's first head matches there.
std::vector<ExactOutput> match_outputs(const LayerSetting& setting, const attention::MatchRun& run);

// The run itself, on one input.
attention::NumberedRun numbered_run(const LayerSetting& setting, std::span<const Symbol> word);
attention::MatchRun match_run(const LayerSetting& setting, std::span<const Symbol> word);

}  // namespace attest

// Judges layers: the double filter first, the definition for what it leaves open. Tally::extra counts the inputs on
// which the highest score of some head is not unique.
#pragma once

#include "attention/double_filter.hpp"
#include "verification/judge.hpp"

namespace attest {

class LayerSetting;

class LayerJudge : public Judge {
 public:
  // Without a filter everything is judged by the definition.
  LayerJudge(const LayerSetting& setting, const attention::DoubleFilter* filter);

  void judge(std::span<const Symbol> word, std::size_t first_changed, std::size_t count, InputIndex index,
             const std::atomic<bool>& stop, Tally& tally) override;

 private:
  struct Seen;
  bool by_filter(std::span<const Symbol> word, Seen& seen);
  // The gaps go into `gaps`, exactly.
  void by_definition(std::span<const Symbol> word, const std::atomic<bool>& stop, Seen& seen,
                     Tally& gaps) const;

  const LayerSetting& setting_;
  const attention::DoubleFilter* filter_;
  std::vector<std::size_t> judged_;
  bool some_are_not_judged_;
  attention::DoubleFilter::Scratch scratch_;
};

}  // namespace attest

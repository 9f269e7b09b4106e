// Judges complete transformers: the double filter first, the definition in intervals for what it leaves
// open. Tally::extra counts the inputs on which the highest score of some head is not unique.
#pragma once

#include "verification/judge.hpp"
#include "verification/layer_filter.hpp"

namespace attest {

class TransformerSetting;

class TransformerJudge : public Judge {
 public:
  // Without a filter everything is judged by the definition.
  TransformerJudge(const TransformerSetting& setting, const LayerFilter* filter)
      : setting_(setting), filter_(filter) {}

  void judge(std::span<const Symbol> word, std::size_t first_changed, std::size_t count, InputIndex index,
             const std::atomic<bool>& stop, Tally& tally) override;

 private:
  struct Seen;
  bool by_filter(std::span<const Symbol> word, Seen& seen);
  // The gaps go into `gaps`, exactly.
  void by_definition(std::span<const Symbol> word, const std::atomic<bool>& stop, Seen& seen,
                     Tally& gaps) const;

  const TransformerSetting& setting_;
  const LayerFilter* filter_;
  LayerFilter::Scratch scratch_;
};

}  // namespace attest

// Judges layers: the floating-point filter first, the definition for what it leaves open. Tally::extra counts the inputs on
// which the highest score of some head is not unique.
#pragma once

#include <unordered_map>

#include "attention/double_filter.hpp"
#include "attention/output_key.hpp"
#include "claims/verdict.hpp"
#include "tasks/task.hpp"
#include "verification/judge.hpp"

namespace attest {

class LayerSetting;

class LayerJudge : public Judge {
 public:
  // Without a filter everything is judged by the definition; with keys the definition is evaluated once for outputs that are alike.
  LayerJudge(const LayerSetting& setting, const attention::DoubleFilter* filter,
             const attention::OutputKeys* keys = nullptr);

  void judge(std::span<const Symbol> word, std::size_t first_changed, std::size_t count, InputIndex index,
             const std::atomic<bool>& stop, Tally& tally) override;

 private:
  struct Seen;
  // What is known of an output by the definition, and what was wanted.
  struct Judged {
    std::size_t coordinate = 0;
    Wanted wanted;
    Status status = Status::undecided;
    BoundedDouble y;
    double error = 0, error_bound = 0, margin = 0;
    bool tie = false;
    std::optional<attention::GapInUnits> gap;
  };
  struct KeyHash {
    std::size_t operator()(const attention::OutputKeys::Key& key) const;
  };

  bool by_filter(std::span<const Symbol> word, Seen& seen);
  // The gaps go into `gaps`, exactly.
  void by_definition(std::span<const Symbol> word, const std::atomic<bool>& stop, Seen& seen, Tally& gaps);
  Judged judged(std::span<const Symbol> word, std::size_t which, Wanted wanted) const;
  // Of those that are known by its key, if there is one.
  const Judged& known_or_judged(std::span<const Symbol> word, std::size_t which, Wanted wanted);

  const LayerSetting& setting_;
  const attention::DoubleFilter* filter_;
  std::vector<std::size_t> judged_;
  bool some_are_not_judged_;
  attention::DoubleFilter::Scratch scratch_;

  const attention::OutputKeys* keys_;
  attention::OutputKeys::Scratch key_scratch_;
  attention::OutputKeys::Key key_;
  std::unordered_map<attention::OutputKeys::Key, std::vector<Judged>, KeyHash> known_;
  std::size_t remembered_ = 0;
  Judged unknown_;
};

}  // namespace attest

// Small random layers with random tasks, for comparing the cover with the definition on every input: shared symbols, repeated tokens,
// masks, ties, one head or two, every kind of readout, answers of every form.
#pragma once

#include <memory>
#include <random>

#include "verification/layer_setting.hpp"

namespace attest::random_records {

// A task whose answers are written out: as conditions, or as a table that is read position by position.
class WrittenTask : public LayerTask {
 public:
  WrittenTask(InputSpace space, std::vector<TokenReads> reads, std::vector<std::size_t> judged)
      : LayerTask(std::move(space)), reads_(std::move(reads)), judged_(std::move(judged)) {
    first_ = {0};
    for (const TokenReads& token : reads_) {
      attention::Kind kinds = 1;
      for (const std::size_t p : token.positions) kinds *= this->space().alphabet_size(p);
      first_.push_back(first_.back() + kinds);
    }
  }

  BoxTruth::Form form = BoxTruth::Form::whole;
  Decision decided = Decision::sign;
  std::vector<std::vector<language::ConditionTable>> conditions;  // [which]
  // Of Form::whole: the positions that are read, in this order, and the answer to what they show.
  std::vector<std::vector<std::size_t>> read;
  std::vector<std::map<std::vector<Symbol>, long>> answers;  // [which]
  // Which words are inputs, and which of these are judged; absent: all.
  std::optional<language::ConditionTable> where;
  std::optional<language::ConditionTable> judged_if;

  const std::vector<attention::Kind>& first() const { return first_; }
  long first_symbol() const override { return 0; }
  std::vector<std::size_t> judged_positions() const override { return judged_; }
  Decision decision() const override { return decided; }
  std::size_t tokens() const override { return reads_.size(); }
  void kinds(std::span<const Symbol> word, std::span<attention::Kind> out) const override {
    for (std::size_t t = 0; t < reads_.size(); ++t) {
      out[t] = first_[t];
      for (std::size_t k = 0; k < reads_[t].positions.size(); ++k)
        out[t] += static_cast<attention::Kind>(word[reads_[t].positions[k]] * reads_[t].strides[k]);
    }
  }
  long truth(std::span<const Symbol> word, std::size_t which) const override {
    if (form != BoxTruth::Form::whole) {
      const bool any = form == BoxTruth::Form::any;
      for (const language::ConditionTable& condition : conditions[which]) {
        if (condition(word) == any) return any ? 1 : 0;
      }
      return any ? 0 : 1;
    }
    std::vector<Symbol> seen;
    for (const std::size_t p : read[which]) seen.push_back(word[p]);
    return answers[which].at(seen);
  }
  Standing standing(std::span<const Symbol> word) const override {
    if (where && !(*where)(word)) return Standing::excluded;
    return judged_if && !(*judged_if)(word) ? Standing::not_judged : Standing::judged;
  }
  bool has_other_words() const override { return where.has_value(); }
  bool judges_some_only() const override { return judged_if.has_value(); }
  std::optional<std::vector<TokenReads>> token_reads() const override { return reads_; }
  std::unique_ptr<const BoxTruth> box_truth() const override;
  Json to_json(std::span<const Symbol> word) const override {
    return std::vector<Symbol>(word.begin(), word.end());
  }
  Word from_json(const Json& input) const override { return input.get<Word>(); }

 private:
  std::vector<TokenReads> reads_;
  std::vector<std::size_t> judged_;
  std::vector<attention::Kind> first_;
};

// The task is told the answers that the layer gives, with some of them wrong, or answers that have nothing to do with it.
std::unique_ptr<LayerSetting> random_setting(std::mt19937_64& random);
// Of some words only, by `where`, `judged if` or both; one word at least is judged.
std::unique_ptr<LayerSetting> random_setting_of_some_words(std::mt19937_64& random);

}  // namespace attest::random_records

// The task of a theorem file at given sizes: its input space, what its tokens show, and the right answers, which come
// from the task's text alone (language/truth.hpp).
#pragma once

#include <memory>

#include "theorems/promise.hpp"
#include "theorems/task_truth.hpp"
#include "theorems/token_table.hpp"
#include "verification/layer_setting.hpp"

namespace attest::theorems {

class TheoremTask : public LayerTask {
 public:
  // `judged`: tokens, ascending; of a vector each as often as it has numbers. Without tokens (`table` and `truth` null: the text defines none) nothing is judged.
  TheoremTask(std::shared_ptr<const InputLayout> layout, std::shared_ptr<const TokenTable> table,
              std::vector<attention::Token> judged, Decision decision, std::unique_ptr<const TaskTruth> truth,
              std::unique_ptr<const Promise> promise = nullptr,
              std::optional<VectorAnswer> vector = std::nullopt);

  long first_symbol() const override { return 0; }  // symbols are places, not numbers
  Decision decision() const override { return decision_; }
  std::vector<std::size_t> judged_positions() const override;
  long truth(std::span<const Symbol> word, std::size_t which) const override;
  const VectorAnswer* vector_answer() const override { return vector_ ? &*vector_ : nullptr; }
  Wanted wanted(std::span<const Symbol> word, std::size_t which) const override;
  std::unique_ptr<RowTruths> row_truths(std::size_t which) const override;
  std::optional<std::vector<TokenReads>> token_reads() const override;
  std::unique_ptr<const BoxTruth> box_truth() const override;
  void expect_many() const override {
    if (truth_) truth_->make_diagrams();
  }
  bool one_symbol_a_token() const override;
  std::optional<long> largest_truth() const override;
  Standing standing(std::span<const Symbol> word) const override;
  bool has_other_words() const override { return promise_ && promise_->has_where(); }
  bool judges_some_only() const override { return promise_ && promise_->has_judged_if(); }
  std::string promise() const override { return promise_ ? promise_->text() : ""; }
  // 3 or [1, 2]; where tokens of several kinds are judged, "ITEM 3" or "PAIR 1,2".
  Json position_name(std::size_t position) const override;
  Json to_json(std::span<const Symbol> word) const override { return layout_->to_json(word); }
  Word from_json(const Json& input) const override { return layout_->from_json(input); }
  const InputLayout& layout() const { return *layout_; }
  // Null where the text defines no tokens.
  const TokenTable* table() const { return table_.get(); }
  std::size_t tokens() const override { return table_ ? table_->tokens() : 0; }
  void kinds(std::span<const Symbol> word, std::span<attention::Kind> out) const override;

 private:
  class DiagramTruths;
  // UndefinedAnswer where something that is asked for has no value on this word.
  template <class Work>
  auto defined_on(std::span<const Symbol> word, Work&& work) const;

  // Nothing where there is no diagram, or it leaves this word open.
  std::optional<long> by_diagram(std::span<const Symbol> word, std::size_t which) const;

  std::shared_ptr<const InputLayout> layout_;
  std::shared_ptr<const TokenTable> table_;
  std::vector<attention::Token> judged_;
  Decision decision_;
  std::unique_ptr<const TaskTruth> truth_;
  std::unique_ptr<const Promise> promise_;  // null: every word is judged
  bool several_kinds_ = false;              // are judged
  std::optional<VectorAnswer> vector_;
};

}  // namespace attest::theorems

#include "theorems/theorem_task.hpp"

#include <algorithm>
#include <utility>

#include "claims/usage_error.hpp"
#include "language/answer_rows.hpp"
#include "tasks/undefined_answer.hpp"
#include "theorems/no_value.hpp"
#include "theorems/truth_in_boxes.hpp"

namespace attest::theorems {

TheoremTask::TheoremTask(std::shared_ptr<const InputLayout> layout, std::shared_ptr<const TokenTable> table,
                         std::vector<attention::Token> judged, Decision decision,
                         std::unique_ptr<const TaskTruth> truth, std::unique_ptr<const Promise> promise,
                         std::optional<VectorAnswer> vector)
    : LayerTask(layout->space()),
      layout_(std::move(layout)),
      table_(std::move(table)),
      judged_(std::move(judged)),
      decision_(decision),
      truth_(std::move(truth)),
      promise_(std::move(promise)),
      vector_(std::move(vector)) {
  for (const attention::Token token : judged_)
    several_kinds_ = several_kinds_ || table_->group_of(token) != table_->group_of(judged_.front());
}

template <class Work>
auto TheoremTask::defined_on(std::span<const Symbol> word, Work&& work) const {
  try {
    return work();
  } catch (const NoValue& none) {
    throw UndefinedAnswer({word.begin(), word.end()}, none.what(), to_json(word).dump());
  }
}

Standing TheoremTask::standing(std::span<const Symbol> word) const {
  if (!promise_) return Standing::judged;
  thread_local std::vector<long> cells;
  cells.resize(layout_->cells());
  layout_->decode(word, cells);
  return defined_on(word, [&] { return promise_->standing(cells); });
}

std::vector<std::size_t> TheoremTask::judged_positions() const {
  return {judged_.begin(), judged_.end()};
}

Wanted TheoremTask::wanted(std::span<const Symbol> word, std::size_t which) const {
  if (!vector_) return Task::wanted(word, which);
  if (const auto answer = by_diagram(word, which))
    return {decision_, truth_->number(*answer), vector_->within};
  thread_local std::vector<long> cells;
  cells.resize(layout_->cells());
  layout_->decode(word, cells);
  return {decision_, defined_on(word, [&] { return truth_->rational(cells, which); }), vector_->within};
}

std::optional<long> TheoremTask::by_diagram(std::span<const Symbol> word, std::size_t which) const {
  const language::AnswerDiagram* diagram = truth_->diagram(which);
  if (diagram == nullptr) return std::nullopt;
  if (layout_->symbols_are_places()) return (*diagram)(word);
  thread_local std::vector<std::size_t> places;
  places.resize(layout_->cells());
  layout_->decode_places(word, places);
  return (*diagram)(std::span<const std::size_t>(places));
}

long TheoremTask::truth(std::span<const Symbol> word, std::size_t which) const {
  if (vector_) throw UsageError("a vector is asked for as if it were a number");
  if (const auto answer = by_diagram(word, which)) return *answer;
  thread_local std::vector<long> cells;
  cells.resize(layout_->cells());
  layout_->decode(word, cells);
  return defined_on(word, [&] { return (*truth_)(cells, which); });
}

// By the diagram; what it leaves open is asked for one by one.
class TheoremTask::DiagramTruths : public RowTruths {
 public:
  DiagramTruths(const TheoremTask& task, std::size_t which, const language::AnswerDiagram& diagram)
      : rows_(diagram), rest_(task.Task::row_truths(which)) {}

  void operator()(std::span<Symbol> word, std::span<double> out) override {
    bool open = false;
    rows_(std::span<const Symbol>(word), out.size(), [&](std::size_t k, const auto& answer) {
      out[k] = static_cast<double>(answer.value_or(0));
      open = open || !answer;
    });
    if (open) (*rest_)(word, out);
  }

 private:
  language::AnswerRows<Symbol> rows_;
  std::unique_ptr<RowTruths> rest_;
};

std::unique_ptr<RowTruths> TheoremTask::row_truths(std::size_t which) const {
  const language::AnswerDiagram* diagram =
      layout_->symbols_are_places() && !vector_ ? truth_->diagram(which) : nullptr;
  if (diagram == nullptr) return Task::row_truths(which);
  return std::make_unique<DiagramTruths>(*this, which, *diagram);
}

// Token t's kind is its first one plus the symbol at position t.
bool TheoremTask::one_symbol_a_token() const {
  if (!table_ || !layout_->symbols_are_places() || table_->tokens() != layout_->cells()) return false;
  for (attention::Token token = 0; token < table_->tokens(); ++token) {
    if (table_->reads_of(token) != std::vector<std::size_t>{token}) return false;
  }
  return true;
}

std::optional<std::vector<TokenReads>> TheoremTask::token_reads() const {
  if (!table_ || !layout_->symbols_are_places()) return std::nullopt;
  std::vector<TokenReads> reads;
  for (attention::Token token = 0; token < table_->tokens(); ++token)
    reads.push_back({table_->reads_of(token), table_->strides_of(token)});
  return reads;
}

std::unique_ptr<const BoxTruth> TheoremTask::box_truth() const {
  if (vector_ || !layout_->symbols_are_places()) return nullptr;
  return truth_in_boxes(*truth_, promise_.get(), *layout_);
}

std::optional<long> TheoremTask::largest_truth() const {
  if (vector_) return std::nullopt;
  long most = 0;
  for (std::size_t which = 0; which < judged_.size(); ++which) {
    const language::AnswerDiagram* diagram = truth_->diagram(which);
    const auto largest = diagram != nullptr ? diagram->largest() : std::nullopt;
    if (!largest) return std::nullopt;
    most = std::max(most, *largest);
  }
  return most;
}

Json TheoremTask::position_name(std::size_t position) const {
  if (!table_) return position + 1;
  const auto token = static_cast<attention::Token>(position);
  if (!several_kinds_) return table_->name_of(token);
  return table_->kinds_of_tokens()[table_->group_of(token)].name + " " + table_->indices_text(token);
}

void TheoremTask::kinds(std::span<const Symbol> word, std::span<attention::Kind> out) const {
  thread_local std::vector<std::size_t> places;
  places.resize(layout_->cells());
  layout_->decode_places(word, places);
  table_->kinds(places, out);
}

}  // namespace attest::theorems

#include "theorems/theorem_task.hpp"

#include <utility>

namespace attest::theorems {

TheoremTask::TheoremTask(std::shared_ptr<const InputLayout> layout, std::shared_ptr<const TokenTable> table,
                         std::vector<attention::Token> judged, Decision decision, TruthFunction truth)
    : LayerTask(layout->space()),
      layout_(std::move(layout)),
      table_(std::move(table)),
      judged_(std::move(judged)),
      decision_(decision),
      truth_(std::move(truth)) {}

std::vector<std::size_t> TheoremTask::judged_positions() const {
  return {judged_.begin(), judged_.end()};
}

long TheoremTask::truth(std::span<const Symbol> word, std::size_t which) const {
  thread_local std::vector<long> cells;
  cells.resize(layout_->cells());
  layout_->decode(word, cells);
  return truth_(cells, which);
}

Json TheoremTask::position_name(std::size_t position) const {
  if (!table_) return position + 1;
  return table_->name_of(static_cast<attention::Token>(position));
}

void TheoremTask::kinds(std::span<const Symbol> word, std::span<attention::Kind> out) const {
  thread_local std::vector<std::size_t> places;
  places.resize(layout_->cells());
  layout_->decode_places(word, places);
  table_->kinds(places, out);
}

}  // namespace attest::theorems

#include "language/answer_diagram.hpp"

#include <algorithm>

#include "claims/stop.hpp"

namespace attest::language {

// Evaluates with the cells that are decided, every other at its first value; the first of those that is read becomes a node.
class AnswerDiagram::Maker {
 public:
  Maker(const Truth& truth, std::span<const long> indices, const std::vector<std::vector<long>>& values,
        const Answer& answer, Budget& budget)
      : truth_(truth),
        indices_(indices),
        values_(values),
        answer_(answer),
        budget_(budget),
        decided_(values.size(), false) {
    for (const auto& of_cell : values) cells_.push_back(of_cell.front());
  }

  std::unique_ptr<const AnswerDiagram> make() {
    const auto root = grow();
    if (!root) return nullptr;
    tree_->root_ = *root;
    return std::move(tree_);
  }

 private:
  // A link to what follows from the decided cells; nothing where the tree grows too large.
  std::optional<std::int32_t> grow() {
    check_stop();
    if (budget_.steps < truth_.steps()) return std::nullopt;
    budget_.steps -= truth_.steps();
    std::vector<std::size_t> read;
    const auto value = truth_.reading(cells_, indices_, read);
    const auto next =
        std::find_if(read.begin(), read.end(), [&](std::size_t cell) { return !decided_[cell]; });
    if (next == read.end()) return tree_->leaf(value ? answer_(*value) : std::nullopt);
    const std::size_t cell = *next;
    const std::size_t node = tree_->nodes_.size();
    const std::size_t links = tree_->links_.size();
    if (values_[cell].size() > budget_.links) return std::nullopt;
    budget_.links -= values_[cell].size();
    tree_->nodes_.push_back({static_cast<std::uint32_t>(cell), static_cast<std::uint32_t>(links)});
    tree_->links_.resize(links + values_[cell].size());
    decided_[cell] = true;
    for (std::size_t place = 0; place < values_[cell].size(); ++place) {
      cells_[cell] = values_[cell][place];
      const auto link = grow();
      if (!link) return std::nullopt;
      tree_->links_[links + place] = *link;
    }
    cells_[cell] = values_[cell].front();
    decided_[cell] = false;
    return static_cast<std::int32_t>(node);
  }

  const Truth& truth_;
  std::span<const long> indices_;
  const std::vector<std::vector<long>>& values_;
  const Answer& answer_;
  Budget& budget_;
  std::vector<bool> decided_;
  std::vector<long> cells_;
  std::unique_ptr<AnswerDiagram> tree_ = std::make_unique<AnswerDiagram>();
};

std::unique_ptr<const AnswerDiagram> AnswerDiagram::make(const Truth& truth, std::span<const long> indices,
                                                         const std::vector<std::vector<long>>& values,
                                                         const Answer& answer, Budget& budget) {
  const auto empty = [](const std::vector<long>& of_cell) { return of_cell.empty(); };
  if (std::any_of(values.begin(), values.end(), empty)) return nullptr;
  return Maker(truth, indices, values, answer, budget).make();
}

std::int32_t AnswerDiagram::leaf(const std::optional<long>& answer) {
  if (!answer) {
    open_ = true;
    return -1;
  }
  const auto [at, fresh] = numbers_.emplace(*answer, answers_.size());
  if (fresh) answers_.push_back(*answer);
  return -1 - static_cast<std::int32_t>(at->second);
}

std::optional<long> AnswerDiagram::largest() const {
  if (open_) return std::nullopt;
  long most = 0;
  for (const long answer : answers_) most = std::max(most, std::abs(answer));
  return most;
}

}  // namespace attest::language

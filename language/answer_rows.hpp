// The answers of a decision diagram to rows of inputs, a row being an input and those that follow it by raising its last cell.
// Inputs are visited in the order of their ranks, so that the cells that a path reads first stay for many rows; what they
// led to is kept, and a row whose first cells are those of the row before takes the last step of each path alone.
#pragma once

#include <algorithm>

#include "language/answer_diagram.hpp"

namespace attest::language {

template <class Place>
class AnswerRows {
 public:
  // The diagram has to outlive this. For one thread.
  explicit AnswerRows(const AnswerDiagram& diagram) : diagram_(diagram) {}

  // each(k, answer) for k below `count`: what the diagram says of `places` with its last place raised by k, which has to be one of that
  // cell. As long as one row after the other begins at the same last place.
  template <class Each>
  void operator()(std::span<const Place> places, std::size_t count, const Each& each) {
    if (!stands_for(places, count)) walk(places, count);
    for (std::size_t k = 0; k < count; ++k) each(k, diagram_.answer(link(ends_[k], places)));
  }

 private:
  // Where a path ends: the links of its last node, and the cell that chooses among them, unless that is the last cell.
  struct End {
    const std::int32_t* links;
    std::size_t cell;
    bool reads;
  };

  static std::int32_t link(const End& end, std::span<const Place> places) {
    return end.links[end.reads ? places[end.cell] : 0];
  }

  // Whether the paths' cells but for those of their ends are as they were, and the ends still lead to answers.
  bool stands_for(std::span<const Place> places, std::size_t count) const {
    return count == ends_.size() && places.size() == length_ && places.back() == first_ &&
           std::equal(before_.begin(), before_.end(), places.begin()) &&
           std::all_of(ends_.begin(), ends_.end(), [&](const End& end) { return link(end, places) < 0; });
  }

  void walk(std::span<const Place> places, std::size_t count) {
    length_ = places.size();
    first_ = places.back();
    ends_.clear();
    std::size_t decided =
        0;  // cells, from the first on, among which are those that a path reads before its end
    for (std::size_t k = 0; k < count; ++k) {
      End end{&diagram_.root_, 0, false};
      while (link(end, places) >= 0) {
        if (end.reads) decided = std::max(decided, end.cell + 1);
        const AnswerDiagram::Node& node = diagram_.nodes_[static_cast<std::size_t>(link(end, places))];
        end = {&diagram_.links_[node.links], node.cell, true};
        if (node.cell + 1 == length_) end = {end.links + first_ + k, 0, false};
      }
      ends_.push_back(end);
    }
    before_.assign(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(decided));
  }

  const AnswerDiagram& diagram_;
  std::vector<End> ends_;  // [k]
  std::size_t length_ = 0;
  Place first_ = 0;
  std::vector<Place> before_;  // the cells that the ends hang on
};

}  // namespace attest::language

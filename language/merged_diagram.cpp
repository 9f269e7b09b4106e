#include <algorithm>
#include <map>
#include <string>

#include "claims/stop.hpp"
#include "language/answer_diagram.hpp"

namespace attest::language {

// Once the first cells are known, what a fold gives hangs on what it has so far and, for each set of other cells that some of its tables
// read, on one table: their sum, or whether one of them has a 1. Equal rests of all folds answer equally, so that they are one node.
class AnswerDiagram::Merger {
 public:
  Merger(const FoldedAnswer& answer, std::span<const std::size_t> values, Budget& budget)
      : answer_(answer), values_(values), budget_(budget) {}

  std::unique_ptr<const AnswerDiagram> make() {
    Rest all;
    for (const FoldedTables& fold : answer_.folds) {
      RestOfFold& rest = all.emplace_back();
      for (const CellTable<long>& term : fold.terms) {
        if (!pay(term.entries.size())) return nullptr;
        add(rest, fold.any, term.positions, in_order(term));
      }
    }
    const auto root = grow(std::move(all));
    if (!root) return nullptr;
    diagram_->root_ = *root;
    return std::move(diagram_);
  }

 private:
  using Positions = std::vector<std::size_t>;
  using Table = std::vector<long>;  // the last position fastest
  struct RestOfFold {
    long value = 0;                     // so far
    std::map<Positions, Table> tables;  // none has the same entry everywhere; none is of no cell
    auto operator<=>(const RestOfFold&) const = default;
  };
  using Rest = std::vector<RestOfFold>;

  Table in_order(const CellTable<long>& term) const {
    Table table(term.entries.size());
    std::vector<std::size_t> places(values_.size(), 0);
    for (long& entry : table) {
      entry = term(places);
      for (std::size_t k = term.positions.size(); k-- > 0;) {
        std::size_t& place = places[term.positions[k]];
        if (++place < values_[term.positions[k]]) break;
        place = 0;
      }
    }
    return table;
  }

  // Sums lie within 2^40 (language/folded_answer.hpp).
  static long together(bool any, long a, long b) { return any ? a | b : a + b; }

  static void add(RestOfFold& rest, bool any, const Positions& positions, Table table) {
    if (any && rest.value == 1) return;
    const auto at = rest.tables.find(positions);
    if (at != rest.tables.end()) {
      for (std::size_t k = 0; k < table.size(); ++k) table[k] = together(any, table[k], at->second[k]);
    }
    if (std::adjacent_find(table.begin(), table.end(), std::not_equal_to<>()) != table.end()) {
      rest.tables.insert_or_assign(positions, std::move(table));
      return;
    }
    rest.value = together(any, rest.value, table.front());
    if (at != rest.tables.end()) rest.tables.erase(at);
    if (any && rest.value == 1) rest.tables.clear();
  }

  bool pay(std::size_t entries) {
    if (budget_.entries < entries) return false;
    budget_.entries -= entries;
    return true;
  }

  // What is left once the cell, the first of those that are read, has this value.
  Rest known(const Rest& rest, std::size_t cell, std::size_t place) const {
    Rest result;
    for (std::size_t f = 0; f < rest.size(); ++f) {
      const bool any = answer_.folds[f].any;
      RestOfFold& of_fold = result.emplace_back();
      of_fold.value = rest[f].value;
      for (const auto& [positions, table] : rest[f].tables) {
        if (positions.front() != cell) {
          add(of_fold, any, positions, table);
          continue;
        }
        const auto size = static_cast<std::ptrdiff_t>(table.size() / values_[cell]);
        const auto first = table.begin() + static_cast<std::ptrdiff_t>(place) * size;
        add(of_fold, any, {positions.begin() + 1, positions.end()}, {first, first + size});
      }
    }
    return result;
  }

  // A link to the answer of what is left; nothing beyond the budget.
  std::optional<std::int32_t> grow(Rest rest) {
    if (const auto found = known_.find(rest); found != known_.end()) return found->second;
    check_stop();
    std::size_t cell = values_.size();
    std::size_t entries = 1;
    for (const RestOfFold& of_fold : rest) {
      // Sets of cells are in the order of their first ones.
      if (!of_fold.tables.empty()) cell = std::min(cell, of_fold.tables.begin()->first.front());
      for (const auto& [positions, table] : of_fold.tables) entries += table.size() + positions.size() + 1;
    }
    std::int32_t link = 0;
    if (cell == values_.size()) {
      if (!pay(entries)) return std::nullopt;
      link = leaf(rest);
    } else {
      if (values_[cell] > budget_.links || !pay(entries * values_[cell])) return std::nullopt;
      budget_.links -= values_[cell];
      std::vector<std::int32_t> links;
      for (std::size_t place = 0; place < values_[cell]; ++place) {
        const auto next = grow(known(rest, cell, place));
        if (!next) return std::nullopt;
        links.push_back(*next);
      }
      link = static_cast<std::int32_t>(diagram_->nodes_.size());
      diagram_->nodes_.push_back(
          {static_cast<std::uint32_t>(cell), static_cast<std::uint32_t>(diagram_->links_.size())});
      diagram_->links_.insert(diagram_->links_.end(), links.begin(), links.end());
    }
    known_.emplace(std::move(rest), link);
    return link;
  }

  std::int32_t leaf(const Rest& rest) {
    std::vector<long> folds;
    for (const RestOfFold& of_fold : rest) folds.push_back(of_fold.value);
    return diagram_->leaf(answer_.answer(folds));
  }

  const FoldedAnswer& answer_;
  std::span<const std::size_t> values_;
  Budget& budget_;
  std::map<Rest, std::int32_t> known_;
  std::unique_ptr<AnswerDiagram> diagram_ = std::make_unique<AnswerDiagram>();
};

std::unique_ptr<const AnswerDiagram> AnswerDiagram::make(const FoldedAnswer& answer,
                                                         std::span<const std::size_t> values,
                                                         Budget& budget) {
  if (std::find(values.begin(), values.end(), 0) != values.end()) return nullptr;
  return Merger(answer, values, budget).make();
}

}  // namespace attest::language

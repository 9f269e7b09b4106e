#include <algorithm>
#include <map>
#include <string>

#include "claims/stop.hpp"
#include "language/answer_diagram.hpp"

namespace attest::language {

// Of "exists .. : condition", once the first cells are known, there is left what the conditions say of the others: for each set of cells
// that some condition reads one table, which says whether one of these conditions is met. Equal tables answer equally, so that they
// are one node. "forall" is the denial of an "exists" of denials.
class AnswerDiagram::Merger {
 public:
  Merger(const QuantifiedAnswer& answer, std::span<const std::size_t> values, Budget& budget)
      : exists_(answer.exists), values_(values), budget_(budget) {
    diagram_->answers_ = {0, 0, 1};  // the first stands for none
  }

  std::unique_ptr<const AnswerDiagram> make(const QuantifiedAnswer& answer) {
    Rest all;
    for (const ConditionTable& condition : answer.conditions) {
      if (!pay(condition.met.size())) return nullptr;
      add(all, condition.positions, in_order(condition));
    }
    const auto root = grow(std::move(all));
    if (!root) return nullptr;
    diagram_->root_ = *root;
    return std::move(diagram_);
  }

 private:
  using Positions = std::vector<std::size_t>;
  using Table = std::string;                // 1 where a condition is met, else 0: the last position fastest
  using Rest = std::map<Positions, Table>;  // no table has 0 alone

  static constexpr std::int32_t no = -2;
  static constexpr std::int32_t yes = -3;

  // Sought is a condition that is met, or (forall) one that is not.
  Table in_order(const ConditionTable& condition) const {
    Table table(condition.met.size(), 0);
    std::vector<std::size_t> places(values_.size(), 0);
    for (char& entry : table) {
      entry = condition(places) == exists_ ? 1 : 0;
      for (std::size_t k = condition.positions.size(); k-- > 0;) {
        std::size_t& place = places[condition.positions[k]];
        if (++place < values_[condition.positions[k]]) break;
        place = 0;
      }
    }
    return table;
  }

  static void add(Rest& rest, const Positions& positions, const Table& table) {
    if (table.find('\1') == Table::npos) return;
    const auto [at, fresh] = rest.emplace(positions, table);
    if (fresh) return;
    for (std::size_t k = 0; k < table.size(); ++k) at->second[k] |= table[k];
  }

  bool pay(std::size_t entries) {
    if (budget_.entries < entries) return false;
    budget_.entries -= entries;
    return true;
  }

  static bool is_sure(const Rest& rest) {
    return std::any_of(rest.begin(), rest.end(),
                       [](const auto& table) { return table.second.find('\0') == Table::npos; });
  }

  // What is left once the cell has this value.
  Rest known(const Rest& rest, std::size_t cell, std::size_t place) const {
    Rest result;
    for (const auto& [positions, table] : rest) {
      if (positions.front() != cell) {
        add(result, positions, table);
        continue;
      }
      const std::size_t size = table.size() / values_[cell];
      add(result, {positions.begin() + 1, positions.end()}, table.substr(place * size, size));
    }
    return result;
  }

  // A link to the answer of what is left; nothing beyond the budget.
  std::optional<std::int32_t> grow(Rest rest) {
    if (rest.empty()) return exists_ ? no : yes;
    if (is_sure(rest)) return exists_ ? yes : no;
    if (const auto found = nodes_.find(rest); found != nodes_.end()) return found->second;
    check_stop();
    const std::size_t cell =
        rest.begin()->first.front();  // sets of cells are in the order of their first ones
    std::size_t entries = 0;
    for (const auto& [positions, table] : rest) entries += table.size() + positions.size() + 1;
    if (values_[cell] > budget_.links || !pay(entries * values_[cell])) return std::nullopt;
    budget_.links -= values_[cell];
    std::vector<std::int32_t> links;
    for (std::size_t place = 0; place < values_[cell]; ++place) {
      const auto link = grow(known(rest, cell, place));
      if (!link) return std::nullopt;
      links.push_back(*link);
    }
    const auto node = static_cast<std::int32_t>(diagram_->nodes_.size());
    diagram_->nodes_.push_back(
        {static_cast<std::uint32_t>(cell), static_cast<std::uint32_t>(diagram_->links_.size())});
    diagram_->links_.insert(diagram_->links_.end(), links.begin(), links.end());
    nodes_.emplace(std::move(rest), node);
    return node;
  }

  bool exists_;
  std::span<const std::size_t> values_;
  Budget& budget_;
  std::map<Rest, std::int32_t> nodes_;
  std::unique_ptr<AnswerDiagram> diagram_ = std::make_unique<AnswerDiagram>();
};

std::unique_ptr<const AnswerDiagram> AnswerDiagram::make(const QuantifiedAnswer& answer,
                                                         std::span<const std::size_t> values,
                                                         Budget& budget) {
  if (std::find(values.begin(), values.end(), 0) != values.end()) return nullptr;
  return Merger(answer, values, budget).make(answer);
}

}  // namespace attest::language

#include "language/reads.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "language/evaluation_error.hpp"
#include "language/exact_evaluation.hpp"
#include "numeric/checked.hpp"

namespace attest::language {

namespace {

constexpr std::size_t most_cells_read = 1U << 20U;

// Walks through an evaluation with everything known but the inputs.
class ReadWalk {
 public:
  ReadWalk(const Resolution& resolution, const Names& names, std::span<const long> indices)
      : names_(names), slots_(resolution.slots), unknown_(resolution.slots, false) {
    for (std::size_t k = 0; k < indices.size(); ++k) slots_[k] = Value(indices[k]);
  }

  std::vector<Cell> run(const Resolved& e) {
    walk(e);
    return {cells_.begin(), cells_.end()};
  }

 private:
  // Whether the value is the same for every input.
  bool is_known(const Resolved& e) const {
    if (e.op == Op::name) return !unknown_[e.slot];
    if (e.op == Op::call && e.builtin == Builtin::none) return false;
    const auto known = [&](const ResolvedPointer& part) { return !part || is_known(*part); };
    return known(e.such_that) && std::all_of(e.children.begin(), e.children.end(), known) &&
           std::all_of(e.binders.begin(), e.binders.end(),
                       [&](const ResolvedBinder& b) { return known(b.range); });
  }

  // Absent where it depends on the input, or where there is none.
  std::optional<Value> known_value(const Resolved& e) const {
    if (!is_known(e)) return std::nullopt;
    try {
      return exact_value(e, names_, {}, slots_);
    } catch (const EvaluationError&) {
      return std::nullopt;
    }
  }

  // One side may decide what the other leaves open.
  std::optional<bool> known_truth(const Resolved& e) const {
    if (e.op == Op::logic_and || e.op == Op::logic_or || e.op == Op::implies) {
      const bool decisive = e.op != Op::logic_and;
      auto left = known_truth(*e.children[0]);
      const auto right = known_truth(*e.children[1]);
      if (e.op == Op::implies && left) left = !*left;
      if (left == decisive || right == decisive) return decisive;
      return left && right ? std::optional<bool>(!decisive) : std::nullopt;
    }
    if (e.op == Op::logic_not) {
      const auto part = known_truth(*e.children[0]);
      return part ? std::optional<bool>(!*part) : std::nullopt;
    }
    const auto value = known_value(e);
    return value ? std::optional<bool>(value->truth()) : std::nullopt;
  }

  void set_slot(std::size_t slot, const std::optional<Value>& value) {
    unknown_[slot] = !value;
    if (value) slots_[slot] = *value;
  }

  void walk(const Resolved& e) {
    switch (e.op) {
      case Op::call:
        for (const ResolvedPointer& child : e.children) walk(*child);
        if (e.builtin == Builtin::none) read(e);
        return;
      case Op::conditional: {
        walk(*e.children[0]);
        const auto condition = known_truth(*e.children[0]);
        if (condition != false) walk(*e.children[1]);
        if (condition != true) walk(*e.children[2]);
        return;
      }
      case Op::logic_and:
      case Op::logic_or:
      case Op::implies:
        walk(*e.children[0]);
        if (known_truth(*e.children[0]) != (e.op == Op::logic_or)) walk(*e.children[1]);
        return;
      case Op::let:
        walk(*e.children[0]);
        set_slot(e.slot, known_value(*e.children[0]));
        walk(*e.children[1]);
        unknown_[e.slot] = false;
        return;
      case Op::quantifier:
        quantifier(e);
        return;
      case Op::iterate:
        iterate(e);
        return;
      default:
        for (const ResolvedPointer& child : e.children) walk(*child);
    }
  }

  void read(const Resolved& e) {
    const InputShape& input = names_.inputs[e.input];
    std::vector<Range> arguments;
    for (std::size_t k = 0; k < e.children.size(); ++k) {
      Range here = input.domains[k];
      if (is_known(*e.children[k])) {
        const auto value = known_value(*e.children[k]);
        if (!value || value->machine() == nullptr || !here.contains(*value->machine())) return;  // no value
        here = {*value->machine(), *value->machine()};
      }
      if (here.size() == 0) return;
      arguments.push_back(here);
    }
    Cell cell{e.input, {}};
    for (const Range& range : arguments) cell.arguments.push_back(range.first);
    for (;;) {
      cells_.insert(cell);
      if (cells_.size() > most_cells_read) {
        throw EvaluationLimit(e.place, "reads more than 2^20 cells of the inputs");
      }
      std::size_t k = arguments.size();
      while (k > 0 && cell.arguments[k - 1] == arguments[k - 1].last) {
        cell.arguments[k - 1] = arguments[k - 1].first;
        --k;
      }
      if (k == 0) return;
      ++cell.arguments[k - 1];
    }
  }

  struct Visited {
    bool some = false;     // an index was surely there
    bool decided = false;  // the quantifier surely stops
  };

  // Every element of a known range; once, with an unknown index, of one that depends on the input.
  void indices(const Resolved& e, std::size_t k, bool sure, Visited& visited) {
    if (k == e.binders.size()) {
      body(e, sure, visited);
      return;
    }
    const Resolved& range = *e.binders[k].range;
    const std::size_t slot = e.binders[k].slot;
    walk(range);
    if (const auto elements = known_value(range)) {
      for (const Value& element : elements->elements()) {
        set_slot(slot, element);
        indices(e, k + 1, sure, visited);
        if (visited.decided) break;
      }
    } else {
      set_slot(slot, std::nullopt);
      indices(e, k + 1, false, visited);
    }
    unknown_[slot] = false;
  }

  void body(const Resolved& e, bool sure, Visited& visited) {
    if (e.such_that) {
      walk(*e.such_that);
      const auto met = known_truth(*e.such_that);
      if (met == false) return;
      sure = sure && met == true;
    }
    visited.some = visited.some || sure;
    walk(*e.children[0]);
    const bool stops = e.quantifier == Quantifier::exists || e.quantifier == Quantifier::forall ||
                       e.quantifier == Quantifier::least;
    if (stops && sure) visited.decided = known_truth(*e.children[0]) == (e.quantifier != Quantifier::forall);
  }

  void quantifier(const Resolved& e) {
    Visited visited;
    indices(e, 0, true, visited);
    if (e.children.size() < 2) return;
    const bool finds = e.quantifier == Quantifier::least ? visited.decided : visited.some;
    if (!finds || e.tie == Tie::unique) walk(*e.children[1]);
  }

  void iterate(const Resolved& e) {
    walk(*e.children[0]);
    walk(*e.children[1]);
    const auto times = known_value(*e.children[1]);
    std::optional<Value> current = known_value(*e.children[0]);
    if (!times || times->machine() == nullptr) current.reset();
    long left = times && times->machine() != nullptr ? *times->machine() : 1;
    for (; left > 0; --left) {
      set_slot(e.slot, current);
      walk(*e.children[2]);
      const bool was_unknown = !current;
      current = known_value(*e.children[2]);
      if (was_unknown && !current) break;  // the next rounds read the same
    }
    unknown_[e.slot] = false;
  }

  const Names& names_;
  std::vector<Value> slots_;
  std::vector<bool> unknown_;
  std::set<Cell> cells_;
};

}  // namespace

std::vector<Cell> cells_read(const Resolution& resolution, const Names& names,
                             std::span<const long> indices) {
  return ReadWalk(resolution, names, indices).run(*resolution.root);
}

}  // namespace attest::language

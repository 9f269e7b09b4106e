#include "language/folded_answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace attest::language {

namespace {

// A part that has so few values of its cells is one table, whatever it is.
constexpr std::size_t small_table = 256;
// A sum lies within this.
constexpr long largest_sum = 1L << 40;

// Replaces what reads cells by numbers that are called by names which no text can have.
class Folder {
 public:
  Folder(const Names& names, const std::vector<long>& indices, const CellValues& values, TableLimits& limits)
      : names_(names), indices_(indices), values_(values), limits_(limits) {}

  Expression fold(const Expression& e) {
    const Truth truth(e, names_);
    std::size_t entries = 1;
    for (const Cell& cell : truth.reads(indices_)) {
      entries *= values_[truth.place(cell)].size();
      if (entries > small_table) break;
    }
    if (truth.reads(indices_).empty()) return constant(truth);
    if (e->op == Op::conditional) {
      const Truth condition(e->children[0], names_, Type::Kind::truth);
      if (condition.reads(indices_).empty()) return fold(e->children[value(condition).truth() ? 1 : 2]);
    }
    if (entries <= small_table) {
      FoldedTables table;
      table.terms.push_back(cell_table<long>(truth, indices_, values_, limits_));
      return replaced(std::move(table), truth.type().kind == Type::Kind::truth, 1);
    }
    if (is_quantifier(e, Quantifier::sum) || is_quantifier(e, Quantifier::count))
      return folded(e, false, false);
    if (is_quantifier(e, Quantifier::exists)) return folded(e, true, false);
    if (is_quantifier(e, Quantifier::forall)) return folded(e, true, true);
    if (e->children.empty() || binds(e->op)) throw NoTables();
    Node whole = *e;
    for (Expression& child : whole.children) child = fold(child);
    return std::make_shared<const Node>(std::move(whole));
  }

  std::vector<FoldedTables> folds() { return std::move(folds_); }
  const Names& rest_names() const {
    return rest_names_;
  }  // of the folds alone: what is left reads nothing else

 private:
  static bool binds(Op op) { return op == Op::let || op == Op::quantifier || op == Op::iterate; }

  // Of what reads no cell.
  Value value(const Truth& truth) const {
    std::vector<long> cells;
    for (const std::vector<long>& of_cell : values_) cells.push_back(of_cell.front());
    return truth(cells, indices_);
  }

  Expression constant(const Truth& truth) const {
    const Value known = value(truth);
    if (known.kind() == Type::Kind::truth) return node(Op::equal, {number(known.truth() ? 1 : 0), number(1)});
    if (known.kind() != Type::Kind::number) throw NoTables();
    return known.number() < 0 ? node(Op::negate, {number(-known.number())}) : number(known.number());
  }

  // "forall" is that no instance is missed.
  Expression folded(const Expression& e, bool any, bool denied) {
    FoldedTables tables;
    tables.any = any;
    each_instance(e, names_, indices_,
                  [&](const Expression& body, const Names& names, const std::vector<long>& indices) {
                    if (tables.terms.size() >= limits_.tables) throw NoTables();
                    const Expression term = denied ? node(Op::logic_not, {body}, body->place) : body;
                    const bool is_number = e->quantifier == Quantifier::sum;
                    const Truth truth(term, names, is_number ? Type::Kind::number : Type::Kind::truth);
                    tables.terms.push_back(cell_table<long>(truth, indices, values_, limits_));
                  });
    return replaced(std::move(tables), e->quantifier == Quantifier::exists || denied, denied ? 0 : 1);
  }

  // A name for what the tables give; of a truth, that it is `yes`.
  Expression replaced(FoldedTables tables, bool is_truth, long yes) {
    Range range{0, tables.any ? 1 : 0};
    for (const CellTable<long>& term : tables.terms) {
      if (tables.any) break;
      const auto [least, most] = std::minmax_element(term.entries.begin(), term.entries.end());
      if (*least < -largest_sum || *most > largest_sum) throw NoTables();
      range = {range.first + *least, range.last + *most};
      if (range.first < -largest_sum || range.last > largest_sum) throw NoTables();
    }
    folds_.push_back(std::move(tables));
    rest_names_.indices.push_back({fmt::format("fold {}", folds_.size()), range});
    const Expression value = name(rest_names_.indices.back().name);
    return is_truth ? node(Op::equal, {value, number(yes)}) : value;
  }

  const Names& names_;
  Names rest_names_;
  const std::vector<long>& indices_;
  const CellValues& values_;
  TableLimits& limits_;
  std::vector<FoldedTables> folds_;
};

}  // namespace

std::optional<FoldedAnswer> folded_answer(const Expression& expression, const Names& names,
                                          const std::vector<long>& indices, const CellValues& values,
                                          const std::function<std::optional<long>(const Value&)>& answer,
                                          TableLimits& limits) {
  return where_tables_are([&] {
    Folder folder(names, indices, values, limits);
    const Expression rest = folder.fold(expression);
    FoldedAnswer result{folder.folds(), {}};
    const auto truth = std::make_shared<const Truth>(rest, folder.rest_names());
    result.answer = [=](std::span<const long> folds) -> std::optional<long> {
      const auto value = truth->on_machine_integers({}, folds);
      return value ? answer(*value) : std::nullopt;
    };
    return result;
  });
}

}  // namespace attest::language

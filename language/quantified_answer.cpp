#include "language/quantified_answer.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "claims/stop.hpp"
#include "language/message.hpp"
#include "language/truth.hpp"

namespace attest::language {

namespace {

// Thrown where there are no such tables.
struct NoTables {};

bool is_quantifier(const Expression& e, Quantifier quantifier) {
  return e->op == Op::quantifier && e->quantifier == quantifier && e->children.size() == 1;
}

class Instances {
 public:
  Instances(const std::vector<std::vector<long>>& values, Quantifier quantifier, TableLimits& limits)
      : values_(values), quantifier_(quantifier), limits_(limits) {}

  // The instances of a quantifier: its indices become indices of the expression below, one value each.
  void add(const Expression& e, const Names& names, const std::vector<long>& indices) {
    if (!is_quantifier(e, quantifier_)) return add_condition(e, names, indices);
    Expression body = e->children[0];
    if (e->such_that) {
      const bool exists = quantifier_ == Quantifier::exists;
      body = node(exists ? Op::logic_and : Op::implies, {e->such_that, body}, e->place);
    }
    bind(e, body, 0, names, indices);
  }

  std::vector<ConditionTable> take() { return std::move(conditions_); }

 private:
  void bind(const Expression& e, const Expression& body, std::size_t binder, const Names& names,
            const std::vector<long>& indices) {
    if (binder == e->binders.size()) return add(body, names, indices);
    const Truth range(e->binders[binder].range, names);
    if (!range.reads(indices).empty()) throw NoTables();
    std::vector<long> lowest;
    for (const InputShape& input : names.inputs)
      lowest.insert(lowest.end(), static_cast<std::size_t>(input.cells()), input.values.first);
    const Value elements = range(lowest, indices);
    if (elements.kind() != Type::Kind::set) throw NoTables();
    for (const Value& element : elements.elements()) {
      if (element.kind() != Type::Kind::number || element.machine() == nullptr) throw NoTables();
      const long x = *element.machine();
      Names more = names;
      more.indices.push_back({e->binders[binder].name, {x, x}});
      std::vector<long> longer = indices;
      longer.push_back(x);
      bind(e, body, binder + 1, more, longer);
    }
  }

  void add_condition(const Expression& e, const Names& names, const std::vector<long>& indices) {
    check_stop();
    if (conditions_.size() >= limits_.conditions) throw NoTables();
    const Truth truth(e, names, Type::Kind::truth);
    ConditionTable condition;
    for (const Cell& cell : truth.reads(indices)) condition.positions.push_back(truth.place(cell));
    std::sort(condition.positions.begin(), condition.positions.end());
    std::size_t entries = 1;
    for (const std::size_t p : condition.positions) {
      condition.strides.push_back(entries);
      entries *= values_[p].size();
      if (entries > limits_.entries_of_one) throw NoTables();
    }
    if (entries > limits_.entries) throw NoTables();
    limits_.entries -= entries;
    std::vector<long> cells;
    for (const std::vector<long>& of_cell : values_) cells.push_back(of_cell.front());
    condition.met.resize(entries);
    for (std::size_t at = 0; at < entries; ++at) {
      for (std::size_t k = 0; k < condition.positions.size(); ++k) {
        const std::vector<long>& values = values_[condition.positions[k]];
        cells[condition.positions[k]] = values[at / condition.strides[k] % values.size()];
      }
      condition.met[at] = truth(cells, indices).truth();
    }
    conditions_.push_back(std::move(condition));
  }

  const std::vector<std::vector<long>>& values_;
  Quantifier quantifier_;
  TableLimits& limits_;
  std::vector<ConditionTable> conditions_;
};

}  // namespace

std::optional<QuantifiedAnswer> quantified_answer(const Expression& expression, const Names& names,
                                                  std::span<const long> indices,
                                                  const std::vector<std::vector<long>>& values,
                                                  TableLimits& limits) {
  const bool exists = is_quantifier(expression, Quantifier::exists);
  if (!exists && !is_quantifier(expression, Quantifier::forall)) return std::nullopt;
  const auto empty = [](const std::vector<long>& of_cell) { return of_cell.empty(); };
  if (std::any_of(values.begin(), values.end(), empty)) return std::nullopt;
  try {
    Instances instances(values, expression->quantifier, limits);
    instances.add(expression, names, {indices.begin(), indices.end()});
    return QuantifiedAnswer{exists, instances.take()};
  } catch (const NoTables&) {
  } catch (const EvaluationError&) {        // the whole evaluation says where and why, if it is so
  } catch (const ParseError&) {             // a part that has no value of its own
  } catch (const std::invalid_argument&) {  // a name that means two things once it is an index
  }
  return std::nullopt;
}

}  // namespace attest::language

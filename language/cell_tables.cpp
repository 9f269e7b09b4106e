#include "language/cell_tables.hpp"

#include <algorithm>

#include "claims/stop.hpp"

namespace attest::language {

namespace {

template <class Entry>
Entry entry_of(const Value& value) {
  if (value.kind() == Type::Kind::truth) return value.truth();
  if (value.kind() != Type::Kind::number || value.machine() == nullptr) throw NoTables();
  return static_cast<Entry>(*value.machine());
}

Expression instance_body(const Expression& e) {
  const Expression& body = e->children[0];
  if (!e->such_that) return body;
  switch (e->quantifier) {
    case Quantifier::forall:
      return node(Op::implies, {e->such_that, body}, e->place);
    case Quantifier::sum:
      return node(Op::conditional, {e->such_that, body, number(0)}, e->place);
    default:
      return node(Op::logic_and, {e->such_that, body}, e->place);
  }
}

void bind_from(const Expression& e, std::size_t binder, const Names& names, const std::vector<long>& indices,
               const Instance& visit) {
  if (binder == e->binders.size()) {
    const Expression body = instance_body(e);
    if (e->quantifier != Quantifier::count && is_quantifier(body, e->quantifier))
      return each_instance(body, names, indices, visit);
    return visit(body, names, indices);
  }
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
    bind_from(e, binder + 1, more, longer, visit);
  }
}

}  // namespace

template <class Entry>
CellTable<Entry> cell_table(const Truth& truth, std::span<const long> indices, const CellValues& values,
                            TableLimits& limits) {
  check_stop();
  CellTable<Entry> table;
  for (const Cell& cell : truth.reads(indices)) table.positions.push_back(truth.place(cell));
  std::sort(table.positions.begin(), table.positions.end());
  std::size_t entries = 1;
  for (const std::size_t p : table.positions) {
    table.strides.push_back(entries);
    entries *= values[p].size();
    if (entries > limits.entries_of_one) throw NoTables();
  }
  if (entries > limits.entries) throw NoTables();
  limits.entries -= entries;
  std::vector<long> cells;
  for (const std::vector<long>& of_cell : values) cells.push_back(of_cell.front());
  table.entries.resize(entries);
  for (std::size_t at = 0; at < entries; ++at) {
    for (std::size_t k = 0; k < table.positions.size(); ++k) {
      const std::vector<long>& of_cell = values[table.positions[k]];
      cells[table.positions[k]] = of_cell[at / table.strides[k] % of_cell.size()];
    }
    table.entries[at] = entry_of<Entry>(truth(cells, indices));
  }
  return table;
}

template CellTable<bool> cell_table(const Truth& truth, std::span<const long> indices,
                                    const CellValues& values, TableLimits& limits);
template CellTable<long> cell_table(const Truth& truth, std::span<const long> indices,
                                    const CellValues& values, TableLimits& limits);

bool is_quantifier(const Expression& e, Quantifier quantifier) {
  return e->op == Op::quantifier && e->quantifier == quantifier && e->children.size() == 1;
}

void each_instance(const Expression& quantifier, const Names& names, const std::vector<long>& indices,
                   const Instance& visit) {
  bind_from(quantifier, 0, names, indices, visit);
}

}  // namespace attest::language

// Expressions that read few cells as tables of what they are for all values of these cells, and the instances of a quantifier.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "language/message.hpp"
#include "language/truth.hpp"

namespace attest::language {

// What is at the values of a few positions (cells, or the symbols that stand for them). An Entry is a bool or a long.
template <class Entry>
struct CellTable {
  std::vector<std::size_t> positions;  // ascending
  // An entry is at the sum of stride * place over the positions: 1, the size of the first one, the product of the first two, ..
  std::vector<std::size_t> strides;
  std::vector<Entry> entries;

  // `places`: of each cell, the place of its value among those that it can be.
  template <class Places>
  Entry operator()(const Places& places) const {
    std::size_t at = 0;
    for (std::size_t k = 0; k < positions.size(); ++k) at += strides[k] * places[positions[k]];
    return entries[at];
  }
};

// A table with its positions in another order, under other names: of each of them its name and its place in table.positions. Two tables are
// equal functions of their positions' symbols if they are equal here.
template <class Entry>
std::pair<std::vector<std::size_t>, std::vector<Entry>> ordered(
    const CellTable<Entry>& table, const std::vector<std::pair<std::size_t, std::size_t>>& order) {
  const auto size = [&](std::size_t place) {
    return (place + 1 < table.strides.size() ? table.strides[place + 1] : table.entries.size()) /
           table.strides[place];
  };
  std::pair<std::vector<std::size_t>, std::vector<Entry>> result;
  for (const auto& [name, place] : order) result.first.push_back(name);
  std::vector<std::size_t> digits(order.size(), 0);
  for (std::size_t k = 0; k < table.entries.size(); ++k) {
    std::size_t at = 0;
    for (std::size_t j = 0; j < order.size(); ++j) at += digits[j] * table.strides[order[j].second];
    result.second.push_back(table.entries[at]);
    for (std::size_t j = 0; j < order.size() && ++digits[j] == size(order[j].second); ++j) digits[j] = 0;
  }
  return result;
}

// What tables may cost; what was used is taken away.
struct TableLimits {
  std::size_t tables = 0;  // of one answer: nothing is taken away
  std::size_t entries_of_one = 0;
  std::size_t entries = 0;
};

// Thrown where there are no such tables.
struct NoTables {};

// What `make` gives; nothing where it throws NoTables, or where a part has no value (the evaluation of the whole says where and why, if it is
// so), no meaning of its own, or a name that means two things once it is an index.
template <class Make>
auto where_tables_are(const Make& make) -> std::optional<decltype(make())> {
  try {
    return make();
  } catch (const NoTables&) {
  } catch (const EvaluationError&) {
  } catch (const ParseError&) {
  } catch (const std::invalid_argument&) {
  }
  return std::nullopt;
}

// What each cell can be, ascending, one cell after the other; none is empty.
using CellValues = std::vector<std::vector<long>>;

// NoTables beyond the limits, and where a number is no machine integer. A truth is 1 or 0 in a table of numbers. Looks at the stop flag.
template <class Entry>
CellTable<Entry> cell_table(const Truth& truth, std::span<const long> indices, const CellValues& values,
                            TableLimits& limits);

// exists, forall, sum or count, without `else`.
bool is_quantifier(const Expression& e, Quantifier quantifier);

// The instances of such a quantifier: its indices become indices of the expression below, one value each; one of its kind at the head of
// this expression is taken apart as well, but for a count. What `such_that` excludes is no (of exists and count), yes (forall), or 0.
// NoTables where a range hangs on an input.
using Instance =
    std::function<void(const Expression& body, const Names& names, const std::vector<long>& indices)>;
void each_instance(const Expression& quantifier, const Names& names, const std::vector<long>& indices,
                   const Instance& visit);

}  // namespace attest::language

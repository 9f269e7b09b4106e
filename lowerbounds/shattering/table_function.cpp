#include "lowerbounds/shattering/table_function.hpp"

namespace attest {

TableFunction::TableFunction(FunctionTable table, const Stop& stop)
    : table_(std::move(table)), symmetries_(find_symmetries(table_, stop)) {}

std::vector<PartitionClass> TableFunction::classes() const {
  return partition_classes(positions(), symmetries_.generators);
}

PartitionedFunction::Shape TableFunction::shape(PositionSet rows) const {
  Shape shape{1, 1};
  for (std::size_t i = 0; i < positions(); ++i) {
    const bool is_row = (rows & position_bit(positions(), i)) != 0;
    (is_row ? shape.rows : shape.columns) *= table_.letters(i).letters.size();
  }
  return shape;
}

TableFunction::Side TableFunction::side(PositionSet set) const {
  Side result{positions_of(set, positions()), {0}};
  for (const std::size_t i : result.positions) {
    std::vector<std::size_t> longer;
    longer.reserve(result.rank.size() * table_.letters(i).letters.size());
    for (const std::size_t rank : result.rank) {
      for (std::size_t a = 0; a < table_.letters(i).letters.size(); ++a) {
        longer.push_back(rank + a * table_.stride(i));
      }
    }
    result.rank = std::move(longer);
  }
  return result;
}

BitMatrix TableFunction::full_matrix(const Side& rows, const Side& columns) const {
  BitMatrix result(rows.rank.size(), columns.rank.size());
  for (std::size_t r = 0; r < result.rows; ++r) {
    BitMatrix::Word* row = result.row(r);
    for (std::size_t c = 0; c < result.columns; ++c) {
      row[c / 64] |= BitMatrix::Word{table_.value(rows.rank[r] + columns.rank[c])} << (c % 64);
    }
  }
  return result;
}

WordOfLetters TableFunction::word(const Side& side, std::size_t index) const {
  WordOfLetters result(side.positions.size());
  for (std::size_t k = result.size(); k-- > 0;) {
    const auto& letters = table_.letters(side.positions[k]).letters;
    result[k] = letters[index % letters.size()];
    index /= letters.size();
  }
  return result;
}

std::uint64_t TableFunction::count(const Side& side, std::size_t index) const {
  std::uint64_t product = 1;
  for (std::size_t k = side.positions.size(); k-- > 0;) {
    const auto& counts = table_.letters(side.positions[k]).count;
    product *= counts[index % counts.size()];
    index /= counts.size();
  }
  return product;
}

BitMatrix TableFunction::matrix(PositionSet rows) const {
  const PositionSet all = static_cast<PositionSet>((std::uint64_t{1} << positions()) - 1);
  const BitMatrix full = full_matrix(side(rows), side(all & ~rows));
  return distinct_rows(distinct_rows(full).matrix.transposed()).matrix.transposed();
}

SplitMatrix TableFunction::split(PositionSet rows) const {
  const PositionSet all = static_cast<PositionSet>((std::uint64_t{1} << positions()) - 1);
  const Side row_side = side(rows);
  const Side column_side = side(all & ~rows);
  const DistinctRows by_row = distinct_rows(full_matrix(row_side, column_side));
  const DistinctRows by_column = distinct_rows(by_row.matrix.transposed());
  SplitMatrix result;
  result.matrix = by_column.matrix.transposed();
  result.row_count.assign(result.matrix.rows, 0);
  for (std::size_t r = 0; r < by_row.class_of.size(); ++r) {
    result.row_count[by_row.class_of[r]] += count(row_side, r);
  }
  for (const auto first : by_row.first) result.row_words.push_back(word(row_side, first));
  for (const auto first : by_column.first) result.column_words.push_back(word(column_side, first));
  return result;
}

}  // namespace attest

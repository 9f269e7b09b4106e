// The search for shattered sets with symmetries of the rows against the one without.
#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>
#include <set>

#include "lowerbounds/shattering/find_shattered.hpp"
#include "lowerbounds/shattering/multiset_function.hpp"
#include "lowerbounds/shattering/named_functions.hpp"
#include "lowerbounds/shattering/row_symmetries.hpp"
#include "lowerbounds/shattering/split_vc.hpp"
#include "tests/lowerbounds/shattering/shatter_brute_force.hpp"

namespace attest::row_symmetries_test {

namespace {

const Stop never = [] { return false; };

// Row r goes to row to[r], or to its complement.
struct SignedPermutation {
  std::vector<std::size_t> to;
  std::vector<bool> complemented;
};

using Column = std::vector<bool>;

Column moved(const SignedPermutation& by, const Column& column) {
  Column result(column.size());
  for (std::size_t r = 0; r < column.size(); ++r) result[by.to[r]] = column[r] != by.complemented[r];
  return result;
}

SignedPermutation random_exchange(std::size_t rows, bool signs, std::mt19937_64& random) {
  SignedPermutation result{std::vector<std::size_t>(rows), std::vector<bool>(rows, false)};
  std::iota(result.to.begin(), result.to.end(), std::size_t{0});
  for (int exchanges = 0; exchanges < 3; ++exchanges)
    std::swap(result.to[random() % rows], result.to[random() % rows]);
  for (std::size_t r = 0; signs && r < rows; ++r) result.complemented[r] = random() % 4 == 0;
  return result;
}

// Columns that the permutations take to each other; with complements each row's complement stands behind all rows.
BitMatrix matrix_of(const std::set<Column>& columns, std::size_t rows, bool complements) {
  BitMatrix result(complements ? 2 * rows : rows, columns.size());
  std::size_t c = 0;
  for (const Column& column : columns) {
    for (std::size_t r = 0; r < rows; ++r) {
      if (column[r]) result.set(r, c);
      if (complements && !column[r]) result.set(rows + r, c);
    }
    ++c;
  }
  return result;
}

bool is_shattered(const BitMatrix& matrix, const std::vector<std::uint32_t>& set) {
  std::set<std::vector<bool>> patterns;
  for (std::size_t c = 0; c < matrix.columns; ++c) {
    std::vector<bool> pattern;
    for (const std::uint32_t r : set) pattern.push_back(matrix.at(r, c));
    patterns.insert(pattern);
  }
  return patterns.size() == std::size_t{1} << set.size();
}

}  // namespace

TEST_CASE(
    "With symmetries of the rows a search finds a shattered set of each size that one without them finds",
    "[shatter]") {
  std::mt19937_64 random(20);
  std::uint64_t with = 0, without = 0;
  int found = 0, exhausted = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const std::size_t rows = 5 + random() % 8;
    const bool complements = trial % 2 == 1;
    std::vector<SignedPermutation> exchanges;
    for (std::size_t k = 0; k < 1 + random() % 4; ++k)
      exchanges.push_back(random_exchange(rows, complements, random));
    std::set<Column> columns;
    const std::size_t wanted = 4 + random() % 120;
    while (columns.size() < wanted && columns.size() < (std::size_t{1} << rows) / 2) {
      std::vector<Column> fresh(1, Column(rows));
      for (std::size_t r = 0; r < rows; ++r) fresh[0][r] = random() % 2 == 0;
      while (!fresh.empty()) {
        const Column column = fresh.back();
        fresh.pop_back();
        if (!columns.insert(column).second) continue;
        for (const auto& by : exchanges) fresh.push_back(moved(by, column));
      }
    }
    // Rows that are alike are one row for the search: then a permutation of them is none of the matrix's.
    const BitMatrix matrix = matrix_of(columns, rows, complements);
    if (distinct_rows(matrix).matrix.rows != matrix.rows) continue;
    std::vector<RowSymmetry> symmetries;
    for (const auto& by : exchanges) {
      RowSymmetry to(matrix.rows);
      for (std::size_t r = 0; r < rows; ++r) {
        const std::size_t image = by.to[r] + (by.complemented[r] ? rows : 0);
        to[r] = static_cast<std::uint32_t>(image);
        if (complements) to[rows + r] = static_cast<std::uint32_t>((image + rows) % (2 * rows));
      }
      REQUIRE(is_row_symmetry(matrix, to));
      symmetries.push_back(among_useful(matrix, to));
    }
    const auto useful = useful_rows(matrix);
    for (int size = 1; size <= 7; ++size) {
      const auto plain = find_shattered(matrix, useful, size, never, false);
      const auto pruned =
          find_shattered(matrix, useful, size, never, trial % 4 < 2, CellMachine::best, symmetries);
      INFO("trial " << trial << ", size " << size);
      REQUIRE(plain.outcome == pruned.outcome);
      if (plain.outcome == ShatterSearch::Outcome::found) {
        REQUIRE(pruned.set.size() == static_cast<std::size_t>(size));
        REQUIRE(std::is_sorted(pruned.set.begin(), pruned.set.end()));
        REQUIRE(is_shattered(matrix, pruned.set));
        ++found;
      } else {
        with += pruned.visited;
        without += plain.visited;
        ++exhausted;
      }
    }
  }
  CHECK(found > 500);
  CHECK(exhausted > 500);
  CHECK(with < without);
}

TEST_CASE(
    "Where nearly every row is an orbit of its own the search finds what it finds without symmetries, and is stopped",
    "[shatter]") {
  constexpr std::size_t rows = 80;
  SignedPermutation exchange{std::vector<std::size_t>(rows), std::vector<bool>(rows, false)};
  std::iota(exchange.to.begin(), exchange.to.end(), std::size_t{0});
  std::swap(exchange.to[3], exchange.to[70]);
  const RowSymmetry to(exchange.to.begin(), exchange.to.end());
  std::mt19937_64 random(22);
  std::set<Column> columns;
  while (columns.size() < 40) {
    Column column(rows);
    for (std::size_t r = 0; r < rows; ++r) column[r] = random() % 2 == 0;
    columns.insert(column);
    columns.insert(moved(exchange, column));
  }
  const BitMatrix matrix = matrix_of(columns, rows, false);
  REQUIRE(is_row_symmetry(matrix, to));
  const std::vector<RowSymmetry> symmetries{among_useful(matrix, to)};
  const auto useful = useful_rows(matrix);
  std::set<ShatterSearch::Outcome> outcomes;
  for (int size = 1; size <= 5; ++size) {
    const auto plain = find_shattered(matrix, useful, size, never, false);
    const auto pruned = find_shattered(matrix, useful, size, never, true, CellMachine::best, symmetries);
    CHECK(plain.outcome == pruned.outcome);
    outcomes.insert(plain.outcome);
    if (plain.outcome == ShatterSearch::Outcome::found) CHECK(is_shattered(matrix, pruned.set));
    const auto stopped = find_shattered(
        matrix, useful, size, [] { return true; }, false, CellMachine::best, symmetries);
    CHECK(stopped.outcome == ShatterSearch::Outcome::stopped);
  }
  CHECK(outcomes.size() == 2);
}

TEST_CASE("A permutation of rows is a symmetry where it takes the columns to each other, and nowhere else",
          "[shatter]") {
  std::mt19937_64 random(21);
  int are = 0, are_not = 0;
  for (int trial = 0; trial < 60; ++trial) {
    std::set<Column> columns;
    const std::size_t wanted = 1 + random() % 14;
    while (columns.size() < wanted)
      columns.insert({random() % 2 == 0, random() % 2 == 0, random() % 2 == 0, random() % 2 == 0});
    const BitMatrix matrix = matrix_of(columns, 4, false);
    RowSymmetry to{0, 1, 2, 3};
    do {
      std::set<Column> image;
      for (const Column& column : columns) {
        Column one(4);
        for (std::size_t r = 0; r < 4; ++r) one[to[r]] = column[r];
        image.insert(one);
      }
      REQUIRE(is_row_symmetry(matrix, to) == (image == columns));
      ++(image == columns ? are : are_not);
    } while (std::next_permutation(to.begin(), to.end()));
  }
  CHECK(are > 100);
  CHECK(are_not > 100);
  CHECK_FALSE(is_row_symmetry(matrix_of({{false, true, true, false}}, 4, false), {1, 1, 2, 3}));
}

TEST_CASE("A list is put in orbits, the largest first, and one that a symmetry leaves is an error of ours",
          "[shatter]") {
  const RowSymmetry a{1, 0, 2, 3, 4, 5}, b{0, 2, 1, 3, 5, 4};
  const std::vector<std::uint32_t> row_of{5, 4, 3, 2, 1, 0};
  std::vector<std::uint32_t> list{0, 1, 2, 3, 4, 5};
  CHECK(order_by_orbits({&a, &b}, row_of, list) == std::vector<std::size_t>{0, 3, 5});
  CHECK(list == std::vector<std::uint32_t>{3, 4, 5, 0, 1, 2});
  std::vector<std::uint32_t> without_row_1{5, 3};
  CHECK_THROWS_AS(order_by_orbits({&a}, row_of, without_row_1), std::logic_error);
}

TEST_CASE("Of Sum2 letters are exchanged with their partners, and pairs with pairs", "[shatter]") {
  // m = 10: the letters 1..9 without 8; partners add up to 9: 2 and 7, 3 and 6, 4 and 5.
  const MultisetFunction sum2(named_function("sum2", {"l=5"}, 1), never);
  const PositionSet first_two = 0b11000;
  const auto symmetries = sum2.row_symmetries(first_two, never);
  const SplitMatrix split = sum2.split(first_two);
  CHECK(symmetries.size() == 3 + 3 * 2);
  CHECK(sum2.row_symmetries(first_two, [] { return true; }).empty());
  for (const RowSymmetry& to : symmetries) CHECK(is_row_symmetry(split.matrix, to));
  for (const long l : {3, 4, 5, 6, 7}) {
    const MultisetFunction function(named_function("sum2", {"l=" + std::to_string(l)}, 1), never);
    SplitVcOptions options;
    options.every_partition = true;
    const SplitVc result = split_vc(function, options);
    CHECK(result.lower == l - 1);
    for (const PartitionBounds& bounds : result.partitions) {
      const BitMatrix matrix = function.matrix(bounds.partition.rows);
      const auto useful = useful_rows(matrix);
      const auto outcome = [&](int size) {
        return size == 0 ? ShatterSearch::Outcome::found
                         : find_shattered(matrix, useful, size, never, false).outcome;
      };
      CHECK(outcome(bounds.at_least) == ShatterSearch::Outcome::found);
      CHECK(outcome(bounds.at_least + 1) == ShatterSearch::Outcome::exhausted);
    }
  }
}

}  // namespace attest::row_symmetries_test

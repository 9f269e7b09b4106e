// The search for shattered sets against the definition, on every small function and on random ones.
#include <catch2/catch.hpp>
#include <numeric>
#include <random>

#include "lowerbounds/shattering/enumerate_shattered.hpp"
#include "lowerbounds/shattering/multiset_function.hpp"
#include "lowerbounds/shattering/shattered_set.hpp"
#include "lowerbounds/shattering/split_vc.hpp"
#include "lowerbounds/shattering/symmetries.hpp"
#include "lowerbounds/shattering/table_function.hpp"
#include "numeric/workers.hpp"
#include "tests/lowerbounds/shattering/shatter_brute_force.hpp"

namespace attest::shatter_search_test {

namespace {

const Stop never = [] { return false; };

TableFunction table_of(const WordFunction& f) {
  return TableFunction(FunctionTable(f, never), never);
}

std::set<std::size_t> as_set(PositionSet rows, std::size_t n) {
  const auto list = positions_of(rows, n);
  return {list.begin(), list.end()};
}

// Values for matrices that were seen before, by |A| and content.
using Known = std::map<std::vector<std::string>, int>;
int brute_force(const WordFunction& f, PositionSet rows, Known& known) {
  const auto matrix = test::split_matrix(f, as_set(rows, f.positions));
  const auto [entry, is_new] = known.emplace(matrix, 0);
  if (is_new) entry->second = test::vc_dimension(matrix);
  return entry->second;
}

// The value, each partition's value, the counts of partitions, and the witness.
void check_function(const WordFunction& f, Known& known) {
  const TableFunction function = table_of(f);
  int best = 0;
  for (PositionSet rows = 0; rows < PositionSet{1} << f.positions; ++rows) {
    best = std::max(best, brute_force(f, rows, known));
  }
  for (const bool every : {false, true}) {
    SplitVcOptions options;
    options.every_partition = every;
    const SplitVc result = split_vc(function, options);
    std::uint64_t partitions = 0;
    bool bounds_right = true;
    for (const auto& p : result.partitions) {
      partitions += p.partition.count;
      const int vc = brute_force(f, p.partition.rows, known);
      bounds_right = bounds_right && p.at_least <= vc && vc <= p.at_most && (!every || p.exact());
    }
    const bool witness_right = !why_not_shattered(f, positions_of(result.witness.rows, f.positions),
                                                  result.witness.set, result.witness.column) &&
                               static_cast<int>(result.witness.set.size()) == best;
    if (!result.complete() || result.lower != best || partitions != std::uint64_t{1} << f.positions ||
        !bounds_right || !witness_right) {
      FAIL("expected " << best << ", got " << result.lower << " to " << result.upper);
    }
  }
}

BitMatrix random_matrix(std::size_t rows, std::size_t columns, std::mt19937_64& random) {
  BitMatrix all(rows, columns);
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < columns; ++c) {
      if ((random() & 1) != 0) all.set(r, c);
    }
  }
  return distinct_rows(distinct_rows(all).matrix.transposed()).matrix.transposed();
}

std::vector<std::string> as_text(const BitMatrix& matrix) {
  std::vector<std::string> result(matrix.rows);
  for (std::size_t r = 0; r < matrix.rows; ++r) {
    for (std::size_t c = 0; c < matrix.columns; ++c) result[r] += matrix.at(r, c) ? '1' : '0';
  }
  return result;
}

WordFunction random_function(std::size_t n, std::size_t alphabet, std::mt19937_64& random) {
  std::vector<bool> table;
  for (std::size_t rank = test::all_words(n, alphabet).size(); rank-- > 0;)
    table.push_back((random() & 1) != 0);
  return test::function_of_table(n, alphabet, table);
}

}  // namespace

TEST_CASE("Split-VC of every function of 1, 2 and 3 bits is that of the definition", "[shatter]") {
  for (std::size_t n = 1; n <= 3; ++n) {
    Known known;
    for (std::uint64_t bits = 0; bits < std::uint64_t{1} << (std::size_t{1} << n); ++bits) {
      check_function(test::function_of_bits(n, bits), known);
    }
  }
}

TEST_CASE("Split-VC of some functions of 4 bits is that of the definition", "[shatter]") {
  Known known;
  for (std::uint64_t bits = 0; bits < 65536; bits += 193)
    check_function(test::function_of_bits(4, bits), known);
}

TEST_CASE("Split-VC of every function of 4 bits is that of the definition", "[.][long]") {
  Known known;
  std::uint64_t bits = 0;
  for (; bits < 65536; ++bits) check_function(test::function_of_bits(4, bits), known);
  REQUIRE(bits == 65536);
}

TEST_CASE("Split-VC of random functions over larger alphabets is that of the definition", "[shatter]") {
  std::mt19937_64 random(1);
  for (int k = 0; k < 10; ++k) {
    Known known;
    check_function(random_function(3, 3, random), known);
    check_function(random_function(2, 5, random), known);
    check_function(random_function(5, 2, random), known);
  }
}

TEST_CASE("Complementing the output changes no partition's value; complementing the partition may",
          "[shatter]") {
  std::mt19937_64 random(2);
  bool some_differ = false;
  for (int k = 0; k < 20; ++k) {
    const std::uint64_t bits = random();
    SplitVcOptions options;
    options.every_partition = true;
    const SplitVc a = split_vc(table_of(test::function_of_bits(6, bits)), options);
    const SplitVc b = split_vc(table_of(test::function_of_bits(6, ~bits)), options);
    REQUIRE(a.partitions.size() == b.partitions.size());
    std::map<PositionSet, int> vc;
    for (std::size_t p = 0; p < a.partitions.size(); ++p) {
      REQUIRE(a.partitions[p].at_least == b.partitions[p].at_least);
      vc[a.partitions[p].partition.rows] = a.partitions[p].at_least;
    }
    for (const auto& [rows, value] : vc)
      some_differ = some_differ || (vc.count(63 - rows) != 0 && vc[63 - rows] != value);
  }
  REQUIRE(some_differ);
}

TEST_CASE("Shattered sets are counted as by brute force, listed once each, and as many as columns at least",
          "[shatter]") {
  std::mt19937_64 random(3);
  for (const auto& [rows, columns] :
       {std::pair{6, 20}, {12, 9}, {9, 70}, {7, 400}, {20, 3}, {3, 8}, {1, 1}}) {
    const BitMatrix matrix = random_matrix(rows, columns, random);
    const auto expected = test::shattered_counts(as_text(matrix));
    const std::vector<std::uint64_t> once(matrix.rows, 1);
    for (const auto machine : {CellMachine::best, CellMachine::portable}) {
      const ShatteredCounts counts = count_shattered(matrix, once, never, machine);
      REQUIRE(counts.complete);
      REQUIRE(counts.distinct.size() == expected.size());
      Integer total = 0;
      for (const auto& [size, number] : expected) {
        REQUIRE(counts.distinct[size] == number);
        REQUIRE(counts.words[size] == number);
        total += number;
      }
      std::set<std::vector<std::uint32_t>> listed;
      bool in_order = true;
      std::vector<std::uint32_t> last;
      REQUIRE(list_shattered(
          matrix,
          [&](const std::uint32_t* set, std::size_t size) {
            std::vector<std::uint32_t> now(set, set + size);
            in_order = in_order && (listed.empty() || last < now);
            last = now;
            listed.insert(now);
          },
          never, machine));
      REQUIRE(in_order);
      REQUIRE(total == listed.size());
      REQUIRE(total >= matrix.columns);  // Pajor: a family shatters at least as many sets as it has members
    }
  }
}

TEST_CASE("Sets of row words are counted with equal rows apart", "[shatter]") {
  std::mt19937_64 random(4);
  for (int k = 0; k < 10; ++k) {
    // A function that ignores its last position, and one letter twice.
    const std::uint64_t bits = random();
    WordFunction f = test::function_of_bits(4, bits);
    const auto inner = f.value;
    f.letters = {0, 1, 2};
    f.value = [inner](const LetterIndex* w) {
      const LetterIndex v[4] = {static_cast<LetterIndex>(w[0] % 2), static_cast<LetterIndex>(w[1] / 2),
                                static_cast<LetterIndex>(w[2] != 1), 0};
      return inner(v);
    };
    const TableFunction function = table_of(f);
    for (const PositionSet rows : {PositionSet{12}, PositionSet{9}, PositionSet{3}, PositionSet{8}}) {
      const SplitMatrix split = function.split(rows);
      const auto expected = test::shattered_counts(test::split_matrix(f, as_set(rows, 4)));
      const ShatteredCounts counts = count_shattered(split.matrix, split.row_count, never);
      REQUIRE(counts.words.size() == expected.size());
      for (const auto& [size, number] : expected) REQUIRE(counts.words[size] == number);
      std::uint64_t words = 0;
      for (const auto count : split.row_count) words += count;
      REQUIRE(words == (positions_of(rows, 4).size() == 2 ? 9 : 3));
    }
  }
}

TEST_CASE("Both compilations of the search, and any number of threads, find the same after the same steps",
          "[shatter]") {
  std::mt19937_64 random(5);
  for (const auto& [rows, columns, size] :
       {std::tuple{16, 900, 7}, {16, 900, 8}, {40, 60, 4}, {40, 60, 5}, {14, 2500, 9}, {100, 30, 3}}) {
    const BitMatrix matrix = random_matrix(rows, columns, random);
    const auto useful = useful_rows(matrix);
    const ShatterSearch one = find_shattered(matrix, useful, size, never, false);
    REQUIRE((one.outcome == ShatterSearch::Outcome::found) == !one.set.empty());
    for (const int threads : {1, 2, 5}) {
      for (const auto machine : {CellMachine::best, CellMachine::portable}) {
        ShatterSearch other;
        Workers(threads).execute(
            [&, sought = size] { other = find_shattered(matrix, useful, sought, never, true, machine); });
        REQUIRE(one.outcome == other.outcome);
        REQUIRE(one.set == other.set);
        REQUIRE(one.visited == other.visited);
      }
    }
  }
}

TEST_CASE("A pattern that the last column alone has counts, wherever a word of columns ends", "[shatter]") {
  // One column for each pattern of k rows, and of the first patterns a second one, which the row behind them tells apart.
  for (const int k : {5, 6, 7}) {
    for (const std::size_t more : {0, 1, 2, 31}) {
      const std::size_t patterns = std::size_t{1} << k;
      BitMatrix matrix(static_cast<std::size_t>(k) + 1, patterns + more);
      for (std::size_t c = 0; c < matrix.columns; ++c) {
        const bool again = c < more;
        const std::size_t pattern = again ? c : c - more;
        for (int r = 0; r < k; ++r) {
          if ((pattern >> r & 1) != 0) matrix.set(static_cast<std::size_t>(r), c);
        }
        if (again) matrix.set(static_cast<std::size_t>(k), c);
      }
      std::vector<std::uint32_t> rows(static_cast<std::size_t>(k));
      std::iota(rows.begin(), rows.end(), 0U);
      for (const auto machine : {CellMachine::best, CellMachine::portable}) {
        INFO(k << " rows, " << matrix.columns << " columns");
        CHECK(find_shattered(matrix, rows, k, never, false, machine).set == rows);
        // The last pattern becomes the one before it: nothing else has it.
        BitMatrix without = matrix;
        without.row(0)[(matrix.columns - 1) / 64] &= ~(BitMatrix::Word{1} << ((matrix.columns - 1) % 64));
        CHECK(find_shattered(without, rows, k, never, false, machine).set.empty());
      }
    }
  }
}

TEST_CASE("Sets are found and counted as by brute force, wherever a word of columns ends", "[shatter]") {
  std::mt19937_64 random(17);
  std::vector<std::size_t> patterns(512);
  std::iota(patterns.begin(), patterns.end(), std::size_t{0});
  for (const std::size_t columns : {63, 64, 65, 66, 127, 128, 129, 192, 193, 257}) {
    std::shuffle(patterns.begin(), patterns.end(), random);
    BitMatrix matrix(9, columns);
    for (std::size_t c = 0; c < columns; ++c) {
      for (std::size_t r = 0; r < matrix.rows; ++r) {
        if ((patterns[c] >> r & 1) != 0) matrix.set(r, c);
      }
    }
    const auto expected = test::shattered_counts(as_text(matrix));
    std::vector<std::uint32_t> rows(matrix.rows);
    std::iota(rows.begin(), rows.end(), 0U);
    for (const auto machine : {CellMachine::best, CellMachine::portable}) {
      INFO(columns << " columns");
      const ShatteredCounts counts =
          count_shattered(matrix, std::vector<std::uint64_t>(matrix.rows, 1), never, machine);
      CHECK(counts.distinct.size() == expected.size());
      for (const auto& [size, number] : expected) {
        REQUIRE(size < counts.distinct.size());
        CHECK(counts.distinct[size] == number);
      }
      for (int size = 1; size <= 8; ++size) {
        const auto found = find_shattered(matrix, rows, size, never, false, machine).outcome;
        CHECK((found == ShatterSearch::Outcome::found) == (expected.count(size) != 0));
      }
    }
  }
}

TEST_CASE("Of a row and its complement one is useful, wherever a word of columns ends", "[shatter]") {
  std::mt19937_64 random(7);
  for (const std::size_t columns : {30, 63, 64, 65, 70, 127, 128, 130}) {
    BitMatrix matrix(20, columns);
    for (std::size_t r = 0; r < 10; ++r) {
      for (std::size_t c = 0; c < columns; ++c) matrix.set((random() & 1) != 0 ? r : r + 10, c);
    }
    std::vector<std::uint32_t> first(10);
    std::iota(first.begin(), first.end(), 0U);
    INFO(columns);
    CHECK(useful_rows(matrix) == first);
  }
}

TEST_CASE("The result of all partitions does not depend on the number of threads", "[shatter]") {
  std::mt19937_64 random(6);
  const WordFunction f = random_function(9, 2, random);
  const TableFunction function = table_of(f);
  SplitVc first;
  for (const int threads : {1, 2, 4}) {
    SplitVc result;
    Workers(threads).execute([&] { result = split_vc(function, {}); });
    if (threads == 1) first = result;
    REQUIRE(result.lower == first.lower);
    REQUIRE(result.visited == first.visited);
    REQUIRE(result.witness.rows == first.witness.rows);
    REQUIRE(result.witness.set == first.witness.set);
    REQUIRE(result.witness.column == first.witness.column);
    for (std::size_t p = 0; p < result.partitions.size(); ++p) {
      REQUIRE(result.partitions[p].visited == first.partitions[p].visited);
      REQUIRE(result.partitions[p].at_most == first.partitions[p].at_most);
    }
  }
}

TEST_CASE("A search that is stopped encloses the value and has a set for its lower end", "[shatter]") {
  std::mt19937_64 random(7);
  const WordFunction f = random_function(9, 2, random);
  const TableFunction function = table_of(f);
  const int value = split_vc(function, {}).lower;
  bool some_open = false;
  for (const int patience : {0, 1, 2, 3, 5, 10, 50, 1000}) {
    std::atomic<int> asked{0};
    SplitVcOptions options;
    options.stop = [&] { return ++asked > patience; };
    const SplitVc result = split_vc(function, options);
    REQUIRE(result.lower <= value);
    REQUIRE(value <= result.upper);
    some_open = some_open || !result.complete();
    REQUIRE_FALSE(why_not_shattered(f, positions_of(result.witness.rows, 9), result.witness.set,
                                    result.witness.column));
  }
  REQUIRE(some_open);
}

TEST_CASE("The bounds of Sauer and Shelah and of the logarithm enclose every VC dimension", "[shatter]") {
  std::mt19937_64 random(8);
  for (int k = 0; k < 60; ++k) {
    const BitMatrix matrix = random_matrix(1 + random() % 8, 1 + random() % 60, random);
    const int vc = test::vc_dimension(as_text(matrix));
    const std::size_t rows = useful_rows(matrix).size();
    REQUIRE(vc_at_least(matrix.columns, rows) <= vc);
    REQUIRE(vc <= vc_at_most(matrix.columns, rows));
  }
  // 5 rows: 1 + 5 + 10 = 16 columns may have VC dimension 2, 17 may not.
  REQUIRE(vc_at_least(16, 5) == 2);
  REQUIRE(vc_at_least(17, 5) == 3);
  REQUIRE(vc_at_least(32, 5) == 5);
  REQUIRE(vc_at_least(1, 5) == 0);
}

TEST_CASE("Planted errors in a shattered set are rejected", "[shatter]") {
  // Disjointness of 3 bits, the unit vectors, and columns equal to their patterns.
  const WordFunction f = [] {
    WordFunction g = test::function_of_bits(6, 0);
    g.value = [](const LetterIndex* w) { return (w[0] & w[3]) + (w[1] & w[4]) + (w[2] & w[5]) > 0; };
    return g;
  }();
  const std::vector<std::size_t> rows{0, 1, 2};
  const std::vector<WordOfLetters> set{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  std::vector<WordOfLetters> columns;
  for (std::size_t p = 0; p < 8; ++p) {
    columns.push_back({static_cast<LetterIndex>(p & 1), static_cast<LetterIndex>(p >> 1 & 1),
                       static_cast<LetterIndex>(p >> 2)});
  }
  REQUIRE_FALSE(why_not_shattered(f, rows, set, columns));
  for (std::size_t p = 0; p < 8; ++p) {
    for (std::size_t i = 0; i < 3; ++i) {
      auto wrong = columns;
      wrong[p][i] ^= 1;
      REQUIRE(why_not_shattered(f, rows, set, wrong));
      wrong[p][i] = 2;  // no letter
      REQUIRE(why_not_shattered(f, rows, set, wrong));
    }
    auto wrong = columns;
    std::swap(wrong[p], wrong[(p + 1) % 8]);
    REQUIRE(why_not_shattered(f, rows, set, wrong));
  }
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t i = 0; i < 3; ++i) {
      auto wrong = set;
      wrong[k][i] ^= 1;
      REQUIRE(why_not_shattered(f, rows, wrong, columns));
    }
  }
  auto fewer = columns;
  fewer.pop_back();
  REQUIRE(why_not_shattered(f, rows, set, fewer));
  REQUIRE(why_not_shattered(f, rows, {{1, 0, 0}, {0, 1, 0}, {0, 1, 0}}, columns));
  REQUIRE(why_not_shattered(f, rows, {{1, 0, 0}, {0, 1, 0}, {0, 0}}, columns));
  REQUIRE(why_not_shattered(f, {0, 1, 6}, set, columns));
  REQUIRE(why_not_shattered(f, {1, 0, 2}, set, columns));
  REQUIRE(why_not_shattered(f, {0, 1, 3}, set, columns));
}

TEST_CASE("Every symmetry that is returned is one, and the classes of partitions add up", "[shatter]") {
  std::mt19937_64 random(9);
  for (int k = 0; k < 40; ++k) {
    const WordFunction f = k % 2 == 0 ? test::function_of_bits(4, random()) : random_function(3, 3, random);
    const TableFunction function = table_of(f);
    const FunctionTable& table = function.table();
    for (const auto& g : function.symmetries().generators) {
      // Word by word, letters written out.
      std::vector<LetterIndex> word(f.positions, 0);
      do {
        std::vector<LetterIndex> image(f.positions);
        bool merged = true;  // words of merged letters alone
        for (std::size_t i = 0; i < f.positions; ++i) {
          const auto& letters = table.letters(i).letters;
          const auto place = std::find(letters.begin(), letters.end(), word[i]);
          merged = merged && place != letters.end();
          if (!merged) break;
          const std::size_t to = g.letter[i][static_cast<std::size_t>(place - letters.begin())];
          image[g.position[i]] = table.letters(g.position[i]).letters[to];
        }
        if (merged) REQUIRE((f.value(word.data()) != f.value(image.data())) == g.complements);
      } while (next_word(word, f.letters.size()));
    }
    std::uint64_t total = 0;
    for (const auto& c : function.classes()) total += c.count;
    REQUIRE(total == std::uint64_t{1} << f.positions);
  }
}

TEST_CASE("By multisets and by the table the same comes out", "[shatter]") {
  for (int which = 0; which < 3; ++which) {
    WordFunction f = test::function_of_table(5, 3, std::vector<bool>(243, false));
    f.value = [which](const LetterIndex* w) {
      int sum = 0;
      for (int i = 0; i < 5; ++i) sum += w[i] * (which == 1 ? w[i] : 1);
      return which == 2 ? sum > 4 : sum % 3 == 1;
    };
    const TableFunction by_table = table_of(f);
    const MultisetFunction by_multisets(f, never);
    REQUIRE_FALSE(by_multisets.asymmetric_word());
    REQUIRE(by_table.classes().size() == 6);
    SplitVcOptions options;
    options.every_partition = true;
    const SplitVc a = split_vc(by_table, options);
    const SplitVc b = split_vc(by_multisets, options);
    REQUIRE(a.lower == b.lower);
    for (std::size_t p = 0; p < 6; ++p) {
      REQUIRE(a.partitions[p].at_least == b.partitions[p].at_least);
      REQUIRE(a.partitions[p].partition.count == b.partitions[p].partition.count);
      const SplitMatrix x = by_table.split(a.partitions[p].partition.rows);
      const SplitMatrix y = by_multisets.split(b.partitions[p].partition.rows);
      REQUIRE(count_shattered(x.matrix, x.row_count, never).words ==
              count_shattered(y.matrix, y.row_count, never).words);
    }
  }
}

TEST_CASE("A function that one word makes depend on the order of positions is not taken for symmetric",
          "[shatter]") {
  for (const std::size_t odd : {1, 5, 41, 77}) {  // none of them of equal letters
    std::vector<bool> table(81, false);
    table[odd] = true;
    REQUIRE(MultisetFunction(test::function_of_table(4, 3, table), never).asymmetric_word());
  }
}

TEST_CASE("A count that is stopped is not complete", "[shatter]") {
  std::mt19937_64 random(12);
  const BitMatrix matrix = random_matrix(28, 600, random);
  const std::vector<std::uint64_t> once(matrix.rows, 1);
  const ShatteredCounts whole = count_shattered(matrix, once, never);
  REQUIRE(whole.complete);
  const ShatteredCounts part = count_shattered(matrix, once, [] { return true; });
  CHECK_FALSE(part.complete);
  CHECK(std::accumulate(part.distinct.begin(), part.distinct.end(), Integer(0)) <
        std::accumulate(whole.distinct.begin(), whole.distinct.end(), Integer(0)));
}

TEST_CASE("Of small functions all symmetries are looked for", "[shatter]") {
  for (std::uint64_t bits = 0; bits < 256; ++bits) {
    const FunctionTable table(test::function_of_bits(3, bits), never);
    const Symmetries all = find_symmetries(table, never);
    CHECK(all.exhaustive);
  }
  // Whoever stops it does not know whether there are more.
  const FunctionTable parity(test::function_of_bits(2, 0b0110), never);
  CHECK_FALSE(find_symmetries(parity, [] { return true; }).exhaustive);
}

}  // namespace attest::shatter_search_test

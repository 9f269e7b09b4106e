// The plain search for the split-VC dimension, against the definition and against values known by hand.
#include <catch2/catch.hpp>

#include <bit>
#include <set>

#include "lowerbounds/shattering/small_split_vc.hpp"
#include "oracles/printed_shattering_sets.hpp"

namespace small_split_vc_test {

using namespace attest;
using namespace attest::oracles;

namespace {

// Definition 3.1, word for word, for a function of n bits given as a truth table (position 1 most
// significant): every A, every set of rows, every pattern.
int split_vc_by_definition(int n, unsigned table) {
  int best = 0;
  for (unsigned a = 0; a < 1U << n; ++a) {
    std::vector<unsigned> rows;
    std::vector<unsigned> columns;
    for (unsigned w = 0; w < 1U << n; ++w) {
      if ((w & ~a) == 0) rows.push_back(w);
      if ((w & a) == 0) columns.push_back(w);
    }
    if (columns.size() < 2) continue;  // one column tells nothing apart
    for (unsigned set = 0; set < 1U << rows.size(); ++set) {
      if (std::popcount(set) <= best) continue;
      std::set<unsigned> patterns;
      for (const unsigned column : columns) {
        unsigned pattern = 0;
        for (std::size_t r = 0; r < rows.size(); ++r) {
          if ((set >> r & 1U) != 0) pattern = pattern << 1 | (table >> (rows[r] | column) & 1U);
        }
        patterns.insert(pattern);
      }
      if (patterns.size() == 1U << std::popcount(set)) best = std::popcount(set);
    }
  }
  return best;
}

MixedWordFunction of_table(int n, unsigned table) {
  MixedWordFunction f;
  f.alphabets.assign(n, {0, 1});
  f.value = [table](const MixedWord& w) {
    unsigned index = 0;
    for (const int bit : w) index = index << 1 | static_cast<unsigned>(bit);
    return (table >> index & 1U) != 0;
  };
  return f;
}

MixedWordFunction of_bits(int n, const std::function<bool(int ones)>& value) {
  MixedWordFunction f;
  f.alphabets.assign(n, {0, 1});
  f.value = [value](const MixedWord& w) {
    return value(static_cast<int>(std::count(w.begin(), w.end(), 1)));
  };
  return f;
}

int dimension(const MixedWordFunction& f) {
  return small_split_vc(f, {}, {})->dimension;
}

}  // namespace

TEST_CASE("the plain search agrees with the definition on every function of 3 bits",
          "[lowerbounds][shattering-sets]") {
  for (unsigned table = 0; table < 256; ++table) {
    INFO(table);
    REQUIRE(dimension(of_table(3, table)) == split_vc_by_definition(3, table));
  }
}

TEST_CASE("the plain search agrees with the definition on every function of 4 bits with f(0) = 0",
          "[lowerbounds][shattering-sets][.][exhaustive]") {
  for (unsigned table = 0; table < 65536; table += 2) {
    if (dimension(of_table(4, table)) != split_vc_by_definition(4, table)) FAIL(table);
  }
  SUCCEED();
}

TEST_CASE("a function and its complement have the same split-VC dimension",
          "[lowerbounds][shattering-sets]") {
  for (unsigned table = 0; table < 65536; table += 257)
    CHECK(dimension(of_table(4, table)) == dimension(of_table(4, 65535 - table)));
}

TEST_CASE("known split-VC dimensions", "[lowerbounds][shattering-sets]") {
  CHECK(dimension(of_bits(4, [](int) { return true; })) == 0);
  for (int n = 2; n <= 5; ++n) CHECK(dimension(of_bits(n, [](int ones) { return ones % 2 == 1; })) == 1);
  for (int n = 2; n <= 4; ++n) CHECK(dimension(indexing_function(n)) == n);
  for (int m = 1; m <= 4; ++m) CHECK(dimension(disjointness_function(m)) == m);
  CHECK(dimension(indexing_function(1)) == 0);
  CHECK(dimension(sum2_function(2, 4)) == 0);
  CHECK(dimension(sum2_function(3, 6)) == 2);
  CHECK(dimension(sum2_function(4, 8)) == 3);
  CHECK(dimension(sum2_function(5, 10)) == 4);
}

TEST_CASE("the set that the search returns is shattered for its partition",
          "[lowerbounds][shattering-sets]") {
  for (const MixedWordFunction& f :
       {indexing_function(3), disjointness_function(3), sum2_function(4, 8), sum2_function(3, 6)}) {
    const auto found = small_split_vc(f, {1}, {});
    REQUIRE(found->rows.size() == static_cast<std::size_t>(found->dimension));
    // All words, sorted by their letters outside A: which patterns do they give?
    std::set<std::vector<bool>> patterns;
    MixedWord word;
    const std::function<void()> visit = [&] {
      if (word.size() < f.alphabets.size()) {
        for (const int letter : f.alphabets[word.size()]) {
          word.push_back(letter);
          visit();
          word.pop_back();
        }
        return;
      }
      std::vector<bool> pattern;
      for (const MixedWord& row : found->rows) {
        MixedWord merged = word;
        for (std::size_t k = 0; k < row.size(); ++k) merged[found->row_positions[k] - 1] = row[k];
        pattern.push_back(f.value(merged));
      }
      patterns.insert(pattern);
    };
    visit();
    CHECK(patterns.size() == std::size_t{1} << found->dimension);
  }
}

TEST_CASE("the plain search stops when told to, and knows its cost", "[lowerbounds][shattering-sets]") {
  CHECK_FALSE(small_split_vc(disjointness_function(4), {}, [] { return true; }).has_value());
  CHECK(small_split_vc_cost(disjointness_function(3)) == 4096);
  CHECK(small_split_vc_cost(sum2_function(6, 12)) == 64000000);
  CHECK(small_split_vc_cost(indexing_function(40)) == std::uint64_t{1} << 62);
}

}  // namespace small_split_vc_test

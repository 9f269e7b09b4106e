// What attest-check-shattering makes of a function: letters that are one, symmetries, rows, classes of partitions; against the definition.
#include "checker/word_table.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

namespace attest_check {

namespace {

// A function of a(1), a(2) from 0 to 2 and b(1), b(2) from 0 to 1.
std::string line_of(const std::string& expression) {
  return R"({"format":"attest/certificate/1","theorem":"t","variant":"v","constants":[],"inputs":[)"
         R"({"name":"a","shape":"any","domains":[[1,2]],"values":[0,1,2]},)"
         R"({"name":"b","shape":"any","domains":[[1,2]],"values":[0,1]}],"function":{"expression":")" +
         expression + R"("},"split":null,"at_least":0,"at_most":null})";
}

struct Tabulated {
  explicit Tabulated(const std::string& expression)
      : line(line_of(expression)), reader(line, 1), f(reader), table(f) {}
  std::string line;
  LineReader reader;
  Function f;
  WordTable table;
};

}  // namespace

TEST_CASE("letters that a function does not tell apart are one letter", "[checker]") {
  const Tabulated one("(a(1) = 2 or b(1) = 1) and a(2) + b(2) > 1");
  CHECK(one.table.letters(0) == 2);
  CHECK(one.table.letters(1) == 3);
  CHECK(one.table.letters(2) == 2);
  CHECK(one.table.evaluated() == 36);
  const Tabulated constant("a(1) = a(1)");
  for (std::size_t i = 0; i < 4; ++i) CHECK(constant.table.letters(i) == 1);
}

TEST_CASE("a symmetry is one at every word", "[checker]") {
  const Tabulated sum("(a(1) + a(2) + b(1)) mod 2 = 1");  // 0 and 2 are one letter; b(2) has one
  const std::vector<std::size_t> same{0, 1}, swapped{1, 0}, only{0};
  CHECK(sum.table.is_symmetry({{1, 0, 2, 3}, {same, same, same, only}, false}));
  CHECK(sum.table.is_symmetry({{2, 0, 1, 3}, {same, same, same, only}, false}));
  CHECK(sum.table.is_symmetry({{0, 1, 2, 3}, {swapped, same, same, only}, true}));
  CHECK_FALSE(sum.table.is_symmetry({{0, 1, 2, 3}, {swapped, same, same, only}, false}));
  CHECK_FALSE(sum.table.is_symmetry({{0, 1, 2, 3}, {same, same, same, only}, true}));
  CHECK_FALSE(sum.table.is_symmetry(
      {{3, 1, 2, 0}, {only, same, same, same}, false}));  // of another number of letters
  CHECK_FALSE(sum.table.is_symmetry({{0, 0, 2, 3}, {same, same, same, only}, false}));  // no permutation
  CHECK_FALSE(sum.table.is_symmetry({{0, 1, 2, 3}, {{0, 0}, same, same, only}, false}));
  CHECK_FALSE(sum.table.is_symmetry({{0, 1, 2, 3}, {same, same, same}, false}));
  CHECK_FALSE(sum.table.is_symmetry({{0, 1, 2}, {same, same, same, only}, false}));
  const Tabulated one_word("a(1) = 2 and a(2) = 2 and b(1) = 1 and b(2) = 1");
  CHECK(one_word.table.is_symmetry({{1, 2, 3, 0}, {same, same, same, same}, false}));
  // The same but for one word of sixteen.
  const Tabulated nearly(
      "a(1) = 2 and ((a(2) = 2 and b(1) = 1 and b(2) = 1) or (a(2) < 2 and b(1) = 0 and b(2) = 0))");
  CHECK_FALSE(nearly.table.is_symmetry({{1, 2, 3, 0}, {same, same, same, same}, false}));
}

TEST_CASE("rows are those of the definition, one of those that are equal or complement each other",
          "[checker]") {
  for (const char* expression :
       {"(a(1) = 2 or b(1) = 1) and a(2) + b(2) > 1", "(a(1) + a(2) + b(1)*b(2)) mod 2 = 1",
        "a(1) > b(1) or a(2) = b(2)", "a(1)*a(2) + b(1) - b(2) > 1"}) {
    Tabulated made(expression);
    for (Positions at = 0; at < 16; ++at) {
      // All words on `at`, all others; a row is written so that it has 0 first.
      std::set<std::vector<bool>> rows, columns;
      std::vector<std::vector<bool>> all;
      const auto words_on = [](Positions set) {
        std::vector<std::vector<long>> words{{}};
        for (std::size_t i = 0; i < 4; ++i) {
          std::vector<std::vector<long>> longer;
          for (const auto& word : words) {
            for (long letter = 0; letter < ((set >> i & 1) == 0 ? 1 : i < 2 ? 3 : 2); ++letter) {
              longer.push_back(word);
              longer.back().push_back(letter);
            }
          }
          words = longer;
        }
        return words;
      };
      for (const auto& row : words_on(at)) {
        std::vector<bool> values;
        for (const auto& column : words_on(~at)) {
          std::vector<long> word(4);
          for (std::size_t i = 0; i < 4; ++i) word[i] = row[i] + column[i];
          values.push_back(made.f.value(word));
        }
        if (values[0]) values.flip();
        if (std::find(values.begin(), values.end(), true) == values.end()) continue;
        if (rows.insert(values).second) all.push_back(values);
      }
      for (std::size_t c = 0; !all.empty() && c < all[0].size(); ++c) {
        std::vector<bool> column;
        for (const auto& row : all) column.push_back(row[c]);
        columns.insert(column);
      }
      const auto found = made.table.rows(at, 1);
      INFO(expression << " " << at);
      REQUIRE(found.has_value() == !all.empty());
      if (!found) continue;
      CHECK(found->bits.size() == all.size());
      CHECK(found->columns == columns.size());
      std::size_t ones = 0;
      for (const auto& row : found->bits) {
        CHECK((row[0] & 1) == 0);
        for (std::size_t c = 0; c < 64 * row.size(); ++c) ones += row[c / 64] >> (c % 64) & 1;
      }
      std::size_t wanted = 0;
      for (const auto& column : columns)
        wanted += static_cast<std::size_t>(std::count(column.begin(), column.end(), true));
      CHECK(ones == wanted);
      CHECK_FALSE(made.table.rows(at, all.size() + 1));
    }
  }
}

TEST_CASE("the classes of partitions under symmetries", "[checker]") {
  const std::vector<std::size_t> letters{0, 1};
  const Symmetry swap{{1, 0, 2, 3}, {letters, letters, letters, letters}, false};
  const Symmetry turn{{1, 2, 3, 0}, {letters, letters, letters, letters}, false};
  CHECK(least_of_classes(4, {}).size() == 16);
  CHECK(least_of_classes(4, {swap}).size() == 12);
  CHECK(least_of_classes(4, {turn}) == std::vector<Positions>{0, 1, 3, 5, 7, 15});
  CHECK(least_of_classes(4, {swap, turn}) == std::vector<Positions>{0, 1, 3, 7, 15});
}

}  // namespace attest_check

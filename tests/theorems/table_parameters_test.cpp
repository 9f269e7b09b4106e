// Tables as parameters: what a seed draws, what a file holds, and that truth and network read the same table.
#include "theorems/table_parameters.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "claims/usage_error.hpp"
#include "theorems/constants.hpp"
#include "theorems/instance.hpp"
#include "theorems/texts.hpp"

namespace attest::table_parameters_test {

namespace {

const std::string theorem_of_table =
    "attest-theorem 1\ntheorem small \"tables\"\nsizes n >= 1\nparam T : [n] x {0, 2} -> 0..3 from file\n"
    "input w : [n] -> [2]\ntokens i in [n] carry b = w(i)\ntask at every i, number: T(i, 0) + 10*T(i, 2) + w(i)\n"
    "layer\n  embed pos = i, total = b + T(i, 0) + 10*T(i, 2), out = 0\n  head exact-match\n    query = (pos)\n"
    "    key = (pos)\n    value = (out: total)\nreadout out\ncheck output\n";

std::string written(const std::string& name, const std::string& text) {
  const std::string path = (std::filesystem::temp_directory_path() / name).string();
  std::ofstream(path) << text;
  return path;
}

std::unique_ptr<LayerSetting> setting(const std::string& text, const std::vector<std::string>& words) {
  const theorems::TheoremText theorem = theorem_tests::theorem(text);
  return theorems::make_setting(theorem, Variant::stated,
                                parse_parameters(theorems::parameter_specs(theorem), words));
}

std::string refused(const std::string& table) {
  const std::string path = written("attest_table_test.json", table);
  try {
    setting(theorem_of_table, {"n=2", "T=" + path});
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

// splitmix64 by its authors' C code (S. Vigna, 2015): from the state 1234567 it puts out 6457827717110365317 first.
TEST_CASE("Tables are drawn by splitmix64", "[theorems]") {
  const auto next = [](std::uint64_t state) {
    std::uint64_t z = state + 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  };
  REQUIRE(next(1234567) == 6457827717110365317ULL);
  for (const std::uint64_t seed : {0ULL, 1ULL, 18446744073709551615ULL}) {
    for (std::size_t cell = 0; cell < 20; ++cell)
      CHECK(theorems::drawn_value(seed, cell, 7) == next(next(seed) + cell) % 7);
  }
}

TEST_CASE("A table from a file is what truth and network read", "[theorems]") {
  const std::string path = written("attest_table_test.json", "[[3, 0], [1, 2]]");
  const auto s = setting(theorem_of_table, {"n=2", "T=" + path});
  REQUIRE(s->runnable());
  const long table[2][2] = {{3, 0}, {1, 2}};
  for (Symbol first = 0; first < 2; ++first) {
    for (Symbol second = 0; second < 2; ++second) {
      const std::vector<Symbol> word{first, second};
      const auto outputs = s->all_outputs(word);
      REQUIRE(outputs.size() == 2);
      for (std::size_t i = 0; i < 2; ++i) {
        const long expected = table[i][0] + 10 * table[i][1] + word[i] + 1;
        CHECK(s->task().truth(word, i) == expected);
        REQUIRE(outputs[i].exact);
        CHECK(*outputs[i].exact == expected);
      }
    }
  }
  CHECK(s->notes().back() == "T = [[3,0],[1,2]]");
}

TEST_CASE("A table from a seed or a file takes a number as a seed and else a path", "[theorems]") {
  std::string text = theorem_of_table;
  text.replace(text.find("from file"), 9, "from seed or file");
  const std::string path = written("attest_table_test.json", "[[3, 0], [1, 2]]");
  CHECK(setting(text, {"n=2", "T=" + path})->notes().back() == "T = [[3,0],[1,2]]");

  std::string by_seed = theorem_of_table;
  by_seed.replace(by_seed.find("from file"), 9, "from seed");
  CHECK(setting(text, {"n=2", "T=5"})->notes() == setting(by_seed, {"n=2", "T=5"})->notes());
  CHECK(setting(text, {"n=2"})->notes() == setting(by_seed, {"n=2", "T=0"})->notes());
  CHECK_THROWS_AS(setting(text, {"n=2", "T=-1"}), UsageError);
  CHECK_THROWS_AS(setting(text, {"n=2", "T=/no/such/file"}), UsageError);
}

TEST_CASE("A file that holds no such table is refused", "[theorems]") {
  using Catch::Contains;
  CHECK(refused("[[3, 0], [1, 3]]").empty());
  CHECK_THAT(refused("[[3, 0], [1, 4]]"), Contains("values out of 0..3, not 4"));
  CHECK_THAT(refused("[[3, 0], [1, 1.5]]"), Contains("T"));
  CHECK_THAT(refused("[[3, 0]]"), Contains("a list of 2 entries for argument 1"));
  CHECK_THAT(refused("[[3, 0, 1], [1, 1, 1]]"), Contains("a list of 2 entries for argument 2"));
  CHECK_THAT(refused("[3, 0]"), Contains("a list of 2 entries for argument 2"));
  CHECK_THAT(refused("{\"T\": 1}"), Contains("a list of 2 entries"));
  CHECK_THAT(refused("[[3, 0], [1, 2]"), Contains("T"));
  CHECK_THROWS_AS(setting(theorem_of_table, {"n=2"}), UsageError);
  CHECK_THROWS_AS(setting(theorem_of_table, {"n=2", "T=/no/such/file"}), UsageError);
}

TEST_CASE("Outside of its domain a table has no value", "[theorems]") {
  std::string text = theorem_of_table;
  text.replace(text.find("w(i)\nlayer"), 4, "T(i + 1, 0)");
  const std::string path = written("attest_table_test.json", "[[3, 0], [1, 2]]");
  const auto s = setting(text, {"n=2", "T=" + path});
  CHECK(s->task().truth(std::vector<Symbol>{0, 0}, 0) == 3 + 0 + 1);
  CHECK_THROWS_AS(s->task().truth(std::vector<Symbol>{0, 0}, 1), UsageError);

  std::string ill = theorem_of_table;
  ill.replace(ill.find("b + T(i, 0)"), 11, "b + T(i, 1)");
  const auto record = setting(ill, {"n=2", "T=" + path});
  CHECK_FALSE(record->runnable());
  CHECK_THAT(record->checks_before().front().reason.value_or(""),
             Catch::Contains("the table T has no argument 2 that is 1"));
}

// Written out cell by cell this took more nodes than any expression may have.
TEST_CASE("A large table is looked up wherever it stands", "[theorems]") {
  const std::string text =
      "attest-theorem 1\ntheorem small \"tables\"\nsizes n >= 1\nparam T : [200] x [200] -> 0..3 from seed\n"
      "input w : [n] -> [200]\ntokens i in [n] carry b = w(i)\ntask at every i, number: T(w(i), i) - T(i, w(i)) + "
      "T(w(i), w(i))\nlayer\n  embed pos = i, total = T(b, i) - T(i, b) + T(b, b), out = 0\n  head exact-match\n"
      "    query = (pos)\n    key = (pos)\n    value = (out: total)\nreadout out\ncheck output\n";
  const auto s = setting(text, {"n=2", "T=7"});
  REQUIRE(s->runnable());
  const auto cell = [](long x, long y) {
    return static_cast<long>(theorems::drawn_value(7, static_cast<std::size_t>((x - 1) * 200 + y - 1), 4));
  };
  const std::vector<Symbol> word{199, 41};
  const auto outputs = s->all_outputs(word);
  REQUIRE(outputs.size() == 2);
  for (long i = 1; i <= 2; ++i) {
    const long x = word[static_cast<std::size_t>(i - 1)] + 1;
    const long expected = cell(x, i) - cell(i, x) + cell(x, x);
    CHECK(s->task().truth(word, static_cast<std::size_t>(i - 1)) == expected);
    REQUIRE(outputs[static_cast<std::size_t>(i - 1)].exact);
    CHECK(*outputs[static_cast<std::size_t>(i - 1)].exact == expected);
  }
}

// Behind the first layer a table is a case distinction over the state.
TEST_CASE("A table of what an earlier layer wrote", "[theorems]") {
  const std::string text =
      "attest-theorem 1\ntheorem small \"tables\"\nsizes n >= 1\nparam T : [n] x {-1, 1/2} -> [n] from file\n"
      "input f : [n] -> [n]\ntokens i in [n] carry next = f(i)\ntask at every i, number: f(T(f(f(i)), 1/2))\n"
      "layer\n  embed pos = i, next = next, seen = 0, last = 0\n  head exact-match\n    query = (next)\n"
      "    key (j) = (pos_j)\n    value = (seen: next)\n  head own exact-match\n    query = (pos)\n    key = (pos)\n"
      "    value = (pos: pos)\n  head other exact-match\n    query = (pos)\n    key = (pos)\n    value = (next: next)\n"
      "layer\n  head second exact-match\n    query = (T(seen, 1/2))\n    key = (pos)\n    value = (last: next)\n"
      "readout last\ncheck output\n";
  const std::string path = written("attest_table_test.json", "[[1, 3], [2, 1], [3, 2]]");
  const auto s = setting(text, {"n=3", "T=" + path});
  REQUIRE(s->runnable());
  const long table[] = {3, 1, 2};
  const std::vector<Symbol> f{1, 2, 0};
  const auto outputs = s->all_outputs(f);
  REQUIRE(outputs.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    const long expected = f[static_cast<std::size_t>(table[f[f[i]]] - 1)] + 1;
    CHECK(s->task().truth(f, i) == expected);
    REQUIRE(outputs[i].exact);
    CHECK(*outputs[i].exact == expected);
  }
}

}  // namespace attest::table_parameters_test

// Weights of attest-check-cover against the main program's, which stand on another library; and the cases of tokens.
#include "checker/cover_tables.hpp"

#include <catch2/catch.hpp>
#include <fstream>

#include "numeric/interval.hpp"

namespace attest_check {

namespace {

// The first line of a golden certificate, with `scale` in both heads.
Record record_with(const std::string& scale) {
  std::ifstream in(std::string(ATTEST_TEST_DATA) + "/accepted/certificates/cover_equal_ends.jsonl");
  std::string text;
  std::getline(in, text);
  const std::string old = "\"scale\":[\"5\",\"1\",\"2\"]";
  std::size_t replaced = 0;
  for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + 1)) {
    text.replace(at, old.size(), "\"scale\":" + scale);
    ++replaced;
  }
  REQUIRE(replaced == 2);
  LineReader line(text, 1);
  return read_record(line);
}

struct Tables {
  explicit Tables(const std::string& scale)
      : record(record_with(scale)),
        layer(record),
        roles(roles_of(record, layer)),
        cells(record.cells, free_cell),
        table(record, layer, roles, 0, 0, cells) {}

  Record record;
  Layer layer;
  Roles roles;
  std::vector<long> cells;
  HeadTable table;
};

void expect_weights(const std::string& scale, const attest::Interval& of_one, long largest) {
  Tables tables(scale);
  const attest::Rational one(mpz_class(mpz_class(1) << HeadTable::weight_bits).get_str());
  for (long fall = 0; fall <= largest; ++fall) {
    const auto& [low, high] = tables.table.weight_of(fall);
    const attest::Precision precision(160);
    const attest::Interval theirs =
        exp(attest::Interval(attest::Rational(-fall), precision) * of_one) * attest::Interval(one, precision);
    REQUIRE(0 <= low);
    REQUIRE(high - low <= 2);  // both ends of what is a whole number itself
    REQUIRE(attest::compare(theirs, attest::Rational(low)) != attest::Ordering::less);
    REQUIRE(attest::compare(theirs, attest::Rational(high)) != attest::Ordering::greater);
  }
}

}  // namespace

TEST_CASE("weights of a cover's checker lie around attest's, to both sides, and no wider than 2^-59",
          "[checker]") {
  const attest::Precision precision(160);
  const auto exact = [&](const char* x) { return attest::Interval(attest::Rational(x), precision); };
  expect_weights(R"(["5","1","2"])", exact("5") * log(exact("2")), 300);
  expect_weights(R"(["7/3","5","3/2"])", exact("7/3") * sqrt(exact("5")) * log(exact("3/2")), 300);
  expect_weights(R"(["-1/1000","7","1"])", exact("1/1000") * sqrt(exact("7")), 3000);
  expect_weights(R"(["40","1","1"])", exact("40"), 3000);  // far below 2^-60: 0 and 1
}

TEST_CASE("the best score of all weighs 1 exactly, so that what is exactly 0 is seen to be", "[checker]") {
  CHECK(Tables(R"(["5","1","2"])").table.weight_of(0) ==
        std::pair(1L << HeadTable::weight_bits, 1L << HeadTable::weight_bits));
}

TEST_CASE("the cases of a token are the values of the cells that its row or value depends on", "[checker]") {
  const Tables tables(R"(["5","1","2"])");
  // Rows say where a token is, values what it carries.
  for (std::size_t token = 0; token < 2; ++token) {
    CHECK(tables.roles[0][0][token].size() == 1);
    REQUIRE(tables.roles[0][1][token].size() == 2);
    for (long value = 1; value <= 2; ++value) {
      const Case& one = tables.roles[0][1][token][static_cast<std::size_t>(value - 1)];
      CHECK(one.values == Values{{token, value}});
      CHECK(one.shown.value == std::vector<mpq_class>{mpq_class(value)});
    }
  }
}

TEST_CASE("fractions are written over one denominator, or refused where that is too large", "[checker]") {
  const WholeNumbers some({mpq_class(1, 6), mpq_class(-3, 4), mpq_class(2)});
  CHECK(some.denominator == 12);
  CHECK(some.of == std::vector<long>{2, -9, 24});
  CHECK_NOTHROW(WholeNumbers({mpq_class((1L << 54) - 1)}));
  CHECK_THROWS(WholeNumbers({mpq_class(1L << 54)}));
  CHECK_THROWS(WholeNumbers({mpq_class(1, (1L << 54) + 1)}));
}

}  // namespace attest_check

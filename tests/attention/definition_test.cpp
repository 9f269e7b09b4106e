// The definition of a head at one tuple, in several arithmetics.
#include "attention/definition.hpp"

#include <catch2/catch.hpp>

#include <random>
#include <string>

#include "numeric/interval.hpp"

namespace attest::attention::definition_test {

namespace {

// What is computed, written down.
struct Written {
  static std::string sum(const std::string& a, const std::string& b) { return "(" + a + " + " + b + ")"; }
  static std::string product(const std::string& a, const std::string& b) { return a + "*" + b; }
};

template <class Number>
Number score_in(const AttentionPolynomial& h, const std::vector<std::vector<long>>& rows) {
  std::vector<std::vector<Number>> numbers;
  for (const auto& row : rows) {
    numbers.emplace_back();
    for (const long x : row) numbers.back().push_back(Number(x));
  }
  return unscaled_score(
      h, [&](std::size_t v) -> const std::vector<Number>& { return numbers[v]; }, Number(0L));
}

struct SmallInterval : Interval {
  explicit SmallInterval(long value) : Interval(value, 64) {}
  SmallInterval(const Interval& value) : Interval(value) {}  // NOLINT(google-explicit-constructor)
};

}  // namespace

TEST_CASE("A score is the sum over monomials of sums of products, in this order", "[attention]") {
  const AttentionPolynomial h(3, {{0, 1}, {0, 1, 2}});
  const std::vector<std::vector<std::string>> rows = {{"q1", "q2"}, {"k1", "k2"}, {"l1", "l2"}};
  const auto row = [&](std::size_t v) -> const std::vector<std::string>& { return rows[v]; };
  CHECK(unscaled_score(h, row, std::string("0"), Written()) ==
        "((0 + ((0 + q1*k1) + q2*k2)) + ((0 + q1*k1*l1) + q2*k2*l2))");
  CHECK(value_product(3, row, Written()) == std::vector<std::string>{"q1*k1*l1", "q2*k2*l2"});
  CHECK(value_product(1, row, Written()) == rows[0]);
}

TEST_CASE("Scores are the same in machine integers, exact integers, rational numbers and intervals",
          "[attention]") {
  std::mt19937_64 random(5);
  const auto below = [&](long end) { return static_cast<long>(random() % static_cast<unsigned long>(end)); };
  const std::vector<AttentionPolynomial> polynomials = {AttentionPolynomial(2, {{0, 1}}),
                                                        AttentionPolynomial(3, {{0, 1}, {1, 2}, {0, 2}}),
                                                        AttentionPolynomial(4, {{0, 1, 2, 3}, {0, 3}})};
  for (int turn = 0; turn < 200; ++turn) {
    const AttentionPolynomial& h = polynomials[static_cast<std::size_t>(below(3))];
    std::vector<std::vector<long>> rows(h.variables(), std::vector<long>(static_cast<std::size_t>(below(4))));
    for (auto& row : rows) {
      for (long& x : row) x = below(7) - 3;
    }
    long expected = 0;
    for (std::size_t c = 0; c < rows.front().size(); ++c) {
      for (const auto& monomial : h.monomials()) {
        long product = 1;
        for (const std::size_t v : monomial) product *= rows[v][c];
        expected += product;
      }
    }
    REQUIRE(score_in<long>(h, rows) == expected);
    REQUIRE(score_in<Integer>(h, rows) == expected);
    REQUIRE(score_in<Rational>(h, rows) == expected);
    REQUIRE(attest::compare(score_in<SmallInterval>(h, rows), Rational(expected)) == Ordering::equal);
  }
}

TEST_CASE("Tuples come in the order of the index set, as tokens and as kinds, until enough was seen",
          "[attention]") {
  const IndexSet pairs = IndexSet::product({{0, 2}, {1, 2}}, 3);
  const std::vector<Kind> kinds = {10, 11, 12};
  std::vector<std::vector<std::size_t>> seen;
  each_tuple(pairs, kinds, 1, [&](std::span<const Token> tokens, std::span<const Kind> of) {
    seen.push_back({tokens[0], tokens[1], of[0], of[1]});
    return seen.size() < 3;
  });
  CHECK(seen == std::vector<std::vector<std::size_t>>{{0, 1, 10, 11}, {0, 2, 10, 12}, {2, 1, 12, 11}});
}

}  // namespace attest::attention::definition_test

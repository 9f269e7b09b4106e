// Decision trees against the evaluation that they stand for, on every input.
#include "language/answer_rows.hpp"

#include <catch2/catch.hpp>

#include "language/parser.hpp"

namespace attest::answer_tree_test {

using namespace attest::language;  // NOLINT(google-build-using-namespace)

namespace {

// G and H on 1..3, x in 1..3, a relation A on 1..2.
Names names() {
  const Range three{1, 3};
  const Range two{1, 2};
  Names all;
  all.constants = {{"n", 3}};
  all.inputs = {{"G", {three}, three}, {"H", {three}, three}, {"x", {}, three}, {"A", {two, two}, {0, 1}}};
  all.indices = {{"i", two}};
  return all;
}

const std::vector<std::vector<long>> values = [] {
  std::vector<std::vector<long>> all(7, {1, 2, 3});
  all.resize(11, {0, 1});
  return all;
}();

std::optional<long> number(const Value& value) {
  if (value.kind() == Type::Kind::truth) return value.truth() ? 1 : 0;
  return value.machine() != nullptr ? std::optional(*value.machine()) : std::nullopt;
}

// Nothing where there is no value.
std::optional<long> evaluated(const Truth& truth, const std::vector<long>& cells,
                              const std::vector<long>& indices) {
  try {
    return number(truth(cells, indices));
  } catch (const EvaluationError&) {
    return std::nullopt;
  }
}

using Places = std::vector<std::size_t>;

void rows_agree(AnswerRows<std::size_t>& rows, const AnswerTree& tree, Places places, std::size_t count) {
  std::vector<std::optional<long>> row(count, -77);
  rows(places, count, [&](std::size_t k, const auto& answer) { row[k] = answer; });
  for (const auto& answer : row) {
    REQUIRE(answer == tree(std::span<const std::size_t>(places)));
    ++places.back();
  }
}

// All rows in order, and rows of 1 to 3 or 2 inputs in an order that jumps: the second keeps less from row to row.
void rows_agree_everywhere(const AnswerTree& tree) {
  AnswerRows<std::size_t> in_order(tree);
  AnswerRows<std::size_t> jumping(tree);
  std::size_t inputs = 1;
  for (const auto& of_cell : values) inputs *= of_cell.size();
  const auto unrank = [](std::size_t rank) {
    Places places(values.size());
    for (std::size_t c = values.size(); c-- > 0; rank /= values[c].size())
      places[c] = rank % values[c].size();
    return places;
  };
  const std::size_t last = values.back().size();
  for (std::size_t rank = 0; rank < inputs; rank += last) rows_agree(in_order, tree, unrank(rank), last);
  for (std::size_t step = 0, rank = 0; step < inputs; ++step, rank = (rank + 7 * 11 * 13) % inputs) {
    const Places places = unrank(rank);
    rows_agree(jumping, tree, places, 1 + step % (last - places.back()));
  }
}

void agree_everywhere(const std::string& text) {
  INFO(text);
  const Truth truth(parse_expression(text), names());
  for (const long i : {1L, 2L}) {
    const std::vector<long> indices{i};
    AnswerTree::Budget budget;
    const auto tree = AnswerTree::make(truth, indices, values, number, budget);
    REQUIRE(tree);
    rows_agree_everywhere(*tree);
    std::vector<std::size_t> places(values.size(), 0);
    for (bool more = true; more;) {
      std::vector<long> cells;
      for (std::size_t c = 0; c < values.size(); ++c) cells.push_back(values[c][places[c]]);
      const auto expected = evaluated(truth, cells, indices);
      const auto found = (*tree)(std::span<const std::size_t>(places));
      REQUIRE(found == expected);
      if (expected && tree->largest()) REQUIRE(std::abs(*expected) <= *tree->largest());
      std::size_t c = places.size();
      while (c > 0 && ++places[c - 1] == values[c - 1].size()) places[--c] = 0;
      more = c > 0;
    }
  }
}

}  // namespace

TEST_CASE("A decision tree answers as the evaluation does, on every input", "[language][tree]") {
  agree_everywhere("7");
  agree_everywhere("x + i");
  agree_everywhere("H(G(x)) - G(i)");
  agree_everywhere("exists k in [2]: A(i, k) = 1 and A(k, i) = 1");
  agree_everywhere("if A(1, i) = 1 then G(x) else H(H(x))");
  agree_everywhere("sum k in [3] where G(k) = x: H(k)");
  agree_everywhere("if A(2, 2) = 1 then G(H(x)) else x");  // the last cell first
  agree_everywhere("if G(x) = 2 then A(2, 2) else 5");     // and last
}

TEST_CASE("Where an expression has no value, its tree leaves the answer open", "[language][tree]") {
  agree_everywhere("max k in [n] where G(k) > x: k");  // of nothing where no G(k) is larger
  const Truth truth(parse_expression("1 div (x - 1)"), names());
  AnswerTree::Budget budget;
  const auto tree = AnswerTree::make(truth, std::vector<long>{1}, values, number, budget);
  REQUIRE(tree);
  CHECK_FALSE(tree->largest());
  std::vector<std::size_t> places(values.size(), 0);
  CHECK_FALSE((*tree)(std::span<const std::size_t>(places)));
  places[6] = 1;
  CHECK((*tree)(std::span<const std::size_t>(places)) == 1);
}

TEST_CASE("A tree costs no more than its budget", "[language][tree]") {
  const Truth truth(parse_expression("sum k in [3]: G(k)*H(k)"), names());
  AnswerTree::Budget links{700, 1'000'000'000};
  CHECK_FALSE(AnswerTree::make(truth, std::vector<long>{1}, values, number, links));
  AnswerTree::Budget steps{100'000, 50 * truth.steps()};
  CHECK_FALSE(AnswerTree::make(truth, std::vector<long>{1}, values, number, steps));
  AnswerTree::Budget enough{100'000, 2000 * truth.steps()};
  CHECK(AnswerTree::make(truth, std::vector<long>{1}, values, number, enough));
  CHECK(enough.links == 100'000 - (3 + 9 + 27 + 81 + 243 + 729));
}

}  // namespace attest::answer_tree_test

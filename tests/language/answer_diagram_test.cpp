// Decision diagrams against the evaluation that they stand for, on every input.
#include "language/answer_rows.hpp"

#include <catch2/catch.hpp>

#include "language/parser.hpp"

namespace attest::answer_diagram_test {

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

void rows_agree(AnswerRows<std::size_t>& rows, const AnswerDiagram& tree, Places places, std::size_t count) {
  std::vector<std::optional<long>> row(count, -77);
  rows(places, count, [&](std::size_t k, const auto& answer) { row[k] = answer; });
  for (const auto& answer : row) {
    REQUIRE(answer == tree(std::span<const std::size_t>(places)));
    ++places.back();
  }
}

// All rows in order, and rows of 1 to 3 or 2 inputs in an order that jumps: the second keeps less from row to row.
void rows_agree_everywhere(const AnswerDiagram& tree) {
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

void agrees_everywhere(const AnswerDiagram& diagram, const Truth& truth, const std::vector<long>& indices) {
  rows_agree_everywhere(diagram);
  std::vector<std::size_t> places(values.size(), 0);
  for (bool more = true; more;) {
    std::vector<long> cells;
    for (std::size_t c = 0; c < values.size(); ++c) cells.push_back(values[c][places[c]]);
    const auto expected = evaluated(truth, cells, indices);
    const auto found = diagram(std::span<const std::size_t>(places));
    REQUIRE(found == expected);
    if (expected && diagram.largest()) REQUIRE(std::abs(*expected) <= *diagram.largest());
    std::size_t c = places.size();
    while (c > 0 && ++places[c - 1] == values[c - 1].size()) places[--c] = 0;
    more = c > 0;
  }
}

void agree_everywhere(const std::string& text) {
  INFO(text);
  const Truth truth(parse_expression(text), names());
  for (const long i : {1L, 2L}) {
    AnswerDiagram::Budget budget;
    const auto tree = AnswerDiagram::make(truth, std::vector<long>{i}, values, number, budget);
    REQUIRE(tree);
    agrees_everywhere(*tree, truth, {i});
  }
}

std::vector<std::size_t> counts() {
  std::vector<std::size_t> result;
  for (const auto& of_cell : values) result.push_back(of_cell.size());
  return result;
}

constexpr TableLimits ample{1000, 1000, 1'000'000};

std::optional<FoldedAnswer> folded(const std::string& text, long i, TableLimits limits = ample) {
  return folded_answer(parse_expression(text), names(), {i}, values, number, limits);
}

void agree_everywhere_merged(const std::string& text) {
  INFO(text);
  const Truth truth(parse_expression(text), names());
  for (const long i : {1L, 2L}) {
    const auto answer = folded(text, i);
    REQUIRE(answer);
    AnswerDiagram::Budget budget;
    const auto diagram = AnswerDiagram::make(*answer, counts(), budget);
    REQUIRE(diagram);
    agrees_everywhere(*diagram, truth, {i});
  }
}

std::optional<QuantifiedAnswer> quantified(const std::string& text, long i, TableLimits limits = ample) {
  return quantified_answer(parse_expression(text), names(), {i}, values, limits);
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
  AnswerDiagram::Budget budget;
  const auto tree = AnswerDiagram::make(truth, std::vector<long>{1}, values, number, budget);
  REQUIRE(tree);
  CHECK_FALSE(tree->largest());
  std::vector<std::size_t> places(values.size(), 0);
  CHECK_FALSE((*tree)(std::span<const std::size_t>(places)));
  places[6] = 1;
  CHECK((*tree)(std::span<const std::size_t>(places)) == 1);
}

TEST_CASE("A tree costs no more than its budget", "[language][tree]") {
  const Truth truth(parse_expression("sum k in [3]: G(k)*H(k)"), names());
  AnswerDiagram::Budget links{700, 1'000'000'000};
  CHECK_FALSE(AnswerDiagram::make(truth, std::vector<long>{1}, values, number, links));
  AnswerDiagram::Budget steps{100'000, 50 * truth.steps()};
  CHECK_FALSE(AnswerDiagram::make(truth, std::vector<long>{1}, values, number, steps));
  AnswerDiagram::Budget enough{100'000, 2000 * truth.steps()};
  CHECK(AnswerDiagram::make(truth, std::vector<long>{1}, values, number, enough));
  CHECK(enough.links == 100'000 - (3 + 9 + 27 + 81 + 243 + 729));
}

TEST_CASE("A merged diagram answers as the evaluation does, on every input", "[language][tree]") {
  agree_everywhere_merged("7");
  agree_everywhere_merged("x + i");
  agree_everywhere_merged("exists k in [3], l in [3]: G(k) + H(l) = 2*i + 2");
  agree_everywhere_merged("exists k in [3]: exists l in [3]: G(k) + G(l) + H(k) = 8 and A(2, 2) = 0");
  agree_everywhere_merged(
      "forall k in [3]: forall l in k..3: G(k) <= H(l) or A(1, 1) = 1");  // a range from an index
  agree_everywhere_merged("forall k in [3], l in [3] where k != l: G(k) != H(l)");
  agree_everywhere_merged(
      "exists k in [3] where G(k) > 1: 6 div (G(k) - 1) = H(k) and H(1) = H(2)");  // no division by 0
  agree_everywhere_merged("exists k in 2..1: G(k) = 1");                           // of nothing
  agree_everywhere_merged("not (exists k in [3], l in [3]: G(k) = H(l))");
  agree_everywhere_merged("2*(sum k in [3]: G(k)*H(k)) > 7*x");
  agree_everywhere_merged("(sum k in [3] where G(k) != 2: sum l in [3] where l >= i: G(k) - H(l)) mod 3");
  agree_everywhere_merged("count k in [3], l in [3]: G(k) = H(l)");
  agree_everywhere_merged("if i = 1 then x else count k in [3], l in [3]: G(k) = H(l)");
  agree_everywhere_merged("(count k in [3], l in [3]: G(k) = H(l)) = x and forall k in [3]: G(k) <= H(k)");
  agree_everywhere_merged(
      "ind(exists k in [3], l in [3]: G(k) = H(l)) - (if A(i, i) = 1 then x else sum k in [3]: H(k)*G(1))");
}

TEST_CASE("A diagram of folds leaves open what its rest does not say", "[language][tree]") {
  const std::string text = "x div (sum k in [3]: G(k)*H(k) - 3*x)";
  const Truth truth(parse_expression(text), names());
  const auto answer = folded(text, 1);
  REQUIRE(answer);
  AnswerDiagram::Budget budget;
  const auto diagram = AnswerDiagram::make(*answer, counts(), budget);
  REQUIRE(diagram);
  CHECK_FALSE(diagram->largest());
  agrees_everywhere(*diagram, truth, {1});
}

TEST_CASE("No tables are made of an answer that has none", "[language][tree]") {
  for (const std::string text : {"exists k in [x]: G(k) = H(1) and G(1) = H(k)",  // a range from an input
                                 "exists k in [3]: 6 div (G(k) - 1) = H(1)",      // has no value at G(k) = 1
                                 "exists k in [3]: G(G(k)) = H(H(x))"}) {  // beyond the entries of one table
    INFO(text);
    CHECK_FALSE(quantified(text, 1));
    CHECK_FALSE(folded(text, 1));
  }
  CHECK_FALSE(quantified("x + i", 1));
  CHECK_FALSE(quantified("not (exists k in [3]: G(k) = x)", 1));
  CHECK_FALSE(folded("H(sum k in [3]: G(k)*H(k) - 20)", 1));  // which cell is read hangs on a sum
  CHECK_FALSE(folded("let y = sum k in [3]: G(k)*H(k) in y*y", 1));
  const std::string pairs = "exists k in [3], l in [3]: H(k) = G(l)";
  CHECK(quantified(pairs, 1, {9, 9, 81}));
  CHECK_FALSE(quantified(pairs, 1, {8, 9, 81}));
  CHECK_FALSE(quantified(pairs, 1, {9, 8, 81}));
  CHECK_FALSE(quantified(pairs, 1, {9, 9, 80}));
  CHECK(folded(pairs, 1, {9, 9, 81}));
  CHECK_FALSE(folded(pairs, 1, {8, 9, 81}));
  CHECK_FALSE(folded(pairs, 1, {9, 8, 81}));
  CHECK_FALSE(folded(pairs, 1, {9, 9, 80}));
}

TEST_CASE("What is left of tables is one node, however it came about", "[language][tree]") {
  const auto links_of = [](const FoldedAnswer& answer, std::size_t cells, std::size_t of_each) {
    AnswerDiagram::Budget budget;
    const std::size_t before = budget.links;
    REQUIRE(AnswerDiagram::make(answer, std::vector<std::size_t>(cells, of_each), budget));
    return before - budget.links;
  };
  const auto as_it_is = [](std::span<const long> folds) { return std::optional(folds[0]); };
  // Whether two of n cells are equal hangs on the set of the values that were seen: with all three seen the next is one of them.
  const std::size_t n = 40;
  FoldedAnswer equal{{{true, {}}}, as_it_is};
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = a + 1; b < n; ++b)
      equal.folds[0].terms.push_back({{a, b}, {1, 3}, {1, 0, 0, 0, 1, 0, 0, 0, 1}});
  }
  CHECK(links_of(equal, n, 3) == 3 * (1 + 3 + 3));
  const std::vector<std::size_t> counts_of(n, 3);
  AnswerDiagram::Budget few{20, 0};
  CHECK_FALSE(AnswerDiagram::make(equal, counts_of, few));
  AnswerDiagram::Budget exactly{21, 0};
  CHECK(AnswerDiagram::make(equal, counts_of, exactly));
  AnswerDiagram::Budget entries{1000, 0,
                                9 * equal.folds[0].terms.size()};  // enough to read them, and no more
  CHECK_FALSE(AnswerDiagram::make(equal, counts_of, entries));
  // A sum of bits hangs on how many were 1: k + 1 nodes after k bits.
  FoldedAnswer sum{{{false, {}}}, as_it_is};
  for (std::size_t a = 0; a < n; ++a) sum.folds[0].terms.push_back({{a}, {1}, {0, 1}});
  CHECK(links_of(sum, n, 2) == 2 * (n * (n + 1) / 2));
}

}  // namespace attest::answer_diagram_test

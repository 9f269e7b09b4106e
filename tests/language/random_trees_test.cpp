#include <catch2/catch.hpp>
#include <random>

#include "language/parser.hpp"

namespace attest::random_trees_test {

using namespace attest::language;  // NOLINT(google-build-using-namespace)

namespace {

// Trees of every operation, well typed or not, as a text may give them.
class RandomTrees {
 public:
  explicit RandomTrees(std::uint64_t seed) : random_(seed) {}

  Expression tree(int depth) {
    if (depth == 0) return leaf();
    switch (below(24)) {
      case 0:
        return leaf();
      case 1:
        return node(Op::call, list(depth, 1, 3), {}, pick({"f", "G", "max", "min", "x_1"}));
      case 2:
        return node(Op::negate, {tree(depth - 1)});
      case 3:
        return node(Op::logic_not, {tree(depth - 1)});
      case 4:
        return node(Op::power, {tree(depth - 1), tree(depth - 1)});
      case 5:
        return node(Op::conditional, list(depth, 3, 3));
      case 6:
        return node(Op::let, list(depth, 2, 2), {}, pick({"y", "z_1"}));
      case 7:
        return node(Op::iterate, list(depth, 3, 3), {}, "y");
      case 8:
        return node(Op::range, {tree(depth - 1)});
      case 9:
        return node(Op::set, list(depth, 0, 3));
      case 10:
        return node(Op::tuple, list(depth, 2, 3));
      case 11:
        return concat(depth);
      case 12:
      case 13:
      case 14:
      case 15:
        return quantifier(depth);
      case 16:
        return chain(depth);
      default:
        return node(pick({Op::add, Op::subtract, Op::multiply, Op::divide, Op::div, Op::mod, Op::equal,
                          Op::unequal, Op::less, Op::less_equal, Op::greater, Op::greater_equal,
                          Op::logic_and, Op::logic_or, Op::implies, Op::element, Op::range, Op::difference}),
                    list(depth, 2, 2));
    }
  }

 private:
  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }

  template <class Item>
  Item pick(std::initializer_list<Item> items) {
    return items.begin()[below(items.size())];
  }

  std::vector<Expression> list(int depth, std::uint64_t fewest, std::uint64_t most) {
    std::vector<Expression> result;
    for (std::uint64_t k = fewest + below(most - fewest + 1); k > 0; --k) result.push_back(tree(depth - 1));
    return result;
  }

  Expression leaf() {
    switch (below(6)) {
      case 0:
        return number(Rational(static_cast<long>(below(64)), pick({1L, 1L, 2L, 5L, 16L, 1000L})));
      case 1:
        return node(Op::subscript, {below(2) == 0 ? name("i") : number(12)}, {}, pick({"phi", "a_b"}));
      case 2:
        return node(Op::member, {below(2) == 0 ? name("out") : number(6)}, {}, pick({"stream", "head_2"}));
      case 3:
        return node(Op::text, {}, {}, "a # text");
      default:
        return name(pick({"n", "first", "times", "where", "x_", "x_02"}));
    }
  }

  // A part in parentheses is a word of one letter.
  Expression concat(int depth) {
    const auto part = [&]() -> Expression {
      switch (below(3)) {
        case 0:
          return name("G");
        case 1:
          return node(Op::tuple, list(depth, 2, 3));
        default: {
          const Expression letter = tree(depth - 1);
          const bool word = letter->op == Op::tuple || letter->op == Op::concat;
          return word ? letter : node(Op::tuple, {letter});
        }
      }
    };
    const Expression left = part();
    const Expression right = part();
    return below(2) == 0 ? node(Op::concat, {node(Op::concat, {left, part()}), right})
                         : node(Op::concat, {left, node(Op::concat, {part(), right})});
  }

  // a < b and b <= c, and what looks nearly so.
  Expression chain(int depth) {
    const Expression a = tree(depth - 1);
    const Expression b = tree(depth - 1);
    const Expression c = tree(depth - 1);
    const auto sign = [&] { return pick({Op::less, Op::equal, Op::element}); };
    const Expression second = node(sign(), {below(4) == 0 ? a : b, c});
    const Expression both = node(Op::logic_and, {node(sign(), {a, b}), second});
    if (below(2) == 0) return both;
    const Expression third = node(sign(), {c, a});
    return below(2) == 0 ? node(Op::logic_and, {both, third})
                         : node(Op::logic_and, {node(sign(), {a, b}), node(Op::logic_and, {second, third})});
  }

  Expression quantifier(int depth) {
    Node result;
    result.op = Op::quantifier;
    result.quantifier = static_cast<Quantifier>(below(10));
    for (std::uint64_t k = 1 + below(2); k > 0; --k) {
      // Of a range without parentheses around it: [k], a..b, a name, S \ T.
      Expression range =
          pick({name("S"), node(Op::range, {tree(depth - 1)}), node(Op::range, {leaf(), leaf()}),
                node(Op::difference, {leaf(), node(Op::range, {tree(depth - 1)})})});
      result.binders.push_back({pick({"j", "k_1"}), std::move(range), {}});
    }
    if (below(3) == 0) result.such_that = tree(depth - 1);
    result.children.push_back(tree(depth - 1));
    if (result.quantifier == Quantifier::argmax || result.quantifier == Quantifier::argmin) {
      result.tie = static_cast<Tie>(below(5));
    }
    if (takes_else(result.quantifier) && below(2) == 0) result.children.push_back(tree(depth - 1));
    return std::make_shared<const Node>(std::move(result));
  }

  std::mt19937_64 random_;
};

// Where the partner of the parenthesis at `open` stands; texts in quotes hold none.
std::size_t partner(const std::string& text, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ')' && --depth == 0) return at;
  }
  return std::string::npos;
}

bool reads_as(const std::string& text, const Expression& tree) {
  try {
    return same(parse_expression(text), tree);
  } catch (const ParseError&) {
    return false;
  }
}

// (argmax j in S: a first) + 1 can be read without parentheses; people are spared that.
bool ends_with_tie(const std::string& inside) {
  if (!inside.starts_with("argm")) return false;
  for (const Tie tie : {Tie::first, Tie::last, Tie::unique, Tie::any}) {
    if (inside.ends_with(" " + to_string(tie))) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("A tree that is printed and read is the same tree: 5000 random ones", "[language]") {
  RandomTrees trees(1);
  for (int k = 0; k < 5000; ++k) {
    const Expression tree = trees.tree(1 + k % 5);
    const std::string text = to_string(tree);
    INFO(text);
    const Expression again = parse_expression(text);
    REQUIRE(to_string(again) == text);
    REQUIRE(same(again, tree));
  }
}

TEST_CASE("No pair of parentheses that is printed can be left out", "[language]") {
  RandomTrees trees(2);
  long pairs = 0;
  for (int k = 0; k < 1500; ++k) {
    const Expression tree = trees.tree(1 + k % 4);
    const std::string text = to_string(tree);
    for (std::size_t open = text.find('('); open != std::string::npos; open = text.find('(', open + 1)) {
      if (ends_with_tie(text.substr(open + 1, partner(text, open) - open - 1))) continue;
      std::string less = text;
      less[partner(text, open)] = ' ';
      less[open] = ' ';
      INFO(text << "\n" << less);
      ++pairs;
      CHECK_FALSE(reads_as(less, tree));
    }
  }
  CHECK(pairs > 3000);
}

TEST_CASE("Two trees are the same only if every part is", "[language]") {
  RandomTrees trees(3);
  std::vector<std::pair<std::string, Expression>> all;
  for (int k = 0; k < 300; ++k) {
    const Expression tree = trees.tree(1 + k % 2);
    all.emplace_back(to_string(tree), tree);
  }
  for (const auto& [a, left] : all) {
    for (const auto& [b, right] : all) REQUIRE(same(left, right) == (a == b));
  }
}

}  // namespace attest::random_trees_test

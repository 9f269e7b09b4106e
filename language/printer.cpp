// An expression as it is written. Levels are those of the parser (language/parser.cpp).
#include <algorithm>

#include "language/expression.hpp"
#include "language/operators.hpp"

namespace attest::language {

namespace {

// What stands around the part that is printed: what follows it, as far as an open form (let, if, a quantifier,
// iterate) at its right end would take it for its own, and whether `in` ends it.
struct Around {
  bool operator_follows = false;
  bool else_follows = false;
  bool tie_follows = false;
  bool in_ends = false;  // inside of `let x = .. in`

  Around with_operator() const {
    Around result = *this;
    result.operator_follows = true;
    return result;
  }
};

bool is_comparison(Op op) {
  return op == Op::element || (op >= Op::equal && op <= Op::greater_equal);
}

// a <= b and b <= c, which is what a <= b <= c is read as.
bool is_chain(const Node& e) {
  if (e.op != Op::logic_and || !is_comparison(e.children[1]->op)) return false;
  const Node& left = *e.children[0];
  const Node* last = is_comparison(left.op) ? &left : is_chain(left) ? left.children[1].get() : nullptr;
  return last != nullptr && same(last->children[1], e.children[1]->children[0]);
}

bool holds_element(const Node& e) {
  if (e.op == Op::element) return true;
  return is_chain(e) && (e.children[1]->op == Op::element || holds_element(*e.children[0]));
}

// "0.125" where the decimals end, else empty.
std::string decimal_text(const Rational& value) {
  Integer denominator = denominator_of(value);
  unsigned long twos = 0;
  unsigned long fives = 0;
  for (; denominator % 2 == 0; denominator /= 2) ++twos;
  for (; denominator % 5 == 0; denominator /= 5) ++fives;
  const unsigned long places = std::max(twos, fives);
  if (denominator != 1 || value < 0) return {};
  std::string digits =
      attest::to_string(Integer(numerator_of(value) * (power(Integer(10), places) / denominator_of(value))));
  if (places == 0) return digits;
  if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
  return digits.insert(digits.size() - places, 1, '.');
}

// A fraction that no decimals say, and what is negative, stand in its signs.
int printed_level(const Node& e) {
  if (e.op == Op::number && decimal_text(e.value).empty())
    return denominator_of(e.value) != 1 ? level::product : level::negation;
  return is_chain(e) ? level::comparison : level_of(e);
}

std::string print(const Expression& e, int at_least, const Around& around);

std::string print_list(const std::vector<Expression>& parts) {
  std::string result;
  for (const Expression& part : parts) {
    if (!result.empty()) result += ", ";
    result += print(part, level::open, {});
  }
  return result;
}

std::string print_quantifier(const Node& e, const Around& around) {
  std::string result = to_string(e.quantifier);
  for (std::size_t k = 0; k < e.binders.size(); ++k) {
    result += (k == 0 ? " " : ", ") + e.binders[k].name + " in " +
              print(e.binders[k].range, level::difference, Around{}.with_operator());
  }
  if (e.such_that) result += " where " + print(e.such_that, level::open, {});
  const bool otherwise = e.children.size() > 1;
  Around body = around;
  if (e.tie != Tie::unstated) {
    body = {.tie_follows = true, .in_ends = around.in_ends};
  } else if (otherwise) {
    body = {.else_follows = true, .in_ends = around.in_ends};
  }
  result += ": " + print(e.children[0], level::open, body);
  if (e.tie != Tie::unstated) result += " " + to_string(e.tie);
  if (otherwise) result += " else " + print(e.children[1], level::open, around);
  return result;
}

std::string print_open(const Node& e, const Around& around) {
  const auto part = [&](std::size_t k, const Around& a) { return print(e.children[k], level::open, a); };
  switch (e.op) {
    case Op::conditional:
      return "if " + part(0, {}) + " then " + part(1, {.else_follows = true}) + " else " + part(2, around);
    case Op::let:
      return "let " + e.name + " = " + part(0, {.in_ends = true}) + " in " + part(1, around);
    case Op::iterate:
      return "iterate " + e.name + " from " + part(0, {}) + " for " + part(1, {}) +
             " times: " + part(2, around);
    default:
      return print_quantifier(e, around);
  }
}

// a < b < c: the comparisons of the chain from the left.
std::string print_chain(const Node& e, const Around& around) {
  if (e.op != Op::logic_and) {
    return print(e.children[0], level::comparison + 1, around.with_operator()) + " " + to_string(e.op) + " " +
           print(e.children[1], level::comparison + 1, around);
  }
  const Node& last = *e.children[1];
  return print_chain(*e.children[0], around.with_operator()) + " " + to_string(last.op) + " " +
         print(last.children[1], level::comparison + 1, around);
}

// [1..n] is refused, as it is easily taken for 1..n; nothing hinders [(1..n)].
std::string print_bound(const Expression& e) {
  const bool range = e->op == Op::range && e->children.size() == 2;
  return range ? "(" + print(e, level::open, {}) + ")" : print(e, level::open, {});
}

std::string print_bare(const Node& e, const Around& around) {
  switch (e.op) {
    case Op::number: {
      const std::string decimal = decimal_text(e.value);
      return decimal.empty() ? attest::to_string(e.value) : decimal;
    }
    case Op::text:
      return "\"" + e.name + "\"";
    case Op::name:
      return e.name;
    case Op::subscript:
      return whole_name(e);
    case Op::call:
      return e.name + "(" + print_list(e.children) + ")";
    case Op::table:
      return e.table->name + "(" + print_list(e.children) + ")";
    case Op::member:
      return e.name + "." + print(e.children[0], level::primary, {});
    case Op::set:
      return "{" + print_list(e.children) + "}";
    case Op::tuple:
      return "(" + print_list(e.children) + ")";
    case Op::negate:
      return "-" + print(e.children[0], level::negation, around);
    case Op::logic_not:
      return "not " + print(e.children[0], level::logic_not, around);
    case Op::range:
      if (e.children.size() == 1) return "[" + print_bound(e.children[0]) + "]";
      break;
    default:
      break;
  }
  const int level = printed_level(e);
  if (level == level::open) return print_open(e, around);
  if (level == level::comparison) return print_chain(e, around);
  const Operator& sign = *find_operator(e.op);
  const int left = sign.side == Side::left ? level : level + 1;
  const int right = sign.op == Op::power ? level::negation : sign.side == Side::right ? level : level + 1;
  const std::string blank = sign.spaced ? " " : "";
  return print(e.children[0], left, around.with_operator()) + blank + std::string(sign.sign) + blank +
         print(e.children[1], right, around);
}

bool needs_parentheses(const Node& e, int at_least, const Around& around) {
  const int level = printed_level(e);
  if (around.in_ends && level == level::comparison && holds_element(e)) return true;
  if (level != level::open) return level < at_least;
  if (around.operator_follows) return true;
  if (e.op != Op::quantifier || !takes_else(e.quantifier) || e.children.size() > 1) return false;
  if (around.else_follows) return true;
  const bool ties = e.quantifier == Quantifier::argmax || e.quantifier == Quantifier::argmin;
  return around.tie_follows && ties && e.tie == Tie::unstated;
}

std::string print(const Expression& e, int at_least, const Around& around) {
  return needs_parentheses(*e, at_least, around) ? "(" + print_bare(*e, {}) + ")" : print_bare(*e, around);
}

}  // namespace

std::string to_string(const Expression& expression) {
  return expression ? print(expression, level::open, {}) : std::string();
}

std::string to_string(Quantifier quantifier) {
  constexpr const char* words[] = {"sum", "product", "count",  "exists", "forall", "max",
                                   "min", "argmax",  "argmin", "least",  "each"};
  return words[static_cast<int>(quantifier)];
}

std::string to_string(Tie tie) {
  constexpr const char* words[] = {"", "first", "last", "unique", "any"};
  return words[static_cast<int>(tie)];
}

std::string to_string(Op op) {
  const Operator* found = find_operator(op);
  return found == nullptr ? std::string() : std::string(found->sign);
}

}  // namespace attest::language

#include "language/operators.hpp"

#include <array>

namespace attest::language {

namespace {

constexpr std::array operator_table{
    Operator{Op::implies, "implies", level::implies, Side::right, true, true},
    Operator{Op::logic_or, "or", level::logic_or, Side::left, true, true},
    Operator{Op::logic_and, "and", level::logic_and, Side::left, true, true},
    Operator{Op::equal, "=", level::comparison, Side::chain, false, true},
    Operator{Op::unequal, "!=", level::comparison, Side::chain, false, true},
    Operator{Op::less, "<", level::comparison, Side::chain, false, true},
    Operator{Op::less_equal, "<=", level::comparison, Side::chain, false, true},
    Operator{Op::greater, ">", level::comparison, Side::chain, false, true},
    Operator{Op::greater_equal, ">=", level::comparison, Side::chain, false, true},
    Operator{Op::element, "in", level::comparison, Side::chain, true, true},
    Operator{Op::concat, "++", level::concat, Side::left, false, true},
    Operator{Op::difference, "\\", level::difference, Side::left, false, true},
    Operator{Op::range, "..", level::range, Side::none, false, false},
    Operator{Op::add, "+", level::sum, Side::left, false, true},
    Operator{Op::subtract, "-", level::sum, Side::left, false, true},
    Operator{Op::multiply, "*", level::product, Side::left, false, false},
    Operator{Op::divide, "/", level::product, Side::left, false, false},
    Operator{Op::div, "div", level::product, Side::left, true, true},
    Operator{Op::mod, "mod", level::product, Side::left, true, true},
    Operator{Op::power, "^", level::power, Side::right, false, false},
};

}  // namespace

std::span<const Operator> operators() {
  return operator_table;
}

const Operator* find_operator(Op op) {
  for (const Operator& candidate : operator_table) {
    if (candidate.op == op) return &candidate;
  }
  return nullptr;
}

int level_of(const Node& e) {
  switch (e.op) {
    case Op::conditional:
    case Op::let:
    case Op::quantifier:
    case Op::iterate:
      return level::open;
    case Op::logic_not:
      return level::logic_not;
    case Op::negate:
      return level::negation;
    case Op::range:
      return e.children.size() == 1 ? level::primary : level::range;
    default: {
      const Operator* found = find_operator(e.op);
      return found == nullptr ? level::primary : found->level;
    }
  }
}

}  // namespace attest::language

#include "attention/state_function.hpp"

#include <algorithm>
#include <string>

#include "attention/whole_number.hpp"
#include "numeric/checked.hpp"

namespace attest::attention {

struct StateFunction::Node {
  Op op = Op::number;
  Rational value = 0;          // of a number
  std::size_t coordinate = 0;  // of a coordinate
  std::vector<StateFunction> children;
  long line = 0;
  std::size_t nodes = 1;
  std::string why;  // of what is undefined
};

namespace {

constexpr long most_exponent = 1L << 16;

Rational truth_value(bool truth) {
  return {truth ? 1 : 0};
}

[[noreturn]] void no_value(const std::string& what, long line) {
  throw UndefinedState(line == 0 ? what : what + " (line " + std::to_string(line) + ")");
}

Rational raised(const Rational& base, const Rational& exponent, long line) {
  const auto e = fits_long(exponent);
  if (!e || *e < 0 || *e > most_exponent) no_value("the exponent " + attest::to_string(exponent), line);
  const auto size = static_cast<unsigned long>(*e);
  return {power(numerator_of(base), size), power(denominator_of(base), size)};
}

Rational floored_quotient(const Rational& a, const Rational& b, long line) {
  if (b <= 0) no_value("div or mod by " + attest::to_string(b), line);
  return Rational(floor_of(Rational(a / b)));
}

}  // namespace

StateFunction StateFunction::number(const Rational& value) {
  auto node = std::make_shared<Node>();
  node->value = value;
  return StateFunction(std::move(node));
}

StateFunction StateFunction::coordinate(std::size_t index) {
  auto node = std::make_shared<Node>();
  node->op = Op::coordinate;
  node->coordinate = index;
  return StateFunction(std::move(node));
}

StateFunction StateFunction::undefined(const std::string& why) {
  auto node = std::make_shared<Node>();
  node->op = Op::undefined;
  node->why = why;
  return StateFunction(std::move(node));
}

StateFunction StateFunction::of(Op op, std::vector<StateFunction> children, long line) {
  const bool constant = std::all_of(children.begin(), children.end(),
                                    [](const StateFunction& child) { return child.is_constant(); });
  auto node = std::make_shared<Node>();
  node->op = op;
  node->line = line;
  for (const StateFunction& child : children) node->nodes += child.nodes();
  node->children = std::move(children);
  StateFunction result(std::move(node));
  if (!constant) return result;
  try {
    return number(result({}));
  } catch (const UndefinedState&) {
    return result;  // it has no value where it is asked for one
  }
}

bool StateFunction::is_constant() const {
  return node_->op == Op::number;
}

std::size_t StateFunction::nodes() const {
  return node_->nodes;
}

Rational StateFunction::operator()(std::span<const Rational> state) const {
  const auto child = [&](std::size_t k) { return node_->children[k](state); };
  const std::size_t children = node_->children.size();
  switch (node_->op) {
    case Op::number:
      return node_->value;
    case Op::coordinate:
      return state[node_->coordinate];
    case Op::sum:
    case Op::product: {
      Rational result = child(0);
      for (std::size_t k = 1; k < children; ++k) {
        if (node_->op == Op::sum) {
          result += child(k);
        } else {
          result *= child(k);
        }
      }
      return result;
    }
    case Op::quotient: {
      const Rational divisor = child(1);
      if (divisor == 0) no_value("a division by zero", node_->line);
      return child(0) / divisor;
    }
    case Op::power:
      return raised(child(0), child(1), node_->line);
    case Op::div:
      return floored_quotient(child(0), child(1), node_->line);
    case Op::mod: {
      const Rational a = child(0);
      const Rational b = child(1);
      return a - b * floored_quotient(a, b, node_->line);
    }
    case Op::minimum:
    case Op::maximum: {
      Rational best = child(0);
      for (std::size_t k = 1; k < children; ++k) {
        Rational next = child(k);
        if (node_->op == Op::minimum ? next < best : best < next) best = std::move(next);
      }
      return best;
    }
    case Op::equal:
      return truth_value(child(0) == child(1));
    case Op::less:
      return truth_value(child(0) < child(1));
    case Op::less_equal:
      return truth_value(child(0) <= child(1));
    case Op::logic_not:
      return truth_value(child(0) == 0);
    case Op::logic_and:
    case Op::logic_or: {
      const bool stops_at = node_->op == Op::logic_or;
      for (std::size_t k = 0; k < children; ++k) {
        if ((child(k) != 0) == stops_at) return truth_value(stops_at);
      }
      return truth_value(!stops_at);
    }
    case Op::conditional:
      return child(child(0) != 0 ? 1 : 2);
    case Op::undefined:
      throw UndefinedState(node_->why);
  }
  no_value("an unknown operation", node_->line);
}

}  // namespace attest::attention

#include "theorems/surd_value.hpp"

#include <algorithm>

#include "numeric/checked.hpp"

namespace attest::theorems {

using language::Expression;
using language::Op;

bool is_irrational(const Expression& e) {
  if (e->op == Op::call && (e->name == "sqrt" || e->name == "log" || e->name == "exp")) return true;
  return std::any_of(e->children.begin(), e->children.end(), is_irrational);
}

Surd surd_of(const Expression& e, const NetworkNames& names) {
  const auto child = [&](std::size_t k) { return surd_of(e->children[k], names); };
  if (!is_irrational(e)) return Surd(evaluate_number(e, names));
  switch (e->op) {
    case Op::tuple:
      if (e->children.size() == 1) return child(0);
      break;
    case Op::negate:
      return Surd(Rational(-1)) * child(0);
    case Op::multiply: {
      const Surd a = child(0);
      const Surd b = child(1);
      if (a.has_logarithm() && b.has_logarithm()) refuse(e->place, "a product of two logarithms is no scale");
      return a * b;
    }
    case Op::divide: {
      const Surd a = child(0);
      const Surd b = child(1);
      if (b.is_zero()) throw NetworkError(e->place, "a division by zero");
      if (b.has_logarithm()) refuse(e->place, "a division by a logarithm is no scale");
      return a / b;
    }
    case Op::call: {
      if (e->children.size() != 1) break;
      const Rational x = evaluate_number(e->children[0], names);
      if (e->name == "sqrt") {
        if (x < 0) throw NetworkError(e->place, "the square root of a negative number");
        return Surd::square_root(x);
      }
      if (e->name == "log") {
        if (x <= 0) throw NetworkError(e->place, "the logarithm of a number that is not positive");
        return Surd::logarithm(x);
      }
      break;
    }
    default:
      break;
  }
  refuse(e->place, "a scale has the form p/q*sqrt(r)*log(k)");
}

}  // namespace attest::theorems

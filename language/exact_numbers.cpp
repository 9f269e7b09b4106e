#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "language/exact_evaluator.hpp"
#include "numeric/checked.hpp"

namespace attest::language {

namespace {

// What all operations may cost together, in words of their results: the steps themselves are bounded beforehand
// (language/steps.hpp), the length of numbers is not.
constexpr long most_words = 1L << 26U;

unsigned bits(const Integer& value) {
  return value == 0 ? 0 : static_cast<unsigned>(msb(Integer(abs(value)))) + 1;
}

}  // namespace

void ExactEvaluation::fail(const Resolved& e, const std::string& text) {
  throw EvaluationError(e.place, text);
}

void ExactEvaluation::exceed(const Resolved& e, const std::string& text) {
  throw EvaluationLimit(e.place, text);
}

Rational ExactEvaluation::counted(const Resolved& e, Rational result) {
  const unsigned longest = std::max(bits(numerator_of(result)), bits(denominator_of(result)));
  if (longest > longest_number) exceed(e, fmt::format("a number of more than {} bits", longest_number));
  words_ += 1 + longest / 64;
  if (words_ > most_words) exceed(e, "the evaluation takes too long: too many long numbers");
  return result;
}

Integer ExactEvaluation::whole(const Resolved& e, const std::string& what) {
  const Rational value = number(e);
  if (denominator_of(value) != 1)
    fail(e, fmt::format("{} is {}, no integer", what, attest::to_string(value)));
  return numerator_of(value);
}

Rational ExactEvaluation::number(const Resolved& e) {
  switch (e.op) {
    case Op::number:
      return e.value;
    case Op::call:
      return e.builtin == Builtin::none ? cell(e) : builtin(e);
    case Op::quantifier:
      if (e.quantifier == Quantifier::sum || e.quantifier == Quantifier::product ||
          e.quantifier == Quantifier::count) {
        return total(e);
      }
      return best(e).number();
    case Op::name:
      return slots_[e.slot].number();
    case Op::conditional:
      return number(truth(*e.children[0]) ? *e.children[1] : *e.children[2]);
    case Op::let:
      slots_[e.slot] = value(*e.children[0]);
      return number(*e.children[1]);
    case Op::iterate:
      return iterate(e).number();
    case Op::negate:
      return -number(*e.children[0]);
    case Op::table:
      return known_cell(e);
    default:
      break;
  }
  const Rational a = number(*e.children[0]);
  return arithmetic(e, a, number(*e.children[1]));
}

Rational ExactEvaluation::arithmetic(const Resolved& e, const Rational& a, const Rational& b) {
  switch (e.op) {
    case Op::add:
      return counted(e, a + b);
    case Op::subtract:
      return counted(e, a - b);
    case Op::multiply:
      return counted(e, a * b);
    case Op::divide:
      if (b == 0) fail(e, "a division by zero");
      return counted(e, a / b);
    case Op::div:
      return counted(e, Rational(floor_of(a / positive(e, b))));
    case Op::mod:
      return counted(e, a - b * Rational(floor_of(a / positive(e, b))));
    case Op::power:
      return raised(e, a, b);
    default:
      throw std::logic_error("exact_value: an operation without a rule");
  }
}

const Rational& ExactEvaluation::positive(const Resolved& e, const Rational& divisor) {
  if (divisor <= 0) {
    fail(e, fmt::format("the divisor of '{}' is {}; it must be positive", to_string(e.op),
                        attest::to_string(divisor)));
  }
  return divisor;
}

Rational ExactEvaluation::raised(const Resolved& e, const Rational& base, const Rational& exponent) {
  if (exponent < 0 || denominator_of(exponent) != 1) {
    fail(e,
         fmt::format("the exponent is {}; it must be a whole number from 0 on", attest::to_string(exponent)));
  }
  if (base == 1 || exponent == 0) return Rational(1);
  if (base == 0) return base;
  if (base == -1) return numerator_of(exponent) % 2 == 0 ? Rational(1) : base;
  // |p| or q is at least 2 and has `longest` bits: p^n has more than (longest - 1) * n.
  const Integer p = numerator_of(base);
  const Integer q = denominator_of(base);
  const long longest = std::max(bits(p), bits(q));
  const auto n = fits_long(exponent);
  if (!n || *n > longest_number || (longest - 1) * *n > longest_number) {
    exceed(e, fmt::format("a number of more than {} bits", longest_number));
  }
  const auto times = static_cast<unsigned long>(*n);
  return counted(e, Rational(power(p, times), power(q, times)));
}

Rational ExactEvaluation::cell(const Resolved& e) {
  const InputShape& input = names_.inputs[e.input];
  long offset = 0;
  for (std::size_t k = 0; k < e.children.size(); ++k) {
    const Range& domain = input.domains[k];
    const std::string what = fmt::format("argument {} of '{}'", k + 1, input.name);
    const Integer argument = whole(*e.children[k], what);
    const auto machine = fits_long(argument);
    if (!machine || !domain.contains(*machine)) {
      fail(*e.children[k],
           fmt::format("{} is {}, outside of {}..{}", what, argument.str(), domain.first, domain.last));
    }
    offset = offset * domain.size() + (*machine - domain.first);
  }
  ++words_;
  return Rational(tables_[e.input][offset]);
}

Rational ExactEvaluation::known_cell(const Resolved& e) {
  const KnownTable& table = *e.table;
  std::size_t offset = 0;
  for (std::size_t k = 0; k < e.children.size(); ++k) {
    const std::vector<Rational>& domain = table.domains[k];
    const Rational argument = number(*e.children[k]);
    const auto found = std::lower_bound(domain.begin(), domain.end(), argument);
    if (found == domain.end() || *found != argument) {
      fail(e, fmt::format("argument {} of '{}' is {}, outside of its domain", k + 1, table.name,
                          attest::to_string(argument)));
    }
    offset = offset * domain.size() + static_cast<std::size_t>(found - domain.begin());
  }
  ++words_;
  return table.cells[offset];
}

Rational ExactEvaluation::builtin(const Resolved& e) {
  if (e.builtin == Builtin::ind) return Rational(truth(*e.children[0]) ? 1 : 0);
  Rational result = number(*e.children[0]);
  switch (e.builtin) {
    case Builtin::abs:
      return result < 0 ? Rational(-result) : result;
    case Builtin::relu:
      return result < 0 ? Rational(0) : result;
    case Builtin::floor:
      return Rational(floor_of(result));
    case Builtin::ceil:
      return Rational(-floor_of(-result));
    default:
      break;
  }
  for (std::size_t k = 1; k < e.children.size(); ++k) {
    const Rational other = number(*e.children[k]);
    if (e.builtin == Builtin::max ? other > result : other < result) result = other;
  }
  return result;
}

}  // namespace attest::language

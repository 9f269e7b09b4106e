#include "theorems/stated_bound.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/quotes.hpp"
#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "language/quantifies.hpp"
#include "language/refused_place.hpp"
#include "numeric/checked.hpp"
#include "numeric/decimal.hpp"
#include "theorems/exact_errors.hpp"
#include "theorems/surd_value.hpp"
#include "verification/limits.hpp"
#include "verification/stop_reason.hpp"

namespace attest::theorems {

namespace {

using language::Expression;
using language::Op;

// In `error <= B`, `growth error <= B`, `gap >= B` the quantity is named on the left.
bool compares(const Expression& e, const std::string& left, Op op) {
  return e && e->op == op && e->children[0]->op == Op::name && e->children[0]->name == left;
}

// c occurs in one place, and the value is affine in it: below sums, products with something else, quotients over
// something else.
long occurrences(const Expression& e, const std::string& name) {
  long count = e->op == Op::name && e->name == name ? 1 : 0;
  for (const Expression& child : e->children) count += occurrences(child, name);
  return count;
}
bool affine_in(const Expression& e, const std::string& name) {
  if (occurrences(e, name) == 0 || e->op == Op::name) return true;
  switch (e->op) {
    case Op::negate:
    case Op::add:
    case Op::subtract:
    case Op::multiply:
      return std::all_of(e->children.begin(), e->children.end(),
                         [&](const Expression& c) { return affine_in(c, name); });
    case Op::divide:
      return occurrences(e->children[1], name) == 0 && affine_in(e->children[0], name);
    default:
      return false;
  }
}

constexpr Precision most_bits_of_assert = 4096;
constexpr unsigned long most_compared_exactly = 10000;  // inputs

NetworkNames with(const NetworkNames& names, const std::string& extra, const Rational& value) {
  NetworkNames result = names;
  result.name = [names, extra, value](const std::string& name) -> std::optional<NetworkValue> {
    if (name == extra) return NetworkValue{value};
    return names.name(name);
  };
  return result;
}

// Fractional or negative: exact evaluation has neither.
bool has_inexact_power(const Expression& e, const NetworkNames& constants) {
  if (e->op == Op::power) {
    const Rational exponent = evaluate_number(e->children[1], constants);
    if (denominator_of(exponent) != 1 || exponent < 0) return true;
  }
  return std::any_of(e->children.begin(), e->children.end(),
                     [&](const Expression& child) { return has_inexact_power(child, constants); });
}

// Whether an order proves < or <=.
bool below(Ordering order, Op op) {
  return order == Ordering::less || (order == Ordering::equal && op == Op::less_equal);
}

// Of the worst input that was observed, exactly evaluated. Needs o.worst_rank.
Interval worst_error(const LayerSetting& setting, const Observation& o) {
  const Word word = setting.task().space().unrank(*o.worst_rank);
  return setting.worst_deviation(word, setting.all_outputs(word));
}

// An exact number that a bound is; nothing where it is none.
std::optional<Surd> exact_bound(const Expression& bound, const NetworkNames& constants) {
  try {
    return surd_of(bound, constants);
  } catch (const UsageError&) {    // no surd
  } catch (const NetworkError&) {  // a power that enclosures alone have, or no value at all
  }
  return std::nullopt;
}

// error < B or error <= B where the enclosures of the two overlap: by exact values, of the worst input, then of all inputs where
// these are few.
Status exact_error_status(const LayerSetting& setting, const Observation& o, const Expression& formula,
                          const NetworkNames& constants) {
  const auto value = exact_bound(formula->children[1], constants);
  if (!value) return Status::undecided;
  const ErrorBound bound{*value, formula->op == Op::less};
  const Word worst = setting.task().space().unrank(*o.worst_rank);
  if (error_within(setting, worst, bound) == Status::refuted) return Status::refuted;
  const bool all_seen = o.complete() && o.total == o.space && o.undecided.count == 0;
  if (!all_seen || o.space > most_compared_exactly) return Status::undecided;
  return every_error_within(setting, bound);
}

// For growth: the constants for which the bound is met at this size. `error <= exp(-some c * ..)`, `gap >= some c * ..`.
Check growth(Check check, const CheckStatement& statement, const Expression& formula,
             const LayerSetting& setting, const Observation& o, const NetworkNames& constants) {
  const auto not_of_this_form = [&] {
    refuse(statement.place, "growth has the form error <= exp(-some c * ..) or gap >= some c * ..");
  };
  if (statement.constants.size() != 1) not_of_this_form();
  const std::string& c = statement.constants.front();
  const Expression& bound = formula->children[1];
  if (occurrences(bound, c) != 1) not_of_this_form();
  const auto at = [&](const Expression& e, long value) {
    return enclosed_value(e, with(constants, c, value), 2 * printed_bits);
  };
  if (compares(formula, "gap", Op::greater_equal) && affine_in(bound, c)) {
    const Interval slope = at(bound, 1) - at(bound, 0);
    const auto least = setting.least_gap(o);
    if (!least || compare(slope, Rational(0)) != Ordering::greater) {
      check.reason = "there is no score gap, or the bound does not rise with the constant";
      return check;
    }
    const Interval largest = (least->enclosure(2 * printed_bits) - at(bound, 0)) / slope;
    check.reason =
        fmt::format("at this size for every {} up to {}; one size decides no growth, `attest prove` may", c,
                    decimal_rounded_down(largest));
    return check;
  }
  const bool exponential = bound->op == Op::call && bound->name == "exp" && affine_in(bound->children[0], c);
  if (!compares(formula, "error", Op::less_equal) || !exponential) not_of_this_form();
  const Interval slope = at(bound->children[0], 1) - at(bound->children[0], 0);
  const Interval worst = worst_error(setting, o);
  if (compare(slope, Rational(0)) != Ordering::less || compare(worst, Rational(0)) != Ordering::greater) {
    check.reason = "the error is zero, or the bound does not fall with the constant";
    return check;
  }
  const Interval largest = (log(worst) - at(bound->children[0], 0)) / slope;
  check.reason =
      fmt::format("at this size for every {} up to {}; one size decides no growth, `attest prove` may", c,
                  decimal_rounded_down(largest));
  return check;
}

// Whether some number parts the outputs that should be a yes from those that should be a no: a construction whose only fault
// is the constant that its readout subtracts has one.
Check threshold(Check check, const Observation& o) {
  const auto at = [](double y) { return Interval::from_double(y, 2 * initial_precision); };
  std::string reason;
  if (o.least_yes)
    reason = fmt::format("where the answer is yes, y is at least {}", decimal_rounded_down(at(*o.least_yes)));
  if (o.greatest_no) {
    reason += fmt::format("{} at most {}", o.least_yes ? "; where it is no," : "where the answer is no, y is",
                          decimal_rounded_up(at(*o.greatest_no)));
  }
  check.reason = reason;
  if (!o.complete()) {
    check.reason = reason + "; " + stop_reason(o);
  } else if (!o.least_yes || !o.greatest_no) {
    check.status = Status::not_applicable;
    check.reason = "the answers are all yes, or all no" + (reason.empty() ? "" : "; here, " + reason);
  } else if (*o.greatest_no < *o.least_yes) {
    check.status = Status::holds;
    check.evidence = Evidence::enumeration;
    *check.reason += "; every threshold between the two decides every input";
  } else {
    *check.reason += "; these bounds leave no threshold";
  }
  return check;
}

}  // namespace

void expect_known(const CheckStatement& statement, AnswerKind answer, const NetworkNames& constants) {
  const bool of_errors = statement.formula && statement.formula->children.size() == 2 &&
                         (compares(statement.formula, "error", statement.formula->op));
  if (of_errors && answer == AnswerKind::sign)
    refuse(statement.place, "a sign has no error; a bound is of an answer that is a number");
  if (statement.name == "threshold" && answer != AnswerKind::sign)
    refuse(statement.place, "a threshold parts the outputs of a task that is a sign");
  if (statement.name != "assert" || language::quantifies(statement.formula)) return;
  try {
    enclosed_truth(statement.formula, constants);
  } catch (const NetworkError&) {  // no value at these sizes, which makes them ill-formed, and readable
  }
}

namespace {

// Of sqrt and log, which are not defined everywhere.
Interval checked_argument(const Expression& e, Interval x) {
  const Ordering sign = compare(x, Rational(0));
  if (sign == Ordering::less && e->name == "sqrt")
    throw NetworkError(e->place, "the square root of a negative number");
  if ((sign == Ordering::less || sign == Ordering::equal) && e->name == "log")
    throw NetworkError(e->place, "the logarithm of a number that is not positive");
  return x;
}

}  // namespace

Interval enclosed_value(const Expression& e, const NetworkNames& constants, Precision precision) {
  const auto child = [&](std::size_t k) { return enclosed_value(e->children[k], constants, precision); };
  if (!is_irrational(e) && !has_inexact_power(e, constants))
    return {evaluate_number(e, constants), precision};
  switch (e->op) {
    case Op::negate:
      return -child(0);
    case Op::add:
      return child(0) + child(1);
    case Op::subtract:
      return child(0) - child(1);
    case Op::multiply:
      return child(0) * child(1);
    case Op::divide: {
      const Interval divisor = child(1);
      if (compare(divisor, Rational(0)) == Ordering::equal)
        throw NetworkError(e->place, "a division by zero");
      return child(0) / divisor;
    }
    case Op::power: {
      const Rational power = evaluate_number(e->children[1], constants);
      const auto exponent = fits_long(power);
      if (!exponent || *exponent < 0 || *exponent > 1000)
        return exp(Interval(power, precision) * log(child(0)));
      Interval result(1L, precision);
      const Interval base = child(0);
      for (long k = 0; k < *exponent; ++k) result = result * base;
      return result;
    }
    case Op::tuple:
      if (e->children.size() == 1) return child(0);
      break;
    case Op::call:
      if (e->children.size() != 1) break;
      if (e->name == "sqrt") return sqrt(checked_argument(e, child(0)));
      if (e->name == "log") return log(checked_argument(e, child(0)));
      if (e->name == "exp") return exp(child(0));
      break;
    default:
      break;
  }
  refuse(e->place, "this is no bound: sums, products, quotients, powers, sqrt, log and exp of sizes");
}

std::optional<bool> enclosed_truth(const Expression& e, const NetworkNames& constants) {
  if (!is_irrational(e) && !has_inexact_power(e, constants)) return evaluate_truth(e, constants);
  const auto child = [&](std::size_t k) { return enclosed_truth(e->children[k], constants); };
  switch (e->op) {
    case Op::tuple:
      if (e->children.size() == 1) return child(0);
      break;
    case Op::logic_not: {
      const auto a = child(0);
      return a ? std::optional(!*a) : std::nullopt;
    }
    // What the left side settles needs no right side: n = 1 or .. / log(n).
    case Op::logic_and:
    case Op::logic_or:
    case Op::implies: {
      auto a = child(0);
      if (a && e->op == Op::implies) a = !*a;
      const bool settling = e->op != Op::logic_and;
      if (a == settling) return settling;
      const auto b = child(1);
      if (b == settling) return settling;
      return a && b ? std::optional(!settling) : std::nullopt;
    }
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal: {
      const bool turned = e->op == Op::greater || e->op == Op::greater_equal;
      const bool strict = e->op == Op::less || e->op == Op::greater;
      for (Precision precision = initial_precision; precision <= most_bits_of_assert; precision *= 2) {
        check_stop();
        const Interval left = enclosed_value(e->children[turned ? 1 : 0], constants, precision);
        const Interval right = enclosed_value(e->children[turned ? 0 : 1], constants, precision);
        const Ordering order = compare(left, right);
        if (order == Ordering::less) return true;
        if (order == Ordering::greater) return false;
        if (order == Ordering::equal) return !strict;
      }
      return std::nullopt;
    }
    default:
      break;
  }
  refuse(e->place, "this is not decided by enclosures: <, <=, >, >=, and, or, not, implies of numbers");
}

namespace {

Check decided_bound(const CheckStatement& statement, const LayerSetting& setting, const Observation& o,
                    const NetworkNames& constants) {
  Check check;
  check.name = statement.name;
  check.essential = statement.essential;
  const Expression& formula = statement.formula;
  const auto decide = [&](bool right, const std::string& reason) {
    check.status = right ? Status::holds : Status::refuted;
    if (right) check.evidence = Evidence::enumeration;
    if (!right) check.kind = Kind::constant;
    check.reason = right ? reason : reason + in_source(statement.mark);
  };
  if (statement.name == "assert") {
    if (!statement.names.empty()) check.name = statement.names.front();
    const auto truth = enclosed_truth(formula, constants);
    check.of_sizes = true;
    check.reason = language::to_string(formula);
    if (truth) decide(*truth, *check.reason);
    return check;
  }
  if (!o.worst_rank) {
    check.reason = "nothing was observed";
    return check;
  }
  if (statement.name == "threshold") return threshold(std::move(check), o);
  const bool for_all_sizes = statement.name == "growth";
  if (for_all_sizes && !statement.constants.empty())
    return growth(std::move(check), statement, formula, setting, o, constants);
  if (statement.name == "error" || for_all_sizes) {
    const Interval worst = worst_error(setting, o);
    const Interval bound = enclosed_value(formula->children[1], constants, 2 * printed_bits);
    const std::string numbers = fmt::format("the largest error is at least {}, the bound about {}",
                                            decimal_rounded_down(worst), decimal_rounded_down(bound));
    if (for_all_sizes) {  // one size neither proves nor disproves it
      check.reason = numbers;
    } else if (compare(worst, bound) == Ordering::greater) {
      decide(false, numbers);
    } else if (below(compare(Interval::from_double(o.error_bound), bound), formula->op) && o.complete() &&
               o.undecided.count == 0) {
      decide(true, numbers);
    } else if (const Status exact = exact_error_status(setting, o, formula, constants);
               exact != Status::undecided) {
      decide(exact == Status::holds, numbers + "; compared exactly");
    } else {
      check.reason = o.complete() ? "the enclosures of the error and of the bound overlap" : stop_reason(o);
    }
    return check;
  }
  const auto least = setting.least_gap(o);
  if (!least) {
    // A finished run without a gap: an exact-match head compares no scores, or one index tuple stands alone everywhere.
    if (o.complete() && o.undecided.count == 0) check.status = Status::not_applicable;
    check.reason = "there is no score gap: no judged token has two index tuples whose scores are compared";
    return check;
  }
  Ordering order = Ordering::undecided;
  {
    const Expression& bound = formula->children[1];
    if (const auto exact = exact_bound(bound, constants)) {
      order = compare(*least, *exact);
    } else {
      order = compare(least->enclosure(2 * printed_bits), enclosed_value(bound, constants, 2 * printed_bits));
    }
  }
  const bool strict = formula->op == Op::greater;
  const std::string reason = fmt::format("the least score gap is {}", least->to_string());
  if (order == Ordering::less || (order == Ordering::equal && strict)) {
    decide(false, reason);
  } else if (order != Ordering::undecided && o.complete()) {
    decide(true, reason);
  } else {
    check.reason = o.complete() ? "the enclosures of the gap and of the bound overlap" : stop_reason(o);
  }
  return check;
}

}  // namespace

// What has no value at these sizes defines nothing to check.
Check stated_bound_check(const CheckStatement& statement, const LayerSetting& setting, const Observation& o,
                         const NetworkNames& constants) {
  try {
    return decided_bound(statement, setting, o, constants);
  } catch (const NetworkError& undefined) {
    Check check =
        ill_formed(statement.name, fmt::format("line {}: {}, in {} at {}{}", undefined.place.line,
                                               undefined.what(), language::to_string(statement.formula),
                                               setting.parameters().to_string(), in_source(statement.mark)));
    check.essential = statement.essential;
    return check;
  }
}

}  // namespace attest::theorems

// A readout as the operations that evaluate it, in one order for every arithmetic: enclosed, rounded, and that of error
// bounds. Readouts without products are ReLU networks (attention/readout_network.hpp) and are evaluated as such; a product
// has no network, and this order of operations is our choice:
//
//   an affine form  each coefficient times its coordinate, coordinates ascending, added from the left, the constant last
//   a multiple      the operand times the number
//   a sum           from the left; an operand that is multiplied by -1 is subtracted
//   a product       from the left; a coordinate by itself is a factor as it is
//   relu, |.|, min, max   exact
#pragma once

#include <vector>

#include "attention/readout.hpp"
#include "numeric/interval.hpp"

namespace attest {

class BoundedArithmetic;
struct BoundedNumber;

struct ReadoutOperations {
  enum class Operation { coordinate, constant, multiply, add, subtract, absolute, maximum, minimum };
  struct Step {
    Operation does = Operation::constant;
    std::size_t a = 0;  // a coordinate of the stream, the place of a constant, else an earlier step
    std::size_t b = 0;  // an earlier step
  };
  std::vector<Rational> constants;
  std::vector<Step> steps;  // the last one is the output
};

ReadoutOperations operations_of(const attention::Readout& readout);

// `constants`: as they are stored. Operations: multiply, add, subtract, maximum and minimum of two numbers, absolute of one.
template <class Number, class Operations>
Number evaluated(const ReadoutOperations& readout, const std::vector<Number>& constants,
                 const std::vector<Number>& stream, const Operations& apply) {
  using Operation = ReadoutOperations::Operation;
  std::vector<Number> made;
  made.reserve(readout.steps.size());
  const auto result = [&](const ReadoutOperations::Step& step) {
    switch (step.does) {
      case Operation::coordinate:
        return stream[step.a];
      case Operation::constant:
        return constants[step.a];
      case Operation::multiply:
        return apply.multiply(made[step.a], made[step.b]);
      case Operation::add:
        return apply.add(made[step.a], made[step.b]);
      case Operation::subtract:
        return apply.subtract(made[step.a], made[step.b]);
      case Operation::absolute:
        return apply.absolute(made[step.a]);
      case Operation::maximum:
        return apply.maximum(made[step.a], made[step.b]);
      case Operation::minimum:
        break;
    }
    return apply.minimum(made[step.a], made[step.b]);
  };
  for (const ReadoutOperations::Step& step : readout.steps) made.push_back(result(step));
  return made.back();
}

// With rounded operations. `sums` is the arithmetic of sums, with from(number), add, subtract, maximum, less and is_nan;
// `multiply(a, b)` is a product in that of products; `met(number)` is called with every result that may be rounded.
template <class Number, class Sums, class Multiply, class Met>
Number rounded(const ReadoutOperations& readout, const std::vector<Number>& constants,
               const std::vector<Number>& stream, const Sums& sums, const Multiply& multiply,
               const Met& met) {
  struct Operations {
    const Sums& sums;
    const Multiply& times;
    const Met& met;
    Number multiply(const Number& a, const Number& b) const { return sums.from(times(a, b)); }
    Number add(const Number& a, const Number& b) const { return met(sums.add(a, b)); }
    Number subtract(const Number& a, const Number& b) const { return met(sums.subtract(a, b)); }
    Number absolute(const Number& a) const { return sums.maximum(a, sums.subtract(sums.subtract(a, a), a)); }
    Number maximum(const Number& a, const Number& b) const { return sums.maximum(a, b); }
    Number minimum(const Number& a, const Number& b) const {
      if (Sums::is_nan(a) || Sums::is_nan(b)) return sums.maximum(a, b);
      return sums.from(Sums::less(b, a) ? b : a);
    }
  };
  return evaluated(readout, constants, stream, Operations{sums, multiply, met});
}

// With enclosures of what is stored.
Interval enclosed(const ReadoutOperations& readout, const std::vector<Rational>& constants,
                  const std::vector<Interval>& stream, Precision precision);

// And with error bounds.
BoundedNumber bounded(const ReadoutOperations& readout, const std::vector<BoundedNumber>& stream,
                      const BoundedArithmetic& arithmetic);

}  // namespace attest

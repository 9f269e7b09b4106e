#include "precision/layer/readout_operations.hpp"

#include "precision/arithmetic/bounded_number.hpp"

namespace attest {

namespace {

using attention::AffineForm;
using attention::Readout;

class Compiler {
 public:
  ReadoutOperations operator()(const Readout& readout) {
    add(readout);
    return std::move(result_);
  }

 private:
  using Operation = ReadoutOperations::Operation;

  std::size_t step(Operation does, std::size_t a, std::size_t b = 0) {
    result_.steps.push_back({does, a, b});
    return result_.steps.size() - 1;
  }

  std::size_t constant(const Rational& value) {
    result_.constants.push_back(value);
    return step(Operation::constant, result_.constants.size() - 1);
  }

  std::size_t affine(const AffineForm& form) {
    std::optional<std::size_t> sum;
    for (const auto& [coordinate, coefficient] : form.coefficients) {
      const std::size_t x = step(Operation::coordinate, coordinate);
      const std::size_t term = step(Operation::multiply, x, constant(coefficient));
      sum = sum ? step(Operation::add, *sum, term) : term;
    }
    if (!sum) return constant(form.constant);
    return form.constant == 0 ? *sum : step(Operation::add, *sum, constant(form.constant));
  }

  std::size_t factor(const Readout& readout) {
    const AffineForm& form = readout.form;
    const bool bare = readout.op == Readout::Op::affine && form.constant == 0 &&
                      form.coefficients.size() == 1 && form.coefficients.begin()->second == 1;
    return bare ? step(Operation::coordinate, form.coefficients.begin()->first) : add(readout);
  }

  std::size_t add(const Readout& readout) {
    switch (readout.op) {
      case Readout::Op::affine:
        return affine(readout.form);
      case Readout::Op::scaled: {
        const std::size_t operand = add(readout.children[0]);
        return step(Operation::multiply, operand, constant(readout.factor));
      }
      case Readout::Op::positive_part: {
        const std::size_t operand = add(readout.children[0]);
        return step(Operation::maximum, operand, constant(0));
      }
      case Readout::Op::absolute:
        return step(Operation::absolute, add(readout.children[0]));
      case Readout::Op::sum: {
        std::size_t sum = add(readout.children[0]);
        for (std::size_t k = 1; k < readout.children.size(); ++k) {
          const Readout& child = readout.children[k];
          const bool negated = child.op == Readout::Op::scaled && child.factor == -1;
          const std::size_t next = add(negated ? child.children[0] : child);
          sum = step(negated ? Operation::subtract : Operation::add, sum, next);
        }
        return sum;
      }
      case Readout::Op::product: {
        std::size_t product = factor(readout.children[0]);
        for (std::size_t k = 1; k < readout.children.size(); ++k) {
          const std::size_t next = factor(readout.children[k]);
          product = step(Operation::multiply, product, next);
        }
        return product;
      }
      case Readout::Op::minimum:
      case Readout::Op::maximum:
        break;
    }
    const Operation does = readout.op == Readout::Op::maximum ? Operation::maximum : Operation::minimum;
    std::size_t best = add(readout.children[0]);
    for (std::size_t k = 1; k < readout.children.size(); ++k) {
      const std::size_t next = add(readout.children[k]);
      best = step(does, best, next);
    }
    return best;
  }

  ReadoutOperations result_;
};

}  // namespace

ReadoutOperations operations_of(const Readout& readout) {
  return Compiler()(readout);
}

Interval enclosed(const ReadoutOperations& readout, const std::vector<Rational>& constants,
                  const std::vector<Interval>& stream, Precision precision) {
  struct Operations {
    Interval multiply(const Interval& a, const Interval& b) const { return a * b; }
    Interval add(const Interval& a, const Interval& b) const { return a + b; }
    Interval subtract(const Interval& a, const Interval& b) const { return a - b; }
    Interval absolute(const Interval& a) const { return abs(a); }
    Interval maximum(const Interval& a, const Interval& b) const { return max(a, b); }
    Interval minimum(const Interval& a, const Interval& b) const { return min(a, b); }
  };
  std::vector<Interval> numbers;
  for (const Rational& number : constants) numbers.emplace_back(number, precision);
  return evaluated(readout, numbers, stream, Operations());
}

BoundedNumber bounded(const ReadoutOperations& readout, const std::vector<BoundedNumber>& stream,
                      const BoundedArithmetic& arithmetic) {
  struct Operations {
    const BoundedArithmetic& arithmetic;
    BoundedNumber multiply(const BoundedNumber& a, const BoundedNumber& b) const {
      return arithmetic.product(a, b);
    }
    BoundedNumber add(const BoundedNumber& a, const BoundedNumber& b) const { return arithmetic.sum(a, b); }
    BoundedNumber subtract(const BoundedNumber& a, const BoundedNumber& b) const {
      return arithmetic.difference(a, b);
    }
    BoundedNumber absolute(const BoundedNumber& a) const { return attest::absolute(a); }
    BoundedNumber maximum(const BoundedNumber& a, const BoundedNumber& b) const { return larger(a, b); }
    BoundedNumber minimum(const BoundedNumber& a, const BoundedNumber& b) const { return smaller(a, b); }
  };
  std::vector<BoundedNumber> constants;
  for (const Rational& number : readout.constants) constants.push_back(arithmetic.stored(number));
  return evaluated(readout, constants, stream, Operations{arithmetic});
}

}  // namespace attest

// What an output is in terms of the stream: affine forms with relu, |.|, min, max and products over them. A readout is a
// tree; it is evaluated on any number type, and at a point it is one of finitely many polynomials. Without products they are
// affine, and the readout is a ReLU network.
#pragma once

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "numeric/integer.hpp"

namespace attest::attention {

// constant + sum of coefficient * stream coordinate (0-based).
struct AffineForm {
  Rational constant = 0;
  std::map<std::size_t, Rational> coefficients;  // none is zero

  AffineForm& add(const AffineForm& other, const Rational& factor);
  bool is_constant() const { return coefficients.empty(); }
};

// A polynomial in the coordinates of the stream.
struct StreamPolynomial {
  // By ascending coordinates, each as often as it is a factor; the empty list is the constant. No coefficient is zero.
  std::map<std::vector<std::size_t>, Rational> terms;

  static StreamPolynomial of(const AffineForm& form);
  StreamPolynomial& add(const StreamPolynomial& other, const Rational& factor);
  std::size_t degree() const;
};
StreamPolynomial operator*(const StreamPolynomial& a, const StreamPolynomial& b);

struct Readout {
  enum class Op { affine, sum, scaled, positive_part, absolute, minimum, maximum, product };
  Op op = Op::affine;
  AffineForm form;      // affine
  Rational factor = 1;  // scaled
  std::vector<Readout> children;

  static Readout affine(AffineForm form);
  static Readout coordinate(std::size_t index);
  static Readout constant(const Rational& value);
  // Sums and multiples of affine forms stay affine forms.
  static Readout sum(Readout a, Readout b);
  static Readout scaled(const Rational& factor, Readout a);
  static Readout positive_part(Readout a);
  static Readout absolute(Readout a);
  static Readout minimum(std::vector<Readout> of);
  static Readout maximum(std::vector<Readout> of);
  // A factor that is a number scales the other one; at least one factor.
  static Readout product(std::vector<Readout> of);

  // The number that it is whatever the stream, as max(n, 2).
  std::optional<Rational> constant_value() const;
  // Whether nothing that reads the stream is multiplied by something that does.
  bool is_piecewise_linear() const;
  // Of the polynomials that it is made of, relu, |.|, min and max counted as what stands in them; at most LONG_MAX.
  long degree() const;

  // The coordinates that occur, ascending.
  std::vector<std::size_t> coordinates() const;

  // The weights and biases of the ReLU network that this compiles to: an affine form has one bias and a weight for
  // each coordinate, relu one unit, |.| two, max(a, b) = b + relu(a - b) and min alike one unit a pair. An affine
  // readout is the output map itself and counts nothing. No ReLU network multiplies; a product of k factors counts k - 1.
  long parameters() const;

  // The polynomial that the readout is at a point where `sign` (-1, 0 or 1) tells the signs of polynomials; affine without
  // products. At a kink both sides agree. Nothing where it has more than 2^16 terms. Whatever `sign` throws goes through.
  std::optional<StreamPolynomial> at_point(const std::function<int(const StreamPolynomial&)>& sign) const;
};

// A readout whose numbers are of another type, as steps of a stack machine. `Arithmetic` has a type Number with +, * and the
// unary -, and makes numbers: constant(Rational), larger(a, b), smaller(a, b).
template <class Arithmetic>
class ReadoutOn {
 public:
  using Number = typename Arithmetic::Number;

  ReadoutOn(const Readout& readout, const Arithmetic& arithmetic)
      : arithmetic_(arithmetic), zero_(arithmetic.constant(Rational(0))) {
    add(readout);
    std::size_t top = 0;
    for (const Step& step : steps_) {
      top += 1 - step.operands;
      depth_ = std::max(depth_, top);
    }
  }

  Number operator()(const std::vector<Number>& stream) const {
    using Op = Readout::Op;
    if (steps_.size() == 1) return affine(steps_.front(), stream);  // a leaf alone
    boost::container::small_vector<Number, 8> stack(depth_, zero_);
    std::size_t top = 0;  // how many there are
    for (const Step& step : steps_) {
      if (step.op == Op::affine) {
        stack[top++] = affine(step, stream);
        continue;
      }
      const std::size_t first = top - step.operands;
      Number& result = stack[first];
      if (step.op == Op::scaled) result = step.number * result;
      if (step.op == Op::positive_part) result = arithmetic_.larger(result, zero_);
      if (step.op == Op::absolute) result = arithmetic_.larger(result, -result);
      for (std::size_t k = first + 1; k < top; ++k) {
        result = step.op == Op::sum       ? result + stack[k]
                 : step.op == Op::product ? result * stack[k]
                 : step.op == Op::maximum ? arithmetic_.larger(result, stack[k])
                                          : arithmetic_.smaller(result, stack[k]);
      }
      top = first + 1;
    }
    return std::move(stack.front());
  }

 private:
  struct Term {
    std::size_t index;
    int sign;            // of a coefficient that is 1 or -1; else 0
    Number coefficient;  // else
  };
  struct Step {
    Readout::Op op;
    std::size_t operands;
    Number number;            // the constant of an affine form; the factor of a multiple
    std::vector<Term> terms;  // affine
  };

  Number affine(const Step& step, const std::vector<Number>& stream) const {
    Number result = step.number;
    for (const Term& term : step.terms) {
      const Number& at = stream[term.index];
      result = result + (term.sign == 1 ? at : term.sign == -1 ? -at : term.coefficient * at);
    }
    return result;
  }

  void add(const Readout& readout) {
    for (const Readout& child : readout.children) add(child);
    const bool affine = readout.op == Readout::Op::affine;
    Step step{readout.op,
              readout.children.size(),
              arithmetic_.constant(affine ? readout.form.constant : readout.factor),
              {}};
    for (const auto& [index, coefficient] : readout.form.coefficients) {
      const int sign = coefficient == 1 ? 1 : coefficient == -1 ? -1 : 0;
      step.terms.push_back({index, sign, arithmetic_.constant(coefficient)});
    }
    steps_.push_back(std::move(step));
  }

  Arithmetic arithmetic_;
  Number zero_;
  std::vector<Step> steps_;
  std::size_t depth_ = 1;  // of the stack
};

struct RationalArithmetic {
  using Number = Rational;
  static const Rational& constant(const Rational& value) { return value; }
  static Rational larger(const Rational& a, const Rational& b) { return a < b ? b : a; }
  static Rational smaller(const Rational& a, const Rational& b) { return b < a ? b : a; }
};

}  // namespace attest::attention

// What an output is in terms of the stream: affine forms with relu, |.|, min and max over them. A readout is a tree;
// it is evaluated on any number type, and at a point it is one of finitely many affine forms.
#pragma once

#include <functional>
#include <map>
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

struct Readout {
  enum class Op { affine, sum, scaled, positive_part, absolute, minimum, maximum };
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

  // The coordinates that occur, ascending.
  std::vector<std::size_t> coordinates() const;

  // The weights and biases of the ReLU network that this compiles to: an affine form has one bias and a weight for
  // each coordinate, relu one unit, |.| two, max(a, b) = b + relu(a - b) and min alike one unit a pair. An affine
  // readout is the output map itself and counts nothing.
  long parameters() const;

  // The affine form that the readout is at a point where `sign` (-1, 0 or 1) tells the signs of affine forms. At a
  // kink both sides agree. Whatever `sign` throws goes through.
  AffineForm at_point(const std::function<int(const AffineForm&)>& sign) const;
};

// A readout whose numbers are of another type. `Arithmetic` has a type Number with + and *, and makes numbers:
// constant(Rational), larger(a, b), smaller(a, b).
template <class Arithmetic>
class ReadoutOn {
 public:
  using Number = typename Arithmetic::Number;

  ReadoutOn(const Readout& readout, const Arithmetic& arithmetic)
      : arithmetic_(arithmetic),
        op_(readout.op),
        constant_(arithmetic.constant(readout.form.constant)),
        factor_(arithmetic.constant(readout.op == Readout::Op::absolute ? Rational(-1) : readout.factor)) {
    for (const auto& [index, coefficient] : readout.form.coefficients) {
      terms_.emplace_back(index, arithmetic.constant(coefficient));
    }
    for (const Readout& child : readout.children) children_.emplace_back(child, arithmetic);
  }

  Number operator()(const std::vector<Number>& stream) const {
    using Op = Readout::Op;
    if (op_ == Op::affine) {
      Number result = constant_;
      for (const auto& [index, coefficient] : terms_) result = result + coefficient * stream[index];
      return result;
    }
    Number result = children_.front()(stream);
    if (op_ == Op::scaled) return factor_ * result;
    if (op_ == Op::positive_part) return arithmetic_.larger(result, constant_);
    if (op_ == Op::absolute) return arithmetic_.larger(result, factor_ * result);
    for (std::size_t k = 1; k < children_.size(); ++k) {
      const Number next = children_[k](stream);
      result = op_ == Op::sum       ? result + next
               : op_ == Op::maximum ? arithmetic_.larger(result, next)
                                    : arithmetic_.smaller(result, next);
    }
    return result;
  }

 private:
  Arithmetic arithmetic_;
  Readout::Op op_;
  Number constant_;  // of an affine form; else zero
  Number factor_;    // of a multiple; -1 where the absolute value needs it
  std::vector<std::pair<std::size_t, Number>> terms_;
  std::vector<ReadoutOn> children_;
};

struct RationalArithmetic {
  using Number = Rational;
  static const Rational& constant(const Rational& value) { return value; }
  static Rational larger(const Rational& a, const Rational& b) { return a < b ? b : a; }
  static Rational smaller(const Rational& a, const Rational& b) { return b < a ? b : a; }
};

}  // namespace attest::attention

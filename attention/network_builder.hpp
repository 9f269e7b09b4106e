// Small ReLU networks written as formulas: units max(0, affine form) of the layer before, one layer after
// the other, and an affine output.
//
//   NetworkBuilder net(7);                                   // R^7 -> R
//   const auto s = net.absolute(net.input(0) - net.input(3));  // |x_1 - x_4|: two units
//   net.close_layer();
//   ReluNetwork N = net.output(Rational(1, 2) - s);
#pragma once

#include <map>
#include <vector>

#include "attention/relu_network.hpp"

namespace attest {

// sum of coefficients times units of one layer (the input is layer 0), plus a constant.
class AffineForm {
 public:
  AffineForm(long constant) : constant_(constant) {}             // NOLINT(google-explicit-constructor)
  AffineForm(const Rational& constant) : constant_(constant) {}  // NOLINT(google-explicit-constructor)
  static AffineForm unit(std::size_t index) {
    AffineForm form(0L);
    form.coefficients_[index] = 1;
    return form;
  }
  friend AffineForm operator+(AffineForm a, const AffineForm& b) { return a.add(b, 1); }
  friend AffineForm operator-(AffineForm a, const AffineForm& b) { return a.add(b, -1); }
  friend AffineForm operator-(const AffineForm& a) { return AffineForm(0L).add(a, -1); }

  const std::map<std::size_t, Rational>& coefficients() const { return coefficients_; }
  const Rational& constant() const { return constant_; }

 private:
  AffineForm add(const AffineForm& other, long sign) {
    for (const auto& [index, value] : other.coefficients_) coefficients_[index] += sign * value;
    constant_ += sign * other.constant_;
    return *this;
  }
  std::map<std::size_t, Rational> coefficients_;
  Rational constant_;
};

class NetworkBuilder {
 public:
  explicit NetworkBuilder(std::size_t inputs) : inputs_(inputs) {}

  // Unit `index` (0-based) of the layer before the open one.
  static AffineForm input(std::size_t index) { return AffineForm::unit(index); }

  // Adds max(0, form) to the open layer; the result is a form in that layer's units.
  AffineForm positive_part(const AffineForm& form) {
    open_.push_back(form);
    return AffineForm::unit(open_.size() - 1);
  }
  // |form| = max(0, form) + max(0, -form)
  AffineForm absolute(const AffineForm& form) { return positive_part(form) + positive_part(-form); }

  // Forms made so far are now inputs of the next layer.
  void close_layer() {
    layers_.push_back(affine_map(open_));
    inputs_ = open_.size();
    open_.clear();
  }
  // The affine output in the units of the last closed layer.
  ReluNetwork output(const AffineForm& form) {
    std::vector<AffineMap> layers = layers_;
    layers.push_back(affine_map({form}));
    return ReluNetwork(std::move(layers));
  }

 private:
  AffineMap affine_map(const std::vector<AffineForm>& forms) const {
    AffineMap map;
    const auto rows = static_cast<Eigen::Index>(forms.size());
    map.weight = RationalMatrix::Constant(rows, static_cast<Eigen::Index>(inputs_), Rational(0));
    map.bias = RationalVector::Constant(rows, Rational(0));
    for (Eigen::Index r = 0; r < rows; ++r) {
      const AffineForm& form = forms[static_cast<std::size_t>(r)];
      for (const auto& [index, value] : form.coefficients())
        map.weight(r, static_cast<Eigen::Index>(index)) = value;
      map.bias(r) = form.constant();
    }
    return map;
  }
  std::size_t inputs_;
  std::vector<AffineForm> open_;
  std::vector<AffineMap> layers_;
};

}  // namespace attest

#include "attention/readout_network.hpp"

#include <algorithm>
#include <stdexcept>

namespace attest::attention {

namespace {

// An affine form in the units of a layer; layer 0 is the input.
struct Placed {
  std::size_t layer = 0;
  AffineForm form;
};

AffineForm unit(std::size_t index) {
  AffineForm form;
  form.coefficients[index] = 1;
  return form;
}

AffineForm combined(AffineForm a, const AffineForm& b, const Rational& factor) {
  a.add(b, factor);
  return a;
}

class Compiler {
 public:
  Placed operator()(const Readout& readout) {
    using Op = Readout::Op;
    if (readout.op == Op::affine) return {0, readout.form};
    std::vector<Placed> parts;
    for (const Readout& child : readout.children) parts.push_back((*this)(child));
    switch (readout.op) {
      case Op::scaled:
        return {parts[0].layer, combined({}, parts[0].form, readout.factor)};
      case Op::positive_part:
        return {parts[0].layer + 1, relu(parts[0].layer, parts[0].form)};
      case Op::absolute:
        return {parts[0].layer + 1, combined(relu(parts[0].layer, parts[0].form),
                                             relu(parts[0].layer, combined({}, parts[0].form, -1)), 1)};
      default:
        break;
    }
    Placed result = parts[0];
    for (std::size_t k = 1; k < parts.size(); ++k) {
      Placed next = parts[k];
      level(result, next);
      if (readout.op == Op::sum) {
        result.form.add(next.form, 1);
        continue;
      }
      // max: next + relu(result - next); min: next - relu(next - result)
      const bool largest = readout.op == Op::maximum;
      const AffineForm difference =
          largest ? combined(result.form, next.form, -1) : combined(next.form, result.form, -1);
      const AffineForm gain = relu(result.layer, difference);
      result = {result.layer + 1, combined(passed(next), gain, largest ? 1 : -1)};
    }
    return result;
  }

  ReluNetwork network(const Placed& output, std::size_t inputs) const {
    std::vector<AffineMap> maps;
    for (const auto& units : units_) {
      maps.push_back(map_of(units, inputs));
      inputs = units.size();
    }
    maps.push_back(map_of({output.form}, inputs));
    return ReluNetwork(std::move(maps));
  }

 private:
  // relu(form) as a unit of the layer behind; `form` is in the units of `layer`.
  AffineForm relu(std::size_t layer, const AffineForm& form) {
    if (units_.size() <= layer) units_.resize(layer + 1);
    units_[layer].push_back(form);
    return unit(units_[layer].size() - 1);
  }
  // The same number one layer further.
  AffineForm passed(const Placed& number) {
    return combined(relu(number.layer, number.form), relu(number.layer, combined({}, number.form, -1)), -1);
  }
  // Brings both to one layer.
  void level(Placed& a, Placed& b) {
    while (a.layer < b.layer) a = {a.layer + 1, passed(a)};
    while (b.layer < a.layer) b = {b.layer + 1, passed(b)};
  }

  static AffineMap map_of(const std::vector<AffineForm>& forms, std::size_t inputs) {
    AffineMap map;
    const auto rows = static_cast<Eigen::Index>(forms.size());
    map.weight = RationalMatrix::Constant(rows, static_cast<Eigen::Index>(inputs), Rational(0));
    map.bias = RationalVector::Constant(rows, Rational(0));
    for (Eigen::Index r = 0; r < rows; ++r) {
      const AffineForm& form = forms[static_cast<std::size_t>(r)];
      for (const auto& [index, value] : form.coefficients)
        map.weight(r, static_cast<Eigen::Index>(index)) = value;
      map.bias(r) = form.constant;
    }
    return map;
  }

  std::vector<std::vector<AffineForm>>
      units_;  // [layer]: what relu is applied to, in the units of that layer
};

}  // namespace

ReluNetwork network_of(const Readout& readout, std::size_t inputs) {
  if (!readout.is_piecewise_linear()) throw std::logic_error("no ReLU network multiplies");
  Compiler compiler;
  const Placed output = compiler(readout);
  return compiler.network(output, inputs);
}

}  // namespace attest::attention

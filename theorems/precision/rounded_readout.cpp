#include "theorems/precision/rounded_readout.hpp"

#include <map>
#include <vector>

namespace attest::theorems {

using proof::Laurent;

namespace {

// Multiples of numbers, and a number.
struct Affine {
  std::map<std::size_t, Laurent> coefficients;
  Laurent constant;
};

// A form in the units of a layer; layer 0 is the stream.
struct Placed {
  std::size_t layer = 0;
  Affine form;
};

Affine combined(Affine a, const Affine& b, const Laurent& factor) {
  for (const auto& [unit, coefficient] : b.coefficients) {
    a.coefficients[unit] += factor * coefficient;
    if (a.coefficients[unit].is_zero()) a.coefficients.erase(unit);
  }
  a.constant += factor * b.constant;
  return a;
}

class RoundedNetwork {
 public:
  RoundedNetwork(const TermArithmetic& arithmetic,
                 const std::function<BoundedTerm(std::size_t coordinate)>& stream)
      : arithmetic_(arithmetic), stream_(stream) {}

  BoundedTerm operator()(const PiecewiseForm& readout) { return value(placed(readout)); }

 private:
  using Op = PiecewiseForm::Op;

  Placed placed(const PiecewiseForm& readout) {
    if (readout.op == Op::affine) {
      Placed result{0, {{}, readout.form.fixed}};
      for (const auto& [coordinate, coefficient] : readout.form.means)
        result.form.coefficients[coordinate.second] = coefficient;
      return result;
    }
    std::vector<Placed> parts;
    for (const PiecewiseForm& child : readout.children) parts.push_back(placed(child));
    if (readout.op == Op::scaled) return {parts[0].layer, combined({}, parts[0].form, readout.factor)};
    if (readout.op == Op::positive_part || readout.op == Op::absolute) return unit(parts[0]);
    Placed result = parts[0];
    for (std::size_t k = 1; k < parts.size(); ++k) {
      Placed next = parts[k];
      while (result.layer < next.layer) result = unit(result);
      while (next.layer < result.layer) next = unit(next);
      if (readout.op == Op::sum) {
        result.form = combined(result.form, next.form, 1);
        continue;
      }
      // max: next + relu(result - next); min: next - relu(next - result)
      const bool largest = readout.op == Op::maximum;
      const Affine difference =
          largest ? combined(result.form, next.form, -1) : combined(next.form, result.form, -1);
      const Placed beside = unit(next);
      const Placed gain = unit({result.layer, difference});
      result = {result.layer + 1, combined(beside.form, gain.form, largest ? 1 : -1)};
    }
    return result;
  }

  // The number itself, its absolute value or its positive part: none is larger, or further from what it is exactly.
  Placed unit(const Placed& number) {
    if (units_.size() <= number.layer) units_.resize(number.layer + 1);
    BoundedTerm x = value(number);
    if (!x.is_zero()) x.number.reset();  // of a number below 0 it is another one
    units_[number.layer].push_back(std::move(x));
    Placed result{number.layer + 1, {}};
    result.form.coefficients[units_[number.layer].size() - 1] = 1;
    return result;
  }

  BoundedTerm value(const Placed& number) const {
    std::vector<BoundedTerm> terms;
    for (const auto& [unit, coefficient] : number.form.coefficients) {
      const BoundedTerm x = number.layer == 0 ? stream_(unit) : units_[number.layer - 1][unit];
      terms.push_back(arithmetic_.product(arithmetic_.stored(coefficient), x));
    }
    terms.push_back(arithmetic_.stored(number.form.constant));
    return arithmetic_.sum_in_any_order(terms);
  }

  const TermArithmetic& arithmetic_;
  const std::function<BoundedTerm(std::size_t coordinate)>& stream_;
  std::vector<std::vector<BoundedTerm>> units_;  // [layer]
};

}  // namespace

BoundedTerm rounded_readout(const TermArithmetic& arithmetic, const PiecewiseForm& readout,
                            const std::function<BoundedTerm(std::size_t coordinate)>& stream) {
  return RoundedNetwork(arithmetic, stream)(readout);
}

}  // namespace attest::theorems

#include "attention/readout.hpp"

#include <set>

namespace attest::attention {

AffineForm& AffineForm::add(const AffineForm& other, const Rational& factor) {
  constant += factor * other.constant;
  for (const auto& [index, value] : other.coefficients) {
    Rational& mine = coefficients[index];
    mine += factor * value;
    if (mine == 0) coefficients.erase(index);
  }
  return *this;
}

Readout Readout::affine(AffineForm form) {
  Readout result;
  result.form = std::move(form);
  return result;
}

Readout Readout::coordinate(std::size_t index) {
  AffineForm form;
  form.coefficients[index] = 1;
  return affine(std::move(form));
}

Readout Readout::constant(const Rational& value) {
  AffineForm form;
  form.constant = value;
  return affine(std::move(form));
}

Readout Readout::sum(Readout a, Readout b) {
  if (a.op == Op::affine && b.op == Op::affine) {
    a.form.add(b.form, 1);
    return a;
  }
  Readout result;
  result.op = Op::sum;
  result.children = {std::move(a), std::move(b)};
  return result;
}

Readout Readout::scaled(const Rational& factor, Readout a) {
  if (a.op == Op::affine) {
    AffineForm form;
    form.add(a.form, factor);
    return affine(std::move(form));
  }
  Readout result;
  result.op = Op::scaled;
  result.factor = factor;
  result.children = {std::move(a)};
  return result;
}

namespace {

Readout node(Readout::Op op, std::vector<Readout> children) {
  Readout result;
  result.op = op;
  result.children = std::move(children);
  return result;
}

void collect(const Readout& readout, std::set<std::size_t>& found) {
  for (const auto& [index, coefficient] : readout.form.coefficients) found.insert(index);
  for (const Readout& child : readout.children) collect(child, found);
}

// Units and the entries of the forms that feed them.
long count_parameters(const Readout& readout) {
  long total = 0;
  if (readout.op == Readout::Op::affine) total += 1 + static_cast<long>(readout.form.coefficients.size());
  if (readout.op == Readout::Op::scaled || readout.op == Readout::Op::positive_part) total += 1;
  if (readout.op == Readout::Op::absolute) total += 2;
  if (readout.op == Readout::Op::minimum || readout.op == Readout::Op::maximum) {
    total += static_cast<long>(readout.children.size()) - 1;
  }
  for (const Readout& child : readout.children) total += count_parameters(child);
  return total;
}

}  // namespace

Readout Readout::positive_part(Readout a) {
  return node(Op::positive_part, {std::move(a)});
}

Readout Readout::absolute(Readout a) {
  return node(Op::absolute, {std::move(a)});
}

Readout Readout::minimum(std::vector<Readout> of) {
  if (of.size() == 1) return of.front();
  return node(Op::minimum, std::move(of));
}

Readout Readout::maximum(std::vector<Readout> of) {
  if (of.size() == 1) return of.front();
  return node(Op::maximum, std::move(of));
}

std::vector<std::size_t> Readout::coordinates() const {
  std::set<std::size_t> found;
  collect(*this, found);
  return {found.begin(), found.end()};
}

long Readout::parameters() const {
  return op == Op::affine ? 0 : count_parameters(*this);
}

AffineForm Readout::at_point(const std::function<int(const AffineForm&)>& sign) const {
  switch (op) {
    case Op::affine:
      return form;
    case Op::scaled: {
      AffineForm result;
      result.add(children[0].at_point(sign), factor);
      return result;
    }
    case Op::sum: {
      AffineForm result;
      for (const Readout& child : children) result.add(child.at_point(sign), 1);
      return result;
    }
    case Op::positive_part: {
      AffineForm inner = children[0].at_point(sign);
      return sign(inner) > 0 ? inner : AffineForm();
    }
    case Op::absolute: {
      const AffineForm inner = children[0].at_point(sign);
      AffineForm result;
      result.add(inner, sign(inner) >= 0 ? 1 : -1);
      return result;
    }
    case Op::minimum:
    case Op::maximum: {
      AffineForm best = children[0].at_point(sign);
      for (std::size_t k = 1; k < children.size(); ++k) {
        AffineForm next = children[k].at_point(sign);
        AffineForm difference = next;
        difference.add(best, -1);
        const int order = sign(difference);
        if (op == Op::maximum ? order > 0 : order < 0) best = std::move(next);
      }
      return best;
    }
  }
  return {};
}

}  // namespace attest::attention

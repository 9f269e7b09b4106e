#include "theorems/proof/violations.hpp"

#include <fmt/format.h>

namespace attest::theorems {

using proof::Laurent;
using proof::Refusal;

namespace {

using FormOp = PiecewiseForm::Op;

// z of 1 - |z|; nothing for another form.
const PiecewiseForm* one_less_distance(const PiecewiseForm& form) {
  if (form.op != FormOp::sum || form.children.size() != 2) return nullptr;
  const PiecewiseForm& one = form.children[0];
  const PiecewiseForm& minus = form.children[1];
  const bool is_one = one.op == FormOp::affine && one.form.means.empty() && one.form.fixed == Laurent(1);
  if (!is_one || minus.op != FormOp::scaled || !(minus.factor == Laurent(-1)) ||
      minus.children[0].op != FormOp::absolute) {
    return nullptr;
  }
  return &minus.children[0].children[0];
}

Violation violation_of(const PiecewiseForm& form, const Rational& weight, const std::vector<Laurent>& value) {
  using Kind = Violation::Kind;
  const PiecewiseForm* inner = form.children.size() == 1 ? &form.children[0] : nullptr;
  Kind kind = form.op == FormOp::absolute ? Kind::absolute : Kind::positive_part;
  if (inner != nullptr && kind == Kind::positive_part) {
    if (const PiecewiseForm* distance = one_less_distance(*inner)) {
      inner = distance;
      kind = Kind::apart;
    }
  }
  if (inner == nullptr || inner->op != FormOp::affine)
    throw Refusal("G6", "|.| or relu of what is not affine in the heads' outputs");
  Laurent z = inner->form.fixed;
  for (const auto& [mean, coefficient] : inner->form.means) z += coefficient * value[mean.second];
  return {weight, kind, z};
}

// A tree of sums and multiples.
void flatten(const PiecewiseForm& form, const Rational& factor, const std::vector<Laurent>& value,
             Violations& result) {
  const auto number = [](const Laurent& term) {
    const auto found = term.constant();
    if (!found) throw Refusal("G6", fmt::format("the readout's {} is no number", term.to_string()));
    return *found;
  };
  switch (form.op) {
    case FormOp::affine:
      if (!form.form.means.empty())
        throw Refusal("G6", "a part of the readout is neither a number nor under |.| or relu");
      result.threshold += factor * number(form.form.fixed);
      return;
    case FormOp::sum:
      for (const PiecewiseForm& part : form.children) flatten(part, factor, value, result);
      return;
    case FormOp::scaled:
      return flatten(form.children.front(), factor * number(form.factor), value, result);
    case FormOp::absolute:
    case FormOp::positive_part:
      if (factor >= 0) throw Refusal("G6", "|.| or relu that is not subtracted in the readout");
      result.all.push_back(violation_of(form, -factor, value));
      return;
    default:
      throw Refusal("G6", "min and max in a readout are outside of what is proved by this lemma");
  }
}

}  // namespace

Violations violations_of(const PiecewiseForm& readout, const std::vector<Laurent>& value) {
  Violations result;
  flatten(readout, 1, value, result);
  if (result.all.empty()) throw Refusal("G6", "the readout has no |.| and no relu");
  return result;
}

}  // namespace attest::theorems

#include "theorems/precision/rounded_decision.hpp"

#include <fmt/format.h>

#include "theorems/precision/rounded_readout.hpp"

namespace attest::theorems {

using proof::Laurent;
using proof::Refusal;

namespace {

// The numbers of the argument in the header.
const Rational room_for_leak(1, 2);
const Rational most_u(1, 1024);
const Rational of_tuples(2050, 1023);
const Rational largest_x(1, 4);
const Rational of_x(8, 7);

ProofSetting with_room(ProofSetting setting) {
  setting.share = room_for_leak;
  return setting;
}

}  // namespace

RoundedDecision::Lemma RoundedDecision::lemma(const std::string& name) {
  if (name == "distinct-multiples") return prove_by_distinct_multiples;
  if (name == "tiers") return prove_by_tiers;
  return nullptr;
}

RoundedDecision::RoundedDecision(const TheoremText& text, const ProofSetting& setting, Lemma lemma)
    : RoundedProof(text, with_room(setting), "a rounded yes or no", AnswerKind::sign) {
  proof_ = lemma(*theorem_);
  if (!proof_.margin || *proof_.margin <= 0)
    throw Refusal("precision", "by how much y is away from 0 is not shown");
  for (const SymbolicHead& head : theorem_->heads()) {
    if (head.hard || head.exact || head.expressive)
      throw Refusal("precision", fmt::format("{}: its weights are no exponentials", head.name));
    add_logarithm(head);
  }
  readout_ = theorem_->readout_in_stream();
}

Laurent RoundedDecision::tuples(const TermArithmetic& arithmetic, const SymbolicHead& head) const {
  Laurent product(1);
  for (const proof::SummedIndex& index : head.indices)
    product = product * arithmetic.magnitude(length_of_run(head, index.name));
  return product;
}

Laurent RoundedDecision::off_weights(const TermArithmetic& arithmetic, const SymbolicHead& head) const {
  const BoundedTerm h = score(arithmetic, head);
  const Laurent s = arithmetic.magnitude(scale(head));
  const Laurent& once = arithmetic.one_and_u();
  const Laurent e = h.error * once * once + arithmetic.u() * h.magnitude * (Laurent(1) + once);
  const Laurent difference = Laurent(2) * s * (e + arithmetic.u() * (h.magnitude + e));
  const Laurent x =
      Laurent(2) * difference + Laurent(of_tuples) * arithmetic.u() * (tuples(arithmetic, head) + Laurent(1));
  const Laurent room = Laurent(largest_x) - x;
  if (!theorem_->variables().outweighed(room, false) && !theorem_->variables().nonnegative(room))
    throw Refusal("bound", fmt::format("{}: by what rounding changes a weight is not shown to be at most 1/4",
                                       head.name));
  return x;
}

void RoundedDecision::expect_enough(const Laurent& least, std::vector<ProofStep>& steps) const {
  if (!theorem_->variables().outweighed(least - Laurent(Rational(1) / most_u), false))
    throw Refusal("bound", fmt::format("{} is not shown to be at least 1024", least.to_string()));
  const TermArithmetic arithmetic(theorem_->variables(), least, most_u);
  std::vector<Laurent> off;
  for (const SymbolicHead& head : theorem_->heads()) {
    off.push_back(off_weights(arithmetic, head));
    steps.push_back(
        {"weights", fmt::format("{}: of the {} tuples each weighs what it weighs exactly but for a factor "
                                "e^(+-x), x <= 1/4, with what rounds its product with the value and the sum",
                                head.name, tuples(arithmetic, head).to_string())});
  }
  const BoundedTerm y = rounded_readout(arithmetic, readout_, [&](std::size_t coordinate) {
    return stream(arithmetic, coordinate, [&](const SymbolicHead& head, std::size_t c) {
      const BoundedTerm v = value(arithmetic, head, c);
      const Laurent magnitude = value_magnitude(arithmetic, head, c);
      const std::size_t h = static_cast<std::size_t>(&head - theorem_->heads().data());
      return BoundedTerm{magnitude, Laurent(of_x) * off[h] * (magnitude + v.error) + v.error, false, 0,
                         std::nullopt};
    });
  });
  const Rational margin = *proof_.margin;
  const Laurent room = Laurent(margin) - y.error;
  if (!theorem_->variables().outweighed(room, true) && !theorem_->variables().positive(room))
    throw Refusal("bound", fmt::format("the error of y is not shown to be below {}", to_string(margin)));
  steps.push_back(
      {"output",
       fmt::format("exactly |y| is at least {0}, since the lemma leaves half of the room that there "
                   "is; rounding moves y by less than {0}",
                   to_string(margin))});
}

}  // namespace attest::theorems

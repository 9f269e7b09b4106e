#include "theorems/precision/rounded_margin.hpp"

#include <fmt/format.h>

#include "theorems/precision/rounded_readout.hpp"

namespace attest::theorems {

using proof::Laurent;
using proof::Refusal;

namespace {

// The numbers of the argument in the header.
const Rational room_for_leak(1, 2);
const Rational of_tuples(2050, 1023);
const Rational of_expressive(2048, 1023);
const Rational largest_x(1, 4);
const Rational of_x(8, 7);

ProofSetting with_room(ProofSetting setting) {
  setting.share = room_for_leak;
  return setting;
}

LemmaProof prove_by_multiples(SymbolicTheorem& theorem) {
  if (asks_for_a_root(theorem))
    throw Refusal("precision", "an equation beside other heads, or with a readout that multiplies means");
  return prove_by_distinct_multiples(theorem);
}

// A yes or no, or what hard maxima put out.
LemmaProof prove_by_lookup(SymbolicTheorem& theorem) {
  return has_hard_lookups(theorem) ? prove_by_hard_lookups(theorem) : prove_by_integer_addresses(theorem);
}

}  // namespace

RoundedMargin::Lemma RoundedMargin::lemma(const std::string& name) {
  if (name == "integer-addresses") return prove_by_lookup;
  if (name == "distinct-multiples") return prove_by_multiples;
  if (name == "tiers") return prove_by_tiers;
  if (name == "counts") return prove_by_counts;
  if (name == "fixed-positions") return prove_by_fixed_positions;
  if (name == "start-token") return prove_by_start_token;
  if (name == "extremum") return prove_by_extremum;
  return nullptr;
}

RoundedMargin::RoundedMargin(const TheoremText& text, const ProofSetting& setting, Lemma proves)
    : RoundedProof(text, with_room(setting), "a rounded layer") {
  proof_ = proves(*theorem_);
  if (!proof_.margin || !theorem_->variables().positive(*proof_.margin)) {
    throw Refusal("precision", theorem_->task().answer == AnswerKind::number
                                   ? "exactly, y is not shown to stay away from what is 1/2 off"
                                   : "exactly, y is not shown to stay away from 0, which is a no");
  }
  for (const SymbolicHead& head : theorem_->heads()) {
    if (head.exact) throw Refusal("precision", fmt::format("{}: an exact match", head.name));
    if (!head.hard && !head.expressive) add_logarithm(head);
  }
  readout_ = theorem_->readout_in_stream();
}

Laurent RoundedMargin::tuples(const TermArithmetic& arithmetic, const SymbolicHead& head) const {
  Laurent product(1);
  for (const proof::SummedIndex& index : head.indices)
    product = product * arithmetic.magnitude(length_of_run(head, index.name));
  return product;
}

Laurent RoundedMargin::off_kernel(const TermArithmetic& arithmetic, const SymbolicHead& head) const {
  BoundedTerm h = score(arithmetic, head);
  if (head.hard || head.expressive) {
    const bool rational = head.unit.under_root == 1 && !head.unit.log_of;
    if (rational) h = arithmetic.product(arithmetic.stored(head.unit.factor), h);
    if (!rational || !h.exact)
      throw Refusal("bound", fmt::format("{}: the score {} is not shown to be computed without rounding",
                                         head.name, head.score.to_string()));
    return head.hard ? Laurent() : Laurent(of_expressive) * arithmetic.u();
  }
  const Laurent s = arithmetic.magnitude(scale(head));
  const Laurent& once = arithmetic.one_and_u();
  const Laurent e = h.error * once * once + arithmetic.u() * h.magnitude * (Laurent(1) + once);
  return Laurent(2) * s * (e + arithmetic.u() * (h.magnitude + e));
}

Laurent RoundedMargin::off_weights(const TermArithmetic& arithmetic, const SymbolicHead& head) const {
  const Laurent x = Laurent(2) * off_kernel(arithmetic, head) +
                    Laurent(of_tuples) * arithmetic.u() * (tuples(arithmetic, head) + Laurent(1));
  const Laurent room = Laurent(largest_x) - x;
  if (!theorem_->variables().outweighed(room, false) && !theorem_->variables().nonnegative(room))
    throw Refusal("bound", fmt::format("{}: by what rounding changes a weight is not shown to be at most 1/4",
                                       head.name));
  return x;
}

void RoundedMargin::expect_enough(const Laurent& least, std::vector<ProofStep>& steps) const {
  expect_small_u(least, smaller_u);
  const TermArithmetic arithmetic(theorem_->variables(), least, smaller_u);
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
  const Laurent& margin = *proof_.margin;
  const Laurent room = margin - y.error;
  if (!theorem_->variables().outweighed(room, true) && !theorem_->variables().positive(room))
    throw Refusal("bound", fmt::format("the error of y is not shown to be below {}", margin.to_string()));
  steps.push_back({"output", fmt::format("exactly {}; rounding moves y by less than {}", room_text(margin),
                                         margin.to_string())});
}

std::string RoundedMargin::room_text(const Laurent& margin) const {
  const bool number = theorem_->task().answer == AnswerKind::number;
  if (number && margin == Laurent(Rational(1, 2))) return "y is the answer";
  return fmt::format("|y{}| is {} {}, since the lemma leaves as much room", number ? " - answer" : "",
                     number ? "at most 1/2 less" : "at least", margin.to_string());
}

}  // namespace attest::theorems

#include "theorems/precision/rounded_presence.hpp"

#include <fmt/format.h>

#include "theorems/precision/rounded_readout.hpp"

namespace attest::theorems {

using proof::Laurent;
using proof::Refusal;

namespace {

// The numbers of the argument in the header.
const Rational of_steps(20);

}  // namespace

RoundedPresence::RoundedPresence(const TheoremText& text, const ProofSetting& setting)
    : RoundedProof(without_families(text), setting, "looking symbols up", AnswerKind::sign) {
  proof_ = prove_by_presence(text, setting);
  if (proof_.presence->constant == 0) throw Refusal("precision", "exactly, y is 0 on a no");
  const Rational below = -proof_.presence->constant;
  proof_.margin = Laurent(std::min(below, Rational(1 - below)));
  expect_same_scores(theorem_->heads().front());
}

PiecewiseForm RoundedPresence::least_number(std::size_t first) const {
  const FoundPresence& found = *proof_.presence;
  PiecewiseForm result;
  result.op = PiecewiseForm::Op::minimum;
  for (std::size_t k = 0; k < found.counts.size(); ++k) {
    PiecewiseForm part;
    part.form.means[{0, first + k}] = found.counts[k] ? found.tokens : Laurent(1);
    result.children.push_back(std::move(part));
  }
  return result;
}

void RoundedPresence::expect_enough(const Laurent& least, std::vector<ProofStep>& steps) const {
  const FoundPresence& found = *proof_.presence;
  const proof::Variables& variables = theorem_->variables();
  expect_small_u(least, smaller_u);
  const TermArithmetic arithmetic(variables, least, smaller_u);
  expect_few_tokens(theorem_->heads().front(), found.tokens, least);
  const BoundedTerm own{1, {}, true, 0, std::nullopt};
  const BoundedTerm seen = even_average(arithmetic, 1, {}, found.tokens);
  PiecewiseForm two;
  two.op = PiecewiseForm::Op::maximum;
  two.children = {least_number(0), least_number(found.counts.size())};
  const BoundedTerm largest = rounded_readout(arithmetic, two, [&](std::size_t coordinate) {
    return found.counts[coordinate % found.counts.size()] ? seen : own;
  });
  const Laurent all = proof::power(found.symbols, static_cast<long>(found.names));
  const Laurent room =
      *proof_.margin - largest.error - Laurent(of_steps) * arithmetic.u() * arithmetic.magnitude(all);
  const std::string margin = proof_.margin->to_string();
  if (!variables.outweighed(room, true) && !variables.positive(room))
    throw Refusal("bound", fmt::format("the error of y is not shown to be below {}", margin));
  steps.push_back({"seen", fmt::format("the {} tokens have the same computed score, and how many carry a "
                                       "symbol is off as a rounded average is",
                                       found.tokens.to_string())});
  steps.push_back(
      {"largest", fmt::format("of {} least numbers the largest is taken by adding and relu: each step rounds "
                              "by at most 20 u",
                              all.to_string())});
  steps.push_back(
      {"output", fmt::format("exactly |y| is at least {0}; rounding moves y by less than {0}", margin)});
}

}  // namespace attest::theorems

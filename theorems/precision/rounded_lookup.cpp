#include "theorems/precision/rounded_lookup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "theorems/lets.hpp"
#include "theorems/proof/task_pieces.hpp"

namespace attest::theorems {

using proof::Decay;
using proof::Laurent;
using proof::Rate;
using proof::Refusal;

namespace {

// The numbers of the argument in the header.
const Rational kept_gap(45, 64);         // (1 - u)(1 - 1/4)
const Rational nearly_one(8, 7);         // > e^(1/8)
const Rational of_exponentials(17, 15);  // T <= 17/15 L
const Rational largest_l(1, 16);         //   for L below
const Rational of_average(9);            // V^ (2 u + 9 T)
const Rational value_slack(5, 4);        // V^ <= 5/4 V
const Rational one_rounding(17, 16);     // 1 + u at most
// Of the 1/2 by which y may be off: what T takes of it, and what rounding does.
const Rational share_of_leak(7, 16);
const Rational share_of_rounding(1, 16);

// The exponentials of the other tuples relative to the best one, as the sum of `factor` times what stands in q_r's place, twice.
std::vector<Decay> leak_of(const FoundAddresses& found, const Rate& unit, const Laurent& factor) {
  if (unit.log_of) return proof::leak(found.addresses, unit, Laurent(nearly_one) * factor);
  return proof::leak(found.addresses, unit.times(Laurent(kept_gap)), factor);
}

// One head with squares of the same weights, whatever the addresses.
bool same_squares(const FoundAddresses& a, const FoundAddresses& b) {
  return a.head == b.head && std::equal(a.addresses.squares.begin(), a.addresses.squares.end(),
                                        b.addresses.squares.begin(), b.addresses.squares.end(),
                                        [](const auto& x, const auto& y) { return x.weight == y.weight; });
}

// As expect_below, and where all rates are multiples of logarithms as fractions.
void expect_less(const proof::Variables& variables, const std::vector<Decay>& sum, const Rational& limit,
                 const std::string& what) {
  const std::vector<Decay> all = proof::collected(sum);
  if (const auto exact = proof::as_fraction(all, variables);
      exact && variables.positive(Laurent(limit) * exact->denominator - exact->numerator))
    return;
  expect_below(variables, all, limit, what);
}

}  // namespace

bool RoundedLookup::serves(const TheoremText& text) {
  const auto& heads = text.layers.back().heads;
  return text.tasks.front().answer == AnswerKind::number &&
         std::none_of(heads.begin(), heads.end(),
                      [](const HeadStatement& head) { return head.kernel == Kernel::hard_maximum; });
}

RoundedLookup::RoundedLookup(const TheoremText& text, const ProofSetting& setting)
    : RoundedProof(text, setting, "rounded looking up", AnswerKind::number) {
  proof_ = prove_by_integer_addresses(*theorem_);
  for (const FoundAddresses& found : proof_.addresses) {  // cases of the task may look up in the same way
    if (std::none_of(found_.begin(), found_.end(),
                     [&](const FoundAddresses& f) { return same_squares(f, found); }))
      found_.push_back(found);
  }
  expect_form();
  expect_small_leak();
  for (const FoundAddresses& found : found_) add_logarithm(theorem_->heads()[found.head]);
}

void RoundedLookup::expect_form() {
  read_landings();
  for (const auto& [from, factor] : landing_) {
    const std::size_t head = from.first;  // (C++20 lets a lambda capture `from`, which clang 14 does not)
    const bool known = std::any_of(found_.begin(), found_.end(),
                                   [&](const FoundAddresses& found) { return found.head == head; });
    if (!known) throw Refusal("precision", "a head of which no addresses are known");
  }
}

// T and what it does to y, whatever p is as long as u <= 1/16.
void RoundedLookup::expect_small_leak() const {
  const proof::Variables& variables = theorem_->variables();
  const TermArithmetic arithmetic(variables, Laurent(Rational(1) / largest_u));
  Rational roundings = one_rounding;  // of the residual, and of each product with W_O and each sum behind it
  for (std::size_t k = 0; k <= landing_.size(); ++k) roundings *= one_rounding;
  for (const FoundAddresses& found : found_) {
    const SymbolicHead& head = theorem_->heads()[found.head];
    expect_less(variables, leak_of(found, head.unit, 1), largest_l, "the weight beside the best tuple");
  }
  std::vector<Decay> all;
  for (const FoundAddresses& found : found_) {
    const SymbolicHead& head = theorem_->heads()[found.head];
    Laurent factor;
    for (const auto& [from, landed] : landing_) {
      if (from.first == found.head)
        factor += arithmetic.magnitude(landed) * value_magnitude(arithmetic, head, from.second);
    }
    const Rational times = roundings * of_average * value_slack * of_exponentials;
    for (Decay& decay : leak_of(found, head.unit, Laurent(times) * factor)) all.push_back(std::move(decay));
  }
  expect_less(variables, all, share_of_leak, "what other tuples add to y where exponentials are rounded");
}

void RoundedLookup::expect_scores(const TermArithmetic& arithmetic, const FoundAddresses& found,
                                  std::vector<ProofStep>& steps) const {
  const proof::Variables& variables = theorem_->variables();
  const SymbolicHead& head = theorem_->heads()[found.head];
  const BoundedTerm h = score(arithmetic, head);
  const Laurent twice = arithmetic.one_and_u() * arithmetic.one_and_u();
  const Laurent e = h.error * twice + h.magnitude * (twice - Laurent(1));
  std::vector<std::string> weights;
  for (const proof::Square& square : found.addresses.squares) {
    if (!variables.nonnegative(square.weight - Laurent(8) * e))
      throw Refusal("bound", fmt::format("{}: 8 times the error of a score is not shown to be at most {}",
                                         head.name, square.weight.to_string()));
    weights.push_back(square.weight.to_string());
    if (!head.unit.log_of) continue;
    if (!variables.nonnegative(Laurent(1) - Laurent(32) * scale(head) * e) ||
        !variables.nonnegative(Laurent(1) - Laurent(16) * arithmetic.u() * scale(head) * square.weight))
      throw Refusal("bound",
                    fmt::format("{}: the error of a scaled score is not shown to be small", head.name));
  }
  std::sort(weights.begin(), weights.end());
  weights.erase(std::unique(weights.begin(), weights.end()), weights.end());
  steps.push_back(
      {"scores",
       fmt::format(
           "{}: before it is scaled a score is at most {}; computed it is off by at most {} of what the "
           "best tuple is ahead, {}: it scores best{}",
           head.name, h.magnitude.to_string(), "1/8", fmt::join(weights, " or "),
           head.unit.log_of ? ", and scaled by at most 1/32" : "")});
}

BoundedTerm RoundedLookup::average(const TermArithmetic& arithmetic, const SymbolicHead& head,
                                   std::size_t coordinate) const {
  const BoundedTerm v = value(arithmetic, head, coordinate);
  const Laurent magnitude = value_magnitude(arithmetic, head, coordinate);
  if (!theorem_->variables().nonnegative(magnitude - Laurent(4) * v.error))
    throw Refusal("bound", fmt::format("{}: the error of a value is not shown to be at most a quarter of {}",
                                       head.name, magnitude.to_string()));
  return {magnitude, v.error + Laurent(2) * arithmetic.u() * (magnitude + v.error), false, 0, std::nullopt};
}

void RoundedLookup::expect_enough(const Laurent& least, std::vector<ProofStep>& steps) const {
  const proof::Variables& variables = theorem_->variables();
  expect_small_u(least);
  const TermArithmetic arithmetic(variables, least);
  for (const FoundAddresses& found : found_) expect_scores(arithmetic, found, steps);
  steps.push_back(
      {"weights", "the other exponentials are less than 1/16 together, and move y by less than 7/16"});
  const BoundedTerm y = output(arithmetic, [&](const SymbolicHead& head, std::size_t coordinate) {
    return average(arithmetic, head, coordinate);
  });
  if (!variables.nonnegative(Laurent(share_of_rounding) - y.error))
    throw Refusal("bound", "the error of values and output is not shown to be at most 1/16");
  steps.push_back(
      {"output", "values, averages, W_O and the residual are rounded by at most 1/16: |y - answer| < 1/2"});
}

}  // namespace attest::theorems

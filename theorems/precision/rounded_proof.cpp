#include "theorems/precision/rounded_proof.hpp"

#include <fmt/format.h>

#include "theorems/precision/rounded_decision.hpp"
#include "theorems/precision/rounded_lookup.hpp"
#include "theorems/precision/rounded_means.hpp"

namespace attest::theorems {

using proof::Laurent;
using proof::Refusal;

const Rational RoundedProof::largest_u(1, 16);

namespace {

// A rational number at least sqrt(r).
Rational root_from_above(const Rational& r) {
  const Integer scale = 1000000;
  const Integer product = numerator_of(r) * denominator_of(r) * scale * scale;
  return {sqrt(product) + 1, denominator_of(r) * scale};
}

std::string logarithm_of(const proof::Rate& unit) {
  return "log(" + unit.log_of->to_string() + ")";
}

}  // namespace

RoundedProof::RoundedProof(const TheoremText& text, const ProofSetting& setting, const std::string& what,
                           AnswerKind answer) {
  if (text.layers.size() != 1)
    throw Refusal("precision", fmt::format("{} layers, and {} is bounded of one", text.layers.size(), what));
  theorem_ = std::make_unique<SymbolicTheorem>(text, setting);
  if (theorem_->task().answer != answer)
    throw Refusal("precision", fmt::format("the answer is no {0}, and {1} is bounded of {0}s",
                                           answer == AnswerKind::number ? "number" : "sign", what));
}

RoundedProof::~RoundedProof() = default;

void RoundedProof::read_landings() {
  const auto coordinate = theorem_->readout_coordinate();
  if (!coordinate) throw Refusal("precision", "a readout that is not one coordinate of the stream");
  coordinate_ = *coordinate;
  landing_ = landings_at(coordinate_);
}

std::map<std::pair<std::size_t, std::size_t>, Laurent> RoundedProof::landings_at(
    std::size_t coordinate) const {
  std::map<std::pair<std::size_t, std::size_t>, Laurent> result;
  for (const Landing& landing : theorem_->landings()) {
    if (landing.to == coordinate) result[{landing.head, landing.value}] += landing.factor;
  }
  std::erase_if(result, [](const auto& one) { return one.second.is_zero(); });
  return result;
}

void RoundedProof::add_logarithm(const SymbolicHead& head) {
  proof::Variables& variables = theorem_->variables();
  const proof::Rate& unit = head.unit;
  if (!unit.log_of || variables.knows(logarithm_of(unit))) return;
  if (!variables.nonnegative(*unit.log_of - Laurent(3)))  // log 3 > 1
    throw Refusal("bound", fmt::format("{} is not shown to be above 1", logarithm_of(unit)));
  logarithms_.emplace(logarithm_of(unit), *unit.log_of);
  variables.add_above(logarithm_of(unit), Laurent(1));
}

Laurent RoundedProof::length_of_run(const SymbolicHead& head, const std::string& index) const {
  const auto run = head.runs.find(index);
  const proof::Bounds& bounds = run == head.runs.end() ? theorem_->variables().bounds(index) : run->second;
  return bounds.high - bounds.low + Laurent(1);
}

Laurent RoundedProof::scale(const SymbolicHead& head) const {
  const Laurent factor = Laurent(root_from_above(head.unit.under_root)) * head.unit.factor;
  return head.unit.log_of ? factor * Laurent::variable(logarithm_of(head.unit)) : factor;
}

BoundedTerm RoundedProof::score(const TermArithmetic& arithmetic, const SymbolicHead& head) const {
  BoundedTerm score = arithmetic.stored(0);
  for (const auto& monomial : head.monomials) {
    BoundedTerm inner = arithmetic.stored(0);
    const std::size_t length = head.row_maps.at(monomial.front()).rows.size();
    for (std::size_t c = 0; c < length; ++c) {
      BoundedTerm product = row(arithmetic, head.row_maps.at(monomial.front()), c);
      for (std::size_t k = 1; k < monomial.size(); ++k)
        product = arithmetic.product(product, row(arithmetic, head.row_maps.at(monomial[k]), c));
      inner = arithmetic.sum(inner, product);
    }
    score = arithmetic.sum(score, inner);
  }
  return score;
}

std::vector<std::string> RoundedProof::names() const {
  std::vector<std::string> result;
  for (const auto& [name, from] : theorem_->variables().sizes()) result.push_back(name);
  return result;
}

void RoundedProof::expect_small_u(const Laurent& least) const {
  if (!theorem_->variables().nonnegative(least - Laurent(Rational(1) / largest_u)))
    throw Refusal("bound", fmt::format("{} is not shown to be at least 16", least.to_string()));
}

BoundedTerm RoundedProof::row(const TermArithmetic& arithmetic, const LinearRows& map,
                              std::size_t coordinate) const {
  BoundedTerm sum = arithmetic.stored(0);
  for (std::size_t c = 0; c < theorem_->encoding().size(); ++c) {
    sum = arithmetic.sum(sum, arithmetic.product(arithmetic.stored(map.weights[coordinate][c]),
                                                 arithmetic.stored(theorem_->encoding()[c])));
  }
  if (!sum.number) sum.magnitude = arithmetic.magnitude(map.rows[coordinate]);  // that of the sum itself
  return sum;
}

BoundedTerm RoundedProof::value(const TermArithmetic& arithmetic, const SymbolicHead& head,
                                std::size_t coordinate) const {
  BoundedTerm product = arithmetic.stored(1);
  int rounded = 0;
  for (const auto& [variable, map] : head.value_maps) {
    const BoundedTerm factor = row(arithmetic, map, coordinate);
    rounded += factor.number ? 0 : 1;
    product = arithmetic.product(product, factor);
  }
  if (rounded > 2) throw Refusal("precision", "a value of more than two factors");
  return product;
}

Laurent RoundedProof::value_magnitude(const TermArithmetic& arithmetic, const SymbolicHead& head,
                                      std::size_t coordinate) {
  Laurent product(1);
  for (const auto& [variable, map] : head.value_maps)
    product = product * arithmetic.magnitude(map.rows[coordinate]);
  return product;
}

BoundedTerm RoundedProof::stream(const TermArithmetic& arithmetic, std::size_t coordinate,
                                 const Average& average) const {
  BoundedTerm sum = arithmetic.stored(0);
  for (const auto& [from, factor] : landings_at(coordinate)) {
    sum = arithmetic.sum(sum, arithmetic.product(arithmetic.stored(factor),
                                                 average(theorem_->heads()[from.first], from.second)));
  }
  if (theorem_->text().layers.front().residual && coordinate < theorem_->encoding().size())
    sum = arithmetic.sum(arithmetic.stored(theorem_->encoding()[coordinate]), sum);
  return sum;
}

bool is_followed_through_rounding(const std::string& lemma) {
  return lemma == "integer-addresses" || lemma == "even-weights" || lemma == "exact-match" ||
         RoundedDecision::lemma(lemma) != nullptr;
}

std::unique_ptr<RoundedProof> rounded_proof(const std::string& lemma, const TheoremText& text,
                                            const ProofSetting& setting) {
  using Weights = RoundedMeans::Weights;
  if (lemma == "even-weights") return std::make_unique<RoundedMeans>(text, setting, Weights::even);
  if (lemma == "exact-match") return std::make_unique<RoundedMeans>(text, setting, Weights::of_matches);
  if (RoundedDecision::lemma(lemma) != nullptr)
    return std::make_unique<RoundedDecision>(text, setting, RoundedDecision::lemma(lemma));
  return std::make_unique<RoundedLookup>(text, setting);
}

}  // namespace attest::theorems

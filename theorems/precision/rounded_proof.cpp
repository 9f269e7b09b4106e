#include "theorems/precision/rounded_proof.hpp"

#include <fmt/format.h>

#include "theorems/precision/rounded_lookup.hpp"
#include "theorems/precision/rounded_means.hpp"

namespace attest::theorems {

using proof::Laurent;
using proof::Refusal;

const Rational RoundedProof::largest_u(1, 16);

RoundedProof::RoundedProof(const TheoremText& text, const ProofSetting& setting, const std::string& what) {
  if (text.layers.size() != 1)
    throw Refusal("precision", fmt::format("{} layers, and {} is bounded of one", text.layers.size(), what));
  theorem_ = std::make_unique<SymbolicTheorem>(text, setting);
  if (theorem_->task().answer != AnswerKind::number)
    throw Refusal("precision", fmt::format("the answer is no number, and {} is bounded of numbers", what));
}

RoundedProof::~RoundedProof() = default;

void RoundedProof::read_landings() {
  const auto coordinate = theorem_->readout_coordinate();
  if (!coordinate) throw Refusal("precision", "a readout that is not one coordinate of the stream");
  coordinate_ = *coordinate;
  for (const Landing& landing : theorem_->landings()) {
    if (landing.to == coordinate_) landing_[{landing.head, landing.value}] += landing.factor;
  }
  std::erase_if(landing_, [](const auto& one) { return one.second.is_zero(); });
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

BoundedTerm RoundedProof::output(const TermArithmetic& arithmetic, const Average& average) const {
  BoundedTerm sum = arithmetic.stored(0);
  for (const auto& [from, factor] : landing_) {
    sum = arithmetic.sum(sum, arithmetic.product(arithmetic.stored(factor),
                                                 average(theorem_->heads()[from.first], from.second)));
  }
  if (theorem_->text().layers.front().residual && coordinate_ < theorem_->encoding().size())
    sum = arithmetic.sum(arithmetic.stored(theorem_->encoding()[coordinate_]), sum);
  return sum;
}

bool is_followed_through_rounding(const std::string& lemma) {
  return lemma == "integer-addresses" || lemma == "even-weights" || lemma == "exact-match";
}

std::unique_ptr<RoundedProof> rounded_proof(const std::string& lemma, const TheoremText& text,
                                            const ProofSetting& setting) {
  using Weights = RoundedMeans::Weights;
  if (lemma == "even-weights") return std::make_unique<RoundedMeans>(text, setting, Weights::even);
  if (lemma == "exact-match") return std::make_unique<RoundedMeans>(text, setting, Weights::of_matches);
  return std::make_unique<RoundedLookup>(text, setting);
}

}  // namespace attest::theorems

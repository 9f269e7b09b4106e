#include "theorems/precision/rounded_proof.hpp"

#include <fmt/format.h>

#include "theorems/precision/rounded_lookup.hpp"
#include "theorems/precision/rounded_margin.hpp"
#include "theorems/precision/rounded_means.hpp"
#include "theorems/precision/rounded_presence.hpp"

namespace attest::theorems {

using proof::Laurent;
using proof::Refusal;

const Rational RoundedProof::largest_u(1, 16);
const Rational RoundedProof::smaller_u(1, 1024);

namespace {

const Rational most_of_all(1, 4);  // L u at most
const Rational of_sums(9, 14);     // half of 9/7 > e^(1/4)

// A rational number at least sqrt(r).
Rational root_from_above(const Rational& r) {
  const Integer scale = 1000000;
  const Integer product = numerator_of(r) * denominator_of(r) * scale * scale;
  return {sqrt(product) + 1, denominator_of(r) * scale};
}

}  // namespace

RoundedProof::RoundedProof(const TheoremText& text, const ProofSetting& setting, const std::string& what,
                           std::optional<AnswerKind> answer) {
  if (text.layers.size() != 1)
    throw Refusal("precision", fmt::format("{} layers, and {} is bounded of one", text.layers.size(), what));
  theorem_ = std::make_unique<SymbolicTheorem>(text, setting);
  for (const auto& [name, from] : theorem_->variables().sizes()) {
    if (!theorem_->variables().positive(Laurent::variable(name)))
      throw Refusal("precision", fmt::format("{} is not shown to be positive", name));
  }
  if (answer && theorem_->task().answer != *answer)
    throw Refusal("precision", fmt::format("the answer is no {0}, and {1} is bounded of {0}s",
                                           *answer == AnswerKind::number ? "number" : "sign", what));
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

Laurent RoundedProof::under_logarithm(const SymbolicHead& head) const {
  const auto bounds = theorem_->variables().bounds_of(*head.unit.log_of);
  if (!bounds) throw Refusal("bound", fmt::format("no bound of {} is shown", head.unit.to_string()));
  Laurent result;
  for (const auto& [monomial, coefficient] : bounds->high.terms()) {
    Laurent term{Rational(coefficient)};
    for (const auto& [name, exponent] : monomial) {
      const Laurent size = Laurent::variable(name);
      term = term * proof::power(exponent < 0 ? *size.inverse() : size, std::abs(exponent));
      const auto floor = theorem_->floors().find(name);
      if (floor == theorem_->floors().end()) continue;
      if (coefficient < 0 || exponent != 1)
        throw Refusal("bound", fmt::format("no bound of {} is shown", head.unit.to_string()));
      term = term * floor->second * *Laurent::variable(name).inverse();
    }
    result += term;
  }
  return result;
}

void RoundedProof::add_logarithm(const SymbolicHead& head) {
  proof::Variables& variables = theorem_->variables();
  if (!head.unit.log_of) return;
  const Laurent of = under_logarithm(head);
  const std::string name = logarithm_of(of);
  if (variables.knows(name)) return;
  if (!variables.nonnegative(of - Laurent(3)))  // log 3 > 1
    throw Refusal("bound", fmt::format("{} is not shown to be above 1", name));
  logarithms_.emplace(name, of);
  variables.add_above(name, Laurent(1));
}

std::string RoundedProof::logarithm_of(const Laurent& value) {
  return "log(" + value.to_string() + ")";
}

Laurent RoundedProof::length_of_run(const SymbolicHead& head, const std::string& index) const {
  const auto run = head.runs.find(index);
  const proof::Bounds& bounds = run == head.runs.end() ? theorem_->variables().bounds(index) : run->second;
  return bounds.high - bounds.low + Laurent(1);
}

Laurent RoundedProof::scale(const SymbolicHead& head) const {
  const Laurent factor = Laurent(root_from_above(head.unit.under_root)) * head.unit.factor;
  return head.unit.log_of ? factor * Laurent::variable(logarithm_of(under_logarithm(head))) : factor;
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
  for (const auto& [name, from] : theorem_->variables().sizes()) {
    if (!theorem_->floors().contains(name)) result.push_back(name);
  }
  return result;
}

void RoundedProof::expect_small_u(const Laurent& least, const Rational& largest) const {
  const Rational inverse = 1 / largest;
  const Laurent room = least - Laurent(inverse);
  if (!theorem_->variables().outweighed(room, false) && !theorem_->variables().nonnegative(room))
    throw Refusal("bound",
                  fmt::format("{} is not shown to be at least {}", least.to_string(), to_string(inverse)));
}

void RoundedProof::expect_same_at_all_tokens(const SymbolicHead& head, const LinearRows& map) const {
  for (const std::vector<Laurent>& weights : map.weights) {
    for (std::size_t c = 0; c < weights.size(); ++c) {
      if (!weights[c].is_zero() && !theorem_->variables().sizes_alone(theorem_->encoding()[c]))
        throw Refusal("precision",
                      fmt::format("{}: its scores are the same, but made of {}, which tokens differ in",
                                  head.name, theorem_->encoding()[c].to_string()));
    }
  }
}

void RoundedProof::expect_same_scores(const SymbolicHead& head) const {
  for (const auto& [variable, map] : head.row_maps) {
    if (variable != 0 || head.exact) expect_same_at_all_tokens(head, map);
  }
  if (head.exact && head.row_maps.at(0).weights != head.row_maps.at(1).weights)
    throw Refusal("precision", fmt::format("{}: query and key are the same by different rows", head.name));
}

void RoundedProof::expect_few_tokens(const SymbolicHead& head, const Laurent& tokens,
                                     const Laurent& least) const {
  if (!theorem_->variables().nonnegative(Laurent(most_of_all) * least - tokens))
    throw Refusal("bound", fmt::format("{}: 2^p is not shown to be at least 4 times the {} tokens", head.name,
                                       tokens.to_string()));
}

BoundedTerm RoundedProof::even_average(const TermArithmetic& arithmetic, const Laurent& magnitude,
                                       const Laurent& error, const Laurent& tokens) const {
  const Laurent computed = magnitude + error;
  const Laurent twice = arithmetic.one_and_u() * arithmetic.one_and_u();
  // (1 + u)^2 - 1 = u (2 + u)
  const Laurent of_terms = computed * arithmetic.u() * (Laurent(1) + arithmetic.one_and_u()) + error;
  const Laurent sums = arithmetic.u() * computed * twice * Laurent(of_sums) * (tokens + Laurent(1));
  return {magnitude, of_terms + sums, false, 0, std::nullopt};
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
  return lemma == "even-weights" || lemma == "exact-match" || lemma == "presence" ||
         RoundedMargin::lemma(lemma) != nullptr;
}

std::unique_ptr<RoundedProof> rounded_proof(const std::string& lemma, const TheoremText& text,
                                            const ProofSetting& setting) {
  using Weights = RoundedMeans::Weights;
  if (lemma == "even-weights") return std::make_unique<RoundedMeans>(text, setting, Weights::even);
  if (lemma == "presence") return std::make_unique<RoundedPresence>(text, setting);
  if (lemma == "exact-match") return std::make_unique<RoundedMeans>(text, setting, Weights::of_matches);
  if (lemma == "integer-addresses" && RoundedLookup::serves(text))
    return std::make_unique<RoundedLookup>(text, setting);
  return std::make_unique<RoundedMargin>(text, setting, RoundedMargin::lemma(lemma));
}

}  // namespace attest::theorems

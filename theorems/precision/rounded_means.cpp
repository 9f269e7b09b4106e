#include "theorems/precision/rounded_means.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace attest::theorems {

using proof::Laurent;
using proof::Refusal;

namespace {

// The numbers of the argument in the header.
const Rational most_of_all(1, 4);       // L u at most
const Rational of_sums(9, 14);          // half of 9/7 > e^(1/4)
const Rational share_of_output(7, 16);  // |y - answer| at most

}  // namespace

RoundedMeans::RoundedMeans(const TheoremText& text, const ProofSetting& setting, Weights weights)
    : RoundedProof(text, setting, "a rounded average"), weights_(weights) {
  proof_ = weights == Weights::even ? prove_by_even_weights(*theorem_) : prove_by_match(*theorem_);
  read_landings();
  if (weights == Weights::of_matches) return;
  for (const SymbolicHead& head : theorem_->heads()) expect_same_scores(head);
}

void RoundedMeans::expect_same_at_all_tokens(const SymbolicHead& head, const LinearRows& map) const {
  for (const std::vector<Laurent>& weights : map.weights) {
    for (std::size_t c = 0; c < weights.size(); ++c) {
      if (!weights[c].is_zero() && !theorem_->variables().sizes_alone(theorem_->encoding()[c]))
        throw Refusal("precision",
                      fmt::format("{}: its scores are the same, but made of {}, which tokens differ in",
                                  head.name, theorem_->encoding()[c].to_string()));
    }
  }
}

void RoundedMeans::expect_same_scores(const SymbolicHead& head) const {
  for (const auto& [variable, map] : head.row_maps) {
    if (variable != 0 || head.exact) expect_same_at_all_tokens(head, map);
  }
  if (head.exact && head.row_maps.at(0).weights != head.row_maps.at(1).weights)
    throw Refusal("precision", fmt::format("{}: query and key are the same by different rows", head.name));
}

void RoundedMeans::expect_exact_rows(const TermArithmetic& arithmetic, const SymbolicHead& head) const {
  for (const auto& [variable, map] : head.row_maps) {
    for (std::size_t c = 0; c < map.rows.size(); ++c) {
      if (!row(arithmetic, map, c).exact)
        throw Refusal("bound", fmt::format("{}: {} is not shown to be computed without rounding", head.name,
                                           map.rows[c].to_string()));
    }
  }
}

BoundedTerm RoundedMeans::average(const TermArithmetic& arithmetic, const SymbolicHead& head,
                                  std::size_t coordinate) const {
  const BoundedTerm v = value(arithmetic, head, coordinate);
  const Laurent magnitude = value_magnitude(arithmetic, head, coordinate);
  const Laurent computed = magnitude + v.error;
  const Laurent twice = arithmetic.one_and_u() * arithmetic.one_and_u();
  const Laurent tokens = arithmetic.magnitude(length_of_run(head, head.indices.front().name));
  const Laurent of_terms = computed * (twice - Laurent(1)) + v.error;
  const Laurent sums = arithmetic.u() * computed * twice * Laurent(of_sums) * (tokens + Laurent(1));
  return {magnitude, of_terms + sums, false, 0, std::nullopt};
}

void RoundedMeans::expect_enough(const Laurent& least, std::vector<ProofStep>& steps) const {
  const proof::Variables& variables = theorem_->variables();
  expect_small_u(least);
  const TermArithmetic arithmetic(variables, least);
  for (const SymbolicHead& head : theorem_->heads()) {
    const Laurent tokens = arithmetic.magnitude(length_of_run(head, head.indices.front().name));
    if (!variables.nonnegative(Laurent(most_of_all) * least - tokens))
      throw Refusal("bound", fmt::format("{}: 2^p is not shown to be at least 4 times the {} tokens",
                                         head.name, tokens.to_string()));
    if (weights_ == Weights::of_matches) expect_exact_rows(arithmetic, head);
    const std::string counted = fmt::format(
        "as many as there are, at most {}, are counted without rounding, and each weighs one over that, rounded once",
        tokens.to_string());
    steps.push_back(
        {"weights", weights_ == Weights::of_matches
                        ? fmt::format("{}: query and keys are computed without rounding, so that the same "
                                      "tokens match; {}",
                                      head.name, counted)
                        : fmt::format("{}: all tokens have the same computed {}; {}", head.name,
                                      head.exact ? "key" : "score", counted)});
  }
  const BoundedTerm y = output(arithmetic, [&](const SymbolicHead& head, std::size_t coordinate) {
    return average(arithmetic, head, coordinate);
  });
  if (!variables.nonnegative(Laurent(share_of_output) - y.error))
    throw Refusal("bound", "the error of sums and output is not shown to be at most 7/16");
  steps.push_back(
      {"output",
       "values, weights, the sums of their products, W_O and the residual are rounded by at most 7/16 "
       "in all: |y - answer| < 1/2"});
}

}  // namespace attest::theorems

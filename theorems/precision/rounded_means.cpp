#include "theorems/precision/rounded_means.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "theorems/precision/rounded_readout.hpp"

namespace attest::theorems {

using proof::Laurent;
using proof::Refusal;

namespace {

// The numbers of the argument in the header.
const Rational share_of_output(7, 16);  // |y - answer| at most

}  // namespace

RoundedMeans::RoundedMeans(const TheoremText& text, const ProofSetting& setting, Weights weights)
    : RoundedProof(text, setting, "a rounded average", AnswerKind::number), weights_(weights) {
  proof_ = weights == Weights::even ? prove_by_even_weights(*theorem_) : prove_by_match(*theorem_);
  readout_ = theorem_->readout_in_stream();
  if (weights == Weights::of_matches) return;
  for (const SymbolicHead& head : theorem_->heads()) expect_same_scores(head);
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

Laurent RoundedMeans::tokens(const TermArithmetic& arithmetic, const SymbolicHead& head) const {
  return arithmetic.magnitude(length_of_run(head, head.indices.front().name));
}

BoundedTerm RoundedMeans::average(const TermArithmetic& arithmetic, const SymbolicHead& head,
                                  std::size_t coordinate) const {
  const BoundedTerm v = value(arithmetic, head, coordinate);
  return even_average(arithmetic, value_magnitude(arithmetic, head, coordinate), v.error,
                      tokens(arithmetic, head));
}

void RoundedMeans::expect_enough(const Laurent& least, std::vector<ProofStep>& steps) const {
  const proof::Variables& variables = theorem_->variables();
  expect_small_u(least);
  const TermArithmetic arithmetic(variables, least);
  for (const SymbolicHead& head : theorem_->heads()) {
    const Laurent all = tokens(arithmetic, head);
    expect_few_tokens(head, all, least);
    if (weights_ == Weights::of_matches) expect_exact_rows(arithmetic, head);
    const std::string counted = fmt::format(
        "as many as there are, at most {}, are counted without rounding, and each weighs one over that, rounded once",
        all.to_string());
    steps.push_back(
        {"weights", weights_ == Weights::of_matches
                        ? fmt::format("{}: query and keys are computed without rounding, so that the same "
                                      "tokens match; {}",
                                      head.name, counted)
                        : fmt::format("{}: all tokens have the same computed {}; {}", head.name,
                                      head.exact ? "key" : "score", counted)});
  }
  const BoundedTerm y = rounded_readout(arithmetic, readout_, [&](std::size_t coordinate) {
    return stream(arithmetic, coordinate,
                  [&](const SymbolicHead& head, std::size_t c) { return average(arithmetic, head, c); });
  });
  if (!variables.nonnegative(Laurent(share_of_output) - y.error))
    throw Refusal("bound", "the error of sums and output is not shown to be at most 7/16");
  steps.push_back(
      {"output",
       "values, weights, the sums of their products, W_O, the residual and the readout are rounded by at most 7/16 "
       "in all: |y - answer| < 1/2"});
}

}  // namespace attest::theorems

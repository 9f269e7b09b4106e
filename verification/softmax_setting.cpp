#include "verification/softmax_setting.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "attention/best_tuple.hpp"
#include "attention/certified_output.hpp"
#include "attention/spectrum.hpp"
#include "numeric/checked.hpp"
#include "numeric/decimal.hpp"
#include "verification/exact_judge.hpp"
#include "verification/identity_check.hpp"
#include "verification/limits.hpp"
#include "verification/table_judge.hpp"
#include "verification/unique_maximum.hpp"

namespace attest {

namespace {

// Enough bits for 70 behind the point, and for 70 leading ones where y is small.
long decision_bits(const Interval& y) {
  const Integer whole = abs(nearest_integer_to_middle(y));
  return printed_bits + static_cast<long>(mpz_sizeinbase(whole.backend().data(), 2));
}

// The integer that y rounds to, or nothing where y is exactly between two.
std::optional<Integer> nearest_integer(const Interval& y) {
  const Integer guess = nearest_integer_to_middle(y);
  for (const Integer& candidate : {guess, Integer(guess - 1), Integer(guess + 1)}) {
    const Interval distance = abs(y - Interval(Rational(candidate), y.precision()));
    if (compare(distance, decision_threshold()) == Ordering::less) return candidate;
  }
  return std::nullopt;
}

Status status_of(Ordering error_against_half) {
  switch (error_against_half) {
    case Ordering::greater:
    case Ordering::equal:
      return Status::refuted;
    case Ordering::undecided:
      return Status::undecided;
    case Ordering::less:
      break;
  }
  return Status::holds;
}

}  // namespace

SoftmaxSetting::SoftmaxSetting(Variant variant, const Parameters& parameters, std::unique_ptr<Task> task,
                               Construction construction, std::map<std::string, Polynomial> sizes,
                               bool unique_maximum_is_essential)
    : JudgedSetting(variant, parameters),
      task_(std::move(task)),
      construction_(std::move(construction)),
      sizes_(std::move(sizes)),
      unique_maximum_is_essential_(unique_maximum_is_essential) {
  Instantiation instance = instantiate(construction_, sizes_);
  layer_ = std::move(instance.layer);
  problems_ = std::move(instance.problems);
  if (problems_.empty()) prepare();
}

void SoftmaxSetting::prepare() {
  problem_ = std::make_unique<SoftmaxProblem>(layer_, *task_);
  problem_->forest = forest_for(problem_->tokens);
}

void SoftmaxSetting::use_weights(const Json& weights) {
  layer_ = softmax_layer_from_json(weights, construction_.attention, this->weights());
  own_weights_ = true;
  problems_.clear();
  construction_.embedding_dimension = layer_.dimension();
  construction_.identities.clear();
  construction_.defects.clear();
  construction_.choices.clear();
  construction_.notes.clear();
  prepare();
}

std::unique_ptr<Judge> SoftmaxSetting::make_judge() const {
  std::call_once(tables_made_, [this] {
    if (task_->space().size() > exact_space_limit) tables_ = make_layer_tables(*problem_, most_table_bytes);
  });
  if (tables_) {
    if (auto judge = make_table_judge(*problem_, tables_)) return judge;
  }
  return std::make_unique<ExactJudge>(*problem_);
}

PositionOutput SoftmaxSetting::output(std::span<const Symbol> word, std::size_t which) const {
  const std::size_t position = problem_->judged[which];
  const CertifiedOutput output(problem_->tokens, problem_->forest, word, position);
  PositionOutput result;
  result.y = output.deviation(Rational(0), printed_bits);
  // Not from y: the comparison proves ties.
  result.status = status_of(output.compare_error(Rational(task_->truth(word, which)), decision_threshold()));
  const long bits = decision_bits(result.y);
  result.decision = nearest_integer(bits > 2 * printed_bits ? output.deviation(Rational(0), bits) : result.y);
  const BestTuple best = best_tuple(problem_->tokens, problem_->forest, word, position);
  result.winner = best.tokens;
  if (best.gap) result.gap = score_gap(*best.gap);
  return result;
}

// Accurate also where y is very near to the truth.
Interval SoftmaxSetting::worst_deviation(std::span<const Symbol> word,
                                         const std::vector<PositionOutput>& /*outputs*/) const {
  return certified_error(*problem_, word, printed_bits);
}

Interval SoftmaxSetting::least_margin(std::span<const Symbol> word,
                                      const std::vector<PositionOutput>& /*outputs*/) const {
  return certified_margin(*problem_, word, printed_bits);
}

std::vector<Check> SoftmaxSetting::checks_before() const {
  std::vector<Check> checks{check_well_formed(construction_, problems_)};
  for (const auto& identity : construction_.identities)
    checks.push_back(check_identity(construction_, identity, sizes_, *task_).check);
  return checks;
}

Json SoftmaxSetting::witness(const std::string& check) const {
  for (const auto& identity : construction_.identities) {
    IdentityResult result = check_identity(construction_, identity, sizes_, *task_);
    if (result.check.name == check) return std::move(result.witness);
  }
  return {};
}

std::vector<Check> SoftmaxSetting::checks_after(const Observation& o) const {
  std::vector<Check> checks{unique_maximum_check(o, runnable())};
  checks.back().essential = unique_maximum_is_essential_ && !own_weights_;
  if (own_weights_ || !further_ || !runnable() || !o.worst_rank) return checks;
  const Interval worst = certified_error(*problem_, task_->space().unrank(*o.worst_rank), printed_bits);
  const Interval bound = max(worst, Interval::from_double(o.error_bound));
  for (Check& check : further_(*this, worst, bound)) checks.push_back(std::move(check));
  return checks;
}

ScoreGap SoftmaxSetting::score_gap(const Integer& least_gap) const {
  const Surd gap = problem_->tokens.unit() * Surd(Rational(least_gap));
  const DecimalEnclosure decimal = decimal_enclosure(gap.enclosure(2 * printed_bits));
  return {gap.to_string(), {decimal.lower, decimal.upper}};
}

Size SoftmaxSetting::size() const {
  return {1, construction_.embedding_dimension, construction_.mlp_parameters};
}

Json SoftmaxSetting::weights() const {
  return weights_json(construction_, sizes_);
}

Json SoftmaxSetting::details(const Observation&) const {
  Json result = Json::object();
  if (!construction_.defects.empty()) {
    result["readings"] = Json::array();
    for (const auto& defect : construction_.defects)
      result["readings"].push_back(defect.where + ": " + defect.reading);
  }
  if (own_weights_) result["weights"] = "the reader's own (--weights)";
  return result;
}

}  // namespace attest

#include "verification/layer_setting.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "attention/head_weights.hpp"
#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "numeric/checked.hpp"
#include "numeric/decimal.hpp"
#include "verification/layer_judge.hpp"
#include "verification/limits.hpp"
#include "verification/match_judge.hpp"
#include "verification/stack_judge.hpp"
#include "verification/table_judge.hpp"
#include "verification/table_problem.hpp"
#include "verification/unique_maximum.hpp"

namespace attest {

LayerSetting::~LayerSetting() = default;

LayerSetting::LayerSetting(Variant variant, const Parameters& parameters, std::unique_ptr<LayerTask> task,
                           LayerRecord record)
    : JudgedSetting(variant, parameters), task_(std::move(task)), record_(std::move(record)) {
  prepare_layers();
}

void LayerSetting::prepare_layers() {
  if (record_.layer) prepared_ = std::make_unique<attention::PreparedLayer>(*record_.layer);
  if (record_.stack.empty()) return;
  const auto judged = task_->judged_positions();
  stack_ = std::make_unique<const attention::LayerStack>(
      std::move(record_.stack), std::vector<attention::Token>(judged.begin(), judged.end()));
  record_.stack.clear();
}

LayerRecord record_of(attention::Layer layer) {
  LayerRecord record;
  record.size = {static_cast<long>(layer.heads.size()), static_cast<long>(layer.dimension()),
                 layer.readout_parameters()};
  record.layer = std::move(layer);
  return record;
}

void LayerSetting::use_weights(const Json& weights) {
  if (!weights_reader_) JudgedSetting::use_weights(weights);  // says so
  LayerRecord own = weights_reader_(weights);
  own.weights = weights;
  own.checks.push_back(holds("well-formed", Evidence::symbolic,
                             own.match_layers ? "functions that fit" : "matrices that fit"));
  record_ = std::move(own);
  // Where a setting was judged before (a parameter that was searched for), what speeds that up is of the weights before.
  const bool had_filter = filter_ != nullptr;
  const bool had_keys = keys_ != nullptr;
  const bool had_problem = table_problem_ != nullptr;
  const bool had_tables = tables_ != nullptr;
  filter_.reset();
  keys_.reset();
  tables_.reset();
  table_problem_.reset();
  prepare_layers();
  further_ = nullptr;
  std::erase_if(conditions_, [](const InputCondition& condition) { return !condition.of_any_weights; });
  for (InputCondition& condition : conditions_) condition.essential = false;
  if (unique_maximum_ == UniqueMaximum::essential) unique_maximum_ = UniqueMaximum::informative;
  details_["weights"] = "the reader's own (--weights)";
  if (had_keys) keys_ = attention::OutputKeys::make(*prepared_);
  if (had_filter) filter_ = attention::DoubleFilter::make(*prepared_);
  if (had_problem) table_problem_ = TableProblem::make(*this);
  if (had_tables && table_problem_) tables_ = make_layer_tables(*table_problem_, most_table_bytes);
}

const attention::DoubleFilter* LayerSetting::filter() const {
  if (task_->vector_answer() != nullptr) return nullptr;  // it knows no bound but 1/2
  std::call_once(filter_made_, [this] { filter_ = attention::DoubleFilter::make(*prepared_); });
  return filter_.get();
}

const attention::OutputKeys* LayerSetting::keys() const {
  std::call_once(keys_made_, [this] { keys_ = attention::OutputKeys::make(*prepared_); });
  return keys_.get();
}

std::unique_ptr<Judge> LayerSetting::make_judge() const {
  if (task_->space().size() > exact_space_limit) task_->expect_many();
  if (record_.match_layers) return std::make_unique<MatchJudge>(*this);
  if (stack_) return std::make_unique<StackJudge>(*this);
  if (task_->space().size() <= exact_space_limit) return std::make_unique<LayerJudge>(*this, nullptr, keys());
  return make_quick_judge();
}

RunPlan LayerSetting::plan() const {
  return plan_of(*this);
}

const TableProblem* LayerSetting::table_problem() const {
  std::call_once(problem_made_, [this] {
    task_->expect_many();  // tables need a bound for the answers
    table_problem_ = TableProblem::make(*this);
  });
  return table_problem_.get();
}

std::unique_ptr<Judge> LayerSetting::make_quick_judge() const {
  if (record_.match_layers) return std::make_unique<MatchJudge>(*this);
  if (stack_) return std::make_unique<StackJudge>(*this);
  std::call_once(tables_made_, [this] {
    if (const TableProblem* problem = table_problem())
      tables_ = make_layer_tables(*problem, most_table_bytes);
  });
  if (tables_ && conditions_.empty()) {
    if (auto judge = make_table_judge(*table_problem_, tables_)) return judge;
  }
  return std::make_unique<LayerJudge>(*this, filter(), keys());
}

attention::LayerOutput LayerSetting::evaluate(std::span<const Symbol> word, std::size_t which) const {
  std::vector<attention::Kind> kinds(task_->tokens());
  task_->kinds(word, kinds);
  const VectorAnswer* vector = task_->vector_answer();
  return {*prepared_, kinds, static_cast<attention::Token>(task_->judged_positions()[which]),
          vector == nullptr ? 0 : which % vector->dimension};
}

Status LayerSetting::rightness_of(const attention::LayerOutput& output, const Wanted& wanted) const {
  if (wanted.decision == Decision::sign) {
    const Ordering order = output.compare(Rational(0));
    if (order == Ordering::undecided) return Status::undecided;
    return (order == Ordering::greater) == (wanted.value == 1) ? Status::holds : Status::refuted;
  }
  const Ordering low = output.compare(wanted.value - wanted.within);
  const Ordering high = output.compare(wanted.value + wanted.within);
  if (low == Ordering::greater && high == Ordering::less) return Status::holds;
  const bool wrong =
      low == Ordering::less || low == Ordering::equal || high == Ordering::greater || high == Ordering::equal;
  return wrong ? Status::refuted : Status::undecided;
}

std::optional<attention::GapInUnits> LayerSetting::least_gap(const attention::LayerOutput& output) const {
  std::optional<attention::GapInUnits> least;
  for (std::size_t h = 0; h < output.heads().size(); ++h) {
    const auto& of_head = output.heads()[h].gap;
    if (!of_head) continue;
    attention::GapInUnits gap{prepared_->unit_of()[h], *of_head * prepared_->multiples()[h]};
    if (!least || prepared_->less(gap, *least)) least = std::move(gap);
  }
  return least;
}

std::optional<Surd> LayerSetting::least_gap(const Observation& observation) const {
  std::optional<Surd> least;
  for (std::size_t unit = 0; unit < observation.least_gaps.size(); ++unit) {
    if (!observation.least_gaps[unit]) continue;
    const Surd gap = prepared_->value({unit, *observation.least_gaps[unit]});
    if (!least || compare(gap, *least) == Ordering::less) least = gap;
  }
  return least;
}

// The best index tuple; of heads that do not compare scores, all tuples of the largest weight.
Json LayerSetting::winner(const attention::LayerOutput& output, std::size_t h, std::span<const Symbol> word,
                          std::size_t which) const {
  const attention::Head& head = prepared_->layer().heads[h];
  const auto named = [&](std::span<const attention::Token> tuple) {
    Json names = Json::array();
    for (const attention::Token token : tuple) names.push_back(task_->position_name(token));
    return names.size() == 1 ? names[0] : names;
  };
  if (attention::compares_scores(head.kernel)) return named(output.heads()[h].best);
  std::vector<attention::Kind> kinds(task_->tokens());
  task_->kinds(word, kinds);
  const auto receiver = static_cast<attention::Token>(task_->judged_positions()[which]);
  const auto weights = attention::rational_weights(head, prepared_->scores(h), kinds, receiver);
  Json all = Json::array();
  if (!weights || weights->empty()) return all;
  const std::span<const attention::Token> tuples = head.over.tuples(receiver);
  const std::size_t arity = head.over.arity();
  const Rational most = *std::max_element(weights->begin(), weights->end());
  for (std::size_t k = 0; k < weights->size(); ++k) {
    if (most != 0 && (*weights)[k] == most) all.push_back(named(tuples.subspan(k * arity, arity)));
  }
  return all;
}

std::vector<PositionOutput> LayerSetting::all_outputs(std::span<const Symbol> word) const {
  if (stack_) return stack_outputs(*this, word);
  if (!record_.match_layers) return JudgedSetting::all_outputs(word);
  std::vector<PositionOutput> result;
  for (ExactOutput& out : match_outputs(*this, match_run(*this, word)))
    result.push_back(
        judged_output(task_->wanted(word, result.size()), task_->vector_answer() != nullptr, std::move(out)));
  return result;
}

PositionOutput LayerSetting::output(std::span<const Symbol> word, std::size_t which) const {
  if (several_layers()) return all_outputs(word)[which];
  const Wanted wanted = task_->wanted(word, which);
  const attention::LayerOutput out = evaluate(word, which);
  PositionOutput result;
  result.y = out.deviation(Rational(0), printed_bits);
  result.exact = out.exact();
  result.status = rightness_of(out, wanted);
  if (wanted.decision == Decision::sign) {
    const Ordering order = out.compare(Rational(0));
    if (order != Ordering::undecided) result.decision = order == Ordering::greater ? 1 : 0;
  } else if (result.y.is_finite() && task_->vector_answer() == nullptr) {
    const Integer near = nearest_integer_to_middle(result.y);
    if (out.compare(Rational(near) - decision_threshold()) == Ordering::greater &&
        out.compare(Rational(near) + decision_threshold()) == Ordering::less) {
      result.decision = near;
    }
  }
  result.winner = Json::array();
  for (std::size_t h = 0; h < out.heads().size(); ++h) result.winner.push_back(winner(out, h, word, which));
  if (result.winner.size() == 1) result.winner = Json(result.winner.front());
  if (const auto least = least_gap(out)) result.gap = enclosed_gap(prepared_->value(*least));
  return result;
}

Interval LayerSetting::worst_deviation(std::span<const Symbol> word,
                                       const std::vector<PositionOutput>& outputs) const {
  if (several_layers()) return JudgedSetting::worst_deviation(word, outputs);
  std::optional<Interval> worst;
  for (std::size_t which = 0; which < outputs.size(); ++which) {
    const Wanted wanted = task_->wanted(word, which);
    const Interval deviation = wanted.decision == Decision::sign
                                   ? deviation_of(wanted, outputs[which].y)
                                   : abs(evaluate(word, which).deviation(wanted.value, printed_bits));
    worst = worst ? max(*worst, deviation) : deviation;
  }
  return worst.value();
}

Interval LayerSetting::least_margin(std::span<const Symbol> word,
                                    const std::vector<PositionOutput>& outputs) const {
  if (several_layers()) return JudgedSetting::least_margin(word, outputs);
  std::optional<Interval> least;
  for (std::size_t which = 0; which < outputs.size(); ++which) {
    const Wanted wanted = task_->wanted(word, which);
    Interval margin = margin_of(wanted, outputs[which].y);
    if (wanted.decision == Decision::nearest) {
      const attention::LayerOutput out = evaluate(word, which);
      margin = min(out.deviation(wanted.value - wanted.within, printed_bits),
                   -out.deviation(wanted.value + wanted.within, printed_bits));
    }
    least = least ? min(*least, margin) : margin;
  }
  return least.value();
}

std::vector<Check> LayerSetting::checks_after(const Observation& observation) const {
  std::vector<Check> checks;
  if (unique_maximum_ != UniqueMaximum::absent) {
    const auto compares = [](const attention::Head& head) { return attention::compares_scores(head.kernel); };
    const bool compared = !runnable() || (record_.layer && std::any_of(record_.layer->heads.begin(),
                                                                       record_.layer->heads.end(), compares));
    checks.push_back(compared ? unique_maximum_check(observation, runnable())
                              : not_applicable("unique-maximum", "no head compares scores"));
    checks.back().essential = unique_maximum_ == UniqueMaximum::essential;
  }
  for (std::size_t c = 0; c < conditions_.size() && runnable() && observation.judged() != 0; ++c) {
    // LayerJudge counts those that are not decided behind the others.
    const bool some_undecided = observation.conditions.size() == 2 * conditions_.size();
    if (observation.conditions.size() != conditions_.size() && !some_undecided)
      throw UsageError("details.enumeration.conditions: not those of this setting");
    checks.push_back(input_condition_check(conditions_[c], *this, observation, observation.conditions[c]));
    if (!some_undecided || checks.back().status != Status::holds) continue;
    const CountedRanks& open = observation.conditions[conditions_.size() + c];
    if (open.count == 0) continue;
    checks.back() =
        undecided(conditions_[c].name,
                  fmt::format("on {} of {} checked inputs it is not decided, the first of rank {}",
                              open.count.str(), observation.input_counts().checked.str(), open.first->str()));
    checks.back().essential = conditions_[c].essential;
  }
  for (Check& check : further_checks(observation)) checks.push_back(std::move(check));
  return checks;
}

std::vector<Check> LayerSetting::further_checks(const Observation& observation) const {
  if (!further_ || !runnable() || observation.judged() == 0) return {};
  return further_(*this, observation);
}

std::optional<Integer> LayerSetting::first_broken(const std::string& check, const Observation& o) const {
  if (check == "unique-maximum") return o.extra.first;
  for (std::size_t c = 0; c < conditions_.size() && c < o.conditions.size(); ++c) {
    if (conditions_[c].name == check) return o.conditions[c].first;
  }
  return std::nullopt;
}

std::vector<Check> LayerSetting::input_checks(std::span<const Symbol> word) const {
  if (task_->standing(word) != Standing::judged) return {};
  std::vector<Check> checks;
  for (const InputCondition& condition : conditions_) {
    try {
      const auto how = condition.broken(*this, word);
      checks.push_back(how ? refuted(condition.kind, condition.name, *how)
                           : holds(condition.name, Evidence::enumeration, "on this input"));
    } catch (const UndecidedCondition& undecided_here) {
      checks.push_back(undecided(condition.name, undecided_here.what()));
    }
    checks.back().essential = condition.essential;
  }
  return checks;
}

Json LayerSetting::witness(const std::string& check) const {
  const auto found = record_.witnesses.find(check);
  return found == record_.witnesses.end() ? Json() : found->second;
}

std::string LayerSetting::why_undecided() const {
  if (!prepared_) return "";
  const auto& readouts = prepared_->layer().readouts;
  const bool linear = std::all_of(readouts.begin(), readouts.end(), [](const attention::Readout& readout) {
    return readout.is_piecewise_linear();
  });
  if (linear) return "";
  return "the readout multiplies coordinates, and a tie of it is decided where the scores of the heads have a common unit "
         "and its expansion is not too long";
}

Json LayerSetting::details(const Observation& o) const {
  Json result = details_;
  if (o.least_yes || o.greatest_no) {
    const auto side = [](const std::optional<double>& bound, auto&& decimal) {
      return bound ? Json(decimal(Interval::from_double(*bound))) : Json();
    };
    result["sides"] = {
        {"yes_at_least", side(o.least_yes, [](const Interval& y) { return decimal_rounded_down(y); })},
        {"no_at_most", side(o.greatest_no, [](const Interval& y) { return decimal_rounded_up(y); })}};
  }
  return result;
}

}  // namespace attest

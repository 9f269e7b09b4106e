#include "constructions/verification/softmax_claim.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "constructions/attention/best_tuple.hpp"
#include "constructions/attention/certified_output.hpp"
#include "constructions/attention/spectrum.hpp"
#include "constructions/verification/exact_judge.hpp"
#include "constructions/verification/identity_check.hpp"
#include "constructions/verification/input_argument.hpp"
#include "constructions/verification/layer_tables.hpp"
#include "constructions/verification/stop_reason.hpp"
#include "constructions/verification/table_judge.hpp"
#include "numeric/decimal.hpp"

namespace attest {

namespace {

constexpr long printed_bits = 70;  // more than 17 digits need

RealBounds bounds_of(const Interval& value) {
  const DecimalEnclosure decimal = decimal_enclosure(value);
  return {decimal.lower, decimal.upper};
}

Json bounds_json(const Interval& value) {
  const RealBounds bounds = bounds_of(value);
  return {{"lower", bounds.lower}, {"upper", bounds.upper}};
}

Interval output_enclosure(const SoftmaxProblem& problem, std::span<const Symbol> word, std::size_t position) {
  return CertifiedOutput(problem.tokens, problem.forest, word, position).deviation(Rational(0), printed_bits);
}

// The integer that y rounds to, or nothing where y is exactly between two.
std::optional<Integer> nearest_integer(const Interval& y) {
  Integer guess(std::llround(y.middle_double()));
  for (const Integer& candidate : {guess, Integer(guess - 1), Integer(guess + 1)}) {
    const Interval distance = abs(y - Interval(Rational(candidate), y.precision()));
    if (compare(distance, decision_threshold()) == Ordering::less) return candidate;
  }
  return std::nullopt;
}

}  // namespace

JudgeFactory judge_factory(const SoftmaxProblem& problem) {
  std::shared_ptr<const LayerTables> tables;
  if (problem.task.space().size() > exact_space_limit) tables = make_layer_tables(problem, most_table_bytes);
  return [&problem, tables]() -> std::unique_ptr<Judge> {
    if (tables) {
      if (auto judge = make_table_judge(problem, tables)) return judge;
    }
    return std::make_unique<ExactJudge>(problem);
  };
}

SoftmaxSetting SoftmaxClaim::setting(Variant variant, const Parameters& parameters) const {
  SoftmaxSetting result;
  result.variant = variant;
  result.parameters = parameters;
  result.sizes = sizes(parameters);
  result.task = task(parameters);
  result.construction = construction(variant, parameters);
  Instantiation instance = instantiate(result.construction, result.sizes);
  result.problems = std::move(instance.problems);
  if (result.problems.empty()) {
    result.problem = std::make_unique<SoftmaxProblem>(instance.layer, *result.task);
    result.problem->forest = forest_for(result.problem->tokens);
  }
  return result;
}

void SoftmaxSetting::use_weights(const Json& weights) {
  const SoftmaxLayer layer = softmax_layer_from_json(weights, construction.attention);
  own_weights = true;
  problems.clear();
  construction.embedding_dimension = layer.dimension();
  construction.identities.clear();
  construction.defects.clear();
  construction.choices.clear();
  construction.notes.clear();
  problem = std::make_unique<SoftmaxProblem>(layer, *task);
  problem->forest = forest_for(problem->tokens);
}

Observation SoftmaxClaim::observe_inputs(const SoftmaxSetting& setting, const VerifyOptions& options) const {
  announce_if_large(
      setting.task->space(), options,
      fmt::format("{} {} {}", info_.id, to_string(setting.variant), setting.parameters.to_string()));
  const auto result = enumerate(setting.task->space(), judge_factory(*setting.problem), options);
  return observe(setting.task->space(), options, result);
}

Verdict SoftmaxClaim::verify(Variant variant, const Parameters& parameters,
                             const VerifyOptions& options) const {
  SoftmaxSetting s = setting(variant, parameters);
  if (options.weights) s.use_weights(*options.weights);
  if (s.problem) return conclude_from(s, observe_inputs(s, options), options);
  Observation nothing;
  nothing.space = s.task->space().size();
  nothing.total = part_size(nothing.space, options.part);
  return conclude_from(s, nothing, options);
}

Verdict SoftmaxClaim::merge(Variant variant, const Parameters& parameters, const std::vector<Json>& parts,
                            const VerifyOptions& options) const {
  const SoftmaxSetting s = setting(variant, parameters);
  const std::vector<Observation> observations = observations_of(parts, s.task->space());
  return conclude_from(s, attest::merge(observations, options.failing_limit), options);
}

Check SoftmaxClaim::output_check(const SoftmaxSetting& setting, const Observation& o) const {
  Check check;
  check.name = "output";
  if (!setting.problem) {
    check.status = Status::undecided;
    check.reason = "there is no layer to run";
    return check;
  }
  if (o.failing.count != 0) {
    const Word word = setting.task->space().unrank(*o.failing.first);
    for (std::size_t which = 0; which < setting.problem->judged.size(); ++which) {
      const std::size_t position = setting.problem->judged[which];
      const CertifiedOutput output(setting.problem->tokens, setting.problem->forest, word, position);
      const long truth = setting.task->truth(word, which);
      if (output.compare_error(Rational(truth), decision_threshold()) != Ordering::greater) continue;
      check.status = Status::refuted;
      check.reason = fmt::format(
          "{} of {} checked inputs give an output that is off by more than 1/2; the first is {} (rank {}), "
          "where "
          "token {} gives y = {:.6g} instead of {}",
          o.failing.count.str(), o.checked.str(), setting.task->to_json(word).dump(), o.failing.first->str(),
          position + 1, output_enclosure(*setting.problem, word, position).middle_double(), truth);
      break;
    }
  } else if (!o.complete() || o.total == 0) {
    check.status = Status::undecided;
    check.reason = stop_reason(o);
  } else if (o.undecided.count != 0) {
    check.status = Status::undecided;
    check.reason = fmt::format("{} inputs stayed undecided at {} bits, the first of rank {}",
                               o.undecided.count.str(), maximal_precision, o.undecided.first->str());
  } else {
    check.status = Status::holds;
    check.evidence = Evidence::enumeration;
  }
  return check;
}

Check SoftmaxClaim::maximum_check(const SoftmaxSetting& setting, const Observation& o) const {
  Check check;
  check.name = "unique-maximum";
  check.essential = unique_maximum_is_essential() && !setting.own_weights;
  if (!setting.problem) {
    check.reason = "there is no layer to run";
  } else if (o.extra.count != 0) {
    check.status = Status::refuted;
    check.reason =
        fmt::format("the highest score is not unique on {} of {} checked inputs, the first of rank {}",
                    o.extra.count.str(), o.checked.str(), o.extra.first->str());
  } else if (!o.complete() || o.total == 0) {
    check.reason = stop_reason(o);
  } else {
    check.status = Status::holds;
    check.evidence = Evidence::enumeration;
  }
  return check;
}

void SoftmaxClaim::add_margins(const SoftmaxSetting& setting, const Observation& o, Verdict& verdict) const {
  if (!setting.problem || !o.worst_rank) return;
  if (o.least_gap) {
    const Surd gap = setting.problem->tokens.unit() * Surd(Rational(*o.least_gap));
    verdict.margins.score_gap = ScoreGap{gap.to_string(), bounds_of(gap.enclosure(2 * printed_bits))};
  }
  const Word word = setting.task->space().unrank(*o.worst_rank);
  const Interval worst = certified_error(*setting.problem, word, printed_bits);
  const Interval bound = max(worst, Interval::from_double(o.error_bound));
  const Interval half(decision_threshold(), 2 * printed_bits);
  verdict.margins.output_error = RealBounds{nonnegative_rounded_down(worst), decimal_rounded_up(bound)};
  // An error is nonnegative, whatever its enclosure says.
  const Interval least =
      compare(worst, Rational(0)) == Ordering::greater ? worst : Interval(0L, initial_precision);
  verdict.margins.decision_margin =
      RealBounds{decimal_rounded_down(half - bound), decimal_rounded_up(half - least)};
  if (!o.complete()) forget_unseen_side(verdict.margins);
  verdict.worst_input = {{"rank", o.worst_rank->str()}, {"input", setting.task->to_json(word)}};
  if (setting.own_weights) return;
  for (Check& check : further_checks(setting, worst, bound)) verdict.checks.push_back(std::move(check));
}

Json SoftmaxClaim::output_json(const SoftmaxSetting& setting, std::span<const Symbol> word,
                               std::size_t which) const {
  const SoftmaxProblem& problem = *setting.problem;
  const std::size_t position = problem.judged[which];
  const Interval y = output_enclosure(problem, word, position);
  const auto decision = nearest_integer(y);
  const BestTuple best = best_tuple(problem.tokens, problem.forest, word, position);
  Json result = {{"position", position + 1},
                 {"value", bounds_json(y)},
                 {"decision", decision ? Json(static_cast<long>(*decision)) : Json()},
                 {"truth", setting.task->truth(word, which)},
                 {"winner", best.tokens},
                 {"score_gap", Json()}};
  if (best.gap) {
    const Surd gap = problem.tokens.unit() * Surd(Rational(*best.gap));
    result["score_gap"] = bounds_json(gap.enclosure(2 * printed_bits));
    result["score_gap"]["exact"] = gap.to_string();
  }
  return result;
}

void SoftmaxClaim::add_counterexample(const SoftmaxSetting& setting, const Observation& o,
                                      const std::vector<Json>& identity_witnesses, Verdict& verdict) const {
  Json result;
  if (verdict.status != Status::refuted && verdict.status != Status::ill_formed) return;
  const auto input_witness = [&](const char* check, const Integer& rank) {
    const Word word = setting.task->space().unrank(rank);
    Json witness = {{"check", check}, {"rank", rank.str()}, {"input", setting.task->to_json(word)}};
    for (std::size_t which = 0; which < setting.problem->judged.size(); ++which) {
      const std::size_t position = setting.problem->judged[which];
      const CertifiedOutput output(setting.problem->tokens, setting.problem->forest, word, position);
      if (std::string(check) == "output" && output.compare_error(Rational(setting.task->truth(word, which)),
                                                                 decision_threshold()) != Ordering::greater) {
        continue;
      }
      witness.update(output_json(setting, word, which));
      break;
    }
    if (setting.own_weights) return witness;  // no command without the file says it
    witness["replay"] = fmt::format("attest run {} --variant {} {} --input rank:{}", info_.id,
                                    to_string(setting.variant), setting.parameters.to_string(), rank.str());
    return witness;
  };
  if (o.failing.first) {
    result = input_witness("output", *o.failing.first);
  } else if (!identity_witnesses.empty()) {
    result = identity_witnesses.front();
  } else if (o.extra.first && unique_maximum_is_essential()) {
    result = input_witness("unique-maximum", *o.extra.first);
  }
  if (!setting.construction.defects.empty()) {
    if (result.is_null()) result["check"] = "well-formed";
    result["defects"] = Json::array();
    for (const auto& defect : setting.construction.defects) {
      result["defects"].push_back({{"where", defect.where}, {"what", defect.what}});
    }
  }
  verdict.counterexample = std::move(result);
}

Verdict SoftmaxClaim::conclude_from(const SoftmaxSetting& setting, const Observation& o,
                                    const VerifyOptions& options) const {
  Verdict verdict;
  verdict.claim = info_.id;
  verdict.variant = setting.variant;
  verdict.source = info_.source;
  verdict.parameters = setting.parameters;
  verdict.inputs = {o.space, o.total, o.checked, o.failing.count};
  if (options.part.given) verdict.part = options.part;
  verdict.size = {1, setting.construction.embedding_dimension, setting.construction.mlp_parameters};
  verdict.notes = setting.construction.notes;

  verdict.checks.push_back(check_well_formed(setting.construction, setting.problems));
  std::vector<Json> witnesses;
  for (const auto& identity : setting.construction.identities) {
    IdentityResult result = check_identity(setting.construction, identity, setting.sizes, *setting.task);
    if (result.check.essential && !result.witness.is_null()) witnesses.push_back(std::move(result.witness));
    verdict.checks.push_back(std::move(result.check));
  }
  verdict.checks.push_back(output_check(setting, o));
  verdict.checks.push_back(maximum_check(setting, o));
  add_margins(setting, o, verdict);
  conclude(verdict);
  add_counterexample(setting, o, witnesses, verdict);

  if (setting.problem) {
    for (const Integer& rank : o.failing_ranks) {
      const Word word = setting.task->space().unrank(rank);
      verdict.failing.push_back({{"rank", rank.str()}, {"input", setting.task->to_json(word)}});
    }
  }
  verdict.details["choices"] = setting.construction.choices;
  if (!setting.construction.defects.empty()) {
    verdict.details["readings"] = Json::array();
    for (const auto& defect : setting.construction.defects) {
      verdict.details["readings"].push_back(defect.where + ": " + defect.reading);
    }
  }
  if (setting.own_weights) {
    verdict.details["weights"] = "the reader's own (--weights)";
  } else if (!info_.info(setting.variant).changes.empty()) {
    verdict.details["changes"] = info_.info(setting.variant).changes;
  }
  verdict.details["enumeration"] = to_json(o);
  return verdict;
}

Json SoftmaxClaim::run(Variant variant, const Parameters& parameters, const Json& input,
                       std::uint64_t seed) const {
  const SoftmaxSetting s = setting(variant, parameters);
  const Word word = input_from(input, *s.task, seed);
  Json result;
  result["input"] = s.task->to_json(word);
  result["rank"] = s.task->space().rank(word).str();
  result["outputs"] = Json::array();
  if (!s.problem) {
    result["verdict"] = to_string(Status::ill_formed);
    return result;
  }
  for (std::size_t which = 0; which < s.problem->judged.size(); ++which) {
    result["outputs"].push_back(output_json(s, word, which));
  }
  const Ordering order = decide_exactly(*s.problem, word, nullptr);
  result["verdict"] = to_string(order == Ordering::greater     ? Status::refuted
                                : order == Ordering::undecided ? Status::undecided
                                                               : Status::holds);
  return result;
}

Json SoftmaxClaim::weights(Variant variant, const Parameters& parameters) const {
  const SoftmaxSetting s = setting(variant, parameters);
  return weights_json(s.construction, s.sizes);
}

}  // namespace attest

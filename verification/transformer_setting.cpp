#include "verification/transformer_setting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "attention/weights_json.hpp"
#include "claims/stop.hpp"
#include "numeric/decimal.hpp"
#include "verification/definition.hpp"
#include "verification/limits.hpp"
#include "verification/transformer_judge.hpp"
#include "verification/unique_maximum.hpp"

namespace attest {

namespace {

Integer unit_denominator(const TransformerLayer& layer, const TokenKinds& kinds) {
  Integer result = 1;
  for (std::size_t h = 0; h < layer.heads.size(); ++h) {
    Integer rows = 1;
    for (std::size_t q = 0; q < layer.heads[h].query.size(); ++q) {
      for (std::size_t kind = 0; kind < kinds.count(); ++kind) {
        if (kind % 64 == 0) check_stop();
        const RationalVector& row = kinds.query(h, q, kind);
        for (Eigen::Index c = 0; c < row.size(); ++c)
          rows = boost::multiprecision::lcm(rows, denominator_of(row(c)));
      }
    }
    // A score is a sum of products of two or three entries.
    result = boost::multiprecision::lcm(result, Integer(rows * rows * rows));
  }
  return result;
}

}  // namespace

TransformerSetting::TransformerSetting(Variant variant, const Parameters& parameters,
                                       std::unique_ptr<TokenTask> task, Transformer record,
                                       const std::map<std::string, long>& sizes,
                                       const std::vector<TransformerAt>& at_other_sizes,
                                       UniqueMaximum unique_maximum)
    : JudgedSetting(variant, parameters),
      task_(std::move(task)),
      record_(std::move(record)),
      sizes_(size_values(sizes)),
      size_numbers_(sizes),
      unique_maximum_(unique_maximum) {
  TransformerInstance instance = instantiate(record_, sizes_);
  layer_ = std::move(instance.layer);
  problems_ = std::move(instance.problems);
  for (const TransformerAt& other : at_other_sizes)
    other_sizes_.push_back(
        {other.parameters.to_string(), size_of(instantiate(other.record, size_values(other.sizes)).layer)});
  if (problems_.empty()) prepare();
}

void TransformerSetting::prepare() {
  kinds_ = std::make_unique<TokenKinds>(layer_, *task_);
}

void TransformerSetting::make_filter() const {
  std::call_once(filter_made_, [this] {
    auto filter = LayerFilter::make(layer_, *kinds_, *task_);
    units_ = filter ? filter->units() : unit_denominator(layer_, *kinds_);
    filter_ = std::move(filter);
  });
}

const LayerFilter* TransformerSetting::filter() const {
  make_filter();
  return filter_.get();
}

const Integer& TransformerSetting::units() const {
  make_filter();
  return units_;
}

void TransformerSetting::use_weights(const Json& weights) {
  const Json own = this->weights();
  for (const char* name : {"scale_formula", "network_formula", "rows", "problems"})
    weights::displayed(weights, own, name, "");
  layer_ = layer_from_json(weights, task_->features());
  own_weights_ = true;
  problems_.clear();
  prepare();
}

std::unique_ptr<Judge> TransformerSetting::make_judge() const {
  const bool small = task_->space().size() <= exact_space_limit;
  return std::make_unique<TransformerJudge>(*this, small ? nullptr : filter());
}

Surd TransformerSetting::unit() const {
  return layer_.heads.front().scale * Surd(Rational(1) / Rational(units()));
}

ScoreGap TransformerSetting::score_gap(const Integer& least_gap) const {
  const Surd gap = unit() * Surd(Rational(least_gap));
  const DecimalEnclosure decimal = decimal_enclosure(gap.enclosure(2 * printed_bits));
  return {gap.to_string(), {decimal.lower, decimal.upper}};
}

PositionOutput TransformerSetting::output(std::span<const Symbol> word, std::size_t which) const {
  const std::size_t token = task_->judged_positions()[which];
  const long truth = task_->truth(word, which);
  TokenOutput out = decided_output(layer_, *kinds_, *task_, word, token, truth, printed_bits);
  PositionOutput result;
  result.status = rightness(task_->decision(), out.y, truth);
  const Ordering sign = compare(out.y, Rational(0));
  if (sign != Ordering::undecided) result.decision = sign == Ordering::greater ? 1 : 0;
  result.winner = Json::array();
  std::optional<Rational> least;
  for (const auto& best : out.best) {
    result.winner.push_back(Json::array({task_->position_name(best.j), task_->position_name(best.k)}));
    if (best.gap && (!least || *best.gap < *least)) least = best.gap;
  }
  if (result.winner.size() == 1) result.winner = Json(result.winner.front());
  if (least) result.gap = score_gap(numerator_of(Rational(*least * Rational(units()))));
  result.y = std::move(out.y);
  return result;
}

std::vector<Check> TransformerSetting::checks_before() const {
  std::vector<Check> checks;
  Check formed;
  formed.name = "well-formed";
  std::string reason;
  const auto add = [&](const std::string& text) { reason += (reason.empty() ? "" : "; ") + text; };
  if (!own_weights_) {
    for (const auto& defect : record_.defects) add(defect.where + ": " + defect.what);
  }
  for (const auto& problem : problems_) add(problem);
  formed.status = reason.empty() ? Status::holds : Status::ill_formed;
  if (reason.empty()) {
    formed.evidence = Evidence::symbolic;
  } else {
    formed.reason = reason;
  }
  checks.push_back(std::move(formed));
  if (own_weights_) return checks;
  for (const auto& identity : record_.identities) {
    Check check;
    check.name = identity.name;
    check.essential = identity.essential;
    Polynomial difference = identity.displayed - identity.actual;
    for (const auto& [name, value] : size_numbers_) difference = reduce_reciprocals(difference, name);
    check.status = difference.is_zero() ? Status::holds : Status::refuted;
    if (difference.is_zero()) {
      check.evidence = Evidence::symbolic;
    } else {
      check.kind = Kind::display;
      check.reason = fmt::format("{}: {} (displayed minus actual: {})", identity.where, identity.failure,
                                 difference.substitute(sizes_).to_string());
    }
    checks.push_back(std::move(check));
  }
  return checks;
}

std::vector<Check> TransformerSetting::checks_after(const Observation& o) const {
  std::vector<Check> checks;
  checks.push_back(unique_maximum_check(o, runnable()));
  checks.back().essential = unique_maximum_ == UniqueMaximum::essential && !own_weights_;
  if (own_weights_) return checks;
  checks.push_back(size_check());
  if (further_ && runnable() && o.checked != 0) {
    for (Check& check : further_(*this, o)) checks.push_back(std::move(check));
  }
  return checks;
}

Check TransformerSetting::size_check() const {
  std::vector<SizeAt> sizes{{parameters().to_string(), size()}};
  sizes.insert(sizes.end(), other_sizes_.begin(), other_sizes_.end());
  return constant_size(sizes);
}

Size TransformerSetting::size() const {
  return size_of(layer_);
}

Json TransformerSetting::weights() const {
  Json result = layer_.to_json();
  result["scale_formula"] = record_.scale_text;
  result["network_formula"] = record_.network_formula;
  result["rows"] = Json::array();
  for (const auto& head : record_.heads) {
    Json rows;
    const auto names = query_names(head.mechanism);
    const auto texts = [](const Rows& list) {
      Json array = Json::array();
      for (const auto& row : list) array.push_back(row.to_string());
      return array;
    };
    for (std::size_t q = 0; q < head.query.size(); ++q) rows[names[q].substr(2)] = texts(head.query[q]);
    for (std::size_t v = 0; v < head.value.size(); ++v)
      rows[fmt::format("v_{}", v + 1)] = texts(head.value[v]);
    result["rows"].push_back(std::move(rows));
  }
  result["problems"] = problems_;
  return result;
}

Json TransformerSetting::details(const Observation& o) const {
  Json result = Json::object();
  if (own_weights_) {
    result["weights"] = "the reader's own (--weights)";
    result["choices"] = Json::array();
  } else if (!record_.defects.empty()) {
    result["readings"] = Json::array();
    for (const auto& defect : record_.defects)
      result["readings"].push_back(defect.where + ": " + defect.reading);
  }
  const auto side = [](double bound, bool down) {
    const Interval value = Interval::from_double(bound);
    return down ? decimal_rounded_down(value) : decimal_rounded_up(value);
  };
  if (o.least_yes || o.greatest_no) {
    result["sides"] = {{"yes_at_least", o.least_yes ? Json(side(*o.least_yes, true)) : Json()},
                       {"no_at_most", o.greatest_no ? Json(side(*o.greatest_no, false)) : Json()}};
  }
  return result;
}

}  // namespace attest

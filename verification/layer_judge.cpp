#include "verification/layer_judge.hpp"

#include <algorithm>
#include <boost/container_hash/hash.hpp>
#include <cmath>
#include <limits>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "verification/bounded_decision.hpp"
#include "verification/layer_setting.hpp"

namespace attest {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr std::size_t judged_size = 40;  // about as many integers as a key takes what is known of an output
constexpr std::size_t most_remembered = 1U << 22U;  // integers in keys, 32 MB

}  // namespace

// What one input adds to the tally.
struct LayerJudge::Seen {
  Status status = Status::holds;
  bool tie = false;
  double worst = -infinite;
  double bound = 0;
  double least_gap = infinite;
  double least_yes = infinite;
  double greatest_no = -infinite;
  double margin = infinite;  // a lower bound of the least one

  // The deviation is at most `at_most` and, as far as it was computed, `computed`, which is no further from it than from
  // `at_most`; `least_margin` bounds the decision margin from below.
  void add(Decision decision, long truth, Status s, const BoundedDouble& y, double computed, double at_most,
           double least_margin) {
    status = std::max(status, s);
    margin = std::min(margin, least_margin);
    worst = std::max(worst, computed);
    bound = std::max(bound, at_most);
    if (decision != Decision::sign) return;
    if (truth == 1) {
      least_yes = std::min(least_yes, y.lower());
    } else {
      greatest_no = std::max(greatest_no, y.upper());
    }
  }
};

LayerJudge::LayerJudge(const LayerSetting& setting, const attention::DoubleFilter* filter,
                       const attention::OutputKeys* keys)
    : setting_(setting),
      filter_(filter),
      judged_(setting.task().judged_positions()),
      some_are_not_judged_(setting.task().has_other_words() || setting.task().judges_some_only()),
      keys_(keys) {}

std::size_t LayerJudge::KeyHash::operator()(const attention::OutputKeys::Key& key) const {
  return boost::hash_range(key.begin(), key.end());
}

bool LayerJudge::by_filter(std::span<const Symbol> word, Seen& seen) {
  const LayerTask& task = setting_.task();
  scratch_.kind.resize(task.tokens());
  task.kinds(word, scratch_.kind);
  filter_->begin(scratch_);
  for (std::size_t which = 0; which < judged_.size(); ++which) {
    const auto out = filter_->output(static_cast<attention::Token>(judged_[which]), scratch_);
    const long truth = task.truth(word, which);
    const Status status = bounded_rightness(task.decision(), out.y, truth);
    if (status == Status::undecided) return false;
    const BoundedDouble deviation = bounded_deviation(task.decision(), out.y, truth);
    seen.add(task.decision(), truth, status, out.y, deviation.value, deviation.upper(),
             bounded_margin(task.decision(), out.y, truth));
    if (out.least_gap) {
      // Beyond 2^53 a double may not hold it: exactly, then.
      if (*out.least_gap >= (std::int64_t{1} << 53)) return false;
      seen.tie = seen.tie || *out.least_gap == 0;
      seen.least_gap = std::min(seen.least_gap, static_cast<double>(*out.least_gap));
    }
  }
  return true;
}

LayerJudge::Judged LayerJudge::judged(std::span<const Symbol> word, std::size_t which, Wanted wanted) const {
  const attention::LayerOutput out = setting_.evaluate(word, which);
  const Interval y = out.deviation(Rational(0), judged_bits);
  const double middle = y.middle_double();
  if (!std::isfinite(middle))
    throw UsageError("an output beyond the range of double, expected smaller weights");
  // Both ends of the enclosure, as a bounded double.
  const double radius = std::max(y.upper_double() - middle, middle - y.lower_double());
  Judged result;
  result.y = {middle, radius > 0 ? std::nextafter(radius, infinite) : 0.0};
  result.status = setting_.rightness_of(out, wanted);
  const bool is_sign = wanted.decision == Decision::sign;
  const Interval error = is_sign ? deviation_of(wanted, y) : abs(out.deviation(wanted.value, judged_bits));
  Interval margin = margin_of(wanted, y);
  if (!is_sign && result.status == Status::holds) {
    // Accurate also where it is small.
    margin = min(out.deviation(wanted.value - wanted.within, judged_bits),
                 -out.deviation(wanted.value + wanted.within, judged_bits));
  }
  result.error = error.lower_double();
  result.error_bound = error.upper_double();
  result.margin = margin.lower_double();
  for (const auto& head : out.heads()) result.tie = result.tie || (head.gap && *head.gap == 0);
  result.gap = setting_.least_gap(out);
  result.wanted = std::move(wanted);
  return result;
}

const LayerJudge::Judged& LayerJudge::known_or_judged(std::span<const Symbol> word, std::size_t which,
                                                      Wanted wanted) {
  if (keys_ == nullptr) return unknown_ = judged(word, which, std::move(wanted));
  const VectorAnswer* vector = setting_.task().vector_answer();
  const std::size_t coordinate = vector == nullptr ? 0 : which % vector->dimension;
  keys_->key(static_cast<attention::Token>(judged_[which]), key_scratch_, key_);
  std::vector<Judged>& known = known_[key_];
  for (const Judged& k : known) {
    if (k.coordinate == coordinate && k.wanted == wanted) return k;
  }
  remembered_ += key_.size() + judged_size;
  known.push_back(judged(word, which, std::move(wanted)));
  known.back().coordinate = coordinate;
  return known.back();
}

void LayerJudge::by_definition(std::span<const Symbol> word, const std::atomic<bool>& stop, Seen& seen,
                               Tally& gaps) {
  const LayerTask& task = setting_.task();
  if (keys_ != nullptr) {
    if (remembered_ > most_remembered) {
      known_.clear();
      remembered_ = 0;
    }
    key_scratch_.kind.resize(task.tokens());
    task.kinds(word, key_scratch_.kind);
    keys_->begin(key_scratch_);
  }
  for (std::size_t which = 0; which < judged_.size(); ++which) {
    if (stop) throw Stopped();
    const Judged& out = known_or_judged(word, which, task.wanted(word, which));
    const Wanted& wanted = out.wanted;
    seen.add(wanted.decision, wanted.decision == Decision::sign && wanted.value == 1 ? 1 : 0, out.status,
             out.y, out.error, out.error_bound, out.margin);
    seen.tie = seen.tie || out.tie;
    if (out.gap) gaps.note_gap(out.gap->count, out.gap->unit);
  }
}

void LayerJudge::judge(std::span<const Symbol> word, std::size_t /*first_changed*/, std::size_t count,
                       InputIndex index, const std::atomic<bool>& stop, Tally& tally) {
  Word current(word.begin(), word.end());
  std::vector<char> broken;  // [condition], behind these: not decided
  for (std::size_t k = 0; k < count && !stop; ++k, ++current.back(), ++index) {
    const Standing standing = some_are_not_judged_ ? setting_.task().standing(current) : Standing::judged;
    if (standing != Standing::judged) {
      ++(standing == Standing::excluded ? tally.no_inputs : tally.not_judged);
      ++tally.checked;
      continue;
    }
    Seen seen;
    const bool fell_back = filter_ == nullptr || !by_filter(current, seen);
    if (fell_back) {
      seen = Seen();
      by_definition(current, stop, seen, tally);
    }
    const auto& conditions = setting_.conditions();
    broken.assign(2 * conditions.size(), 0);
    for (std::size_t c = 0; c < conditions.size(); ++c) {
      try {
        if (conditions[c].broken(setting_, current)) broken[c] = 1;
      } catch (const UndecidedCondition&) {
        broken[conditions.size() + c] = 1;
        if (seen.status == Status::holds) seen.status = Status::undecided;
      }
    }
    // Behind those that are broken, as many that are not decided, where there are some.
    if (tally.conditions.size() < conditions.size()) tally.conditions.resize(conditions.size());
    for (std::size_t c = 0; c < broken.size(); ++c) {
      if (broken[c] == 0) continue;
      if (c >= tally.conditions.size()) tally.conditions.resize(broken.size());
      tally.conditions[c].add(index);
    }
    if (fell_back) ++tally.fell_back;
    if (seen.status == Status::refuted) tally.note_failing(index);
    if (seen.status == Status::undecided) tally.undecided.add(index);
    if (seen.tie) tally.extra.add(index);
    tally.note_error(seen.worst, seen.bound, seen.margin, index);
    tally.least_gap = std::min(tally.least_gap, seen.least_gap);
    tally.least_yes = std::min(tally.least_yes, seen.least_yes);
    tally.greatest_no = std::max(tally.greatest_no, seen.greatest_no);
    ++tally.checked;
  }
}

}  // namespace attest

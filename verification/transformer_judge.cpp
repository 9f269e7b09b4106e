#include "verification/transformer_judge.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "verification/definition.hpp"
#include "verification/transformer_setting.hpp"

namespace attest {

namespace {

constexpr long starting_bits = 60;  // more than a double has

BoundedDouble deviation(Decision decision, const BoundedDouble& y, long truth) {
  if (decision == Decision::nearest) {
    const BoundedDouble difference = y + BoundedDouble{-static_cast<double>(truth), 0};
    return {std::abs(difference.value), difference.error};
  }
  const BoundedDouble half{0.5, 0};
  return truth == 1 ? half + BoundedDouble{-y.value, y.error} : half + y;
}

Status decide(Decision decision, const BoundedDouble& y, long truth) {
  // A bounded double that is not finite claims nothing (a reader's own weights can be as large as they like).
  if (!std::isfinite(y.value) || !std::isfinite(y.error)) return Status::undecided;
  if (decision == Decision::sign) {
    if (y.lower() > 0) return truth == 1 ? Status::holds : Status::refuted;
    if (y.upper() < 0) return truth == 1 ? Status::refuted : Status::holds;
    return Status::undecided;
  }
  const BoundedDouble d = deviation(decision, y, truth);
  if (d.upper() < 0.5) return Status::holds;
  if (d.lower() > 0.5) return Status::refuted;
  return Status::undecided;
}

double margin_below(Decision decision, long truth, const BoundedDouble& y) {
  if (decision == Decision::nearest) return Tally::margin_below(deviation(decision, y, truth).upper());
  return truth == 1 ? y.lower() : -y.upper();
}

}  // namespace

// What one input adds to the tally.
struct TransformerJudge::Seen {
  Status status = Status::holds;
  bool tie = false;
  double worst = -std::numeric_limits<double>::infinity();
  double bound = 0;
  double least_gap = std::numeric_limits<double>::infinity();
  double least_yes = std::numeric_limits<double>::infinity();
  double greatest_no = -std::numeric_limits<double>::infinity();

  double margin = std::numeric_limits<double>::infinity();  // a lower bound of the least one

  void add(Decision decision, long truth, Status s, const BoundedDouble& y, double least_margin) {
    status = std::max(status, s);
    margin = std::min(margin, least_margin);
    const BoundedDouble d = deviation(decision, y, truth);
    worst = std::max(worst, d.value);
    bound = std::max(bound, d.upper());
    if (truth == 1) {
      least_yes = std::min(least_yes, y.lower());
    } else {
      greatest_no = std::max(greatest_no, y.upper());
    }
  }
};

bool TransformerJudge::by_filter(std::span<const Symbol> word, Seen& seen) {
  const TokenTask& task = setting_.task();
  const std::size_t tokens = task.tokens();
  scratch_.kind.resize(tokens);
  for (std::size_t t = 0; t < tokens; ++t) scratch_.kind[t] = setting_.kinds().kind(word, t);
  filter_->begin(scratch_);
  for (std::size_t token = 0; token < tokens; ++token) {
    const LayerFilter::Output out = filter_->output(token, scratch_);
    const long truth = task.truth(word, token);
    const Status status = decide(task.decision(), out.y, truth);
    if (status == Status::undecided) return false;
    seen.add(task.decision(), truth, status, out.y, margin_below(task.decision(), truth, out.y));
    if (out.least_gap != std::numeric_limits<std::int64_t>::max()) {
      seen.tie = seen.tie || out.least_gap == 0;
      seen.least_gap = std::min(seen.least_gap, static_cast<double>(out.least_gap));
    }
  }
  return true;
}

void TransformerJudge::by_definition(std::span<const Symbol> word, const std::atomic<bool>& stop, Seen& seen,
                                     Tally& gaps) const {
  const TokenTask& task = setting_.task();
  for (std::size_t token = 0; token < task.tokens(); ++token) {
    if (stop) throw Stopped();
    const long truth = task.truth(word, token);
    const TokenOutput out =
        decided_output(setting_.layer(), setting_.kinds(), task, word, token, truth, starting_bits);
    const Interval& y = out.y;
    const double middle = y.middle_double();
    if (!std::isfinite(middle))
      throw UsageError("--weights: an output beyond the range of double, expected smaller weights");
    // Both ends of the enclosure, as a bounded double.
    const double radius = std::max(std::nextafter(y.upper_double() - middle, 1e308),
                                   std::nextafter(middle - y.lower_double(), 1e308));
    seen.add(task.decision(), truth, rightness(task.decision(), y, truth), {middle, std::max(0.0, radius)},
             margin_of(task.decision(), y, truth).lower_double());
    for (const auto& best : out.best) {
      if (!best.gap) continue;
      seen.tie = seen.tie || *best.gap == 0;
      const Rational units = *best.gap / setting_.gap_unit();
      if (denominator_of(units) != 1) throw std::logic_error("a score gap that is no multiple of the unit");
      gaps.note_gap(numerator_of(units));
    }
  }
}

void TransformerJudge::judge(std::span<const Symbol> word, std::size_t /*first_changed*/, std::size_t count,
                             InputIndex index, const std::atomic<bool>& stop, Tally& tally) {
  Word current(word.begin(), word.end());
  for (std::size_t k = 0; k < count && !stop; ++k, ++current.back(), ++index) {
    Seen seen;
    if (filter_ == nullptr || !by_filter(current, seen)) {
      seen = Seen();
      by_definition(current, stop, seen, tally);
      ++tally.handed_on;
    }
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

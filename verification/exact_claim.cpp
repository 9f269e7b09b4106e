#include "verification/exact_claim.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "verification/limits.hpp"
#include "verification/stop_reason.hpp"

namespace attest {

namespace {

constexpr Precision exact_precision = 2 * initial_precision;

class WordJudge : public Judge {
 public:
  explicit WordJudge(const ExactSetting& setting)
      : setting_(setting), judged_(setting.task().judged_positions().size()) {}

  void judge(std::span<const Symbol> word, std::size_t /*first_changed*/, std::size_t count, InputIndex index,
             const std::atomic<bool>& stop, Tally& tally) override {
    const Task& task = setting_.task();
    Word current(word.begin(), word.end());
    for (std::size_t k = 0; k < count && !stop; ++k, ++current.back(), ++index) {
      const std::vector<ExactOutput> outputs = setting_.outputs(current);
      std::optional<Rational> worst;
      bool right = outputs.size() == judged_;
      for (std::size_t which = 0; which < outputs.size(); ++which) {
        const long truth = task.truth(current, which);
        const Rational deviation = deviation_of(task.decision(), outputs[which].y, truth);
        if (!worst || deviation > *worst) worst = deviation;
        right = right && is_right(task.decision(), outputs[which].y, truth);
      }
      if (!right) tally.note_failing(index);
      if (setting_.breaks_second_condition(current)) tally.extra.add(index);
      if (worst) {
        const Interval enclosure(*worst, initial_precision);
        tally.note_error(enclosure.middle_double(), std::max(0.0, enclosure.upper_double()),
                         Interval(Rational(decision_threshold() - *worst), initial_precision).lower_double(),
                         index);
      }
      ++tally.checked;
    }
  }

 private:
  const ExactSetting& setting_;
  std::size_t judged_;
};

// The integer within less than 1/2 of y, or nothing where y is exactly between two.
std::optional<Integer> nearest_integer(const Rational& y) {
  const Integer numerator = 2 * numerator_of(y) + denominator_of(y);  // floor(y + 1/2) is the quotient
  const Integer denominator = 2 * denominator_of(y);
  Integer quotient = numerator / denominator;
  if (numerator < 0 && quotient * denominator != numerator) --quotient;
  if (Rational(quotient) - y == Rational(1) / 2) return std::nullopt;
  return quotient;
}

}  // namespace

PositionOutput ExactSetting::judged(ExactOutput out, long truth) const {
  const Decision decision = task().decision();
  PositionOutput result;
  result.y = Interval(out.y, exact_precision);
  result.status = is_right(decision, out.y, truth) ? Status::holds : Status::refuted;
  result.decision =
      decision == Decision::sign ? std::optional<Integer>(out.y > 0 ? 1 : 0) : nearest_integer(out.y);
  result.exact = std::move(out.y);
  result.winner = std::move(out.winner);
  return result;
}

PositionOutput ExactSetting::output(std::span<const Symbol> word, std::size_t which) const {
  return judged(std::move(outputs(word)[which]), task().truth(word, which));
}

std::vector<PositionOutput> ExactSetting::all_outputs(std::span<const Symbol> word) const {
  std::vector<PositionOutput> result;
  for (ExactOutput& out : outputs(word)) {
    const long truth = task().truth(word, result.size());
    result.push_back(judged(std::move(out), truth));
  }
  return result;
}

std::unique_ptr<Judge> ExactSetting::make_judge() const {
  return std::make_unique<WordJudge>(*this);
}

Check second_condition_check(const std::string& name, const Observation& o, const std::string& what_breaks) {
  Check check;
  check.name = name;
  if (o.extra.count != 0) {
    check.status = Status::refuted;
    check.kind = Kind::construction;
    check.reason = fmt::format("on {} of {} checked inputs (first: rank {}) {}", o.extra.count.str(),
                               o.checked.str(), o.extra.first->str(), what_breaks);
  } else if (!o.complete() || o.total == 0) {
    check.reason = stop_reason(o);
  } else {
    check.status = Status::holds;
    check.evidence = Evidence::enumeration;
  }
  return check;
}

}  // namespace attest

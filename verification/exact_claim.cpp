#include "verification/exact_claim.hpp"

#include <fmt/format.h>

#include "verification/exact_output.hpp"
#include "verification/stop_reason.hpp"

namespace attest {

namespace {

class WordJudge : public Judge {
 public:
  explicit WordJudge(const ExactSetting& setting) : setting_(setting) {}

  void judge(std::span<const Symbol> word, std::size_t /*first_changed*/, std::size_t count, InputIndex index,
             const std::atomic<bool>& stop, Tally& tally) override {
    Word current(word.begin(), word.end());
    for (std::size_t k = 0; k < count && !stop; ++k, ++current.back(), ++index) {
      const std::vector<ExactOutput> outputs = setting_.outputs(current);
      const bool breaks = setting_.breaks_second_condition(current);
      note_outputs(setting_.task(), current, outputs, index, tally);
      if (breaks) tally.extra.add(index);
    }
  }

 private:
  const ExactSetting& setting_;
};

}  // namespace

PositionOutput ExactSetting::output(std::span<const Symbol> word, std::size_t which) const {
  return judged_output(task().wanted(word, which), task().vector_answer() != nullptr,
                       std::move(outputs(word)[which]));
}

std::vector<PositionOutput> ExactSetting::all_outputs(std::span<const Symbol> word) const {
  std::vector<PositionOutput> result;
  for (ExactOutput& out : outputs(word)) {
    const Wanted wanted = task().wanted(word, result.size());
    result.push_back(judged_output(wanted, task().vector_answer() != nullptr, std::move(out)));
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

#include "verification/enclosed_claim.hpp"

#include <algorithm>

namespace attest {

namespace {

class EnclosedJudge : public Judge {
 public:
  explicit EnclosedJudge(const EnclosedSetting& setting) : setting_(setting) {}

  void judge(std::span<const Symbol> word, std::size_t /*first_changed*/, std::size_t count, InputIndex index,
             const std::atomic<bool>& stop, Tally& tally) override {
    const Task& task = setting_.task();
    Word current(word.begin(), word.end());
    for (std::size_t k = 0; k < count && !stop; ++k, ++current.back(), ++index) {
      const std::vector<PositionOutput> outputs = setting_.all_outputs(current);
      Status status = Status::holds;
      for (std::size_t which = 0; which < outputs.size(); ++which) {
        const long truth = task.truth(current, which);
        const Interval& y = outputs[which].y;
        const Interval deviation = deviation_of(task.decision(), y, truth);
        status = std::max(status, outputs[which].status);
        tally.note_error(deviation.middle_double(), std::max(0.0, deviation.upper_double()),
                         margin_of(task.decision(), y, truth).lower_double(), index);
        if (task.decision() != Decision::sign) continue;
        if (truth == 1) {
          tally.least_yes = std::min(tally.least_yes, y.lower_double());
        } else {
          tally.greatest_no = std::max(tally.greatest_no, y.upper_double());
        }
      }
      if (status == Status::refuted) tally.note_failing(index);
      if (status == Status::undecided) tally.undecided.add(index);
      if (setting_.breaks_second_condition(current, outputs)) tally.extra.add(index);
      ++tally.handed_on;
      ++tally.checked;
    }
  }

 private:
  const EnclosedSetting& setting_;
};

}  // namespace

std::unique_ptr<Judge> EnclosedSetting::make_judge() const {
  return std::make_unique<EnclosedJudge>(*this);
}

}  // namespace attest

// Judges every input by certified enclosures and exact scores. Slow, without any limit of its own; the
// table judge hands its open cases to the same decisions.
#pragma once

#include "constructions/verification/judge.hpp"
#include "constructions/verification/softmax_problem.hpp"

namespace attest {

class ExactJudge : public Judge {
 public:
  explicit ExactJudge(const SoftmaxProblem& problem) : problem_(problem) {}
  void judge(std::span<const Symbol> word, std::size_t first_changed, std::size_t count, InputIndex index,
             const std::atomic<bool>& stop, Tally& tally) override;

 private:
  const SoftmaxProblem& problem_;
};

// Decides one input with certified outputs: Ordering::greater if some judged output is off by more than
// 1/2, less or equal if all are right, undecided otherwise. Throws Stopped.
Ordering decide_exactly(const SoftmaxProblem& problem, std::span<const Symbol> word,
                        const std::atomic<bool>* stop);

// The largest error over the judged positions, at least `accurate_bits` leading bits certain.
Interval certified_error(const SoftmaxProblem& problem, std::span<const Symbol> word, long accurate_bits,
                         const std::atomic<bool>* stop = nullptr);

}  // namespace attest

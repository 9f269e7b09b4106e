// Judges every input by certified enclosures and exact scores. Slow, without any limit of its own; the
// table judge hands its open cases to the same decisions.
#pragma once

#include "verification/judge.hpp"
#include "verification/softmax_problem.hpp"

namespace attest {

class ExactJudge : public Judge {
 public:
  explicit ExactJudge(const SoftmaxProblem& problem) : problem_(problem) {}
  void judge(std::span<const Symbol> word, std::size_t first_changed, std::size_t count, InputIndex index,
             const std::atomic<bool>& stop, Tally& tally) override;

 private:
  const SoftmaxProblem& problem_;
};

// Decides one input with certified outputs: refuted if some judged output is off by 1/2 or more, holds if all
// are off by less, undecided otherwise. Throws Stopped.
Status decide_exactly(const SoftmaxProblem& problem, std::span<const Symbol> word,
                      const std::atomic<bool>* stop);

// The largest error over the judged positions, at least `accurate_bits` leading bits certain.
Interval certified_error(const SoftmaxProblem& problem, std::span<const Symbol> word, long accurate_bits,
                         const std::atomic<bool>* stop = nullptr);

// The least of 1/2 - |y - truth| over the judged positions, with that many leading bits, or exactly zero.
Interval certified_margin(const SoftmaxProblem& problem, std::span<const Symbol> word, long accurate_bits,
                          const std::atomic<bool>* stop = nullptr);

}  // namespace attest

#include "verification/exact_judge.hpp"

#include <algorithm>

#include "attention/best_tuple.hpp"
#include "attention/certified_output.hpp"

namespace attest {

namespace {

constexpr long filter_bits = 60;  // more than a double has

}  // namespace

Status decide_exactly(const SoftmaxProblem& problem, std::span<const Symbol> word,
                      const std::atomic<bool>* stop) {
  Status result = Status::holds;
  for (std::size_t which = 0; which < problem.judged.size(); ++which) {
    const CertifiedOutput output(problem.tokens, problem.forest, word, problem.judged[which], stop);
    const Ordering order =
        output.compare_error(Rational(problem.task.truth(word, which)), decision_threshold());
    if (order == Ordering::greater || order == Ordering::equal) return Status::refuted;
    if (order == Ordering::undecided) result = Status::undecided;
  }
  return result;
}

Interval certified_error(const SoftmaxProblem& problem, std::span<const Symbol> word, long accurate_bits,
                         const std::atomic<bool>* stop) {
  Interval worst(0L, initial_precision);
  for (std::size_t which = 0; which < problem.judged.size(); ++which) {
    const CertifiedOutput output(problem.tokens, problem.forest, word, problem.judged[which], stop);
    worst = max(worst, abs(output.deviation(Rational(problem.task.truth(word, which)), accurate_bits)));
  }
  return worst;
}

Interval certified_margin(const SoftmaxProblem& problem, std::span<const Symbol> word, long accurate_bits,
                          const std::atomic<bool>* stop) {
  std::optional<Interval> least;
  const auto consider = [&](const Interval& margin) { least = least ? -max(-*least, -margin) : margin; };
  for (std::size_t which = 0; which < problem.judged.size(); ++which) {
    const CertifiedOutput output(problem.tokens, problem.forest, word, problem.judged[which], stop);
    const Rational truth(problem.task.truth(word, which));
    consider(output.deviation(truth - decision_threshold(), accurate_bits));
    consider(-output.deviation(truth + decision_threshold(), accurate_bits));
  }
  return *least;
}

// Truths are integers that some symbol stands for, or 0 and 1.
double SoftmaxProblem::largest_truth() const {
  return static_cast<double>(std::abs(task.first_symbol())) +
         static_cast<double>(task.space().alphabet_size(0)) + 1;
}

Status SoftmaxProblem::decide(std::span<const Symbol> word, const std::atomic<bool>* stop) const {
  return decide_exactly(*this, word, stop);
}

Interval SoftmaxProblem::error(std::span<const Symbol> word, long accurate_bits,
                               const std::atomic<bool>* stop) const {
  return certified_error(*this, word, accurate_bits, stop);
}

Interval SoftmaxProblem::margin(std::span<const Symbol> word, long accurate_bits,
                                const std::atomic<bool>* stop) const {
  return certified_margin(*this, word, accurate_bits, stop);
}

void ExactJudge::judge(std::span<const Symbol> word, std::size_t /*first_changed*/, std::size_t count,
                       InputIndex index, const std::atomic<bool>& stop, Tally& tally) {
  Word current(word.begin(), word.end());
  for (std::size_t k = 0; k < count && !stop; ++k, ++current.back(), ++index) {
    try {
      const Status status = decide_exactly(problem_, current, &stop);
      const Interval error = certified_error(problem_, current, filter_bits, &stop);
      bool tie = false;
      for (const std::size_t position : problem_.judged) {
        const auto gap = best_tuple(problem_.tokens, problem_.forest, current, position).gap;
        if (!gap) continue;
        tie = tie || *gap == 0;
        tally.note_gap(*gap);
      }
      if (tie) tally.extra.add(index);
      double margin = Tally::margin_below(error.upper_double());
      // The error's upper end can be 1/2 where the error is not.
      if (status == Status::holds && margin <= 0)
        margin = certified_margin(problem_, current, filter_bits, &stop).lower_double();
      if (status == Status::refuted) tally.note_failing(index);
      if (status == Status::undecided) tally.undecided.add(index);
      tally.note_error(error.middle_double(), error.upper_double(), margin, index);
      ++tally.handed_on;
      ++tally.checked;
    } catch (const Stopped&) {
      return;
    }
  }
}

}  // namespace attest

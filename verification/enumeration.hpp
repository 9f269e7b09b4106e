// Visits every input of a part of an input space, in parallel, and tallies what a judge says.
#pragma once

#include <functional>
#include <memory>

#include "claims/verify_options.hpp"
#include "tasks/input_space.hpp"
#include "verification/judge.hpp"
#include "verification/tally.hpp"

namespace attest {

using JudgeFactory = std::function<std::unique_ptr<Judge>()>;  // one judge a thread; called from any thread

enum class StopCause { finished, first_found, interrupted, lost_rank, budget };

// `interrupted` or `lost_rank`: what an interruption is (interruption_cause(), claims/stop.hpp).
StopCause interruption();

struct EnumerationResult {
  Tally tally;
  Integer total;  // inputs in the part
  StopCause cause = StopCause::finished;
  bool complete() const { return cause == StopCause::finished; }
};

// How many ranks r, 0 <= r < space, are R modulo M.
Integer part_size(const Integer& space, const Part& part);

// The rank of index k of the part.
Integer part_rank(const Part& part, InputIndex index);

// With options.first the tally covers exactly the inputs up to the first failing one.
EnumerationResult enumerate(const InputSpace& space, const JudgeFactory& make_judge,
                            const VerifyOptions& options);

// The same of the words of a list, ascending and without a part; indices are places in the list.
EnumerationResult enumerate(const std::vector<Word>& words, const JudgeFactory& make_judge,
                            const VerifyOptions& options);

}  // namespace attest

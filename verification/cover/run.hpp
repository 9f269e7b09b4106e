// The cover of a setting: every judged token, every assignment of the symbols that it depends on by itself, every candidate for the
// best tuple, on all threads.
#pragma once

#include <string>
#include <vector>

#include "claims/verify_options.hpp"
#include "ranks/shared_work.hpp"
#include "verification/cover/search.hpp"

namespace attest::cover {

struct Result {
  Goal goal;
  Tally tally;
  std::uint64_t contexts = 0;       // judged tokens with their own symbols
  std::uint64_t contexts_done = 0;  // all candidates of which, or all of the part, were looked at
  std::string cause;                // what ended it before (stop_cause)
  bool complete() const { return contexts_done == contexts; }
};

// Of the options' part (Division). Looks at the stop flag; what was seen until then is in the result. Throws UsageError where the cover
// cannot do it.
Result cover(const CoverProblem& problem, Goal goal, const VerifyOptions& options);

// What a verdict asks of a layer.
struct Covered {
  Result output;
  std::vector<Result> unique;  // [head]: that its best tuple is unique; empty where nobody asks
};

// By ranks as well, where it is shared: each takes cases.
Covered cover_all(const CoverProblem& problem, bool unique, const VerifyOptions& options,
                  const ranks::SharedWork* shared = nullptr);

}  // namespace attest::cover

// Where the cover starts: a judged token with the symbols that it depends on by itself.
#pragma once

#include <functional>
#include <vector>

#include "verification/cover/problem.hpp"

namespace attest::cover {

struct Start {
  std::size_t which = 0;              // of CoverProblem::judged
  std::vector<std::int32_t> symbols;  // [position]: the token's own, free_symbol elsewhere
};

// All of them: every input is in one of each judged token. UsageError where they are too many.
std::vector<Start> starts_of(const CoverProblem& problem);
// The same with the positions that a judged token depends on by itself.
std::vector<Start> starts_of(const Questions& problem,
                             const std::function<std::vector<std::size_t>(std::size_t which)>& own);

// Fixes the symbols that tell the answer, in every way, and calls `visit` with each box and its answer. `symbols` is as it was in the
// end.
void each_answer(const Questions& problem, std::size_t which, std::vector<std::int32_t>& symbols,
                 const std::function<void(const std::vector<std::int32_t>&, long)>& visit);

}  // namespace attest::cover

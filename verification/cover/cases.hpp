// The cases of a cover: a judged token with its own symbols fixed (start.hpp) each, in parallel, and what they have seen put together.
#pragma once

#include <functional>

#include "verification/cover/run.hpp"

namespace attest::cover {

// close(k) for every case, by the options' threads and with their progress. A case that is stopped has what it saw in its results; of
// those that throw a UsageError the first one's is thrown when all have ended.
void each_case(std::size_t cases, const VerifyOptions& options,
               const std::function<void(std::size_t k)>& close);

// What a case has seen, behind those before it: in order the result is the same with any threads.
void add_case(Result& whole, Result&& seen, std::size_t start);

}  // namespace attest::cover

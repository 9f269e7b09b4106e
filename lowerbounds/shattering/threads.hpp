#pragma once

#include <functional>

namespace attest {

// Runs `work` with this many threads for everything parallel in it; 0: as many as the machine has.
void with_threads(int threads, const std::function<void()>& work);

}  // namespace attest

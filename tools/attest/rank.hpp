// The program as one of several ranks that mpirun has started: each runs the same command; rank 0 alone is seen, and shares with the
// others what can be shared (ranks/leader.hpp).
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace attest {

// The exit status of this process. Alone: run(words). UsageError's status where it was started as one of several and has no MPI.
int run_among_ranks(const std::vector<std::string>& words,
                    const std::function<int(const std::vector<std::string>&)>& run);

// Of each rank, where nobody says: the processors that are this rank's, or its share of the machine.
int threads_of_a_rank();

}  // namespace attest

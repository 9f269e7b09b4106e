// The program behind main(): its words in, its exit status out. What another program runs in its own process is the same
// (library/).
#pragma once

#include <string>
#include <vector>

namespace attest {

// `words` begin with "attest". Results go to standard output, everything else to standard error (tools/attest/streams.hpp); what
// commands throw is told there, and the process is left as it was but for what forget_last_run() forgets. One at a time.
int run_program(const std::vector<std::string>& words);

// What a run leaves in the process: the files that it read, its own claims, names, colours. Without it the next one would see them.
void forget_last_run();

}  // namespace attest

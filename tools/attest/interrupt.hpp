// Ctrl-C and SIGTERM: the first asks the run to stop and report what it knows, the second ends the program.
#pragma once

#include <atomic>

namespace attest {

const std::atomic<bool>& interrupt_flag();
void install_interrupt_handler();

}  // namespace attest

// SIGINT (Ctrl-C), SIGTERM and SIGHUP: the first asks the run to stop and report what it knows, the second
// ends the program.
#pragma once

#include <atomic>

namespace attest {

const std::atomic<bool>& interrupt_flag();
int interrupt_signal();  // the signal that set the flag; 0: none
void install_interrupt_handler();

}  // namespace attest

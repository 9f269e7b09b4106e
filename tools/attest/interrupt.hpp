// SIGINT (Ctrl-C), SIGTERM and SIGHUP: the first asks the run to stop and report what it knows, the second
// ends the program.
#pragma once

#include <atomic>

namespace attest {

const std::atomic<bool>& interrupt_flag();
// The same flag, for what ends a run without a signal.
std::atomic<bool>& stop_flag();
int interrupt_signal();  // the signal that set the flag; 0: none
void install_interrupt_handler();

// While it lives, a flag that another program sets takes the place of the signals, as if SIGINT had come when it is set.
class ObeyedStop {
 public:
  explicit ObeyedStop(const std::atomic<bool>& stop);
  ~ObeyedStop();
  ObeyedStop(const ObeyedStop&) = delete;
  ObeyedStop& operator=(const ObeyedStop&) = delete;

 private:
  const std::atomic<bool>* before_;
};

}  // namespace attest

#include "tools/attest/interrupt.hpp"

#include <csignal>

namespace attest {

namespace {

std::atomic<bool> flag{false};
static_assert(std::atomic<bool>::is_always_lock_free, "the signal handler needs a lock-free flag");

extern "C" void on_signal(int /*signal*/) {
  flag.store(true);
}

}  // namespace

const std::atomic<bool>& interrupt_flag() {
  return flag;
}

void install_interrupt_handler() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESETHAND;  // a second signal has its default effect
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

}  // namespace attest

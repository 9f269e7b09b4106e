#include "tools/attest/interrupt.hpp"

#include <csignal>

namespace attest {

namespace {

std::atomic<bool> flag{false};
std::atomic<int> received{0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free,
              "the signal handler needs a lock-free flag");

extern "C" void on_signal(int signal) {
  received.store(signal);
  flag.store(true);
}

}  // namespace

const std::atomic<bool>& interrupt_flag() {
  return flag;
}

int interrupt_signal() {
  return received.load();
}

void install_interrupt_handler() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESETHAND;  // a second signal has its default effect
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);  // nohup stays what it is
  }
}

}  // namespace attest

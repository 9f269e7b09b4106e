#include "tools/attest/interrupt.hpp"

#include <csignal>

namespace attest {

namespace {

std::atomic<bool> flag{false};
std::atomic<int> received{0};
std::atomic<const std::atomic<bool>*> obeyed{&flag};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free,
              "the signal handler needs a lock-free flag");

extern "C" void on_signal(int signal) {
  received.store(signal);
  flag.store(true);
}

}  // namespace

const std::atomic<bool>& interrupt_flag() {
  return *obeyed.load();
}

std::atomic<bool>& stop_flag() {
  return flag;
}

int interrupt_signal() {
  const std::atomic<bool>* const now = obeyed.load();
  if (now != &flag) return now->load() ? SIGINT : 0;
  return received.load();
}

ObeyedStop::ObeyedStop(const std::atomic<bool>& stop) : before_(obeyed.exchange(&stop)) {}

ObeyedStop::~ObeyedStop() {
  obeyed = before_;
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

#include "verification/ledger.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

#include "claims/stop.hpp"
#include "verification/visited_json.hpp"

namespace attest {

Watcher::Watcher(const VerifyOptions& options, const Checkpoint* checkpoint, Ledger& ledger,
                 const Integer& total, std::atomic<bool>& stop)
    : thread_([this, &options, checkpoint, &ledger, &total, &stop](const std::stop_token& token) {
        watch(token, options, checkpoint, ledger, total, stop);
      }) {}

StopCause Watcher::finish() {
  thread_.request_stop();  // wakes it
  thread_.join();
  if (failure_) std::rethrow_exception(failure_);
  return cause_;
}

void Watcher::watch(const std::stop_token& token, const VerifyOptions& options, const Checkpoint* checkpoint,
                    Ledger& ledger, const Integer& total, std::atomic<bool>& stop) {
  const auto start = std::chrono::steady_clock::now();
  double kept = 0;
  bool asked = false;
  std::unique_lock lock(mutex_);
  while (!token.stop_requested()) {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    if (options.interrupted != nullptr && options.interrupted->load()) {
      cause_ = interruption();
      stop = true;
    } else if ((options.budget_seconds && elapsed.count() >= *options.budget_seconds) || stop_requested()) {
      if (cause_ == StopCause::finished) cause_ = StopCause::budget;
      stop = true;
    }
    if (options.progress) options.progress(ledger.done(), total);
    if (asked) {  // they had the time of one pause to hand in
      keep(*checkpoint, ledger, stop);
      kept = elapsed.count();
      asked = false;
    } else if (checkpoint != nullptr && !stop && elapsed.count() - kept >= checkpoint->seconds_between) {
      ledger.ask();
      asked = true;
    }
    double pause = 0.05;
    if (checkpoint != nullptr) pause = std::clamp(checkpoint->seconds_between / 4, 0.005, pause);
    if (options.budget_seconds && !stop)
      pause = std::clamp(*options.budget_seconds - elapsed.count(), 0.0, pause);
    wake_.wait_for(lock, token, std::chrono::duration<double>(pause), [] { return false; });
  }
}

void Watcher::keep(const Checkpoint& checkpoint, const Ledger& ledger, std::atomic<bool>& stop) {
  try {
    checkpoint.keep(to_json(ledger.visited()));
  } catch (...) {
    failure_ = std::current_exception();
    stop = true;
  }
}

}  // namespace attest

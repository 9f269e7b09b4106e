// What the workers of an enumeration have handed in, and who watches the clock and the outside meanwhile.
#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "claims/checkpoint.hpp"
#include "verification/enumeration.hpp"
#include "verification/visited.hpp"

namespace attest {

// What the workers have handed in, and whether they should: a checkpoint is kept of what was handed in.
class Ledger {
 public:
  explicit Ledger(Visited visited) : visited_(std::move(visited)), done_(visited_.tally().checked) {}

  void add(IndexRange range, const Tally& tally) {
    const std::lock_guard lock(mutex_);
    visited_.add(range, tally);
  }
  Visited visited() const {
    const std::lock_guard lock(mutex_);
    return visited_;
  }
  // Asks every worker to hand in what it has; it does when the input that it is at is judged.
  void ask() { asked_.fetch_add(1, std::memory_order_relaxed); }
  std::uint64_t asked() const { return asked_.load(std::memory_order_relaxed); }

  // For the progress bar alone.
  void count(std::uint64_t more) { done_.fetch_add(more, std::memory_order_relaxed); }
  std::uint64_t done() const { return done_.load(std::memory_order_relaxed); }

 private:
  mutable std::mutex mutex_;
  Visited visited_;
  std::atomic<std::uint64_t> asked_{0};
  std::atomic<std::uint64_t> done_;
};

// Watches the clock and the outside while the workers count, and keeps a checkpoint where one is wanted.
class Watcher {
 public:
  Watcher(const VerifyOptions& options, const Checkpoint* checkpoint, Ledger& ledger, const Integer& total,
          std::atomic<bool>& stop);

  // Throws what keeping a checkpoint threw.
  StopCause finish();

 private:
  void watch(const std::stop_token& token, const VerifyOptions& options, const Checkpoint* checkpoint,
             Ledger& ledger, const Integer& total, std::atomic<bool>& stop);
  void keep(const Checkpoint& checkpoint, const Ledger& ledger, std::atomic<bool>& stop);

  std::mutex mutex_;
  std::condition_variable_any wake_;
  StopCause cause_ = StopCause::finished;
  std::exception_ptr failure_;
  std::jthread thread_;
};

}  // namespace attest

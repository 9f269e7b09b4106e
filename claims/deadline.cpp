#include "claims/deadline.hpp"

#include <fmt/format.h>

#include "claims/stop.hpp"

namespace attest {

Deadline::Deadline(const VerifyOptions& options)
    : interrupted_(options.interrupted), budget_seconds_(options.budget_seconds) {}

bool Deadline::reached() const {
  if (interrupted_ != nullptr && interrupted_->load(std::memory_order_relaxed)) return true;
  if (stop_requested()) return true;  // the run began before this phase
  if (!budget_seconds_) return false;
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
  return elapsed.count() >= *budget_seconds_;
}

std::string Deadline::reason() const {
  if (interrupted_ != nullptr && interrupted_->load(std::memory_order_relaxed)) return interruption_cause();
  return reached() ? fmt::format("the budget of {:.3g} s was used up", *budget_seconds_) : std::string();
}

}  // namespace attest

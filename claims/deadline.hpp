// When a long search has to stop: the user's interruption or the end of the budget.
#pragma once

#include <chrono>
#include <string>

#include "claims/verify_options.hpp"

namespace attest {

class Deadline {
 public:
  explicit Deadline(const VerifyOptions& options);

  // Cheap enough for every few thousand steps of a loop. Safe from several threads.
  bool reached() const;

  // interruption_cause() or "the budget of 5 s was used up"; empty while it is not reached.
  std::string reason() const;

 private:
  const std::atomic<bool>* interrupted_;
  std::optional<double> budget_seconds_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace attest

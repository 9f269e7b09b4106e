// The time of a search: how much it has taken, and what asks for its end.
#pragma once

#include <chrono>
#include <string>

#include "claims/verify_options.hpp"

namespace attest::theorems::repair {

class SearchTime {
 public:
  // From now on.
  explicit SearchTime(const VerifyOptions& run) : run_(run) {}

  // As if so many seconds were gone now: of a search that this one goes on with. The budget is this one's alone.
  void go_on_from(double seconds) { before_ = seconds - of_this_run(); }

  double seconds() const { return before_ + of_this_run(); }
  bool stopped() const;
  std::string cause() const;  // of the stop
  // Of one run within the search: with what is left of the budget.
  VerifyOptions left() const;

 private:
  double of_this_run() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

  const VerifyOptions& run_;
  double before_ = 0;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace attest::theorems::repair

// Claim::verify as a command runs it: with progress, announcements, one budget for all of the command's
// verdicts, and the time it took.
#pragma once

#include <chrono>

#include "claims/claim.hpp"
#include "tools/attest/common_options.hpp"

namespace attest {

class TimedVerify {
 public:
  explicit TimedVerify(const CommonOptions& common);

  Verdict operator()(const Claim& claim, Variant variant, const Parameters& parameters) const;

  // A reader's own weights, for every verdict from now on.
  void use_weights(Json weights) { weights_ = std::move(weights); }

  // Whether a signal or the budget has ended the command's work.
  bool out_of_time() const;

 private:
  const CommonOptions& common_;
  std::optional<Json> weights_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace attest

#include "repair/search_time.hpp"

#include <algorithm>

#include "claims/stop.hpp"

namespace attest::theorems::repair {

bool SearchTime::stopped() const {
  if (run_.interrupted != nullptr && run_.interrupted->load()) return true;
  return run_.budget_seconds && of_this_run() > *run_.budget_seconds;
}

std::string SearchTime::cause() const {
  return run_.interrupted != nullptr && run_.interrupted->load() ? interruption_cause() : budget_cause;
}

VerifyOptions SearchTime::left() const {
  VerifyOptions run = run_;
  run.progress = nullptr;
  run.announce = nullptr;
  if (run.budget_seconds) run.budget_seconds = std::max(0.01, *run.budget_seconds - of_this_run());
  return run;
}

}  // namespace attest::theorems::repair

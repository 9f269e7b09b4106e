#include "ranks/shared_work.hpp"

#include <optional>
#include <stdexcept>

namespace attest::ranks {

namespace {

// Of a thread, so that tests have several ranks in one process; of the program one thread runs commands.
thread_local Crew* present = nullptr;
thread_local std::optional<SharedWork> requested;
thread_local bool is_taken = false;

}  // namespace

Crew* crew() {
  return present;
}

void set_crew(Crew* crew) {
  present = crew;
}

bool follows() {
  return present != nullptr && present->follower;
}

SharedWorkRequest::SharedWorkRequest(const std::string& key) {
  if (requested) throw std::logic_error("two pieces of shared work at a time");
  if (present != nullptr) requested = SharedWork{present, key, 0};
  is_taken = false;
}

SharedWorkRequest::~SharedWorkRequest() {
  requested.reset();
}

const SharedWork* taken_shared_work() {
  if (!requested || is_taken) return nullptr;
  is_taken = true;
  return &*requested;
}

}  // namespace attest::ranks

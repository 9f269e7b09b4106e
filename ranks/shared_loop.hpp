// A loop over entries that are computed each by itself, by this process alone or shared with others.
#pragma once

#include <functional>
#include <string>

#include "ranks/shared_work.hpp"

namespace attest::ranks {

struct SharedLoop {
  IndexRange all;
  std::size_t at_once = 1;  // that this process computes beside each other
  std::function<void(IndexRange)> compute;
  // Of entries that were computed here; and what another rank says of entries, which throws where they cannot be so.
  std::function<Json(IndexRange)> say;
  std::function<void(IndexRange, const Json&)> take_in;
  std::function<bool()> stop;  // computed entries are then what they may be
};

// All entries, on every rank; after a stop those that nobody has computed are as they were. `shared` null: alone. `key` says which
// loop of the shared work it is.
void run_loop(const SharedWork* shared, const std::string& key, const SharedLoop& loop);

}  // namespace attest::ranks

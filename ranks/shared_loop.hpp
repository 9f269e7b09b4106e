// A loop over entries that are computed each by itself, by this process alone or shared with others; and what one rank computes for all.
#pragma once

#include <functional>
#include <string>

#include "ranks/shared_work.hpp"

namespace attest::ranks {

struct SharedLoop {
  IndexRange all;
  std::size_t at_once = 1;  // that this process computes beside each other, at least
  std::function<void(IndexRange)> compute;
  // Of entries that were computed here; and what another rank says of entries, which throws where they cannot be so.
  std::function<Json(IndexRange)> say;
  std::function<void(IndexRange, const Json&)> take_in;
  std::function<bool()> stop;  // computed entries are then what they may be
  // Whether what stands behind the entries that were given out so far is needed no longer; those are waited for all the same.
  std::function<bool()> enough = [] { return false; };
};

// All entries, on every rank; after a stop those that nobody has computed are as they were. `shared` null: alone. `key` says what the
// loop is of; the loops of one piece of shared work come in the same order on every rank. False after a stop.
bool run_loop(const SharedWork* shared, const std::string& key, const SharedLoop& loop);

// What rank 0 computes (this process, where it is alone), on every rank: the others wait for it. As a loop in the order of those.
Json told_by_first(const SharedWork* shared, const std::string& key, const std::function<Json()>& compute);

}  // namespace attest::ranks

// The end of a run that is not its own: the user's signal or the end of the budget. One place that every
// phase asks.
//
// A loop that can leave with what it knows asks stop_requested(). A computation that has nothing to show
// before it is done (a table, one output by the definition) calls check_stop() in its loops; it throws
// Stopped a moment later than stop_requested() says so, so that what was counted can still be put into words.
//
//   const RunLimit limit(options);           // for the time of one Claim::verify
//   while (!stop_requested()) count_more();
#pragma once

#include <chrono>
#include <stdexcept>
#include <string>

#include "claims/verify_options.hpp"

namespace attest {

// Thrown when a computation was asked to stop.
class Stopped : public std::runtime_error {
 public:
  Stopped() : std::runtime_error("stopped") {}
};

// How long after the end what was counted may be put into words.
inline constexpr std::chrono::milliseconds stop_grace{800};

// The options' budget, from now on, and their interruption are what the process obeys while this object
// lives; then what was obeyed before. One at a time: runs do not overlap, their threads do.
class RunLimit {
 public:
  explicit RunLimit(const VerifyOptions& options, std::chrono::milliseconds grace = stop_grace);
  ~RunLimit();
  RunLimit(const RunLimit&) = delete;
  RunLimit& operator=(const RunLimit&) = delete;

 private:
  const std::atomic<bool>* interrupted_before_;
  std::chrono::steady_clock::rep end_before_;
  std::chrono::milliseconds grace_before_;
};

// Without a RunLimit nothing stops. Cheap enough for every few hundred operations; safe from several threads.
bool stop_requested();
void check_stop();

inline constexpr const char* interrupted_cause = "interrupted";
inline constexpr const char* lost_rank_cause = "a rank was lost";
// Which of these two an interruption is: interrupted_cause, until another one is set, which is done before the run is interrupted.
const char* interruption_cause();
void set_interruption_cause(const char* cause);

inline constexpr const char* budget_cause = "the budget was used up";
// One of these; empty while nothing asks for a stop.
std::string stop_cause();

}  // namespace attest

// How a verification is to be run. None of it changes what is true, only how much of it is looked at.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "claims/given.hpp"
#include "claims/verdict.hpp"

namespace attest {

// How all inputs are looked at.
enum class Method {
  automatic,    // enumeration, or, where that would take too many steps, cover
  enumeration,  // one by one
  cover,        // in boxes, by their best index tuple
};

struct VerifyOptions {
  Given<Method> method;
  int threads = 0;                   // 0: as many as the machine has
  Part part;                         // which inputs
  Given<bool> first;                 // stop at the first counterexample
  Given<std::size_t> failing_limit;  // list up to this many failing inputs
  std::optional<double> budget_seconds;
  // A reader's own weights in the form that `attest show CLAIM k=v --format json` prints under "weights";
  // only for claims that accept them (Claim::accepts_weights).
  Given<std::optional<Json>> weights;

  // Set from outside (a signal handler) to stop: the verdict is then what is known so far.
  const std::atomic<bool>* interrupted = nullptr;
  // Called about ten times a second from one thread with the inputs done so far.
  std::function<void(std::uint64_t done, const Integer& total)> progress;
  // One line for standard error, before a long run starts.
  std::function<void(const std::string& line)> announce;
};

}  // namespace attest

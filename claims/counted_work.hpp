// How far the work is that takes the time, for whoever shows it: a loop that knows how often it will go round says so. One place, so that
// a claim that is examined as a whole, a reduction's check and a cover need no way of their own to say it.
//
//   CountedWork work(instances.size());
//   for (...) { ...; work.reached(++done); }
//
// It changes nothing of what is computed.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "numeric/integer.hpp"

namespace attest {

// While one is alive those that begin inside of it are not seen: the outermost says how far the whole is. One of a single round says
// nothing and leaves the place to them.
class CountedWork {
 public:
  explicit CountedWork(const Integer& total);
  ~CountedWork();
  CountedWork(const CountedWork&) = delete;
  CountedWork& operator=(const CountedWork&) = delete;

  // From any thread; cheap.
  void reached(std::uint64_t done);

 private:
  bool seen_ = false;
};

struct WorkCount {
  double done = 0;
  double total = 1;  // above 0
};

// Of the work that is alive; nothing where none is, or where nothing is to be done.
std::optional<WorkCount> counted_work();

}  // namespace attest

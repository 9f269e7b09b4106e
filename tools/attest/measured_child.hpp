// Timing in a process of its own, so that peak memory is that of one measurement and a run that knows nothing
// of budgets can be ended.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "claims/json.hpp"

namespace attest {

// Makes the inputs; what it returns is timed. The Json of the last run (an object) is handed back.
using Load = std::function<std::function<Json()>()>;

struct Measurement {
  std::vector<double>
      seconds;  // wall clock, one for each run; the first run is the warm-up and not among them
  std::vector<double> processor_seconds;  // of all threads, of the same runs
  std::uint64_t peak_bytes = 0;           // most resident memory of the process, the program itself included
  Json extra;
};

struct MeasuredRuns {
  int repetitions = 5;
  double enough_seconds = 20;  // no further repetition once all runs together took this long
};

// Calls `load` in a forked process: call it before this process starts any thread. Nullopt if `stop` became
// true; the process is killed then. UsageError and std::bad_alloc of the process are thrown here.
std::optional<Measurement> measure_in_child(const Load& load, const MeasuredRuns& runs,
                                            const std::function<bool()>& stop);

}  // namespace attest

#include "claims/stop.hpp"

#include <limits>

namespace attest {

namespace {

using SteadyClock = std::chrono::steady_clock;
using Ticks = SteadyClock::rep;

constexpr Ticks never = std::numeric_limits<Ticks>::max();

std::atomic<const std::atomic<bool>*> interruption{nullptr};
std::atomic<Ticks> budget_end{never};
std::atomic<std::chrono::milliseconds> current_grace{stop_grace};
std::atomic<Ticks> interrupted_at{never};  // when somebody first saw it
std::atomic<const char*> cause_of_interruption{interrupted_cause};

Ticks now() {
  return SteadyClock::now().time_since_epoch().count();
}

// When the run was to end, or `never` if that is not known yet.
Ticks end_of_run() {
  const auto* flag = interruption.load(std::memory_order_relaxed);
  Ticks end = budget_end.load(std::memory_order_relaxed);
  if (flag != nullptr && flag->load(std::memory_order_relaxed)) {
    Ticks seen = never;
    const Ticks here = now();
    if (interrupted_at.compare_exchange_strong(seen, here)) seen = here;
    end = std::min(end, seen);
  }
  return end;
}

bool reached(Ticks end, Ticks grace) {
  return end != never && now() - end >= grace;
}

}  // namespace

RunLimit::RunLimit(const VerifyOptions& options, std::chrono::milliseconds grace)
    : interrupted_before_(interruption.exchange(options.interrupted)),
      end_before_(budget_end.load()),
      grace_before_(current_grace.exchange(grace)) {
  Ticks end = never;
  // A budget beyond a year is none.
  if (options.budget_seconds && *options.budget_seconds < 3e7) {
    end = now() + std::chrono::duration_cast<SteadyClock::duration>(
                      std::chrono::duration<double>(*options.budget_seconds))
                      .count();
  }
  budget_end = end;
  interrupted_at = never;
}

RunLimit::~RunLimit() {
  interruption = interrupted_before_;
  budget_end = end_before_;
  current_grace = grace_before_;
  interrupted_at = never;
}

bool stop_requested() {
  return reached(end_of_run(), 0);
}

void check_stop() {
  if (reached(end_of_run(),
              std::chrono::duration_cast<SteadyClock::duration>(current_grace.load()).count())) {
    throw Stopped();
  }
}

const char* interruption_cause() {
  return cause_of_interruption.load();
}

void set_interruption_cause(const char* cause) {
  cause_of_interruption = cause;
}

std::string stop_cause() {
  const auto* flag = interruption.load();
  if (flag != nullptr && flag->load()) return interruption_cause();
  return stop_requested() ? budget_cause : std::string();
}

}  // namespace attest

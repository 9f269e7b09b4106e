#include "verification/stop_reason.hpp"

#include <fmt/format.h>

#include "claims/stop.hpp"

namespace attest {

std::string short_count(const Integer& count) {
  const std::string digits = count.str();
  if (digits.size() <= 40) return digits;
  return fmt::format("about {}.{}e{}", digits.substr(0, 1), digits.substr(1, 3), digits.size() - 1);
}

std::string stop_reason(const Observation& observation) {
  if (observation.total == 0) return "this part has no inputs, so nothing was checked";
  if (observation.complete()) return "";
  const std::string count =
      fmt::format("after {} of {} {}", observation.checked.str(), short_count(observation.total),
                  observation.no_inputs ? "words" : "inputs");
  switch (observation.cause) {
    case StopCause::budget:
      return "the budget ran out " + count;
    case StopCause::first_found:
      return "stopped at the first counterexample, " + count;
    case StopCause::lost_rank:
      return fmt::format("{} {}", lost_rank_cause, count);
    default:
      return fmt::format("{} {}", interrupted_cause, count);
  }
}

std::string space_formula(const InputSpace& space) {
  std::string text;
  for (std::size_t p = 0; p < space.length();) {
    std::size_t end = p;
    while (end < space.length() && space.alphabet_size(end) == space.alphabet_size(p)) ++end;
    if (!text.empty()) text += "*";
    text += std::to_string(space.alphabet_size(p));
    if (end - p > 1) text += "^" + std::to_string(end - p);
    p = end;
  }
  return text;
}

namespace {

constexpr double announced_seconds = 10;  // of one core
constexpr unsigned long announced_where_unknown = 1000000;

}  // namespace

Integer announced_from() {
  return power(10, 10);
}

void announce_long_run(const Task& task, const RunPlan& plan, const VerifyOptions& options,
                       const std::string& what) {
  const InputSpace& space = task.space();
  const Integer size = part_size(space.size(), options.part);
  const char* const words = task.has_other_words() ? "words" : "inputs";
  const std::string digits = size.str();
  if (size < announced_from()) {
    const auto seconds = plan.seconds();
    const bool is_long = seconds ? *seconds >= announced_seconds : size >= announced_where_unknown;
    if (!is_long) return;
    const std::string cost = plan.cost().empty() ? "" : "; " + plan.cost() + " of one core";
    options.announce(
        fmt::format("{}: {} {}{}{}", what, digits, words,
                    options.part.whole() ? "" : fmt::format(" in this part of {}", space.size().str()),
                    options.part.whole() ? cost : ""));
    return;
  }
  std::string count = space_formula(space);
  if (!options.part.whole()) {
    count = fmt::format("one {}th of {}", options.part.modulus, count);
  }
  if (digits.size() <= 60) count += " = " + digits;
  options.announce(fmt::format("{}: {} {}, too many to visit them all; {}", what, count, words,
                               options.budget_seconds
                                   ? fmt::format("running for {:.3g} s", *options.budget_seconds)
                                   : "running until it is interrupted (Ctrl-C) or give --budget"));
}

}  // namespace attest

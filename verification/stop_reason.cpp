#include "verification/stop_reason.hpp"

#include <fmt/format.h>

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
    default:
      return "interrupted " + count;
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

Integer announced_from() {
  return power(10, 10);
}

void announce_if_large(const InputSpace& space, const VerifyOptions& options, const std::string& what) {
  const Integer size = part_size(space.size(), options.part);
  if (size < announced_from() || !options.announce) return;
  const std::string digits = size.str();
  std::string count = space_formula(space);
  if (!options.part.whole()) {
    count = fmt::format("one {}th of {}", options.part.modulus, count);
  }
  if (digits.size() <= 60) count += " = " + digits;
  options.announce(fmt::format("{}: {} inputs, too many to visit them all; {}", what, count,
                               options.budget_seconds
                                   ? fmt::format("running for {:.3g} s", *options.budget_seconds)
                                   : "running until it is interrupted (Ctrl-C) or give --budget"));
}

}  // namespace attest

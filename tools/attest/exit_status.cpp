#include "tools/attest/exit_status.hpp"

#include <algorithm>
#include <array>

#include "tools/attest/interrupt.hpp"

namespace attest {

ExitStatus exit_status_of(Status status) {
  switch (status) {
    case Status::holds:
      return exit_holds;
    case Status::not_applicable:
    case Status::undecided:
      return exit_undecided;
    case Status::refuted:
    case Status::ill_formed:
      return exit_refuted;
  }
  return exit_internal;
}

ExitStatus graver(ExitStatus a, ExitStatus b) {
  constexpr std::array order{exit_holds, exit_undecided, exit_refuted, exit_usage, exit_internal};
  return std::find(order.begin(), order.end(), a) < std::find(order.begin(), order.end(), b) ? b : a;
}

ExitStatus exit_after_signal(int signal) {
  return static_cast<ExitStatus>(128 + signal);
}

ExitStatus gravest(const std::vector<ExitStatus>& all) {
  if (const int signal = interrupt_signal()) return exit_after_signal(signal);
  if (all.empty()) return exit_undecided;
  ExitStatus result = exit_holds;
  for (const ExitStatus status : all) result = graver(result, status);
  return result;
}

}  // namespace attest

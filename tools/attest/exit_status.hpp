// Exit status, as contract.md has it. With several verdicts the order is 4 > 2 > 1 > 3 > 0.
#pragma once

#include <vector>

#include "claims/verdict.hpp"

namespace attest {

enum ExitStatus : int {
  exit_holds = 0,      // all requested verdicts hold (audit: are as recorded)
  exit_refuted = 1,    // something is refuted or ill-formed (audit: differs from the record)
  exit_usage = 2,      // usage or input error
  exit_undecided = 3,  // something is undecided
  exit_internal = 4,   // internal error
  exit_write = 5,      // results could not be written; comes before the order of the others
};

ExitStatus exit_status_of(Status status);

// What a shell reports for a program that a signal ended.
ExitStatus exit_after_signal(int signal);

// The graver of two; exit_undecided for an empty list, since nothing was checked. After a signal gravest is
// exit_after_signal of it: the run ended by it, whatever it knew.
ExitStatus graver(ExitStatus a, ExitStatus b);
ExitStatus gravest(const std::vector<ExitStatus>& all);

}  // namespace attest

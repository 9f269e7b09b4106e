// `attest precision` without a claim: of every construction that can be rounded, by format, the largest size at
// which every input is right and the first size at which one is wrong.
#pragma once

#include "tools/attest/command_spec.hpp"

namespace attest {

ExitStatus run_precision_table(const Context& context, const CommandLine& line);

}  // namespace attest

// `attest precision --every-size`: how many bits are proved to be enough at every size.
#pragma once

#include "tools/attest/command_spec.hpp"

namespace attest {

ExitStatus run_precision_every_size(const Context& context, const CommandLine& line);

}  // namespace attest

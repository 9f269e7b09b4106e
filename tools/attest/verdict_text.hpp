// A verdict for a reader at a terminal.
#pragma once

#include <string>

#include "claims/verdict.hpp"

namespace attest {

std::string verdict_text(const Verdict& verdict);

}  // namespace attest

// A verdict for a reader at a terminal.
#pragma once

#include <string>

#include "claims/verdict.hpp"

namespace attest {

std::string verdict_text(const Verdict& verdict);

// "Theorem 4.2, 000_..txt lines 326-348"
std::string source_text(const Source& source);

}  // namespace attest

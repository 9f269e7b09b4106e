// A verdict for a reader at a terminal.
#pragma once

#include <string>

#include "claims/verdict.hpp"

namespace attest {

// `explanation`: of the counterexample (explanation_report.hpp), below the verdict; empty: its fields as they are.
std::string verdict_text(const Verdict& verdict, const std::string& explanation = "");

// "Theorem 4.2, 000_..txt lines 326-348"
std::string source_text(const Source& source);

}  // namespace attest

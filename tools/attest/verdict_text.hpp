// A verdict for a reader at a terminal.
#pragma once

#include <string>

#include "claims/verdict.hpp"
#include "tools/attest/table.hpp"

namespace attest {

// What decides it, the source, how many inputs, margins in six digits, the witness, and how to see the rest; `verbose`: every
// check, choice, change and note, and all digits. `explanation`: of the counterexample (explanation_report.hpp), below the
// verdict; empty: its fields as they are. `with_source`: of several verdicts on one claim the first alone needs to say where it stands.
std::string verdict_text(const Verdict& verdict, const std::string& explanation, bool verbose,
                         bool with_source = true);

// --verbose is for text: the other formats have everything. UsageError.
void refuse_verbose(bool verbose, Format format);

// "Theorem 4.2, lines 326-348 of the paper's text"
std::string source_text(const Source& source);

}  // namespace attest

// `attest explain` where no input decides: what was examined, check by check, and the witness field by field. For claims without
// inputs (a maximum over partitions, an inequality between numbers), and for what is refuted before anything is run.
#pragma once

#include <string>

#include "claims/verdict.hpp"
#include "claims/walkthrough.hpp"
#include "tools/attest/explained_input.hpp"

namespace attest {

// `explained`: the setting of which this is the verdict; `instead`: what there is in the place of an input, a sentence.
Walkthrough verdict_walk(const ExplainedInput& explained, const Verdict& verdict, const std::string& instead);

}  // namespace attest

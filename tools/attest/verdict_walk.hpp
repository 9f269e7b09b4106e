// `attest explain` where no input decides: what was examined, check by check, and the witness field by field. For claims without
// inputs (a maximum over partitions, an inequality between numbers), and for what is refuted before anything is run.
#pragma once

#include <string>

#include "claims/verdict.hpp"
#include "claims/walkthrough.hpp"

namespace attest {

// `instead`: what there is in the place of an input, a sentence; `word`: what the claim was called.
Walkthrough verdict_walk(const Verdict& verdict, const std::string& word, const std::string& instead);

}  // namespace attest

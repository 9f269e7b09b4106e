// proofs/ as it is built into the program: Coq's modules, the axioms that theorems may rest on, and theorems.
#pragma once

#include <vector>

#include "theorems/theorem_texts.hpp"

namespace attest {

const std::vector<TheoremSource>& proof_library();   // the id is the module's name
const std::vector<TheoremSource>& allowed_axioms();  // one text, an axiom with its statement a line
const std::vector<TheoremSource>& written_proofs();  // theorems/

}  // namespace attest

// Errors, margins and score gaps by setting, beside what is stated and what is proved of them.
#pragma once

#include <vector>

#include "tools/attest/proof_table.hpp"
#include "tools/attest/report/page.hpp"
#include "tools/attest/report/verdict_sections.hpp"

namespace attest::report {

// A line a variant; no blocks where nothing has any of them. `proofs`: of the page's variants.
Section margin_section(const Subject& subject, const std::vector<NamedProof>& proofs);

}  // namespace attest::report

// What a paper's authors could use: each claim that fails as printed, with its place, why it fails, the repair on record and
// what survives.
#pragma once

#include <vector>

#include "claims/papers.hpp"
#include "tools/attest/audit_run.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/report/page.hpp"

namespace attest::report {

// `rows`: of the audit of this paper's claims. Where a note on record says that the text may be damaged in transcription, and what fails
// is not the statement itself, the entry stands in a section apart: the error may be the copy's.
Page errata_page(const Paper& paper, const std::vector<Audited>& audited, const std::vector<AuditRow>& rows,
                 const Provenance& provenance);

}  // namespace attest::report

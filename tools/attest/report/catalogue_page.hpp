// The report of many claims: what each paper claims and what was found, a row a claim and variant.
#pragma once

#include <vector>

#include "tools/attest/audit_run.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/report/page.hpp"

namespace attest::report {

// `rows`: of the audit of these claims, in their order.
Page catalogue_page(const std::vector<Audited>& audited, const std::vector<AuditRow>& rows,
                    const Provenance& provenance);

}  // namespace attest::report

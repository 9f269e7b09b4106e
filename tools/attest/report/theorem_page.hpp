// The report of one theorem, of the catalogue or of a reader's file.
#pragma once

#include "claims/verify_options.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/report/page.hpp"
#include "tools/attest/report/verdict_sections.hpp"

namespace attest::report {

// `options`: of the proofs for every size, which are made here.
Page theorem_page(const Subject& subject, const Provenance& provenance, const VerifyOptions& options);

}  // namespace attest::report

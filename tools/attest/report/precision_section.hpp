// The least significand width with which rounded arithmetic still decides every input of a setting.
#pragma once

#include "claims/verify_options.hpp"
#include "tools/attest/report/page.hpp"
#include "tools/attest/report/verdict_sections.hpp"

namespace attest::report {

// Of the last variant, at its settings that hold and have few inputs: every width that is tried runs all of them. No blocks where
// there is no layer that could be rounded. Looks at the stop flag.
Section precision_section(const Subject& subject, const VerifyOptions& options);

}  // namespace attest::report

// The check of a certificate of a shattered set (docs/certificates.md): a set of rows of a partition that is shattered, with a column for
// each pattern, and where the first line bounds the dimension from above, why no larger set is.
#pragma once

#include "checker/program.hpp"

namespace attest_check {

// Rejection, Undecided, OtherProgram; std::ios_base::failure.
Report check_shattering(std::istream& in);

}  // namespace attest_check

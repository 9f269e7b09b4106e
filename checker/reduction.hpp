// The certificate of a reduction: two questions, and what the target's inputs are for those of the source.
#pragma once

#include "checker/program.hpp"

namespace attest_check {

Report check_reduction(std::istream& in);

}  // namespace attest_check

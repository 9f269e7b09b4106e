// A certificate of a refutation or of an enumeration, line by line.
#pragma once

#include "checker/program.hpp"

namespace attest_check {

// Throws Rejection, Undecided, OtherProgram of a cover, or std::ios_base::failure where `in` cannot be read.
Report check_certificate(std::istream& in);

}  // namespace attest_check

// A certificate, line by line: the claim, what shows it, the end. No more than one line is held at a time.
#pragma once

#include <istream>
#include <string>

namespace attest_check {

struct Report {
  std::string claim;        // "strassen/match3 (printed) at n=3, m=5: an output is wrong"
  std::string established;  // how
};

// Throws Rejection, Undecided, or std::ios_base::failure where `in` cannot be read.
Report check_certificate(std::istream& in);

}  // namespace attest_check

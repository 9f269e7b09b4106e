// How a check ends when it does not end well. Nothing else is thrown on purpose.
#pragma once

#include <stdexcept>

namespace attest_check {

// The certificate is not accepted: its form is wrong, it says something of which this program does not know the meaning, or what
// it says is not so.
struct Rejection : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Nothing was found against it, but a comparison stayed open at the largest precision.
struct Undecided : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Its claim is one that another program checks.
struct OtherProgram : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace attest_check

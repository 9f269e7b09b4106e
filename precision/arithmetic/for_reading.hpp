// A number of an evaluation as a report shows it.
#pragma once

#include <string>

namespace attest {

// In six digits; "inf", "nan".
std::string for_reading(double y);

}  // namespace attest

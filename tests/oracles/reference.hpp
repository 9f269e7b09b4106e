// The reference values of reference.json (made by reference.py with mpmath at 400 bits).
#pragma once

#include <string>

#include "claims/json.hpp"
#include "numeric/interval.hpp"

namespace oracle {

const attest::Json& reference();

// Where the oracles' files are.
std::string folder();

// Whether the enclosure contains a number that agrees with the 40-digit decimal to its last digit.
bool agrees(const attest::Interval& enclosure, const std::string& decimal);

// A contract.md decimal pair as an interval.
attest::Interval between(const std::string& lower, const std::string& upper);

}  // namespace oracle

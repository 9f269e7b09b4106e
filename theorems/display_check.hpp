// Displayed lines: what the paper displays about the scores against what its rows give, as polynomials in indices,
// features and (where it can be) sizes; where one of the two is no polynomial, at every tuple of contents.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "claims/verdict.hpp"
#include "theorems/head_rows.hpp"

namespace attest::theorems {

// What the named coordinates of a kind of tokens are set to.
using NamedCoordinates = std::map<std::string, language::Expression>;

// One check for each member of a family of displays. `coordinates`: of each kind of tokens.
std::vector<Check> display_checks(const DisplayStatement& display, const HeadRows& rows,
                                  const TokenTable& tokens, const std::map<std::string, Rational>& sizes,
                                  const NetworkNames& constants,
                                  const std::vector<NamedCoordinates>& coordinates);

}  // namespace attest::theorems

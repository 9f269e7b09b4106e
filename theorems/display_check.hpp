// Displayed lines: what the paper displays about the scores against what its rows give, as polynomials in indices,
// features and (where it can be) sizes; where one of the two is no polynomial, at every tuple of contents.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "claims/verdict.hpp"
#include "theorems/head_rows.hpp"

namespace attest::theorems {

// What the named coordinates of a kind of tokens are set to.
using NamedCoordinates = std::map<std::string, language::Expression>;

// One check for each member of a family of displays. `coordinates`: of each kind of tokens. `sizes`: parameters too. Where the two sides
// differ as polynomials with all of these as letters, `bound`, those that are no free sizes, are taken as the numbers they are:
// parameters, the sizes on which these hang, and sizes that an equation ties.
std::vector<Check> display_checks(const DisplayStatement& display, const HeadRows& rows,
                                  const TokenTable& tokens, const std::map<std::string, Rational>& sizes,
                                  const std::set<std::string>& bound, const NetworkNames& constants,
                                  const std::vector<NamedCoordinates>& coordinates);

}  // namespace attest::theorems

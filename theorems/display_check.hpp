// Displayed lines: what the paper displays about the scores against what its rows give, as polynomials in indices,
// features and (where it can be) sizes; where one of the two is no polynomial, at every tuple of contents.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "claims/verdict.hpp"
#include "theorems/head_rows.hpp"

namespace attest::theorems {

// One check for each member of a family of displays. `coordinates`: the named coordinates of the encoding.
std::vector<Check> display_checks(const DisplayStatement& display, const HeadRows& rows,
                                  const TokenTable& tokens, const std::map<std::string, Rational>& sizes,
                                  const NetworkNames& constants,
                                  const std::map<std::string, language::Expression>& coordinates);

}  // namespace attest::theorems

// Displayed lines: what the paper displays about the scores against what its rows give, as polynomials in indices,
// features and (where it can be) sizes; where one of the two is no polynomial, at every tuple of contents.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "claims/json.hpp"
#include "claims/verdict.hpp"
#include "theorems/head_rows.hpp"

namespace attest::theorems {

// What the named coordinates of a kind of tokens are set to.
using NamedCoordinates = std::map<std::string, language::Expression>;

// A check, and, where the two sides differ, tokens of an input at which they do, with the numbers that the difference reads there and its
// value: {"tokens": {"j": 1, "phi_j": 2}, "displayed_minus_actual": "16"}. Null where they do not, or where no tokens were found.
struct DisplayedLine {
  Check check;
  Json witness;
};

// Names that are no letters of their own, parameters and sizes that an equation ties, each with the sizes that it hangs on.
using TiedNames = std::map<std::string, std::set<std::string>>;

// One for each member of a family of displays. `coordinates`: of each kind of tokens. `sizes`: parameters too. Where the two sides
// differ as polynomials with all of these as letters, those `tied` names that the difference reads are taken as the numbers they are,
// together with the sizes that they hang on.
std::vector<DisplayedLine> display_checks(const DisplayStatement& display, const HeadRows& rows,
                                          const TokenTable& tokens,
                                          const std::map<std::string, Rational>& sizes, const TiedNames& tied,
                                          const NetworkNames& constants,
                                          const std::vector<NamedCoordinates>& coordinates);

}  // namespace attest::theorems

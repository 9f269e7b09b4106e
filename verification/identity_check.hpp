// Displayed equations as claims of their own: equal as polynomials, or a point where they are not.
#pragma once

#include <map>
#include <optional>

#include "attention/construction.hpp"
#include "claims/verdict.hpp"
#include "tasks/task.hpp"

namespace attest {

struct IdentityResult {
  Check check;
  Json witness;  // null if it holds, or where no point of the searched inputs shows the difference
};

// Proves the identity for all values of its variables, or looks for a witness at the given sizes: the
// first input (by rank, among the first `searched`), query position and tuple at which the sides differ.
IdentityResult check_identity(const Construction& construction, const DisplayedIdentity& identity,
                              const std::map<std::string, Polynomial>& sizes, const Task& task);

// Well-formed unless the construction recorded a defect or a row is not linear in the encoding.
Check check_well_formed(const Construction& construction, const std::vector<std::string>& problems);

}  // namespace attest

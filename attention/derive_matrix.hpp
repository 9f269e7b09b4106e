// From rows, as a paper prints them, to the weight matrix that gives them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "attention/construction.hpp"
#include "numeric/integer.hpp"

namespace attest {

// The d x d matrix W with W x = rows, x the encoding of d coordinates; missing rows are zero. A row that is
// not linear in the encoding, or more than d rows, is a problem that is appended (the row stays zero).
RationalMatrix derive_matrix(const Rows& rows, const Rows& encoding, const std::string& name,
                             const std::map<std::string, Polynomial>& sizes,
                             std::vector<std::string>& problems);

}  // namespace attest

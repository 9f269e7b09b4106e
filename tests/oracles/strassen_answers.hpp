// What the tasks of seed 000 ask, token by token, by loops over the definitions: sections 3.2.1 and 3.2.2 (lines 184-226),
// section 5 (lines 401-405). Nothing of the language of theorem files is used.
#pragma once

#include <string>
#include <vector>

#include "claims/json.hpp"

namespace oracle {

// p_i + p_j + p_k = 0 mod m for some j, k, for each i.
std::vector<long> match3(const std::vector<long>& p, long m);

using Relation = std::vector<std::vector<long>>;
// (B o A)_ij, row by row; with colours (B o A / col)_ij.
std::vector<long> composition(const Relation& a, const Relation& b);
std::vector<long> quotient(const Relation& a, const Relation& b, const std::vector<long>& colour);

// The answers to an input as `attest run` spells it; `m` is Match3's modulus.
std::vector<long> strassen_answers(const std::string& claim, const attest::Json& input, long m);

}  // namespace oracle

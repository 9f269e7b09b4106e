// The checks and listings that all claims about protocols share.
#pragma once

#include "claims/verdict.hpp"
#include "lowerbounds/communication/coverage.hpp"
#include "numeric/integer.hpp"

namespace attest {

Integer evaluate(const CountInN& count, const Integer& n);

// "(f_2, f_3), (f_3, f_2)", cut after `most` with the number of those left out.
std::string listing(const Protocol& protocol, const std::vector<BlockTuple>& tuples, std::size_t most);

// Every player knows all tokens of all tuples that she sums.
Check knowledge_check(const Protocol& protocol, const Coverage& coverage);
// Every index tuple is summed exactly once.
Check coverage_check(const Protocol& protocol, const Coverage& coverage);
// The coordinator's quotient is the head's (coverage.hpp has the argument).
Check reassembly_check(const Coverage& coverage);
// Informative: whether some other assignment of tuples to these players could cover.
Check assignment_check(const Protocol& protocol, const Coverage& coverage);

// Counts and all lists, by block: {"block_tuples", "covered_once", "uncovered": [...], ...}.
Json coverage_json(const Protocol& protocol, const Coverage& coverage, std::size_t most);

}  // namespace attest

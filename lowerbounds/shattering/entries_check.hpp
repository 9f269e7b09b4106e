// What a text says of every entry of the claimed rows and columns (`check entries CONDITION`): of the row's number, the pattern and
// the word that row and column are together.
#pragma once

#include "claims/deadline.hpp"
#include "claims/verdict.hpp"
#include "lowerbounds/shattering/shattering_set.hpp"
#include "theorems/shattered_function.hpp"

namespace attest {

// One check for each such condition, over all patterns and rows of the set. Rows and columns that are none of the function's give no
// word, of which nothing is said.
void add_entries_checks(const MixedWordFunction& f, const ShatteringSet& set,
                        const theorems::ClaimedRows& claimed, const Deadline& deadline, Verdict& verdict);

}  // namespace attest

// The checks of the claims strassen/datasets and anna/datasets, one function a dataset. Each fills in checks,
// counts, counterexample, notes and details of a verdict. Definitions are written out anew here: nothing of
// labels.hpp decides what a label should be.
#pragma once

#include <string>

#include "claims/verdict.hpp"
#include "numeric/integer.hpp"

namespace attest {

void examine_function_composition(Variant variant, Verdict& verdict);
void examine_relation_composition(Variant variant, Verdict& verdict);
void examine_match3(Variant variant, Verdict& verdict);
void examine_quotient_composition(Variant variant, Verdict& verdict);
void examine_match2(Variant variant, Verdict& verdict);

// "0.5469" or "1.4e-34": the first digits of a nonnegative number, for a reader; never used in a comparison.
std::string about(const Rational& value);

// Adds to the counts of inputs, all of which were visited.
void count_inputs(Verdict& verdict, long visited, long failing);

// Calls visit(word) for all words of `length` letters 0..letters-1, in lexicographic order.
template <class Visit>
void for_each_sequence(int length, int letters, const Visit& visit) {
  std::vector<int> word(static_cast<std::size_t>(length), 0);
  for (;;) {
    visit(word);
    std::size_t k = word.size();
    while (k > 0 && word[k - 1] == letters - 1) word[--k] = 0;
    if (k == 0) return;
    ++word[k - 1];
  }
}

}  // namespace attest

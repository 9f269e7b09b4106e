// Symmetries of a Boolean function: found by search, verified on every word.
//
// A symmetry moves positions by a permutation pi, letters by bijections lambda_i from the letters at i to
// those at pi(i), and may complement the output: f(g w) = f(w) for all w, or f(g w) = 1 - f(w) for all w,
// where (g w)_pi(i) = lambda_i(w_i). Then M_f^A and M_f^pi(A) are the same matrix up to the order of rows and
// columns and complementation, so both have the same VC dimension and the same number of shattered sets of
// each size.
#pragma once

#include <cstdint>
#include <vector>

#include "lowerbounds/shattering/function_table.hpp"

namespace attest {

struct Symmetry {
  std::vector<std::size_t> position;             // pi, 0-based
  std::vector<std::vector<std::size_t>> letter;  // lambda_i on merged letters
  bool complements = false;
};

struct Symmetries {
  std::vector<Symmetry> generators;  // each moves some position
  bool exhaustive = true;            // false: the search for one was cut short; there may be more
};

// Looks at every word, f(g w) against f(w).
bool is_symmetry(const FunctionTable& table, const Symmetry& symmetry);

// Generators for the permutations of positions that symmetries induce. Candidates must agree with f on how
// many words with given letters at one or two positions have value 1; whatever passes that is verified by
// is_symmetry, and what is not verified is not returned.
Symmetries find_symmetries(const FunctionTable& table, const Stop& stop);

}  // namespace attest

// Formulas in files: DIMACS CNF, and WCNF in its old form ("p wcnf V C TOP") and its form of 2022 ("h" and
// weights, no header).
//
//   p cnf 3 2          p wcnf 3 2 10       c the form of 2022
//   1 -2 0             10 1 -2 0           h 1 -2 0
//   2 3 0              4 2 3 0             4 2 3 0
//
// What is taken: comments ("c ..."), clauses over several lines or several on one (of 2022: one a line),
// "\r\n", and what SATLIB's files end with ("%" and "0"). The empty clause is a clause (always falsified).
// Tautologies and repeated literals are kept as they are written; every reduction counts right with them.
//
// Hard clauses get the weight 1 + (the sum of the soft weights): falsifying one costs more than falsifying
// all soft clauses. The sum of all weights must be below 2^62.
//
// What is refused, with file and line: a literal out of range, a clause without its 0, a number of clauses
// other than the header's, a second header, no header, a weight that is not positive, or above TOP, anything
// that is no number.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "reductions/problems/cnf.hpp"

namespace attest {

struct FormulaFile {
  problems::Cnf formula;
  std::size_t hard_clauses = 0;  // their weight is 1 + the sum of the soft weights
};

// Each throws UsageError; `name` stands for the file in messages. Variables: at most 1000000.
problems::Cnf parse_dimacs(std::string_view text, const std::string& name);
FormulaFile parse_wcnf(std::string_view text, const std::string& name);
// By the header; without one WCNF of 2022 if `name` ends in .wcnf or a clause is hard ("h"), else refused: a CNF
// that lost its header would be read as weights.
FormulaFile parse_formula(std::string_view text, const std::string& name);

problems::Cnf read_dimacs(const std::filesystem::path& path);
FormulaFile read_wcnf(const std::filesystem::path& path);
FormulaFile read_formula(const std::filesystem::path& path);

// DIMACS CNF if every weight is 1, else WCNF in the old form with TOP = 1 + the sum of the weights (so that
// no clause is hard). `comment` may have several lines. Reading it again gives the same formula.
std::string dimacs_text(const problems::Cnf& formula, const std::string& comment = {});

}  // namespace attest

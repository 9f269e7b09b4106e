// What a theorem's text states as formulas, statement by statement, beside what a variant makes of it.
#pragma once

#include <string>
#include <vector>

#include "theorems/theorem_text.hpp"

namespace attest::report {

struct FormulaLine {
  std::string title;  // what it says it of: "row 2 as g(j)", as a theorem file writes it
  std::string text;   // what it says, as a theorem file writes it
  std::vector<language::Expression>
      expressions;    // the same as trees, one behind the other; empty: in words alone
  std::string place;  // "line 342" of the source; empty: nothing said
};

// Those of the task, the layers and the readout; of a shattered function or a reduction its questions. In the order of a file.
std::vector<FormulaLine> formula_lines(const theorems::TheoremText& text);

// One line of several variants: a cell each, empty where the variant has no such line.
struct ComparedLine {
  std::string title;
  std::string place;
  std::vector<FormulaLine> cells;
  bool differs = false;  // not all cells are the same
};

struct ComparedFormulas {
  std::vector<std::string> variants;
  std::vector<ComparedLine> lines;
};

// Lines are put beside each other by their titles, the k-th of a title beside the k-th. `texts`: of each variant.
ComparedFormulas compared_formulas(const std::vector<std::string>& variants,
                                   const std::vector<theorems::TheoremText>& texts);

}  // namespace attest::report

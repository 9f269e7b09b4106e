// Prose and tables as LaTeX, with the packages amsmath, array, booktabs and longtable.
#pragma once

#include <string>

#include "tools/attest/latex_width.hpp"
#include "tools/attest/table.hpp"

namespace attest {

// A formula as attest writes it, a*exp(-n^2/sqrt(7)) <= phi[j], without dollar signs. What it does not know is set as it stands; no
// character is lost.
std::string latex_formula(const std::string& text);

// Prose with what LaTeX would take for its own marked as text, and formulas in it (runs of names, numbers and signs) as mathematics. Long
// words may be broken behind their signs, and anywhere where they are wider than `room` (latex_width.hpp). What stands between `backticks`
// is typed.
std::string latex_prose(const std::string& text, double room = latex_any_width);

// Begins a list, \item by \item, whose lines stay within the page.
inline constexpr const char* latex_list = "\n\\begin{itemize}\\sloppy\\emergencystretch=6em\n";

// A heading in a line of its own.
std::string latex_heading(const std::string& title);

// What is typed, as it is typed. It may be broken behind its signs.
std::string latex_typed(const std::string& text);
// The same in lines of their own, with the spaces that they begin with; they may be longer than the page.
std::string latex_typed_lines(const std::string& text);

// As wide as the page at most: columns that do not fit are wrapped. Over several pages where it is long.
std::string latex_table(const Table& table);

}  // namespace attest

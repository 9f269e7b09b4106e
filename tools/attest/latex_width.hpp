// How wide text is on a page of LaTeX, about, and where it may be broken: what the columns of a table go by.
#pragma once

#include <limits>
#include <string_view>
#include <vector>

namespace attest {

// In points, in Computer Modern at 10pt, from the widths of its characters: without kerns and ligatures, and of a formula with scripts as
// large as the rest and the space that TeX leaves around signs. So it is rather too wide than too narrow.
double latex_width(std::string_view text, bool formula = false);

// Of prose, with its formulas and what it has between `backticks`.
double latex_prose_width(std::string_view text);
// The widest of the pieces that latex_prose leaves whole.
double latex_widest_piece(std::string_view text);

inline constexpr double latex_any_width = std::numeric_limits<double>::infinity();

// The pieces of a word of prose, between which it may be broken: behind its signs where it is long, or wider than `room`, and anywhere
// where a piece of that would still be wider. Put together they are the word.
std::vector<std::string_view> latex_word_pieces(std::string_view word, double room = latex_any_width);

// Those of what is typed: behind its signs, and where letters and digits do not end.
std::vector<std::string_view> latex_typed_pieces(std::string_view text);

}  // namespace attest

// Characters of prose for pdfLaTeX.
#pragma once

#include <string>
#include <string_view>

namespace attest {

// The character that begins at `at`, which is moved behind it. What LaTeX would take for its own is marked as text; letters of Latin
// alphabets stand as they are, Greek ones and a few signs of mathematics are set as such, mathematical letters as plain ones; anything
// else, a byte that is no UTF-8 too, as its number, [U+2AF0], because pdfLaTeX would stop at it.
std::string latex_character(std::string_view text, std::size_t& at);

}  // namespace attest

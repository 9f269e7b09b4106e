#include "tools/attest/latex.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "tools/attest/latex_characters.hpp"
#include "tools/attest/latex_width.hpp"
#include "tools/attest/prose_formulas.hpp"
#include "tools/attest/typed_spans.hpp"

namespace attest {

namespace {

std::string escaped_piece(std::string_view piece) {
  std::string result;
  for (std::size_t at = 0; at < piece.size();) result += latex_character(piece, at);
  return result;
}

std::string escaped_word(std::string_view word, double room) {
  std::string result;
  for (const std::string_view piece : latex_word_pieces(word, room))
    result += (result.empty() ? "" : "\\hspace{0pt}") + escaped_piece(piece);
  return result;
}

std::string prose_without_typed(const std::string& text, double room) {
  std::string result;
  for (const ProsePiece& piece : prose_pieces(text)) {
    if (piece.formula) {
      result += "$" + latex_formula(piece.text) + "$";
      continue;
    }
    for (std::size_t begin = 0; begin <= piece.text.size();) {
      const std::size_t end = std::min(piece.text.find(' ', begin), piece.text.size());
      result += escaped_word(std::string_view(piece.text).substr(begin, end - begin), room);
      if (end < piece.text.size()) result += " ";
      begin = end + 1;
    }
  }
  return result;
}

}  // namespace

std::string latex_prose(const std::string& text, double room) {
  std::string result;
  for (const TypedSpan& span : typed_spans(text))
    result += span.typed ? latex_typed(span.text) : prose_without_typed(span.text, room);
  return result;
}

std::string latex_heading(const std::string& title) {
  return "\n{\\sloppy\\emergencystretch=6em\\paragraph{" + latex_prose(title) +
         "}\\mbox{}\\par}\\nopagebreak\\noindent\n";
}

std::string latex_typed(const std::string& text) {
  std::string result;
  for (const std::string_view piece : latex_typed_pieces(text)) {
    // Broken without a hyphen, which would be taken for one of its own.
    if (!result.empty() && !result.ends_with(' ')) result += "\\allowbreak{}";
    for (std::size_t at = 0; at < piece.size();) {
      const bool quote = piece[at] == '\'';
      const std::string character = latex_character(piece, at);
      result += quote ? "\\textquotesingle{}" : character;
    }
  }
  return "\\texttt{" + result + "}";
}

std::string latex_typed_lines(const std::string& text) {
  std::string result;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t indent = line.find_first_not_of(' ');
    if (indent == std::string::npos) continue;
    result += fmt::format("{}\\hspace*{{{}em}}{}", result.empty() ? "" : "\\\\\n",
                          0.5 * static_cast<double>(indent), latex_typed(line.substr(indent)));
  }
  return result.empty() ? "" : "{\\footnotesize\\begin{flushleft}\n" + result + "\n\\end{flushleft}}\n";
}

}  // namespace attest

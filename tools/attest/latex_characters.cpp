#include "tools/attest/latex_characters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace attest {

namespace {

std::string escaped_ascii(char c) {
  switch (c) {
    case '\\':
      return "\\textbackslash{}";
    case '<':
      return "\\textless{}";
    case '>':
      return "\\textgreater{}";
    case '|':
      return "\\textbar{}";
    case '~':
      return "\\textasciitilde{}";
    case '^':
      return "\\textasciicircum{}";
    case '"':
      return "\\symbol{34}";
    case '&':
    case '%':
    case '$':
    case '#':
    case '_':
    case '{':
    case '}':
      return std::string("\\") + c;
    default:
      return std::string(1, c);
  }
}

struct Decoded {
  char32_t code = 0;
  std::size_t bytes = 0;  // 0: no UTF-8
};

Decoded decoded(std::string_view text) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char first = byte(0);
  const std::size_t bytes = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
  if (bytes == 0 || bytes > text.size() || first > 0xF4) return {};
  char32_t code = bytes == 1 ? first : first & (0x7FU >> bytes);
  for (std::size_t k = 1; k < bytes; ++k) {
    if ((byte(k) & 0xC0U) != 0x80) return {};
    code = code << 6 | (byte(k) & 0x3FU);
  }
  return {code, bytes};
}

// Nothing where there is no such command.
std::string greek(char32_t code) {
  constexpr std::array<const char*, 25> names{
      "alpha", "beta",   "gamma",   "delta", "varepsilon", "zeta", "eta",  "theta", "iota",
      "kappa", "lambda", "mu",      "nu",    "xi",         "",     "pi",   "rho",   "varsigma",
      "sigma", "tau",    "upsilon", "phi",   "chi",        "psi",  "omega"};
  if (code >= 0x3B1 && code < 0x3B1 + names.size()) {
    const std::string name = names[code - 0x3B1];
    return name.empty() ? "o" : "$\\" + name + "$";
  }
  constexpr std::array<std::pair<char32_t, const char*>, 11> capitals{
      std::pair{U'\u0393', "Gamma"},  std::pair{U'\u0394', "Delta"},   std::pair{U'\u0398', "Theta"},
      std::pair{U'\u039B', "Lambda"}, std::pair{U'\u039E', "Xi"},      std::pair{U'\u03A0', "Pi"},
      std::pair{U'\u03A3', "Sigma"},  std::pair{U'\u03A5', "Upsilon"}, std::pair{U'\u03A6', "Phi"},
      std::pair{U'\u03A8', "Psi"},    std::pair{U'\u03A9', "Omega"}};
  for (const auto& [letter, name] : capitals) {
    if (letter == code) return fmt::format("$\\{}$", name);
  }
  return code == 0x3D5 ? "$\\phi$" : "";
}

std::string sign(char32_t code) {
  constexpr std::array<std::pair<char32_t, const char*>, 17> known{
      std::pair{U'\u2113', "$\\ell$"},   std::pair{U'\u2208', "$\\in$"},
      std::pair{U'\u2264', "$\\le$"},    std::pair{U'\u2265', "$\\ge$"},
      std::pair{U'\u2260', "$\\ne$"},    std::pair{U'\u2192', "$\\to$"},
      std::pair{U'\u2190', "$\\gets$"},  std::pair{U'\u221E', "$\\infty$"},
      std::pair{U'\u2211', "$\\sum$"},   std::pair{U'\u2212', "$-$"},
      std::pair{U'\u22C5', "$\\cdot$"},  std::pair{U'\u2228', "$\\vee$"},
      std::pair{U'\u2227', "$\\wedge$"}, std::pair{U'\u2217', "$*$"},
      std::pair{U'\u22A4', "$\\top$"},   std::pair{U'\u02DC', "\\textasciitilde{}"},
      std::pair{U'\u2225', "$\\Vert$"}};
  for (const auto& [character, latex] : known) {
    if (character == code) return latex;
  }
  if (code >= 0x2080 && code <= 0x2089) return fmt::format("$_{}$", code - 0x2080);
  return "";
}

// Mathematical alphabets: thirteen of 52 letters from U+1D400 on, five of ten digits from U+1D7CE on.
std::string plain_letter(char32_t code) {
  if (code >= 0x1D400 && code < 0x1D400 + 13 * 52) {
    const auto letter = static_cast<int>((code - 0x1D400) % 52);
    return std::string(1, static_cast<char>(letter < 26 ? 'A' + letter : 'a' + letter - 26));
  }
  if (code >= 0x1D7CE && code <= 0x1D7FF)
    return std::string(1, static_cast<char>('0' + (code - 0x1D7CE) % 10));
  return "";
}

// Quotation marks, dashes and dots that LaTeX knows.
bool is_punctuation(char32_t code) {
  return code == 0x2013 || code == 0x2014 || (code >= 0x2018 && code <= 0x201E) || code == 0x2026;
}

}  // namespace

std::string latex_character(std::string_view text, std::size_t& at) {
  const Decoded character = decoded(text.substr(at));
  const std::size_t begin = at;
  at += std::max<std::size_t>(character.bytes, 1);
  const char32_t code = character.code;
  if (character.bytes == 0) return fmt::format("[byte {:02X}]", static_cast<unsigned char>(text[begin]));
  if (code < 0x80) return escaped_ascii(text[begin]);
  for (const std::string& set : {greek(code), sign(code), plain_letter(code)}) {
    if (!set.empty()) return set;
  }
  const bool is_latin = code >= 0xC0 && code <= 0x17F && code != 0xD7 && code != 0xF7;
  if (is_latin || is_punctuation(code)) return std::string(text.substr(begin, character.bytes));
  return fmt::format("[U+{:04X}]", static_cast<std::uint32_t>(code));
}

}  // namespace attest

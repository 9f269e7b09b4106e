#include "tools/attest/latex_width.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "tools/attest/latex_characters.hpp"
#include "tools/attest/prose_formulas.hpp"
#include "tools/attest/typed_spans.hpp"

namespace attest {

namespace {

// Thousandths of the size, of the characters from the blank on: cmr10, and what latex_characters.hpp sets in the place of those that it
// has not.
constexpr std::array<int, 95> widths_of_prose{
    333, 278, 500, 833, 500, 833, 778, 278,  389, 389, 500, 778, 278, 333, 278, 500,  // blank to /
    500, 500, 500, 500, 500, 500, 500, 500,  500, 500, 278, 278, 778, 778, 778, 472,  // 0 to ?
    778, 750, 708, 722, 764, 681, 653, 785,  750, 361, 514, 778, 625, 917, 750, 778,  // @ to O
    681, 778, 736, 556, 722, 750, 750, 1028, 750, 750, 611, 278, 500, 278, 500, 360,  // P to _
    278, 500, 556, 444, 556, 444, 306, 500,  556, 278, 306, 528, 278, 833, 556, 500,  // ` to o
    556, 528, 392, 394, 389, 556, 528, 722,  528, 528, 444, 500, 278, 500, 500};      // p to ~
constexpr int width_of_others = 780;
constexpr int width_of_typed = 525;      // cmtt10
constexpr int width_of_relation = 1334;  // with the spaces around it
constexpr int width_of_operator = 1223;

// Of the character that begins at `at`, which is moved behind it.
int width_of_character(std::string_view text, std::size_t& at) {
  const char c = text[at];
  if (c >= ' ' && c <= '~') {
    ++at;
    return widths_of_prose.at(static_cast<std::size_t>(c - ' '));
  }
  const std::string set = latex_character(text, at);
  return set.starts_with('[') ? width_of_others * static_cast<int>(set.size()) : width_of_others;
}

bool is_letter_of_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

// Whether the + or - here stands between two terms: TeX has space around it then, and may break behind it.
bool is_between_terms(std::string_view formula, std::size_t at) {
  const std::size_t before = at == 0 ? std::string_view::npos : formula.find_last_not_of(' ', at - 1);
  return before != std::string_view::npos &&
         std::string_view("([{|,=<>+-*/^_").find(formula[before]) == std::string_view::npos;
}

std::string_view name_before(std::string_view formula, std::size_t end) {
  std::size_t begin = end;
  while (begin > 0 && is_letter_of_name(formula[begin - 1])) --begin;
  return formula.substr(begin, end - begin);
}

// Whether a formula may be broken behind the character before `end`: TeX breaks behind signs, latex_formula lets it break behind commas
// and the parentheses of names of three letters and more.
bool ends_piece_of_formula(std::string_view formula, std::size_t end) {
  const char c = formula[end - 1];
  if (c == '+' || c == '-') return is_between_terms(formula, end - 1);
  if (c != '(') return std::string_view("*=<>,").find(c) != std::string_view::npos;
  const std::string_view name = name_before(formula, end - 1);
  return name.size() >= 3 && name != "abs" && name != "sqrt";
}

// Of names, as far as they are none of a sign; the parentheses behind these count as they stand.
int width_of_name(std::string_view name) {
  if (name == "sqrt") return 60;
  if (name == "abs") return 0;
  int width = 0;
  for (const char c : name)
    width += std::max(name.size() == 1 ? 600 : 460, widths_of_prose.at(static_cast<std::size_t>(c - ' ')));
  return width;
}

int width_of_formula(std::string_view formula) {
  int width = 0;
  for (std::size_t at = 0; at < formula.size();) {
    std::size_t end = at;
    while (end < formula.size() && is_letter_of_name(formula[end])) ++end;
    if (end > at) {
      width += width_of_name(formula.substr(at, end - at));
      at = end;
      continue;
    }
    const char c = formula[at];
    const bool second = at > 0 && std::string_view("<>!-").find(formula[at - 1]) != std::string_view::npos;
    if (c == ' ' || c == '^' || c == '_') {
      ++at;
    } else if (c == '*') {
      width += 167;
      ++at;
    } else if (c == '+' || c == '-') {
      width += is_between_terms(formula, at) ? width_of_operator : 778;
      ++at;
    } else if (c == '=' || c == '<' || c == '>') {
      width += second ? 0 : width_of_relation;
      ++at;
    } else {
      width += width_of_character(formula, at);
    }
  }
  return width;
}

double in_points(int thousandths) {
  return 0.01 * thousandths;  // of 10pt
}

// What this does with each piece of prose that stays whole, and with what stands between two of them.
template <class Whole, class Between>
void for_each_piece(std::string_view text, const Whole& whole, const Between& between) {
  for (const TypedSpan& span : typed_spans(std::string(text))) {
    if (span.typed) {
      for (const std::string_view part : latex_typed_pieces(span.text))
        whole(in_points(width_of_typed) * static_cast<double>(part.size()));
      continue;
    }
    for (const ProsePiece& piece : prose_pieces(span.text)) {
      const std::string_view all(piece.text);
      if (piece.formula) {
        for (std::size_t begin = 0; begin < all.size();) {
          std::size_t end = begin + 1;
          while (end < all.size() && !ends_piece_of_formula(all, end)) ++end;
          whole(latex_width(all.substr(begin, end - begin), true));
          begin = end;
        }
        continue;
      }
      for (std::size_t begin = 0; begin <= all.size();) {
        const std::size_t end = std::min(all.find(' ', begin), all.size());
        for (const std::string_view part : latex_word_pieces(all.substr(begin, end - begin)))
          whole(latex_width(part));
        if (end < all.size()) between();
        begin = end + 1;
      }
    }
  }
}

}  // namespace

double latex_width(std::string_view text, bool formula) {
  if (formula) return in_points(width_of_formula(text));
  int width = 0;
  for (std::size_t at = 0; at < text.size();) width += width_of_character(text, at);
  return in_points(width);
}

double latex_prose_width(std::string_view text) {
  double width = 0;
  for_each_piece(
      text, [&](double piece) { width += piece; }, [&] { width += latex_width(" "); });
  return width;
}

double latex_widest_piece(std::string_view text) {
  double widest = 0;
  for_each_piece(
      text, [&](double piece) { widest = std::max(widest, piece); }, [] {});
  return widest;
}

std::vector<std::string_view> latex_typed_pieces(std::string_view text) {
  constexpr std::size_t longest_run = 16;  // of letters and digits
  std::vector<std::string_view> pieces;
  std::size_t begin = 0;
  std::size_t run = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    latex_character(text, at);
    run = std::isalnum(static_cast<unsigned char>(c)) != 0 ? run + 1 : longest_run;
    if (at < text.size() && run < longest_run) continue;
    pieces.push_back(text.substr(begin, at - begin));
    begin = at;
    run = 0;
  }
  return pieces;
}

std::vector<std::string_view> latex_word_pieces(std::string_view word, double room) {
  constexpr std::size_t long_word = 12;    // characters
  constexpr std::size_t longest_run = 24;  // without a sign, as of a hash
  const bool at_signs = word.size() > long_word || latex_width(word) > room;
  std::vector<std::string_view> pieces;
  std::size_t begin = 0;
  std::size_t run = 0;
  double width = 0;
  for (std::size_t at = 0; at < word.size();) {
    const std::size_t here = at;
    const double wide = in_points(width_of_character(word, at));
    if (here > begin && width + wide > room) {
      pieces.push_back(word.substr(begin, here - begin));
      begin = here;
      run = 0;
      width = 0;
    }
    ++run;
    width += wide;
    const bool sign = std::string_view("/-_=,:;.)").find(word[here]) != std::string_view::npos;
    if (!at_signs || (!sign && run < longest_run)) continue;
    pieces.push_back(word.substr(begin, at - begin));
    begin = at;
    run = 0;
    width = 0;
  }
  if (begin < word.size()) pieces.push_back(word.substr(begin));
  return pieces;
}

}  // namespace attest

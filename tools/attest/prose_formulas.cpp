#include "tools/attest/prose_formulas.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <initializer_list>
#include <string_view>

namespace attest {

namespace {

bool is_letter_of_prose(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

bool is_digit_of_prose(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

bool is_sign(std::string_view word) {
  constexpr std::string_view signs[] = {
      "+", "-", "+-", "*", "/", "=", "<=", ">=", "!=", "<", ">", "mod", "->"};
  return std::find(std::begin(signs), std::end(signs), word) != std::end(signs);
}

// Words of which formulas are made. A path, an option, a sentence's word with a dash, a JSON value are none.
bool may_stand_in_formula(std::string_view word) {
  if (word.empty() || word.find("//") != std::string_view::npos || word.find("--") != std::string_view::npos)
    return false;
  for (std::size_t k = 0; k < word.size(); ++k) {
    const char c = word[k];
    if (!is_letter_of_prose(c) && !is_digit_of_prose(c) &&
        std::string_view("+-*/^_()[]|=<>!,.").find(c) == std::string_view::npos)
      return false;
    // no name begins with digits: 000_ab.txt is a file
    if (c == '_' && k > 0 && word.find_first_not_of("0123456789") == k) return false;
    // two words of letters around a dash or a slash: a name like function-composition
    const auto letters_from = [&](std::size_t from, int step) {
      std::size_t count = 0;
      for (auto at = static_cast<std::ptrdiff_t>(from);
           at >= 0 && at < static_cast<std::ptrdiff_t>(word.size()) &&
           is_letter_of_prose(word[static_cast<std::size_t>(at)]);
           at += step)
        ++count;
      return count;
    };
    const bool inside = k > 0 && k + 1 < word.size();
    if ((c == '-' || c == '/') && inside && letters_from(k - 1, -1) >= 2 && letters_from(k + 1, 1) >= 2)
      return false;
    // function_composition; a file's name, mine.theorem; a parameter's word, domain=positive
    if (c == '_' && inside && letters_from(k - 1, -1) >= 3 && letters_from(k + 1, 1) >= 3) return false;
    if (c == '.' && inside && letters_from(k - 1, -1) >= 2 && letters_from(k + 1, 1) >= 2) return false;
    if (c == '=' && inside && letters_from(k + 1, 1) >= 3 && k + 1 + letters_from(k + 1, 1) == word.size())
      return false;
  }
  return true;
}

// Says by itself that it is one: n^2, 4*n, n=2, 1/8, phi_j, sqrt(7), f(x).
bool is_formula(std::string_view word) {
  if (!may_stand_in_formula(word)) return false;
  const auto has = [&](std::string_view signs) {
    return word.find_first_of(signs) != std::string_view::npos;
  };
  const bool has_letter_or_digit = std::any_of(
      word.begin(), word.end(), [](char c) { return is_letter_of_prose(c) || is_digit_of_prose(c); });
  if (!has_letter_or_digit) return false;
  if (has("^*_=<>[")) return true;
  if (has("/+") && has("0123456789")) return true;
  if (is_digit_of_prose(word.front()) &&
      (word.find("e-") != std::string_view::npos || word.find("e+") != std::string_view::npos))
    return true;
  const std::size_t parenthesis = word.find('(');
  return parenthesis != std::string_view::npos && parenthesis > 0 && parenthesis <= 4 &&
         is_letter_of_prose(word[parenthesis - 1]);
}

bool is_balanced(std::string_view text) {
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    if (depth < 0) return false;
  }
  return depth == 0;
}

// A word without what ends a sentence or a clause behind it.
std::string_view trimmed(std::string_view word) {
  while (!word.empty() && std::string_view(",.;:").find(word.back()) != std::string_view::npos)
    word.remove_suffix(1);
  return word;
}

}  // namespace

std::vector<ProsePiece> prose_pieces(const std::string& text) {
  std::vector<std::string_view> words;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    words.push_back(std::string_view(text).substr(begin, end - begin));
    begin = end + 1;
  }
  // The longest run of operands and signs from `first` that is a formula; its end, or first.
  const auto run_from = [&](std::size_t first) {
    std::size_t best = first;
    bool says_so = false;
    bool operand = true;  // what comes next
    for (std::size_t k = first; k < words.size(); ++k) {
      const std::string_view word = trimmed(words[k]);
      if (operand) {
        if (!may_stand_in_formula(word)) break;
        says_so = says_so || is_formula(word);
        const std::string_view run(words[first].data(),
                                   static_cast<std::size_t>(word.data() + word.size() - words[first].data()));
        const bool lone_word = k == first && !is_formula(word);
        if (!lone_word && is_balanced(run) && (says_so || k > first)) best = k + 1;
        if (word.size() != words[k].size()) {  // a comma inside of parentheses goes on
          if (words[k].back() != ',' || is_balanced(run)) break;
          continue;
        }
        operand = false;
      } else {
        if (!is_sign(word) || word.size() != words[k].size()) break;
        operand = true;
      }
    }
    return best;
  };
  std::vector<ProsePiece> pieces;
  const auto add = [&](std::string_view more, bool formula) {
    if (more.empty()) return;
    if (pieces.empty() || pieces.back().formula != formula) pieces.push_back({"", formula});
    pieces.back().text += more;
  };
  for (std::size_t k = 0; k < words.size();) {
    if (k > 0) add(" ", false);
    const std::size_t end = words[k].empty() || is_sign(words[k]) ? k : run_from(k);
    if (end == k) {
      add(words[k++], false);
      continue;
    }
    const std::string_view last = trimmed(words[end - 1]);
    add(std::string_view(words[k].data(),
                         static_cast<std::size_t>(last.data() + last.size() - words[k].data())),
        true);
    add(words[end - 1].substr(last.size()), false);
    k = end;
  }
  return pieces;
}

}  // namespace attest

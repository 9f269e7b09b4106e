#include "tools/attest/latex.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

namespace attest {

namespace {

bool is_letter_of_formula(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

bool is_digit_of_formula(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Reads a formula from left to right.
class Formula {
 public:
  explicit Formula(std::string_view text) : text_(text) {}

  std::string latex() {
    while (at_ < text_.size()) step();
    while (!open_.empty()) close();
    return result_;
  }

 private:
  std::string_view rest() const { return text_.substr(at_); }
  char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void step() {
    static const std::vector<std::pair<std::string_view, std::string_view>> signs = {
        {"<=", "\\le "},
        {">=", "\\ge "},
        {"!=", "\\ne "},
        {"->", "\\to "},
        {"..", "\\ldots "},
        {"+-", "\\pm "},
        {"*", "\\,\\allowbreak "},
        {",", ",\\allowbreak "},
        {"<", "<"},
        {">", ">"},
        {"{", "\\{"},
        {"}", "\\}"},
        {"%", "\\%"},
        {"#", "\\#"},
        {"&", "\\&"},
        {"\\", "\\setminus "},
        {"$", "\\$"},
        {"~", "\\sim "}};
    if (here() == '^' || here() == '_') return script();
    last_script_ = 0;
    if (is_letter_of_formula(here())) return name();
    if (is_digit_of_formula(here())) return number();
    if (here() == '(') return open("(", ")");
    if (here() == ')') return close();
    for (const auto& [sign, latex] : signs) {
      if (rest().substr(0, sign.size()) != sign) continue;
      result_ += latex;
      at_ += sign.size();
      return;
    }
    result_ += here() == ' ' ? std::string(" ") : std::string(1, here());
    ++at_;
  }

  void open(std::string_view begin, std::string_view end) {
    result_ += begin;
    open_.push_back(end);
    ++at_;
  }

  void close() {
    if (open_.empty()) {
      result_ += ")";
    } else {
      result_ += open_.back();
      open_.pop_back();
    }
    ++at_;
  }

  std::string_view word() const {
    std::size_t end = at_;
    while (end < text_.size() && (is_letter_of_formula(text_[end]) || is_digit_of_formula(text_[end]))) ++end;
    return text_.substr(at_, end - at_);
  }

  std::string name_latex(std::string_view word) const {
    if (is_one_of(word, {"alpha", "beta",  "gamma", "delta", "eps",   "eta",  "theta", "lambda",
                         "mu",    "nu",    "pi",    "rho",   "sigma", "tau",  "phi",   "psi",
                         "omega", "Delta", "Sigma", "Gamma", "Theta", "Omega"}))
      return fmt::format("\\{}", word == "eps" ? "varepsilon" : word);
    if (is_one_of(word, {"exp", "log", "max", "min"})) return fmt::format("\\{}", word);
    if (word == "mod") return "\\bmod";
    if (is_one_of(word, {"div", "and", "or", "not", "exists", "forall", "in", "where", "if", "then", "else",
                         "sum", "count", "argmax", "argmin", "least"}))
      return fmt::format("\\ \\text{{{}}}\\ ", word);
    if (word.size() == 1) return std::string(word);
    // x1 is x with an index.
    const std::size_t letters =
        static_cast<std::size_t>(std::find_if(word.begin(), word.end(), is_digit_of_formula) - word.begin());
    if (letters < word.size() &&
        std::all_of(word.begin() + static_cast<std::ptrdiff_t>(letters), word.end(), is_digit_of_formula))
      return fmt::format("{}_{{{}}}",
                         letters == 1 ? std::string(word.substr(0, 1))
                                      : fmt::format("\\mathit{{{}}}", word.substr(0, letters)),
                         word.substr(letters));
    return fmt::format("\\mathit{{{}}}", word);
  }

  // function_composition and f_of_g are names, phi_j is one with an index.
  std::string_view name_of_words() const {
    std::size_t end = at_;
    std::size_t signs = 0;
    const auto is_of_word = [&](std::size_t k) {
      return k < text_.size() && (is_letter_of_formula(text_[k]) || is_digit_of_formula(text_[k]));
    };
    std::size_t shortest = text_.size();
    std::size_t begin = end;
    while (is_of_word(end) || (end < text_.size() && text_[end] == '_' && is_of_word(end + 1))) {
      if (text_[end] == '_') {
        ++signs;
        shortest = std::min(shortest, end - begin);
        begin = end + 1;
      }
      ++end;
    }
    shortest = std::min(shortest, end - begin);
    return signs >= 2 || (signs == 1 && shortest >= 2) ? text_.substr(at_, end - at_) : std::string_view();
  }

  void name() {
    if (const std::string_view words = name_of_words(); !words.empty()) {
      result_ += "\\mathit{";
      for (const char c : words) result_ += c == '_' ? std::string("\\_") : std::string(1, c);
      result_ += "}";
      at_ += words.size();
      return;
    }
    const std::string_view found = word();
    at_ += found.size();
    if (found == "sqrt" && here() == '(') return open("\\sqrt{", "}");
    if (found == "abs" && here() == '(') return open("|", "|");
    result_ += name_latex(found);
    // Behind the parenthesis of a long name a line may end where it ends nowhere better.
    if (here() == '(' && found.size() >= 3) open("(\\penalty1000 ", ")");
  }

  std::string_view digits() {
    const std::size_t begin = at_;
    while (is_digit_of_formula(here())) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  // 2.5e-07, of which the digits before the point were read.
  bool scientific(std::string_view whole) {
    std::size_t end = at_;
    const auto all_digits = [&] {
      const std::size_t begin = end;
      while (end < text_.size() && is_digit_of_formula(text_[end])) ++end;
      return text_.substr(begin, end - begin);
    };
    std::string_view behind;
    if (end < text_.size() && text_[end] == '.') {
      ++end;
      behind = all_digits();
    }
    if (end >= text_.size() || text_[end] != 'e') return false;
    ++end;
    const bool minus = end < text_.size() && text_[end] == '-';
    if (minus || (end < text_.size() && text_[end] == '+')) ++end;
    std::string_view exponent = all_digits();
    if (exponent.empty() || (end < text_.size() && is_letter_of_formula(text_[end]))) return false;
    while (exponent.size() > 1 && exponent.front() == '0') exponent.remove_prefix(1);
    result_ += fmt::format("{}{}{}\\cdot 10^{{{}{}}}", whole, behind.empty() ? "" : ".", behind,
                           minus ? "-" : "", exponent);
    at_ = end;
    return true;
  }

  // 4/7 is a fraction, unless something binds to one side.
  void number() {
    const bool after =
        at_ > 0 && (is_letter_of_formula(text_[at_ - 1]) || text_[at_ - 1] == '.' || text_[at_ - 1] == ')');
    const std::string_view above = digits();
    if (!after && scientific(above)) return;
    if (here() == '/' && at_ + 1 < text_.size() && is_digit_of_formula(text_[at_ + 1]) && !after) {
      const std::size_t slash = at_++;
      const std::string_view below = digits();
      if (here() != '^' && here() != '.' && !is_letter_of_formula(here())) {
        result_ += fmt::format("\\tfrac{{{}}}{{{}}}", above, below);
        return;
      }
      at_ = slash;
    }
    result_ += above;
  }

  // ^2, ^(k-1), ^n, _i, _(k+1); else a sign like others.
  void script() {
    const char sign = text_[at_++];
    if (std::exchange(last_script_, sign) == sign) result_ += "{}";  // a second one of its kind
    if (here() == '(') {
      result_ += sign;
      return open("{", "}");
    }
    const bool minus = here() == '-';
    const std::size_t before = at_;
    if (minus) ++at_;
    const std::string_view of = word();
    if (of.empty()) {
      at_ = before;
      result_ += sign == '_' ? "\\_" : "\\hat{}";
      return;
    }
    at_ += of.size();
    result_ +=
        fmt::format("{}{{{}{}}}", sign, minus ? "-" : "",
                    is_digit_of_formula(of.front()) || of.size() == 1 ? std::string(of) : name_latex(of));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<std::string_view> open_;  // what ends each parenthesis
  std::string result_;
  char last_script_ = 0;  // the sign, where one stands last
};

}  // namespace

std::string latex_formula(const std::string& text) {
  return Formula(text).latex();
}

}  // namespace attest

#include "tools/attest/latex.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/attest/latex_characters.hpp"
#include "tools/attest/prose_formulas.hpp"
#include "tools/attest/text.hpp"
#include "tools/attest/typed_spans.hpp"

namespace attest {

namespace {

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string escaped_word(std::string_view word) {
  constexpr std::size_t long_word = 12;
  constexpr std::size_t longest_run = 24;  // without a sign, as of a hash
  std::string result;
  std::size_t run = 0;
  for (std::size_t at = 0; at < word.size();) {
    const char c = word[at];
    result += latex_character(word, at);
    ++run;
    const bool sign = std::string_view("/-_=,:;.)").find(c) != std::string_view::npos;
    if (word.size() <= long_word || at >= word.size() || (!sign && run < longest_run)) continue;
    result += "\\hspace{0pt}";
    run = 0;
  }
  return result;
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
    if (is_letter(here())) return name();
    if (is_digit(here())) return number();
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
    while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]))) ++end;
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
        static_cast<std::size_t>(std::find_if(word.begin(), word.end(), is_digit) - word.begin());
    if (letters < word.size() &&
        std::all_of(word.begin() + static_cast<std::ptrdiff_t>(letters), word.end(), is_digit))
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
      return k < text_.size() && (is_letter(text_[k]) || is_digit(text_[k]));
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
  }

  std::string_view digits() {
    const std::size_t begin = at_;
    while (is_digit(here())) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  // 2.5e-07, of which the digits before the point were read.
  bool scientific(std::string_view whole) {
    std::size_t end = at_;
    const auto all_digits = [&] {
      const std::size_t begin = end;
      while (end < text_.size() && is_digit(text_[end])) ++end;
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
    if (exponent.empty() || (end < text_.size() && is_letter(text_[end]))) return false;
    while (exponent.size() > 1 && exponent.front() == '0') exponent.remove_prefix(1);
    result_ += fmt::format("{}{}{}\\cdot 10^{{{}{}}}", whole, behind.empty() ? "" : ".", behind,
                           minus ? "-" : "", exponent);
    at_ = end;
    return true;
  }

  // 4/7 is a fraction, unless something binds to one side.
  void number() {
    const bool after =
        at_ > 0 && (is_letter(text_[at_ - 1]) || text_[at_ - 1] == '.' || text_[at_ - 1] == ')');
    const std::string_view above = digits();
    if (!after && scientific(above)) return;
    if (here() == '/' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]) && !after) {
      const std::size_t slash = at_++;
      const std::string_view below = digits();
      if (here() != '^' && here() != '.' && !is_letter(here())) {
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
    result_ += fmt::format("{}{{{}{}}}", sign, minus ? "-" : "",
                           is_digit(of.front()) || of.size() == 1 ? std::string(of) : name_latex(of));
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

std::string latex_heading(const std::string& title) {
  return "\n\\paragraph{" + latex_prose(title) + "}\\mbox{}\\par\\nopagebreak\\noindent\n";
}

std::string latex_typed(const std::string& text) {
  constexpr std::size_t longest_run = 16;  // of letters and digits that are not broken
  std::string result;
  std::size_t run = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const std::string character = latex_character(text, at);
    result += c == '\'' ? "\\textquotesingle{}" : character;
    run = c == ' ' ? 0 : is_letter(c) || is_digit(c) ? run + 1 : longest_run;
    // Where it may be broken without a hyphen, which would be taken for one of its own.
    if (c == ' ' || at == text.size() || run < longest_run) continue;
    result += "\\allowbreak{}";
    run = 0;
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

namespace {

std::string prose_without_typed(const std::string& text) {
  std::string result;
  for (const ProsePiece& piece : prose_pieces(text)) {
    if (piece.formula) {
      result += "$" + latex_formula(piece.text) + "$";
      continue;
    }
    for (std::size_t begin = 0; begin <= piece.text.size();) {
      const std::size_t end = std::min(piece.text.find(' ', begin), piece.text.size());
      result += escaped_word(std::string_view(piece.text).substr(begin, end - begin));
      if (end < piece.text.size()) result += " ";
      begin = end + 1;
    }
  }
  return result;
}

}  // namespace

std::string latex_prose(const std::string& text) {
  std::string result;
  for (const TypedSpan& span : typed_spans(text))
    result += span.typed ? latex_typed(span.text) : prose_without_typed(span.text);
  return result;
}

std::string latex_table(const Table& table) {
  const bool is_small = table.header.size() >= 7;
  const std::size_t page = is_small ? 96 : 82;  // characters of a line of \scriptsize or \footnotesize
  constexpr std::size_t most_rows = 40;         // that surely fit on one page
  const std::vector<std::size_t> natural = table_widths(table, static_cast<std::size_t>(-1));
  const std::vector<std::size_t> width = table_widths(table, page);
  const bool wraps = width != natural;
  const bool is_long = table.rows.size() > most_rows || wraps;
  std::size_t sum = 0;
  for (const std::size_t w : width) sum += w;
  std::string columns;
  for (const std::size_t w : width) {
    // Between columns there are 2*3pt, of about 345.
    const double share = (1.0 - 0.0175 * static_cast<double>(width.size())) * static_cast<double>(w) /
                         static_cast<double>(sum);
    columns +=
        wraps ? fmt::format(">{{\\raggedright\\arraybackslash\\hspace{{0pt}}}}p{{{:.3f}\\linewidth}}", share)
              : "l";
  }
  const char* environment = is_long ? "longtable" : "tabular";
  const auto line = [&](const std::vector<std::string>& row) {
    std::string result;
    for (std::size_t c = 0; c < row.size(); ++c) result += (c == 0 ? "" : " & ") + latex_prose(row[c]);
    return result + " \\\\\n";
  };
  std::string result =
      fmt::format("{{\\{}\\setlength{{\\tabcolsep}}{{3pt}}\n", is_small ? "scriptsize" : "footnotesize");
  result += fmt::format("\\begin{{{}}}{{@{{}}{}@{{}}}}\n\\toprule\n", environment, columns);
  result += line(table.header) + "\\midrule\n" + (is_long ? "\\endhead\n" : "");
  for (const auto& row : table.rows) result += line(row);
  return result + fmt::format("\\bottomrule\n\\end{{{}}}}}\n", environment);
}

}  // namespace attest

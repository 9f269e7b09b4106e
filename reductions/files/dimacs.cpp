#include "reductions/files/dimacs.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "reductions/files/file_text.hpp"

namespace attest {

namespace {

using problems::Clause;
using problems::Cnf;

constexpr long most_variables = 1'000'000;
constexpr long weight_limit = 1L << 62;

// Decimal digits with an optional minus, and nothing else; "-0" is no number.
std::optional<long> number_of(std::string_view word) {
  long value = 0;
  const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (failure != std::errc() || end != word.data() + word.size()) return std::nullopt;
  if (value == 0 && word.front() == '-') return std::nullopt;
  return value;
}

bool is_comment(const std::vector<std::string_view>& words) {
  return words.empty() || words.front().front() == 'c';
}

struct Header {
  std::size_t line = 0;
  std::string text;
  long variables = 0;
  long clauses = 0;
  std::optional<long> top;
};

class Reader {
 public:
  // `unsaid`: nothing says whether clauses without a header have weights, and both are expected.
  Reader(std::string_view text, const std::string& name, bool weighted, bool unsaid = false)
      : text_(text, name), weighted_(weighted), unsaid_(unsaid) {}

  FormulaFile read() {
    std::string_view line;
    while (text_.next_line(line)) {
      const auto words = words_of(line);
      if (is_comment(words)) continue;
      if (trailer_ > 0) {
        read_trailer(words);
      } else if (words.front() == "p") {
        read_header(words, line);
      } else if (words.front() == "%" && header_) {
        trailer_ = text_.line_number();
      } else if (header_) {
        for (const auto word : words) read_word(word);
      } else if (weighted_) {
        read_line_of_2022(words);
      } else {
        throw text_.error(words.front(),
                          unsaid_ ? "the header \"p cnf VARIABLES CLAUSES\" before the first clause (WCNF "
                                    "without a header is read from a file that ends in .wcnf or has a hard "
                                    "clause \"h ...\")"
                                  : "the header \"p cnf VARIABLES CLAUSES\" before the first clause");
      }
    }
    finish();
    return std::move(result_);
  }

 private:
  std::vector<Clause>& clauses() { return result_.formula.clauses; }

  void read_trailer(const std::vector<std::string_view>& words) const {
    if (words.size() != 1 || words.front() != "0")
      throw text_.error(words.front(), fmt::format("nothing but a 0 after the % of line {}", trailer_));
  }

  void read_header(const std::vector<std::string_view>& words, std::string_view line) {
    if (header_) throw text_.error(line, fmt::format("one header; the first is in line {}", header_->line));
    if (!clauses().empty()) throw text_.error(line, "no header behind clauses (the form of 2022 has none)");
    const std::string_view format = weighted_ ? "wcnf" : "cnf";
    const bool length = words.size() == 4 || (weighted_ && words.size() == 5);
    if (!length || words[1] != format)
      throw text_.error(line,
                        weighted_ ? "\"p wcnf VARIABLES CLAUSES [TOP]\"" : "\"p cnf VARIABLES CLAUSES\"");
    Header header;
    header.line = text_.line_number();
    header.variables = natural(words[2], 0, most_variables, "a number of variables");
    header.clauses = natural(words[3], 0, weight_limit, "a number of clauses");
    if (words.size() == 5) header.top = natural(words[4], 1, weight_limit, "a weight TOP of hard clauses");
    result_.formula.variables = static_cast<int>(header.variables);
    header_ = header;
  }

  long natural(std::string_view word, long least, long most, const std::string& what) const {
    const auto value = number_of(word);
    if (!value || *value < least || *value > most)
      throw text_.error(word, fmt::format("{} from {} to {}", what, least, most));
    return *value;
  }

  // Below a header, clauses are a stream of words.
  void read_word(std::string_view word) {
    if (!inside_) {
      begin_clause();
      if (weighted_) {
        read_weight(word);
        return;
      }
    }
    read_literal(word, header_->variables);
  }

  void begin_clause() {
    if (static_cast<long>(clauses().size()) == header_->clauses)
      throw text_.error("a clause more", fmt::format("{} clauses, as the header in line {} says",
                                                     header_->clauses, header_->line));
    clauses().emplace_back();
    inside_ = true;
    begun_ = text_.line_number();
  }

  void read_weight(std::string_view word) {
    const long most = header_ && header_->top ? *header_->top : weight_limit;
    const long weight = natural(word, 1, most, "a clause's weight");
    if (header_ && header_->top && weight == *header_->top) {
      hard_.push_back(clauses().size() - 1);
      return;
    }
    clauses().back().weight = weight;
    add_soft(weight);
  }

  void add_soft(long weight) {
    if (weight >= weight_limit - soft_)
      throw text_.error(std::to_string(weight), "weights whose sum is below 2^62");
    soft_ += weight;
  }

  void read_literal(std::string_view word, long variables) {
    const auto literal = number_of(word);
    if (!literal || *literal > variables || *literal < -variables)
      throw text_.error(word, variables == 0
                                  ? "0: there are no variables"
                                  : fmt::format("0 or a literal 1..{} or -1..-{}", variables, variables));
    if (*literal == 0) {
      inside_ = false;
    } else {
      clauses().back().literals.push_back(static_cast<int>(*literal));
    }
  }

  // Without a header, every clause has a line of its own; the largest variable is the last.
  void read_line_of_2022(const std::vector<std::string_view>& words) {
    clauses().emplace_back();
    if (words.front() == "h") {
      hard_.push_back(clauses().size() - 1);
    } else {
      const auto weight = number_of(words.front());
      if (!weight || *weight < 1)
        throw text_.error(words.front(), "\"h\", a positive integer weight, or a header \"p wcnf ...\"");
      read_weight(words.front());
    }
    inside_ = true;
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (!inside_) throw text_.error(words[i], "one clause a line, nothing behind its 0");
      read_literal(words[i], most_variables);
    }
    if (inside_) throw text_.error(words.back(), "0 at the end of the clause");
    for (const int literal : clauses().back().literals)
      result_.formula.variables = std::max(result_.formula.variables, std::abs(literal));
  }

  void finish() {
    if (inside_)
      throw text_.error_at_end(fmt::format("0 at the end of the clause that begins in line {}", begun_));
    if (!header_ && clauses().empty())
      throw text_.error_at_end(weighted_ ? "a header \"p wcnf ...\" or a clause"
                                         : "the header \"p cnf VARIABLES CLAUSES\"");
    const long found = static_cast<long>(clauses().size());
    if (header_ && found != header_->clauses)
      throw text_.error_at_end(fmt::format("{} clauses, as the header in line {} says; there are {}",
                                           header_->clauses, header_->line, found));
    result_.hard_clauses = hard_.size();
    const long hard = soft_ + 1;
    if (!hard_.empty() && static_cast<long>(hard_.size()) > (weight_limit - 1 - soft_) / hard)
      throw text_.error_at_end("weights whose sum is below 2^62, hard clauses counted");
    for (const std::size_t c : hard_) clauses()[c].weight = hard;
  }

  FileText text_;
  bool weighted_;
  bool unsaid_;
  FormulaFile result_;
  std::optional<Header> header_;
  std::vector<std::size_t> hard_;
  long soft_ = 0;            // the sum of the soft weights
  bool inside_ = false;      // a clause that has not met its 0
  std::size_t begun_ = 0;    // its line
  std::size_t trailer_ = 0;  // the line of the %
};

// What a text says that it is. Without a header "1 2 0" is a clause of a CNF whose header was lost as well as
// the soft clause (2) of weight 1: only a hard clause or the name tells them apart.
enum class Says { cnf, wcnf, nothing };

Says what_it_says(std::string_view text, const std::string& name) {
  FileText lines(text, {});
  std::string_view line;
  bool clauses = false;
  while (lines.next_line(line)) {
    const auto words = words_of(line);
    if (is_comment(words)) continue;
    if (words.front() == "p" && !clauses)
      return words.size() > 1 && words[1] == "wcnf" ? Says::wcnf : Says::cnf;
    if (words.front() == "h" || name.ends_with(".wcnf")) return Says::wcnf;
    clauses = true;
  }
  return clauses ? Says::nothing : Says::cnf;  // of an empty file the commoner format is missed
}

}  // namespace

Cnf parse_dimacs(std::string_view text, const std::string& name) {
  return Reader(text, name, false).read().formula;
}

FormulaFile parse_wcnf(std::string_view text, const std::string& name) {
  return Reader(text, name, true).read();
}

FormulaFile parse_formula(std::string_view text, const std::string& name) {
  const Says says = what_it_says(text, name);
  return Reader(text, name, says == Says::wcnf, says == Says::nothing).read();
}

Cnf read_dimacs(const std::filesystem::path& path) {
  return parse_dimacs(text_of_file(path), path.string());
}

FormulaFile read_wcnf(const std::filesystem::path& path) {
  return parse_wcnf(text_of_file(path), path.string());
}

FormulaFile read_formula(const std::filesystem::path& path) {
  return parse_formula(text_of_file(path), path.string());
}

std::string dimacs_text(const Cnf& formula, const std::string& comment) {
  bool weighted = false;
  long sum = 0;
  for (const Clause& clause : formula.clauses) {
    weighted = weighted || clause.weight != 1;
    sum += clause.weight;
  }
  std::string text;
  FileText lines(comment, {});
  std::string_view line;
  while (lines.next_line(line)) text += fmt::format("c {}\n", line);
  text += fmt::format("p {} {} {}", weighted ? "wcnf" : "cnf", formula.variables, formula.clauses.size());
  text += weighted ? fmt::format(" {}\n", sum + 1) : "\n";
  for (const Clause& clause : formula.clauses) {
    if (weighted) text += fmt::format("{} ", clause.weight);
    for (const int literal : clause.literals) text += fmt::format("{} ", literal);
    text += "0\n";
  }
  return text;
}

}  // namespace attest

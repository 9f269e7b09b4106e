#include "constructions/poly/root_finding_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "constructions/poly/root_finding.hpp"
#include "theorems/read.hpp"
#include "theorems/write.hpp"

namespace attest {

namespace {

using Texts = std::vector<std::string>;

std::string put_together(const Texts& parts, const char* between) {
  return fmt::format("{}", fmt::join(parts, between));
}

std::string to_the(const std::string& base, unsigned long exponent) {
  return exponent == 1 ? base : fmt::format("{}^{}", base, exponent);
}

// p at these numbers, its monomials by exponents of x_1, then x_2, .., descending: the order in which precision adds them.
std::string polynomial_at(const Polynomial& p, const Texts& x) {
  std::map<std::vector<unsigned long>, Rational, std::greater<>> terms;
  for (const auto& term : p.terms()) {
    std::vector<unsigned long> exponents(x.size(), 0);
    for (const auto& [name, exponent] : term.exponents) {
      if (exponent != 0) exponents[std::stoul(name.substr(1)) - 1] = exponent;
    }
    terms[exponents] += term.coefficient;
  }
  std::string text;
  for (const auto& [exponents, coefficient] : terms) {
    const Rational size = boost::multiprecision::abs(coefficient);
    Texts factors;
    for (std::size_t v = 0; v < exponents.size(); ++v) {
      if (exponents[v] != 0) factors.push_back(to_the(x[v], exponents[v]));
    }
    if (size != 1 || factors.empty()) factors.insert(factors.begin(), to_string(size));
    const std::string sign = coefficient < 0 ? (text.empty() ? "-" : " - ") : (text.empty() ? "" : " + ");
    text += sign + put_together(factors, "*");
  }
  return text;
}

// An entry of a Q^(r), `index` for l; its terms and their factors in one order, whatever order the ring of all polynomials has.
std::string entry_text(const Polynomial& entry, const std::string& index) {
  const std::vector<std::pair<const char*, std::string>> factors{
      {"n", "n"}, {"A", "A"}, {"l", index}, {"y", "y"}};
  std::map<std::vector<unsigned long>, Rational, std::greater<>> terms;
  for (const auto& term : entry.terms()) {
    std::vector<unsigned long> exponents;
    for (const auto& [variable, name] : factors) {
      const auto at = term.exponents.find(variable);
      exponents.push_back(at == term.exponents.end() ? 0UL : at->second);
    }
    terms[exponents] += term.coefficient;
  }
  std::string text;
  for (const auto& [exponents, coefficient] : terms) {
    const Rational size = boost::multiprecision::abs(coefficient);
    Texts parts;
    for (std::size_t k = 0; k < factors.size(); ++k) {
      if (exponents[k] != 0) parts.push_back(to_the(factors[k].second, exponents[k]));
    }
    if (size != 1 || parts.empty()) parts.insert(parts.begin(), to_string(size));
    const std::string sign = coefficient < 0 ? (text.empty() ? "-" : " - ") : (text.empty() ? "" : " + ");
    text += sign + put_together(parts, "*");
  }
  return text.empty() ? "0" : text;
}

// y_l1, S(l2), .. for each variable.
Texts for_each_variable(std::size_t variables, const std::string& first,
                        const std::function<std::string(std::size_t)>& other) {
  Texts result{first};
  for (std::size_t v = 2; v <= variables; ++v) result.push_back(other(v));
  return result;
}

// The exponents of y and l in the embedding: 1, y, .., y^(2 k_0), and what the columns of the Q^(r) have beside them.
using Powers = std::pair<unsigned long, unsigned long>;
std::set<Powers> powers_of(const RootFinding& record) {
  std::set<Powers> powers;
  for (unsigned long e = 0; e <= 2 * record.degree; ++e) powers.insert({e, 0});
  for (const Rows& columns : record.query) {
    for (const Polynomial& column : columns) {
      for (const auto& term : column.terms()) {
        const auto exponent = [&](const char* name) {
          const auto at = term.exponents.find(name);
          return at == term.exponents.end() ? 0UL : at->second;
        };
        powers.insert({exponent("y"), exponent("l")});
      }
    }
  }
  return powers;
}

std::string encoding_text(const RootFinding& record) {
  Texts entries;
  for (const auto& [of_y, of_l] : powers_of(record)) {
    Texts factors;
    if (of_y != 0) factors.push_back(to_the("y", of_y));
    if (of_l != 0) factors.push_back(to_the("i", of_l));
    entries.push_back(factors.empty() ? "1" : put_together(factors, "*"));
  }
  return put_together(entries, ", ");
}

// An entry that the print does not define has y to the power of its d_(r_1), which is no number: there is no variable x_(r_1). As
// the row's `d` it has no meaning either.
const char* const undefined_power = "y^d";

std::string layer_text(const RootFinding& record) {
  const std::size_t t = record.variables;
  std::string text =
      fmt::format("layer d = {}\n  encode ({})  @3386\n", record.embedding_dimension, encoding_text(record));
  text += fmt::format("  head poly({}), scale 1/d\n", record.h.to_string());
  for (std::size_t r = 0; r < t; ++r) {
    const auto& monomials = record.h.monomials();
    if (std::none_of(monomials.begin(), monomials.end(),
                     [&](const auto& m) { return std::find(m.begin(), m.end(), r) != m.end(); }))
      continue;
    const std::string index = fmt::format("l{}", r + 1);
    Texts entries;
    for (std::size_t c = 0; c < record.query[r].size(); ++c) {
      const std::string entry = entry_text(record.query[r][c], index);
      const bool undefined = record.damaged && record.damaged->row == r && record.damaged->column == c;
      entries.push_back(undefined ? fmt::format("{}*{}", entry, undefined_power) : entry);
    }
    const bool damaged = record.damaged && record.damaged->row == r;
    const char* const mark = record.tie_break ? ""
                             : damaged        ? "  @3404"
                                              : "  @3406";  // the repaired ones are ours
    text += fmt::format("    row {} ({}) = ({}){}\n", r + 1, index, put_together(entries, ", "), mark);
  }
  for (std::size_t r = 2; r <= t; ++r) {
    const Texts entries =
        for_each_variable(t, "0", [&](std::size_t v) { return std::string(v == r ? "y" : "1"); });
    text += fmt::format("    value {0} (l{0}) = ({1})  @3455\n", r, put_together(entries, ", "));
  }
  const Texts features = for_each_variable(t, "y_l1", [](std::size_t v) { return fmt::format("y_l{}", v); });
  const std::string squared = fmt::format("({})^2", polynomial_at(record.p, features));
  if (record.tie_break) {
    Texts ties;
    for (std::size_t r = 2; r <= t; ++r) {
      const std::string index = fmt::format("l{}", r);
      ties.push_back(r == t ? index : fmt::format("{}*{}", to_the("n", t - r), index));
    }
    text += fmt::format("    displayed score = A*({} - n^{}*{})\n", put_together(ties, " + "),
                        record.power_of_n, squared);
  } else {
    text += fmt::format("    displayed score = -{}*{}  @3459\n", to_the("n", record.power_of_n), squared);
  }
  text +=
      "  head exact-match\n    over l in [n] where l = i\n    query (i) = (1)\n    key (l) = (1)\n"
      "    value (l) = (y)  @3473\n";
  Texts out{"head2.1 -> stream.1"};
  for (std::size_t v = 2; v <= t; ++v) out.push_back(fmt::format("head1.{0} -> stream.{0}", v));
  return text + "  out " + put_together(out, ", ") + "\n";
}

}  // namespace

std::string root_finding_text(const std::string& id, const Polynomial& p, const AttentionPolynomial& h) {
  const RootFinding printed = poly_root_finding(Variant::printed, p, h);
  const RootFinding repaired = poly_root_finding(Variant::repaired, p, h);
  const std::size_t t = printed.variables;
  const Texts of_input = for_each_variable(t, "S(i)", [](std::size_t v) { return fmt::format("S(l{})", v); });
  const Texts of_stream =
      for_each_variable(t, "stream.1", [](std::size_t v) { return fmt::format("stream.{}", v); });
  Texts others;
  Texts near;
  for (std::size_t v = 2; v <= t; ++v) others.push_back(fmt::format("l{} in [n]", v));
  for (std::size_t v = 0; v < t; ++v)
    near.push_back(fmt::format("abs({} - {}) < 1/4", of_stream[v], of_input[v]));
  const std::string some = "exists " + put_together(others, ", ") + ": ";
  const std::string is_root = polynomial_at(p, of_input) + " = 0";

  std::string text = "attest-theorem 1\n";
  const std::string plain =
      polynomial_at(p, for_each_variable(t, "x1", [](std::size_t v) { return fmt::format("x{}", v); }));
  text += fmt::format("theorem {} \"Two heads of poly-attention find roots of {}\"\n", id, plain);
  text += fmt::format(
      "statement \"For each y_1 in a list S, two heads of poly-attention for h = {} and an output network find whether p = {} "
      "is 0 for some {} in S, and put out such a root.\"\n",
      h.to_string(), plain, t == 2 ? "y_2" : fmt::format("y_2, .., y_{}", t));
  text += "source 003 \"Theorem G.1 (Theorem 3.7)\" lines 3369-3475\n";
  text += "sizes n >= 1, r >= 1\nlimit verify n <= 8, r <= 9\n";
  text += "input S : [n] -> -r..r\nspelled {\"S\": S}\ntokens i in [n] carry y = S(i)\n";
  text +=
      fmt::format("let A = {}*(n + r + {})  # of the repaired scores\n", 4 * repaired.embedding_dimension, t);
  text += fmt::format("task at every i, sign: {}{}\n", some, is_root);
  text += layer_text(printed);
  text += fmt::format("readout 1/2 - abs({})  @3477\n", polynomial_at(p, of_stream));
  text += fmt::format("check output, assert root: ({0}{1}) implies ({0}{1} and {2})  @3373\n", some, is_root,
                      put_together(near, " and "));
  if (printed.damaged) {
    const std::string entry = entry_text(printed.query[printed.damaged->row][printed.damaged->column], "l");
    text += fmt::format("read {0}*{1} as {0} because \"{2}: {3}; {4}\"\n", entry, undefined_power,
                        printed.damaged->where, printed.damaged->what, printed.damaged->reading);
  }
  for (const std::string& choice : printed.choices) text += fmt::format("choice \"{}\"\n", choice);
  text +=
      "variant printed \"The columns of Q^(1)..Q^(t) as printed; the second head's stated output is taken for "
      "granted.\"\n";
  text +=
      "variant repaired \"Columns that really give -p^2, a scale that grows, and a tie-break among several "
      "roots.\"\n";
  std::string line;
  for (const char c : layer_text(repaired)) {
    line += c;
    if (c != '\n') continue;
    text += "  " + line;
    line.clear();
  }
  // Of one number alone there is one tuple, and the row is exact.
  text += "expect repaired holds at n=1 r=1..2\n";
  return theorems::write(theorems::read_theorem(language::SourceText(id, text)));
}

}  // namespace attest

#include "constructions/poly/root_finding_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
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

using Exponents = std::vector<unsigned long>;

// The powers of a monomial with these exponents as factors of a product.
Texts powers_at(const Exponents& exponents, const Texts& x) {
  Texts factors;
  for (std::size_t v = 0; v < exponents.size(); ++v)
    if (exponents[v] != 0) factors.push_back(to_the(x[v], exponents[v]));
  return factors;
}

// p, its monomials by exponents of x_1, then x_2, .., descending: the order in which precision adds them. `factors_of` says what
// a monomial without its coefficient is a product of.
std::string polynomial_of(const Polynomial& p, std::size_t variables,
                          const std::function<Texts(const Exponents&)>& factors_of) {
  std::map<Exponents, Rational, std::greater<>> terms;
  for (const auto& term : p.terms()) {
    Exponents exponents(variables, 0);
    for (const auto& [name, exponent] : term.exponents) {
      if (exponent != 0) exponents[std::stoul(name.substr(1)) - 1] = exponent;
    }
    terms[exponents] += term.coefficient;
  }
  std::string text;
  for (const auto& [exponents, coefficient] : terms) {
    const Rational size = boost::multiprecision::abs(coefficient);
    Texts factors = factors_of(exponents);
    if (size != 1 || factors.empty()) factors.insert(factors.begin(), to_string(size));
    const std::string sign = coefficient < 0 ? (text.empty() ? "-" : " - ") : (text.empty() ? "" : " + ");
    text += sign + put_together(factors, "*");
  }
  return text;
}

std::string polynomial_at(const Polynomial& p, const Texts& x) {
  return polynomial_of(p, x.size(), [&x](const Exponents& exponents) { return powers_at(exponents, x); });
}

// p by finitely many ReLU units, at numbers that are integers from -r to r: there it is exact, and linear between. z^2 at an
// integer z is |z| + 2 sum_(k >= 1) max(0, |z| - k), k below the largest |z|, and a b = ((a + b)^2 - (a - b)^2)/4.
class ReluPolynomial {
 public:
  // A part with the bound r^degree of its absolute value.
  struct Part {
    std::string text;
    unsigned long degree;
  };

  std::string at(const Polynomial& p, const Texts& x) {
    return polynomial_of(p, x.size(), [&](const Exponents& exponents) {
      std::optional<Part> product;
      for (std::size_t v = 0; v < exponents.size(); ++v) {
        if (exponents[v] == 0) continue;
        const Part factor = power(x[v], exponents[v]);
        product = product ? times(*product, factor) : factor;
      }
      return product ? Texts{product->text} : Texts{};
    });
  }

 private:
  std::string squared(const std::string& z, const std::string& largest) {
    const std::string k = fmt::format("k{}", ++sums_);
    return fmt::format("abs({0}) + 2*(sum {1} in [{2} - 1]: max(0, abs({0}) - {1}))", z, k, largest);
  }
  Part power(const std::string& x, unsigned long exponent) {
    if (exponent == 1) return {x, 1};
    const Part half = power(x, exponent / 2);
    const Part square{"(" + squared(half.text, to_the("r", half.degree)) + ")", 2 * half.degree};
    return exponent % 2 == 0 ? square : times(square, {x, 1});
  }
  Part times(const Part& a, const Part& b) {
    const std::string largest = fmt::format("{} + {}", to_the("r", a.degree), to_the("r", b.degree));
    return {fmt::format("(1/4*({}) - 1/4*({}))", squared(fmt::format("{} + {}", a.text, b.text), largest),
                        squared(fmt::format("{} - {}", a.text, b.text), largest)),
            a.degree + b.degree};
  }

  int sums_ = 0;
};

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
void add_powers(const std::vector<Rows>& query, std::set<Powers>& powers) {
  for (const Rows& columns : query) {
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
}

std::set<Powers> powers_of(const RootFinding& record, const OwnPlaceHead* own) {
  std::set<Powers> powers;
  for (unsigned long e = 0; e <= 2 * record.degree; ++e) powers.insert({e, 0});
  add_powers(record.query, powers);
  if (own != nullptr) add_powers(own->query, powers);
  return powers;
}

std::string encoding_text(const RootFinding& record, const OwnPlaceHead* own) {
  Texts entries;
  for (const auto& [of_y, of_l] : powers_of(record, own)) {
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

bool has_variable(const AttentionPolynomial& h, std::size_t r) {
  const auto& monomials = h.monomials();
  return std::any_of(monomials.begin(), monomials.end(),
                     [r](const auto& m) { return std::find(m.begin(), m.end(), r) != m.end(); });
}

// The token's own number by a head for h, or where there is none by an exact match of the token with itself.
std::string second_head_text(const RootFinding& record, const OwnPlaceHead* own) {
  if (own == nullptr)
    return "  head exact-match\n    over l in [n] where l = i\n    query (i) = (1)\n    key (l) = (1)\n"
           "    value (l) = (y)  @3473\n";
  std::string text = fmt::format("  head poly({}), scale 1/d\n", record.h.to_string());
  for (std::size_t r = 0; r < record.variables; ++r) {
    if (!has_variable(record.h, r)) continue;
    const std::string index = fmt::format("l{}", r + 1);
    Texts entries;
    for (const Polynomial& entry : own->query[r]) entries.push_back(entry_text(entry, index));
    text += fmt::format("    row {} ({}) = ({})\n", r + 1, index, put_together(entries, ", "));
  }
  for (std::size_t r = 2; r <= record.variables; ++r)
    text += fmt::format("    value {0} (l{0}) = ({1})  @3473\n", r, r == own->partner ? "y" : "1");
  return text + fmt::format("    displayed score = -A*(l1 - l{})^2\n", own->partner);
}

std::string layer_text(const RootFinding& record, const OwnPlaceHead* own = nullptr) {
  const std::size_t t = record.variables;
  const auto columns = static_cast<long>(
      own == nullptr ? 0 : std::max(own->query.front().size(), powers_of(record, own).size()));
  std::string text = fmt::format("layer d = {}\n  encode ({})  @3386\n",
                                 std::max(record.embedding_dimension, columns), encoding_text(record, own));
  text += fmt::format("  head poly({}), scale 1/d\n", record.h.to_string());
  for (std::size_t r = 0; r < t; ++r) {
    if (!has_variable(record.h, r)) continue;
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
  text += second_head_text(record, own);
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
  const auto add_layer = [&text](const std::string& layer) {
    std::string line;
    for (const char c : layer) {
      line += c;
      if (c != '\n') continue;
      text += "  " + line;
      line.clear();
    }
  };
  add_layer(layer_text(repaired));
  text +=
      "variant network \"As repaired, with a second head for h where there is one, and a readout of finitely many ReLU units.\"\n";
  const std::optional<OwnPlaceHead> own = own_place_head(h);
  add_layer(layer_text(repaired, own ? &*own : nullptr));
  text += fmt::format("  readout 1/2 - abs({})\n", ReluPolynomial().at(p, of_stream));
  // Of one number alone there is one tuple, and the row is exact.
  text += "expect repaired holds at n=1 r=1..2\n";
  return theorems::write(theorems::read_theorem(language::SourceText(id, text)));
}

}  // namespace attest

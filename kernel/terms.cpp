#include "kernel/terms.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "numeric/integer.hpp"
#include "verification/proof/refusal.hpp"

namespace attest::theorems::coq {

using language::Expression;
using language::Node;
using language::Op;
using proof::Laurent;
using proof::Refusal;

namespace {

// How tightly a term of Z binds: case distinctions, sums, products with a sign in front, powers, applications, names.
enum Level { level_case, level_sum, level_product, level_power, level_application, level_name };

struct Term {
  std::string text;
  Level level;
};

std::string at_least(const Term& term, Level level) {
  return term.level < level ? "(" + term.text + ")" : term.text;
}

[[noreturn]] void refuse_expression(const Expression& e) {
  throw Refusal(
      "coq", fmt::format("line {}: {} is not written for Coq so far", e->place.line, language::to_string(e)));
}

Term term_of(const Expression& e, const Written& written);

std::string comparison_of(const Expression& e, const Written& written) {
  if (e->op == Op::tuple && e->children.size() == 1) return comparison_of(e->children[0], written);
  const char* sign = nullptr;
  if (e->op == Op::less_equal) sign = "<=?";
  if (e->op == Op::less) sign = "<?";
  if (e->op == Op::equal) sign = "=?";
  if (sign == nullptr) {
    if (const auto text = written(*e)) return *text;
    refuse_expression(e);
  }
  return fmt::format("({} {} {})", at_least(term_of(e->children[0], written), level_sum), sign,
                     at_least(term_of(e->children[1], written), level_sum));
}

Term binary(const Expression& e, const Written& written, const char* sign, Level own, Level right) {
  return {fmt::format("{} {} {}", at_least(term_of(e->children[0], written), own), sign,
                      at_least(term_of(e->children[1], written), right)),
          own};
}

Term term_of(const Expression& e, const Written& written) {
  switch (e->op) {
    case Op::number:
      if (denominator_of(e->value) != 1) refuse_expression(e);
      return {numerator_of(e->value).str(), e->value < 0 ? level_sum : level_name};
    case Op::name:
    case Op::subscript:
    case Op::call:
      if (const auto text = written(*e))
        return {*text, text->find(' ') == std::string::npos ? level_name : level_application};
      refuse_expression(e);
    case Op::tuple:
      if (e->children.size() == 1) return term_of(e->children[0], written);
      refuse_expression(e);
    case Op::negate:
      return {"- " + at_least(term_of(e->children[0], written), level_power), level_sum};
    case Op::add:
      return binary(e, written, "+", level_sum, level_product);
    case Op::subtract:
      return binary(e, written, "-", level_sum, level_product);
    case Op::multiply: {
      // - n ^ 2 * a is (- n ^ 2) * a, in the language and in Coq.
      const Expression& left = e->children[0];
      if (left->op != Op::negate) return binary(e, written, "*", level_product, level_power);
      return {fmt::format("{} * {}", term_of(left, written).text,
                          at_least(term_of(e->children[1], written), level_power)),
              level_sum};
    }
    case Op::power:
      if (e->children[1]->op != Op::number || denominator_of(e->children[1]->value) != 1 ||
          e->children[1]->value < 0)
        refuse_expression(e);
      return {fmt::format("{} ^ {}", at_least(term_of(e->children[0], written), level_application),
                          numerator_of(e->children[1]->value).str()),
              level_power};
    case Op::conditional:
      return {fmt::format("if {} then {} else {}", comparison_of(e->children[0], written),
                          term_of(e->children[1], written).text, term_of(e->children[2], written).text),
              level_case};
    default:
      if (const auto text = written(*e))
        return {*text, text->front() == '(' || text->find(' ') == std::string::npos ? level_name
                                                                                    : level_application};
      refuse_expression(e);
  }
}

}  // namespace

std::optional<std::string> integer(const Laurent& value, const Atoms& atoms) {
  if (value.is_zero()) return "0";
  std::string text;
  std::vector<std::pair<Laurent::Monomial, Rational>> terms(value.terms().begin(), value.terms().end());
  const auto degree = [](const Laurent::Monomial& monomial) {
    long sum = 0;
    for (const auto& [variable, exponent] : monomial) sum += exponent;
    return sum;
  };
  std::stable_sort(terms.begin(), terms.end(),
                   [&](const auto& a, const auto& b) { return degree(a.first) > degree(b.first); });
  for (const auto& [monomial, coefficient] : terms) {
    if (denominator_of(coefficient) != 1) return std::nullopt;
    const Integer number = abs(numerator_of(coefficient));
    std::string term = number == 1 && !monomial.empty() ? "" : number.str();
    for (const auto& [variable, exponent] : monomial) {
      if (exponent < 0) return std::nullopt;
      term += (term.empty() ? "" : " * ") + atoms(variable);
      if (exponent > 1) term += fmt::format(" ^ {}", exponent);
    }
    const bool minus = coefficient < 0;
    text += text.empty() ? (minus ? "- " : "") : (minus ? " - " : " + ");
    text += term;
  }
  return text;
}

std::string argument(const std::string& term) {
  const bool plain = std::all_of(term.begin(), term.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
  return plain ? term : "(" + term + ")";
}

std::string integer(const Expression& expression, const Written& written) {
  return term_of(expression, written).text;
}

std::string in_comment(std::string words) {
  std::replace(words.begin(), words.end(), '"', '\'');
  for (const char* sign : {"(*", "*)"}) {
    for (std::size_t at; (at = words.find(sign)) != std::string::npos;) words.insert(at + 1, " ");
  }
  return words;
}

std::string Names::operator()(const std::string& written) const {
  std::string name = written;  // an index may be called i(2)
  for (char& c : name) {
    if (c == '(' || c == ')') c = '_';
  }
  static const std::set<std::string> taken{
      // Coq's words
      "as", "at", "cofix", "else", "end", "exists", "exists2", "fix", "for", "forall", "fun", "if", "in",
      "let", "match", "mod", "return", "then", "using", "where", "with", "by", "do", "left", "right", "try",
      "now",
      // types and functions that the text and the library use
      "Z", "R", "Q", "S", "O", "nat", "list", "bool", "true", "false", "nil", "cons", "fst", "snd", "map",
      "seq", "nth", "length", "In", "exp", "sqrt", "IZR", "INR", "Rabs", "Prop", "Type", "Set", "total",
      "range", "mean", "leak", "dot", "add", "times", "apply", "coordinate", "shape", "vector", "matrix",
      "theta", "thetas", "shares", "letter", "words", "spelled", "powers", "one", "below", "above", "beyond",
      "positive", "table", "polynomial", "falls", "cast", "cases", "settle",
      // what the text defines or binds
      "tokens", "encode", "scale", "tuples", "product", "score", "value", "stream", "output", "input",
      "truth", "encoded", "units", "taken", "winner", "squares", "weights", "small", "computed", "display",
      "rate", "far", "receiver", "e", "t", "p", "w", "s", "a", "l", "m", "A", "B", "C", "D", "E", "F", "H",
      "M", "N", "P", "T", "V", "W", "Size", "Place", "Tuple", "Far", "Top", "Step", "Different",
      // the same at one setting
      "row", "some", "every", "count", "adds", "ind", "entry", "number", "plus", "scaled", "absolute", "relu",
      "larger", "smaller", "residual", "network", "readout", "arrivals", "average", "best", "matched",
      "softmax", "exact_match", "hard_maximum", "bounds", "enclosed", "between", "r", "weight", "weights",
      "deviation", "shapes", "right", "points", "power", "grid", "down", "up", "upwards", "downwards",
      "rounded", "half", "steps", "equal", "sum", "exactly", "matching", "arrival", "arrivals", "read",
      "encloses", "layer", "word", "wrong", "maximum", "ln", "filter", "list_prod", "existsb", "forallb",
      "negb", "implb"};
  // Names of several words, as the library and the text have them: score_is, from_corner.
  if (name.find('_') != std::string::npos) return name + "_";
  const bool numbered =
      name.size() > 1 && (name[0] == 'W' || name[0] == 'V' || name[0] == 'H' || name[0] == 'B' ||
                          name[0] == 'E' || name[0] == 'N' || name[0] == 'F' || name[0] == 'x');
  if (name.size() > 1 && (name[0] == 'a' || name[0] == 't') &&
      name.find_first_not_of("0123456789", 1) == std::string::npos)
    return name + "_";
  return taken.count(name) != 0 || (numbered && name.find_first_of("_0123456789") != std::string::npos)
             ? name + "_"
             : name;
}

}  // namespace attest::theorems::coq

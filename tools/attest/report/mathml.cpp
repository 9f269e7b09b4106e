#include "tools/attest/report/mathml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <vector>

#include "language/message.hpp"
#include "language/operators.hpp"
#include "language/parser.hpp"
#include "tools/attest/prose_formulas.hpp"
#include "tools/attest/report/html_escape.hpp"
#include "tools/attest/typed_spans.hpp"

namespace attest::report {

namespace {

using language::Expression;
using language::Node;
using language::Op;
using language::Quantifier;
namespace level = language::level;

constexpr std::size_t short_formula = 24;  // characters that no line needs to break
constexpr std::size_t long_piece = 30;     // shown characters of a piece

// Characters outside of tags; a character of several bytes, or &#x2062;, counts as it happens to.
std::size_t shown_length(const std::string& html) {
  std::size_t count = 0;
  bool tag = false;
  for (const char c : html) {
    if (c == '<') tag = true;
    if (!tag && (static_cast<unsigned char>(c) & 0xC0) != 0x80) ++count;
    if (c == '>') tag = false;
  }
  return count;
}

std::string mo(const std::string& sign) {
  return "<mo>" + sign + "</mo>";
}

// Whatever stands beside it in its piece.
std::string infix(const std::string& sign) {
  return "<mo form=\"infix\">" + sign + "</mo>";
}

std::string minus() {
  return "<mo form=\"prefix\">−</mo>";
}

std::string bar(const std::string& form) {
  return "<mo form=\"" + form + "\" stretchy=\"false\">|</mo>";
}

std::string comma() {
  return infix(",");
}

// A parenthesis of one size: its partner may stand in another piece.
std::string fence(const std::string& sign) {
  return "<mo stretchy=\"false\">" + sign + "</mo>";
}

std::string words(const std::string& text) {
  return "<mtext>&#xA0;" + html_escape(text) + "&#xA0;</mtext>";
}

std::string row(const std::string& inside) {
  return "<mrow>" + inside + "</mrow>";
}

// x1 is x with an index; Greek letters are theirs.
std::string identifier(const std::string& name) {
  static const std::map<std::string, std::string> greek{
      {"alpha", "α"}, {"beta", "β"},   {"gamma", "γ"}, {"delta", "δ"}, {"eps", "ε"},   {"eta", "η"},
      {"theta", "θ"}, {"lambda", "λ"}, {"mu", "μ"},    {"nu", "ν"},    {"pi", "π"},    {"rho", "ρ"},
      {"sigma", "σ"}, {"tau", "τ"},    {"phi", "φ"},   {"psi", "ψ"},   {"omega", "ω"}, {"Delta", "Δ"},
      {"Sigma", "Σ"}, {"Gamma", "Γ"},  {"Theta", "Θ"}, {"Omega", "Ω"}};
  const auto digit =
      std::find_if(name.begin(), name.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  const std::string letters(name.begin(), digit);
  const bool indexed = !letters.empty() && digit != name.end() &&
                       std::all_of(digit, name.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  const std::string base = indexed ? letters : name;
  const auto known = greek.find(base);
  const std::string set = "<mi>" + (known == greek.end() ? html_escape(base) : known->second) + "</mi>";
  return indexed ? "<msub>" + set + "<mn>" + std::string(digit, name.end()) + "</mn></msub>" : set;
}

// A fraction stands for itself, but not below an exponent.
int set_level(const Node& e) {
  const bool fraction = e.op == Op::divide || (e.op == Op::number && denominator_of(e.value) != 1);
  if (fraction || (e.op == Op::number && e.value < 0)) return level::negation;
  return language::level_of(e);
}

std::string set(const Expression& e, int at_least);

std::string list(const std::vector<Expression>& parts) {
  std::string result;
  for (const Expression& part : parts) result += (result.empty() ? "" : comma()) + set(part, level::open);
  return result;
}

bool begins_with_number(const Node& e) {
  if (e.op == Op::number) return true;
  const bool goes_left = e.op == Op::multiply || e.op == Op::power;
  return goes_left && begins_with_number(*e.children[0]);
}

// A name of one letter, with or without index and exponent: it can stand beside another without a sign.
bool is_letter_alone(const Node& e) {
  if (e.op == Op::power) return is_letter_alone(*e.children[0]);
  return (e.op == Op::name || e.op == Op::subscript) && identifier(e.name).find("<mi>") == 0 &&
         (e.name.size() == 1 || identifier(e.name) != "<mi>" + e.name + "</mi>");
}

const Node& last_factor(const Node& e) {
  return e.op == Op::multiply ? last_factor(*e.children[1]) : e;
}

std::string times(const Node& left, const Node& right) {
  const Node& before = last_factor(left);
  if (!begins_with_number(right)) {
    const Node& first = right.op == Op::multiply ? *right.children[0] : right;
    if (before.op == Op::number && denominator_of(before.value) == 1) return mo("&#x2062;");
    if (is_letter_alone(before) && is_letter_alone(first))
      return mo("&#x2062;") + "<mspace width=\"0.17em\"/>";
  }
  return mo("·");
}

bool is_logic(const Node& e) {
  return e.quantifier == Quantifier::exists || e.quantifier == Quantifier::forall;
}

int body_level(const Node& e) {
  return is_logic(e) ? level::open : level::product;
}

// With its range: below it, or, of exists and forall, behind it.
std::string quantifier_sign(const Node& e) {
  static const std::map<Quantifier, std::string> signs{{Quantifier::sum, "∑"},
                                                       {Quantifier::product, "∏"},
                                                       {Quantifier::exists, "∃"},
                                                       {Quantifier::forall, "∀"},
                                                       {Quantifier::count, "#"}};
  std::string below;
  for (const language::Binder& binder : e.binders)
    below += (below.empty() ? "" : comma()) + identifier(binder.name) + mo("∈") +
             set(binder.range, level::difference);
  if (e.such_that) below += comma() + set(e.such_that, level::open);
  const auto known = signs.find(e.quantifier);
  if (is_logic(e)) return mo(known->second) + below + mo(":");
  return "<munder>" +
         (known != signs.end() ? "<mo movablelimits=\"false\">" + known->second + "</mo>"
                               : "<mi>" + to_string(e.quantifier) + "</mi>") +
         row(below) + "</munder>";
}

std::string quantifier(const Node& e) {
  std::string text = quantifier_sign(e) + set(e.children[0], body_level(e));
  if (e.tie != language::Tie::unstated) text += words("(" + to_string(e.tie) + ")");
  if (e.children.size() > 1) text += words("else") + set(e.children[1], level::open);
  return text;
}

// Signs around their argument in the place of a name before it.
bool has_own_signs(const Node& e) {
  return e.children.size() == 1 &&
         (e.name == "sqrt" || e.name == "abs" || e.name == "floor" || e.name == "ceil");
}

std::string call(const Node& e) {
  const auto inside = [&] { return list(e.children); };
  if (e.name == "sqrt" && e.children.size() == 1) return "<msqrt>" + row(inside()) + "</msqrt>";
  if (e.name == "abs" && e.children.size() == 1) return bar("prefix") + inside() + bar("postfix");
  if (e.name == "floor" && e.children.size() == 1) return mo("⌊") + inside() + mo("⌋");
  if (e.name == "ceil" && e.children.size() == 1) return mo("⌈") + inside() + mo("⌉");
  return identifier(e.op == Op::table ? e.table->name : e.name) + mo("&#x2061;") + fence("(") + inside() +
         fence(")");
}

std::string sign_of(Op op) {
  static const std::map<Op, std::string> signs{
      {Op::add, "+"},        {Op::subtract, "−"},   {Op::equal, "="},      {Op::unequal, "≠"},
      {Op::less, "&lt;"},    {Op::less_equal, "≤"}, {Op::greater, "&gt;"}, {Op::greater_equal, "≥"},
      {Op::logic_and, "∧"},  {Op::logic_or, "∨"},   {Op::implies, "⇒"},    {Op::element, "∈"},
      {Op::difference, "∖"}, {Op::range, "…"},      {Op::concat, "⧺"}};
  const auto known = signs.find(op);
  return known == signs.end() ? std::string() : infix(known->second);
}

std::string bare(const Node& e) {
  const auto child = [&](std::size_t k, int at_least = level::open) { return set(e.children[k], at_least); };
  switch (e.op) {
    case Op::number: {  // as it is written: a decimal stays one, it may be rounded
      const std::string text = to_string(language::number(e.value));
      return text.starts_with('-') ? minus() + "<mn>" + text.substr(1) + "</mn>" : "<mn>" + text + "</mn>";
    }
    case Op::text:
      return "<mtext>" + html_escape(e.name) + "</mtext>";
    case Op::name:
      return identifier(e.name);
    case Op::subscript:
      return "<msub>" + identifier(e.name) + row(child(0)) + "</msub>";
    case Op::call:
    case Op::table:
      return call(e);
    case Op::member:
      return identifier(e.name) + "<mo lspace=\"0\" rspace=\"0\">.</mo>" + child(0);
    case Op::negate:
      return minus() + child(0, level::negation);
    case Op::logic_not:
      return mo("¬") + child(0, level::logic_not);
    case Op::power:
      if (e.children[0]->op == Op::subscript) {
        const Node& below = *e.children[0];
        return "<msubsup>" + identifier(below.name) + row(set(below.children[0], level::open)) +
               row(child(1)) + "</msubsup>";
      }
      return "<msup>" + row(child(0, level::primary)) + row(child(1)) + "</msup>";
    case Op::divide:
      if (e.children[0]->op == Op::negate)
        return minus() + "<mfrac>" + row(set(e.children[0]->children[0], level::open)) + row(child(1)) +
               "</mfrac>";
      return "<mfrac>" + row(child(0)) + row(child(1)) + "</mfrac>";
    case Op::multiply:
      return child(0, level::product) + times(*e.children[0], *e.children[1]) + child(1, level::product + 1);
    case Op::div:
      return child(0, level::product) + words("div") + child(1, level::product + 1);
    case Op::mod:
      return child(0, level::product) + words("mod") + child(1, level::product + 1);
    case Op::conditional:
      return words("if") + child(0) + words("then") + child(1) + words("else") + child(2);
    case Op::let:
      return words("let") + identifier(e.name) + mo("=") + child(0) + words("in") + child(1);
    case Op::iterate:
      return words("iterate") + identifier(e.name) + words("from") + child(0) + words("for") + child(1) +
             words("times:") + child(2);
    case Op::quantifier:
      return quantifier(e);
    case Op::set:
      return fence("{") + list(e.children) + fence("}");
    case Op::tuple:
      return fence("(") + list(e.children) + fence(")");
    case Op::range:
      if (e.children.size() == 1) return fence("[") + child(0) + fence("]");
      break;
    default:
      break;
  }
  const language::Operator& sign = *language::find_operator(e.op);
  return child(0, sign.side == language::Side::left ? sign.level : sign.level + 1) + sign_of(e.op) +
         child(1, sign.side == language::Side::right ? sign.level : sign.level + 1);
}

std::string set(const Expression& e, int at_least) {
  return set_level(*e) < at_least ? fence("(") + row(bare(*e)) + fence(")") : bare(*e);
}

// Between the pieces a line may break: before signs, behind commas, before `then` and `else`, inside of parentheses and calls;
// not between factors, inside of fractions, roots and exponents.
using Pieces = std::vector<std::string>;

Pieces split(const Expression& e, int at_least);

void append(Pieces& pieces, const std::string& joint, Pieces more) {
  more.front() = joint + more.front();
  pieces.insert(pieces.end(), more.begin(), more.end());
}

Pieces split_list(const std::string& begin, const std::vector<Expression>& parts, const std::string& end) {
  Pieces pieces;
  for (const Expression& part : parts) {
    if (!pieces.empty()) pieces.back() += comma();
    append(pieces, pieces.empty() ? begin : "", split(part, level::open));
  }
  pieces.back() += end;
  return pieces;
}

Pieces split_product(const Node& e) {
  Pieces pieces = split(e.children[0], level::product);
  Pieces right = split(e.children[1], level::product + 1);
  pieces.back() += times(*e.children[0], *e.children[1]) + right.front();
  pieces.insert(pieces.end(), right.begin() + 1, right.end());
  return pieces;
}

Pieces split_bare(const Expression& e) {
  const Node& node = *e;
  switch (node.op) {
    case Op::tuple:
    case Op::set:
      if (node.children.empty()) return {bare(node)};
      return split_list(fence(node.op == Op::set ? "{" : "("), node.children,
                        fence(node.op == Op::set ? "}" : ")"));
    case Op::call:
      if (node.children.empty() || has_own_signs(node)) return {bare(node)};
      return split_list(identifier(node.name) + mo("&#x2061;") + fence("("), node.children, fence(")"));
    case Op::multiply:
      return split_product(node);
    case Op::conditional: {
      Pieces pieces;
      append(pieces, words("if"), split(node.children[0], level::open));
      append(pieces, words("then"), split(node.children[1], level::open));
      append(pieces, words("else"), split(node.children[2], level::open));
      return pieces;
    }
    case Op::quantifier: {
      if (node.tie != language::Tie::unstated || node.children.size() > 1) return {bare(node)};
      Pieces pieces;
      append(pieces, quantifier_sign(node), split(node.children[0], body_level(node)));
      return pieces;
    }
    default:
      break;
  }
  const language::Operator* sign = language::find_operator(node.op);
  if (sign == nullptr || node.op == Op::power || node.op == Op::divide || node.op == Op::range)
    return {bare(node)};
  const std::string joint = node.op == Op::mod   ? words("mod")
                            : node.op == Op::div ? words("div")
                                                 : sign_of(node.op);
  Pieces pieces = split(node.children[0], sign->side == language::Side::left ? sign->level : sign->level + 1);
  append(pieces, joint,
         split(node.children[1], sign->side == language::Side::right ? sign->level : sign->level + 1));
  return pieces;
}

Pieces split(const Expression& e, int at_least) {
  Pieces pieces = split_bare(e);
  if (set_level(*e) < at_least) {
    pieces.front() = fence("(") + pieces.front();
    pieces.back() += fence(")");
  }
  return pieces;
}

// 2.5e-07
std::string decimal_number(const std::string& text) {
  const std::size_t e = text.find('e');
  if (e == std::string::npos || e == 0 || text.find_first_not_of("0123456789.-") != e) return "";
  const bool negative = text.front() == '-';
  std::string exponent = text.substr(e + 1);
  const bool below = exponent.starts_with('-');
  if (below || exponent.starts_with('+')) exponent.erase(0, 1);
  if (exponent.empty() || exponent.find_first_not_of("0123456789") != std::string::npos) return "";
  exponent.erase(0, std::min(exponent.find_first_not_of('0'), exponent.size() - 1));
  const std::string mantissa = text.substr(negative ? 1 : 0, e - (negative ? 1 : 0));
  if (mantissa.empty() || mantissa.find('-') != std::string::npos) return "";
  return "<math>" +
         row((negative ? minus() : "") + "<mn>" + mantissa + "</mn>" + mo("·") + "<msup><mn>10</mn>" +
             row((below ? minus() : "") + "<mn>" + exponent + "</mn>") + "</msup>") +
         "</math>";
}

}  // namespace

std::string mathml(const Expression& expression) {
  return "<math>" + row(bare(*expression)) + "</math>";
}

std::string mathml_in_pieces(const Expression& expression) {
  if (to_string(expression).size() <= short_formula) return mathml(expression);
  std::string result;
  for (const std::string& piece : split(expression, level::open)) {
    // What is longer than a telephone is wide scrolls by itself.
    const bool is_long = shown_length(piece) > long_piece;
    const std::string math = "<math>" + row(piece) + "</math>";
    result += (result.empty() ? "" : "<wbr>") +
              (is_long ? "<span class=\"long\" tabindex=\"0\">" + math + "</span>" : math);
  }
  return result;
}

namespace {

std::string prose_without_typed_spans(const std::string& text) {
  std::string result;
  for (const ProsePiece& piece : prose_pieces(text)) {
    if (!piece.formula) {
      result += html_escape(piece.text);
      continue;
    }
    if (const std::string decimal = decimal_number(piece.text); !decimal.empty()) {
      result += decimal;
      continue;
    }
    try {
      result += mathml_in_pieces(language::parse_expression(piece.text));
    } catch (const language::ParseError&) {  // a sign that the language lacks: as it is written
      result += html_escape(piece.text);
    }
  }
  return result;
}

}  // namespace

std::string html_prose(const std::string& text) {
  std::string result;
  for (const TypedSpan& span : typed_spans(text))
    result +=
        span.typed ? "<code>" + html_escape(span.text) + "</code>" : prose_without_typed_spans(span.text);
  return result;
}

}  // namespace attest::report

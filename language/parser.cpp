#include "language/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "language/expression_parser.hpp"

namespace attest::language {

namespace {

std::optional<Quantifier> quantifier_of(const std::string& word) {
  for (int k = 0; k <= static_cast<int>(Quantifier::each); ++k) {
    if (to_string(static_cast<Quantifier>(k)) == word) return static_cast<Quantifier>(k);
  }
  return std::nullopt;
}

}  // namespace

void ExpressionParser::expect_sign(std::string_view sign, std::string_view where) {
  if (!tokens_.at_sign(sign)) missing(fmt::format("'{}' {}", sign, where));
  take();
}

void ExpressionParser::expect_word(std::string_view word, std::string_view where) {
  if (!tokens_.at_word(word)) missing(fmt::format("'{}' {}", word, where));
  take();
}

std::string ExpressionParser::expect_new_name(std::string_view what) {
  const Token token = tokens_.expect_name(what);
  last_ = token.place;
  if (find_builtin(token.text) != nullptr) {
    tokens_.fail(token.place, fmt::format("'{}' is a built-in function and cannot be {}", token.text, what));
  }
  return token.text;
}

// Something else stands where an operand has ended.
void ExpressionParser::missing(const std::string& expected) const {
  tokens_.fail(tokens_.peek().place,
               fmt::format("expected {}, found {}{}", expected, description(tokens_.peek()),
                           hint_after_expression(tokens_)));
}

Place ExpressionParser::from(const Place& begin) const {
  if (last_.line != begin.line) return begin;
  return {begin.line, begin.column, std::max(1L, last_.column + last_.length - begin.column), begin.text};
}

// Every node passes here and is counted.
Expression ExpressionParser::finish(Node node, const Place& begin) {
  node.place = from(begin);
  Sizes sizes;
  const auto add = [&](const Expression& part) {
    if (!part) return;
    const Sizes& its = sizes_.at(part.get());
    sizes.nodes += its.nodes;
    sizes.depth = std::max(sizes.depth, its.depth + 1);
  };
  for (const Binder& binder : node.binders) add(binder.range);
  add(node.such_that);
  for (const Expression& child : node.children) add(child);
  if (sizes.nodes > most_nodes) {
    tokens_.fail(begin, fmt::format("the expression has more than {} parts", most_nodes));
  }
  if (sizes.depth > deepest_tree) {
    tokens_.fail(begin, fmt::format("the expression is a tree of more than {} levels", deepest_tree));
  }
  auto result = std::make_shared<const Node>(std::move(node));
  for (const Expression& child : result->children) sizes_.erase(child.get());
  sizes_[result.get()] = sizes;
  return result;
}

Expression ExpressionParser::finish(Op op, std::vector<Expression> children, const Place& begin,
                                    std::string text) {
  Node node;
  node.op = op;
  node.name = std::move(text);
  node.children = std::move(children);
  return finish(std::move(node), begin);
}

// An open form where one begins here, else what binds at least as tightly as `level`.
Expression ExpressionParser::open_or(int level) {
  const Token& token = tokens_.peek();
  if (token.kind == TokenKind::name) {
    if (token.text == "let") return let();
    if (token.text == "if") return conditional();
    if (token.text == "iterate") return iterate();
    if (const auto quantifier = quantifier_of(token.text); quantifier && !is_call(token)) {
      return quantified(*quantifier);
    }
  }
  return level >= level::negation ? unary(level) : binary(level);
}

// max(a, b) and min(a, b), with the parenthesis directly behind the word.
bool ExpressionParser::is_call(const Token& token) const {
  const Token& behind = tokens_.peek(1);
  return find_builtin(token.text) != nullptr && behind.kind == TokenKind::sign && behind.text == "(" &&
         behind.touches_left;
}

// Between signs of its own nothing outside ends an expression.
Expression ExpressionParser::enclosed() {
  const Nested nested(*this);
  const bool before = std::exchange(in_ends_, false);
  Expression result = expression();
  in_ends_ = before;
  return result;
}

// To the right end of an open form.
Expression ExpressionParser::body() {
  const Nested nested(*this);
  return expression();
}

// The operator of exactly this level that stands here.
const Operator* ExpressionParser::operator_here(int level) {
  const Token& token = tokens_.peek();
  if (token.kind != TokenKind::sign && token.kind != TokenKind::name) return nullptr;
  for (const Operator& candidate : operators()) {
    if (candidate.level != level || candidate.sign != token.text) continue;
    if (candidate.word != (token.kind == TokenKind::name)) continue;
    return candidate.op == Op::element && in_ends_ ? nullptr : &candidate;
  }
  return nullptr;
}

// Signs of other languages where this one has a word.
void ExpressionParser::refuse_foreign_operator(int level) const {
  const Token& first = tokens_.peek();
  const Token& second = tokens_.peek(1);
  if (first.kind != TokenKind::sign) return;
  const auto refuse = [&](const std::string& sign, const char* instead) {
    Place place = first.place;
    place.length = static_cast<long>(sign.size());
    tokens_.fail(place, fmt::format("'{}' is no operator here; write {}", sign, instead));
  };
  if (level == level::comparison && first.text == "==") refuse("==", "= for equality");
  if (second.kind != TokenKind::sign || !second.touches_left) return;
  const std::string both = first.text + second.text;
  if (level == level::comparison && both == "=>") refuse(both, "'implies', or >= to compare");
  if (level == level::comparison && both == "=<") refuse(both, "<=");
  if (level == level::comparison && both == "<>") refuse(both, "!=");
  if (level == level::product && both == "**") refuse(both, "^ for powers");
  if (level == level::product && both == "//") refuse(both, "'div'");
  if (level == level::logic_or && both == "||") refuse(both, "'or'");
}

Expression ExpressionParser::binary(int level) {
  if (level == level::logic_not) {
    if (!tokens_.at_word("not")) return comparison();
    const Place begin = take().place;
    const Nested nested(*this);
    return finish(Op::logic_not, {open_or(level::logic_not)}, begin);
  }
  if (level == level::comparison) return comparison();
  if (level >= level::negation) return unary(level);
  const Place begin = tokens_.peek().place;
  Expression left = binary(level + 1);
  for (;;) {
    refuse_foreign_operator(level);
    const Operator* found = operator_here(level);
    if (found == nullptr) return left;
    take();
    if (level == level::concat) left = word_part(left);
    Expression right;
    if (found->side == Side::right) {
      const Nested nested(*this);
      right = open_or(level);
    } else {
      right = open_or(level + 1);
    }
    if (level == level::concat) right = word_part(right);
    left = finish(found->op, {std::move(left), std::move(right)}, begin);
    if (found->side == Side::right) return left;
    if (found->side == Side::none && operator_here(level) == found) {
      tokens_.fail(tokens_.peek().place, fmt::format("'a{0}b{0}c' is no expression", found->sign));
    }
  }
}

// In G ++ (x) the part (x) is a word of one letter.
Expression ExpressionParser::word_part(const Expression& part) {
  if (part.get() != parenthesised_ || part->op == Op::tuple || part->op == Op::concat) return part;
  return finish(Op::tuple, {part}, part->place);
}

// a < b <= c says a < b and b <= c.
Expression ExpressionParser::comparison() {
  const Place begin = tokens_.peek().place;
  Expression left = binary(level::concat);
  Expression result;
  for (;;) {
    refuse_foreign_operator(level::comparison);
    const Operator* found = operator_here(level::comparison);
    if (found == nullptr) return result ? result : left;
    take();
    Expression right = open_or(level::concat);
    const Sizes again = sizes_.at(right.get());
    Expression link = finish(found->op, {left, right}, result ? left->place : begin);
    result = result ? finish(Op::logic_and, {result, link}, begin) : link;
    sizes_[right.get()] = again;  // it may be the left side of the next link, too
    left = right;
  }
}

Expression ExpressionParser::unary(int level) {
  if (tokens_.at_sign("-") && level <= level::negation) {
    const Place begin = take().place;
    const Nested nested(*this);
    return finish(Op::negate, {open_or(level::negation)}, begin);
  }
  const Place begin = tokens_.peek().place;
  Expression base = primary();
  if (!take_sign("^")) return base;
  const Nested nested(*this);
  Expression exponent = open_or(level::negation);
  if (exponent->op == Op::number && exponent->value > largest_literal_exponent) {
    tokens_.fail(exponent->place, fmt::format("the exponent {} is too large; a number written as an exponent "
                                              "is at most {}",
                                              to_string(exponent), largest_literal_exponent));
  }
  return finish(Op::power, {std::move(base), std::move(exponent)}, begin);
}

std::string hint_after_expression(const TokenStream& tokens) {
  const Token& token = tokens.peek();
  const bool word = token.kind == TokenKind::name && !is_reserved(token.text);
  if (word || token.kind == TokenKind::number) {
    if (token.touches_left) return "; a product is written with *";
    const Token* before = tokens.previous();  // "exist j in .."
    if (before != nullptr && before->kind == TokenKind::name) {
      const std::string instead = did_you_mean(before->text, reserved_words());
      if (!instead.empty()) return instead;
    }
    std::vector<std::string> words = reserved_words();  // ".. fist"
    words.insert(words.end(), {"first", "last", "unique", "any", "where", "from", "for", "times"});
    return word ? did_you_mean(token.text, words) : std::string();
  }
  if (token.kind != TokenKind::sign) return {};
  if (token.text == "(")
    return "; a product is written with *, and the parenthesis of a call touches its name";
  if (token.text == "[") return "; an argument is written in parentheses, f(x)";
  if (token.text == "->") return "; 'P -> Q' is written P implies Q";
  if (token.text == "|") return "; 'P | Q' is written P or Q, |x| is abs(x)";
  if (token.text == ".") return "; only a name has members, as stream.6";
  return {};
}

Expression parse_expression(TokenStream& tokens) {
  return ExpressionParser(tokens).expression();
}

Expression parse_expression(const std::string& text) {
  TokenStream tokens(tokenize(SourceText("", text)));
  Expression result = parse_expression(tokens);
  if (!tokens.at_end()) {
    tokens.fail(tokens.peek().place, fmt::format("expected the end after an expression, found {}{}",
                                                 description(tokens.peek()), hint_after_expression(tokens)));
  }
  return result;
}

}  // namespace attest::language

#include "language/parser.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <utility>

#include "language/operators.hpp"
#include "language/words.hpp"

namespace attest::language {

namespace {

std::optional<Quantifier> quantifier_of(const std::string& word) {
  for (int k = 0; k <= static_cast<int>(Quantifier::least); ++k) {
    if (to_string(static_cast<Quantifier>(k)) == word) return static_cast<Quantifier>(k);
  }
  return std::nullopt;
}

// Recursive descent; binary operators climb through the levels of operators().
class Parser {
 public:
  explicit Parser(TokenStream& tokens) : tokens_(tokens) {}

  Expression expression() { return open_or(level::implies); }

 private:
  // A level of nesting, for as long as it lives.
  class Nested {
   public:
    explicit Nested(Parser& parser) : parser_(parser) {
      if (++parser.depth_ > deepest_nesting) {
        parser.tokens_.fail(parser.tokens_.peek().place,
                            fmt::format("the expression is nested more than {} deep", deepest_nesting));
      }
    }
    ~Nested() { --parser_.depth_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;

   private:
    Parser& parser_;
  };

  struct Sizes {
    long nodes = 1;
    long depth = 1;
  };

  // Tokens, remembering where the last one stood.

  Token take() {
    Token token = tokens_.next();
    last_ = token.place;
    return token;
  }

  bool take_sign(std::string_view sign) {
    if (!tokens_.at_sign(sign)) return false;
    take();
    return true;
  }

  bool take_word(std::string_view word) {
    if (!tokens_.at_word(word)) return false;
    take();
    return true;
  }

  void expect_sign(std::string_view sign, std::string_view where) {
    if (!tokens_.at_sign(sign)) missing(fmt::format("'{}' {}", sign, where));
    take();
  }

  void expect_word(std::string_view word, std::string_view where) {
    if (!tokens_.at_word(word)) missing(fmt::format("'{}' {}", word, where));
    take();
  }

  std::string expect_new_name(std::string_view what) {
    const Token token = tokens_.expect_name(what);
    last_ = token.place;
    if (find_builtin(token.text) != nullptr) {
      tokens_.fail(token.place,
                   fmt::format("'{}' is a built-in function and cannot be {}", token.text, what));
    }
    return token.text;
  }

  // Something else stands where an operand has ended.
  [[noreturn]] void missing(const std::string& expected) const {
    tokens_.fail(tokens_.peek().place,
                 fmt::format("expected {}, found {}{}", expected, description(tokens_.peek()),
                             hint_after_expression(tokens_)));
  }

  Place from(const Place& begin) const {
    if (last_.line != begin.line) return begin;
    return {begin.line, begin.column, std::max(1L, last_.column + last_.length - begin.column)};
  }

  // Every node passes here and is counted.
  Expression finish(Node node, const Place& begin) {
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

  Expression finish(Op op, std::vector<Expression> children, const Place& begin, std::string text = {}) {
    Node node;
    node.op = op;
    node.name = std::move(text);
    node.children = std::move(children);
    return finish(std::move(node), begin);
  }

  // An open form where one begins here, else what binds at least as tightly as `level`.
  Expression open_or(int level) {
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
  bool is_call(const Token& token) const {
    const Token& behind = tokens_.peek(1);
    return find_builtin(token.text) != nullptr && behind.kind == TokenKind::sign && behind.text == "(" &&
           behind.touches_left;
  }

  // Between signs of its own nothing outside ends an expression.
  Expression enclosed() {
    const Nested nested(*this);
    const bool before = std::exchange(in_ends_, false);
    Expression result = expression();
    in_ends_ = before;
    return result;
  }

  // To the right end of an open form.
  Expression body() {
    const Nested nested(*this);
    return expression();
  }

  Expression let() {
    const Place begin = take().place;
    const std::string variable = expect_new_name("the name of a value after 'let'");
    expect_sign("=", fmt::format("after 'let {}'", variable));
    Expression value;
    {
      const Nested nested(*this);
      const bool before = std::exchange(in_ends_, true);
      value = expression();
      in_ends_ = before;
    }
    expect_word("in", fmt::format("after the value of '{}'", variable));
    Expression rest = body();
    return finish(Op::let, {std::move(value), std::move(rest)}, begin, variable);
  }

  Expression conditional() {
    const Place begin = take().place;
    Expression condition = enclosed();
    expect_word("then", "after the condition of 'if'");
    Expression yes = enclosed();
    expect_word("else", "of 'if' (every 'if' has one; an 'else' belongs to the nearest form that takes it)");
    Expression no = body();
    return finish(Op::conditional, {std::move(condition), std::move(yes), std::move(no)}, begin);
  }

  Expression iterate() {
    const Place begin = take().place;
    const std::string variable = expect_new_name("the name of the value that 'iterate' changes");
    expect_word("from", fmt::format("and a first value after 'iterate {}'", variable));
    Expression start = enclosed();
    expect_word("for", "and how often after the first value of 'iterate'");
    Expression times = enclosed();
    expect_word("times", "after how often 'iterate' goes on");
    expect_sign(":", "before what 'iterate' repeats");
    Expression step = body();
    return finish(Op::iterate, {std::move(start), std::move(times), std::move(step)}, begin, variable);
  }

  Expression quantified(Quantifier quantifier) {
    const Token word = take();
    Node result;
    result.op = Op::quantifier;
    result.quantifier = quantifier;
    do {
      result.binders.push_back(binder(word.text));
    } while (take_sign(","));
    if (take_word("where")) result.such_that = enclosed();
    expect_sign(":", fmt::format("between the indices of '{}' and what it ranges over", word.text));
    result.children.push_back(body());
    if (quantifier == Quantifier::argmax || quantifier == Quantifier::argmin) result.tie = tie();
    if (takes_else(quantifier) && take_word("else")) result.children.push_back(body());
    return finish(std::move(result), word.place);
  }

  Binder binder(const std::string& word) {
    Binder result;
    const Token& name = tokens_.peek();
    if (name.kind == TokenKind::sign && name.text == "(") {
      tokens_.fail(
          name.place,
          fmt::format("expected the name of an index of '{0}', found '('; write {0} j in RANGE: "
                      "..{1}",
                      word, find_builtin(word) ? fmt::format(", or {}(..) without a blank", word) : ""));
    }
    result.place = name.place;
    result.name = expect_new_name(fmt::format("the name of an index of '{}'", word));
    if (tokens_.at_sign(",")) {
      tokens_.fail(tokens_.peek().place,
                   fmt::format("expected 'in' and a range after the index '{0}'; several "
                               "indices are written {0} in RANGE, j in RANGE",
                               result.name));
    }
    expect_word("in", fmt::format("and a range after the index '{}'", result.name));
    const Nested nested(*this);
    const bool before = std::exchange(in_ends_, false);
    result.range = open_or(level::range);
    in_ends_ = before;
    return result;
  }

  Tie tie() {
    for (const Tie tie : {Tie::first, Tie::last, Tie::unique, Tie::any}) {
      if (take_word(to_string(tie))) return tie;
    }
    return Tie::unstated;
  }

  // The operator of exactly this level that stands here.
  const Operator* operator_here(int level) {
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
  void refuse_foreign_operator(int level) const {
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

  Expression binary(int level) {
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
  Expression word_part(const Expression& part) {
    if (part.get() != parenthesised_ || part->op == Op::tuple || part->op == Op::concat) return part;
    return finish(Op::tuple, {part}, part->place);
  }

  // a < b <= c says a < b and b <= c.
  Expression comparison() {
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

  Expression unary(int level) {
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
      tokens_.fail(exponent->place,
                   fmt::format("the exponent {} is too large; a number written as an exponent "
                               "is at most {}",
                               to_string(exponent), largest_literal_exponent));
    }
    return finish(Op::power, {std::move(base), std::move(exponent)}, begin);
  }

  Expression primary() {
    const Token& token = tokens_.peek();
    switch (token.kind) {
      case TokenKind::number:
        return numeral();
      case TokenKind::text: {
        const Token text = take();
        return finish(Op::text, {}, text.place, text.text);
      }
      case TokenKind::name:
        return word();
      case TokenKind::sign:
        if (token.text == "(") return parentheses();
        if (token.text == "[") return first_numbers();
        if (token.text == "{") return set();
        break;
      case TokenKind::end:
        break;
    }
    no_operand();
  }

  [[noreturn]] void no_operand() const {
    const Token& token = tokens_.peek();
    std::string hint;
    if (token.kind == TokenKind::sign && token.text == "+") hint = "; a number needs no plus sign";
    if (token.kind == TokenKind::sign && token.text == "|") hint = "; |x| is written abs(x)";
    if (token.kind == TokenKind::sign && token.text == ".") hint = "; a decimal begins with a digit, as 0.5";
    if (token.kind == TokenKind::name && token.text == "not") hint = "; put parentheses around 'not ..'";
    tokens_.fail(token.place, fmt::format("expected an expression, found {}{}", description(token), hint));
  }

  Expression numeral() {
    const Token token = take();
    const Token& behind = tokens_.peek();
    const bool word_behind = behind.kind == TokenKind::name && !is_reserved(behind.text);
    const bool parenthesis_behind = behind.kind == TokenKind::sign && behind.text == "(";
    if (behind.touches_left && (word_behind || parenthesis_behind)) {
      const std::string factor = word_behind ? behind.text : "(..)";
      tokens_.fail(behind.place, fmt::format("a product is written with *: {}*{}", token.text, factor));
    }
    Node node;
    node.value = token.value;
    return finish(std::move(node), token.place);
  }

  Expression word() {
    const Token token = tokens_.peek();
    if (is_reserved(token.text) && !is_call(token)) no_operand();
    take();
    const Token& behind = tokens_.peek();
    if (behind.kind == TokenKind::sign && behind.touches_left && behind.text == "(") return call(token);
    if (behind.kind == TokenKind::sign && behind.touches_left && behind.text == ".") return member(token);
    const std::size_t underscore = token.text.rfind('_');
    if (underscore == std::string::npos || underscore == 0)
      return finish(Op::name, {}, token.place, token.text);
    return subscripted(token, token.text.substr(0, underscore), token.text.substr(underscore + 1));
  }

  // phi_i, phi_12; a word such as x_2a, x_ or x_02 is a name as it stands.
  Expression subscripted(const Token& token, const std::string& base, const std::string& index) {
    const bool digits = !index.empty() && index.find_first_not_of("0123456789") == std::string::npos;
    const bool begins_with_digit = !index.empty() && index[0] >= '0' && index[0] <= '9';
    const bool plain_number = digits && (index == "0" || index[0] != '0') && index.size() <= 18;
    if (index.empty() || (begins_with_digit && !plain_number)) {
      return finish(Op::name, {}, token.place, token.text);
    }
    Node child;
    child.op = digits ? Op::number : Op::name;
    if (digits) {
      child.value = Rational(*integer_from_string(index));
    } else {
      child.name = index;
    }
    Place place = token.place;
    place.column += static_cast<long>(base.size()) + 1;
    Expression inner = finish(std::move(child), place);
    return finish(Op::subscript, {std::move(inner)}, token.place, base);
  }

  Expression call(const Token& token) {
    take();
    if (tokens_.at_sign(")")) {
      tokens_.fail(tokens_.peek().place, fmt::format("expected an argument of '{}', found ')'", token.text));
    }
    std::vector<Expression> arguments;
    do {
      arguments.push_back(enclosed());
    } while (take_sign(","));
    expect_sign(")", fmt::format("after the arguments of '{}'", token.text));
    return finish(Op::call, std::move(arguments), token.place, token.text);
  }

  Expression member(const Token& token) {
    take();
    const Token& field = tokens_.peek();
    if ((field.kind != TokenKind::number && field.kind != TokenKind::name) || !field.touches_left) {
      tokens_.fail(field.place, fmt::format("expected the number or the name of a coordinate directly after "
                                            "'{}.', found {}",
                                            token.text, description(field)));
    }
    const Token taken = take();
    Node child;
    child.op = taken.kind == TokenKind::number ? Op::number : Op::name;
    child.value = taken.value;
    if (taken.kind == TokenKind::name) child.name = taken.text;
    Expression inner = finish(std::move(child), taken.place);
    return finish(Op::member, {std::move(inner)}, token.place, token.text);
  }

  Expression parentheses() {
    const Place begin = take().place;
    if (tokens_.at_sign(")")) tokens_.fail(begin, "expected an expression between '(' and ')'");
    std::vector<Expression> parts;
    do {
      parts.push_back(enclosed());
    } while (take_sign(","));
    expect_sign(")", parts.size() == 1 ? "after '(' and an expression" : "after the last part of '(..'");
    Expression result = parts.size() == 1 ? parts[0] : finish(Op::tuple, std::move(parts), begin);
    parenthesised_ = result.get();
    return result;
  }

  Expression first_numbers() {
    const Place begin = take().place;
    Expression last = enclosed();
    if (last->op == Op::range && last->children.size() == 2 && parenthesised_ != last.get()) {
      tokens_.fail(last->place,
                   fmt::format("a range stands without brackets: {}; [k] is 1..k", to_string(last)));
    }
    if (tokens_.at_sign(",")) {
      tokens_.fail(tokens_.peek().place,
                   "expected ']' after '[' and a number; a list is written (a, b, c), a set "
                   "{a, b, c}");
    }
    expect_sign("]", "after '[' and a number");
    return finish(Op::range, {std::move(last)}, begin);
  }

  Expression set() {
    const Place begin = take().place;
    std::vector<Expression> parts;
    if (!tokens_.at_sign("}")) {
      do {
        parts.push_back(enclosed());
      } while (take_sign(","));
    }
    expect_sign("}", "after the elements of '{..'");
    return finish(Op::set, std::move(parts), begin);
  }

  TokenStream& tokens_;
  Place last_;
  long depth_ = 0;
  bool in_ends_ = false;                 // inside of `let x = .. in`: the next `in` is that of let
  const Node* parenthesised_ = nullptr;  // what the last pair of parentheses held
  std::map<const Node*, Sizes> sizes_;   // of the parts that stand in no other yet
};

}  // namespace

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
  return Parser(tokens).expression();
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

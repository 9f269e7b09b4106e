#include "language/expression_parser.hpp"

namespace attest::language {

Expression ExpressionParser::primary() {
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

void ExpressionParser::no_operand() const {
  const Token& token = tokens_.peek();
  std::string hint;
  if (token.kind == TokenKind::sign && token.text == "+") hint = "; a number needs no plus sign";
  if (token.kind == TokenKind::sign && token.text == "|") hint = "; |x| is written abs(x)";
  if (token.kind == TokenKind::sign && token.text == ".") hint = "; a decimal begins with a digit, as 0.5";
  if (token.kind == TokenKind::name && token.text == "not") hint = "; put parentheses around 'not ..'";
  tokens_.fail(token.place, fmt::format("expected an expression, found {}{}", description(token), hint));
}

Expression ExpressionParser::numeral() {
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

Expression ExpressionParser::word() {
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
Expression ExpressionParser::subscripted(const Token& token, const std::string& base,
                                         const std::string& index) {
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

Expression ExpressionParser::call(const Token& token) {
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

Expression ExpressionParser::member(const Token& token) {
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

Expression ExpressionParser::parentheses() {
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

Expression ExpressionParser::first_numbers() {
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

Expression ExpressionParser::set() {
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

}  // namespace attest::language

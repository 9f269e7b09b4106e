#include "language/expression_parser.hpp"

namespace attest::language {

Expression ExpressionParser::let() {
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

Expression ExpressionParser::conditional() {
  const Place begin = take().place;
  Expression condition = enclosed();
  expect_word("then", "after the condition of 'if'");
  Expression yes = enclosed();
  expect_word("else", "of 'if' (every 'if' has one; an 'else' belongs to the nearest form that takes it)");
  Expression no = body();
  return finish(Op::conditional, {std::move(condition), std::move(yes), std::move(no)}, begin);
}

Expression ExpressionParser::iterate() {
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

Expression ExpressionParser::quantified(Quantifier quantifier) {
  const Token word = take();
  Node result;
  result.op = Op::quantifier;
  result.quantifier = quantifier;
  do {
    result.binders.push_back(binder(word.text));
  } while (take_sign(","));
  if (quantifier != Quantifier::each && take_word("where")) result.such_that = enclosed();
  expect_sign(":", fmt::format("between the indices of '{}' and what it ranges over", word.text));
  result.children.push_back(body());
  if (quantifier == Quantifier::argmax || quantifier == Quantifier::argmin) result.tie = tie();
  if (takes_else(quantifier) && take_word("else")) result.children.push_back(body());
  return finish(std::move(result), word.place);
}

Binder ExpressionParser::binder(const std::string& word) {
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
    tokens_.fail(tokens_.peek().place, fmt::format("expected 'in' and a range after the index '{0}'; several "
                                                   "indices are written {0} in RANGE, j in RANGE",
                                                   result.name));
  }
  expect_word("in", fmt::format("and a range after the index '{}'", result.name));
  const Nested nested(*this);
  const bool before = std::exchange(in_ends_, false);
  result.range = open_or(level::difference);
  in_ends_ = before;
  return result;
}

Tie ExpressionParser::tie() {
  for (const Tie tie : {Tie::first, Tie::last, Tie::unique, Tie::any}) {
    if (take_word(to_string(tie))) return tie;
  }
  return Tie::unstated;
}

}  // namespace attest::language

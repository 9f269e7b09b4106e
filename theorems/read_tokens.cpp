#include <fmt/format.h>

#include "theorems/reader.hpp"

namespace attest::theorems {

using language::Op;

// tokens PAIR (i,j) in [m] x [m] carry A = A(i,j), B = B(i,j)
void Reader::read_tokens(const Token& word) {
  skip_equals_of_patch();
  TokensStatement tokens;
  tokens.place = word.place;
  const Token& behind = tokens_.peek(1);
  const bool named =
      tokens_.peek().kind == TokenKind::name && behind.text != "in" &&
      (behind.kind == TokenKind::name || behind.text == "(" || (in_patch_ && behind.text == "="));
  if (named) tokens.kind = tokens_.expect_name("the kind of the tokens").text;
  skip_equals_of_patch();
  tokens.indices = index_names("the index of a token");
  if (!tokens_.take_word("in")) tokens_.unexpected("'in' and the range of the index, as in tokens i in [n]");
  tokens.ranges = ranges(tokens.indices.size());
  if (tokens_.take_word("carry")) {
    do {
      tokens.features.push_back(feature());
    } while (tokens_.take_sign(","));
  }
  out_->tokens.push_back(std::move(tokens));
}

TokensStatement::Feature Reader::feature() {
  const Token name = tokens_.expect_name("the name of a feature");
  TokensStatement::Feature result;
  result.name = name.text;
  result.place = name.place;
  if (tokens_.take_word("by")) {
    do {
      result.entries.push_back(entry(name.text));
    } while (tokens_.take_sign(";"));
  } else {
    tokens_.expect_sign("=", fmt::format("and what the feature '{}' is", name.text));
    result.value = expression();
  }
  return result;
}

// phi(l + (j-1)*t) = f(j,l) for l in [n], j in [t]
TokensStatement::Feature::Entry Reader::entry(const std::string& feature) {
  TokensStatement::Feature::Entry result;
  result.place = tokens_.peek().place;
  const Expression equation = expression();
  const bool reads = equation->op == Op::equal && equation->children[0]->op == Op::call &&
                     equation->children[0]->name == feature;
  if (!reads) {
    tokens_.fail(result.place,
                 fmt::format("expected an equation for '{0}', as in {0}(i) = a(i) for i in [n]", feature));
  }
  result.at = equation->children[0]->children;
  result.value = equation->children[1];
  if (!tokens_.take_word("for")) return result;
  do {
    const Token name = tokens_.expect_name("an index");
    if (!tokens_.take_word("in")) tokens_.unexpected(fmt::format("'in' after the index '{}'", name.text));
    result.binders.push_back({name.text, expression(), name.place});
  } while (tokens_.at_sign(",") && tokens_.peek(1).kind == TokenKind::name && tokens_.peek(2).text == "in" &&
           tokens_.take_sign(","));
  return result;
}

// task PAIR at every (i,j), sign: exists k in [m]: A(i,k) = 1 and B(k,j) = 1
void Reader::read_task(const Token& word) {
  skip_equals_of_patch();
  TaskStatement task;
  task.place = word.place;
  if (!tokens_.at_word("at")) task.kind = tokens_.expect_name("'at' and the judged token").text;
  skip_equals_of_patch();
  if (!tokens_.take_word("at"))
    tokens_.unexpected("'at' and the judged token, as in task at n+1, number: ..");
  if (tokens_.take_word("every")) {
    task.every = true;
    task.indices = index_names("the index of a token");
  } else {
    const Expression at = expression();
    task.at = at->op == Op::tuple ? at->children : std::vector<Expression>{at};
  }
  tokens_.expect_sign(",", "and the kind of the answer after the judged token");
  const std::string answer = one_of({"number", "sign", "vector"}, "the kind of the answer");
  task.answer = answer == "number" ? AnswerKind::number
                : answer == "sign" ? AnswerKind::sign
                                   : AnswerKind::vector;
  if (task.answer == AnswerKind::vector) {
    task.dimension = expression();
    if (!tokens_.take_word("within")) tokens_.unexpected("'within' and how far off a coordinate may be");
    task.within = expression();
  }
  tokens_.expect_sign(":", "and the right answer");
  task.truth = expression();
  out_->tasks.push_back(std::move(task));
}

}  // namespace attest::theorems

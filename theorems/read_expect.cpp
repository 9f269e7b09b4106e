#include <fmt/format.h>

#include <algorithm>

#include "theorems/keywords.hpp"
#include "theorems/reader.hpp"

namespace attest::theorems {

namespace {

const std::vector<std::string> verdict_words{// no variant may be called so
                                             "holds", "refuted", "ill-formed", "undecided", "not-applicable"};
const std::vector<std::string> kind_words{"display", "constant", "construction", "statement"};

}  // namespace

bool is_verdict(const std::string& word) {
  return std::find(verdict_words.begin(), verdict_words.end(), word) != verdict_words.end();
}

// expect printed refuted(display), repaired holds   at n=1..4;   at n=5 full;  cold holds at every n >= 3
void Reader::read_expect() {
  do {
    if (tokens_.at_word("at")) tokens_.unexpected("a verdict before its settings, as in holds at n=1..4");
    const std::size_t first = out_->expects.size();
    do {
      out_->expects.push_back(claimed(tokens_.peek()));
    } while (tokens_.take_sign(","));
    const bool one_setting =
        out_->program && out_->arguments.empty();  // without arguments there is one alone
    if (!tokens_.at_word("at") && !one_setting)
      tokens_.unexpected("'at' and a setting of the sizes after a verdict, as in at n=1..4");
    std::vector<ExpectStatement::Setting> settings;
    if (one_setting) settings.emplace_back();
    if (tokens_.at_word("at")) do {
        tokens_.next();  // at
        settings.push_back(setting());
      } while (tokens_.at_sign(";") && tokens_.peek(1).text == "at" && tokens_.take_sign(";"));
    for (std::size_t k = first; k < out_->expects.size(); ++k) out_->expects[k].settings = settings;
  } while (tokens_.take_sign(";"));
}

// repaired holds, refuted(display)
ExpectStatement Reader::claimed(const Token& word) {
  ExpectStatement result;
  result.place = word.place;
  const Token first = tokens_.expect_identifier("a verdict or the name of a variant");
  if (is_verdict(first.text)) {
    result.verdict = first.text;
  } else if (tokens_.peek().kind != TokenKind::name || tokens_.peek().first || tokens_.at_word("at")) {
    tokens_.fail(first.place, fmt::format("'{}' is no verdict{}", first.text,
                                          language::did_you_mean(first.text, verdict_words)));
  } else {
    result.variant = first.text;
    result.verdict = one_of(verdict_words, "a verdict");
  }
  if (!tokens_.take_sign("(")) return result;
  if (result.verdict != "refuted") tokens_.fail(first.place, "a kind is said of 'refuted' alone");
  result.kind = one_of(kind_words, "the kind of a refutation");
  tokens_.expect_sign(")", "after the kind of a refutation");
  return result;
}

ExpectStatement::Setting Reader::setting() {
  ExpectStatement::Setting result;
  while (name_then("=")) result.words.push_back(setting_word());
  if (tokens_.take_word("every")) {
    do {
      result.every.push_back(corner_condition());
    } while (tokens_.peek().kind == TokenKind::name && !statement_begins() && !tokens_.at_word("full") &&
             !tokens_.at_word("by"));
  }
  if (result.words.empty() && result.every.empty())
    tokens_.unexpected("a setting, as n=1..4 or every n >= 3");
  result.full = tokens_.take_word("full");
  if (tokens_.at_word("by") && !result.every.empty())
    tokens_.unexpected("the end of a setting: 'every' speaks of sizes, not of an input");
  if (tokens_.take_word("by")) result.input = input_literal();
  if (!result.full) result.full = tokens_.take_word("full");
  return result;
}

// n >= 3 of a corner.
Expression Reader::corner_condition() {
  const Place place = tokens_.peek().place;
  Expression result = expression();
  const auto is_whole = [](const Expression& e) {
    return e->op == language::Op::number && denominator_of(e->value) == 1;
  };
  const bool least =
      result->op == language::Op::greater_equal && is_whole(result->children[1]) &&
      (result->children[0]->op == language::Op::name || result->children[0]->op == language::Op::subscript);
  if (!least)
    tokens_.fail(place, "expected the least value of a size behind 'every', as in every n >= 3 m >= 1");
  return result;
}

// n=1..4, c=1/10, A2=auto: a name, `=` and a word without blanks, or one in double quotes.
std::string Reader::setting_word() {
  std::string result = tokens_.next().text;
  result += tokens_.next().text;
  if (tokens_.peek().first) tokens_.unexpected("a value, as in n=1..4");
  return result + (tokens_.peek().kind == TokenKind::text ? tokens_.next().text : bare_value("n=1..4"));
}

// A value without blanks: 1..4, 1/10, reed-solomon.
std::string Reader::bare_value(std::string_view example) {
  const auto is_part = [&] {
    const Token& token = tokens_.peek();
    static const std::vector<std::string> joins{"..", "/", "-", "^"};
    const bool sign =
        token.kind == TokenKind::sign && std::find(joins.begin(), joins.end(), token.text) != joins.end();
    return token.kind == TokenKind::number || token.kind == TokenKind::name || sign;
  };
  if (!is_part()) tokens_.unexpected(fmt::format("a value, as in {}", example));
  std::string result;
  do {
    result += tokens_.next().text;
  } while (tokens_.peek().touches_left && is_part());
  return result;
}

// by rank:84, by {"a": [1, 2]}: what `--input` takes.
std::string Reader::input_literal() {
  if (tokens_.at_word("rank")) {
    tokens_.next();
    tokens_.expect_sign(":", "and a number after 'rank'");
    const Token number = tokens_.peek();
    if (number.kind != TokenKind::number || denominator_of(number.value) != 1)
      tokens_.unexpected("a rank, a whole number from 0");
    tokens_.next();
    return "rank:" + number.text;
  }
  if (!tokens_.at_sign("{")) tokens_.unexpected("an input, rank:R or {\"x\": ..}");
  std::string result;
  long depth = 0;
  do {
    const Token token = tokens_.peek();
    if (token.kind == TokenKind::end) tokens_.unexpected("'}' at the end of an input");
    const bool known = token.kind == TokenKind::text || token.kind == TokenKind::number ||
                       token.text == "true" || token.text == "false" || token.text == "null" ||
                       std::string_view("{}[],:-").find(token.text) != std::string_view::npos;
    if (!known) tokens_.unexpected("an input in JSON");
    tokens_.next();
    const bool sign = token.kind == TokenKind::sign;
    if (sign && (token.text == "{" || token.text == "[")) ++depth;
    if (sign && (token.text == "}" || token.text == "]")) --depth;
    result += token.kind == TokenKind::text ? "\"" + token.text + "\"" : token.text;
    if (sign && (token.text == "," || token.text == ":")) result += " ";
  } while (depth > 0);
  return result;
}

}  // namespace attest::theorems

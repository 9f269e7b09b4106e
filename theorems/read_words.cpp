#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "numeric/checked.hpp"
#include "theorems/reader.hpp"

namespace attest::theorems {

Expression Reader::expression_before_equals() {
  std::size_t end = tokens_.position();
  long depth = 0;
  for (std::size_t k = 0; end < limit_; ++k, ++end) {
    const Token& token = tokens_.peek(k);
    if (token.kind != TokenKind::sign) continue;
    if (token.text == "(" || token.text == "[" || token.text == "{") ++depth;
    if (token.text == ")" || token.text == "]" || token.text == "}") --depth;
    if (token.text == "=" && depth == 0) break;
  }
  tokens_.set_limit(end);
  Expression result;
  try {
    result = expression();
  } catch (...) {
    tokens_.set_limit(limit_);
    throw;
  }
  tokens_.set_limit(limit_);
  return result;
}

// @338, @eq15, @342-348
Mark Reader::mark() {
  if (!tokens_.take_sign("@")) return {};
  const auto is_word = [](const Token& token) {
    return token.touches_left && (token.kind == TokenKind::name || token.kind == TokenKind::number);
  };
  if (!is_word(tokens_.peek()))
    tokens_.unexpected("a line or an equation of the source behind '@', as in @338 or @eq15");
  Mark result = tokens_.next().text;
  for (;;) {
    const bool joins = tokens_.peek().touches_left && (tokens_.at_sign("-") || tokens_.at_sign(".")) &&
                       is_word(tokens_.peek(1));
    if (joins) result += tokens_.next().text;
    if (!is_word(tokens_.peek())) return result;
    result += tokens_.next().text;
  }
}

std::string Reader::because() {
  return tokens_.take_word("because") ? tokens_.expect_text("a reason").text : std::string();
}

std::vector<std::string> Reader::names_in_parentheses(std::string_view what) {
  tokens_.expect_sign("(", fmt::format("before {}", what));
  std::vector<std::string> names;
  do {
    names.push_back(tokens_.expect_name(what).text);
  } while (tokens_.take_sign(","));
  tokens_.expect_sign(")", fmt::format("after {}", what));
  return names;
}

std::vector<std::string> Reader::index_names(std::string_view what) {
  if (tokens_.at_sign("(")) return names_in_parentheses(what);
  return {tokens_.expect_name(what).text};
}

// One range for each index: [n], or [m] x [m].
std::vector<Expression> Reader::ranges(std::size_t how_many) {
  std::vector<Expression> result{expression()};
  while (tokens_.take_word("x")) result.push_back(expression());
  if (result.size() != how_many) {
    tokens_.fail(tokens_.peek().place, fmt::format("{} {} need as many ranges, found {}", how_many,
                                                   how_many == 1 ? "index" : "indices", result.size()));
  }
  return result;
}

std::string Reader::one_of(const std::vector<std::string>& words, std::string_view what) {
  const Token& token = tokens_.peek();
  const auto expected = fmt::format("{}: {}", what, fmt::join(words, ", "));
  if (token.kind != TokenKind::name) tokens_.unexpected(expected);
  const std::size_t start = tokens_.position();
  const Token found = tokens_.expect_identifier(expected);
  if (std::find(words.begin(), words.end(), found.text) != words.end()) return found.text;
  tokens_.back_to(start);
  tokens_.fail(found.place, fmt::format("expected {}, found '{}'{}", expected, found.text,
                                        language::did_you_mean(found.text, words)));
}

// A patch may say `change task = at ..`: the form that all patches have.
void Reader::skip_equals_of_patch() {
  if (in_patch_) tokens_.take_sign("=");
}

bool Reader::name_then(std::string_view next) const {
  const Token& behind = tokens_.peek(1);
  return tokens_.peek().kind == TokenKind::name && behind.text == next &&
         (behind.kind == TokenKind::sign || behind.kind == TokenKind::name);
}

long Reader::whole_number(std::string_view what, long least, long most) {
  const Token& token = tokens_.peek();
  const bool whole = token.kind == TokenKind::number && denominator_of(token.value) == 1;
  if (!whole || token.value < least || token.value > most) {
    tokens_.unexpected(fmt::format("{}, a whole number from {} to {}", what, least, most));
  }
  return to_long(numerator_of(tokens_.next().value));
}

void Reader::only_once(bool there, const Place& first, const Token& word) const {
  if (!there) return;
  tokens_.fail(word.place, fmt::format("a second '{}'; the first one is in line {}", word.text, first.line));
}

}  // namespace attest::theorems

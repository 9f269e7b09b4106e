#include <fmt/format.h>

#include <stdexcept>

#include "language/tokens.hpp"
#include "language/words.hpp"

namespace attest::language {

TokenStream::TokenStream(std::vector<Token> tokens) : tokens_(std::move(tokens)) {
  if (tokens_.empty() || tokens_.back().kind != TokenKind::end) {
    throw std::invalid_argument("TokenStream: the last token must be the end");
  }
  set_limit(tokens_.size());
}

void TokenStream::set_limit(std::size_t limit) {
  limit_ = std::min(limit, tokens_.size() - 1);
  const bool whole = limit_ + 1 == tokens_.size();
  end_ = tokens_.back();
  end_.text = whole ? "the end of the text" : "the end of the statement";
  end_.touches_left = false;
  if (limit_ > 0) {  // just behind the last token that is seen
    const Place& last = tokens_[limit_ - 1].place;
    end_.place = {last.line, last.column + last.length, 1, last.text};
  }
}

const Token& TokenStream::peek(std::size_t ahead) const {
  return at_ + ahead < limit_ ? tokens_[at_ + ahead] : end_;
}

Token TokenStream::next() {
  Token token = peek();
  if (at_ < limit_) ++at_;
  return token;
}

bool TokenStream::at_sign(std::string_view sign) const {
  return peek().kind == TokenKind::sign && peek().text == sign;
}

bool TokenStream::at_word(std::string_view word) const {
  return peek().kind == TokenKind::name && peek().text == word;
}

bool TokenStream::take_sign(std::string_view sign) {
  if (!at_sign(sign)) return false;
  next();
  return true;
}

bool TokenStream::take_word(std::string_view word) {
  if (!at_word(word)) return false;
  next();
  return true;
}

Token TokenStream::expect_sign(std::string_view sign, std::string_view where) {
  if (!at_sign(sign)) unexpected(fmt::format("'{}' {}", sign, where));
  return next();
}

Token TokenStream::expect_name(std::string_view what) {
  if (peek().kind != TokenKind::name) unexpected(what);
  if (is_reserved(peek().text)) {
    fail(peek().place, fmt::format("expected {}, found the reserved word '{}'", what, peek().text));
  }
  return next();
}

Token TokenStream::expect_text(std::string_view what) {
  if (peek().kind != TokenKind::text) unexpected(fmt::format("{} in double quotes", what));
  if (peek().text.empty())
    fail(peek().place, fmt::format("expected {} between the quotes, found nothing", what));
  return next();
}

Rational TokenStream::expect_number(std::string_view what) {
  if (peek().kind != TokenKind::number) unexpected(what);
  return next().value;
}

Token TokenStream::expect_identifier(std::string_view what) {
  const auto is_word = [](const Token& token) {
    return token.kind == TokenKind::name ||
           (token.kind == TokenKind::number && token.text.find('.') == std::string::npos);
  };
  const auto joins = [](const Token& token) {
    return token.kind == TokenKind::sign && token.touches_left && (token.text == "-" || token.text == "/");
  };
  if (!is_word(peek())) unexpected(what);
  Token result = next();
  result.kind = TokenKind::name;
  for (;;) {
    if (is_word(peek()) && peek().touches_left) {  // "3sum"
      result.text += next().text;
    } else if (joins(peek()) && is_word(peek(1)) && peek(1).touches_left) {
      result.text += next().text;
      result.text += next().text;
    } else {
      break;
    }
  }
  result.place.length = static_cast<long>(result.text.size());
  return result;
}

void TokenStream::fail(const Place& place, const std::string& text) const {
  throw ParseError({{place, text}});
}

void TokenStream::unexpected(std::string_view expected) const {
  fail(peek().place, fmt::format("expected {}, found {}", expected, description(peek())));
}

}  // namespace attest::language

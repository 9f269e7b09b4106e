// The words of a text: names, numbers, texts in double quotes, signs. Comments (# to the end of the line) are
// kept aside for `attest fmt`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "language/message.hpp"
#include "numeric/integer.hpp"

namespace attest::language {

enum class TokenKind { name, number, text, sign, end };

struct Token {
  TokenKind kind = TokenKind::end;
  // As it stands in the text; of a text what stands between the quotes. A name begins with a letter and holds
  // letters, digits and _ (phi_i is one word: the parser splits it); dashes belong to it only where a
  // statement asks for an identifier.
  std::string text;
  Rational value;  // of a number (an integer or a decimal)
  Place place;
  bool first = false;         // of its line
  long indent = 0;            // of its line, in code points
  bool touches_left = false;  // no blank before it
};

struct Comment {
  std::string text;  // without #
  Place place;
  bool own_line = false;
};

// Signs: + - * / ^ ( ) [ ] { } , : ; . .. = == != < <= > >= -> ++ @ |
// Unicode signs that theorists paste (≤ ≥ ≠ × · − → ∈ ∧ ∨ ¬) are refused with the ASCII spelling named.
// At most 100,000 tokens, numbers of at most 200 digits, ParseError otherwise.
std::vector<Token> tokenize(const SourceText& source, std::vector<Comment>* comments = nullptr);

// What a message calls a token: "'phi'", "the number 3", "the text \"abc\"", "the end of the statement".
std::string description(const Token& token);

// A cursor over the tokens. Errors are thrown as ParseError with one message; a reader of statements catches
// it, keeps the message and goes on at the next statement.
class TokenStream {
 public:
  explicit TokenStream(std::vector<Token> tokens);  // the last one is `end`

  const Token& peek(std::size_t ahead = 0) const;
  const Token* previous() const { return at_ > 0 ? &tokens_[at_ - 1] : nullptr; }
  Token next();
  bool at_end() const { return peek().kind == TokenKind::end; }
  bool at_sign(std::string_view sign) const;
  bool at_word(std::string_view word) const;  // a name with this spelling
  bool take_sign(std::string_view sign);      // next() if at_sign
  bool take_word(std::string_view word);
  Token expect_sign(std::string_view sign,
                    std::string_view where);  // "expected ')' after the arguments of 'max', found 'x'"
  Token expect_name(std::string_view what);   // what: "the name of a size"
  Token expect_text(std::string_view what);
  Rational expect_number(std::string_view what);
  // An identifier with dashes and slashes, "strassen/function-composition": names, numbers, - and / that touch
  // each other. Reserved words may be identifiers; they are no names.
  Token expect_identifier(std::string_view what);
  [[noreturn]] void fail(const Place& place, const std::string& text) const;
  [[noreturn]] void unexpected(std::string_view expected) const;  // "expected .., found .." at peek()

  std::size_t position() const { return at_; }
  void back_to(std::size_t position) { at_ = position; }

  // The tokens up to `limit` alone are seen (a statement's end); the stream then behaves as at its end.
  void set_limit(std::size_t limit);
  std::size_t size() const { return tokens_.size(); }

 private:
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::size_t limit_ = 0;
  Token end_;  // what is seen at the limit
};

}  // namespace attest::language

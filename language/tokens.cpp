#include "language/tokens.hpp"

#include <fmt/format.h>

#include <array>
#include <stdexcept>

#include "language/foreign_signs.hpp"
#include "language/utf8.hpp"

namespace attest::language {

namespace {

constexpr std::size_t most_tokens = 100'000;
constexpr std::size_t most_digits_of_a_number = 200;
constexpr std::size_t most_messages = 20;

// Longer ones first: the first that fits is the sign.
constexpr std::array<std::string_view, 28> signs{"..", "==", "!=", "<=", ">=", "->", "++", "+", "-", "*",
                                                 "/",  "^",  "(",  ")",  "[",  "]",  "{",  "}", ",", ":",
                                                 ";",  ".",  "=",  "<",  ">",  "@",  "|",  "\\"};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// One walk over the text. All that cannot be read is noted and stepped over, so that every such place is told.
class Tokenizer {
 public:
  Tokenizer(const SourceText& source, std::vector<Comment>* comments)
      : text_(source.text()), text_number_(source.number()), comments_(comments) {}

  std::vector<Token> run() {
    while (at_ < text_.size()) step();
    if (!messages_.empty()) throw ParseError(std::move(messages_));
    add(TokenKind::end, 0, {});
    return std::move(tokens_);
  }

 private:
  char ahead(std::size_t k) const { return at_ + k < text_.size() ? text_[at_ + k] : '\0'; }
  Place place(long length) const { return {line_, column_, std::max(1L, length), text_number_}; }

  void note(long length, const std::string& text) {
    messages_.push_back({place(length), text});
    if (messages_.size() == most_messages) throw ParseError(std::move(messages_));
  }

  // Steps over bytes of this line.
  void move(std::size_t bytes) {
    column_ += code_points(text_.substr(at_, bytes));
    at_ += bytes;
  }

  void step() {
    const char c = text_[at_];
    if (c == '\n') {
      ++at_;
      ++line_;
      column_ = 1;
      line_is_empty_ = true;
      blank_before_ = true;
    } else if (c == ' ' || c == '\t') {
      move(1);
      blank_before_ = true;
    } else if (c == '#') {
      take_comment();
    } else if (c == '"') {
      take_text();
    } else if (is_digit(c)) {
      take_number();
    } else if (is_letter(c)) {
      std::size_t bytes = 1;
      while (is_letter(ahead(bytes)) || is_digit(ahead(bytes)) || ahead(bytes) == '_') ++bytes;
      take(TokenKind::name, bytes);
    } else {
      take_sign();
    }
  }

  void take_comment() {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    const std::string_view comment = text_.substr(at_, end - at_);
    if (comments_ != nullptr) {
      comments_->push_back({std::string(comment.substr(1)), place(code_points(comment)), line_is_empty_});
    }
    move(comment.size());
  }

  void take_text() {
    const std::size_t end = text_.find_first_of("\"\n", at_ + 1);
    if (end == std::string_view::npos || text_[end] == '\n') {
      note(1, "a text that begins with \" ends with \" on the same line");
      move(std::min(end, text_.size()) - at_);
      return;
    }
    Token& token = add(TokenKind::text, code_points(text_.substr(at_, end + 1 - at_)), {});
    token.text = text_.substr(at_ + 1, end - at_ - 1);
    move(end + 1 - at_);
  }

  void take_number() {
    std::size_t whole = 1;
    while (is_digit(ahead(whole))) ++whole;
    std::size_t fraction = 0;
    // stream.6.5 has no decimal: what stands behind the dot of a member is a whole number.
    const bool member = !blank_before_ && !tokens_.empty() && tokens_.back().kind == TokenKind::sign &&
                        tokens_.back().text == ".";
    if (!member && ahead(whole) == '.' && is_digit(ahead(whole + 1))) {
      while (is_digit(ahead(whole + 1 + fraction))) ++fraction;
    }
    const std::size_t bytes = whole + (fraction == 0 ? 0 : fraction + 1);
    if (whole + fraction > most_digits_of_a_number) {
      note(static_cast<long>(bytes), fmt::format("the number has {} digits, at most {} are read",
                                                 whole + fraction, most_digits_of_a_number));
      move(bytes);
      return;
    }
    std::string digits(text_.substr(at_, whole));
    if (fraction > 0) digits += text_.substr(at_ + whole + 1, fraction);
    const Rational value(*integer_from_string(digits), power(Integer(10), fraction));
    take(TokenKind::number, bytes).value = value;
  }

  void take_sign() {
    const std::string_view rest = text_.substr(at_);
    for (const std::string_view sign : signs) {
      if (rest.starts_with(sign) && !(sign == "\\" && is_letter(ahead(1)))) {  // \le is none of ours
        take(TokenKind::sign, sign.size());
        return;
      }
    }
    note(1, about_foreign_sign(rest));
    move(first_code_points(rest, 1).size());
    blank_before_ = false;
    line_is_empty_ = false;
  }

  Token& take(TokenKind kind, std::size_t bytes) {
    Token& token = add(kind, static_cast<long>(bytes), text_.substr(at_, bytes));
    move(bytes);
    return token;
  }

  Token& add(TokenKind kind, long length, std::string_view text) {
    if (tokens_.size() >= most_tokens && kind != TokenKind::end) {
      throw ParseError({{place(length), fmt::format("at most {} words and signs are read", most_tokens)}});
    }
    if (line_is_empty_) indent_ = column_ - 1;
    Token token;
    token.kind = kind;
    token.text = text;
    token.place = place(length);
    token.first = line_is_empty_;
    token.indent = indent_;
    token.touches_left = !blank_before_;
    tokens_.push_back(std::move(token));
    line_is_empty_ = false;
    blank_before_ = false;
    return tokens_.back();
  }

  std::string_view text_;
  int text_number_;
  std::vector<Comment>* comments_;
  std::vector<Token> tokens_;
  std::vector<Message> messages_;
  std::size_t at_ = 0;
  long line_ = 1;
  long column_ = 1;
  long indent_ = 0;
  bool line_is_empty_ = true;
  bool blank_before_ = true;
};

}  // namespace

std::vector<Token> tokenize(const SourceText& source, std::vector<Comment>* comments) {
  return Tokenizer(source, comments).run();
}

std::string description(const Token& token) {
  switch (token.kind) {
    case TokenKind::number:
      return fmt::format("the number {}", token.text);
    case TokenKind::text:
      return fmt::format("the text \"{}\"", token.text);
    case TokenKind::end:
      return token.text.empty() ? "the end of the text" : token.text;
    default:
      return fmt::format("'{}'", token.text);
  }
}

}  // namespace attest::language

#include "checker/line_reader.hpp"

#include "checker/refusal.hpp"

namespace attest_check {

void LineReader::fail(const std::string& what) const {
  throw Rejection("line " + std::to_string(number_) + ", byte " + std::to_string(at_ + 1) + ": " + what);
}

bool LineReader::skip(std::string_view bytes) {
  if (!next_is(bytes)) return false;
  at_ += bytes.size();
  return true;
}

void LineReader::expect(std::string_view bytes) {
  if (!skip(bytes)) fail("expected " + std::string(bytes));
}

std::string LineReader::string() {
  expect("\"");
  std::string result;
  while (!next_is("\"")) {
    if (at_ == text_.size()) fail("expected the end of a string");
    const char c = text_[at_];
    if (c < ' ' || c > '~') fail("expected printable ASCII");
    if (c == '\\' && !next_is("\\\\")) fail("expected \\\\, the only escape");
    at_ += c == '\\' ? 2 : 1;
    result += c;
  }
  expect("\"");
  return result;
}

// As GMP writes it, which is the one form that is read; so with fractions.
long LineReader::integer(long least, long most) {
  const std::size_t begin = at_;
  skip("-");
  while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') ++at_;
  const std::string digits(text_.substr(begin, at_ - begin));
  mpz_class value;
  if (digits.size() > 19 || value.set_str(digits, 10) != 0 || value.get_str() != digits)
    fail("expected an integer");
  if (value < least || value > most)
    fail("expected an integer from " + std::to_string(least) + " to " + std::to_string(most));
  return value.get_si();
}

mpq_class LineReader::fraction() {
  constexpr std::size_t most_digits = 100000;
  const std::string text = string();
  mpq_class value;
  bool formed = text.size() <= most_digits && value.set_str(text, 10) == 0 && value.get_den() != 0;
  if (formed) value.canonicalize();
  formed = formed && value.get_str() == text;
  if (!formed) fail("expected a fraction in lowest terms");
  return value;
}

void LineReader::end() {
  if (at_ != text_.size()) fail("expected the end of the line");
}

}  // namespace attest_check

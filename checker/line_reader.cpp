#include "checker/line_reader.hpp"

#include "checker/refusal.hpp"

namespace attest_check {

namespace {

constexpr std::size_t most_digits = 100000;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

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

long LineReader::integer(long least, long most) {
  const bool negative = skip("-");
  const std::size_t begin = at_;
  long value = 0;
  while (at_ < text_.size() && is_digit(text_[at_]) && at_ - begin < 18)
    value = 10 * value + (text_[at_++] - '0');
  const std::size_t digits = at_ - begin;
  if (digits == 0 || (digits > 1 && text_[begin] == '0') || (negative && value == 0))
    fail("expected an integer");
  if (negative) value = -value;
  if (value < least || value > most)
    fail("expected an integer from " + std::to_string(least) + " to " + std::to_string(most));
  return value;
}

mpq_class LineReader::fraction() {
  const std::string text = string();
  const std::size_t first = !text.empty() && text[0] == '-' ? 1 : 0;
  const std::size_t slash = text.find('/');
  const auto digits = [&](std::size_t from, std::size_t to) {
    if (from >= to || (text[from] == '0' && to - from > 1)) return false;
    for (std::size_t k = from; k < to; ++k) {
      if (!is_digit(text[k])) return false;
    }
    return true;
  };
  const bool formed = text.size() <= most_digits &&
                      digits(first, slash == std::string::npos ? text.size() : slash) &&
                      (slash == std::string::npos || digits(slash + 1, text.size()));
  if (!formed) fail("expected a fraction in lowest terms");
  const mpz_class numerator(text.substr(0, slash), 10);
  const mpz_class denominator(slash == std::string::npos ? "1" : text.substr(slash + 1), 10);
  const bool reduced = denominator != 0 && gcd(numerator, denominator) == 1 &&
                       (slash == std::string::npos || denominator != 1) && !(first == 1 && numerator == 0);
  if (!reduced) fail("expected a fraction in lowest terms");
  return mpq_class(numerator, denominator);
}

void LineReader::end() {
  if (at_ != text_.size()) fail("expected the end of the line");
}

}  // namespace attest_check

// One line of a certificate, read from left to right in the one form that the grammar (docs/certificates.md) gives it: no blanks, the
// keys in their order. What stands elsewhere, twice or beside them is met where something else was expected, so that nothing is
// ignored and two certificates that say the same are the same bytes.
//
//   LineReader line("{\"end\":2}", 3);
//   line.expect("{\"end\":");
//   const long count = line.integer(0, 100);
//   line.expect("}");
//   line.end();
#pragma once

#include <gmpxx.h>

#include <string>
#include <string_view>

namespace attest_check {

class LineReader {
 public:
  LineReader(std::string_view text, long number) : text_(text), number_(number) {}

  // All of these throw Rejection, with the line, the byte and what was expected.
  void expect(std::string_view bytes);
  // Printable ASCII; \\ stands for a backslash, and there is no other escape and no quote.
  std::string string();
  // Without leading zeros and -0.
  long integer(long least, long most);
  // A string "-3/4" or "5", in lowest terms; at most 100,000 digits.
  mpq_class fraction();
  void end();

  bool next_is(std::string_view bytes) const { return text_.substr(at_, bytes.size()) == bytes; }
  // Whether `bytes` stand here, which are then read.
  bool skip(std::string_view bytes);
  [[noreturn]] void fail(const std::string& what) const;

  // [a,b,c]: `entry()` reads each of them.
  template <class Entry>
  void list(Entry entry) {
    expect("[");
    if (skip("]")) return;
    do entry();
    while (skip(","));
    expect("]");
  }

 private:
  std::string_view text_;
  long number_;
  std::size_t at_ = 0;
};

}  // namespace attest_check

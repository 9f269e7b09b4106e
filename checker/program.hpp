// What all programs have: a certificate in one file, line by line, of which the first is the record and the last counts the others; what
// is printed of it, and the exit status.
#pragma once

#include <istream>

#include "checker/record.hpp"

namespace attest_check {

struct Report {
  std::string claim;        // "strassen/match3 (printed) at n=3, m=5: refuted, an input has a wrong output"
  std::string established;  // how
  std::string trusted = "the theorem's text, at this setting, is the record of the first line; GMP and MPFR";
};

// No more than one line is held at a time.
class Lines {
 public:
  explicit Lines(std::istream& in) : in_(in) {}

  long number() const { return number_; }
  // Rejection where there is none, or it does not end; std::ios_base::failure where it cannot be read.
  LineReader next();
  // That this line is {"end":N} for the N lines before it, and nothing stands behind it.
  void expect_end(LineReader line);

 private:
  std::istream& in_;
  std::string text_;
  long number_ = 0;
};

// `usage` is what --help prints. Exit status: 0 accepted, 1 rejected, 2 usage, a file that cannot be read, or one that another program
// checks, 3 undecided.
int run_program(int count, char** arguments, const char* name, const char* usage,
                Report (*check)(std::istream&));

}  // namespace attest_check

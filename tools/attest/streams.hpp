// Where the program reads and writes: the process's three streams, or, while another program calls attest as a library, strings.
// Nothing else in attest knows of the process's streams.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>

namespace attest {

// While it lives standard input is `input`, and what goes to the other two is kept. One at a time; from any thread.
class CapturedStreams {
 public:
  explicit CapturedStreams(const std::string& input);
  ~CapturedStreams();
  CapturedStreams(const CapturedStreams&) = delete;
  CapturedStreams& operator=(const CapturedStreams&) = delete;

  std::string output() const;
  std::string error() const;

 private:
  friend std::istream& standard_input();
  friend bool keep_output(std::string_view text);
  friend void write_error(std::string_view text);
  struct Kept;
  std::unique_ptr<Kept> kept_;
};

std::istream& standard_input();

// Whether standard output is captured: the text is kept then, else it is still to be written.
bool keep_output(std::string_view text);

// To standard error, at once.
void write_error(std::string_view text);

// Of STDOUT_FILENO or STDERR_FILENO; what is captured is no terminal, nor what mpirun reads, whatever it looks like.
bool is_terminal(int descriptor);
void expect_no_terminal();
// Whether the streams are captured: what the environment says of a terminal is then of another program's.
bool streams_are_captured();

}  // namespace attest

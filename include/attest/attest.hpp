// attest as a library: theorems about attention mechanisms, decided exactly, in the process of another program.
//
//   #include <attest/attest.hpp>
//   namespace attention = attest::api;
//
//   const auto match3 = attention::Theorem::named("strassen/match3");
//   const attention::Answer answer = attention::verify(match3, {.parameters = {{"n", "3"}, {"m", "3"}},
//                                                               .options = {{"variant", "repaired"}}});
//   if (answer.outcome == attention::Outcome::holds) use(answer.text);   // {"schema":"attest/verdict/1", ...
//
// Every function is the command of that name: what it takes, what its JSON says and what its outcome means stand in docs/manual.md and
// `attest help COMMAND`. docs/library.md says what to use when.
//
// No function throws, aborts or ends the process, and none touches its standard streams, signal handlers, locale or rounding mode, or
// asks its environment. (What GMP does when memory runs out in the midst of a number is to abort; that is not in our hands.)
//
// Threads: any thread may call, and calls of several threads run one after the other, since a run owns all cores. Each runs on a
// thread of its own with 64 MiB of stack, so that the caller's is as good as any. A process that forks after a call starts others
// from its child by exec alone: there a call is refused.
#pragma once

#include <atomic>
#include <string>
#include <utility>
#include <vector>

#if defined(__GNUC__)
#define ATTEST_API __attribute__((visibility("default")))
#else
#define ATTEST_API
#endif

namespace attest::api {

// The exit status of the command: with several verdicts the gravest of them.
enum class Outcome : int {
  holds = 0,    // all that was asked for holds, or is done
  refuted = 1,  // something is refuted or ill-formed
  usage_error =
      2,          // what was asked for makes no sense: the message says what was found and what was expected
  undecided = 3,  // something is undecided, by a budget for example
  internal_error = 4,  // a mistake of attest's, or no memory
  write_error = 5,     // a file that was asked for cannot be written
  stopped = 130,       // by Request::stop
};

// "holds", "refuted", "usage-error", ..
ATTEST_API const char* to_string(Outcome outcome) noexcept;

struct Answer {
  Outcome outcome = Outcome::internal_error;
  // What the command prints: JSON (UTF-8), one document a line for verify; of report the page. Empty behind an error, and
  // where `out` names a file.
  std::string text;
  // What it says beside that: behind an error why, in one line, or, of a theorem's text, every mistake with its place. Otherwise
  // mostly empty.
  std::string message;
};

// What is asked about. A light value: it is read when it is used, and `check` says at once what is wrong with it.
class ATTEST_API Theorem {
 public:
  // A claim of the catalogue ("strassen/match3"); for shatter also a function ("disjointness"), for reduce a reduction.
  static Theorem named(std::string name);
  // A file that ends in .theorem (docs/theorem-files.md).
  static Theorem file(std::string path);
  // The text of such a file; verdicts call it own:NAME as if it came from standard input.
  static Theorem text(std::string text);

  bool is_named() const noexcept { return kind_ == Kind::named; }

 private:
  friend struct Words;
  enum class Kind { named, file, text };
  Theorem(Kind kind, std::string content);
  Kind kind_;
  std::string content_;
};

struct Request {
  // Sizes and the like: {"n", "3"}, {"A2", "7/2"}, {"n", "2..5"}.
  std::vector<std::pair<std::string, std::string>> parameters;
  // Of the command, without the dashes: {"variant", "printed"}, {"input", "rank:5"}, {"budget", "10"}; {"first", ""} where it has no
  // value. Those for a terminal (color, format, kernel, progress, quiet, watch) are refused; report has its format.
  std::vector<std::pair<std::string, std::string>> options;
  // What an option or a file "-" reads, such as weights; not beside Theorem::text, which is read there.
  std::string standard_input;
  // Set to true, by any thread, it ends the call within about a second, with Outcome::stopped and what is known by then. It must
  // outlive the call.
  const std::atomic<bool>* stop = nullptr;
};

// The claims that attest knows, as a JSON array; options paper, kind.
ATTEST_API Answer catalogue(const Request& request = {}) noexcept;
// What a file or a text states, with every mistake in it; runs nothing. Of a named claim: that there is one, as show says it.
ATTEST_API Answer check(const Theorem& theorem, const Request& request = {}) noexcept;
// Statement, source, variants, and with sizes the weights, all exact.
ATTEST_API Answer show(const Theorem& theorem, const Request& request = {}) noexcept;
// Every input at these sizes; without sizes what is on record.
ATTEST_API Answer verify(const Theorem& theorem, const Request& request = {}) noexcept;
// Every size.
ATTEST_API Answer prove(const Theorem& theorem, const Request& request = {}) noexcept;
// One input through the layer, option `input`.
ATTEST_API Answer run(const Theorem& theorem, const Request& request = {}) noexcept;
// Why one output is right or wrong.
ATTEST_API Answer explain(const Theorem& theorem, const Request& request = {}) noexcept;
// The splitting VC dimension of a function, or of what a theorem file states behind 'shatter'.
ATTEST_API Answer shatter(const Theorem& function, const Request& request = {}) noexcept;
// Of the function that the option `truth-table` gives.
ATTEST_API Answer shatter(const Request& request) noexcept;
// Instances of a problem as instances of another.
ATTEST_API Answer reduce(const Theorem& reduction, const Request& request = {}) noexcept;
// The floating-point formats on which a construction still computes its function.
ATTEST_API Answer precision(const Theorem& theorem, const Request& request = {}) noexcept;
// A page to read, as the option `format` says: html (the default), markdown or latex.
ATTEST_API Answer report(const Theorem& theorem, const Request& request = {}) noexcept;

// "0.2.0"
ATTEST_API const char* version() noexcept;

}  // namespace attest::api

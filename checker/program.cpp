#include "checker/program.hpp"

#include <cstdio>
#include <exception>
#include <fstream>

#include "checker/refusal.hpp"

namespace attest_check {

namespace {

constexpr std::size_t longest_line = 1U << 28;
constexpr int accepted = 0, rejected = 1, unreadable = 2, undecided = 3;

int checked(const char* path, const char* name, Report (*check)(std::istream&)) {
  try {
    std::ifstream in(path, std::ios::binary);
    if (!in || in.peek() == std::ifstream::traits_type::eof()) {
      std::fprintf(stderr, "%s: %s: not readable, or empty\n", name, path);
      return unreadable;
    }
    const Report report = check(in);
    std::printf("accepted: %s\nestablished: %s\n", report.claim.c_str(), report.established.c_str());
    std::printf("trusted: that %s; this program and its compiler\n", report.trusted.c_str());
    return accepted;
  } catch (const Rejection& rejection) {
    std::printf("rejected: %s\n", rejection.what());
    return rejected;
  } catch (const Undecided& open) {
    std::printf("undecided: %s\n", open.what());
    return undecided;
  } catch (const std::exception& error) {  // OtherProgram, too
    std::fprintf(stderr, "%s: %s: %s\n", name, path, error.what());
    return unreadable;
  }
}

}  // namespace

LineReader Lines::next() {
  ++number_;
  text_.clear();
  for (int c = in_.get(); c != '\n'; c = in_.get()) {
    if (in_.bad()) throw std::ios_base::failure("read error");
    if (c == std::istream::traits_type::eof() || text_.size() == longest_line)
      throw Rejection("line " + std::to_string(number_) + " does not end, or is longer than 2^28 bytes");
    text_ += static_cast<char>(c);
  }
  return {text_, number_};
}

void Lines::expect_end(LineReader line) {
  line.expect("{\"end\":");
  if (line.integer(0, 999999999999999999) != number_ - 1)
    line.fail("another number of lines stands before the end");
  line.expect("}");
  line.end();
  if (in_.peek() != std::istream::traits_type::eof())
    throw Rejection("something stands behind the last line");
}

int run_program(int count, char** arguments, const char* name, const char* usage,
                Report (*check)(std::istream&)) {
  const std::string first = count == 2 ? arguments[1] : "";
  if (first == "--help") {
    std::fputs(usage, stdout);
    return std::fflush(stdout) == 0 ? accepted : unreadable;
  }
  if (count != 2 || first.empty() || first[0] == '-') {
    std::fprintf(stderr, "%s: expected one argument, the certificate's file\n", name);
    return unreadable;
  }
  const int status = checked(arguments[1], name, check);
  return std::fflush(stdout) == 0 ? status : unreadable;
}

}  // namespace attest_check

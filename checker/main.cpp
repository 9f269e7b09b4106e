// attest-check FILE: checks a certificate that attest wrote (docs/certificates.md), with no code of attest.
#include <cstdio>
#include <exception>
#include <fstream>
#include <string>

#include "checker/check.hpp"
#include "checker/refusal.hpp"

namespace {

const char* const usage = R"(Check a certificate that `attest verify --certificate` wrote.

Usage: attest-check FILE

The layer of the certificate's claim is evaluated once more, by a program that shares no code with attest. It says what it
established and what it took on trust.

Exit status: 0 accepted, 1 rejected, 2 usage, or the file cannot be read, 3 undecided.
)";

const char* const trusted =
    "trusted: that the theorem's text, at this setting, is the record of the first line; GMP and MPFR; this program "
    "and its compiler";

constexpr int accepted = 0, rejected = 1, unreadable = 2, undecided = 3;

int check(const char* path) {
  try {
    std::ifstream in(path, std::ios::binary);
    if (!in || in.peek() == std::ifstream::traits_type::eof()) {
      std::fprintf(stderr, "attest-check: %s: not readable, or empty\n", path);
      return unreadable;
    }
    const attest_check::Report report = attest_check::check_certificate(in);
    std::printf("accepted: %s\nestablished: %s\n", report.claim.c_str(), report.established.c_str());
    std::puts(trusted);
    return accepted;
  } catch (const attest_check::Rejection& rejection) {
    std::printf("rejected: %s\n", rejection.what());
    return rejected;
  } catch (const attest_check::Undecided& open) {
    std::printf("undecided: %s\n", open.what());
    return undecided;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "attest-check: %s: %s\n", path, error.what());
    return unreadable;
  }
}

}  // namespace

int main(int count, char** arguments) {
  const std::string first = count == 2 ? arguments[1] : "";
  if (first == "--help") {
    std::fputs(usage, stdout);
    return std::fflush(stdout) == 0 ? accepted : unreadable;
  }
  if (count != 2 || first.empty() || first[0] == '-') {
    std::fprintf(stderr, "attest-check: expected one argument, the certificate's file\n");
    return unreadable;
  }
  const int status = check(arguments[1]);
  return std::fflush(stdout) == 0 ? status : unreadable;
}

// attest-check-shattering FILE: checks a certificate of a shattered set that attest wrote (docs/certificates.md), with no code of attest.
#include "checker/program.hpp"
#include "checker/shattering.hpp"

namespace {

const char* const usage =
    R"(Check a certificate of a shattered set that `attest shatter --certificate` or `attest verify --certificate` wrote.

Usage: attest-check-shattering FILE

The function of the certificate's first line is evaluated at every row in every column, and where a larger set is excluded, at every
word, by a program that shares no code with attest. It says what it established and what it took on trust. Other certificates are
checked by attest-check, attest-check-cover and attest-check-reduction.

Exit status: 0 accepted, 1 rejected, 2 usage, the file cannot be read, or it is of no shattered set, 3 undecided.
)";

}  // namespace

int main(int count, char** arguments) {
  return attest_check::run_program(count, arguments, "attest-check-shattering", usage,
                                   attest_check::check_shattering);
}

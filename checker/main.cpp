// attest-check FILE: checks a certificate that attest wrote (docs/certificates.md), with no code of attest.
#include "checker/check.hpp"
#include "checker/program.hpp"

namespace {

const char* const usage = R"(Check a certificate that `attest verify --certificate` wrote.

Usage: attest-check FILE

The layer of the certificate's claim is evaluated once more, by a program that shares no code with attest. It says what it
established and what it took on trust. Certificates of covers are checked by attest-check-cover, of
shattered sets by attest-check-shattering, of reductions by attest-check-reduction.

Exit status: 0 accepted, 1 rejected, 2 usage, the file cannot be read, or another program checks it, 3 undecided.
)";

}  // namespace

int main(int count, char** arguments) {
  return attest_check::run_program(count, arguments, "attest-check", usage, attest_check::check_certificate);
}

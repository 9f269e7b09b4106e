// attest-check-cover FILE: checks a certificate of a cover that attest wrote (docs/certificates.md), with no code of attest.
#include "checker/cover.hpp"
#include "checker/program.hpp"

namespace {

const char* const usage =
    R"(Check a certificate of a cover that `attest verify --by cover --certificate` wrote.

Usage: attest-check-cover FILE

All inputs of the certificate's claim are gone through in boxes, by a program that shares no code with attest. It says what it
established and what it took on trust. Other certificates are checked by attest-check, of shattered
sets by attest-check-shattering, of reductions by attest-check-reduction.

Exit status: 0 accepted, 1 rejected, 2 usage, the file cannot be read, or it is of no cover, 3 undecided.
)";

}  // namespace

int main(int count, char** arguments) {
  return attest_check::run_program(count, arguments, "attest-check-cover", usage, attest_check::check_cover);
}

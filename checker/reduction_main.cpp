// attest-check-reduction FILE: checks a certificate of a reduction that attest wrote (docs/certificates.md), with no code of attest.
#include "checker/program.hpp"
#include "checker/reduction.hpp"

namespace {

const char* const usage =
    R"(Check a certificate of a reduction that `attest verify --certificate` wrote.

Usage: attest-check-reduction FILE

Every instance of the source is mapped and both questions are answered, or the instance at which the reduction fails is, by a program
that shares no code with attest. It says what it established and what it took on trust. Other certificates are checked by attest-check,
attest-check-cover and attest-check-shattering.

Exit status: 0 accepted, 1 rejected, 2 usage, the file cannot be read, or it is of no reduction, 3 undecided.
)";

}  // namespace

int main(int count, char** arguments) {
  return attest_check::run_program(count, arguments, "attest-check-reduction", usage,
                                   attest_check::check_reduction);
}

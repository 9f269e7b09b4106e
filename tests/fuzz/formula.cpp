// libFuzzer: every text is a formula or is refused with a UsageError; a formula that was read is written and
// read again as the same.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "claims/usage_error.hpp"
#include "reductions/files/dimacs.hpp"

using namespace attest;  // NOLINT(google-build-using-namespace)

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const problems::Cnf formula = parse_formula(text, "f").formula;
    const std::string written = dimacs_text(formula, "again");
    if (dimacs_text(parse_formula(written, "f").formula, "again") != written) std::abort();
  } catch (const UsageError& refusal) {
    if (std::string_view(refusal.what()).substr(0, 2) != "f:") std::abort();
  }
  return 0;
}

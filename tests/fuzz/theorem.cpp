// libFuzzer: every text is a theorem or is refused with messages; a theorem that was read is written, read again as the
// same and written again as the same, and every variant of it can be made.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "theorems/patch.hpp"
#include "theorems/read.hpp"
#include "theorems/same.hpp"
#include "theorems/write.hpp"

using namespace attest;            // NOLINT(google-build-using-namespace)
using namespace attest::theorems;  // NOLINT(google-build-using-namespace)

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  TheoremText theorem;
  try {
    theorem = read_theorem(language::SourceText("t", std::string(reinterpret_cast<const char*>(data), size)));
  } catch (const language::ParseError& refusal) {
    if (refusal.messages().empty()) std::abort();
    return 0;
  }
  const std::string written = write(theorem);
  const TheoremText again = read_theorem(language::SourceText("written", written));  // a refusal ends the run
  if (!same(theorem, again) || write(again) != written) std::abort();
  if (!theorem.extends.empty()) return 0;
  for (const std::string& name : variant_names(theorem)) {
    changes(theorem, name);
    variant_of(theorem, name);
  }
  return 0;
}

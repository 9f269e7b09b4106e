// libFuzzer: every text is an instance or is refused with a UsageError; an instance that was read is written,
// as text and as JSON, and read again as the same.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "claims/usage_error.hpp"
#include "reductions/files/vector_sets.hpp"

using namespace attest;  // NOLINT(google-build-using-namespace)

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const problems::InnerProducts instance = parse_vector_sets(text, "f");
    const std::string written = vector_sets_text(instance);
    if (vector_sets_text(parse_vector_sets(written, "f")) != written) std::abort();
    if (vector_sets_text(parse_vector_sets(vector_sets_json(instance), "f")) != written) std::abort();
  } catch (const UsageError& refusal) {
    if (std::string_view(refusal.what()).substr(0, 2) != "f:") std::abort();
  }
  return 0;
}

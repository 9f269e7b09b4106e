#include "claims/suggestion.hpp"

#include <fmt/format.h>

#include "claims/usage_error.hpp"

namespace attest {

std::string maybe_meant(std::string_view given, const std::vector<std::string>& known) {
  const std::string nearest = nearest_name(given, known);
  return nearest.empty() ? "" : fmt::format(" (did you mean {}?)", nearest);
}

}  // namespace attest

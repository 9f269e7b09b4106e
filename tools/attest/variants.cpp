#include "tools/attest/variants.hpp"

#include <fmt/format.h>

#include "claims/usage_error.hpp"
#include "tools/attest/arguments.hpp"

namespace attest {

std::vector<Variant> chosen_variants(const ClaimInfo& info, const std::optional<std::string>& name) {
  std::vector<Variant> all;
  std::vector<std::string> names;
  for (const auto& entry : info.variants) {
    all.push_back(entry.variant);
    names.emplace_back(to_string(entry.variant));
  }
  if (!name) return all;
  const auto variant = variant_from_string(*name);
  if (!variant || !info.has(*variant)) {
    throw UsageError("--variant", *name, fmt::format("a variant of {}, {}", info.id, one_of(*name, names)));
  }
  return {*variant};
}

Variant chosen_variant(const ClaimInfo& info, const std::optional<std::string>& name) {
  if (name) return chosen_variants(info, name).front();
  for (const Variant variant : {Variant::repaired, Variant::constructed, Variant::stated, Variant::printed}) {
    if (info.has(variant)) return variant;
  }
  return info.variants.front().variant;
}

}  // namespace attest

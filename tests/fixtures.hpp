// Settings of the catalogue's theorems, ready to be evaluated.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <memory>

#include "constructions/theorem_texts.hpp"
#include "theorems/theorem_claim.hpp"
#include "verification/layer_setting.hpp"

namespace attest::fixtures {

using Setting = std::unique_ptr<LayerSetting>;

inline Setting setting_of(const std::string& id, Variant variant, const std::vector<std::string>& words) {
  const auto claim = theorem_of_text(id);
  auto setting = dynamic_cast<const JudgedClaim&>(*claim).setting(
      variant, parse_parameters(claim->info().parameters, words));
  return Setting(dynamic_cast<LayerSetting*>(setting.release()));
}

inline Setting strassen(long n) {
  return setting_of("strassen/function-composition", Variant::repaired, {fmt::format("n={}", n)});
}

inline Setting poly(long t, long n, const Rational& a_squared, Variant variant = Variant::repaired) {
  return setting_of("poly/function-composition", variant,
                    {fmt::format("t={}", t), fmt::format("n={}", n), "A2=" + to_string(a_squared)});
}

// The Strassen head with other weights: `change` gets those that `attest show` prints.
inline Setting changed_strassen(long n, const std::function<void(Json&)>& change) {
  Setting setting = strassen(n);
  Json weights = setting->weights();
  change(weights);
  setting->use_weights(weights);
  return setting;
}

inline Word word_of(const Json& numbers) {
  Word word;
  for (const auto& number : numbers) word.push_back(number.get<Symbol>() - 1);
  return word;
}

}  // namespace attest::fixtures

// Settings of the catalogue's theorems, ready to be evaluated.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <memory>

#include "constructions/theorem_of_text.hpp"
#include "theorems/read.hpp"
#include "theorems/theorem_claim.hpp"
#include "theorems/theorem_texts.hpp"
#include "verification/layer_setting.hpp"

namespace attest::fixtures {

using Setting = std::unique_ptr<LayerSetting>;

inline Setting setting_of(const std::string& id, Variant variant, const std::vector<std::string>& words) {
  const auto claim = theorem_of_text(id);
  auto setting = dynamic_cast<const JudgedClaim&>(*claim).setting(
      variant, parse_parameters(claim->info().parameters, words));
  return Setting(dynamic_cast<LayerSetting*>(setting.release()));
}

// The same with something else in some places of its text.
using Replacements = std::vector<std::pair<std::string, std::string>>;
inline std::unique_ptr<theorems::TheoremClaim> changed_claim(const std::string& id,
                                                             const Replacements& replacements) {
  std::string text = find_theorem_text(id)->text;
  for (const auto& [from, to] : replacements) {
    const std::size_t at = text.find(from);
    if (at == std::string::npos) throw std::logic_error("the text of " + id + " does not say " + from);
    text.replace(at, from.size(), to);
  }
  return std::make_unique<theorems::TheoremClaim>(
      theorems::read_theorem(language::SourceText("changed.theorem", text)), "own:changed", "changed.theorem",
      [](Variant, const Parameters&, std::unique_ptr<LayerTask>) { return nullptr; });
}
inline Setting changed_setting(const std::string& id, Variant variant, const std::vector<std::string>& words,
                               const Replacements& replacements) {
  const auto claim = changed_claim(id, replacements);
  auto setting = claim->setting(variant, parse_parameters(claim->info().parameters, words));
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

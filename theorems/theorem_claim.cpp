#include "theorems/theorem_claim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "claims/usage_error.hpp"
#include "language/refused_place.hpp"
#include "theorems/claim_info.hpp"
#include "theorems/constants.hpp"
#include "theorems/instance.hpp"
#include "theorems/least_candidate.hpp"
#include "theorems/lets.hpp"
#include "theorems/patch.hpp"
#include "theorems/table_parameters.hpp"

namespace attest::theorems {

namespace {

// The parameter that is to be searched for, if there is one: `auto`, or what this variant's text says (`as-stated`).
const std::string* automatic_parameter(const TheoremText& text, const Parameters& parameters) {
  for (const ParameterStatement& parameter : text.parameters) {
    if (parameter.automatic && !rational_from_string(parameters.text(parameter.name))) return &parameter.name;
  }
  return nullptr;
}

}  // namespace

TheoremClaim::TheoremClaim(TheoremText text, const std::string& id, const std::string& file, Program program)
    : JudgedClaim(claim_info(text, id, file)), text_(std::move(text)), program_(std::move(program)) {
  for (const VariantStatement& variant : text_.variants) {
    if (variant.program && !program_)
      throw language::RefusedPlace(variant.place,
                                   "a variant that is a program is one of this program's catalogue");
  }
  for (const std::string& name : variant_names(text_))
    variants_.emplace_back(named_variant(name), variant_of(text_, name));
}

const TheoremText& TheoremClaim::text_of(Variant variant) const {
  for (const auto& [known, text] : variants_) {
    if (known == variant) return text;
  }
  throw std::out_of_range(std::string("no variant ") + to_string(variant));
}

bool TheoremClaim::is_program(Variant variant) const {
  return std::any_of(text_.variants.begin(), text_.variants.end(), [&](const VariantStatement& v) {
    return v.program && v.name == attest::to_string(variant);
  });
}

void TheoremClaim::refuse_automatic(Variant variant, const Parameters& parameters) const {
  if (const std::string* name = automatic_parameter(text_of(variant), parameters)) {
    // What `as-stated` is here.
    throw UsageError(*name, "auto", "a number p/q (attest verify finds the first candidate that works)");
  }
}

Json TheoremClaim::run(Variant variant, const Parameters& parameters, const Json& input,
                       std::uint64_t seed) const {
  refuse_automatic(variant, parameters);
  return JudgedClaim::run(variant, parameters, input, seed);
}

Json TheoremClaim::weights(Variant variant, const Parameters& parameters) const {
  refuse_automatic(variant, parameters);
  return JudgedClaim::weights(variant, parameters);
}

std::unique_ptr<JudgedSetting> TheoremClaim::setting(Variant variant, const Parameters& parameters) const {
  return setting_of(text_of(variant), variant, parameters);
}

void TheoremClaim::prepare(Variant variant, const Parameters& parameters,
                           const VerifyOptions& options) const {
  const TheoremText& text = text_of(variant);
  if (automatic_parameter(text, parameters) == nullptr)
    return JudgedClaim::prepare(variant, parameters, options);
  if (const auto chosen = with_first_candidate(text, parameters)) make_setting(text, variant, *chosen);
}

std::optional<Parameters> TheoremClaim::with_first_candidate(const TheoremText& text,
                                                             const Parameters& parameters) {
  const std::string* name = automatic_parameter(text, parameters);
  if (name == nullptr) return parameters;
  const std::vector<Rational> candidates = automatic_candidates(text, *name, parameters);
  if (candidates.empty()) return std::nullopt;
  Parameters chosen = parameters;
  chosen.set(*name, attest::to_string(candidates.front()), ParameterType::rational);
  return chosen;
}

Integer TheoremClaim::number_of_inputs(Variant variant, const Parameters& parameters) const {
  const TheoremText& text = text_of(variant);
  check_declared(info(), text, variant, parameters);
  const auto chosen = with_first_candidate(text, parameters);
  return chosen ? theorems::number_of_inputs(text, *chosen) : Integer(0);
}

Parameters TheoremClaim::in_numbers(Variant variant, const Parameters& parameters) const {
  std::vector<std::string> tables;
  const TheoremText text =
      with_lets_written_out(with_tables(with_run_limits(text_of(variant)), parameters, tables));
  return with_lines([&] { return with_numbers(parameters, text, constants_of(text, parameters)); });
}

std::unique_ptr<JudgedSetting> TheoremClaim::setting_for_run(Variant variant,
                                                             const Parameters& parameters) const {
  return setting_of(with_run_limits(text_of(variant)), variant, parameters);
}

std::vector<ParameterSpec> TheoremClaim::run_parameters() const {
  return claim_info(with_run_limits(text_), info().id, "").parameters;
}

std::unique_ptr<JudgedSetting> TheoremClaim::setting_of(const TheoremText& text, Variant variant,
                                                        const Parameters& parameters) const {
  check_declared(info(), text, variant, parameters);
  if (is_program(variant)) return program_(variant, parameters, make_task(text, parameters));
  if (const std::string* name = automatic_parameter(text, parameters))
    return setting_of_least_candidate(text, variant, *name, parameters);
  return make_setting(text, variant, parameters);
}

}  // namespace attest::theorems

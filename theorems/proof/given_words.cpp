#include "theorems/proof/given_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "language/refused_place.hpp"
#include "theorems/constants.hpp"
#include "theorems/varying_names.hpp"

namespace attest::theorems {

namespace {

bool is_automatic(const TheoremText& text, const std::string& parameter) {
  return std::any_of(text.parameters.begin(), text.parameters.end(),
                     [&](const ParameterStatement& p) { return p.name == parameter && p.automatic; });
}

using Values = std::map<std::string, Rational>;

NetworkNames names_with(Values values) {
  NetworkNames names;
  names.name = [values = std::move(values)](const std::string& name) -> std::optional<NetworkValue> {
    const auto found = values.find(name);
    return found == values.end() ? std::nullopt : std::optional(NetworkValue{found->second});
  };
  return names;
}

// Sizes that are given, parameters that are given or have a value that hangs on no other size, and words, which are numbers in
// their order.
Values known_values(const TheoremText& text, const RangeProof& given) {
  Values values;
  for (const auto& [name, value] : given.fixed) values.emplace(name, Rational(value));
  for (const ParameterStatement& parameter : text.parameters) {
    const std::vector<std::string> words = words_of(parameter);
    for (std::size_t k = 0; k < words.size(); ++k) values[words[k]] = Rational(Integer(k + 1));
    if (const auto known = given.parameters.find(parameter.name); known != given.parameters.end()) {
      values[parameter.name] = known->second;
    } else if (parameter.value && !parameter.automatic) {
      try {
        values[parameter.name] = evaluate_number(parameter.value, names_with(values));
      } catch (const NetworkError&) {  // hangs on sizes
      }
    }
  }
  return values;
}

}  // namespace

std::set<std::string> given_names(const RangeProof& given) {
  std::set<std::string> names;
  for (const auto& [name, value] : given.parameters) names.insert(name);
  for (const auto& [name, value] : given.words) names.insert(name);
  return names;
}

void read_words(const TheoremClaim& claim, const TheoremText& stated, const std::vector<std::string>& sizes,
                const std::vector<std::string>& words, RangeProof& result) {
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const std::string text = equals == std::string::npos ? "" : word.substr(equals + 1);
    const auto value = rational_from_string(text);
    const auto& specs = claim.info().parameters;
    const auto spec = std::find_if(specs.begin(), specs.end(), [&](const auto& s) { return s.name == name; });
    if (spec == specs.end()) throw UsageError(name, word, "a size or a parameter of " + result.claim);
    if (result.fixed.contains(name) || result.parameters.contains(name))
      throw UsageError(name, word, "one value");
    if (std::find(sizes.begin(), sizes.end(), name) != sizes.end()) {
      if (!value || denominator_of(*value) != 1 || (spec->minimum && numerator_of(*value) < *spec->minimum) ||
          *value > Rational(1000000)) {
        throw UsageError(name, text, "a value of this size");
      }
      result.fixed[name] = numerator_of(*value);
      continue;
    }
    const auto word_at = std::find(spec->values.begin(), spec->values.end(), text);
    if (spec->type == ParameterType::named) {  // words are numbers in their order
      if (word_at == spec->values.end())
        throw UsageError(name, text, fmt::format("{}", fmt::join(spec->values, " or ")));
      result.parameters[name] = Rational(Integer(word_at - spec->values.begin() + 1));
      result.words[name] = text;
      continue;
    }
    if (!value && text == "auto" && is_automatic(stated, name)) continue;
    // A word for what this variant's text says, as a command that `verify` or `explain` prints has it.
    if (!value && word_at != spec->values.end()) continue;
    if (!value) throw UsageError(name, text, "a number p/q");
    result.parameters[name] = *value;
  }
  if (!stated.hints.empty()) refuse(stated.hints.front().place, "hints are not used so far");
}

void expect_given(const TheoremText& text, const std::vector<std::string>& sizes, const RangeProof& given) {
  const NetworkNames names = names_with(known_values(text, given));
  const std::vector<std::string> varying = varying_names(text, sizes, given_names(given));
  for (const ParameterStatement& parameter : text.parameters) {
    const auto known = given.parameters.find(parameter.name);
    if (known == given.parameters.end() || given.words.contains(parameter.name)) continue;
    const auto expect = [&](const Expression& condition, const std::string& before, const auto& is_met) {
      if (!condition) return;
      const std::string expected = before + language::to_string(condition);
      try {
        if (!is_met()) throw UsageError(parameter.name, to_string(known->second), expected);
      } catch (const NetworkError& error) {
        if (!speaks_of(condition, varying))
          throw UsageError(parameter.name, to_string(known->second),
                           fmt::format("{}, which has no value: {}", expected, error.what()));
      }
    };
    expect(parameter.condition, "", [&] { return evaluate_truth(parameter.condition, names); });
    expect(parameter.allowed, "one of ", [&] { return is_member(known->second, parameter.allowed, names); });
  }
}

const ParameterStatement* open_parameter(const TheoremText& text, const RangeProof& given) {
  for (const ParameterStatement& parameter : text.parameters) {
    if (parameter.range) continue;  // a table, of which the prover says that it takes none
    if ((!parameter.value || parameter.automatic) && !given.parameters.contains(parameter.name))
      return &parameter;
  }
  return nullptr;
}

}  // namespace attest::theorems

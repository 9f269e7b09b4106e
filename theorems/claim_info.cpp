#include "theorems/claim_info.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "claims/papers.hpp"
#include "claims/usage_error.hpp"
#include "language/refused_place.hpp"
#include "theorems/constants.hpp"
#include "theorems/lets.hpp"
#include "theorems/patch.hpp"

namespace attest::theorems {

bool speaks_of(const ExpectStatement& expect, Variant variant, std::size_t variants) {
  const std::string name = attest::to_string(variant);
  return expect.variant.empty() ? variants == 1 || name == "stated" : expect.variant == name;
}

namespace {

// The verdict that an `expect` line names.
Status expected_status(const ExpectStatement& expect) {
  if (const auto status = status_from_string(expect.verdict)) return *status;
  throw language::RefusedPlace(expect.place, fmt::format("'{}' is no verdict", expect.verdict));
}

// n=1..4 m=4: a setting for each combination.
std::vector<Parameters> expected_settings(const ExpectStatement& expect,
                                          const std::vector<std::string>& words,
                                          const std::vector<ParameterSpec>& specs) {
  try {
    return parse_parameter_ranges(specs, words);
  } catch (const UsageError& error) {
    throw language::RefusedPlace(expect.place, fmt::format("expect: {}", error.what()));
  }
}

// Two lines that say different things of one variant at one setting; `said` is the earlier one.
void refuse_contradiction(const ExpectStatement& expect, const ExpectStatement& said,
                          const VariantInfo& variant, const std::vector<std::string>& words) {
  const bool kinds_differ = !expect.kind.empty() && !said.kind.empty() && expect.kind != said.kind;
  if (expect.verdict == said.verdict && !kinds_differ) return;
  const auto named = [](const ExpectStatement& e) {
    return e.verdict + (e.kind.empty() ? "" : "(" + e.kind + ")");
  };
  throw language::RefusedPlace(
      expect.place,
      fmt::format("expect: {} at {}: got {}, but line {} expects {}", attest::to_string(variant.variant),
                  fmt::join(words, " "), named(expect), said.place.line, named(said)));
}

// Lines without sizes (a corner for `prove`) give none.
std::vector<StandardSize> standard_sizes(const TheoremText& text, const std::vector<ParameterSpec>& specs,
                                         const std::vector<VariantInfo>& variants) {
  std::vector<StandardSize> sizes;
  std::map<std::pair<std::size_t, Variant>, const ExpectStatement*> said_before;
  for (const ExpectStatement& expect : text.expects) {
    for (const auto& setting : expect.settings) {
      if (!setting.every.empty()) continue;
      for (const Parameters& parameters : expected_settings(expect, setting.words, specs)) {
        std::vector<std::string> words;
        for (const auto& spec : specs) {
          // What has a default and was not said stays unsaid.
          const bool said =
              std::any_of(setting.words.begin(), setting.words.end(),
                          [&](const std::string& word) { return word.rfind(spec.name + "=", 0) == 0; });
          if (said) words.push_back(spec.name + "=" + parameters.text(spec.name));
        }
        auto same =
            std::find_if(sizes.begin(), sizes.end(), [&](const StandardSize& s) { return s.words == words; });
        if (same == sizes.end()) {
          sizes.push_back({words, !setting.full, {}});
          same = sizes.end() - 1;
        }
        same->quick = same->quick || !setting.full;
        const auto which = static_cast<std::size_t>(same - sizes.begin());
        for (const VariantInfo& variant : variants) {
          if (!speaks_of(expect, variant.variant, variants.size())) continue;
          const auto [before, is_first] = said_before.try_emplace({which, variant.variant}, &expect);
          if (!is_first) refuse_contradiction(expect, *before->second, variant, words);
          same->recorded[variant.variant] = expected_status(expect);
        }
      }
    }
  }
  return sizes;
}

}  // namespace

bool declares(const TheoremText& text, const std::string& name) {
  const auto named = [&](const auto& statement) { return statement.name == name; };
  return std::any_of(text.sizes.begin(), text.sizes.end(), named) ||
         std::any_of(text.parameters.begin(), text.parameters.end(), named) ||
         std::any_of(text.arguments.begin(), text.arguments.end(),
                     [&](const ArgumentStatement& argument) { return argument.spec.name == name; });
}

void check_declared(const ClaimInfo& info, const TheoremText& text, Variant variant,
                    const Parameters& parameters) {
  for (const ParameterSpec& spec : info.parameters) {
    if (spec.default_value != not_there) continue;
    const std::string given = text_or_not_there(parameters, spec.name);
    if (!declares(text, spec.name)) {
      if (given != not_there)
        throw UsageError(spec.name, given,
                         fmt::format("nothing: the variant {} has none", attest::to_string(variant)));
    } else if (given == not_there) {
      const auto with_default = [&](const ParameterStatement& p) {
        return p.name == spec.name && (p.value || p.automatic || p.range);
      };
      if (std::none_of(text.parameters.begin(), text.parameters.end(), with_default))
        throw UsageError(fmt::format("{}: missing, expected a value ({})", spec.name, spec.meaning));
    }
  }
}

ClaimInfo claim_info(const TheoremText& text, const std::string& id, const std::string& file) {
  ClaimInfo info;
  info.id = id;
  info.kind = text.program ? text.program->kind : "construction";
  info.paper = id.substr(0, id.find(id.rfind("own:", 0) == 0 ? ':' : '/'));
  info.title = text.title;
  if (info.title.empty()) info.title = text.base.empty() ? text.id : text.base + " with changes";
  info.statement = text.statement ? text.statement->text : info.title;
  if (!text.sources.empty()) {
    const SourceStatement& source = text.sources.front();
    info.source = {seed_file(source.seed), source.statement, source.first_line, source.last_line};
  } else {
    info.source = {file, text.id, text.place.line, text.place.line};
  }
  for (const std::string& name : variant_names(text)) {
    VariantInfo variant;
    variant.variant = named_variant(name);
    const auto said = std::find_if(text.variants.begin(), text.variants.end(),
                                   [&](const VariantStatement& v) { return v.name == name; });
    variant.summary = said != text.variants.end() && !said->title.empty() ? said->title
                      : text.base.empty()                                 ? "as " + file + " states it"
                                          : "what " + file + " makes of " + text.base;
    variant.changes = text.base_changes;
    for (std::string& change : changes(text, name)) variant.changes.push_back(std::move(change));
    info.variants.push_back(std::move(variant));
  }
  info.parameters = parameter_specs(text);
  for (const VariantStatement& variant : text.variants) {
    for (const ParameterSpec& spec : parameter_specs(variant_of(text, variant.name))) {
      const bool known = std::any_of(info.parameters.begin(), info.parameters.end(),
                                     [&](const ParameterSpec& s) { return s.name == spec.name; });
      if (known) continue;
      if (spec.type == ParameterType::named) {
        throw language::RefusedPlace(
            variant.place,
            fmt::format("the variant '{}' adds '{}'; a parameter of one variant alone that is a "
                        "word is not evaluated so far",
                        variant.name, spec.name));
      }
      info.parameters.push_back(spec);
    }
  }
  // What a variant changes has no default that all variants share.
  for (ParameterSpec& spec : info.parameters) {
    for (const VariantInfo& variant : info.variants) {
      for (const ParameterSpec& theirs :
           parameter_specs(variant_of(text, attest::to_string(variant.variant)))) {
        if (theirs.name != spec.name || theirs.default_value == spec.default_value || !spec.default_value)
          continue;
        const bool searched = spec.default_value == "auto" || theirs.default_value == "auto" ||
                              std::find(spec.values.begin(), spec.values.end(), "auto") != spec.values.end();
        spec.default_value = "as-stated";
        spec.values = {"as-stated"};
        if (searched) spec.values.emplace_back("auto");  // by the variants that say so
      }
    }
  }
  // What some variant does not have is no number there.
  for (ParameterSpec& spec : info.parameters) {
    const auto has_it = [&](const VariantInfo& variant) {
      return declares(variant_of(text, attest::to_string(variant.variant)), spec.name);
    };
    if (std::all_of(info.variants.begin(), info.variants.end(), has_it)) continue;
    std::string whose;
    for (const VariantInfo& variant : info.variants) {
      if (has_it(variant))
        whose += (whose.empty() ? "" : ", ") + std::string(attest::to_string(variant.variant));
    }
    spec.values.emplace_back(not_there);
    spec.default_value = not_there;
    spec.meaning += fmt::format(" (of {} alone)", whose);
  }
  refuse_idle_readings(text);
  info.standard_sizes = standard_sizes(text, info.parameters, info.variants);
  return info;
}

Expectation expectation_of(const TheoremText& text, const ClaimInfo& info, Variant variant,
                           const Parameters& parameters) {
  Expectation result;
  for (const ExpectStatement& expect : text.expects) {
    if (!speaks_of(expect, variant, info.variants.size())) continue;
    for (const auto& setting : expect.settings) {
      if (!setting.every.empty()) continue;
      const auto settings = parse_parameter_ranges(info.parameters, setting.words);
      if (std::find(settings.begin(), settings.end(), parameters) == settings.end()) continue;
      for (const Kind kind : {Kind::display, Kind::constant, Kind::construction, Kind::statement}) {
        if (expect.kind == attest::to_string(kind)) result.kind = kind;
      }
      if (!setting.input.empty()) result.inputs.push_back(setting.input);
    }
  }
  return result;
}

}  // namespace attest::theorems

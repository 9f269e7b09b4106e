#include "tools/attest/explained_input.hpp"

#include <fmt/format.h>

#include "claims/usage_error.hpp"
#include "theorems/explanation/explanation.hpp"
#include "theorems/written_claim.hpp"
#include "tools/attest/theorem_argument.hpp"
#include "tools/attest/verdict_document.hpp"
#include "tools/attest/weights_option.hpp"
#include "verification/input_argument.hpp"

namespace attest {

std::vector<std::string> parameter_words(const Parameters& parameters) {
  std::vector<std::string> words;
  const Json values = parameters.to_json();
  for (const auto& [name, value] : values.items()) words.push_back(name + "=" + parameters.text(name));
  return words;
}

const theorems::TheoremClaim* ExplainedInput::theorem() const {
  if (const auto* text = dynamic_cast<const theorems::TheoremClaim*>(&claim)) return text;
  const auto* writes = dynamic_cast<const theorems::WrittenClaim*>(&claim);
  if (writes == nullptr) return nullptr;
  if (!written) written = writes->theorem(parameters);
  return written.get();
}

bool ExplainedInput::has_layer() const {
  return theorem() != nullptr && !theorem()->is_program(variant);
}

void ExplainedInput::refuse_without_layer() const {
  if (has_layer()) return;
  const bool text = theorem() != nullptr;
  throw UsageError(fmt::format(
      "claim: got \"{}\"{}, expected a layer of attention, which this is not; `attest run {}{} ... "
      "--input random` shows one of its instances, where it has any",
      word, text ? fmt::format(" ({})", to_string(variant)) : "", word,
      text ? fmt::format(" --variant {}", to_string(variant)) : ""));
}

Json ExplainedInput::document(const Json& input, const std::optional<Json>& token) const {
  refuse_without_layer();
  theorem()->refuse_automatic(variant, parameters);
  const auto setting = dynamic_cast<const JudgedClaim&>(claim).setting_for_run(variant, parameters);
  if (weights) setting->use_weights(*weights);
  const auto& layer = dynamic_cast<const LayerSetting&>(*setting);
  const Word given = input_from(input, layer.task(), seed);

  Verdict named;  // for its name alone
  named.claim = claim.info().id;
  if (weights_file) {
    named.own = own_weights(*weights_file, named.claim);
    named.claim = own_name(*named.own);
  }
  mark_own(named, word);
  Json own;
  if (named.own)
    own = {{"file", named.own->file},
           {"sha256", named.own->sha256},
           {"base", named.own->base ? Json(*named.own->base) : Json()}};
  Json result = {{"claim", named.claim},
                 {"own", std::move(own)},
                 {"variant", to_string(variant)},
                 {"parameters", parameters.to_json()}};
  if (input == "random") result["seed"] = seed;
  result.update(theorems::explanation(*theorem(), layer, given, {token, most_tuples, !weights}));
  if (word == "-" || (weights_file && *weights_file == "-")) return result;  // read once
  result["replay"] = command(result["rank"].get<std::string>(), result["token"]);
  return result;
}

std::string ExplainedInput::command(const std::string& rank, const std::optional<Json>& token) const {
  std::vector<std::string> words{"attest", "explain", word, "--variant", to_string(variant)};
  for (std::string& parameter : parameter_words(parameters)) words.push_back(std::move(parameter));
  words.insert(words.end(), {"--input", "rank:" + rank});
  if (token) words.insert(words.end(), {"--token", token->dump()});
  if (weights_file) words.insert(words.end(), {"--weights", *weights_file});
  return shell_command(words);
}

}  // namespace attest

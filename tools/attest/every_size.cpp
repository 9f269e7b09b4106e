#include "tools/attest/every_size.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "theorems/proof/shattered_range.hpp"
#include "theorems/theorem_claim.hpp"
#include "theorems/written_claim.hpp"
#include "tools/attest/proof_report.hpp"
#include "tools/attest/proof_table.hpp"

namespace attest {

namespace {

std::optional<theorems::RangeProof> proof_of(const Claim& claim, Variant variant,
                                             const std::vector<std::string>& words,
                                             const VerifyOptions& options) {
  try {
    return theorems::prove_claim(claim, variant, words, options);
  } catch (const UsageError&) {
  } catch (const Stopped&) {  // the verdict stands without it
  }
  return std::nullopt;
}

// The parameters that a layer's text has; of rows that are shattered there are none.
const std::vector<theorems::ParameterStatement>& text_parameters_of(const Claim& claim) {
  static const std::vector<theorems::ParameterStatement> none;
  const auto* theorem = dynamic_cast<const theorems::TheoremClaim*>(&claim);
  return theorem == nullptr ? none : theorem->text().parameters;
}

}  // namespace

const std::optional<theorems::RangeProof>& EverySize::of(const Claim& claim, Variant variant,
                                                         const Parameters& parameters) {
  static const std::optional<theorems::RangeProof> none;
  std::vector<std::string> words;
  const auto& of_text = text_parameters_of(claim);
  // Of a text that is written for its parameters all that are no sizes.
  const bool written = dynamic_cast<const theorems::WrittenClaim*>(&claim) != nullptr;
  for (const ParameterSpec& spec : claim.info().parameters) {
    if (written
            ? spec.type != ParameterType::integer
            : std::any_of(of_text.begin(), of_text.end(), [&](const auto& p) { return p.name == spec.name; }))
      words.push_back(spec.name + "=" + parameters.text(spec.name));
  }
  const bool automatic = !written && std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word.ends_with("=auto");
  });
  if (automatic) return none;  // as in every_size_line
  const std::string key = fmt::format("{} {} {}", claim.info().id, to_string(variant), fmt::join(words, " "));
  const auto found = known_.find(key);
  if (found != known_.end()) return found->second;
  return known_.emplace(key, proof_of(claim, variant, words, options_)).first->second;
}

std::string every_size_text(const std::optional<theorems::RangeProof>& proof) {
  if (!proof || !proof->main) return "-";
  const std::string from = from_text(*proof->main);
  if (proof->status == Status::holds) return from;
  return fmt::format("{} ({} below)", from,
                     proof->status == Status::undecided ? "open" : to_string(proof->status));
}

std::string every_size_line(const Claim& claim, Variant variant) {
  if (dynamic_cast<const theorems::WrittenClaim*>(&claim) != nullptr)
    return fmt::format(
        "not asked: its text is one for each value of its parameters (attest prove {} .. asks)",
        claim.info().id);
  if (!theorems::states_proof(claim))
    return claim.info().kind == "construction" ? "not asked: no text states the layer" : "";
  // Which value serves every size is found by many proofs.
  for (const auto& parameter : text_parameters_of(claim)) {
    if (parameter.automatic)
      return fmt::format("not asked: {} is auto (attest prove finds a window)", parameter.name);
  }
  const NamedProof named = named_proof(claim.info().id, claim, variant, {});
  if (!named.proof) return "not asked: " + named.missing;
  std::string text = to_string(named.proof->status);
  if (named.proof->main) {
    text += fmt::format(": {} by {}", from_text(*named.proof->main), named.proof->main->proof->lemma);
    return remark(named).empty() ? text : text + "; " + remark(named);
  }
  const std::string why = remark(named);
  return why.starts_with(text) ? why : text + ": " + why;
}

Json every_size_json(const std::optional<theorems::RangeProof>& proof) {
  if (!proof || !proof->main) return {};
  return {{"verdict", to_string(proof->status)},
          {"from", from_json(*proof->main)},
          {"lemma", proof->main->proof->lemma}};
}

}  // namespace attest

#include "tools/attest/every_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "theorems/claim_info.hpp"
#include "theorems/patch.hpp"
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

// Of a text with a parameter that is auto, the values at which it expects to be proved: expect repaired holds at t=2 A2=14 every
// n >= 2. (Which value serves every size is found by many proofs, which is what `attest prove` is asked for.)
std::set<std::string> automatic_parameters(const Claim& claim, Variant variant) {
  std::set<std::string> names;
  const auto* theorem = dynamic_cast<const theorems::TheoremClaim*>(&claim);
  if (theorem == nullptr) return names;
  for (const auto& parameter : theorems::variant_of(theorem->text(), to_string(variant)).parameters) {
    if (parameter.automatic) names.insert(parameter.name);
  }
  return names;
}

std::vector<std::string> expected_words(const Claim& claim, Variant variant) {
  const auto* theorem = dynamic_cast<const theorems::TheoremClaim*>(&claim);
  const auto& of_text = text_parameters_of(claim);
  if (std::none_of(of_text.begin(), of_text.end(), [](const auto& parameter) { return parameter.automatic; }))
    return {};
  for (const theorems::ExpectStatement& expect : theorem->text().expects) {
    if (expect.verdict != "holds" || !theorems::speaks_of(expect, variant, claim.info().variants.size()))
      continue;
    for (const auto& setting : expect.settings) {
      if (!setting.every.empty()) return setting.words;
    }
  }
  return {};
}

}  // namespace

const std::optional<theorems::RangeProof>& EverySize::of(const Claim& claim, Variant variant,
                                                         const Parameters& parameters) {
  static const std::optional<theorems::RangeProof> none;
  std::vector<std::string> words;
  const auto& of_text = text_parameters_of(claim);
  // Of a text that is written for its parameters all that are no sizes.
  const bool written = dynamic_cast<const theorems::WrittenClaim*>(&claim) != nullptr;
  // Where variants differ, `as-stated` is the `auto` of those that say so.
  const std::set<std::string> automatic_here = automatic_parameters(claim, variant);
  const auto said_of = [&](const std::string& name) -> std::string {
    return parameters.text(name) == "as-stated" && automatic_here.contains(name) ? "auto"
                                                                                 : parameters.text(name);
  };
  for (const ParameterSpec& spec : claim.info().parameters) {
    if (written
            ? spec.type != ParameterType::integer
            : std::any_of(of_text.begin(), of_text.end(), [&](const auto& p) { return p.name == spec.name; }))
      words.push_back(spec.name + "=" + said_of(spec.name));
  }
  const bool automatic = !written && std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word.ends_with("=auto");
  });
  std::vector<std::string> chosen;
  if (automatic) {
    // At the values that the text expects to serve, where all others are this row's.
    std::vector<std::string> expected = expected_words(claim, variant);
    for (const std::string& word : expected) {
      const std::string name = word.substr(0, word.find('='));
      if (said_of(name) == "auto") {
        chosen.push_back(name);
      } else if (word != name + "=" + said_of(name)) {
        return none;
      }
    }
    if (chosen.empty()) return none;
    for (const std::string& word : words) {
      if (!word.ends_with("=auto")) expected.push_back(word);
    }
    words = std::move(expected);
  }
  // What is chosen is part of it: another row may give the same value itself.
  const std::string key = fmt::format("{} {} {} {}", claim.info().id, to_string(variant),
                                      fmt::join(words, " "), fmt::join(chosen, " "));
  const auto found = known_.find(key);
  if (found != known_.end()) return found->second;
  auto& proof = known_.emplace(key, proof_of(claim, variant, words, options_)).first->second;
  if (proof) proof->chosen = std::move(chosen);
  return proof;
}

void take_growth(Verdict& verdict, const Claim& claim, const Parameters& parameters,
                 const theorems::RangeProof& proof) {
  const auto* theorem = dynamic_cast<const theorems::TheoremClaim*>(&claim);
  if (theorem == nullptr || !proof.main || !proof.main->proof || !proof.ends) return;
  theorems::Sizes sizes;
  for (const auto& size : theorem->text().sizes) sizes[size.name] = parameters.integer(size.name);
  if (!proof.ends->reach(sizes, proof.main->from)) return;
  std::size_t which = 0;
  for (Check& check : verdict.checks) {
    if (check.name != "growth") continue;
    const auto& steps = proof.main->proof->steps;
    const auto step = std::find_if(steps.begin(), steps.end(), [&](const theorems::ProofStep& s) {
      return s.name == "growth" && s.check == which;
    });
    ++which;
    if (step == steps.end()) continue;
    check.status = Status::holds;
    check.evidence = Evidence::symbolic;
    check.reason = step->statement;
  }
}

std::string every_size_text(const std::optional<theorems::RangeProof>& proof) {
  if (!proof || !proof->main) return "-";
  std::string from = from_text(*proof->main);
  for (const std::string& name : proof->chosen)
    from += fmt::format(" with {} = {}", name, attest::to_string(proof->parameters.at(name)));
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
  const std::vector<std::string> words = expected_words(claim, variant);
  const NamedProof named = named_proof(claim.info().id, claim, variant, {}, words);
  if (!named.proof) return "not asked: " + named.missing;
  std::string text = words.empty() ? "" : fmt::format("with {}: ", fmt::join(words, ", "));
  text += to_string(named.proof->status);
  if (named.proof->main) {
    text += fmt::format(": {} by {}", from_text(*named.proof->main), named.proof->main->proof->lemma);
    return remark(named).empty() ? text : text + "; " + remark(named);
  }
  // The reason names the candidate of auto that was tried.
  const auto& of_text = text_parameters_of(claim);
  const bool automatic =
      std::any_of(of_text.begin(), of_text.end(), [](const auto& parameter) { return parameter.automatic; });
  const std::string why = automatic && !named.proof->refusal.empty() ? named.proof->reason : remark(named);
  return why.starts_with(text) ? why : text + ": " + why;
}

Json every_size_json(const std::optional<theorems::RangeProof>& proof) {
  if (!proof || !proof->main) return {};
  Json json{{"verdict", to_string(proof->status)},
            {"from", from_json(*proof->main)},
            {"lemma", proof->main->proof->lemma}};
  for (const std::string& name : proof->chosen)
    json["with"][name] = attest::to_string(proof->parameters.at(name));
  return json;
}

}  // namespace attest

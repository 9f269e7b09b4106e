#include "tools/attest/kernel_text.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <regex>
#include <sstream>

#include "claims/input_files.hpp"
#include "kernel/export.hpp"
#include "theorems/theorem_claim.hpp"
#include "theorems/theorem_texts.hpp"
#include "tools/attest/proof_library.hpp"

namespace attest {

namespace {

// Sizes, and parameters that are not what they are unless said.
using Given = std::map<std::string, std::string>;

Given given_to(const Claim& claim, const theorems::RangeProof& proof) {
  Given given;
  for (const auto& [name, value] : proof.fixed) given[name] = value.str();
  for (const auto& [name, value] : proof.parameters) given[name] = value.str();
  for (const auto& [name, word] : proof.words) given[name] = word;
  for (const ParameterSpec& spec : claim.info().parameters) {
    if (const auto found = given.find(spec.name); found != given.end() && spec.default_value == found->second)
      given.erase(found);
  }
  return given;
}

// The second line says of which proof a text is: "By hand, of attest prove CLAIM k=v .. --variant VARIANT, its text with sha256 HASH; ..",
// the first 16 digits of that of the catalogue's text. Where that text is changed, statements have to be compared again.
bool is_of(const std::string& text, const Claim& claim, const theorems::RangeProof& proof) {
  static const std::regex by_hand(
      "By hand, of attest prove (\\S+)((?: \\S+=\\S+)*) --variant (\\S+), its text with sha256 ([0-9a-f]{16});");
  std::smatch match;
  if (!std::regex_search(text, match, by_hand) || match[1].str() != proof.claim) return false;
  const TheoremSource* source = find_theorem_text(proof.claim);
  if (source == nullptr || sha256(source->text).substr(0, 16) != match[4].str()) return false;
  Given given;
  std::istringstream words(match[2].str());
  for (std::string word; words >> word;)
    given[word.substr(0, word.find('='))] = word.substr(word.find('=') + 1);
  return match[3].str() == to_string(proof.variant) && given == given_to(claim, proof);
}

std::optional<std::string> written_by_hand(const Claim& claim, const theorems::RangeProof& proof) {
  if (proof.status != Status::holds) return std::nullopt;
  for (const TheoremSource& source : written_proofs()) {
    if (is_of(source.text, claim, proof)) return source.text;
  }
  return std::nullopt;
}

}  // namespace

std::string kernel_text(const Claim& claim, const theorems::RangeProof& proof) {
  try {
    const auto* theorem = dynamic_cast<const theorems::TheoremClaim*>(&claim);
    if (theorem == nullptr && proof.status != Status::holds)
      throw proof::Refusal("coq", fmt::format("{} ({}) is not proved for every size: {}", proof.claim,
                                              to_string(proof.variant), proof.reason));
    if (theorem == nullptr)
      throw proof::Refusal("coq",
                           "of rows that are shattered, and of texts that are written for their parameters, "
                           "nothing is exported but what was written by hand");
    return theorems::coq::exported_text(*theorem, proof);
  } catch (const proof::Refusal&) {
    if (const auto text = written_by_hand(claim, proof)) return *text;
    throw;
  }
}

}  // namespace attest

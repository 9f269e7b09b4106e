#include "tools/attest/kernel_text.hpp"

#include <map>
#include <optional>
#include <regex>
#include <sstream>

#include "kernel/export.hpp"
#include "theorems/theorem_claim.hpp"
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

// The second line says of which proof a text is: "By hand, of attest prove CLAIM k=v .. --variant VARIANT; ..".
bool is_of(const std::string& text, const Claim& claim, const theorems::RangeProof& proof) {
  static const std::regex by_hand("By hand, of attest prove (\\S+)((?: \\S+=\\S+)*) --variant ([^ ;]+);");
  std::smatch match;
  if (!std::regex_search(text, match, by_hand)) return false;
  Given given;
  std::istringstream words(match[2].str());
  for (std::string word; words >> word;)
    given[word.substr(0, word.find('='))] = word.substr(word.find('=') + 1);
  return match[1].str() == proof.claim && match[3].str() == to_string(proof.variant) &&
         given == given_to(claim, proof);
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
    if (theorem == nullptr) throw proof::Refusal("coq", "rows that are shattered are not exported so far");
    return theorems::coq::exported_text(*theorem, proof);
  } catch (const proof::Refusal&) {
    if (const auto text = written_by_hand(claim, proof)) return *text;
    throw;
  }
}

}  // namespace attest

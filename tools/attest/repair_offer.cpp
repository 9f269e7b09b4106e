#include "tools/attest/repair_offer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "repair/edits.hpp"
#include "repair/print_alone.hpp"
#include "theorems/claim_info.hpp"
#include "theorems/patch.hpp"
#include "tools/attest/text.hpp"
#include "tools/attest/verdict_document.hpp"

namespace attest {

namespace {

// Candidates a second: from the slowest to the fastest search of docs/repairs.md, all that a search does included.
constexpr double slowest_rate = 35;
constexpr double fastest_rate = 600;

}  // namespace

std::optional<RepairOffer> repair_offer(const Claim& claim, const std::string& word, const Verdict& verdict) {
  if (verdict.status != Status::refuted && verdict.status != Status::ill_formed) return std::nullopt;
  const auto* stated = dynamic_cast<const theorems::TextClaim*>(&claim);
  if (stated == nullptr || word == "-") return std::nullopt;
  const theorems::TheoremText& text = stated->text();
  const std::string variant = to_string(verdict.variant);
  const std::vector<std::string> names = theorems::variant_names(text);
  const bool program = std::any_of(text.variants.begin(), text.variants.end(),
                                   [&](const auto& v) { return v.name == variant && v.program; });
  if (program || std::find(names.begin(), names.end(), variant) == names.end()) return std::nullopt;
  RepairOffer offer;
  const theorems::TheoremText print = theorems::repair::print_alone(text, variant);
  if (!print.layers.empty()) offer.edits = theorems::repair::edits_of(print).size();
  offer.least_seconds = std::ceil(static_cast<double>(offer.edits) / fastest_rate);
  offer.most_seconds = std::ceil(static_cast<double>(offer.edits) / slowest_rate);
  offer.command = shell_command({"attest", "repair", word, "--variant", variant});
  return offer;
}

Json to_json(const RepairOffer& offer) {
  return {{"edits", std::to_string(offer.edits)},
          {"estimated_seconds", {{"least", offer.least_seconds}, {"most", offer.most_seconds}}},
          {"command", offer.command}};
}

std::string text_of(const RepairOffer& offer) {
  if (offer.edits == 0)
    return labelled("repair",
                    offer.command + " looks whether it holds of fewer sizes; there is no layer to edit");
  return labelled(
      "repair",
      fmt::format("{} tries {} single edits, some {:.0f} to {:.0f} s (an estimate), then two together",
                  offer.command, offer.edits, offer.least_seconds, offer.most_seconds));
}

}  // namespace attest

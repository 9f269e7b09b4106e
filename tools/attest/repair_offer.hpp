// What `attest repair` would do about a verdict: how many edits it would try first, in what time, and the command.
#pragma once

#include <optional>
#include <string>

#include "claims/claim.hpp"
#include "claims/verdict.hpp"

namespace attest {

struct RepairOffer {
  std::size_t edits = 0;  // single ones; 0: there is no layer to edit, and it looks for fewer sizes alone
  double least_seconds =
      0;  // for these; an estimate: at the rates of the searches that docs/repairs.md lists
  double most_seconds = 0;
  std::string command;
};

// Of a refuted or ill-formed theorem that is a text; nothing is searched. `word`: the claim as it was given.
std::optional<RepairOffer> repair_offer(const Claim& claim, const std::string& word, const Verdict& verdict);

Json to_json(const RepairOffer& offer);
// One line.
std::string text_of(const RepairOffer& offer);

}  // namespace attest

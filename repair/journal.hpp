// What a search for a repair has decided, in the order in which it did, so that a search of the same theorem can go on where it ended: it makes
// the same edits again, and takes these decisions for its own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "claims/json.hpp"
#include "repair/judge.hpp"

namespace attest::theorems::repair {

struct Journal {
  struct Setting {
    std::vector<std::string> words;  // k=v, all of them
    std::string verdict;             // on the theorem as it stands
  };
  bool begun = false;  // false: the settings were not all looked at, and nothing below is known
  std::vector<Setting> quick;
  std::vector<Setting> later;
  std::vector<Judged> decisions;  // a reason only of what another edit may be made of
  CandidateJudge::State judge;    // after the last one
  double seconds = 0;             // that the search took
  std::optional<double>
      others_until;  // where something is found: when the search for others of the same cost ends
};

// ["run", setting, distance, why, "rank"], without the last ones where they are not known.
Json to_json(const Judged& judged);
// Throws std::invalid_argument for what to_json does not give; any number of settings and inputs.
Judged judged_from_json(const Json& json);

Json to_json(const Journal& journal);
// Throws std::invalid_argument for what to_json does not give.
Journal journal_from_json(const Json& json);

}  // namespace attest::theorems::repair

// The least form of a theorem that holds: `attest repair --minimise`.
//
// What the layer could do without (removals.hpp) is taken away, one after the other, what saves most first, as long as the theorem holds: at
// every setting of the search and, where the theorem as it stands is proved for every size, proved for every size as well. In the end nothing
// more can go alone. What is displayed of the layer speaks of it as it stands and is left aside; the checks stay.
//
// The sizes and the scale of what is left are upper bounds: nothing says that no other layer does with less.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "repair/proving.hpp"
#include "repair/search.hpp"

namespace attest::theorems::repair {

struct LeastForm {
  // fails: the theorem as it stands is refuted or ill-formed at a setting, or nothing of it is decided.
  enum class Outcome { fails, reduced, irreducible, stopped };
  struct Kept {
    std::string what;
    std::string why;  // what fails without it, or why it is not proved
  };
  struct Scale {
    Rational at_most = 1;           // times what is stated, of every softmax head of the least form
    std::optional<Rational> fails;  // the last one that was looked at and does not do; nothing: every one did
    std::string why;                // it fails at a setting, or is not proved as the theorem is
  };
  Outcome outcome = Outcome::stopped;
  std::string variant;
  std::vector<SettingVerdict> stated;  // verdicts on the theorem as it stands
  bool displays = false;               // there are some
  EverySize every_size;                // of the theorem as it stands, what is displayed left aside
  std::vector<std::string> gone;
  std::vector<Kept> needed;  // the least form fails without it
  std::vector<Kept>
      not_taken;  // without it the least form holds at the settings, and is not proved as the theorem is, or no patch says it
  std::optional<Repair> least;  // nothing: nothing can go
  std::optional<Scale> scale;   // nothing: there is no softmax head, or the search ended before
  bool complete = false;
  std::string cause;  // of a search that was stopped
  Tried tried;
};

// As search_repair; `most_edits` has no meaning here.
LeastForm search_least_form(const TheoremText& text, const std::string& variant, const ClaimOf& claim_of,
                            const RepairOptions& options);

}  // namespace attest::theorems::repair

// The smallest edit of a theorem that makes it hold: `attest repair` (contract.md).
//
// The search sees the theorem as it stands and nothing that tells how it could be mended (print_alone.hpp). It makes every edit of
// edits.hpp, cheapest first, and decides each candidate at the same small settings (judge.hpp); what holds at all of them is written as a
// variant, read again, and verified at these and at larger settings. Then it makes a second edit of what one edit has brought nearer (fewer
// places ill-formed, then fewer checks refuted), and so on; at last every two edits of different expressions.
//
// What is found holds at the settings that are listed, and for every size only where `prove` says so. Nothing says that no
// cheaper repair exists of another kind, and with two edits or more the search goes where one edit has brought it nearer.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ranks/shared_work.hpp"
#include "repair/journal.hpp"
#include "repair/settings.hpp"
#include "theorems/proof/range_proof.hpp"

namespace attest::theorems::repair {

struct RepairOptions {
  std::vector<std::string> given;  // k=v: of every setting
  std::size_t most_edits = 2;      // >= 1
  VerifyOptions run;               // threads, budget and interruption of the whole search
  // How long others of the first one's cost are looked for, or as long as the first one took, whichever is longer.
  double least_seconds_for_others = 5;
  // How far a pass over the edits of one theorem is.
  std::function<void(const std::string& what, std::uint64_t done, std::uint64_t total)> progress;
  // Of a search of the same theorem by the same program, with the same sizes given and as many edits: this one goes on where that one ended.
  // What it finds is what one search would have found, but for what the clock decides: how long others of the same cost are looked for.
  std::optional<Journal> journal;
  // Called from time to time and at the end, if there is one; what is kept then serves as the journal of another search.
  std::function<void(const Journal&)> keep;
  // The ranks that decide candidates beside each other: what is found, and what is counted, does not depend on how many they are. Rank 0
  // says what is found; the others are told that something is. Null: alone.
  const ranks::SharedWork* shared = nullptr;
};

// Each candidate is counted once, where its decision fell.
struct Tried {
  unsigned long made = 0;            // candidates
  unsigned long repeated = 0;        // of these, made before by other edits
  unsigned long unreadable = 0;      // names without meaning, what the program does not evaluate
  unsigned long by_form = 0;         // ill-formed, or a display that is wrong, without a run
  unsigned long by_known_input = 0;  // on an input that was wrong before
  unsigned long by_run = 0;
  unsigned long undecided = 0;
  unsigned long verified = 0;  // hold at every small setting
  unsigned long fell = 0;      // of the verified, those that fail at a larger setting
  unsigned long proved = 0;    // of the verified, those that are proved for every size
};
// A candidate that was not made before.
void count(Tried& tried, Judged::How how);

struct Repair {
  TheoremText text;                     // the print, with one variant more
  std::string variant;                  // its name
  std::vector<PatchStatement> patches;  // with reasons
  std::vector<std::string> kinds;       // of the edits: "index", "shifted tokens"
  int cost = 0;
  std::vector<SettingVerdict> verified;  // at these it holds, or says nothing
  std::vector<std::string> not_decided;  // settings whose run took too long
  std::optional<RangeProof> proof;
  std::string no_proof = "not asked: the search ended before";  // why there is none
};

struct RepairSearch {
  enum class Outcome { holds, repaired, narrowed, none, stopped };
  Outcome outcome = Outcome::none;
  std::string variant;                // that was to be repaired
  std::vector<SettingVerdict> print;  // its verdicts, in the order in which they were found
  std::optional<Repair> repair;
  std::vector<Repair> others;  // of equal cost
  // The theorem said of fewer sizes: what it claims is less, and no repair of it.
  std::optional<Repair> narrowed;
  bool edited = false;  // there is a layer to edit
  // Every edit was tried up to so many together, or of what was found none of less cost is left, and none of the same: a search for others
  // of the same cost ends after as long again as the first one took.
  bool complete = false;
  std::string cause;  // of a search that was stopped
  Tried tried;
};

// `text` extends nothing. Throws UsageError where no setting can be verified, and for a journal of another search.
RepairSearch search_repair(const TheoremText& text, const std::string& variant, const ClaimOf& claim_of,
                           const RepairOptions& options);

}  // namespace attest::theorems::repair

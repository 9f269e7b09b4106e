// --checkpoint FILE of `attest repair`: what the search has decided, kept in a file, from which a later search goes on.
//
// The file is written every half a minute and when the search ends.
#pragma once

#include <optional>
#include <string>

#include "repair/search.hpp"
#include "tools/attest/checkpoint_file.hpp"

namespace attest {

class RepairCheckpoint {
 public:
  // Reads the file if there is one. UsageError for one that is no checkpoint, or one of another program, theorem, variant, number of edits or
  // other sizes; for a file that cannot be written.
  RepairCheckpoint(std::string file, const theorems::TheoremText& text, const std::string& variant,
                   const theorems::repair::RepairOptions& options);

  // Nothing: there is no file yet.
  const std::optional<theorems::repair::Journal>& journal() const { return journal_; }
  // Throws WriteError.
  void keep(const theorems::repair::Journal& journal) const;

 private:
  CheckpointFile file_;
  std::optional<theorems::repair::Journal> journal_;
};

}  // namespace attest

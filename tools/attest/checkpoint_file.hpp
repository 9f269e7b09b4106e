// --checkpoint FILE: what a command has done so far, kept in a file, from which the same command goes on.
//
// The file says whose it is, field by field, and is refused where a field differs. It is written under a temporary name, flushed and
// renamed (output.hpp), so that a run that is killed at any moment leaves the last whole one.
#pragma once

#include <string>

#include "claims/json.hpp"

namespace attest {

class CheckpointFile {
 public:
  // `command` as in "attest verify". `of`: an object of what the command was given; of "theorem" and "files" it is said only that they
  // differ. Reads the file if there is one. UsageError for a file that no such command has written, for one of another build or where
  // a field differs, and for a path that cannot be written.
  CheckpointFile(std::string path, const std::string& command, const Json& of);

  // What was kept; null where there is no file yet.
  const Json& found() const { return found_; }
  // In the place of what was kept. Throws WriteError.
  void keep(const Json& kept) const;
  // For what is wrong with found().
  [[noreturn]] void refuse(const std::string& why) const;

 private:
  void check(const Json& document, const std::string& command) const;

  std::string path_;
  Json of_;
  Json found_;
};

}  // namespace attest

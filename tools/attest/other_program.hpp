// Another program, run to its end.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace attest {

// A folder of its own, gone at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

struct Ran {
  int status =
      0;  // as a shell gives it: 126 or 127 where the program cannot be run, 128 + signal after a signal
  std::string said;  // on both of its outputs
};

// In this folder: what a program leaves where it is called goes there. An interrupted run ends it, with what it has started.
Ran run_in(const std::filesystem::path& folder, const std::vector<std::string>& words);

}  // namespace attest

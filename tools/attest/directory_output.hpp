// A folder of files that appears complete or not at all: everything is written under a temporary name beside
// it, which is renamed at the end.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace attest {

class DirectoryOutput {
 public:
  // Throws UsageError naming --out if the folder exists and is not empty, or cannot be made.
  DirectoryOutput(const std::string& path, std::uint64_t max_bytes);
  DirectoryOutput(const DirectoryOutput&) = delete;
  DirectoryOutput& operator=(const DirectoryOutput&) = delete;
  ~DirectoryOutput();  // removes what was written if commit() was not reached

  // `name` may hold folders ("1-max2sat-to-ip-triangle/0.txt"), which are made. Throws UsageError naming
  // --max-bytes beyond that many bytes in all.
  void write(const std::string& name, const std::string& content);
  void commit();

  std::uint64_t bytes() const { return bytes_; }

 private:
  std::filesystem::path path_;
  std::filesystem::path temporary_;
  std::uint64_t max_bytes_;
  std::uint64_t bytes_ = 0;
};

}  // namespace attest

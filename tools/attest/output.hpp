// Where results go. A file is written under a temporary name and renamed when it is complete, so that
// nothing half-written is ever found under the name that was asked for.
#pragma once

#include <cstdint>
#include <string>

#include "tools/attest/table.hpp"

namespace attest {

class Output {
 public:
  // "" and "-" are standard output. A file is opened at once, so that an unwritable one is found before
  // any work is done: throws UsageError then.
  // More than `max_bytes` are not written to it (UsageError).
  Output(const std::string& path, std::uint64_t max_bytes);
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output();  // removes the temporary file if commit() was not reached

  bool to_file() const { return !path_.empty(); }
  void write(const std::string& text);
  // Makes the file appear, or flushes standard output. Throws std::runtime_error if that fails.
  void commit();

 private:
  std::string path_;
  std::string temporary_;
  std::uint64_t max_bytes_;
  std::uint64_t bytes_left_;
  int descriptor_ = 1;
};

// json for .json and .jsonl, csv, latex for .tex, markdown for .md, else text.
Format format_from_path(const std::string& path);

}  // namespace attest

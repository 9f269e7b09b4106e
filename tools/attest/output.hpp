// Where results go. A file is written under a temporary name and renamed when it is complete, so that
// nothing half-written is ever found under the name that was asked for.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "tools/attest/table.hpp"

namespace attest {

// Results could not be written (a full disk, a closed pipe): exit status 5, one line.
class WriteError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Output {
 public:
  // "" and "-" are standard output. A file is opened at once, so that an unwritable one is found before
  // any work is done: throws UsageError then.
  // More than `max_bytes` are not written to it (UsageError). `option` is the one that named the file.
  Output(const std::string& path, std::uint64_t max_bytes, const char* option = "--out");
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output();  // removes the temporary file if commit() was not reached

  bool to_file() const { return !path_.empty(); }
  void write(const std::string& text);  // throws WriteError
  // Makes the file appear. Throws WriteError if that fails.
  void commit();

 private:
  std::string path_;
  std::string temporary_;
  std::uint64_t max_bytes_;
  std::uint64_t bytes_left_;
  int descriptor_ = 1;
};

// json for .json and .jsonl, csv, latex for .tex, markdown for .md, text for .txt and names without an
// ending; UsageError for other endings.
Format format_from_path(const std::string& path);

}  // namespace attest

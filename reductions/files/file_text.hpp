// What the readers of this folder share: lines, words, errors with file and line.
//
// A reader takes the whole text and the name to blame; it never looks at more memory than a small multiple
// of the text. Every error is a UsageError "FILE:LINE: got "...", expected ...".
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "claims/usage_error.hpp"

namespace attest {

class FileText {
 public:
  FileText(std::string_view text, std::string name) : text_(text), name_(std::move(name)) {}

  // The next line without its end ("\n" or "\r\n"); false after the last. The first has number 1.
  bool next_line(std::string_view& line);
  std::size_t line_number() const { return line_number_; }

  UsageError error(std::string_view got, std::string_view expected) const {
    return error_at(line_number_, got, expected);
  }
  UsageError error_at(std::size_t line, std::string_view got, std::string_view expected) const;
  // What is missing where the file ends.
  UsageError error_at_end(std::string_view expected) const;

  const std::string& name() const { return name_; }

 private:
  std::string_view text_;
  std::string name_;
  std::size_t position_ = 0;
  std::size_t line_number_ = 0;
};

// The words of a line, separated by spaces, tabs, and other white space.
std::vector<std::string_view> words_of(std::string_view line);

// The file's bytes; UsageError if it cannot be read, is a folder, or is larger than 1 GiB.
std::string text_of_file(const std::filesystem::path& path);

}  // namespace attest

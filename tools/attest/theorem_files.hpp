// Theorem files on the command line.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "theorems/theorem_text.hpp"

namespace attest {

// What is wrong with theorem files: all messages of all of them, each with its line and a caret. Exit status 2.
class TheoremFileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct TheoremFile {
  std::string path;  // as it was written; "-" is standard input
  std::string text;
  theorems::TheoremText theorem;  // as it stands; what it extends is not looked up
};

// Reads all of them before anything is done: UsageError for a word that is no theorem file, TheoremFileError
// where one of them, or what it extends as a file, is not one in content.
std::vector<TheoremFile> read_theorem_files(const std::vector<std::string>& paths);

// Between two runs of one process; no claim of a file may be alive.
void forget_theorem_files();

// file:line:column, the line and a caret: of the files that were read and of the catalogue's texts. Nothing for a place that is
// in none of them.
std::optional<std::string> rendered(const language::Message& message);
TheoremFileError rendered(const TheoremFile& file, const language::ParseError& error);

// A theorem of the catalogue from the text that is built into the program. UsageError where there is none.
theorems::TheoremText catalogue_theorem(const std::string& id);

// The whole of a theorem that extends another: a file, which is looked for beside it, or one of the catalogue.
theorems::TheoremText whole_theorem(const TheoremFile& file);

}  // namespace attest

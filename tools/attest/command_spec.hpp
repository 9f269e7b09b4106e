// What a subcommand is: its arguments, its options and what runs it. Help, man page, completion and the
// parser read these records (command_table.hpp), so that none of them can drift.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "claims/catalogue.hpp"
#include "tools/attest/exit_status.hpp"

namespace attest {

struct OptionSpec {
  std::string name;                // "--variant"
  std::string value;               // what stands for its value in help; empty for a flag
  std::string meaning;             // one line
  std::string fallback;            // the value it has where it is not given; empty if there is none
  std::vector<std::string> words;  // the values there are, where they are few
  bool list = false;               // of several of them, separated by commas
};

// A line below the options in help: "label  text", or a paragraph where the label is empty.
struct NoteSpec {
  std::string label;
  std::string text;
};

struct Context {
  const Catalogue& catalogue;
  std::string command;  // the command line, as a shell would take it
};

// What may stand there, and which parameters what stands there has; for completion (tools/attest/offers.hpp). The second may throw for a
// name that is none.
using Names = std::function<std::vector<std::string>(const Catalogue&)>;
using Specs = std::function<std::vector<ParameterSpec>(const Context&, const std::string& name)>;

struct PositionalSpec {
  std::string name;
  std::string meaning;
  bool many = false;           // takes all that is left
  Names names = nullptr;       // null: nothing to offer
  Specs parameters = nullptr;  // of what the first positional names; null: it takes none
};

// A parsed command line.
class CommandLine {
 public:
  // What the user wrote for a positional; "" and {} where nothing was.
  std::string word(const std::string& positional) const;
  std::vector<std::string> words(const std::string& positional) const;

  // The value of an option as it was written, or its fallback.
  std::optional<std::string> value(const std::string& option) const;
  // Whether it was written.
  bool has(const std::string& option) const { return given_.contains(option); }

 private:
  friend class CommandLineParser;
  std::map<std::string, std::vector<std::string>> positionals_;
  std::map<std::string, std::string> given_;
  std::map<std::string, std::string> fallbacks_;
};

struct CommandSpec {
  std::string name;
  std::string summary;  // one line
  std::vector<PositionalSpec> positionals;
  std::vector<OptionSpec> options;         // the command's own
  std::vector<OptionSpec> common_options;  // those of common_options() that it uses; any other is refused
  std::vector<NoteSpec> notes;             // below the options in help
  std::vector<std::string> examples;
  std::string statuses;  // what its exit statuses mean
  std::function<ExitStatus(const Context&, const CommandLine&)> run;

  const OptionSpec* option(const std::string& wanted) const;  // null if it takes none of that name
};

}  // namespace attest

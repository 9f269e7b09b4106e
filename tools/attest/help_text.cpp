#include "tools/attest/help_text.hpp"

#include <fmt/format.h>

#include "tools/attest/command_table.hpp"
#include "tools/attest/text.hpp"
#include "tools/attest/version.hpp"

namespace attest {

namespace {

constexpr std::size_t name_width = 22;

const char* const what_it_is = "Find out whether the theorems behind attention mechanisms really work.";
const char* const statuses =
    "0 holds, 1 refuted or ill-formed, 2 usage error, 3 undecided, 4 internal error, 5 write error";
const char* const in_ranks =
    "Under MPI, where this build has found it, `mpirun -n P attest COMMAND ...` shares verify, audit, shatter, precision, reduce --check and "
    "repair among P ranks, on one machine or many, and says what one process says.";

std::string usage_of(const CommandSpec& command) {
  std::string text = "attest " + command.name;
  for (const PositionalSpec& spec : command.positionals)
    text += fmt::format(" [{}{}]", spec.name, spec.many ? "..." : "");
  return text + " [OPTIONS]";
}

std::string written(const OptionSpec& option) {
  return option.value.empty() ? option.name : option.name + " " + option.value;
}

std::string explained(const OptionSpec& option) {
  return option.fallback.empty() ? option.meaning
                                 : fmt::format("{} (default: {})", option.meaning, option.fallback);
}

// A name that is too long for its column has a line of its own.
std::string entry(const std::string& name, const std::string& meaning) {
  if (display_width(name) < name_width) return labelled(name, meaning, 2, name_width);
  return "  " + name + "\n" + labelled("", meaning, 2, name_width);
}

std::string option_list(const std::string& title, const std::vector<OptionSpec>& options) {
  if (options.empty()) return "";
  std::string text = "\n" + title + ":\n";
  for (const OptionSpec& option : options) text += entry(written(option), explained(option));
  return text;
}

// roff: a backslash and a leading dot mean something.
std::string roff(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else if (c == '\'') {
      result += "\\(aq";
    } else {
      result += c;
    }
  }
  return result.empty() || result.front() != '.' ? result : "\\&" + result;
}

std::string roff_entry(const std::string& name, const std::string& meaning) {
  return ".TP\n.B " + roff(name) + "\n" + roff(meaning) + "\n";
}

}  // namespace

std::string program_help() {
  std::string text = wrapped(what_it_is, 0) + "\n\n" +
                     wrapped("Usage: attest COMMAND [ARGUMENTS] [OPTIONS]", 7) + "\n\nCommands:\n";
  for (const CommandSpec& command : command_table()) text += labelled(command.name, command.summary, 2, 12);
  text += "\nOptions:\n";
  text += labelled("--help", "this text; `attest help COMMAND` tells about a command", 2, 12);
  text += labelled("--version", "the versions of attest and of the libraries that it stands on", 2, 12);
  text += "\nExamples:\n  attest list\n  attest verify strassen/function-composition n=3\n  attest audit\n\n";
  text += wrapped(in_ranks, 0) + "\n\n";
  return text + wrapped(std::string("Exit status: ") + statuses + ".", 0) + "\n";
}

std::string command_help(const CommandSpec& command) {
  std::string text = wrapped(command.summary, 0) + "\n\n" + wrapped("Usage: " + usage_of(command), 7) + "\n";
  if (!command.positionals.empty()) text += "\nArguments:\n";
  for (const PositionalSpec& spec : command.positionals) text += entry(spec.name, spec.meaning);
  text += option_list("Options", command.options);
  text += option_list("Common options", command.common_options);
  if (!command.notes.empty()) text += "\n";
  for (const NoteSpec& note : command.notes)
    text += note.label.empty() ? wrapped(note.text, 0) + "\n" : entry(note.label, note.text);
  text += "\nExamples:\n";
  for (const std::string& example : command.examples)
    text += "  " + example + "\n";  // in one line, to be copied
  return text + "\n" + wrapped("Exit status: " + command.statuses + ".", 0) + "\n";
}

std::string man_page() {
  std::string text = fmt::format(".TH ATTEST 1 \"\" \"attest {}\" \"User Commands\"\n", version());
  text += ".SH NAME\nattest \\- find out whether the theorems behind attention mechanisms really work\n";
  text += ".SH SYNOPSIS\n.B attest\nCOMMAND [ARGUMENTS] [OPTIONS]\n.SH COMMANDS\n";
  for (const CommandSpec& command : command_table()) {
    text += ".SS " + roff(usage_of(command)) + "\n" + roff(command.summary) + "\n";
    for (const PositionalSpec& spec : command.positionals) text += roff_entry(spec.name, spec.meaning);
    for (const OptionSpec& option : command.options) text += roff_entry(written(option), explained(option));
    for (const OptionSpec& option : command.common_options)
      text += roff_entry(written(option), explained(option));
    for (const NoteSpec& note : command.notes)
      text += note.label.empty() ? ".PP\n" + roff(note.text) + "\n" : roff_entry(note.label, note.text);
    text += ".PP\nExamples:\n.nf\n";
    for (const std::string& example : command.examples) text += roff(example) + "\n";
    text += ".fi\n.PP\nExit status: " + roff(command.statuses) + ".\n";
  }
  text += ".SH SEVERAL MACHINES\n" + roff(in_ranks) + "\n";
  return text + ".SH EXIT STATUS\n" + roff(statuses) + "\n";
}

}  // namespace attest

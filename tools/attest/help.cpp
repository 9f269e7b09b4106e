#include <fmt/format.h>
#include <fmt/ranges.h>

#include "claims/usage_error.hpp"
#include "tools/attest/command_table.hpp"
#include "tools/attest/commands.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/help_text.hpp"
#include "tools/attest/output.hpp"

namespace attest {

ExitStatus run_help(const Context&, const CommandLine& line) {
  const CommonOptions common(line);
  const std::string kind = line.value("--as").value();
  const std::string name = line.word("command");
  std::string text;
  if (kind == "text") {
    const CommandSpec* command = find_command(name);
    if (command == nullptr && !name.empty()) throw unknown_command(name);
    text = command == nullptr ? program_help() : command_help(*command);
  } else if (!name.empty()) {
    throw UsageError("command", name, "none beside --as " + kind + ", which is about all of them");
  } else if (kind == "man") {
    text = man_page();
  } else if (kind == "bash-completion") {
    text = bash_completion();
  } else {
    throw UsageError("--as", kind, one_of(kind, {"text", "man", "bash-completion"}));
  }
  Output output(common.chosen_out(), common.chosen_max_bytes());
  output.write(text);
  output.commit();
  return exit_holds;
}

}  // namespace attest

#include <algorithm>

#include "claims/usage_error.hpp"
#include "tools/attest/command_table.hpp"
#include "tools/attest/commands.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/completion.hpp"
#include "tools/attest/help_text.hpp"
#include "tools/attest/output.hpp"

namespace attest {

namespace {

std::string help_in_text(const std::string& name) {
  const CommandSpec* command = find_command(name);
  if (command == nullptr && !name.empty()) throw unknown_command(name);
  return command == nullptr ? program_help() : command_help(*command);
}

std::string text_of(const std::string& kind, const std::string& name) {
  if (kind == "text") return help_in_text(name);
  const OptionSpec& as = *find_command("help")->option("--as");
  if (std::find(as.words.begin(), as.words.end(), kind) == as.words.end())
    throw UsageError("--as", kind, one_of(kind, as.words));
  if (!name.empty())
    throw UsageError("command", name, "none beside --as " + kind + ", which is about all of them");
  return kind == "man" ? man_page() : completion_script(kind.substr(0, kind.find('-')));
}

std::string offered(const Context& context, const CommandLine& line) {
  if (line.has("--as") || !line.word("command").empty())
    throw UsageError("--complete", line.value("--complete").value(), "no --as and no command beside it");
  std::string text;
  for (const std::string& word : completions(line.value("--complete").value(), context)) text += word + "\n";
  return text;
}

}  // namespace

ExitStatus run_help(const Context& context, const CommandLine& line) {
  const CommonOptions common(line);
  const std::string text = line.has("--complete") ? offered(context, line)
                                                  : text_of(line.value("--as").value(), line.word("command"));
  Output output(common.chosen_out(), common.chosen_max_bytes());
  output.write(text);
  output.commit();
  return exit_holds;
}

}  // namespace attest

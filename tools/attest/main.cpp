// attest: run the theorems behind attention mechanisms. One file a subcommand; this one dispatches,
// translates exceptions into exit status and does nothing else.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <map>

#include "claims/usage_error.hpp"
#include "constructions/add_constructions.hpp"
#include "numeric/interval.hpp"
#include "tools/attest/command.hpp"
#include "tools/attest/interrupt.hpp"
#include "tools/attest/verdict_document.hpp"
#include "tools/attest/version.hpp"

namespace attest {

namespace {

const std::map<std::string, Command (*)(CLI::App&, const Context&)> subcommands{
    {"list", add_list}, {"show", add_show},   {"verify", add_verify},
    {"run", add_run},   {"audit", add_audit}, {"merge", add_merge},
};

// One line, whatever the message holds.
int report(const std::string& message, ExitStatus status) {
  std::string line = message.substr(0, message.find('\n'));
  fmt::print(stderr, "attest: {}\n", line);
  return status;
}

int run(const std::vector<std::string>& words) {
  Catalogue catalogue;
  add_constructions(catalogue);
  const Context context{catalogue, shell_command(words)};

  CLI::App app("Find out whether the theorems behind attention mechanisms really work.", "attest");
  app.set_version_flag("--version", version_with_libraries());
  app.require_subcommand(1);
  app.get_formatter()->column_width(32);
  app.footer(
      "Examples:\n  attest list\n  attest verify strassen/function-composition n=3\n  attest audit\n"
      "Exit status: 0 holds, 1 refuted or ill-formed, 2 usage error, 3 undecided, 4 internal error.");
  std::map<std::string, Command> commands;
  for (const auto& [name, add] : subcommands) commands[name] = add(app, context);

  if (words.size() > 1 && words[1].rfind('-', 0) != 0 && !commands.contains(words[1])) {
    std::vector<std::string> known;
    for (const auto& [name, command] : commands) known.push_back(name);
    const std::string nearest = nearest_name(words[1], known);
    throw UsageError("command", words[1],
                     nearest.empty() ? fmt::format("one of: {}", fmt::join(known, ", "))
                                     : fmt::format("a command (did you mean {}?)", nearest));
  }
  try {
    std::vector<std::string> reversed(words.rbegin(), words.rend() - 1);
    app.parse(reversed);
  } catch (const CLI::CallForHelp& call) {
    app.exit(call);
    return exit_holds;
  } catch (const CLI::CallForVersion& call) {
    app.exit(call);
    return exit_holds;
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
  return commands.at(app.get_subcommands().front()->get_name())();
}

}  // namespace

}  // namespace attest

int main(int argc, char** argv) {
  using namespace attest;  // NOLINT(google-build-using-namespace)
  std::vector<std::string> words{"attest"};
  for (int k = 1; k < argc; ++k) words.emplace_back(argv[k]);
  int status = exit_internal;
  try {
    install_interrupt_handler();
    status = run(words);
  } catch (const UsageError& error) {
    status = report(error.what(), exit_usage);
  } catch (const std::bad_alloc&) {
    status = report("out of memory", exit_internal);
  } catch (const std::exception& error) {
    status = report(fmt::format("internal error: {}", error.what()), exit_internal);
  }
  release_thread_caches();
  return status;
}

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
#include "lowerbounds/add_lowerbounds.hpp"
#include "numeric/interval.hpp"
#include "reductions/add_reductions.hpp"
#include "tools/attest/command.hpp"
#include "tools/attest/interrupt.hpp"
#include "tools/attest/verdict_document.hpp"
#include "tools/attest/version.hpp"

namespace attest {

namespace {

const std::map<std::string, Command (*)(CLI::App&, const Context&)> subcommands{
    {"list", add_list},       {"show", add_show},   {"verify", add_verify},
    {"run", add_run},         {"audit", add_audit}, {"merge", add_merge},
    {"shatter", add_shatter}, {"bound", add_bound}, {"generate", add_generate},
    {"reduce", add_reduce},   {"bench", add_bench}, {"precision", add_precision},
};

// One line, whatever the message holds.
int report(std::string message, ExitStatus status) {
  for (char& c : message) {
    if (static_cast<unsigned char>(c) < ' ') c = '?';
  }
  fmt::print(stderr, "attest: {}\n", message);
  return status;
}

// The first word is a command, or one of the program's own options.
void check_first_word(const std::vector<std::string>& words, const std::vector<std::string>& known) {
  const std::string commands = fmt::format("{}", fmt::join(known, ", "));
  if (words.size() < 2) throw UsageError("command: missing, expected one of: " + commands);
  const std::string& word = words[1];
  if (word == "--help" || word == "-h" || word == "--version") return;
  if (word.rfind('-', 0) == 0)
    throw UsageError("option", word, "--help, --version or a command: " + commands);
  if (std::find(known.begin(), known.end(), word) != known.end()) return;
  const std::string nearest = nearest_name(word, known);
  throw UsageError(
      "command", word,
      nearest.empty() ? "one of: " + commands : fmt::format("a command (did you mean {}?)", nearest));
}

int run(const std::vector<std::string>& words) {
  Catalogue catalogue;
  add_constructions(catalogue);
  add_reductions(catalogue);
  add_lowerbounds(catalogue);
  const Context context{catalogue, shell_command(words)};

  CLI::App app("Find out whether the theorems behind attention mechanisms really work.", "attest");
  app.set_version_flag("--version", [] {
    const std::string text = version_with_libraries();
    return text.substr(0, text.size() - 1);  // CLI11 ends the line itself
  });
  app.get_formatter()->column_width(32);
  app.footer(
      "Examples:\n  attest list\n  attest verify strassen/function-composition n=3\n  attest audit\n"
      "Exit status: 0 holds, 1 refuted or ill-formed, 2 usage error, 3 undecided, 4 internal error.");
  std::map<std::string, Command> commands;
  for (const auto& [name, add] : subcommands) commands[name] = add(app, context);

  std::vector<std::string> known;
  for (const auto& [name, command] : commands) known.push_back(name);
  check_first_word(words, known);
  try {
    std::vector<std::string> reversed(words.rbegin(), words.rend() - 1);
    app.parse(reversed);
  } catch (const CLI::CallForHelp& call) {
    app.exit(call);
    return exit_holds;
  } catch (const CLI::CallForVersion& call) {
    app.exit(call);
    return exit_holds;
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string what = error.what();  // "--threads: 1 required N missing"
    if (what.rfind('-', 0) != 0)
      throw UsageError("--" + what);  // "first was given a disallowed flag override"
    throw UsageError(what.substr(0, what.find(':')) + ": expected exactly one value, given once");
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

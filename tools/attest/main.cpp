// attest: run the theorems behind attention mechanisms. One file a subcommand; this one dispatches,
// translates exceptions into exit status and does nothing else.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <csignal>
#include <cstdio>
#include <exception>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "constructions/add_constructions.hpp"
#include "language/refused_place.hpp"
#include "lowerbounds/add_lowerbounds.hpp"
#include "numeric/interval.hpp"
#include "numeric/polynomial.hpp"
#include "reductions/add_reductions.hpp"
#include "tools/attest/command_line.hpp"
#include "tools/attest/command_table.hpp"
#include "tools/attest/help_text.hpp"
#include "tools/attest/interrupt.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/text.hpp"
#include "tools/attest/theorem_argument.hpp"
#include "tools/attest/theorem_files.hpp"
#include "tools/attest/verdict_document.hpp"
#include "tools/attest/version.hpp"

namespace attest {

namespace {

// One line, whatever the message holds; on a terminal as many as it takes.
int report(std::string message, ExitStatus status) {
  for (char& c : message) {
    if (static_cast<unsigned char>(c) < ' ') c = '?';
  }
  tell("attest: " + message);
  return status;
}

int run(const std::vector<std::string>& words) {
  if (words.size() < 2)
    throw UsageError(fmt::format("command: missing, expected one of: {}", fmt::join(command_names(), ", ")));
  const std::string& word = words[1];
  if (word == "--help" || word == "-h" || word == "--version") {
    if (words.size() > 2) throw UsageError("argument", words[2], "nothing after " + word);
    Output output("", 0);
    output.write(word == "--version" ? version_with_libraries() : program_help());
    return exit_holds;
  }
  if (word.rfind('-', 0) == 0)
    throw UsageError("option", word,
                     fmt::format("--help, --version or a command: {}", fmt::join(command_names(), ", ")));
  const CommandSpec* command = find_command(word);
  if (command == nullptr) throw unknown_command(word);
  const CommandLineParser parser(*command, {words.begin() + 2, words.end()});
  if (parser.help()) {
    Output output("", 0);
    output.write(command_help(*command));
    return exit_holds;
  }
  Catalogue catalogue;
  add_constructions(catalogue);
  add_reductions(catalogue);
  add_lowerbounds(catalogue);
  // A run that a signal ended says so, whatever it knew, printed and written.
  return gravest({command->run({catalogue, shell_command(words)}, parser.line())});
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
    std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is a write error like any other
    // Commands that verify have narrower limits within this one.
    VerifyOptions options;
    options.interrupted = &interrupt_flag();
    const RunLimit limit(options);
    status = run(words);
  } catch (const Stopped&) {
    status = report("interrupted before there was a result", gravest({}));
  } catch (const TooManyVariables& error) {
    status = report(error.what(), exit_usage);
  } catch (const language::RefusedPlace& error) {
    const auto shown = rendered(language::Message{error.place, error.text});
    status = shown ? exit_usage : report(error.what(), exit_usage);
    if (shown) fmt::print(stderr, "{}\n", *shown);
  } catch (const UsageError& error) {
    status = report(error.what(), exit_usage);
  } catch (const TheoremFileError& error) {
    fmt::print(stderr, "{}", error.what());  // several lines: every mistake with its place
    status = exit_usage;
  } catch (const WriteError& error) {
    status = report(error.what(), exit_write);
  } catch (const std::bad_alloc&) {
    status = report("out of memory", exit_internal);
  } catch (const std::exception& error) {
    status = report(fmt::format("internal error: {}", error.what()), exit_internal);
  }
  release_thread_caches();
  return status;
}

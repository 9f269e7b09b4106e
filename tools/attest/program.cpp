#include "tools/attest/program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <exception>

#include "claims/input_files.hpp"
#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "claims/variant_names.hpp"
#include "constructions/add_constructions.hpp"
#include "language/refused_place.hpp"
#include "lowerbounds/add_lowerbounds.hpp"
#include "numeric/polynomial.hpp"
#include "numeric/polynomial_names.hpp"
#include "reductions/add_reductions.hpp"
#include "tools/attest/color.hpp"
#include "tools/attest/command_line.hpp"
#include "tools/attest/command_table.hpp"
#include "tools/attest/help_text.hpp"
#include "tools/attest/interrupt.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/streams.hpp"
#include "tools/attest/text.hpp"
#include "tools/attest/theorem_argument.hpp"
#include "tools/attest/theorem_files.hpp"
#include "tools/attest/verdict_document.hpp"
#include "tools/attest/version.hpp"

namespace attest {

namespace {

// One line, whatever the message holds; on a terminal as many as it takes.
int told_in_one_line(std::string message, ExitStatus status) {
  for (char& c : message) {
    if (static_cast<unsigned char>(c) < ' ') c = '?';
  }
  tell("attest: " + message);
  return status;
}

int dispatched(const std::vector<std::string>& words) {
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

int run_program(const std::vector<std::string>& words) {
  int status = exit_internal;
  try {
    // Commands that verify have narrower limits within this one.
    VerifyOptions options;
    options.interrupted = &interrupt_flag();
    const RunLimit limit(options);
    status = dispatched(words);
  } catch (const Stopped&) {
    status = told_in_one_line("interrupted before there was a result", gravest({}));
  } catch (const TooManyVariables& error) {
    status = told_in_one_line(error.what(), exit_usage);
  } catch (const language::RefusedPlace& error) {
    const auto shown = rendered(language::Message{error.place, error.text});
    status = shown ? exit_usage : told_in_one_line(error.what(), exit_usage);
    if (shown) write_error(*shown + "\n");
  } catch (const UsageError& error) {
    status = told_in_one_line(error.what(), exit_usage);
  } catch (const TheoremFileError& error) {
    write_error(error.what());  // several lines: every mistake with its place
    status = exit_usage;
  } catch (const WriteError& error) {
    status = told_in_one_line(error.what(), exit_write);
  } catch (const std::bad_alloc&) {
    status = told_in_one_line("out of memory", exit_internal);
  } catch (const std::exception& error) {
    status = told_in_one_line(fmt::format("internal error: {}", error.what()), exit_internal);
  }
  return status;
}

void forget_last_run() {
  forget_own_claims();
  forget_theorem_files();
  forget_input_files();
  forget_variant_names();
  forget_polynomial_names();
  use_color(false);
}

}  // namespace attest

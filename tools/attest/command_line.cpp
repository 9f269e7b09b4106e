#include "tools/attest/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "claims/usage_error.hpp"
#include "tools/attest/command_table.hpp"

namespace attest {

namespace {

// An option that the command does not take: one that it never had, or one of another command.
UsageError not_an_option(const CommandSpec& command, const std::string& name) {
  std::vector<std::string> known{"--help"};
  for (const auto* list : {&command.options, &command.common_options}) {
    for (const OptionSpec& spec : *list) known.push_back(spec.name);
  }
  for (const CommandSpec& other : command_table()) {
    if (other.option(name) != nullptr)
      return UsageError(fmt::format("{}: `attest {}` has no use for it (attest help {})", name, command.name,
                                    command.name));
  }
  const std::string nearest = nearest_name(name, known);
  return {"option", name,
          nearest.empty()
              ? fmt::format("an option of `attest {}` (attest help {})", command.name, command.name)
              : fmt::format("an option of `attest {}` (did you mean {}?)", command.name, nearest)};
}

void refuse_unknown(const CommandSpec& command, const std::vector<std::string>& words) {
  bool is_value = false;  // of the option before it
  for (const std::string& word : words) {
    if (is_value || word.rfind("--", 0) != 0 || word == "--") {
      is_value = false;
      continue;
    }
    const std::string name = word.substr(0, word.find('='));
    if (name == "--help") continue;
    const OptionSpec* spec = command.option(name);
    if (spec == nullptr) throw not_an_option(command, name);
    is_value = !spec->value.empty() && name == word;
  }
}

// What the library throws, in the words that every other usage error has.
UsageError in_our_words(const CLI::ParseError& error) {
  const std::string what = error.what();  // "--threads: 1 required N missing"
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) == nullptr) return UsageError(what);
  if (what.rfind('-', 0) != 0)
    return UsageError("--" + what);  // "first was given a disallowed flag override"
  return UsageError(what.substr(0, what.find(':')) + ": expected exactly one value, given once");
}

}  // namespace

CommandLineParser::CommandLineParser(const CommandSpec& command, const std::vector<std::string>& words) {
  refuse_unknown(command, words);
  CLI::App app(command.summary, command.name);
  app.set_help_flag("-h,--help");
  std::map<std::string, std::string> single;
  for (const PositionalSpec& spec : command.positionals) {
    if (spec.many) {
      app.add_option(spec.name, line_.positionals_[spec.name]);
    } else {
      app.add_option(spec.name, single[spec.name]);
    }
  }
  std::map<std::string, std::string> values;
  std::map<std::string, bool> flags;
  std::map<std::string, CLI::Option*> parsed;
  for (const auto* list : {&command.options, &command.common_options}) {
    for (const OptionSpec& spec : *list) {
      parsed[spec.name] = spec.value.empty()
                              ? app.add_flag(spec.name, flags[spec.name])->disable_flag_override()
                              : app.add_option(spec.name, values[spec.name])->type_name(spec.value);
      if (!spec.fallback.empty()) line_.fallbacks_[spec.name] = spec.fallback;
    }
  }
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::CallForHelp&) {
    help_ = true;
    return;
  } catch (const CLI::ParseError& error) {
    throw in_our_words(error);
  }
  for (const auto& [name, word] : single) {
    if (app.get_option(name)->count() > 0) line_.positionals_[name] = {word};
  }
  for (const auto& [name, option] : parsed) {
    if (option->count() > 0) line_.given_[name] = values[name];
  }
}

std::string command_line_library() {
  return CLI11_VERSION;
}

}  // namespace attest

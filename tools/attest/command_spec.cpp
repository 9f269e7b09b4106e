#include "tools/attest/command_spec.hpp"

namespace attest {

std::string CommandLine::word(const std::string& positional) const {
  const auto words = this->words(positional);
  return words.empty() ? "" : words.front();
}

std::vector<std::string> CommandLine::words(const std::string& positional) const {
  const auto known = positionals_.find(positional);
  return known == positionals_.end() ? std::vector<std::string>() : known->second;
}

std::optional<std::string> CommandLine::value(const std::string& option) const {
  if (const auto known = given_.find(option); known != given_.end()) return known->second;
  if (const auto known = fallbacks_.find(option); known != fallbacks_.end()) return known->second;
  return std::nullopt;
}

const OptionSpec* CommandSpec::option(const std::string& wanted) const {
  for (const auto* list : {&options, &common_options}) {
    for (const OptionSpec& spec : *list) {
      if (spec.name == wanted) return &spec;
    }
  }
  return nullptr;
}

}  // namespace attest

// All commands with all their options: the one place where an option is named and explained.
#pragma once

#include <string>
#include <vector>

#include "claims/usage_error.hpp"
#include "tools/attest/command_spec.hpp"

namespace attest {

// In alphabetical order.
const std::vector<CommandSpec>& command_table();

const CommandSpec* find_command(const std::string& name);
std::vector<std::string> command_names();

// For a word that should have been a command; with the nearest one.
UsageError unknown_command(const std::string& word);

}  // namespace attest

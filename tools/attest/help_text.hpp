// What command_table.hpp says, for people.
#pragma once

#include <string>

#include "tools/attest/command_spec.hpp"

namespace attest {

std::string program_help();                            // the commands
std::string command_help(const CommandSpec& command);  // one of them
std::string man_page();                                // attest(1), all commands

}  // namespace attest

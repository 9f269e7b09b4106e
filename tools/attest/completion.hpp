// Completion for shells: the program answers, from command_table.hpp and the catalogue, and a few lines of each shell ask it.
#pragma once

#include <string>
#include <vector>

#include "tools/attest/command_spec.hpp"

namespace attest {

// What the last word of the command line, which may be empty, can become: whole words, those alone that begin with it. "n=" is to be
// continued. Empty also where a file is meant: that is the shell's business. Words are cut at spaces outside of quotes.
std::vector<std::string> completions(const std::string& line, const Context& context);

// What a shell reads: "bash", "zsh" or "fish".
std::string completion_script(const std::string& shell);

}  // namespace attest

// The files that a command read as input, by the name that the user gave, with their SHA-256: what a verdict
// carries so that parts made from other files cannot be merged.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace attest {

// 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

// For whoever reads an input file, with all of its bytes. Safe from several threads.
void note_input_file(const std::string& name, std::string_view bytes);

// name -> "sha256 ..." of all files noted so far.
std::map<std::string, std::string> input_files();

// Between two runs of one process.
void forget_input_files();

}  // namespace attest

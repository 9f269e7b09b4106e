// Reading a truth table: a first line "sigma n", then sigma^n characters 0 and 1, the values at the words
// over the letters 0..sigma-1 in lexicographic order (position 1 most significant). Line breaks and spaces
// among them are ignored.
#pragma once

#include <istream>
#include <string>

#include "lowerbounds/shattering/word_function.hpp"

namespace attest {

// `name` is the file's, for messages. Throws UsageError that says where what is wrong: "table.txt:3: got "2",
// expected 0 or 1".
WordFunction read_truth_table(std::istream& stream, const std::string& name);

}  // namespace attest

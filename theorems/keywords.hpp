// The words that begin the statements of a theorem file: where each may stand and what it looks like. Messages,
// documentation and the reader read this one table.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attest::theorems {

enum class Block { theorem, layer, head, variant };

struct Keyword {
  std::string word;
  Block block;          // where it stands
  std::string example;  // one line
};

const std::vector<Keyword>& keywords();
const Keyword* find_keyword(std::string_view word);  // null where there is none
std::vector<std::string> keyword_words();

// What the reader of a file refuses by name: weights that no text states.
bool is_out_of_scope(std::string_view word);
std::string out_of_scope(std::string_view word);  // the message

}  // namespace attest::theorems

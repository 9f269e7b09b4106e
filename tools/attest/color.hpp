// Colour for verdict words on a terminal: green for what holds, red for what is refuted or ill-formed, yellow for the rest.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "claims/verdict.hpp"

namespace attest {

// For the rest of the program; off until it is asked for.
void use_color(bool on);

// Whether a reader who asks for nothing gets colour: standard output is a terminal that is not dumb, and NO_COLOR is not set, or empty.
bool terminal_has_color();

// `text` in the colour of the verdict. To be called when lines are broken: a colour that two of them share would reach into what
// stands between them.
std::string colored(const std::string& text, Status status);

// The verdict that these words are as a whole: "refuted (display)", "RIGHT", "wrong", "not decided"; else none.
std::optional<Status> verdict_of_words(std::string_view words);

// A verdict's words in its colour; anything else as it is.
std::string colored_words(const std::string& words);

}  // namespace attest

// Colour for verdict words on a terminal: green for what holds, red for what is refuted or ill-formed, yellow for the rest.
#pragma once

#include <string>

#include "claims/verdict.hpp"

namespace attest {

// For the rest of the program; off until it is asked for.
void use_color(bool on);

// Whether a reader who asks for nothing gets colour: standard output is a terminal that is not dumb, and NO_COLOR is not set, or empty.
bool terminal_has_color();

// `text` in the colour of the verdict. Its escape sequences have a width: to be called when all is laid out.
std::string colored(const std::string& text, Status status);

}  // namespace attest

// What to write for signs that theorists paste or type from habit and that the language does not have.
#pragma once

#include <string>
#include <string_view>

namespace attest::language {

// "'≤' is written <=" for the code point or the ASCII character that `text` begins with.
std::string about_foreign_sign(std::string_view text);

}  // namespace attest::language

// UTF-8, as far as places in a text need it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace attest::language {

// How many code points a valid text has.
long code_points(std::string_view text);

// The first `count` code points of a valid text (all of it if it has fewer).
std::string_view first_code_points(std::string_view text, long count);

// Where the first byte stands that is not valid UTF-8 (overlong forms, surrogates and numbers beyond
// U+10FFFF are not); nullopt for a valid text.
std::optional<std::size_t> invalid_utf8(std::string_view text);

// The code point that a valid text begins with; 0 for the empty text.
char32_t first_code_point(std::string_view text);

// "U+2264"
std::string code_point_name(char32_t code_point);

}  // namespace attest::language

// Laying out text for a terminal.
#pragma once

#include <string>
#include <string_view>

namespace attest {

inline constexpr std::size_t page_width = 110;

// Breaks at spaces so that lines have at most `width` characters; all lines but the first begin with
// `indent` spaces. A word that is longer stays whole.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width = page_width);

// "label     text", the text wrapped to the right of the label.
std::string labelled(std::string_view label, std::string_view text, std::size_t indent = 2,
                     std::size_t label_width = 15);

// The number of characters (UTF-8 code points) that a terminal shows.
std::size_t display_width(std::string_view text);

}  // namespace attest

// Laying out text for a terminal.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attest {

// Columns of a line of prose: COLUMNS, else the terminal's on standard output, else 100; at least 40.
std::size_t page_width();
// The same of standard error, for a line that is written over again and again; 80 where nothing is known.
std::size_t progress_width();
// That of a message: of standard error where it is a terminal; nothing else cuts a message into lines.
std::optional<std::size_t> message_width();
// The first for tables, which are 80 wide where nothing is known.
std::size_t table_width();

// Breaks at spaces so that lines have at most `width` characters; all lines but the first begin with
// `indent` spaces. A word that is longer stays whole.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width = page_width());

// The lines of a cell that is `width` wide: broken at spaces, else behind one of "/-,=;", else anywhere.
std::vector<std::string> broken(std::string_view text, std::size_t width);

// The text in one line of at most `width` characters, cut at a space and ended by "..." where it is longer.
std::string shortened(const std::string& text, std::size_t width);
// The same, cut anywhere.
std::string cut(const std::string& text, std::size_t width);

// "label     text", the text wrapped to the right of the label.
std::string labelled(std::string_view label, std::string_view text, std::size_t indent = 2,
                     std::size_t label_width = 15, std::size_t width = page_width());

// The number of characters (UTF-8 code points) that a terminal shows.
std::size_t display_width(std::string_view text);

}  // namespace attest

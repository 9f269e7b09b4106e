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
// `indent` spaces. A word that is longer than a line is broken as a cell is, unless it is JSON.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width = page_width());

// The lines of a cell that is `width` wide: broken at spaces, else behind one of "/-,=;*+)]}", else anywhere.
std::vector<std::string> broken(std::string_view text, std::size_t width);

// The text in one line of at most `width` characters, cut at a space and ended by "..." where it is longer.
std::string shortened(const std::string& text, std::size_t width);
// The same, cut anywhere.
std::string cut(const std::string& text, std::size_t width);

// Every line by itself; what it takes beyond one line is indented by four spaces more than it is.
std::string wrapped_lines(std::string_view text, std::size_t width = page_width());

// A title with its line's end; what it takes beyond one line is indented.
std::string title_line(std::string_view text, std::size_t width = page_width());

// A line for standard error, in several where that is a terminal.
void tell(const std::string& message);

// "label     text", the text wrapped to the right of the label.
std::string labelled(std::string_view label, std::string_view text, std::size_t indent = 2,
                     std::size_t label_width = 15, std::size_t width = page_width());

// The same for what is typed, which stays in one line, however long, so that it can be copied: behind its label where it fits there,
// else below it.
std::string labelled_command(std::string_view label, std::string_view command, std::size_t indent = 2,
                             std::size_t label_width = 15, std::size_t width = page_width());

// The number of characters (UTF-8 code points) that a terminal shows; a colour's escape sequence is none.
std::size_t display_width(std::string_view text);

}  // namespace attest

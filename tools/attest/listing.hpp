// What is said of one thing, a label and a text a line; one list, three ways to write it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tools/attest/table.hpp"
#include "tools/attest/text.hpp"

namespace attest {

using Remarks = std::vector<std::pair<std::string, std::string>>;  // label, text

// Whether this is what a reader types or copies: by its label, or because it is JSON, maybe with a rank in parentheses behind it.
bool is_typed(const std::string& label, const std::string& text);

// Aligned in `width` columns of text, or a list of Markdown or LaTeX; empty where there is nothing.
std::string render(const Remarks& remarks, Format format, std::size_t label_width = 15,
                   std::size_t width = page_width());

// A heading in Markdown (of this level) and LaTeX, followed by what it heads. Not for text.
std::string heading(const std::string& title, Format format, int level = 1);

// What is typed or laid out already.
std::string verbatim(const std::string& text, Format format);

}  // namespace attest

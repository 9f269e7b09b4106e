#include "tools/attest/text.hpp"

#include <algorithm>

namespace attest {

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  std::string result;
  std::size_t column = indent;
  bool first_word = true;
  while (!text.empty()) {
    const std::size_t space = text.find(' ');
    const std::string_view word = text.substr(0, space);
    text = space == std::string_view::npos ? std::string_view() : text.substr(space + 1);
    const std::size_t length = display_width(word);
    if (!first_word && column + 1 + length > width) {
      result += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (!first_word) {
      result += ' ';
      ++column;
    }
    result += word;
    column += length;
    first_word = false;
  }
  return result;
}

std::string labelled(std::string_view label, std::string_view text, std::size_t indent,
                     std::size_t label_width) {
  std::string line(indent, ' ');
  line += label;
  const std::size_t used = display_width(label);
  line += std::string(used < label_width ? label_width - used : 1, ' ');
  return line + wrapped(text, indent + label_width) + "\n";
}

}  // namespace attest

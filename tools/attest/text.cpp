#include "tools/attest/text.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace attest {

namespace {

constexpr std::size_t narrowest_page = 40;
constexpr std::size_t widest_page = 400;

// What the environment or the terminal behind a stream says, if they do.
std::size_t told_width(int stream = STDOUT_FILENO) {
  std::size_t width = 0;
  if (const char* columns = std::getenv("COLUMNS")) {
    const std::string_view text(columns);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), width);
    if (error != std::errc() || end != text.data() + text.size()) width = 0;
  }
  winsize size{};
  if (width == 0 && isatty(stream) != 0 && ioctl(stream, TIOCGWINSZ, &size) == 0) width = size.ws_col;
  return width == 0 ? 0 : std::clamp(width, narrowest_page, widest_page);
}

// Bytes of the first `count` characters.
std::size_t bytes_of(std::string_view text, std::size_t count) {
  std::size_t at = 0;
  while (at < text.size() && count > 0) {
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
    --count;
  }
  return at;
}

}  // namespace

std::size_t page_width() {
  const std::size_t told = told_width();
  return told == 0 ? 100 : told;
}

std::size_t progress_width() {
  const std::size_t told = told_width(STDERR_FILENO);
  return told == 0 ? 80 : told;
}

std::optional<std::size_t> message_width() {
  if (isatty(STDERR_FILENO) == 0) return std::nullopt;
  return progress_width();
}

std::size_t table_width() {
  const std::size_t told = told_width();
  return told == 0 ? 80 : told;
}

std::vector<std::string> broken(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  while (display_width(text) > width) {
    const std::size_t most = bytes_of(text, width);
    std::size_t end = text.rfind(' ', most);
    std::size_t next = end + 1;
    if (end == std::string_view::npos || end == 0) {
      const std::size_t sign = text.substr(0, most).find_last_of("/-,=;");
      end = next = sign == std::string_view::npos ? most : sign + 1;
    }
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(next);
  }
  lines.emplace_back(text);
  return lines;
}

std::string cut(const std::string& text, std::size_t width) {
  return display_width(text) <= width ? text : text.substr(0, bytes_of(text, width - 3)) + "...";
}

std::string shortened(const std::string& text, std::size_t width) {
  if (display_width(text) <= width) return text;
  const std::string start = text.substr(0, bytes_of(text, width - 3));
  const std::size_t space = text[start.size()] == ' ' ? start.size() : start.rfind(' ');
  return (space == std::string::npos || space < start.size() / 2 ? start : start.substr(0, space)) + "...";
}

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
                     std::size_t label_width, std::size_t width) {
  std::string line(indent, ' ');
  line += label;
  const std::size_t used = display_width(label);
  line += std::string(used < label_width ? label_width - used : 1, ' ');
  return line + wrapped(text, indent + label_width, width) + "\n";
}

}  // namespace attest

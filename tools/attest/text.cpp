#include "tools/attest/text.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "tools/attest/streams.hpp"

namespace attest {

namespace {

constexpr std::size_t narrowest_page = 40;
constexpr std::size_t widest_page = 400;

// What the environment or the terminal behind a stream says, if they do.
std::size_t told_width(int stream = STDOUT_FILENO) {
  if (streams_are_captured()) return 0;
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

// Bytes of the escape sequence (ESC [ .. letter) that begins here; 0 where none does.
std::size_t escape_sequence(std::string_view text) {
  if (!text.starts_with("\033[")) return 0;
  std::size_t at = 2;
  while (at < text.size() && (text[at] < '@' || text[at] > '~')) ++at;
  return std::min(at + 1, text.size());
}

// Bytes of the first `count` characters, with the escape sequences before and behind them.
std::size_t bytes_of(std::string_view text, std::size_t count) {
  std::size_t at = 0;
  for (;;) {
    while (const std::size_t bytes = escape_sequence(text.substr(at))) at += bytes;
    if (at >= text.size() || count == 0) return at;
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
    --count;
  }
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
  if (!is_terminal(STDERR_FILENO)) return std::nullopt;
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
      const std::size_t sign = text.substr(0, most).find_last_of("/-,=;*+)]}");
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
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t escaped = escape_sequence(text.substr(at));
    if (escaped == 0 && (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80) ++width;
    at += std::max<std::size_t>(escaped, 1);
  }
  return width;
}

namespace {

// What is taken for JSON in prose: an object, or an array of more than numbers. It can be copied as long as it stays in one line.
bool begins_json(std::string_view word) {
  return word.starts_with("{\"") || word.starts_with("[\"") || word.starts_with("[{") ||
         word.starts_with("[[");
}

// Words one behind the other from `column` on; what does not fit goes to the next line, which begins with `indent` spaces.
std::string flow(std::string_view text, std::size_t indent, std::size_t width, std::size_t column,
                 bool breaks_words) {
  const std::size_t room = width > indent + 8 ? width - indent : 8;
  std::string result;
  const auto next_line = [&] {
    result.erase(result.find_last_not_of(' ') + 1);  // two blanks in a row would leave one behind
    result += '\n' + std::string(indent, ' ');
    column = indent;
  };
  bool first_word = true;
  while (!text.empty()) {
    const std::size_t space = text.find(' ');
    const std::string_view word = text.substr(0, space);
    text = space == std::string_view::npos ? std::string_view() : text.substr(space + 1);
    if (!first_word && column + 1 + display_width(word) > width) {
      next_line();
    } else if (!first_word) {
      result += ' ';
      ++column;
    }
    first_word = false;
    if (!breaks_words || column + display_width(word) <= width) {
      result += word;
      column += display_width(word);
      continue;
    }
    // Longer than a line, or than what is left of the first one.
    if (begins_json(word)) {
      if (column > indent) next_line();
      result += word;
      column += display_width(word);
      continue;
    }
    const std::vector<std::string> parts =
        broken(word, column > indent && column < width ? width - column : room);
    for (const std::string& part : parts) {
      if (&part != &parts.front()) next_line();
      result += part;
      column += display_width(part);
    }
  }
  return result;
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  return flow(text, indent, width, indent, true);
}

std::string wrapped_lines(std::string_view text, std::size_t width) {
  std::string result;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    result += std::string(indent, ' ') + flow(line.substr(indent), indent + 4, width, indent, true) + "\n";
  }
  return result;
}

std::string title_line(std::string_view text, std::size_t width) {
  return (display_width(text) <= width ? std::string(text) : wrapped(text, 2, width)) + "\n";
}

void tell(const std::string& message) {
  const auto width = message_width();
  write_error((width ? flow(message, 2, *width, 2, false) : message) + "\n");
}

std::string labelled(std::string_view label, std::string_view text, std::size_t indent,
                     std::size_t label_width, std::size_t width) {
  std::string line(indent, ' ');
  line += label;
  const std::size_t used = display_width(label);
  if (used > label_width && indent + used + 8 > width) {
    line += "\n" + std::string(indent + label_width, ' ');
    return line + wrapped(text, indent + label_width, width) + "\n";
  }
  line += std::string(used < label_width ? label_width - used : 1, ' ');
  return line + flow(text, indent + label_width, width, display_width(line), true) + "\n";
}

std::string labelled_command(std::string_view label, std::string_view command, std::size_t indent,
                             std::size_t label_width, std::size_t width) {
  const std::size_t behind = indent + std::max(label_width, display_width(label) + 1);
  std::string line(indent, ' ');
  line += label;
  if (behind + display_width(command) <= width) {
    line += std::string(behind - indent - display_width(label), ' ');
  } else {
    line += "\n" + std::string(indent + 2, ' ');
  }
  return line.append(command) + "\n";
}

}  // namespace attest

#include "language/message.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "language/utf8.hpp"

namespace attest::language {

namespace {

constexpr std::size_t most_bytes = 1U << 20U;
constexpr long widest_shown = 96;  // code points of a line beside a caret

std::string joined(const std::vector<Message>& messages) {
  std::string result;
  for (const Message& message : messages) {
    if (!result.empty()) result += '\n';
    if (message.place.line > 0) result += fmt::format("{}:{}: ", message.place.line, message.place.column);
    result += message.text;
  }
  return result;
}

[[noreturn]] void refuse_source(const Place& place, const std::string& text) {
  throw ParseError({Message{place, text}});
}

std::string control_character(char byte) {
  if (byte == '\r') return "a carriage return; lines end with a newline alone (dos2unix converts a file)";
  return fmt::format("the control character {}; a text holds none but newline and tab",
                     code_point_name(static_cast<unsigned char>(byte)));
}

}  // namespace

SourceText::SourceText(std::string name, std::string text, int number)
    : name_(std::move(name)), text_(std::move(text)), number_(number), starts_{0} {
  if (text_.size() > most_bytes) {
    refuse_source({}, fmt::format("the text has {} bytes, at most {} are read", text_.size(), most_bytes));
  }
  const auto invalid = invalid_utf8(text_);
  long line_number = 1;
  for (std::size_t at = 0; at < text_.size(); ++at) {
    const auto here = [&] {
      return Place{line_number,
                   code_points(std::string_view(text_).substr(starts_.back(), at - starts_.back())) + 1, 1,
                   number_};
    };
    if (invalid && at == *invalid) {
      refuse_source(here(),
                    fmt::format("the byte {:#04x} is no UTF-8", static_cast<unsigned char>(text_[at])));
    }
    const char byte = text_[at];
    if (byte == '\n') {
      starts_.push_back(at + 1);
      ++line_number;
    } else if ((static_cast<unsigned char>(byte) < ' ' && byte != '\t') || byte == '\x7f') {
      refuse_source(here(), control_character(byte));
    }
  }
}

std::string_view SourceText::line(long number) const {
  if (number < 1 || static_cast<std::size_t>(number) > starts_.size()) return {};
  const std::size_t start = starts_[static_cast<std::size_t>(number) - 1];
  const std::size_t end = text_.find('\n', start);
  return std::string_view(text_).substr(start, end == std::string::npos ? end : end - start);
}

std::string SourceText::between(const Place& first, const Place& last) const {
  const auto offset = [&](long number, long code_points_before) {
    const std::string_view here = line(number);
    return starts_.at(static_cast<std::size_t>(number) - 1) +
           first_code_points(here, code_points_before).size();
  };
  const std::size_t start = offset(first.line, first.column - 1);
  return text_.substr(start, offset(last.line, last.column - 1 + last.length) - start);
}

std::string SourceText::render(const Message& message) const {
  const Place& place = message.place;
  if (place.line == 0) return fmt::format("{}: {}", name_, message.text);
  std::string_view shown = line(place.line);
  const long width = code_points(shown);
  const long column = std::clamp(place.column, 1L, width + 1);
  // Of a long line what stands around the place.
  long skipped = 0;
  if (width > widest_shown) skipped = std::clamp(column - 1 - widest_shown / 2, 0L, width - widest_shown);
  shown.remove_prefix(first_code_points(shown, skipped).size());
  const bool cut = width - skipped > widest_shown;
  if (cut) shown = first_code_points(shown, widest_shown);
  std::string text(shown);
  std::replace(text.begin(), text.end(), '\t',
               ' ');  // a blank wide, so that the caret stands below its place
  const long room = std::max(1L, std::min(width, skipped + widest_shown) - column + 1);
  const long length = std::clamp(place.length, 1L, room);
  return fmt::format("{}:{}:{}: {}\n  {}{}{}\n  {}^{}", name_, place.line, place.column, message.text,
                     skipped > 0 ? "..." : "", text, cut ? "..." : "",
                     std::string(static_cast<std::size_t>(column - 1 - skipped + (skipped > 0 ? 3 : 0)), ' '),
                     std::string(static_cast<std::size_t>(length - 1), '~'));
}

ParseError::ParseError(std::vector<Message> messages)
    : std::runtime_error(joined(messages)), messages_(std::move(messages)) {}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& known) {
  constexpr std::size_t longest = 64;  // a name: the comparison's steps grow with both lengths
  if (name.size() > longest) return {};
  std::vector<std::string> near;
  for (const std::string& candidate : known) {
    if (candidate.size() <= longest) near.push_back(candidate);
  }
  const std::string nearest = nearest_name(name, near);
  return nearest.empty() ? std::string() : fmt::format("; did you mean '{}'?", nearest);
}

}  // namespace attest::language

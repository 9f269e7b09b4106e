#include "language/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace attest::language {

namespace {

bool continues(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

// How many bytes a code point has that begins with this byte; 0 for a byte that begins none.
std::size_t utf8_bytes(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  if (byte < 0x80) return 1;
  if (byte >= 0xC2 && byte < 0xE0) return 2;
  if (byte >= 0xE0 && byte < 0xF0) return 3;
  if (byte >= 0xF0 && byte < 0xF5) return 4;
  return 0;
}

}  // namespace

long code_points(std::string_view text) {
  return std::count_if(text.begin(), text.end(), [](char byte) { return !continues(byte); });
}

std::string_view first_code_points(std::string_view text, long count) {
  std::size_t at = 0;
  for (; count > 0 && at < text.size(); --count) {
    ++at;
    while (at < text.size() && continues(text[at])) ++at;
  }
  return text.substr(0, at);
}

std::optional<std::size_t> invalid_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t bytes = utf8_bytes(text[at]);
    if (bytes == 0 || at + bytes > text.size()) return at;
    for (std::size_t k = 1; k < bytes; ++k) {
      if (!continues(text[at + k])) return at;
    }
    const char32_t value = first_code_point(text.substr(at, bytes));
    const bool overlong = (bytes == 3 && value < 0x800) || (bytes == 4 && value < 0x10000);
    if (overlong || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) return at;
    at += bytes;
  }
  return std::nullopt;
}

char32_t first_code_point(std::string_view text) {
  if (text.empty()) return 0;
  const std::size_t bytes = utf8_bytes(text[0]);
  constexpr unsigned char payload[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
  char32_t value = static_cast<unsigned char>(text[0]) & payload[bytes];
  for (std::size_t k = 1; k < bytes; ++k) {
    value = value << 6U | (static_cast<unsigned char>(text[k]) & 0x3FU);
  }
  return value;
}

std::string code_point_name(char32_t code_point) {
  return fmt::format("U+{:04X}", static_cast<unsigned long>(code_point));
}

}  // namespace attest::language

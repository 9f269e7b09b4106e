#include "tools/attest/report/html_escape.hpp"

namespace attest::report {

std::string html_escape(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default: {
        const auto byte = static_cast<unsigned char>(c);
        const bool control = (byte < ' ' && c != '\n' && c != '\t') || byte == 0x7f;
        result += control ? std::string("\xEF\xBF\xBD") : std::string(1, c);
      }
    }
  }
  return result;
}

}  // namespace attest::report

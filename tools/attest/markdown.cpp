#include "tools/attest/markdown.hpp"

#include <algorithm>
#include <cctype>

#include "tools/attest/typed_spans.hpp"

namespace attest {

namespace {

std::string escaped_prose(const std::string& text) {
  std::string result;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    // What begins an element of HTML, which Markdown would pass on.
    const auto next = static_cast<unsigned char>(k + 1 < text.size() ? text[k + 1] : ' ');
    const bool element = c == '<' && (std::isalpha(next) != 0 || next == '/' || next == '!' || next == '?');
    if (c == '|' || c == '\\' || c == '*' || c == '_' || c == '`' || element) result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result;
}

std::size_t longest_run_of_backticks(const std::string& text) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

}  // namespace

std::string markdown_typed(const std::string& text, MarkdownPlace place) {
  const std::string fence(longest_run_of_backticks(text) + 1, '`');
  std::string code;
  for (const char c : text) {
    // A table's row is cut at its bars before anything else is read.
    if (c == '|' && place == MarkdownPlace::table) code += '\\';
    code += c == '\n' ? ' ' : c;
  }
  // One space at both ends is taken away by whoever reads it.
  const bool padded = !text.empty() && (text.front() == '`' || text.back() == '`' ||
                                        (text.front() == ' ' && text.back() == ' '));
  return padded ? fence + " " + code + " " + fence : fence + code + fence;
}

std::string markdown_prose(const std::string& text, MarkdownPlace place) {
  std::string result;
  for (const TypedSpan& span : typed_spans(text))
    result += span.typed ? markdown_typed(span.text, place) : escaped_prose(span.text);
  return result;
}

}  // namespace attest

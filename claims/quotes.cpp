#include "claims/quotes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

namespace attest {

namespace {

constexpr std::string_view of_the_text = " of the paper's text";

using NamedQuotes = std::vector<std::pair<std::string, Quote>>;

const NamedQuotes& statements() {
  static const NamedQuotes all{
#include "claims/quoted_statements.inc"
  };
  return all;
}

const NamedQuotes& lines() {
  static const NamedQuotes all{
#include "claims/quoted_lines.inc"
  };
  return all;
}

bool is_of_lines(const std::string& mark) {
  return !mark.empty() && std::all_of(mark.begin(), mark.end(),
                                      [](unsigned char c) { return std::isdigit(c) != 0 || c == '-'; });
}

}  // namespace

std::string place_of(const Quote& quote) {
  return quote.first_line == quote.last_line ? fmt::format("line {}", quote.first_line)
                                             : fmt::format("lines {}-{}", quote.first_line, quote.last_line);
}

std::string place_of(const std::string& mark) {
  if (!is_of_lines(mark)) return mark;
  return fmt::format("line{} {}", mark.find('-') == std::string::npos ? "" : "s", mark);
}

std::string cited(const std::string& mark) {
  return is_of_lines(mark) ? place_of(mark) + std::string(of_the_text) : "@" + mark;
}

std::string in_source(const std::string& mark) {
  return mark.empty() ? "" : " (" + cited(mark) + ")";
}

std::optional<Quote> quoted_statement(const std::string& claim) {
  for (const auto& [name, quote] : statements()) {
    if (name == claim) return quote;
  }
  return std::nullopt;
}

std::vector<Quote> quoted_lines(const std::string& paper, const std::string& text) {
  std::vector<std::pair<std::size_t, Quote>> found;
  for (const auto& [name, quote] : lines()) {
    if (name != paper) continue;
    const std::size_t at = text.find(place_of(quote) + std::string(of_the_text));
    if (at != std::string::npos) found.emplace_back(at, quote);
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Quote> quotes;
  for (auto& [at, quote] : found) quotes.push_back(std::move(quote));
  return quotes;
}

}  // namespace attest

#include "claims/usage_error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace attest {

namespace {

constexpr std::size_t longest_shown = 60;

// What the user wrote, cut and with control characters shown as "?", so that a message stays one line.
std::string shown(std::string_view value) {
  std::string text(value.substr(0, longest_shown));
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = '?';
  }
  return value.size() > longest_shown ? text + "..." : text;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitution = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substitution});
    }
  }
  return row[b.size()];
}

}  // namespace

UsageError::UsageError(std::string_view argument, std::string_view value, std::string_view expected)
    : std::runtime_error(fmt::format("{}: got \"{}\", expected {}", argument, shown(value), expected)) {}

std::string nearest_name(std::string_view name, const std::vector<std::string>& known) {
  name = name.substr(0, 2 * longest_shown);
  std::string best;
  std::size_t best_distance = name.size() / 2 + 1;
  for (const auto& candidate : known) {
    // The part behind "paper/" alone is a good guess too.
    const auto slash = candidate.find('/');
    const auto tail = slash == std::string::npos ? std::string_view(candidate)
                                                 : std::string_view(candidate).substr(slash + 1);
    const auto distance = std::min(edit_distance(name, candidate), edit_distance(name, tail));
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string one_of(std::string_view given, const std::vector<std::string>& known) {
  const std::string nearest = nearest_name(given, known);
  return fmt::format("one of: {}{}", fmt::join(known, ", "),
                     nearest.empty() ? "" : fmt::format(" (did you mean {}?)", nearest));
}

}  // namespace attest

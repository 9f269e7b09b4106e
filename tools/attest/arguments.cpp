#include "tools/attest/arguments.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "claims/usage_error.hpp"

namespace attest {

namespace {

std::optional<std::uint64_t> whole_number(const std::string& text) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc() || stopped != end) return std::nullopt;
  return value;
}

}  // namespace

std::uint64_t read_count(const std::string& option, const std::string& value, std::uint64_t least,
                         std::uint64_t most) {
  const auto number = whole_number(value);
  if (!number || *number < least || *number > most) {
    throw UsageError(option, value,
                     most == std::numeric_limits<std::uint64_t>::max()
                         ? fmt::format("an integer of at least {}, below 2^64", least)
                         : fmt::format("an integer from {} to {}", least, most));
  }
  return *number;
}

namespace {

// A finite decimal number above `least`.
double number_above(const std::string& option, const std::string& value, double least, const char* expected) {
  double number = 0;
  const char* end = value.data() + value.size();
  const auto [stopped, error] = std::from_chars(value.data(), end, number);
  if (value.empty() || error != std::errc() || stopped != end || !std::isfinite(number) || number <= least) {
    throw UsageError(option, value, expected);
  }
  return number;
}

}  // namespace

double read_seconds(const std::string& option, const std::string& value) {
  return number_above(option, value, 0, "a number of seconds above 0");
}

double read_ratio(const std::string& option, const std::string& value) {
  return number_above(option, value, 1, "a factor above 1, say 2 or 1.1");
}

Part read_part(const std::string& value) {
  const auto slash = value.find('/');
  const auto residue = whole_number(value.substr(0, slash));
  const auto modulus = whole_number(slash == std::string::npos ? "" : value.substr(slash + 1));
  if (!residue || !modulus || *residue >= *modulus) {
    throw UsageError("--part", value, "R/M with integers 0 <= R < M");
  }
  return {*residue, *modulus, true};
}

Method read_method(const std::string& value) {
  if (value == "auto") return Method::automatic;
  if (value == "enumeration") return Method::enumeration;
  if (value == "cover") return Method::cover;
  throw UsageError("--by", value, one_of(value, {"auto", "enumeration", "cover"}));
}

Format read_format(const std::string& value) {
  if (value == "text") return Format::text;
  if (value == "json") return Format::json;
  if (value == "csv") return Format::csv;
  if (value == "latex") return Format::latex;
  if (value == "markdown") return Format::markdown;
  throw UsageError("--format", value, one_of(value, {"text", "json", "csv", "latex", "markdown"}));
}

Variant read_variant(const std::string& value) {
  if (const auto variant = variant_from_string(value)) return *variant;
  throw UsageError("--variant", value, one_of(value, {"printed", "repaired", "constructed"}));
}

std::uint64_t read_bytes(const std::string& option, const std::string& value) {
  std::string digits = value;
  std::uint64_t unit = 1;
  if (!digits.empty()) {
    const auto at = std::string("KMGT").find(digits.back());
    if (at != std::string::npos) {
      unit = std::uint64_t{1} << (10 * (at + 1));
      digits.pop_back();
    }
  }
  const auto number = whole_number(digits);
  if (!number || *number == 0 || *number > std::numeric_limits<std::uint64_t>::max() / unit) {
    throw UsageError(option, value, "a number of bytes above 0, such as 1048576, 512M or 2G");
  }
  return *number * unit;
}

}  // namespace attest

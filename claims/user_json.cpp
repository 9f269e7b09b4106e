#include "claims/user_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <optional>
#include <set>
#include <vector>

#include "claims/input_files.hpp"
#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"

namespace attest {

namespace {

std::string printed(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// "FILE:LINE", for a place in the text.
std::string line_of(std::string_view text, std::size_t place, const std::string& argument) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(place);
  return fmt::format("{}:{}", argument, 1 + std::count(text.begin(), end, '\n'));
}

// Depth and numbers, before the library (or its destructor) meets them.
void check_limits(std::string_view text, const std::string& argument) {
  if (text.size() > most_json_bytes) {
    throw UsageError(fmt::format("{}: got {} bytes of JSON, expected at most {} MiB", argument, text.size(),
                                 most_json_bytes >> 20));
  }
  std::size_t depth = 0;
  std::size_t number = 0;
  bool in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (in_string) {
      if (c == '\\') ++at;
      in_string = c != '"';
      continue;
    }
    in_string = c == '"';
    number = std::isdigit(static_cast<unsigned char>(c)) != 0 ? number + 1 : 0;
    if (number > longest_json_number) {
      throw UsageError(line_of(text, at, argument), text.substr(at + 1 - number, 100),
                       fmt::format("numbers of at most {} digits", longest_json_number));
    }
    if (c == '{' || c == '[') ++depth;
    if ((c == '}' || c == ']') && depth > 0) --depth;
    if (depth > deepest_json) {
      throw UsageError(fmt::format("{}: got objects or arrays {} deep, expected at most {}",
                                   line_of(text, at, argument), depth, deepest_json));
    }
  }
}

std::optional<Integer> exact_integer(const Json& json) {
  if (json.is_number_unsigned()) return Integer(json.get<std::uint64_t>());
  if (json.is_number_integer()) return Integer(json.get<std::int64_t>());
  if (json.is_string()) return integer_from_string(json.get_ref<const std::string&>());
  return std::nullopt;
}

}  // namespace

Json parse_user_json(std::string_view text, const std::string& argument) {
  check_limits(text, argument);
  std::vector<std::set<std::string>> keys;  // of the objects that are open; the library keeps the last of two
  const Json::parser_callback_t refuse_twins = [&](int, Json::parse_event_t event, Json& value) {
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key && !keys.back().insert(value.get<std::string>()).second) {
      throw UsageError(argument + ": key", value.get<std::string>(), "every key once in an object");
    }
    return true;
  };
  try {
    return Json::parse(text, refuse_twins);
  } catch (const Json::parse_error& failure) {
    const std::size_t place = std::min<std::size_t>(failure.byte, text.size());
    throw UsageError(line_of(text, place, argument), text.substr(place == 0 ? 0 : place - 1, 40),
                     "JSON (the text is none from here on)");
  } catch (const Json::out_of_range& failure) {  // 1e400
    const std::string_view what = failure.what();
    const std::size_t quote = std::min(what.find('\''), what.size() - 1);
    const std::string_view number = what.substr(quote + 1, what.rfind('\'') - quote - 1);
    throw UsageError(argument, std::string(number.substr(0, 40)),
                     "numbers of at most about 10^308 (larger integers as strings)");
  }
}

Json read_user_json(const std::string& path, const std::string& argument) {
  std::ifstream file(path, std::ios::binary);
  std::string text;
  std::array<char, std::size_t{1} << 16U> piece{};
  while (file && text.size() <= most_json_bytes) {
    file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    text.append(piece.data(), static_cast<std::size_t>(file.gcount()));
  }
  if (file.bad() || (text.empty() && !file.eof())) {
    throw UsageError(argument, path, "a file that can be read");
  }
  note_input_file(path, text);
  return parse_user_json(text, argument);
}

Integer integer_from_json(const Json& json, const std::string& argument, const std::string& expected) {
  if (auto value = exact_integer(json)) return *std::move(value);
  throw UsageError(argument, printed(json), expected);
}

bool is_integer_between(const Json& json, long least, long most) {
  if (!json.is_number_integer()) return false;
  const Integer value = *exact_integer(json);
  return value >= least && value <= most;
}

long integer_from_json(const Json& json, const std::string& argument, long least, long most,
                       const std::string& expected) {
  if (is_integer_between(json, least, most)) return to_long(*exact_integer(json));
  throw UsageError(argument, printed(json), expected);
}

Rational rational_from_json(const Json& json, const std::string& argument, const std::string& expected) {
  if (const auto value = exact_integer(json)) return Rational(*value);
  if (json.is_string()) {
    if (const auto value = rational_from_string(json.get_ref<const std::string&>())) return *value;
  }
  throw UsageError(argument, printed(json), expected);
}

}  // namespace attest

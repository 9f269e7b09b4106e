#include "tools/attest/input_option.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "claims/suggestion.hpp"
#include "claims/usage_error.hpp"
#include "claims/user_json.hpp"
#include "tools/attest/read_file.hpp"

namespace attest {

Json input_option(const std::string& argument, const std::vector<std::string>& more_words) {
  if (argument == "random" || argument.rfind("rank:", 0) == 0) return argument;
  const bool from_file = argument.rfind('@', 0) == 0;
  const std::string text =
      from_file ? read_file(argument.substr(1), "--input", argument, most_json_bytes) : argument;
  const bool looks_like_json = text.find_first_of("{[") != std::string::npos;
  if (!from_file && !looks_like_json) {
    std::vector<std::string> words{"random"};
    words.insert(words.end(), more_words.begin(), more_words.end());
    throw UsageError(
        "--input", argument,
        fmt::format("JSON, rank:R, @FILE or {}{}", fmt::join(words, ", "), maybe_meant(argument, words)));
  }
  Json input = parse_user_json(text, "--input");
  if (input.is_string()) throw UsageError("--input", argument, "JSON, rank:R, random or @FILE");
  return input;
}

}  // namespace attest

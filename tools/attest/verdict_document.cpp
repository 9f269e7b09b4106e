#include "tools/attest/verdict_document.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/input_files.hpp"
#include "tools/attest/build_identity.hpp"
#include "tools/attest/version.hpp"

namespace attest {

Json verdict_document(const Verdict& verdict, const std::string& command, std::uint64_t seed) {
  Json document = {
      {"schema", "attest/verdict/1"}, {"version", version()}, {"command", command}, {"seed", seed}};
  const Json fields = to_json(verdict);
  for (const auto& [field, value] : fields.items()) {
    document[field] = value;
    if (field == "own") {
      document["build"] = build_identity();
      auto files = input_files();
      if (verdict.own) files.erase(verdict.own->file);  // its hash stands in "own"
      document["files"] = files;
    }
  }
  return document;
}

std::string json_line(const Json& document) {
  // Whatever bytes an argument had, the line is valid UTF-8.
  return document.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string json_text(const Json& document, int indent) {
  return document.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

namespace {

// A letter, digit, sign or space that every terminal shows; other bytes may be no UTF-8.
bool is_shown(char c) {
  return c >= ' ' && c <= '~';
}

}  // namespace

std::string shell_command(const std::vector<std::string>& words) {
  std::string result;
  for (const auto& word : words) {
    if (!result.empty()) result += ' ';
    const bool plain = !word.empty() && word.find_first_not_of(
                                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                            "0123456789_-+=./:,@%^") == std::string::npos;
    if (plain) {
      result += word;
      continue;
    }
    if (!std::all_of(word.begin(), word.end(), is_shown)) {
      result += "$'";
      for (const char c : word) {
        if (!is_shown(c)) {
          result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        } else {
          result += c == '\'' || c == '\\' ? std::string{'\\', c} : std::string(1, c);
        }
      }
      result += '\'';
      continue;
    }
    result += '\'';
    for (const char c : word) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    result += '\'';
  }
  return result;
}

}  // namespace attest

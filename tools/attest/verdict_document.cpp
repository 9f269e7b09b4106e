#include "tools/attest/verdict_document.hpp"

#include "claims/input_files.hpp"
#include "tools/attest/build_identity.hpp"
#include "tools/attest/version.hpp"

namespace attest {

Json verdict_document(const Verdict& verdict, const std::string& command) {
  Json document = {{"schema", "attest/verdict/1"}, {"version", version()}, {"command", command}};
  const Json fields = to_json(verdict);
  for (const auto& [field, value] : fields.items()) {
    document[field] = value;
    if (field == "parameters") {
      document["build"] = build_identity();
      document["files"] = input_files();
    }
  }
  return document;
}

std::string json_line(const Json& document) {
  // Whatever bytes an argument had, the line is valid UTF-8.
  return document.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

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
    result += '\'';
    for (const char c : word) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    result += '\'';
  }
  return result;
}

}  // namespace attest

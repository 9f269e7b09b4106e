#include "tools/attest/color.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cctype>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tools/attest/streams.hpp"

namespace attest {

namespace {

bool color_is_used = false;

int code_of(Status status) {
  switch (status) {
    case Status::holds:
      return 32;  // green
    case Status::refuted:
    case Status::ill_formed:
      return 31;  // red
    default:
      return 33;  // yellow
  }
}

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

void use_color(bool on) {
  color_is_used = on;
}

bool terminal_has_color() {
  return is_terminal(STDOUT_FILENO) && variable("NO_COLOR").empty() && !variable("TERM").empty() &&
         variable("TERM") != "dumb";
}

std::string colored(const std::string& text, Status status) {
  return color_is_used ? fmt::format("\033[1;{}m{}\033[0m", code_of(status), text) : text;
}

std::optional<Status> verdict_of_words(std::string_view words) {
  // The kind of a refutation, the evidence of what holds.
  if (const std::size_t behind = words.find(" ("); behind != std::string_view::npos && words.ends_with(')'))
    words = words.substr(0, behind);
  std::string word(words);
  for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (word == "right") return Status::holds;
  if (word == "wrong") return Status::refuted;
  if (word == "not decided") return Status::undecided;
  return status_from_string(word);
}

std::string colored_words(const std::string& words) {
  const auto status = verdict_of_words(words);
  return status ? colored(words, *status) : words;
}

}  // namespace attest

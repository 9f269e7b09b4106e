#include "library/words.hpp"

#include <algorithm>
#include <array>

#include "claims/usage_error.hpp"
#include "tools/attest/command_table.hpp"

namespace attest::api {

namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

void refuse_null(const std::string& what, const std::string& value) {
  if (value.find('\0') != std::string::npos)
    throw UsageError(what, value.substr(0, value.find('\0')), "a text without a null character");
}

void expect_option_name(const std::string& name) {
  refuse_null("option", name);
  if (name.empty() || !is_letter(name.front()) ||
      !std::all_of(name.begin(), name.end(), [](char c) { return is_letter(c) || c == '-'; }))
    throw UsageError("option", name, "a name without dashes before it, as \"variant\"");
}

std::string parameter_word(const std::string& name, const std::string& value) {
  refuse_null("parameter", name);
  refuse_null(name, value);
  if (name.empty() || !is_letter(name.front()) || !std::all_of(name.begin(), name.end(), [](char c) {
        return is_letter(c) || (c >= '0' && c <= '9') || c == '_';
      }))
    throw UsageError("parameter", name, "a name, as \"n\"");
  return name + "=" + value;
}

// What concerns a terminal, or a program of its own that no stop would reach.
constexpr std::array of_the_program{"color", "format", "help", "kernel", "progress", "quiet", "watch"};

}  // namespace

Words Words::of(const std::string& command, const Theorem* theorem, const Request& request) {
  Words made{{"attest", command}, request.standard_input};
  if (theorem != nullptr) {
    const std::string& content = theorem->content_;
    switch (theorem->kind_) {
      case Theorem::Kind::named:
        refuse_null("claim", content);
        if (content.empty() || content.front() == '-' || content.ends_with(".theorem") ||
            content.find('=') != std::string::npos)
          throw UsageError("claim", content, "a name, as `attest list` gives it");
        made.words.push_back(content);
        break;
      case Theorem::Kind::file:
        refuse_null("file", content);
        if (!content.ends_with(".theorem")) throw UsageError("file", content, "a name that ends in .theorem");
        // A name that begins with a dash is a file like any other.
        made.words.push_back(content.front() == '-' ? "./" + content : content);
        break;
      case Theorem::Kind::text:
        if (!request.standard_input.empty())
          throw UsageError("standard_input: nothing beside a theorem's text, which is read there");
        made.standard_input = content;
        made.words.emplace_back("-");
        break;
    }
  }
  for (const auto& [name, value] : request.parameters) made.words.push_back(parameter_word(name, value));
  const CommandSpec& spec = *find_command(command);
  const bool page = command == "report";
  bool has_format = false;
  for (const auto& [name, value] : request.options) {
    expect_option_name(name);
    refuse_null(name, value);
    const bool is_format = page && name == "format";
    has_format = has_format || is_format;
    if (!is_format && std::find(of_the_program.begin(), of_the_program.end(), name) != of_the_program.end())
      throw UsageError(name + ": is for the program, not for a call of the library");
    made.words.push_back("--" + name);
    const OptionSpec* option = spec.option("--" + name);
    if (option == nullptr) continue;  // the parser says so, and which one was meant
    if (option->value.empty()) {
      if (!value.empty()) throw UsageError(name, value, "no value: it is there or not");
    } else {
      made.words.push_back(value);
    }
  }
  if (!page) {
    made.words.insert(made.words.end(), {"--format", "json"});
  } else if (!has_format) {
    made.words.insert(made.words.end(), {"--format", "html"});
  }
  return made;
}

}  // namespace attest::api

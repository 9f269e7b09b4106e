// Prose in which `what is typed` stands between backticks.
#pragma once

#include <string>
#include <vector>

namespace attest {

struct TypedSpan {
  std::string text;    // without the backticks
  bool typed = false;  // a command, an option, a name
};

// In order; what is typed is not empty. A backtick without another one is a character of prose.
std::vector<TypedSpan> typed_spans(const std::string& text);

}  // namespace attest

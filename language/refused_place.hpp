// A wrong request whose cause stands in a text. A command that has the text shows file, line, column and a caret; the
// message alone says "line 7: .."
#pragma once

#include <string>

#include "claims/usage_error.hpp"
#include "language/message.hpp"

namespace attest::language {

class RefusedPlace : public UsageError {
 public:
  RefusedPlace(const Place& where, const std::string& what)
      : UsageError("line " + std::to_string(where.line) + ": " + what), place(where), text(what) {}
  Place place;
  std::string text;  // without the line
};

// What the program does not evaluate, or a text does not say; never a verdict.
[[noreturn]] inline void refuse(const Place& place, const std::string& text) {
  throw RefusedPlace(place, text);
}

}  // namespace attest::language

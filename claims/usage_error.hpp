// A wrong request: something the user wrote cannot be taken. It becomes one line on standard error and
// exit status 2; it is never a verdict.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace attest {

class UsageError : public std::runtime_error {
 public:
  // "n: got \"0\", expected an integer of at least 1"
  UsageError(std::string_view argument, std::string_view value, std::string_view expected);
  explicit UsageError(const std::string& message) : std::runtime_error(message) {}
};

// "strassen/function-composition" for "strasen/function-composition"; empty if nothing is near.
std::string nearest_name(std::string_view name, const std::vector<std::string>& known);

// "one of: slow, fast", and which of them may have been meant.
std::string one_of(std::string_view given, const std::vector<std::string>& known);

}  // namespace attest

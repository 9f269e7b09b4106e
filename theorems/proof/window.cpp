// What is said of a window.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "theorems/proof/range_proof.hpp"

namespace attest::theorems {

namespace {

std::string failure_text(const Window::End& end, const std::string& parameter) {
  return fmt::format("{} = {} fails {}on {}", parameter, to_string(*end.fails),
                     end.at.empty() ? "" : "at " + to_string(end.at) + ", ", end.input);
}

// Of a value that fails, where; the reason has the input as well.
std::string verdict_text(const Window::Value& one) {
  if (one.status == Status::holds) return "proved";
  return one.status == Status::undecided ? one.reason : one.reason.substr(0, one.reason.find(": "));
}

}  // namespace

std::string Window::text() const {
  std::vector<std::string> parts;
  const auto proved = [&](const End& end) {
    parts.push_back(fmt::format("{} = {} is proved", parameter, to_string(end.proved)));
  };
  if (least) {
    if (least->fails) parts.push_back(failure_text(*least, parameter));
    proved(*least);
  }
  if (greatest) {
    if (greatest->proved != least->proved) proved(*greatest);
    if (greatest->fails) parts.push_back(failure_text(*greatest, parameter));
  }
  for (const Value& one : values)
    parts.push_back(fmt::format("{} = {}: {}", parameter, to_string(one.value), verdict_text(one)));
  return fmt::format("{}{}", meaning.empty() ? "" : meaning + ": ", fmt::join(parts, "; "));
}

}  // namespace attest::theorems

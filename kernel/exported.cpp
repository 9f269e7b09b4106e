#include "kernel/exported.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace attest::theorems::coq {

std::string Exported::arguments() const {
  std::string text = size;
  for (const Field& field : fields) text += " " + field.name;
  return text;
}

std::string Exported::binders() const {
  std::string text = fmt::format("({} : Z)", size);
  for (const Field& field : fields)
    text += fmt::format(" ({} : {})", field.name, field.function ? "Z -> Z" : "Z");
  return text;
}

std::string Exported::tuple() const {
  std::vector<std::string> names;
  for (const Square& square : squares) names.push_back(square.index);
  const std::string text = fmt::format("{}", fmt::join(names, ", "));
  return names.size() == 1 ? text : "(" + text + ")";
}

std::string Exported::pattern() const {
  std::string text;
  for (const Square& square : squares)
    text = text.empty() ? square.index : fmt::format("[{} {}]", text, square.index);
  return text;
}

}  // namespace attest::theorems::coq

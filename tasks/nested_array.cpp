#include "tasks/nested_array.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "numeric/integer.hpp"

namespace attest {

namespace {

std::string dumped(const Json& json) {
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  return text.size() <= 80 ? text : text.substr(0, 77) + "...";
}

Json nested_from(const Sides& sides, std::size_t depth, std::size_t& next,
                 const std::function<Json(std::size_t)>& entry) {
  if (depth == sides.size()) return entry(next++);
  Json array = Json::array();
  for (std::size_t k = 0; k < sides[depth]; ++k) array.push_back(nested_from(sides, depth + 1, next, entry));
  return array;
}

void read_from(const Json& json, const std::string& place, const Sides& sides, std::size_t depth,
               const std::function<void(const Json&, const std::string&)>& entry) {
  if (depth == sides.size()) return entry(json, place);
  if (!json.is_array() || json.size() != sides[depth]) {
    throw UsageError(
        place, dumped(json),
        fmt::format("an array of {} {}", sides[depth], depth + 1 == sides.size() ? "numbers" : "arrays"));
  }
  for (std::size_t k = 0; k < json.size(); ++k)
    read_from(json[k], fmt::format("{}/{}", place, k), sides, depth + 1, entry);
}

}  // namespace

std::size_t entries_of(const Sides& sides) {
  std::size_t count = 1;
  for (const std::size_t side : sides) count *= side;
  return count;
}

void require_few_entries(const std::vector<Sides>& arrays, std::size_t most) {
  Integer entries = 0;
  for (const Sides& sides : arrays) {
    Integer product = 1;
    for (const std::size_t side : sides) product *= side;
    entries += product;
  }
  if (entries > most)
    throw UsageError("parameters", fmt::format("sizes with inputs of {} numbers", entries.str()),
                     fmt::format("inputs of at most {} numbers", most));
}

void read_nested(const Json& json, const std::string& place, const Sides& sides,
                 const std::function<void(const Json&, const std::string&)>& entry) {
  read_from(json, place, sides, 0, entry);
}

Json nested(const Sides& sides, const std::function<Json(std::size_t)>& entry) {
  std::size_t next = 0;
  return nested_from(sides, 0, next, entry);
}

void require_keys(const Json& input, const std::vector<std::string>& names) {
  const bool fits =
      input.is_object() && input.size() == names.size() &&
      std::all_of(names.begin(), names.end(), [&](const std::string& name) { return input.contains(name); });
  if (!fits)
    throw UsageError("input", dumped(input),
                     fmt::format("an object with the keys {}", fmt::join(names, ", ")));
}

}  // namespace attest

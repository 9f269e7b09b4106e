#include "tasks/rational_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "claims/usage_error.hpp"
#include "claims/user_json.hpp"
#include "numeric/checked.hpp"
#include "tasks/datasets/random.hpp"

namespace attest {

namespace {

constexpr std::size_t most_rationals = std::size_t{1} << 20;

Json entry_json(const Rational& value) {
  if (const auto whole = fits_long(value)) return *whole;
  return to_string(value);
}

}  // namespace

const std::vector<Rational>& RationalInput::entries(const std::string& name) const {
  const auto place = std::find(names_.begin(), names_.end(), name);
  if (place == names_.end()) throw std::out_of_range("no field " + name);
  return entries_[static_cast<std::size_t>(place - names_.begin())];
}

RationalInput RationalFields::chosen(const Json& input, std::uint64_t seed) const {
  std::vector<Sides> arrays;
  for (const RationalField& field : fields_) arrays.push_back(field.sides);
  require_few_entries(arrays, most_rationals);
  const bool random = input == "random";
  std::vector<std::string> names;
  for (const RationalField& field : fields_) names.push_back(field.name);
  if (input.is_string() && !random)
    throw UsageError("input", input.get<std::string>(),
                     "JSON or random: the inputs are rational numbers, which have no ranks");
  if (!random) require_keys(input, names);
  Random draw(seed);
  std::vector<std::vector<Rational>> all;
  Json json = Json::object();
  for (const RationalField& field : fields_) {
    std::vector<Rational>& entries = all.emplace_back();
    if (random) {
      const Rational unit = field.bound ? Rational(*field.bound / 4) : Rational(1);
      const long most = field.bound ? 4 : 2;
      for (std::size_t k = entries_of(field.sides); k > 0; --k)
        entries.push_back(unit * draw.between(-most, most));
    } else {
      read_nested(input[field.name], "input " + field.name, field.sides,
                  [&](const Json& entry, const std::string& place) {
                    const Rational value = rational_from_json(entry, place);
                    if (field.bound && boost::multiprecision::abs(value) > *field.bound)
                      throw UsageError(place, to_string(value),
                                       fmt::format("a number from -{0} to {0}", to_string(*field.bound)));
                    entries.push_back(value);
                  });
    }
    json[field.name] = nested(field.sides, [&](std::size_t index) { return entry_json(entries[index]); });
  }
  return {std::move(names), std::move(all), std::move(json)};
}

}  // namespace attest

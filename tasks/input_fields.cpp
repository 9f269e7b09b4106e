#include "tasks/input_fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "claims/usage_error.hpp"
#include "claims/user_json.hpp"
#include "tasks/drawn_word.hpp"

namespace attest {

namespace {

constexpr std::size_t most_entries = std::size_t{1} << 22;
constexpr std::size_t longest_ranked = 4096;

InputSpace space_of(const std::vector<InputField>& fields) {
  std::vector<Sides> sides;
  for (const InputField& field : fields) sides.push_back(field.sides);
  require_few_entries(sides, most_entries);
  std::vector<Symbol> sizes;
  for (const InputField& field : fields)
    sizes.insert(sizes.end(), entries_of(field.sides), static_cast<Symbol>(field.letters.size()));
  return InputSpace(std::move(sizes));
}

std::string expected(const std::vector<long>& letters) {
  const long first = letters.front();
  const long last = letters.back();
  if (last - first + 1 == static_cast<long>(letters.size()))
    return fmt::format("an integer from {} to {}", first, last);
  if (letters.size() <= 12) return fmt::format("one of {}", fmt::join(letters, ", "));
  return fmt::format("one of the {} letters from {} to {}", letters.size(), first, last);
}

}  // namespace

std::vector<long> numbers(long first, long last) {
  std::vector<long> letters;
  for (long letter = first; letter <= last; ++letter) letters.push_back(letter);
  return letters;
}

const std::vector<long>& FieldsInput::entries(const std::string& name) const {
  const auto place = std::find(names_.begin(), names_.end(), name);
  if (place == names_.end()) throw std::out_of_range("no field " + name);
  return entries_[static_cast<std::size_t>(place - names_.begin())];
}

std::vector<int> FieldsInput::word(const std::string& name) const {
  const std::vector<long>& letters = entries(name);
  return {letters.begin(), letters.end()};
}

InputFields::InputFields(std::vector<InputField> fields)
    : fields_(std::move(fields)), space_(space_of(fields_)) {}

FieldsInput InputFields::chosen(const Json& input, std::uint64_t seed) const {
  return of_word(input.is_string() ? drawn_word(input.get<std::string>(), space_, seed) : from_json(input));
}

FieldsInput InputFields::of_word(const Word& word) const {
  std::vector<std::string> names;
  std::vector<std::vector<long>> entries;
  Json json = Json::object();
  std::size_t next = 0;
  for (const InputField& field : fields_) {
    names.push_back(field.name);
    std::vector<long>& letters = entries.emplace_back();
    for (std::size_t k = entries_of(field.sides); k > 0; --k) letters.push_back(field.letters[word[next++]]);
    json[field.name] = nested(field.sides, [&](std::size_t index) { return Json(letters[index]); });
  }
  std::optional<Integer> rank;
  if (word.size() <= longest_ranked) rank = space_.rank(word);
  return {std::move(names), std::move(entries), std::move(json), std::move(rank)};
}

Word InputFields::from_json(const Json& input) const {
  std::vector<std::string> names;
  for (const InputField& field : fields_) names.push_back(field.name);
  require_keys(input, names);
  Word word;
  for (const InputField& field : fields_) {
    read_nested(input[field.name], "input " + field.name, field.sides,
                [&](const Json& entry, const std::string& place) {
                  const std::string wanted = expected(field.letters);
                  const long value =
                      integer_from_json(entry, place, field.letters.front(), field.letters.back(), wanted);
                  const auto letter = std::lower_bound(field.letters.begin(), field.letters.end(), value);
                  if (*letter != value) throw UsageError(place, std::to_string(value), wanted);
                  word.push_back(static_cast<Symbol>(letter - field.letters.begin()));
                });
  }
  return word;
}

}  // namespace attest

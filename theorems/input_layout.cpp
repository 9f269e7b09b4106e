#include "theorems/input_layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "claims/usage_error.hpp"
#include "claims/user_json.hpp"
#include "language/refused_place.hpp"

namespace attest::theorems {

namespace {

constexpr std::size_t most_cells = 1U << 20U;

bool distinct_values(const InputField& field) {
  return field.shape == Shape::injective || field.shape == Shape::permutation;
}

// The place of `value` in an ascending list; npos where it is none.
std::size_t place_of(const std::vector<long>& list, long value) {
  const auto at = std::lower_bound(list.begin(), list.end(), value);
  if (at == list.end() || *at != value) return InputField::npos;
  return static_cast<std::size_t>(at - list.begin());
}

Json cells_to_json(const InputField& field, std::span<const long> cells, std::size_t argument) {
  if (argument == field.domains.size()) return cells.front();
  Json list = Json::array();
  const std::size_t parts = field.domains[argument].size();
  const std::size_t each = parts == 0 ? 0 : cells.size() / parts;
  for (std::size_t k = 0; k < parts; ++k) {
    list.push_back(cells_to_json(field, cells.subspan(k * each, each), argument + 1));
  }
  return list;
}

void cells_from_json(const InputField& field, const Json& json, std::size_t argument,
                     const std::string& where, std::vector<long>& cells, std::size_t& next) {
  if (argument == field.domains.size()) {
    const long first = field.values.front();
    const long last = field.values.back();
    const bool gaps = last - first + 1 != static_cast<long>(field.values.size());
    const std::string expected = gaps ? fmt::format("at {}: one of {}", where, fmt::join(field.values, ", "))
                                      : fmt::format("at {}: an integer from {} to {}", where, first, last);
    const long value = integer_from_json(json, "--input", first, last, expected);
    if (place_of(field.values, value) == InputField::npos) throw UsageError("--input", json.dump(), expected);
    cells[next++] = value;
    return;
  }
  const std::size_t parts = field.domains[argument].size();
  if (!json.is_array() || json.size() != parts) {
    throw UsageError("--input", json.dump().substr(0, 60), fmt::format("at {}: a list of {}", where, parts));
  }
  for (std::size_t k = 0; k < parts; ++k) {
    cells_from_json(field, json[k], argument + 1, fmt::format("{}[{}]", where, k + 1), cells, next);
  }
}

}  // namespace

std::size_t InputField::cell(std::span<const long> arguments) const {
  if (arguments.size() != domains.size()) return npos;
  std::size_t at = 0;
  for (std::size_t k = 0; k < domains.size(); ++k) {
    const std::size_t place = place_of(domains[k], arguments[k]);
    if (place == npos) return npos;
    at = at * domains[k].size() + place;
  }
  return first_cell + at;
}

InputLayout::InputLayout(std::vector<InputField> fields, std::optional<Spelling> spelled)
    : fields_(std::move(fields)) {
  if (spelled) {
    spelled_ = *spelled;
  } else {
    spelled_.kind = Spelling::Kind::object;
    for (const InputField& field : fields_) {
      spelled_.keys.push_back(field.name);
      spelled_.parts.emplace_back();
      spelled_.parts.back().input = field.name;
    }
  }
  check_letters(spelled_);
  for (std::size_t f = 0; f < fields_.size(); ++f) {
    InputField& field = fields_[f];
    field.first_cell = cells_;
    field.cells = 1;
    for (const auto& domain : field.domains) {
      field.cells *= domain.size();
      if (field.cells > most_cells)
        throw UsageError(fmt::format("the input {} has too many entries", field.name));
    }
    cells_ += field.cells;
    if (cells_ > most_cells) throw UsageError("the input has too many entries");
    if (field.cells != 0 && field.values.empty()) {
      throw UsageError(fmt::format("the input {} has no possible value at these sizes", field.name));
    }
    if (distinct_values(field) && field.cells > field.values.size()) {
      throw UsageError(fmt::format("there is no injective {}: {} arguments and {} values", field.name,
                                   field.cells, field.values.size()));
    }
    if (field.values.size() > std::numeric_limits<Symbol>::max()) {
      throw UsageError(fmt::format("the input {} has too many possible values", field.name));
    }
    field_of_.resize(cells_, f);
  }
  if (cells_ == 0) throw UsageError("there is no input at these sizes");
}

// Letters stand for 1 to 26.
void InputLayout::check_letters(const Spelling& spelling) const {
  for (const Spelling& part : spelling.parts) check_letters(part);
  if (spelling.kind != Spelling::Kind::letters) return;
  const InputField& field = *find(spelling.input);
  if (field.values.empty())
    throw UsageError(fmt::format("the input {} has no possible value at these sizes", field.name));
  if (field.domains.size() != 1 || field.values.front() < 1 || field.values.back() > 26)
    refuse(spelling.place,
           fmt::format("letters spell a word of numbers from 1 to 26; '{}' is none at these sizes",
                       spelling.input));
}

const InputField* InputLayout::find(const std::string& name) const {
  for (const InputField& field : fields_) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

bool InputLayout::can_be(const std::map<std::size_t, long>& cells) const {
  for (auto a = cells.begin(); a != cells.end(); ++a) {
    for (auto b = std::next(a); b != cells.end(); ++b) {
      if (field_of_[a->first] == field_of_[b->first] && a->second == b->second &&
          distinct_values(fields_[field_of_[a->first]])) {
        return false;
      }
    }
  }
  return true;
}

InputSpace InputLayout::space() const {
  std::vector<Symbol> sizes;
  for (const InputField& field : fields_) {
    for (std::size_t k = 0; k < field.cells; ++k) {
      sizes.push_back(static_cast<Symbol>(field.values.size() - (distinct_values(field) ? k : 0)));
    }
  }
  return InputSpace(std::move(sizes));
}

void InputLayout::decode(std::span<const Symbol> word, std::span<long> cells) const {
  std::vector<std::size_t> places(cells_);
  decode_places(word, places);
  for (std::size_t c = 0; c < cells_; ++c) cells[c] = values(c)[places[c]];
}

bool InputLayout::symbols_are_places() const {
  return std::none_of(fields_.begin(), fields_.end(), distinct_values);
}

void InputLayout::decode_places(std::span<const Symbol> word, std::span<std::size_t> places) const {
  for (const InputField& field : fields_) {
    const auto first = field.first_cell;
    if (!distinct_values(field)) {
      for (std::size_t k = 0; k < field.cells; ++k) places[first + k] = word[first + k];
      continue;
    }
    std::vector<bool> taken(field.values.size(), false);
    for (std::size_t k = 0; k < field.cells; ++k) {
      // The word[k]-th of those that are left.
      std::size_t left = word[first + k];
      std::size_t at = 0;
      for (; taken[at] || left > 0; ++at) left -= taken[at] ? 0 : 1;
      taken[at] = true;
      places[first + k] = at;
    }
  }
}

Word InputLayout::encode(std::span<const long> cells) const {
  Word word;
  for (const InputField& field : fields_) {
    std::vector<long> left = field.values;
    for (std::size_t k = 0; k < field.cells; ++k) {
      const long value = cells[field.first_cell + k];
      const std::size_t at = place_of(left, value);
      if (at == InputField::npos) {
        throw UsageError("--input", std::to_string(value), fmt::format("in {}: no value twice", field.name));
      }
      word.push_back(static_cast<Symbol>(at));
      if (distinct_values(field)) left.erase(left.begin() + static_cast<std::ptrdiff_t>(at));
    }
  }
  return word;
}

Json InputLayout::written(const Spelling& spelling, std::span<const long> cells) const {
  if (spelling.kind == Spelling::Kind::letters) {
    const InputField& field = *find(spelling.input);
    std::string word;
    for (const long value : cells.subspan(field.first_cell, field.cells))
      word += static_cast<char>('a' + static_cast<char>(value - 1));
    return word;
  }
  if (spelling.kind == Spelling::Kind::input) {
    const InputField& field = *find(spelling.input);
    return cells_to_json(field, cells.subspan(field.first_cell, field.cells), 0);
  }
  Json result = spelling.kind == Spelling::Kind::list ? Json::array() : Json::object();
  for (std::size_t k = 0; k < spelling.parts.size(); ++k) {
    Json part = written(spelling.parts[k], cells);
    if (spelling.kind == Spelling::Kind::list) {
      result.push_back(std::move(part));
    } else {
      result[spelling.keys[k]] = std::move(part);
    }
  }
  return result;
}

void InputLayout::read_letters(const InputField& field, const Json& json, const std::string& where,
                               std::vector<long>& cells) {
  std::string word;
  if (json.is_string()) word = json.get<std::string>();
  const bool fits = json.is_string() && word.size() == field.cells &&
                    std::all_of(word.begin(), word.end(), [&](char letter) {
                      return letter >= 'a' && place_of(field.values, letter - 'a' + 1) != InputField::npos;
                    });
  if (!fits) {
    throw UsageError(
        "--input", json.dump().substr(0, 60),
        fmt::format("{}: a word of {} letters a to {}", where.empty() ? field.name : where, field.cells,
                    static_cast<char>('a' + static_cast<char>(field.values.back() - 1))));
  }
  for (std::size_t k = 0; k < word.size(); ++k) cells[field.first_cell + k] = word[k] - 'a' + 1;
}

void InputLayout::read(const Spelling& spelling, const Json& json, const std::string& where,
                       std::vector<long>& cells) const {
  if (spelling.kind == Spelling::Kind::letters)
    return read_letters(*find(spelling.input), json, where, cells);
  if (spelling.kind == Spelling::Kind::input) {
    const InputField& field = *find(spelling.input);
    std::size_t next = field.first_cell;
    cells_from_json(field, json, 0, where.empty() ? field.name : where, cells, next);
    return;
  }
  const std::string at = where.empty() ? "" : fmt::format("at {}: ", where);
  if (spelling.kind == Spelling::Kind::list) {
    if (!json.is_array() || json.size() != spelling.parts.size()) {
      throw UsageError("--input", json.dump().substr(0, 60),
                       fmt::format("{}a list of {}", at, spelling.parts.size()));
    }
    for (std::size_t k = 0; k < spelling.parts.size(); ++k) {
      read(spelling.parts[k], json[k], fmt::format("{}[{}]", where, k + 1), cells);
    }
    return;
  }
  if (!json.is_object()) {
    throw UsageError("--input", json.dump().substr(0, 60),
                     fmt::format("{}an object with {}", at, fmt::join(spelling.keys, ", ")));
  }
  for (const auto& [name, value] : json.items()) {
    if (std::find(spelling.keys.begin(), spelling.keys.end(), name) == spelling.keys.end()) {
      throw UsageError("--input", name, fmt::format("{}one of: {}", at, fmt::join(spelling.keys, ", ")));
    }
  }
  for (std::size_t k = 0; k < spelling.parts.size(); ++k) {
    const std::string& key = spelling.keys[k];
    if (!json.contains(key)) {
      throw UsageError("--input", json.dump().substr(0, 60), fmt::format("{}the field {}", at, key));
    }
    read(spelling.parts[k], json.at(key), where.empty() ? key : where + "." + key, cells);
  }
}

Json InputLayout::to_json(std::span<const Symbol> word) const {
  std::vector<long> cells(cells_);
  decode(word, cells);
  return written(spelled_, cells);
}

Word InputLayout::from_json(const Json& input) const {
  std::vector<long> cells(cells_);
  read(spelled_, input, "", cells);
  return encode(cells);
}

}  // namespace attest::theorems

#include "constructions/dat/grid_instance.hpp"

#include <fmt/format.h>

#include <fstream>
#include <random>
#include <sstream>

#include "claims/input_files.hpp"
#include "claims/usage_error.hpp"

namespace attest {

namespace {

// Rejection instead of a library distribution: the same numbers on every platform.
std::uint64_t draw_below(std::mt19937_64& generator, std::uint64_t bound) {
  const std::uint64_t limit = std::mt19937_64::max() - std::mt19937_64::max() % bound;
  std::uint64_t value = generator();
  while (value >= limit) value = generator();
  return value % bound;
}

Json read_json(const std::string& name, const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file || file.bad()) throw UsageError(name, path, "a file that can be read");
  note_input_file(path, text.str());
  Json json = Json::parse(text.str(), nullptr, false);
  if (json.is_discarded()) throw UsageError(name, path, "a file that holds JSON");
  return json;
}

std::string abbreviated(const Json& entry) {
  const std::string text = entry.dump();
  return text.size() <= 60 ? text : text.substr(0, 57) + "...";
}

void check_rows(const Json& json, const std::string& name, std::size_t queries, std::size_t objects) {
  if (!json.is_array() || json.size() != queries) {
    throw UsageError(name, abbreviated(json), fmt::format("an array of X = {} rows", queries));
  }
  for (const auto& row : json) {
    if (!row.is_array() || row.size() != objects) {
      throw UsageError(name, abbreviated(row), fmt::format("a row of Y = {} entries", objects));
    }
  }
}

Rational number_from(const Json& entry) {
  if (entry.is_number_integer()) return Rational(entry.get<long>());
  if (entry.is_string()) {
    if (const auto value = rational_from_string(entry.get<std::string>())) return *value;
  }
  throw UsageError("relation", abbreviated(entry), "an integer or a string \"p/q\"");
}

}  // namespace

Json GridInstance::utility_json() const {
  return Json(utility);
}

Json GridInstance::relation_json() const {
  Json result = Json::array();
  for (const auto& row : relation) {
    Json entries = Json::array();
    for (const auto& vector : row) {
      Json numbers = Json::array();
      for (const Rational& value : vector) numbers.push_back(to_string(value));
      entries.push_back(std::move(numbers));
    }
    result.push_back(std::move(entries));
  }
  return result;
}

std::vector<std::vector<long>> random_utility(std::uint64_t seed, std::size_t queries, std::size_t objects,
                                              long largest) {
  std::mt19937_64 generator(seed);
  std::vector<std::vector<long>> result(queries, std::vector<long>(objects));
  for (auto& row : result) {
    for (long& u : row) u = static_cast<long>(draw_below(generator, static_cast<std::uint64_t>(largest) + 1));
  }
  return result;
}

std::vector<std::vector<std::vector<Rational>>> random_relation(std::uint64_t seed, std::size_t queries,
                                                                std::size_t objects, std::size_t dimension) {
  // Another stream than the utility's: |numerators| up to 6 over 1, 2 or 3.
  std::mt19937_64 generator(seed ^ 0x9e3779b97f4a7c15ULL);
  std::vector<std::vector<std::vector<Rational>>> result(
      queries, std::vector<std::vector<Rational>>(objects, std::vector<Rational>(dimension)));
  for (auto& row : result) {
    for (auto& vector : row) {
      for (Rational& value : vector) {
        const long numerator = static_cast<long>(draw_below(generator, 13)) - 6;
        value = Rational(numerator) / Rational(static_cast<long>(draw_below(generator, 3)) + 1);
      }
    }
  }
  return result;
}

std::vector<std::vector<long>> read_utility(const std::string& path, std::size_t queries, std::size_t objects,
                                            long largest) {
  const Json json = read_json("utility", path);
  check_rows(json, "utility", queries, objects);
  std::vector<std::vector<long>> result(queries);
  for (std::size_t x = 0; x < queries; ++x) {
    for (const auto& entry : json[x]) {
      // An integer beyond 64 bits is no number_integer for the parser, and one beyond long is an unsigned
      // one.
      const bool fits = entry.is_number_integer() &&
                        (!entry.is_number_unsigned() ||
                         entry.get<std::uint64_t>() <= static_cast<std::uint64_t>(largest)) &&
                        (entry.is_number_unsigned() || entry.get<std::int64_t>() >= -largest);
      if (!fits) {
        throw UsageError("utility", abbreviated(entry), fmt::format("an integer from -{0} to {0}", largest));
      }
      result[x].push_back(entry.get<long>());
    }
  }
  return result;
}

std::vector<std::vector<std::vector<Rational>>> read_relation(const std::string& path, std::size_t queries,
                                                              std::size_t objects, std::size_t dimension) {
  const Json json = read_json("relation", path);
  check_rows(json, "relation", queries, objects);
  std::vector<std::vector<std::vector<Rational>>> result(queries);
  for (std::size_t x = 0; x < queries; ++x) {
    for (const auto& entry : json[x]) {
      std::vector<Rational> vector;
      if (entry.is_array()) {
        for (const auto& coordinate : entry) vector.push_back(number_from(coordinate));
      } else {
        vector.push_back(number_from(entry));
      }
      if (vector.size() != dimension) {
        throw UsageError("relation", abbreviated(entry),
                         fmt::format("a vector of d_r = {} numbers", dimension));
      }
      result[x].push_back(std::move(vector));
    }
  }
  return result;
}

std::vector<std::vector<long>> refined(const std::vector<std::vector<long>>& utility) {
  auto result = utility;
  for (auto& row : result) {
    for (std::size_t y = 0; y < row.size(); ++y) {
      row[y] = row[y] * static_cast<long>(row.size()) + static_cast<long>(y);
    }
  }
  return result;
}

}  // namespace attest

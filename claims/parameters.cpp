#include "claims/parameters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>
#include <utility>

#include "claims/usage_error.hpp"

namespace attest {

namespace {

constexpr std::size_t most_settings = 10000;

const char* type_name(ParameterType type) {
  switch (type) {
    case ParameterType::integer:
      return "integer";
    case ParameterType::rational:
      return "rational";
    case ParameterType::named:
      return "named";
    case ParameterType::polynomial:
      return "polynomial";
    case ParameterType::file:
      return "file";
  }
  return "";
}

std::pair<std::string, std::string> split_word(const std::string& word) {
  const auto equals = word.find('=');
  if (equals == 0 || equals == std::string::npos) {
    throw UsageError("argument", word, "a parameter written as name=value");
  }
  return {word.substr(0, equals), word.substr(equals + 1)};
}

std::string canonical_value(const ParameterSpec& spec, const std::string& value) {
  const auto fail = [&]() -> UsageError {
    return {spec.name, value,
            spec.type == ParameterType::named ? one_of(value, spec.values) : spec.expectation()};
  };
  if (std::find(spec.values.begin(), spec.values.end(), value) != spec.values.end()) return value;
  if (spec.type == ParameterType::named) throw fail();
  if (spec.type == ParameterType::polynomial) {
    if (value.empty()) throw fail();
    return value;
  }
  if (spec.type == ParameterType::file) {
    const auto number = spec.minimum ? integer_from_string(value) : std::nullopt;
    if (number && *number >= *spec.minimum && (!spec.maximum || *number <= *spec.maximum))
      return to_string(*number);
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(value, ignored) || !std::ifstream(value)) throw fail();
    return value;
  }
  if (spec.type == ParameterType::integer) {
    const auto number = integer_from_string(value);
    if (!number || (spec.minimum && *number < *spec.minimum) || (spec.maximum && *number > *spec.maximum)) {
      throw fail();
    }
    return to_string(*number);
  }
  const auto number = rational_from_string(value);
  if (!number || (spec.minimum && *number <= Rational(*spec.minimum)) ||
      (spec.maximum && *number > Rational(*spec.maximum))) {
    throw fail();
  }
  return to_string(*number);
}

void check_names(const std::vector<ParameterSpec>& specs, const std::vector<std::string>& words) {
  std::vector<std::string> known;
  for (const auto& spec : specs) known.push_back(spec.name);
  std::set<std::string> seen;
  for (const auto& word : words) {
    const auto [name, value] = split_word(word);
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      throw UsageError("parameter", name,
                       known.empty() ? "none: there is nothing to choose" : one_of(name, known));
    }
    if (!seen.insert(name).second) throw UsageError(name, value, "each parameter once");
  }
}

}  // namespace

std::string ParameterSpec::expectation() const {
  if (type == ParameterType::named) return "one of: " + fmt::format("{}", fmt::join(values, ", "));
  std::string text = "an integer";
  if (type == ParameterType::rational) text = "a number p/q";
  if (type == ParameterType::file) text = "a file that can be read";
  if (type == ParameterType::polynomial) text = "a polynomial such as x1x2+x2x3";
  if (type == ParameterType::rational && minimum) text += " above " + minimum->str();
  if (type == ParameterType::file && minimum) text += ", or an integer";
  const bool is_integer = type == ParameterType::integer || type == ParameterType::file;
  if (is_integer && minimum && maximum) {
    text += fmt::format(" from {} to {}", minimum->str(), maximum->str());
  } else if (is_integer && minimum) {
    text += " of at least " + minimum->str();
  } else if (maximum) {
    text += (minimum ? " and at most " : " of at most ") + maximum->str();
  }
  if (!values.empty()) text += fmt::format(", or {}", fmt::join(values, ", "));
  return text;
}

Json ParameterSpec::to_json() const {
  const auto number = [](const std::optional<Integer>& value) { return value ? Json(value->str()) : Json(); };
  return {{"name", name},
          {"type", type_name(type)},
          {"values", values.empty() ? Json() : Json(values)},
          {"minimum", number(minimum)},
          {"maximum", number(maximum)},
          {"default", default_value ? Json(*default_value) : Json()},
          {"meaning", meaning}};
}

void Parameters::set(const std::string& name, const std::string& value, ParameterType type) {
  const auto known =
      std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.name == name; });
  if (known == entries_.end()) {
    entries_.push_back({name, value, type});
  } else {
    *known = {name, value, type};
  }
}

const Parameters::Entry& Parameters::find(std::string_view name) const {
  for (const auto& entry : entries_) {
    if (entry.name == name) return entry;
  }
  throw std::out_of_range("no parameter " + std::string(name));
}

long Parameters::integer(std::string_view name) const {
  return std::stol(find(name).value);
}
const std::string& Parameters::text(std::string_view name) const {
  return find(name).value;
}

Json Parameters::to_json() const {
  Json result = Json::object();
  for (const auto& entry : entries_) {
    // An integer parameter may also accept words ("auto").
    const bool number = entry.type == ParameterType::integer && integer_from_string(entry.value);
    result[entry.name] = number ? Json(std::stol(entry.value)) : Json(entry.value);
  }
  return result;
}

std::string Parameters::to_string() const {
  std::string result;
  for (const auto& entry : entries_) {
    if (!result.empty()) result += " ";
    result += entry.name + "=" + entry.value;
  }
  return result;
}

Parameters parse_parameters(const std::vector<ParameterSpec>& specs, const std::vector<std::string>& words) {
  check_names(specs, words);
  Parameters result;
  std::vector<std::string> missing;
  for (const auto& spec : specs) {
    std::optional<std::string> value = spec.default_value;
    for (const auto& word : words) {
      const auto [name, given] = split_word(word);
      if (name == spec.name) value = given;
    }
    if (value) {
      result.set(spec.name, canonical_value(spec, *value), spec.type);
    } else {
      missing.push_back(
          fmt::format("{}: missing, expected {} ({})", spec.name, spec.expectation(), spec.meaning));
    }
  }
  if (!missing.empty()) throw UsageError(fmt::format("{}", fmt::join(missing, "; ")));
  return result;
}

std::vector<Parameters> parse_parameter_ranges(const std::vector<ParameterSpec>& specs,
                                               const std::vector<std::string>& words) {
  check_names(specs, words);
  std::vector<std::vector<std::string>> settings{{}};
  for (const auto& word : words) {
    const auto [name, value] = split_word(word);
    const auto spec =
        std::find_if(specs.begin(), specs.end(), [&, key = name](const auto& s) { return s.name == key; });
    const auto dots = value.find("..");
    std::vector<std::string> alternatives{word};
    if (dots != std::string::npos && spec->type == ParameterType::integer) {
      const auto end = [&, whole = value](const std::string& text) {
        try {
          return canonical_value(*spec, text);
        } catch (const UsageError&) {
          throw UsageError(spec->name, whole, spec->expectation() + ", or a range low..high of such");
        }
      };
      const std::string first_text = end(value.substr(0, dots));
      const std::string last_text = end(value.substr(dots + 2));
      const Integer first(first_text);
      const Integer last(last_text);
      if (last < first) throw UsageError(name, value, "a range from low to high");
      if (last - first >= Integer(most_settings)) {
        throw UsageError(name, value, fmt::format("a range of at most {} values", most_settings));
      }
      alternatives.clear();
      for (Integer v = first; v <= last; ++v) alternatives.push_back(name + "=" + v.str());
    }
    std::vector<std::vector<std::string>> extended;
    for (const auto& setting : settings) {
      for (const auto& alternative : alternatives) {
        extended.push_back(setting);
        extended.back().push_back(alternative);
        if (extended.size() > most_settings) {
          throw UsageError(name, value, fmt::format("ranges of at most {} settings together", most_settings));
        }
      }
    }
    settings = std::move(extended);
  }
  std::vector<Parameters> result;
  result.reserve(settings.size());
  for (const auto& setting : settings) result.push_back(parse_parameters(specs, setting));
  return result;
}

}  // namespace attest

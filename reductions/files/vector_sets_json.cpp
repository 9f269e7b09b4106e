#include <fmt/format.h>

#include <algorithm>

#include "claims/user_json.hpp"
#include "reductions/files/file_text.hpp"
#include "reductions/files/vector_sets.hpp"
#include "reductions/files/vector_sets_question.hpp"

namespace attest {

namespace {

using problems::BitVectors;
using problems::Family;
using problems::InnerProducts;

constexpr const char* format_name = "attest/vector-sets/1";

class JsonReader {
 public:
  explicit JsonReader(std::string name) : name_(std::move(name)) {}

  InnerProducts read(std::string_view text, const VectorSetsQuestion& given) const {
    const Json document = parse_user_json(text, name_);
    if (!document.is_object()) throw error("", document, "an object");
    VectorSetsQuestion in_file;
    std::vector<BitVectors> sets;
    for (const auto& [key, value] : document.items()) {
      if (key == "format") {
        if (value != format_name) throw error("/format", value, fmt::format("\"{}\"", format_name));
      } else if (key == "family") {
        if (value.is_string()) in_file.family = problems::family_from_name(value.get<std::string>());
        if (!in_file.family) throw error("/family", value, "kip, ip-triangle, hypergraph-ip or ip-dir-cycle");
      } else if (key == "targets") {
        in_file.targets = targets_of(value);
      } else if (key == "order") {
        if (!value.is_null()) in_file.order = integer_of("/order", value, "k of hypergraph-ip");
      } else if (key == "epsilon") {
        if (value.is_null()) continue;
        if (value.is_string()) in_file.epsilon = rational_from_string(value.get<std::string>());
        if (!in_file.epsilon) throw error("/epsilon", value, "null or a rational \"p/q\" between 0 and 1");
      } else if (key == "sets") {
        sets = sets_of(value);
      } else {
        throw UsageError(name_ + ": key", key, "format, family, order, targets, epsilon or sets");
      }
    }
    if (sets.empty())
      throw UsageError(fmt::format("{}: no sets, expected a list of lists of vectors", name_));
    const auto blame = [this](const std::string& key) { return fmt::format("{}: /{}", name_, key); };
    return instance_of(std::move(sets), combined_question(in_file, given, blame), blame);
  }

 private:
  UsageError error(const std::string& place, const Json& got, const std::string& expected) const {
    return {fmt::format("{}: {}", name_, place.empty() ? "the document" : place),
            got.dump(-1, ' ', false, Json::error_handler_t::replace), expected};
  }

  long integer_of(const std::string& place, const Json& value, const std::string& expected) const {
    return integer_from_json(value, fmt::format("{}: {}", name_, place), 0, 1'000'000'000, expected);
  }

  std::vector<long> targets_of(const Json& value) const {
    if (!value.is_array()) throw error("/targets", value, "a list of integers");
    std::vector<long> targets;
    for (std::size_t i = 0; i < value.size(); ++i)
      targets.push_back(integer_of(fmt::format("/targets/{}", i), value[i], "a target from 0 to d"));
    return targets;
  }

  std::string row_of(const std::string& place, const Json& value) const {
    if (value.is_string()) {
      const std::string row = value.get<std::string>();
      if (row.find_first_not_of("01") != std::string::npos)
        throw error(place, value, "a string of zeros and ones");
      return row;
    }
    if (!value.is_array()) throw error(place, value, "a string or a list of zeros and ones");
    std::string row;
    for (std::size_t j = 0; j < value.size(); ++j) {
      const long bit = integer_from_json(value[j], fmt::format("{}: {}/{}", name_, place, j), 0, 1, "0 or 1");
      row += bit == 1 ? '1' : '0';
    }
    return row;
  }

  std::vector<BitVectors> sets_of(const Json& value) const {
    if (!value.is_array()) throw error("/sets", value, "a list of lists of vectors");
    std::vector<BitVectors> sets;
    std::optional<std::size_t> length;
    for (std::size_t s = 0; s < value.size(); ++s) {
      if (!value[s].is_array() || value[s].empty())
        throw error(fmt::format("/sets/{}", s), value[s], "a list of vectors, at least one");
      std::vector<std::string> rows;
      for (std::size_t i = 0; i < value[s].size(); ++i) {
        const std::string place = fmt::format("/sets/{}/{}", s, i);
        rows.push_back(row_of(place, value[s][i]));
        if (!length) length = rows.back().size();
        if (rows.back().size() != *length)
          throw error(place, value[s][i], fmt::format("{} entries, as the first vector has", *length));
      }
      BitVectors set(rows.size(), *length);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t j = 0; j < *length; ++j) {
          if (rows[i][j] == '1') set.set(i, j);
        }
      }
      sets.push_back(std::move(set));
    }
    return sets;
  }

  std::string name_;
};

}  // namespace

InnerProducts parse_vector_sets_json(std::string_view text, const std::string& name,
                                     const VectorSetsQuestion& question) {
  return JsonReader(name).read(text, question);
}

std::string vector_sets_json(const InnerProducts& instance) {
  Json document;
  document["format"] = format_name;
  document["family"] = name_of(instance.family);
  document["order"] = instance.order;
  document["targets"] = stated_targets(instance);
  document["epsilon"] = instance.epsilon ? Json(to_string(*instance.epsilon)) : Json();
  Json sets = Json::array();
  for (const BitVectors& set : instance.sets) {
    Json rows = Json::array();
    for (std::size_t i = 0; i < set.size(); ++i) rows.push_back(set.text(i));
    sets.push_back(rows);
  }
  document["sets"] = sets;
  return document.dump() + "\n";
}

}  // namespace attest

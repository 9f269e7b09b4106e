#include "tasks/datasets/example_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/run_result.hpp"
#include "claims/usage_error.hpp"
#include "claims/user_json.hpp"
#include "tasks/datasets/dataset.hpp"
#include "tasks/datasets/labels.hpp"

namespace attest {

namespace {

constexpr long largest_number = 1'000'000;
constexpr std::size_t longest_example = 250'000;
constexpr int usual_modulus = 37;

bool is_match(const std::string& task) {
  return task == "match2" || task == "match3";
}

struct GivenExample {
  Example example;
  int M = usual_modulus;
  int m = 1;  // side of a relation
  bool labelled = false;
};

Numbers numbers_from_json(const Json& json, const std::string& name, long least, long most) {
  if (!json.is_array() || json.empty() || json.size() > longest_example)
    throw UsageError("input " + name, json.dump().substr(0, 60),
                     fmt::format("a list of 1 to {} integers", longest_example));
  Numbers values;
  for (const Json& entry : json)
    values.push_back(static_cast<int>(integer_from_json(entry, "input " + name, least, most,
                                                        fmt::format("integers from {} to {}", least, most))));
  return values;
}

int side_of(const Numbers& relation) {
  int m = 1;
  while (static_cast<std::size_t>(m) * static_cast<std::size_t>(m) < relation.size()) ++m;
  if (static_cast<std::size_t>(m) * static_cast<std::size_t>(m) != relation.size())
    throw UsageError("input x", fmt::format("{} entries", relation.size()), "m^2 entries, row by row");
  return m;
}

Numbers entries_of_task(const std::string& task, const Json& input, GivenExample& given) {
  if (is_match(task)) return numbers_from_json(input["x"], "x", 0, given.M);
  if (task != "function-composition") {
    Numbers relation = numbers_from_json(input["x"], "x", 0, 1);
    given.m = side_of(relation);
    return relation;
  }
  Numbers x = numbers_from_json(input["x"], "x", query_token, largest_number);
  const auto n = static_cast<long>(x.size()) - 1;
  const bool fits = x.front() == query_token && n >= 1 &&
                    std::all_of(x.begin() + 1, x.end(), [n](int value) { return 0 <= value && value < n; });
  if (!fits)
    throw UsageError("input x", input["x"].dump().substr(0, 60),
                     "-1 for the question, then f(0), ..., f(n-1) below n");
  return x;
}

GivenExample example_from_json(const std::string& task, const Json& input) {
  const bool coloured = task == "quotient-composition";
  const std::string keys =
      fmt::format("an object with x{}{} and, where the labels are to be judged, y", coloured ? ", col" : "",
                  is_match(task) ? ", M where it is not 37" : "");
  if (!input.is_object() || !input.contains("x") || input.contains("col") != coloured)
    throw UsageError("input", input.dump().substr(0, 60), keys);
  for (const auto& [key, value] : input.items()) {
    if (key != "x" && key != "y" && key != "col" && !(key == "M" && is_match(task)))
      throw UsageError("input key", key, keys);
  }
  GivenExample given;
  if (input.contains("M"))
    given.M = static_cast<int>(integer_from_json(input["M"], "input M", 1, largest_number, "a modulus"));
  given.example.x = entries_of_task(task, input, given);
  if (coloured) {
    given.example.col = numbers_from_json(input["col"], "col", 0, given.m - 1);
    if (given.example.col.size() != static_cast<std::size_t>(given.m))
      throw UsageError("input col", input["col"].dump().substr(0, 60), fmt::format("{} colours", given.m));
  }
  given.labelled = input.contains("y");
  if (given.labelled) {
    const Json& y = input["y"];
    given.example.y = numbers_from_json(y.is_array() ? y : Json::array({y}), "y", no_label, 1);
  }
  return given;
}

GivenExample drawn_example(const std::string& task, std::uint64_t seed) {
  const Dataset& dataset = find_dataset(task);
  const Parameters parameters = parse_parameters(dataset.parameters, {});
  GivenExample given;
  bool first = true;
  dataset.generate(
      parameters, is_match(task) ? 4 : 1, seed,
      [&](const Example& example) {
        if (first) given.example = example;
        first = false;
      },
      [] { return false; }, nullptr);
  if (is_match(task)) {
    given.M = static_cast<int>(parameters.integer("M"));
  } else if (task != "function-composition") {
    given.m = side_of(given.example.x);
  }
  given.labelled = true;
  return given;
}

// As the algorithms have it.
Numbers labels_of(const std::string& task, const GivenExample& given) {
  const Numbers& x = given.example.x;
  if (task == "function-composition") return {returns_to_zero({x.begin() + 1, x.end()})};
  if (task == "relation-composition") return relation_labels(x, given.m);
  if (task == "quotient-composition") return quotient_labels(x, given.example.col, given.m);
  return task == "match3" ? match3_labels(x, given.M) : match2_labels(x, given.M);
}

// The definitions, written out anew: by the sets of what can be reached and of the residues that occur.
class Definition {
 public:
  Definition(const std::string& task, const GivenExample& given) : task_(task), given_(given) {
    if (!is_match(task)) return;
    sums_.assign(static_cast<std::size_t>(given.M), false);
    const std::vector<bool> one = residues();
    if (task == "match2") {
      sums_ = one;
      return;
    }
    for (std::size_t a = 0; a < one.size(); ++a) {
      for (std::size_t b = a; b < one.size() && one[a]; ++b) {
        if (one[b]) sums_[(a + b) % sums_.size()] = true;
      }
    }
  }

  int label(std::size_t token) const {
    const Numbers& x = given_.example.x;
    if (task_ == "function-composition") {
      const auto f = [&x](int value) { return x[static_cast<std::size_t>(value) + 1]; };
      return f(f(0)) == 0 ? 1 : 0;
    }
    if (is_match(task_)) {
      const auto M = static_cast<std::size_t>(given_.M);
      const std::size_t residue = static_cast<std::size_t>(x[token]) % M;
      return sums_[(M - residue) % M] ? 1 : 0;
    }
    const auto m = static_cast<std::size_t>(given_.m);
    const std::size_t i = token / m;
    const std::size_t j = token % m;
    if (task_ == "relation-composition") {
      int found = 0;
      for (std::size_t k = 0; k < m; ++k) found |= x[i * m + k] * x[k * m + j];
      return found;
    }
    if (i == j) return no_label;
    int found = 0;
    for (std::size_t k1 = 0; k1 < m; ++k1) {
      for (std::size_t k2 = 0; k2 < m; ++k2) {
        const bool pair = k1 != k2 && given_.example.col[k1] == given_.example.col[k2];
        if (pair) found |= x[i * m + k1] * x[j * m + k2];
      }
    }
    return found;
  }

  std::size_t labels() const { return task_ == "function-composition" ? 1 : given_.example.x.size(); }

 private:
  std::vector<bool> residues() const {
    std::vector<bool> occurs(static_cast<std::size_t>(given_.M), false);
    for (const int value : given_.example.x)
      occurs[static_cast<std::size_t>(value) % static_cast<std::size_t>(given_.M)] = true;
    return occurs;
  }

  const std::string& task_;
  const GivenExample& given_;
  std::vector<bool> sums_;  // residues of what a token can be completed with
};

Json input_json(const std::string& task, const GivenExample& given) {
  Json json = {{"x", given.example.x}};
  if (!given.example.col.empty()) json["col"] = given.example.col;
  if (is_match(task) && given.M != usual_modulus) json["M"] = given.M;
  if (given.labelled) {
    const bool one = task == "function-composition";
    json["y"] = one ? Json(given.example.y.front()) : Json(given.example.y);
  }
  return json;
}

}  // namespace

Json run_example(const std::string& task, const Json& input, std::uint64_t seed) {
  if (input.is_string() && input != "random")
    throw UsageError("input", input.get<std::string>(), "JSON or random: examples have no ranks");
  const GivenExample given = input.is_string() ? drawn_example(task, seed) : example_from_json(task, input);
  const Definition definition(task, given);
  const Numbers labels = given.labelled ? given.example.y : labels_of(task, given);
  if (labels.size() != definition.labels())
    throw UsageError("input y", fmt::format("{} labels", labels.size()),
                     fmt::format("{}, one for each token", definition.labels()));
  RunResult result(input_json(task, given));
  result.steps["labels"] = given.labelled ? "those of the example" : "computed as the algorithm does";
  for (std::size_t token = 0; token < labels.size(); ++token)
    result.answer(labels.size() == 1 ? Json("label") : Json(fmt::format("label {}", token + 1)),
                  labels[token], definition.label(token));
  return result.to_json();
}

}  // namespace attest

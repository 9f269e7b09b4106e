#include "tasks/function_composition.hpp"

#include <fmt/format.h>

#include "claims/usage_error.hpp"

namespace attest {

FunctionComposition::FunctionComposition(long functions, long n)
    : Task(InputSpace(std::vector<Symbol>(functions * n + 1, static_cast<Symbol>(n)))),
      functions_(functions),
      n_(n) {}

long FunctionComposition::truth(std::span<const Symbol> word, std::size_t /*which*/) const {
  return static_cast<long>(compose(word, word.back())) + 1;
}

void FunctionComposition::truths(std::span<Symbol> word, std::size_t /*which*/, std::span<double> out) const {
  // The last symbol is x; the functions do not change with it.
  for (std::size_t k = 0; k < out.size(); ++k)
    out[k] = compose(word, word.back() + static_cast<Symbol>(k)) + 1.0;
}

Json FunctionComposition::to_json(std::span<const Symbol> word) const {
  Json functions = Json::array();
  for (long f = 0; f < functions_; ++f) {
    Json values = Json::array();
    for (long i = 0; i < n_; ++i) values.push_back(word[f * n_ + i] + 1);
    functions.push_back(std::move(values));
  }
  return {{"f", std::move(functions)}, {"x", word.back() + 1}};
}

Word FunctionComposition::from_json(const Json& input) const {
  if (!input.is_object() || input.size() != 2 || !input.contains("f") || !input.contains("x")) {
    throw UsageError("input", input.dump(), R"(an object {"f": [[..],..], "x": ..})");
  }
  if (!input["f"].is_array() || input["f"].size() != static_cast<std::size_t>(functions_)) {
    throw UsageError("input f", input["f"].dump(), fmt::format("an array of {} functions", functions_));
  }
  Word word;
  for (const auto& function : input["f"]) read_symbols(function, "f", n_, word);
  read_symbols(Json::array({input["x"]}), "x", 1, word);
  return word;
}

}  // namespace attest

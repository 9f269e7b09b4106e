#include "tasks/sum.hpp"

#include "claims/usage_error.hpp"

namespace attest {

Sum::Sum(long length, long largest)
    : Task(InputSpace(std::vector<Symbol>(static_cast<std::size_t>(length), static_cast<Symbol>(largest)))) {}

long Sum::truth(std::span<const Symbol> word, std::size_t /*which*/) const {
  long total = 0;
  for (const Symbol s : word) total += static_cast<long>(s) + 1;
  return total;
}

Json Sum::to_json(std::span<const Symbol> word) const {
  Json numbers = Json::array();
  for (const Symbol s : word) numbers.push_back(static_cast<long>(s) + 1);
  return {{"x", std::move(numbers)}};
}

Word Sum::from_json(const Json& input) const {
  if (!input.is_object() || input.size() != 1 || !input.contains("x")) {
    throw UsageError("input", input.dump(), R"(an object {"x": [..]})");
  }
  Word word;
  read_symbols(input["x"], "x", space().length(), word);
  return word;
}

}  // namespace attest

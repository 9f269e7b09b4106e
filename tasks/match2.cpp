#include "tasks/match2.hpp"

#include <algorithm>
#include <numeric>

#include "claims/usage_error.hpp"

namespace attest {

Match2::Match2(long length, long modulus, Match2Domain domain)
    : Task(InputSpace(std::vector<Symbol>(
          length, static_cast<Symbol>(domain == Match2Domain::positive ? modulus : modulus + 1)))),
      modulus_(modulus),
      domain_(domain) {}

std::vector<std::size_t> Match2::judged_positions() const {
  std::vector<std::size_t> all(space().length());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

long Match2::truth(std::span<const Symbol> word, std::size_t which) const {
  const long first = first_symbol();
  const long x = first + static_cast<long>(word[which]);
  return std::any_of(word.begin(), word.end(),
                     [&](Symbol s) { return (x + first + static_cast<long>(s)) % modulus_ == 0; });
}

Json Match2::to_json(std::span<const Symbol> word) const {
  Json numbers = Json::array();
  for (const Symbol s : word) numbers.push_back(first_symbol() + static_cast<long>(s));
  return {{"p", std::move(numbers)}};
}

Word Match2::from_json(const Json& input) const {
  if (!input.is_object() || input.size() != 1 || !input.contains("p")) {
    throw UsageError("input", input.dump(), R"(an object {"p": [..]})");
  }
  Word word;
  read_symbols(input["p"], "p", space().length(), word);
  return word;
}

}  // namespace attest

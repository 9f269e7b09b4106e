#include "tasks/match3.hpp"

#include "claims/usage_error.hpp"

namespace attest {

Match3::Match3(long n, long m)
    : TokenTask(InputSpace(std::vector<Symbol>(static_cast<std::size_t>(n), static_cast<Symbol>(m - 1)))),
      m_(m) {}

long Match3::truth(std::span<const Symbol> word, std::size_t which) const {
  const auto p = [&](std::size_t position) { return static_cast<long>(word[position]) + 1; };
  for (std::size_t j = 0; j < word.size(); ++j) {
    for (std::size_t k = j; k < word.size(); ++k) {
      if ((p(which) + p(j) + p(k)) % m_ == 0) return 1;
    }
  }
  return 0;
}

Json Match3::to_json(std::span<const Symbol> word) const {
  Json numbers = Json::array();
  for (const Symbol s : word) numbers.push_back(s + 1);
  return {{"p", std::move(numbers)}};
}

Word Match3::from_json(const Json& input) const {
  if (!input.is_object() || input.size() != 1 || !input.contains("p")) {
    throw UsageError("input", input.dump(), R"(an object {"p": [..]})");
  }
  Word word;
  read_symbols(input["p"], "p", space().length(), word);
  return word;
}

std::vector<long> Match3::feature_values(std::size_t token, Symbol content) const {
  return {static_cast<long>(token) + 1, static_cast<long>(content) + 1};
}

}  // namespace attest

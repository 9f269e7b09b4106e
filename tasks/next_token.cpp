#include "tasks/next_token.hpp"

#include "claims/usage_error.hpp"

namespace attest {

NextToken::NextToken(long N, long tau, long context)
    : Task(InputSpace(std::vector<Symbol>(static_cast<std::size_t>(context), static_cast<Symbol>(N)))),
      N_(N),
      tau_(tau) {}

long NextToken::sum(std::span<const Symbol> word) const {
  const auto x = [&](long time) { return static_cast<long>(word[static_cast<std::size_t>(time - 1)]); };
  const long t = static_cast<long>(word.size()) + 1;
  return x(t - tau_) + x(t - 1 - tau_);
}

long NextToken::truth(std::span<const Symbol> word, std::size_t /*which*/) const {
  return sum(word) % N_;
}

Json NextToken::to_json(std::span<const Symbol> word) const {
  return {{"x", std::vector<Symbol>(word.begin(), word.end())}};
}

Word NextToken::from_json(const Json& input) const {
  if (!input.is_object() || input.size() != 1 || !input.contains("x")) {
    throw UsageError("input", input.dump(), R"(an object {"x": [..]})");
  }
  Word word;
  read_symbols(input["x"], "x", space().length(), word);
  return word;
}

}  // namespace attest

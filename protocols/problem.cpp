#include "protocols/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "claims/usage_error.hpp"

namespace attest::mpc {

namespace {

// Definition 5.3: the largest j <= i with w_{j-1} = w_i, or 0 (positions from 1).
std::size_t sigma(std::span<const Symbol> w, std::size_t i) {
  for (std::size_t j = i; j >= 2; --j) {
    if (w[j - 2] == w[i - 1]) return j;
  }
  return 0;
}

}  // namespace

Problem::Problem(ProblemKind kind, long n, long letters, long hops)
    : Task(InputSpace(std::vector<Symbol>(static_cast<std::size_t>(n), static_cast<Symbol>(letters)))),
      kind_(kind),
      letters_(letters),
      hops_(hops) {}

std::vector<std::size_t> Problem::judged_positions() const {
  std::vector<std::size_t> all(space().length());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

long Problem::truth(std::span<const Symbol> word, std::size_t which) const {
  switch (kind_) {
    case ProblemKind::sorting: {
      Word sorted(word.begin(), word.end());
      std::sort(sorted.begin(), sorted.end());
      return sorted[which];
    }
    case ProblemKind::prefix_sums:
      return std::accumulate(word.begin(), word.begin() + static_cast<long>(which) + 1, 0L);
    case ProblemKind::reversal:
      return word[word.size() - 1 - which];
    case ProblemKind::k_hop: {
      std::size_t i = which + 1;
      for (long hop = 0; hop < hops_ && i != 0; ++hop) i = sigma(word, i);
      return i == 0 ? 0 : static_cast<long>(word[i - 1]) + first_symbol();
    }
  }
  return 0;
}

Json Problem::to_json(std::span<const Symbol> word) const {
  if (kind_ == ProblemKind::k_hop) {
    std::string text;
    for (const Symbol s : word) text += static_cast<char>('a' + s);
    return {{"w", text}};
  }
  Json numbers = Json::array();
  for (const Symbol s : word) numbers.push_back(s);
  return {{"x", std::move(numbers)}};
}

Word Problem::from_json(const Json& input) const {
  const std::string name = kind_ == ProblemKind::k_hop ? "w" : "x";
  if (!input.is_object() || input.size() != 1 || !input.contains(name)) {
    throw UsageError("input", input.dump(),
                     name == "w" ? R"(an object {"w": ".."})" : R"(an object {"x": [..]})");
  }
  Word word;
  if (kind_ != ProblemKind::k_hop) {
    read_symbols(input["x"], "x", space().length(), word);
    return word;
  }
  const char last = static_cast<char>('a' + letters_ - 1);
  const std::string expected = fmt::format("a word of {} letters from a to {}", space().length(), last);
  if (!input["w"].is_string()) throw UsageError("input w", input["w"].dump(), expected);
  const auto text = input["w"].get<std::string>();
  for (const char letter : text) {
    if (letter < 'a' || letter > last) throw UsageError("input w", text, expected);
    word.push_back(static_cast<Symbol>(letter - 'a'));
  }
  if (word.size() != space().length()) throw UsageError("input w", text, expected);
  return word;
}

}  // namespace attest::mpc

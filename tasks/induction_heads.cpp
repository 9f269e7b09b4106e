#include "tasks/induction_heads.hpp"

#include <fmt/format.h>

#include <numeric>

#include "claims/usage_error.hpp"

namespace attest {

InductionHeads::InductionHeads(long length, long letters)
    : Task(InputSpace(std::vector<Symbol>(static_cast<std::size_t>(length), static_cast<Symbol>(letters)))) {}

std::vector<std::size_t> InductionHeads::judged_positions() const {
  std::vector<std::size_t> all(space().length());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

std::size_t InductionHeads::last_successor(std::span<const Symbol> word, std::size_t i) {
  if (i == 0) return 0;
  for (std::size_t j = i; j >= 2; --j) {
    if (word[j - 2] == word[i - 1]) return j;  // w_{j-1} = w_i
  }
  return 0;
}

long InductionHeads::truth(std::span<const Symbol> word, std::size_t which) const {
  const std::size_t j = last_successor(word, which + 1);
  return j == 0 ? 0 : static_cast<long>(word[j - 1]) + 1;
}

Json InductionHeads::to_json(std::span<const Symbol> word) const {
  std::string letters;
  for (const Symbol s : word) letters += static_cast<char>('a' + static_cast<char>(s));
  return {{"w", letters}};
}

Word InductionHeads::from_json(const Json& input) const {
  if (!input.is_object() || input.size() != 1 || !input.contains("w")) {
    throw UsageError("input", input.dump(), R"(an object {"w": "..."})");
  }
  const char last = static_cast<char>('a' + static_cast<char>(space().alphabet_size(0) - 1));
  const auto fail = [&]() -> UsageError {
    return {"input w", input["w"].dump(),
            fmt::format("a word of {} letters a to {}", space().length(), last)};
  };
  if (!input["w"].is_string()) throw fail();
  const auto letters = input["w"].get<std::string>();
  if (letters.size() != space().length()) throw fail();
  Word word;
  for (const char letter : letters) {
    if (letter < 'a' || letter > last) throw fail();
    word.push_back(static_cast<Symbol>(letter - 'a'));
  }
  return word;
}

}  // namespace attest

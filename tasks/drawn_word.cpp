#include "tasks/drawn_word.hpp"

#include <random>

#include "claims/usage_error.hpp"

namespace attest {

Integer rank_argument(const std::string& text, const Integer& size) {
  if (text.rfind("rank:", 0) != 0) throw UsageError("input", text, "JSON, rank:R or random");
  const auto rank = integer_from_string(text.substr(5));
  if (!rank || *rank < 0 || *rank >= size) {
    const std::string last = Integer(size - 1).str();
    throw UsageError("input", text,
                     "rank:R with R from 0 to " + (last.size() <= 40 ? last : "the last rank"));
  }
  return *rank;
}

Word drawn_word(const std::string& text, const InputSpace& space, std::uint64_t seed) {
  if (text != "random") return space.unrank(rank_argument(text, space.size()));
  std::mt19937_64 generator(seed);
  Word word;
  for (std::size_t p = 0; p < space.length(); ++p) {
    // Rejection instead of a library distribution: the same word on every platform.
    const std::uint64_t size = space.alphabet_size(p);
    const std::uint64_t limit = std::mt19937_64::max() - std::mt19937_64::max() % size;
    std::uint64_t draw = generator();
    while (draw >= limit) draw = generator();
    word.push_back(static_cast<Symbol>(draw % size));
  }
  return word;
}

}  // namespace attest

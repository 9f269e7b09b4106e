#include "verification/input_argument.hpp"

#include <fmt/format.h>

#include <random>

#include "claims/usage_error.hpp"

namespace attest {

Word input_from(const Json& input, const Task& task, std::uint64_t seed) {
  if (!input.is_string()) return task.from_json(input);
  const std::string text = input.get<std::string>();
  const InputSpace& space = task.space();
  if (text == "random") {
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
  if (text.rfind("rank:", 0) == 0) {
    const auto rank = integer_from_string(text.substr(5));
    if (!rank || *rank < 0 || *rank >= space.size()) {
      const std::string last = Integer(space.size() - 1).str();
      throw UsageError("input", text,
                       "rank:R with R from 0 to " + (last.size() <= 40 ? last : "the last rank"));
    }
    return space.unrank(*rank);
  }
  throw UsageError("input", text, "JSON, rank:R or random");
}

}  // namespace attest

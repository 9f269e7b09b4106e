#include "tasks/judged_word.hpp"

#include <fmt/format.h>

#include "claims/usage_error.hpp"

namespace attest {

namespace {

constexpr int most_draws = 100000;

}  // namespace

Word judged_word(const Task& task, Random& random) {
  Word word(task.space().length());
  for (int draw = 0; draw < most_draws; ++draw) {
    for (std::size_t p = 0; p < word.size(); ++p)
      word[p] = static_cast<Symbol>(random.below(task.space().alphabet_size(p)));
    if (task.standing(word) == Standing::judged) return word;
  }
  throw UsageError(
      fmt::format("none of {} words that were drawn is judged ({}); nothing is sampled of so few", most_draws,
                  task.promise()));
}

}  // namespace attest

#include "verification/input_argument.hpp"

#include "tasks/drawn_word.hpp"

namespace attest {

Word input_from(const Json& input, const Task& task, std::uint64_t seed) {
  if (!input.is_string()) return task.from_json(input);
  const std::string text = input.get<std::string>();
  Word word = drawn_word(text, task.space(), seed);
  // Of what is drawn at random, the first that is judged, if there is one soon.
  constexpr std::uint64_t most_draws = 10000;
  for (std::uint64_t draw = 1;
       text == "random" && draw < most_draws && task.standing(word) != Standing::judged; ++draw) {
    word = drawn_word(text, task.space(), seed + draw);
  }
  return word;
}

}  // namespace attest

#include "verification/input_argument.hpp"

#include "tasks/drawn_word.hpp"

namespace attest {

Word input_from(const Json& input, const Task& task, std::uint64_t seed) {
  return input.is_string() ? drawn_word(input.get<std::string>(), task.space(), seed) : task.from_json(input);
}

}  // namespace attest

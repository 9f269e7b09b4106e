#include "theorems/wrong_input.hpp"

#include <algorithm>

namespace attest::theorems {

bool is_wrong(const LayerSetting& setting, const Word& word) {
  // It may be no word or no input here.
  const InputSpace& space = setting.task().space();
  if (word.size() != space.length()) return false;
  for (std::size_t position = 0; position < word.size(); ++position) {
    if (word[position] >= space.alphabet_size(position)) return false;
  }
  if (setting.task().standing(word) != Standing::judged) return false;
  if (setting.several_layers()) {
    const auto outputs = setting.all_outputs(word);
    return std::any_of(outputs.begin(), outputs.end(),
                       [](const PositionOutput& out) { return out.status == Status::refuted; });
  }
  for (std::size_t which = 0; which < setting.task().judged_positions().size(); ++which) {
    const Status status =
        setting.rightness_of(setting.evaluate(word, which), setting.task().wanted(word, which));
    if (status == Status::refuted) return true;
  }
  return false;
}

}  // namespace attest::theorems

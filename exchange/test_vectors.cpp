#include "exchange/test_vectors.hpp"

#include "claims/stop.hpp"
#include "numeric/checked.hpp"
#include "tasks/datasets/random.hpp"
#include "tasks/judged_word.hpp"
#include "verification/judged_claim.hpp"

namespace attest::exchange {

namespace {

Json vector_of(const LayerSetting& setting, const theorems::TheoremTask& task, const Word& word) {
  std::vector<std::size_t> places(task.layout().cells());
  task.layout().decode_places(word, places);
  Json outputs = Json::array();
  const std::vector<PositionOutput> all = setting.all_outputs(word);
  for (std::size_t which = 0; which < all.size(); ++which)
    outputs.push_back(output_json(setting, word, which, all[which]));
  return {{"input", task.to_json(word)}, {"cells", places}, {"outputs", std::move(outputs)}};
}

}  // namespace

TestVectors test_vectors(const LayerSetting& setting, const theorems::TheoremTask& task, std::uint64_t most,
                         std::uint64_t seed,
                         const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
  TestVectors result;
  const Integer space = task.space().size();
  result.every_input = space <= most;
  const std::uint64_t count = result.every_input ? to_size(space) : most;
  Random random(seed);
  Word word(task.space().length(), 0);
  for (std::uint64_t k = 0; k < count; ++k) {
    check_stop();
    if (!result.every_input) {
      word = judged_word(task, random);
    } else if (k != 0) {
      task.space().advance(word, 1);
    }
    if (task.standing(word) == Standing::judged) result.vectors.push_back(vector_of(setting, task, word));
    progress(k + 1, count);
  }
  return result;
}

}  // namespace attest::exchange

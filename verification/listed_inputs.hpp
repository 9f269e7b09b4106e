// The inputs of a theorem that speaks of few words of a large space (where, judged if), found by fixing symbols one after another in
// the order in which the conditions read them: what is no input is left behind by its first symbols, not word by word.
#pragma once

#include <optional>
#include <vector>

#include "verification/layer_setting.hpp"
#include "verification/observation.hpp"

namespace attest {

struct ListedInputs {
  std::vector<Word> judged;  // ascending by rank
  Integer inputs;            // these and the inputs that are not judged
};

// Nothing where the space is small enough to be visited, where the theorem speaks of all words, where no box truth is known
// (LayerTask::box_truth), and where more than `most_words` words or `most_boxes` beginnings of words would have to be looked at.
// Throws what LayerTask::standing throws where a condition has no value; Stopped.
struct ListLimits {
  Integer visited_space = Integer(1) << 16;
  std::size_t most_words = std::size_t{1} << 20;
  std::size_t most_boxes = std::size_t{1} << 22;
};
std::optional<ListedInputs> list_inputs(const LayerTask& task, const ListLimits& limits = {});

// Of the listed inputs by themselves, each judged once: what an enumeration of all words would have observed.
Observation observe_listed(const LayerTask& task, const ListedInputs& list, const JudgeFactory& make_judge,
                           const VerifyOptions& options);

}  // namespace attest

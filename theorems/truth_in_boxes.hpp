// A task's answers on boxes of words (verification/cover/box_truth.hpp), from the task's text: "exists .. : P" and "forall .. : P" as
// tables of P, anything else by evaluations that note what they read.
#pragma once

#include <memory>

#include "theorems/promise.hpp"
#include "theorems/task_truth.hpp"
#include "verification/cover/box_truth.hpp"

namespace attest::theorems {

// Of a layout whose symbols are places. `promise`: null where every word is judged. Keeps references.
std::unique_ptr<const BoxTruth> truth_in_boxes(const TaskTruth& truth, const Promise* promise,
                                               const InputLayout& layout);

}  // namespace attest::theorems

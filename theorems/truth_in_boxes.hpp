// A task's answers on boxes of words (verification/cover/box_truth.hpp), from the task's text: "exists .. : P" and "forall .. : P" as
// tables of P, anything else by evaluations that note what they read.
#pragma once

#include <memory>

#include "theorems/task_truth.hpp"
#include "verification/cover/box_truth.hpp"

namespace attest::theorems {

// Of a layout whose symbols are places. Keeps references to both.
std::unique_ptr<const BoxTruth> truth_in_boxes(const TaskTruth& truth, const InputLayout& layout);

}  // namespace attest::theorems

// A random input that a task judges.
#pragma once

#include "tasks/datasets/random.hpp"
#include "tasks/task.hpp"

namespace attest {

// Uniform on the words that the task judges. UsageError where none is among many draws.
Word judged_word(const Task& task, Random& random);

}  // namespace attest

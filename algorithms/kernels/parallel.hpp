// How the kernels run: on which instruction set, with how many threads, and when to stop.
#pragma once

#include <functional>

#include "algorithms/kernels/instruction_set.hpp"

namespace attest::kernels {

struct KernelOptions {
  int threads = 0;  // 0: as many as the machine has
  InstructionSet instruction_set = best_instruction_set();
  std::function<bool()> stop;  // asked before every block, from any thread; may be empty
};

int number_of_threads(const KernelOptions& options);  // at least 1

// Throws Stopped (claims/stop.hpp) when `stop` says so. work(worker, block) for the blocks 0 .. blocks-1, in any order, with worker below number_of_threads and no
// two calls of one worker at a time.
void for_blocks(std::ptrdiff_t blocks, const KernelOptions& options,
                const std::function<void(std::size_t worker, std::ptrdiff_t block)>& work);

}  // namespace attest::kernels

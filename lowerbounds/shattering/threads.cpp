#include "lowerbounds/shattering/threads.hpp"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <optional>

namespace attest {

void with_threads(int threads, const std::function<void()>& work) {
  const int number = threads > 0 ? threads : tbb::this_task_arena::max_concurrency();
  // The arena limits the threads; only for more than the machine has must the library be told.
  std::optional<tbb::global_control> more_threads;
  if (number > tbb::this_task_arena::max_concurrency()) {
    more_threads.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(number));
  }
  tbb::task_arena arena(number);
  arena.execute(work);
}

}  // namespace attest

// The threads of a run.
#pragma once

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_scheduler_observer.h>

#include <optional>

#include "numeric/interval.hpp"

namespace attest {

class Workers {
 public:
  // 0: as many as work here already, which is as many as the machine has outside of any Workers.
  explicit Workers(int threads)
      : threads_(threads > 0 ? threads : tbb::this_task_arena::max_concurrency()),
        more_(more_than_the_machine_has(threads_)),
        arena_(threads_),
        releaser_(arena_) {}

  int threads() const { return threads_; }

  // f(), by these threads; what it starts in turn with 0 threads is theirs as well.
  template <typename Function>
  auto execute(Function&& f) {
    return arena_.execute(f);
  }

 private:
  // Frees Arb's caches when a worker thread leaves.
  class CacheReleaser : public tbb::task_scheduler_observer {
   public:
    explicit CacheReleaser(tbb::task_arena& arena) : tbb::task_scheduler_observer(arena) { observe(true); }
    ~CacheReleaser() override { observe(false); }
    void on_scheduler_exit(bool is_worker) override {
      if (is_worker) release_thread_caches();
    }
  };

  // The arena limits the threads; only for more than the machine has must the library be told.
  static std::optional<tbb::global_control> more_than_the_machine_has(int threads) {
    if (threads <= tbb::this_task_arena::max_concurrency()) return std::nullopt;
    return std::optional<tbb::global_control>(std::in_place, tbb::global_control::max_allowed_parallelism,
                                              static_cast<std::size_t>(threads));
  }

  int threads_;
  std::optional<tbb::global_control> more_;
  tbb::task_arena arena_;
  CacheReleaser releaser_;
};

}  // namespace attest

// Several ranks in one process, each a thread, that run the same work.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "claims/stop.hpp"
#include "ranks/memory_link.hpp"
#include "ranks/shared_work.hpp"

namespace attest::ranks::tests {

// Silence of a second is a loss where one is wanted; elsewhere it may come of a machine that is busy.
inline constexpr Pulse impatient{0.02, 1};
inline constexpr Pulse patient{0.02, 30};

struct Ended {
  Traffic traffic;
  std::vector<std::string> lost;
};

// `work` of every rank, rank 0 in this thread; `stop` is set when a rank is lost. A rank whose work throws Stopped has none to tell.
inline Ended run_as_ranks(Post& post, Pulse pulse,
                          const std::function<void(int rank, const std::atomic<bool>& stop)>& work) {
  Ended ended;
  std::vector<std::thread> threads;
  for (int rank = 1; rank < post.size(); ++rank) {
    threads.emplace_back([&, rank] {
      std::atomic<bool> stop{false};
      Crew mine;
      mine.follower = std::make_unique<Follower>(std::make_unique<MemoryLink>(post, rank), pulse, stop);
      set_crew(&mine);
      try {
        work(rank, stop);
      } catch (const Stopped&) {
      }
      set_crew(nullptr);
      mine.follower->finish("done");
    });
  }
  std::atomic<bool> stop{false};
  std::mutex mutex;
  Crew mine;
  mine.leader = std::make_unique<Leader>(std::make_unique<MemoryLink>(post, 0), pulse,
                                         Leader::Events{[&](const std::string& why) {
                                                          const std::lock_guard lock(mutex);
                                                          ended.lost.push_back(why);
                                                          stop = true;
                                                        },
                                                        [](const std::string&) {}});
  set_crew(&mine);
  work(0, stop);
  set_crew(nullptr);
  mine.leader->finish();
  ended.traffic = mine.leader->traffic();
  for (std::thread& thread : threads) thread.join();
  return ended;
}

}  // namespace attest::ranks::tests

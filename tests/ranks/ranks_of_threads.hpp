// Several ranks in one process, each a thread, that run the same work.
#pragma once

#include <atomic>
#include <catch2/catch.hpp>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "claims/stop.hpp"
#include "numeric/interval.hpp"
#include "numeric/workers.hpp"
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
      release_thread_caches();
    });
  }
  std::atomic<bool> stop{false};
  std::mutex mutex;
  Crew mine;
  mine.leader = std::make_unique<Leader>(std::make_unique<MemoryLink>(post, 0), pulse,
                                         Leader::Events{[&](const std::string& why) {
                                                          const std::lock_guard lock(mutex);
                                                          ended.lost.push_back(why);
                                                          set_interruption_cause(lost_rank_cause);
                                                          stop = true;
                                                        },
                                                        [](const std::string&) {}});
  set_crew(&mine);
  work(0, stop);
  set_crew(nullptr);
  mine.leader->finish();
  set_interruption_cause(interrupted_cause);  // one may have been lost until now
  ended.traffic = mine.leader->traffic();
  for (std::thread& thread : threads) thread.join();
  return ended;
}

// The same on every rank, by one thread each: what rank 0 has, and what the others have of it.
template <typename Result>
struct Shared {
  Ended ended;
  std::vector<std::optional<Result>> of_ranks;
};

template <typename Result>
Shared<Result> on_ranks(
    Post& post, const std::function<Result(const SharedWork* shared, const std::atomic<bool>& stop)>& run) {
  Shared<Result> all;
  all.of_ranks.resize(static_cast<std::size_t>(post.size()));
  all.ended = run_as_ranks(post, patient, [&](int rank, const std::atomic<bool>& stop) {
    const SharedWorkRequest request("the work");
    const SharedWork* shared = taken_shared_work();
    if (rank == 0) post.wait_for_all();
    all.of_ranks[static_cast<std::size_t>(rank)] = Workers(1).execute([&] { return run(shared, stop); });
  });
  return all;
}

// What rank 0 has is as expected, and what another one has as well, unless it was told of rank 0's end before it came so far.
template <typename Result, typename Expected>
void expect_all(const Shared<Result>& shared, const Expected& expected) {
  CHECK(shared.ended.lost.empty());
  REQUIRE(shared.of_ranks[0]);
  for (const auto& of_rank : shared.of_ranks) CHECK((!of_rank || expected(*of_rank)));
}

// Rank 1's first answers, changed by `lie`, lose it, and rank 0 says of nothing that it holds of all.
inline void expect_lost(
    const std::function<void(Json& says)>& lie,
    const std::function<bool(const SharedWork* shared, const std::atomic<bool>& stop)>& is_whole) {
  Post post(2);
  std::atomic<int> told{0};
  std::atomic<int> whole{0};
  post.tamper([&](int, std::string text) -> std::vector<std::string> {
    Json json = Json::parse(text);
    if (json["is"] != "answer") return {std::move(text)};
    ++told;
    lie(json["says"]);
    return {json.dump()};
  });
  const Ended ended = run_as_ranks(post, patient, [&](int rank, const std::atomic<bool>& stop) {
    const SharedWorkRequest request("the work");
    if (rank == 0) post.wait_for_all();
    if (is_whole(taken_shared_work(), stop)) ++whole;
  });
  REQUIRE(told > 0);
  REQUIRE(!ended.lost.empty());
  CHECK(ended.lost.front().find("rank 1 of 2 is lost: ") == 0);
  CHECK(whole == 0);
}

}  // namespace attest::ranks::tests

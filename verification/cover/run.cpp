#include "verification/cover/run.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <mutex>

#include "claims/stop.hpp"
#include "verification/workers.hpp"

namespace attest::cover {

namespace {

struct Start {
  std::size_t which = 0;
  std::vector<std::int32_t> symbols;
};

constexpr std::size_t most_starts = std::size_t{1} << 22U;

std::vector<Start> starts_of(const CoverProblem& problem) {
  std::vector<Start> starts;
  for (std::size_t which = 0; which < problem.judged().size(); ++which) {
    const std::vector<std::size_t> positions = problem.receiver_positions(which);
    std::vector<std::int32_t> symbols(problem.positions(), free_symbol);
    for (const std::size_t p : positions) symbols[p] = 0;
    for (bool more = true; more;) {
      if (starts.size() >= most_starts) refuse_cover("a judged token alone can be too many different things");
      starts.push_back({which, symbols});
      more = false;
      for (const std::size_t p : positions) {
        if (static_cast<Symbol>(++symbols[p]) < problem.symbols(p)) {
          more = true;
          break;
        }
        symbols[p] = 0;
      }
    }
  }
  return starts;
}

}  // namespace

Result cover(const CoverProblem& problem, Goal goal, const VerifyOptions& options) {
  const std::vector<Start> starts = starts_of(problem);
  Result result;
  result.goal = goal;
  result.contexts = starts.size();
  std::vector<Tally> tallies(starts.size());
  std::atomic<std::uint64_t> done{0};
  std::mutex progress;
  const auto tell = [&] {
    if (!options.progress) return;
    const std::lock_guard lock(progress);
    options.progress(done.load(), Integer(starts.size()));
  };
  tell();
  Workers workers(options.threads);
  workers.execute([&] {
    tbb::parallel_for(
        std::size_t{0}, starts.size(),
        [&](std::size_t k) {
          try {
            check_stop();
            std::vector<WeightTable> weights;
            for (const HeadProblem& head : problem.heads()) weights.emplace_back(head.scores->unit());
            const Context context(problem, starts[k].which, starts[k].symbols);
            Search(context, weights, goal, tallies[k]).run({});
            ++done;
            tell();
          } catch (const Stopped&) {  // what it saw is in its tally
          }
        },
        tbb::simple_partitioner());
  });
  for (const Tally& tally : tallies)
    result.tally.merge(tally);  // in order: the result is the same with any threads
  result.contexts_done = done.load();
  return result;
}

}  // namespace attest::cover

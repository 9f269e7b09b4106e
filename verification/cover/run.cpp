#include "verification/cover/run.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>

#include "claims/stop.hpp"
#include "verification/cover/start.hpp"
#include "verification/cover/tree_bound.hpp"
#include "verification/workers.hpp"

namespace attest::cover {

namespace {

// One judged token with its own symbols fixed.
class Walk {
 public:
  Walk(const CoverProblem& problem, const std::shared_ptr<const TreeTables>& tables, const Start& start,
       Division division, Goal goal, Tally& tally)
      : problem_(problem), tables_(tables), start_(start), division_(division), goal_(goal), tally_(tally) {}

  void run() {
    // Where few symbols tell the answer, they are fixed before anything else. (For a unique best tuple that is a good order as
    // well: the answer is mostly where the best tuple points.)
    if (!problem_.answer_first()) return search(start_.symbols, &division_);
    tree_ = TreeBound::make(problem_, tables_, start_.which, start_.symbols);
    std::vector<std::int32_t> open = start_.symbols;
    each_answer(problem_, start_.which, open,
                [&](const std::vector<std::int32_t>& symbols, long answer) { in_answer(symbols, answer); });
  }

 private:
  // A unit of work is the answer itself where it may be closed as a whole.
  void in_answer(const std::vector<std::int32_t>& symbols, long answer) {
    if (!tree_) return search(symbols, &division_);
    if (!division_.takes_next(tally_)) return;
    const bool shown = goal_.output
                           ? tree_->shows_right_by_all(symbols, answer) || tree_->shows_right(symbols, answer)
                           : tree_->shows_unique_by_all(symbols) || tree_->shows_unique(symbols);
    if (shown) {
      ++tally_.boxes;
      ++tally_.winners;
      return;
    }
    search(symbols, nullptr);
  }

  // The lists of index tuples are made where they are needed.
  void search(const std::vector<std::int32_t>& symbols, const Division* division) {
    if (!search_) {
      for (const HeadProblem& head : problem_.heads()) weights_.emplace_back(head.scores->unit());
      context_ = std::make_unique<Context>(problem_, start_.which, start_.symbols);
      search_ = std::make_unique<Search>(*context_, weights_, goal_, tally_);
    }
    search_->run(symbols, division);
  }

  const CoverProblem& problem_;
  const std::shared_ptr<const TreeTables>& tables_;
  const Start& start_;
  Division division_;
  Goal goal_;
  Tally& tally_;
  std::unique_ptr<TreeBound> tree_;
  std::vector<WeightTable> weights_;
  std::unique_ptr<Context> context_;
  std::unique_ptr<Search> search_;
};

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
  std::shared_ptr<const TreeTables> tables;
  Workers workers(options.threads);
  try {
    if (problem.answer_first()) tables = TreeTables::make(problem);
  } catch (const Stopped&) {
    result.cause = stop_cause();
    return result;
  }
  workers.execute([&] {
    tbb::parallel_for(
        std::size_t{0}, starts.size(),
        [&](std::size_t k) {
          try {
            check_stop();
            Walk(problem, tables, starts[k], {options.part, k}, goal, tallies[k]).run();
            ++done;
            tell();
          } catch (const Stopped&) {  // what it saw is in its tally
          }
        },
        tbb::simple_partitioner());
  });
  for (std::size_t k = 0; k < tallies.size(); ++k) {
    if (tallies[k].first_wrong) tallies[k].first_wrong->start = k;
    result.tally.merge(tallies[k]);  // in order: the result is the same with any threads
  }
  result.contexts_done = done.load();
  if (!result.complete()) result.cause = stop_cause();
  return result;
}

Covered cover_all(const CoverProblem& problem, bool unique, const VerifyOptions& options) {
  Covered covered{cover(problem, Goal{}, options), {}};
  for (std::size_t h = 0; unique && h < problem.heads().size(); ++h)
    covered.unique.push_back(cover(problem, Goal{false, h}, options));
  return covered;
}

}  // namespace attest::cover

#include "verification/cover/run.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <stdexcept>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "numeric/workers.hpp"
#include "ranks/shared_loop.hpp"
#include "verification/cover/cases.hpp"
#include "verification/cover/parts.hpp"
#include "verification/cover/start.hpp"
#include "verification/cover/tree_bound.hpp"

namespace attest::cover {

namespace {

// One judged token with its own symbols fixed, looked at for all goals: what it can show is listed once.
class Walk {
 public:
  Walk(const CoverProblem& problem, const std::shared_ptr<const TreeTables>& tables, const Start& start,
       Division division, std::vector<Result>& results)
      : problem_(problem), tables_(tables), start_(start), division_(division), results_(results) {}

  void run() {
    // Where few symbols tell the answer, they are fixed before anything else. (For a unique best tuple that is a good order as
    // well: the answer is mostly where the best tuple points.)
    if (!problem_.answer_first()) {
      for (std::size_t g = 0; g < results_.size(); ++g) search(g, start_.symbols, &division_);
      return;
    }
    tree_ = TreeBound::make(problem_, tables_, start_.which, start_.symbols);
    std::vector<std::int32_t> open = start_.symbols;
    each_answer(problem_, start_.which, open, [&](const std::vector<std::int32_t>& symbols, long answer) {
      for (std::size_t g = 0; g < results_.size(); ++g) in_answer(g, symbols, answer);
    });
  }

 private:
  // A unit of work is the answer itself where it may be closed as a whole.
  void in_answer(std::size_t g, const std::vector<std::int32_t>& symbols, long answer) {
    if (!tree_) return search(g, symbols, &division_);
    Tally& tally = results_[g].tally;
    if (!division_.takes_next(tally)) return;
    const bool shown = results_[g].goal.output
                           ? tree_->shows_right_by_all(symbols, answer) || tree_->shows_right(symbols, answer)
                           : tree_->shows_unique_by_all(symbols) || tree_->shows_unique(symbols);
    if (shown) {
      ++tally.boxes;
      ++tally.winners;
      return;
    }
    search(g, symbols, nullptr);
  }

  // The lists of index tuples are made where they are needed.
  void search(std::size_t g, const std::vector<std::int32_t>& symbols, const Division* division) {
    if (!context_) {
      for (const HeadProblem& head : problem_.heads()) weights_.emplace_back(head.scores->unit());
      context_ = std::make_unique<Context>(problem_, start_.which, start_.symbols);
      searches_.resize(results_.size());
    }
    if (!searches_[g])
      searches_[g] = std::make_unique<Search>(*context_, weights_, results_[g].goal, results_[g].tally);
    searches_[g]->run(symbols, division);
  }

  const CoverProblem& problem_;
  const std::shared_ptr<const TreeTables>& tables_;
  const Start& start_;
  Division division_;
  std::vector<Result>& results_;
  std::unique_ptr<TreeBound> tree_;
  std::vector<WeightTable> weights_;
  std::unique_ptr<Context> context_;
  std::vector<std::unique_ptr<Search>> searches_;
};

// A result for each goal, of nothing seen yet.
std::vector<Result> results_for(const std::vector<Goal>& goals) {
  std::vector<Result> results(goals.size());
  for (std::size_t g = 0; g < goals.size(); ++g) results[g].goal = goals[g];
  return results;
}

// The cases of a cover, by the ranks that share it.
class SharedCases {
 public:
  SharedCases(const CoverProblem& problem, const std::vector<Start>& starts, const VerifyOptions& options,
              const std::function<void(std::size_t k)>& close, std::vector<std::vector<Result>>& seen)
      : problem_(problem),
        starts_(starts),
        options_(options),
        close_(close),
        seen_(seen),
        refused_(starts.size(), 0) {
    empty_ = seen.front();
  }

  void run(const ranks::SharedWork& shared) {
    ranks::SharedLoop loop;
    loop.all = {0, starts_.size()};
    loop.at_once = static_cast<std::size_t>(Workers(options_.threads).threads());
    loop.compute = [&](IndexRange range) { compute(range, shared.crew->follower != nullptr); };
    loop.say = [&](IndexRange range) {
      Json json = Json::array();
      for (std::size_t k = range.first; k < range.end; ++k)
        json.push_back(refused_[k] != 0 ? Json() : case_to_json(seen_[k], k, problem_.task().space()));
      return json;
    };
    loop.take_in = [&](IndexRange range, const Json& says) {
      if (!says.is_array() || says.size() != range.size())
        throw std::runtime_error("an answer of other cases");
      for (std::size_t k = range.first; k < range.end; ++k) {
        const Json& one = says[k - range.first];
        refused_[k] = one.is_null() ? 1 : 0;
        if (!one.is_null()) seen_[k] = case_from_json(one, empty_, k, problem_, starts_, options_.part);
      }
      done_ += range.size();
    };
    loop.stop = stop_requested;
    ranks::run_loop(&shared, "cases of the cover", loop);
    // What another rank could not look at is refused here, in the words that belong to it.
    for (std::size_t k = 0; k < refused_.size(); ++k) {
      if (refused_[k] != 0) close_(k);
    }
  }

 private:
  void compute(IndexRange range, bool follows) {
    VerifyOptions options = options_;
    options.progress = nullptr;
    each_case(range.size(), options, [&](std::size_t place) {
      const std::size_t k = range.first + place;
      try {
        close_(k);
      } catch (const UsageError&) {
        if (!follows) throw;
        refused_[k] = 1;
      }
      ++done_;
    });
    if (options_.progress) options_.progress(done_, Integer(starts_.size()));
  }

  const CoverProblem& problem_;
  const std::vector<Start>& starts_;
  const VerifyOptions& options_;
  const std::function<void(std::size_t k)>& close_;
  std::vector<std::vector<Result>>& seen_;
  std::vector<char> refused_;  // a byte each, for several threads
  std::vector<Result> empty_;
  std::atomic<std::uint64_t> done_{0};
};

std::vector<Result> cover_goals(const CoverProblem& problem, const std::vector<Goal>& goals,
                                const VerifyOptions& options, const ranks::SharedWork* shared = nullptr) {
  const std::vector<Start> starts = starts_of(problem);
  std::vector<std::vector<Result>> seen(starts.size(), results_for(goals));
  std::shared_ptr<const TreeTables> tables;
  try {
    if (problem.answer_first()) tables = TreeTables::make(problem);
    const std::function<void(std::size_t k)> close = [&](std::size_t k) {
      Walk(problem, tables, starts[k], {options.part, k}, seen[k]).run();
      for (Result& result : seen[k]) result.contexts_done = 1;
    };
    if (shared != nullptr && !starts.empty()) {
      SharedCases(problem, starts, options, close, seen).run(*shared);
    } else {
      each_case(starts.size(), options, close);
    }
  } catch (const Stopped&) {  // before any case
  }
  std::vector<Result> results = results_for(goals);
  for (std::size_t g = 0; g < goals.size(); ++g) {
    results[g].contexts = starts.size();
    for (std::size_t k = 0; k < starts.size(); ++k) add_case(results[g], std::move(seen[k][g]), k);
    if (!results[g].complete()) results[g].cause = stop_cause();
  }
  return results;
}

}  // namespace

Result cover(const CoverProblem& problem, Goal goal, const VerifyOptions& options) {
  return cover_goals(problem, {goal}, options).front();
}

Covered cover_all(const CoverProblem& problem, bool unique, const VerifyOptions& options,
                  const ranks::SharedWork* shared) {
  std::vector<Goal> goals{Goal{}};
  for (std::size_t h = 0; unique && h < problem.heads().size(); ++h) goals.push_back(Goal{false, h});
  std::vector<Result> results = cover_goals(problem, goals, options, shared);
  return {results.front(), {results.begin() + 1, results.end()}};
}

}  // namespace attest::cover

#include "verification/cover/run.hpp"

#include <algorithm>
#include <memory>

#include "claims/stop.hpp"
#include "verification/cover/cases.hpp"
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

std::vector<Result> cover_goals(const CoverProblem& problem, const std::vector<Goal>& goals,
                                const VerifyOptions& options) {
  const std::vector<Start> starts = starts_of(problem);
  std::vector<std::vector<Result>> seen(starts.size(), results_for(goals));
  std::shared_ptr<const TreeTables> tables;
  try {
    if (problem.answer_first()) tables = TreeTables::make(problem);
    each_case(starts.size(), options, [&](std::size_t k) {
      Walk(problem, tables, starts[k], {options.part, k}, seen[k]).run();
      for (Result& result : seen[k]) result.contexts_done = 1;
    });
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

Covered cover_all(const CoverProblem& problem, bool unique, const VerifyOptions& options) {
  std::vector<Goal> goals{Goal{}};
  for (std::size_t h = 0; unique && h < problem.heads().size(); ++h) goals.push_back(Goal{false, h});
  std::vector<Result> results = cover_goals(problem, goals, options);
  return {results.front(), {results.begin() + 1, results.end()}};
}

}  // namespace attest::cover

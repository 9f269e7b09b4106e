#include "verification/cover/method.hpp"

#include <fmt/format.h>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "verification/counts/conditions.hpp"
#include "verification/counts/run.hpp"
#include "verification/cover/cost.hpp"
#include "verification/run_plan.hpp"

namespace attest::cover {

namespace {

class ByBestTuple : public Method {
 public:
  explicit ByBestTuple(const LayerSetting& setting) : problem_(setting) {}
  const Questions& questions() const override { return problem_; }
  std::vector<Start> starts() const override { return starts_of(problem_); }
  Covered cover_all(bool unique, const VerifyOptions& options,
                    const ranks::SharedWork* shared) const override {
    return cover::cover_all(problem_, unique, options, shared);
  }
  MarginReport margins(bool all_right, std::optional<double> asked,
                       const VerifyOptions& options) const override {
    return margins_by_cover(problem_, all_right, asked, options);
  }
  FailingCount count_failing(std::uint64_t most_boxes) const override {
    return cover::count_failing(problem_, most_boxes);
  }
  std::vector<Check> condition_checks(Json&) const override { return {}; }  // CoverProblem refuses them
  std::string cost_text() const override {
    const Cost cost = cost_of(problem_);
    return fmt::format(
        "at most {} candidates for the best tuple, times the tuples that each is compared with {} terms",
        short_count(cost.candidates), short_count(cost.terms));
  }
  Integer terms() const override { return cost_of(problem_).terms; }
  const char* closed() const override { return "candidates for the best tuple"; }

 private:
  CoverProblem problem_;
};

class ByCounts : public Method {
 public:
  explicit ByCounts(const LayerSetting& setting) : problem_(setting) {}
  const counts::Problem& problem() const { return problem_; }
  const Questions& questions() const override { return problem_; }
  std::vector<Start> starts() const override { return problem_.starts(); }
  // Few cases: every rank looks at all of them.
  Covered cover_all(bool, const VerifyOptions& options, const ranks::SharedWork*) const override {
    return counts::cover_all(problem_, options);
  }
  // Score gaps are those of best tuples.
  MarginReport margins(bool all_right, std::optional<double> asked,
                       const VerifyOptions& options) const override {
    MarginReport report = counts::margins(problem_, all_right, asked);
    if (const auto tuples = best_tuples()) add_gap_by_cover(*tuples, asked, options, report);
    return report;
  }
  // Boxes of several judged tokens are disjoint where they are boxes of inputs.
  FailingCount count_failing(std::uint64_t most_boxes) const override {
    const auto tuples = problem_.judged().size() > 1 ? best_tuples() : nullptr;
    return tuples ? cover::count_failing(*tuples, most_boxes) : counts::count_failing(problem_, most_boxes);
  }
  std::vector<Check> condition_checks(Json& broken) const override;
  std::string cost_text() const override {
    return fmt::format("by counts: {} symbols of tokens", short_count(counts::terms_of(problem_)));
  }
  Integer terms() const override { return counts::terms_of(problem_); }
  const char* closed() const override { return "cases of the answer"; }
  bool by_counts() const override { return true; }

 private:
  // Null where best tuples cannot be looked at.
  std::unique_ptr<const CoverProblem> best_tuples() const {
    try {
      return std::make_unique<const CoverProblem>(problem_.setting());
    } catch (const UsageError&) {
      return nullptr;
    }
  }

  counts::Problem problem_;
};

std::vector<Check> ByCounts::condition_checks(Json& broken) const {
  const LayerSetting& setting = problem_.setting();
  const std::vector<counts::ConditionFinding> findings = counts::decide_conditions(problem_);
  std::vector<Check> checks;
  for (std::size_t c = 0; c < findings.size(); ++c) {
    const InputCondition& condition = setting.conditions()[c];
    Check check;
    check.name = condition.name;
    check.essential = condition.essential;
    check.status = findings[c].status;
    if (check.status == Status::holds) check.evidence = Evidence::cover;
    if (check.status == Status::undecided) check.reason = findings[c].reason;
    if (const auto& word = findings[c].broken) {
      const std::string rank = setting.task().space().rank(*word).str();
      check.kind = condition.kind;
      check.reason = fmt::format("on {} (rank {}), where {}", setting.task().to_json(*word).dump(), rank,
                                 condition.broken(setting, *word).value());
      if (check.essential && broken.is_null())
        broken = {{"check", check.name}, {"rank", rank}, {"input", setting.task().to_json(*word)}};
    }
    checks.push_back(std::move(check));
  }
  return checks;
}

}  // namespace

std::unique_ptr<Method> method_for(const LayerSetting& setting) {
  std::unique_ptr<ByCounts> by_counts;
  try {
    by_counts = std::make_unique<ByCounts>(setting);
    if (counts::are_of_use(by_counts->problem())) return by_counts;
  } catch (const UsageError&) {  // the other way may do
  }
  try {
    return std::make_unique<ByBestTuple>(setting);
  } catch (const UsageError&) {
    if (!by_counts) throw;
  }
  return by_counts;
}

}  // namespace attest::cover

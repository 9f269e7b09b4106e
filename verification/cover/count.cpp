#include "verification/cover/count.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "verification/cover/search.hpp"
#include "verification/cover/standing.hpp"
#include "verification/cover/start.hpp"

namespace attest::cover {

namespace {

struct TooMany {};  // boxes
struct Open {};     // an output that exact evaluation leaves undecided

// A judged token with its own symbols, and what searches of it need.
class Counted {
 public:
  Counted(const CoverProblem& problem, const Start& start)
      : start_(start), context_(problem, start.which, start.symbols) {
    for (const HeadProblem& head : problem.heads()) weights_.emplace_back(head.scores->unit());
  }

  std::size_t which() const { return start_.which; }
  const std::vector<std::size_t>& relevant() const { return context_.relevant(); }

  // The box's symbols and the token's own; nothing where they contradict each other.
  std::optional<std::vector<std::int32_t>> joined(const std::vector<std::int32_t>& symbols) const {
    std::vector<std::int32_t> result = start_.symbols;
    for (std::size_t p = 0; p < result.size(); ++p) {
      if (symbols[p] == free_symbol) continue;
      if (result[p] != free_symbol && result[p] != symbols[p]) return std::nullopt;
      result[p] = symbols[p];
    }
    return result;
  }

  // A free symbol that tells the answer, where one condition or the evaluation of the task names it. Of many conditions
  // no one does: what the tuples show is a better order there.
  std::optional<std::size_t> answer_hangs_on(const std::vector<std::int32_t>& symbols) const {
    const CoverProblem& problem = context_.problem();
    const auto box = joined(symbols);
    if (!box) return std::nullopt;
    const BoxTruth& truth = problem.truth();
    if (truth.form() == BoxTruth::Form::whole) {
      std::size_t open = none;
      if (whole_answer(problem, start_.which, *box, open)) return std::nullopt;
      return open;
    }
    const std::vector<language::ConditionTable>& conditions = truth.conditions(start_.which);
    if (conditions.size() != 1) return std::nullopt;
    for (const std::size_t p : conditions.front().positions) {
      if ((*box)[p] == free_symbol) return p;
    }
    return std::nullopt;
  }

  // Whether every output in the box is right, or every one wrong.
  bool shows(const std::vector<std::int32_t>& joined, Goal goal) {
    Tally tally;
    Search search(context_, weights_, goal, tally);
    search.run(joined);
    if (tally.undecided != 0) throw Open();
    return !tally.first_wrong;
  }

 private:
  const Start& start_;
  Context context_;
  std::vector<WeightTable> weights_;
};

class Counter {
 public:
  Counter(const CoverProblem& problem, std::uint64_t most_boxes)
      : problem_(problem), starts_(starts_of(problem)), counted_(starts_.size()), most_boxes_(most_boxes) {}

  // Of the judged ones.
  Integer failing(std::vector<std::int32_t>& symbols) {
    check_stop();
    if (++boxes_ > most_boxes_) throw TooMany();
    // The first start with an output that is not shown right.
    std::optional<std::size_t> doubtful;
    for (std::size_t s = 0; s < starts_.size() && !doubtful; ++s) {
      const auto joined = counted(s).joined(symbols);
      if (joined && !counted(s).shows(*joined, right_goal())) doubtful = s;
    }
    if (!doubtful) return 0;
    std::size_t standing_hangs_on = none;
    const auto standing = standing_of(problem_, symbols, standing_hangs_on);
    if (standing && *standing != Standing::judged) return 0;
    if (standing && all_wrong(symbols, starts_[*doubtful].which)) return inputs(symbols);
    // What the doubtful output hangs on first: the token's own symbols, what tells the answer, then what its tuples show.
    std::vector<std::size_t> order = problem_.receiver_positions(starts_[*doubtful].which);
    if (const auto position = counted(*doubtful).answer_hangs_on(symbols)) order.push_back(*position);
    if (!standing) order.push_back(standing_hangs_on);
    const auto& relevant = counted(*doubtful).relevant();
    order.insert(order.end(), relevant.begin(), relevant.end());
    for (std::size_t p = 0; p < symbols.size(); ++p) order.push_back(p);  // the answer may hang on any
    const auto open =
        std::find_if(order.begin(), order.end(), [&](std::size_t p) { return symbols[p] == free_symbol; });
    if (open == order.end())
      throw std::logic_error("an output with all its symbols fixed is neither right nor wrong");
    Integer total = 0;
    for (Symbol s = 0; s < problem_.symbols(*open); ++s) {
      symbols[*open] = static_cast<std::int32_t>(s);
      total += failing(symbols);
    }
    symbols[*open] = free_symbol;
    return total;
  }

  std::uint64_t boxes() const { return boxes_; }

 private:
  static Goal right_goal() {
    Goal goal;
    goal.first_only = true;
    return goal;
  }

  // Whether this token's output is wrong on every input of the box, whatever its own symbols are.
  bool all_wrong(const std::vector<std::int32_t>& symbols, std::size_t which) {
    Goal goal = right_goal();
    goal.wrong = true;
    for (std::size_t s = 0; s < starts_.size(); ++s) {
      if (starts_[s].which != which) continue;
      const auto joined = counted(s).joined(symbols);
      if (joined && !counted(s).shows(*joined, goal)) return false;
    }
    return true;
  }

  Integer inputs(const std::vector<std::int32_t>& symbols) const {
    Integer count = 1;
    for (std::size_t p = 0; p < symbols.size(); ++p) {
      if (symbols[p] == free_symbol) count *= problem_.symbols(p);
    }
    return count;
  }

  Counted& counted(std::size_t s) {
    if (!counted_[s]) counted_[s] = std::make_unique<Counted>(problem_, starts_[s]);
    return *counted_[s];
  }

  const CoverProblem& problem_;
  std::vector<Start> starts_;
  std::vector<std::unique_ptr<Counted>> counted_;
  std::uint64_t most_boxes_;
  std::uint64_t boxes_ = 0;
};

}  // namespace

FailingCount count_failing(const CoverProblem& problem, std::uint64_t most_boxes) {
  FailingCount result;
  try {
    Counter counter(problem, most_boxes);
    try {
      std::vector<std::int32_t> symbols(problem.positions(), free_symbol);
      result.failing = counter.failing(symbols);
    } catch (const TooMany&) {
      result.reason =
          fmt::format("failing inputs are not counted: given up after {} disjoint boxes", most_boxes);
    } catch (const Open&) {
      result.reason = "failing inputs are not counted: an output stayed undecided";
    } catch (const Stopped&) {
      result.reason = fmt::format("failing inputs are not counted: {} after {} disjoint boxes", stop_cause(),
                                  counter.boxes());
    }
    result.boxes = counter.boxes();
  } catch (const Stopped&) {
    result.reason = fmt::format("failing inputs are not counted: {}", stop_cause());
  } catch (const UsageError& error) {
    result.reason = fmt::format("failing inputs are not counted: {}", error.what());
  }
  return result;
}

}  // namespace attest::cover

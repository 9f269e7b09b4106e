#include "verification/counts/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "numeric/long_double_bounds.hpp"
#include "verification/counts/search.hpp"
#include "verification/cover/cases.hpp"
#include "verification/cover/output_work.hpp"

namespace attest::counts {

using cover::Result;
using cover::Start;

cover::Covered cover_all(const Problem& problem, const VerifyOptions& options) {
  const std::vector<Start> starts = problem.starts();
  std::vector<Result> seen(starts.size());
  cover::each_case(starts.size(), options, [&](std::size_t k) {
    const Terms terms(problem, starts[k]);
    Search search(terms);
    const cover::Division division{options.part, k};
    each_unit(terms, [&](const Unit& unit) {
      expect_weights(terms, unit);
      if (division.takes_next(seen[k].tally)) search.close(unit, seen[k].tally);
    });
    seen[k].contexts_done = 1;
  });
  Result whole;
  whole.contexts = starts.size();
  for (std::size_t k = 0; k < starts.size(); ++k) cover::add_case(whole, std::move(seen[k]), k);
  if (!whole.complete()) whole.cause = stop_cause();
  return {whole, {}};
}

namespace {

long double rounded_up(const Rational& value) {
  return upper_long_double(Interval(value, 128));
}

// The largest badness over all inputs, best first: of the box with the largest bound an input that comes near the bound is evaluated, and
// the box is halved.
class Worst {
 public:
  Worst(const Problem& problem, const cover::Enough& enough, std::optional<std::uint64_t> most_boxes)
      : problem_(problem), enough_(enough), most_boxes_(most_boxes), starts_(problem.starts()) {}

  cover::Extreme run() {
    try {
      for (const Start& start : starts_) begin(start);
      begun_ = true;
      const std::uint64_t beginnings = result_.boxes;
      while (!queue_.empty() && !is_enough()) {
        check_stop();
        if (most_boxes_ && result_.boxes - beginnings > *most_boxes_) break;
        split();
      }
      result_.reached = queue_.empty() || is_enough();
    } catch (const Stopped&) {  // what is known so far
    }
    result_.bound = begun_ ? settled_ : std::numeric_limits<long double>::infinity();
    if (!queue_.empty()) result_.bound = std::max(result_.bound, queue_.begin()->first.first);
    if (result_.attained) result_.bound = std::max(result_.bound, result_.attained->badness);
    return std::move(result_);
  }

 private:
  struct Of {  // a start
    explicit Of(const Problem& problem, const Start& start) : terms(problem, start), search(terms) {}
    Terms terms;
    Search search;
  };
  struct Queued {
    std::shared_ptr<Of> of;
    std::shared_ptr<const Unit> unit;
    Box box;
    Looked looked;
  };
  struct Later {
    bool operator()(const std::pair<long double, std::uint64_t>& a,
                    const std::pair<long double, std::uint64_t>& b) const {
      return a.first != b.first ? a.first > b.first : a.second < b.second;
    }
  };

  bool is_enough() const {
    return result_.attained && queue_.begin()->first.first <= enough_(result_.attained->badness);
  }

  void begin(const Start& start) {
    const auto of = std::make_shared<Of>(problem_, start);
    each_unit(of->terms, [&](const Unit& unit) {
      check_stop();
      const auto kept = std::make_shared<const Unit>(unit);
      put(of, kept, whole_box(unit.groups));
    });
  }

  void put(const std::shared_ptr<Of>& of, const std::shared_ptr<const Unit>& unit, Box box) {
    ++result_.boxes;
    Looked looked = of->search.look_at(*unit, box);
    long double bound = std::numeric_limits<long double>::infinity();
    if (looked.answer) bound = rounded_up(-looked.worst(problem_.task().decision()).value);
    if (result_.attained && bound <= enough_(result_.attained->badness)) {
      settled_ = std::max(settled_, bound);
      return;
    }
    if (looked.answer && looked.group == cover::none) return leaf(*of, *unit, box);
    queue_.emplace(std::pair{bound, count_++}, Queued{of, unit, std::move(box), std::move(looked)});
  }

  // One input speaks for all of the box.
  void leaf(const Of& of, const Unit& unit, const Box& box) {
    const Word word = word_of(of.terms, unit.groups, box, nullptr, nullptr);
    settled_ = std::max(settled_, evaluate(of, word));
  }

  long double evaluate(const Of& of, const Word& word) {
    ++result_.evaluated;
    const Interval bad = cover::output_badness(problem_.setting(), word, of.terms.start().which);
    const long double least = lower_long_double(bad);
    if (!result_.attained || least > result_.attained->badness)
      result_.attained = cover::Attained{least, word, of.terms.start().which};
    return upper_long_double(bad);
  }

  void split() {
    const Queued first = queue_.begin()->second;
    if (first.looked.answer) {
      const Bound& worst = first.looked.worst(problem_.task().decision());
      evaluate(*first.of, word_of(first.of->terms, first.unit->groups, first.box,
                                  worst.choice.empty() ? nullptr : &worst.choice, nullptr));
      if (is_enough()) return;
    }
    queue_.erase(queue_.begin());
    const auto [none_more, one_more] = halves(first.box, first.looked.group, first.looked.of_class);
    put(first.of, first.unit, none_more);
    put(first.of, first.unit, one_more);
  }

  const Problem& problem_;
  const cover::Enough& enough_;
  std::optional<std::uint64_t> most_boxes_;
  std::vector<Start> starts_;
  std::map<std::pair<long double, std::uint64_t>, Queued, Later> queue_;
  std::uint64_t count_ = 0;
  long double settled_ = -std::numeric_limits<long double>::infinity();
  bool begun_ = false;
  cover::Extreme result_;
};

}  // namespace

cover::MarginReport margins(const Problem& problem, bool all_right, std::optional<double> asked) {
  const cover::Enough enough = cover::enough_of(problem, asked);
  return cover::output_margins(problem, all_right, asked,
                               [&] { return Worst(problem, enough, cover::most_margin_boxes(asked)).run(); });
}

cover::FailingCount count_failing(const Problem& problem, std::uint64_t most_boxes) {
  cover::FailingCount result;
  if (problem.judged().size() > 1) {
    result.reason = "failing inputs are not counted: by counts only of one judged token";
    return result;
  }
  const auto none_because = [&](const std::string& why) {
    result.failing.reset();
    result.reason = "failing inputs are not counted: " + why;
  };
  try {
    Integer failing = 0;
    const std::vector<Start> starts = problem.starts();
    for (const Start& start : starts) {
      const Terms terms(problem, start);
      Search search(terms);
      each_unit(terms,
                [&](const Unit& unit) { failing += search.wrong_inputs(unit, most_boxes, result.boxes); });
    }
    result.failing = failing;
  } catch (const Search::TooMany&) {
    none_because(fmt::format("given up after {} disjoint boxes", most_boxes));
  } catch (const Search::Open&) {
    none_because("an output stayed undecided");
  } catch (const Stopped&) {
    none_because(fmt::format("{} after {} disjoint boxes", stop_cause(), result.boxes));
  } catch (const UsageError& error) {
    none_because(error.what());
  }
  return result;
}

bool are_of_use(const Problem& problem) {
  const std::vector<Start> starts = problem.starts();
  if (starts.empty()) return false;
  const Terms terms(problem, starts.front());
  const bool known = problem.answer_first();
  const std::vector<Group> groups = Grouping(terms, !known).groups(starts.front().symbols);
  const bool alike =
      std::any_of(groups.begin(), groups.end(), [](const Group& group) { return group.blocks.size() > 1; });
  return alike && (known || (!problem.speaks_of_some() && answers_are_symmetric(terms, groups)));
}

Integer terms_of(const Problem& problem) {
  Integer terms = 0;
  for (const Start& start : problem.starts()) {
    for (const attention::Head& head : problem.layer().heads) {
      for (const attention::Token t :
           head.over.tuples(static_cast<attention::Token>(problem.judged()[start.which]))) {
        Integer symbols = 1;
        for (const std::size_t p : problem.reads(t).positions) symbols *= problem.symbols(p);
        terms += symbols;
      }
    }
  }
  return terms;
}

}  // namespace attest::counts

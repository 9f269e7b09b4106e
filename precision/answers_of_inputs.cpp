#include "precision/answers_of_inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <limits>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "claims/user_json.hpp"
#include "numeric/checked.hpp"
#include "numeric/interval.hpp"
#include "ranks/shared_loop.hpp"

namespace attest {

namespace {

constexpr std::uint64_t chunk = 64;  // inputs that a thread takes at a time
constexpr std::uint64_t no_index = ~std::uint64_t{0};
constexpr std::chrono::milliseconds between_progress{100};

void free_caches() {
  release_thread_caches();
  mpfr_free_cache();
}

void add(FormatAnswer& sum, const FormatAnswer& other) {
  sum.checked += other.checked;
  sum.right += other.right;
  sum.undecided += other.undecided;
  sum.unjudged += other.unjudged;
  sum.stalls = sum.stalls || other.stalls;
  sum.exponents.merge(other.exponents);
  if (other.first_wrong && (!sum.first_wrong || *other.first_wrong < *sum.first_wrong))
    sum.first_wrong = other.first_wrong;
}

Json to_json(const FormatAnswer& answer) {
  return {{"checked", answer.checked.str()},
          {"right", answer.right.str()},
          {"undecided", answer.undecided.str()},
          {"unjudged", answer.unjudged.str()},
          {"first_wrong", answer.first_wrong ? Json(answer.first_wrong->str()) : Json()},
          {"exponents",
           answer.exponents.least ? Json({*answer.exponents.least, *answer.exponents.greatest}) : Json()},
          {"stalls", answer.stalls}};
}

FormatAnswer answer_from_json(const Json& json) {
  const auto integer = [&](const char* name) { return integer_from_json(json.at(name), name); };
  FormatAnswer answer;
  answer.checked = integer("checked");
  answer.right = integer("right");
  answer.undecided = integer("undecided");
  answer.unjudged = integer("unjudged");
  if (!json.at("first_wrong").is_null()) answer.first_wrong = integer("first_wrong");
  if (const Json& met = json.at("exponents"); !met.is_null()) {
    const auto exponent = [&](std::size_t k) {
      return integer_from_json(met.at(k), "exponents", std::numeric_limits<long>::min(),
                               std::numeric_limits<long>::max(), "an exponent");
    };
    answer.exponents.least = exponent(0);
    answer.exponents.greatest = exponent(1);
  }
  answer.stalls = json.at("stalls").get<bool>();
  return answer;
}

// Answers of ranges of inputs. Where the first wrong one ends a study, a range ends with a wrong input if it has one.
class Gathered {
 public:
  explicit Gathered(bool first) : first_(first) {}

  void add_range(IndexRange range, const FormatAnswer& answer) {
    if (range.first == range.end) return;
    auto at = ranges_.emplace(range.first, Entry{range.end, answer}).first;
    if (at != ranges_.begin()) at = joined(std::prev(at), at);
    if (const auto next = std::next(at); next != ranges_.end()) joined(at, next);
  }

  // Behind the lowest known wrong input of a study that it ends; else the greatest index.
  std::uint64_t needed_to() const {
    for (const auto& [begin, entry] : ranges_) {
      if (first_ && entry.answer.first_wrong) return entry.end;
    }
    return no_index;
  }

  FormatAnswer whole(std::uint64_t begin) const {
    FormatAnswer sum;
    if (const auto at = ranges_.find(begin); at != ranges_.end() && first_ && at->second.answer.first_wrong) {
      // All inputs below were seen.
      sum = at->second.answer;
      sum.exponents = {};
      sum.stalls = false;
      return sum;
    }
    for (const auto& [from, entry] : ranges_) add(sum, entry.answer);
    return sum;
  }

 private:
  struct Entry {
    std::uint64_t end;
    FormatAnswer answer;
  };
  using Ranges = std::map<std::uint64_t, Entry>;

  // One of two neighbours, where they can be one.
  Ranges::iterator joined(Ranges::iterator low, Ranges::iterator high) {
    if (low->second.end != high->first) return high;
    if (first_ && low->second.answer.first_wrong) return high;
    low->second.end = high->second.end;
    add(low->second.answer, high->second.answer);
    ranges_.erase(high);
    return low;
  }

  bool first_;
  Ranges ranges_;
};

class Inputs {
 public:
  Inputs(const PrecisionProblem& problem, const StudyOptions& options, const std::string& what,
         const std::function<std::unique_ptr<PrecisionEvaluator>()>& make)
      : task_(problem.task()),
        options_(options),
        what_(what),
        make_(make),
        total_(options.ranks ? Integer(options.ranks->size()) : task_.space().size()),
        evaluators_(static_cast<std::size_t>(std::max(1, options.threads))),
        gathered_(options.first) {}

  FormatAnswer run() {
    ranks::SharedLoop loop;
    // No machine gets through 2^63 inputs.
    loop.all = {0, total_ < (Integer(1) << 63) ? to_size(total_) : std::uint64_t{1} << 63};
    loop.at_once = step() * evaluators_.size();
    const bool follows = options_.shared != nullptr && options_.shared->crew->follower != nullptr;
    loop.compute = [&](IndexRange range) {
      if (follows) forget();
      visit(range);
    };
    loop.say = [&](IndexRange range) { return to_json(gathered_.whole(range.first)); };
    loop.take_in = [&](IndexRange range, const Json& says) {
      const FormatAnswer answer = answer_from_json(says);
      expect_of(range, answer);
      const std::lock_guard lock(mutex_);
      if (follows) forget();
      gathered_.add_range({range.first, range.first + to_size(answer.checked)}, answer);
      needed_to_ = gathered_.needed_to();
      done_ += to_size(answer.checked);
    };
    loop.stop = options_.stop;
    loop.enough = [&] { return needed_to_ != no_index; };
    ranks::run_loop(options_.shared, fmt::format("{}, {}", what_, options_.first ? "first" : "all"), loop);
    FormatAnswer answer = gathered_.whole(0);
    answer.total = total_;
    return answer;
  }

 private:
  // What was gathered for another range.
  void forget() {
    gathered_ = Gathered(options_.first);
    needed_to_ = no_index;
  }

  Integer rank_of(std::uint64_t index) const {
    return options_.ranks ? (*options_.ranks)[index] : Integer(index);
  }

  std::uint64_t step() const { return options_.ranks ? 1 : chunk; }

  // Of a range another rank says this; throws where it cannot be so.
  void expect_of(IndexRange range, const FormatAnswer& answer) const {
    const Integer size = range.size();
    const Integer wrong = answer.checked - answer.right - answer.undecided - answer.unjudged;
    const bool sound = answer.right >= 0 && answer.undecided >= 0 && answer.unjudged >= 0 && wrong >= 0 &&
                       (wrong > 0) == answer.first_wrong.has_value() && answer.checked <= size;
    if (!sound) throw std::runtime_error("counts that do not add up");
    if (options_.first && answer.first_wrong) {
      if (wrong != 1 || *answer.first_wrong != rank_of(range.first + to_size(answer.checked) - 1))
        throw std::runtime_error("a first wrong input that is not the last one looked at");
    } else if (answer.checked != size ||
               (answer.first_wrong && (*answer.first_wrong < rank_of(range.first) ||
                                       *answer.first_wrong > rank_of(range.end - 1)))) {
      throw std::runtime_error("an answer of other inputs");
    }
  }

  // By all threads.
  void visit(IndexRange range) {
    std::atomic<std::uint64_t> next{range.first};
    std::exception_ptr failure;  // the first
    const auto work = [&](std::size_t thread) {
      try {
        visit_chunks(next, range.end, thread);
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!failure) failure = std::current_exception();
        next = range.end;
      }
    };
    std::vector<std::thread> others;
    for (std::size_t t = 1; t < evaluators_.size() && range.size() > step() * t; ++t) {
      others.emplace_back([&, t] {
        work(t);
        free_caches();
      });
    }
    work(0);
    for (auto& thread : others) thread.join();
    if (failure) std::rethrow_exception(failure);
  }

  void visit_chunks(std::atomic<std::uint64_t>& next, std::uint64_t end, std::size_t thread) {
    auto& evaluator = evaluators_[thread];
    while (!options_.stop()) {
      const std::uint64_t begin = next.fetch_add(step());
      if (begin >= end || begin >= needed_to_) break;
      if (!evaluator) evaluator = make_();
      const FormatAnswer seen = visit_chunk({begin, std::min(end, begin + step())}, *evaluator, thread == 0);
      const std::lock_guard lock(mutex_);
      gathered_.add_range({begin, begin + to_size(seen.checked)}, seen);
      needed_to_ = gathered_.needed_to();
    }
  }

  FormatAnswer visit_chunk(IndexRange range, PrecisionEvaluator& evaluator, bool shows) {
    FormatAnswer seen;
    Word word;
    for (std::uint64_t k = range.first; k < range.end && !(options_.first && seen.first_wrong); ++k) {
      if (k > range.first && options_.stop()) break;
      if (options_.ranks || k == range.first) {
        word = task_.space().unrank(rank_of(k));
      } else {
        task_.space().advance(word, 1);
      }
      seen.checked += 1;
      switch (answer_on(task_, evaluator, word)) {
        case Answer::right:
          seen.right += 1;
          seen.stalls = seen.stalls || evaluator.stalled();
          break;
        case Answer::undecided:
          seen.undecided += 1;
          break;
        case Answer::not_judged:
          seen.unjudged += 1;
          break;
        case Answer::wrong:
          if (!seen.first_wrong) seen.first_wrong = rank_of(k);
          break;
      }
      ++done_;
      if (shows) show();
    }
    seen.exponents = evaluator.exponents();
    return seen;
  }

  void show() {
    const auto now = std::chrono::steady_clock::now();
    if (!options_.progress || now - shown_ < between_progress) return;
    shown_ = now;
    options_.progress(what_, done_, total_);
  }

  const Task& task_;
  const StudyOptions& options_;
  const std::string& what_;
  const std::function<std::unique_ptr<PrecisionEvaluator>()>& make_;
  Integer total_;
  std::vector<std::unique_ptr<PrecisionEvaluator>> evaluators_;  // of each thread
  std::mutex mutex_;                                             // of gathered_
  Gathered gathered_;
  std::atomic<std::uint64_t> needed_to_{no_index};
  std::atomic<std::uint64_t> done_{0};
  std::chrono::steady_clock::time_point shown_ = std::chrono::steady_clock::now();
};

}  // namespace

Answer answer_on(const Task& task, PrecisionEvaluator& evaluator, std::span<const Symbol> word) {
  return task.standing(word) == Standing::judged ? evaluator.answer(word) : Answer::not_judged;
}

FormatAnswer answers_of_inputs(const PrecisionProblem& problem, const StudyOptions& options,
                               const std::string& what,
                               const std::function<std::unique_ptr<PrecisionEvaluator>()>& make) {
  return Inputs(problem, options, what, make).run();
}

}  // namespace attest

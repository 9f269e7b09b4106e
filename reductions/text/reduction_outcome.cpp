#include "reductions/text/reduction_outcome.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <set>

#include "claims/counted_work.hpp"
#include "numeric/checked.hpp"
#include "ranks/shared_loop.hpp"
#include "reductions/text/outcome_json.hpp"

namespace attest {

using theorems::Assertion;
using theorems::StatedReduction;

std::vector<SourceUnit> inputs_of(const StatedReduction& reduction) {
  std::vector<SourceUnit> units;
  const auto& fields = reduction.source->fields();
  for (std::size_t f = 0; f < fields.size(); ++f)
    units.push_back({fields[f].name, f, fields[f].first_cell, fields[f].cells});
  return units;
}

std::vector<SourceUnit> letters_of(const StatedReduction& reduction) {
  std::vector<SourceUnit> units;
  for (const SourceUnit& input : inputs_of(reduction)) {
    for (std::size_t c = 0; c < input.cells; ++c) {
      const std::size_t cell = input.first_cell + c;
      units.push_back({reduction.source_names[cell], input.input, cell, 1});
    }
  }
  return units;
}

namespace {

// What depends on what. A letter depends on a unit if resetting that unit alone, to what it is in the first instance, changes
// it for some instance: if no reset does, no change of that unit does.
class Dependences {
 public:
  Dependences(const StatedReduction& reduction, const std::vector<std::vector<std::size_t>>& may_read,
              const std::vector<SourceUnit>& units, std::vector<long> first,
              std::vector<std::vector<bool>>& depends)
      : reduction_(reduction),
        units_(units),
        first_(std::move(first)),
        depends_(depends),
        open_(units.size(), 0) {
    if (units.empty()) return;
    std::vector<std::size_t> unit_of(reduction.source->cells(), units.size());
    for (std::size_t u = 0; u < units.size(); ++u) {
      for (std::size_t c = 0; c < units[u].cells; ++c) unit_of[units[u].first_cell + c] = u;
    }
    for (const auto& read : may_read) {
      std::set<std::size_t> of;
      for (const std::size_t cell : read) of.insert(unit_of[cell]);
      for (const std::size_t u : of) ++open_[u];
    }
  }

  void note(const std::vector<long>& source, const std::vector<long>& image) {
    std::vector<long> reset = source;
    for (std::size_t u = 0; u < units_.size(); ++u) {
      if (open_[u] == 0) continue;
      const auto begin = static_cast<std::ptrdiff_t>(units_[u].first_cell);
      const auto end = begin + static_cast<std::ptrdiff_t>(units_[u].cells);
      std::copy(first_.begin() + begin, first_.begin() + end, reset.begin() + begin);
      if (reset == source) continue;
      const std::vector<long> other = reduction_.map(reset);
      for (std::size_t cell = 0; cell < image.size(); ++cell) {
        if (other[cell] == image[cell] || depends_[cell][u]) continue;
        depends_[cell][u] = true;
        --open_[u];
      }
      std::copy(source.begin() + begin, source.begin() + end, reset.begin() + begin);
    }
  }

 private:
  const StatedReduction& reduction_;
  const std::vector<SourceUnit>& units_;
  std::vector<long> first_;
  std::vector<std::vector<bool>>& depends_;
  std::vector<std::size_t> open_;  // [unit]: cells that may depend on it and are not known to do so
};

void note(AskedSentence& sentence, const FailedInstance& instance) {
  ++sentence.failing;
  if (!sentence.first) sentence.first = instance;
}

// What is asked beside the answers, of an image that is an instance of the target.
void ask_sentences(const StatedReduction& reduction, const FailedInstance& instance,
                   ReductionOutcome& outcome) {
  for (std::size_t k = 0; k < reduction.assertions.size(); ++k) {
    const auto* holds = std::get_if<Assertion::OfInstance>(&reduction.assertions[k].says);
    if (holds != nullptr && !(*holds)(instance.source, instance.image)) note(outcome.asserted[k], instance);
  }
  for (std::size_t k = 0; k < reduction.free.size(); ++k) {
    const auto filled = reduction.free[k].other_answer(instance.image, instance.answer);
    if (!filled) continue;
    FailedInstance other = instance;
    other.image = *filled;
    note(outcome.free[k], other);
  }
}

constexpr std::uint64_t words_at_once = 256;  // of a thread

ReductionOutcome empty_outcome(const StatedReduction& reduction, const std::vector<SourceUnit>& units) {
  ReductionOutcome outcome;
  outcome.words = reduction.source->space().size();
  outcome.depends.assign(reduction.image->cells(), std::vector<bool>(units.size(), false));
  outcome.asserted.resize(reduction.assertions.size());
  outcome.free.resize(reduction.free.size());
  return outcome;
}

// Words one after the other, of one thread.
class WordCheck {
 public:
  WordCheck(const StatedReduction& reduction, const std::vector<SourceUnit>& units)
      : reduction_(reduction), space_(reduction.source->space()), outcome_(empty_outcome(reduction, units)) {
    one_.source.resize(reduction.source->cells());
    reduction.source->decode(space_.unrank(0), one_.source);
    const auto may_read = reduction.may_read();
    dependences_.emplace(reduction, may_read, units, one_.source, outcome_.depends);
    // What is made of sizes alone is the same in every image.
    for (const auto& read : may_read) varying_.push_back(!read.empty());
  }
  WordCheck(const WordCheck&) = delete;
  WordCheck& operator=(const WordCheck&) = delete;

  void look_at(IndexRange range, const std::function<bool()>& stop) {
    Word word = space_.unrank(Integer(range.first));
    for (std::uint64_t k = range.first; k < range.end; ++k) {
      if ((k - range.first) % 64 == 0 && stop()) return;
      if (k > range.first) space_.advance(word, 1);
      look_at(word, k);
    }
  }

  // Of the words since the last time, which came in order; what depends on what is known for good.
  ReductionOutcome taken() {
    ReductionOutcome result = outcome_;
    outcome_.seen = outcome_.checked = outcome_.yes = outcome_.failing = 0;
    outcome_.first_wrong_answer = outcome_.first_wrong_letter = outcome_.example = std::nullopt;
    outcome_.asserted.assign(outcome_.asserted.size(), {});
    outcome_.free.assign(outcome_.free.size(), {});
    return result;
  }

 private:
  void look_at(const Word& word, std::uint64_t rank) {
    one_.rank = rank;
    ++outcome_.seen;
    reduction_.source->decode(word, one_.source);
    if (reduction_.promise->standing(one_.source) == Standing::excluded) return;
    ++outcome_.checked;
    if (one_.image.empty()) {
      one_.image = reduction_.map(one_.source);
    } else {
      reduction_.remap(one_.source, varying_, one_.image);
    }
    one_.answer = reduction_.question(one_.source);
    if (one_.answer) ++outcome_.yes;
    dependences_->note(one_.source, one_.image);
    one_.defect = reduction_.letter_defect(one_.image);
    if (!one_.defect.empty()) {
      ++outcome_.failing;
      if (!outcome_.first_wrong_letter) outcome_.first_wrong_letter = one_;
      return;
    }
    if (!outcome_.example || (one_.answer && !outcome_.example->answer)) outcome_.example = one_;
    ask_sentences(reduction_, one_, outcome_);
    if (reduction_.asked(one_.image) == one_.answer) return;
    ++outcome_.failing;
    if (!outcome_.first_wrong_answer) outcome_.first_wrong_answer = one_;
  }

  const StatedReduction& reduction_;
  const InputSpace space_;
  ReductionOutcome outcome_;
  FailedInstance one_;
  std::optional<Dependences> dependences_;
  std::vector<bool> varying_;
};

void keep_lower(std::optional<FailedInstance>& known, const std::optional<FailedInstance>& other) {
  if (other && (!known || other->rank < known->rank)) known = other;
}

}  // namespace

void add(ReductionOutcome& sum, const ReductionOutcome& other) {
  sum.seen += other.seen;
  sum.checked += other.checked;
  sum.yes += other.yes;
  sum.failing += other.failing;
  keep_lower(sum.first_wrong_answer, other.first_wrong_answer);
  keep_lower(sum.first_wrong_letter, other.first_wrong_letter);
  if (!sum.example || (other.example && other.example->answer > sum.example->answer)) {
    sum.example = other.example;
  } else if (other.example && other.example->answer == sum.example->answer) {
    keep_lower(sum.example, other.example);
  }
  for (std::size_t cell = 0; cell < sum.depends.size(); ++cell) {
    for (std::size_t u = 0; u < sum.depends[cell].size(); ++u)
      sum.depends[cell][u] = sum.depends[cell][u] || other.depends[cell][u];
  }
  const auto add_asked = [](std::vector<AskedSentence>& all, const std::vector<AskedSentence>& more) {
    for (std::size_t k = 0; k < all.size(); ++k) {
      all[k].failing += more[k].failing;
      keep_lower(all[k].first, more[k].first);
    }
  };
  add_asked(sum.asserted, other.asserted);
  add_asked(sum.free, other.free);
}

ReductionOutcome check_reduction_text(const StatedReduction& reduction, const std::vector<SourceUnit>& units,
                                      const std::function<bool()>& stop, const ranks::SharedWork* shared) {
  ReductionOutcome outcome = empty_outcome(reduction, units);
  std::mutex mutex;  // of the outcome
  CountedWork work(outcome.words);
  std::atomic<std::uint64_t> reached{0};
  tbb::enumerable_thread_specific<std::unique_ptr<WordCheck>> checks;
  ranks::SharedLoop loop;
  // No machine gets through 2^63 of them.
  loop.all = {0, outcome.words < (Integer(1) << 63) ? to_size(outcome.words) : std::uint64_t{1} << 63};
  loop.at_once = words_at_once * static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
  const bool follows = shared != nullptr && shared->crew->follower != nullptr;
  loop.compute = [&](IndexRange range) {
    if (follows) outcome = empty_outcome(reduction, units);
    const std::uint64_t shares = (range.size() + words_at_once - 1) / words_at_once;
    tbb::parallel_for(std::uint64_t{0}, shares, [&](std::uint64_t share) {
      auto& check = checks.local();
      if (!check) check = std::make_unique<WordCheck>(reduction, units);
      const std::uint64_t begin = range.first + share * words_at_once;
      const std::uint64_t end = std::min(range.end, begin + words_at_once);
      check->look_at({begin, end}, stop);
      work.reached(reached += end - begin);
      const std::lock_guard lock(mutex);
      add(outcome, check->taken());
    });
  };
  loop.say = [&](IndexRange) { return to_json(outcome); };
  loop.take_in = [&](IndexRange range, const Json& says) {
    const ReductionOutcome said = outcome_from_json(says, empty_outcome(reduction, units), range);
    const std::lock_guard lock(mutex);
    if (follows) outcome = empty_outcome(reduction, units);
    add(outcome, said);
    reached += range.size();
  };
  loop.stop = stop;
  ranks::run_loop(shared, "instances of the source", loop);
  return outcome;
}

}  // namespace attest

#include "verification/enumeration.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <stdexcept>
#include <vector>

#include "claims/stop.hpp"
#include "numeric/checked.hpp"
#include "numeric/workers.hpp"
#include "ranks/shared_work.hpp"
#include "verification/kept_enumeration.hpp"
#include "verification/ledger.hpp"
#include "verification/visited_json.hpp"

namespace attest {

namespace {

// A worker tells the progress bar after this many inputs: often enough to look at, seldom enough not to
// make the workers wait for each other.
constexpr std::uint64_t report_interval = 64;

constexpr std::uint64_t smallest_chunk = 256;
constexpr std::uint64_t largest_chunk = std::uint64_t{1} << 18;

// What a worker has seen and not handed in: of the inputs from `range.first` on, as many as were checked.
struct Seen {
  IndexRange range;
  Tally tally;
};

// A worker's own book: hands in when it is asked to.
class Book {
 public:
  Book(IndexRange chunk, const VerifyOptions& options, Ledger& ledger)
      : options_(options), ledger_(ledger), answered_(ledger.asked()) {
    begin(chunk.first);
  }

  Tally& tally() { return seen_.tally; }
  // Before `index` everything was judged.
  void reached(InputIndex index) {
    if (seen_.tally.checked - reported_ >= report_interval) report();
    const std::uint64_t asked = ledger_.asked();
    // Of a search for the first counterexample what stands before it counts, which shows at the end.
    if (asked == answered_ || options_.first.peek()) return;
    answered_ = asked;
    report();
    seen_.range.end = index;
    ledger_.add(seen_.range, seen_.tally);
    begin(index);
  }
  Seen finish() {
    report();
    seen_.range.end = seen_.range.first + seen_.tally.checked;
    return std::move(seen_);
  }

 private:
  void begin(InputIndex index) {
    seen_ = {};
    seen_.range.first = index;
    seen_.tally.failing_limit = options_.failing_limit.peek();
    reported_ = 0;
  }
  void report() {
    ledger_.count(seen_.tally.checked - reported_);
    reported_ = seen_.tally.checked;
  }

  const VerifyOptions& options_;
  Ledger& ledger_;
  Seen seen_;
  std::uint64_t reported_ = 0;
  std::uint64_t answered_ = 0;
};

// One worker's pass over a chunk of the part.
Seen visit(const InputSpace& space, const Part& part, IndexRange chunk, Judge& judge,
           const VerifyOptions& options, const std::atomic<bool>& stop, Ledger& ledger) {
  Book book(chunk, options, ledger);
  Word word = space.unrank(part_rank(part, chunk.first));
  const std::size_t last = word.size() - 1;
  const Symbol last_size = space.alphabet_size(last);
  const auto run_length = static_cast<Symbol>(judge.run_length());
  std::size_t first_changed = 0;
  InputIndex index = chunk.first;
  InputIndex at = index;  // whose word `word` is
  while (index < chunk.end && !stop.load(std::memory_order_relaxed)) {
    std::uint64_t run = 1;
    if (part.whole() && !options.first) {
      // Runs do not cross multiples of run_length, so that a run is the same whatever the chunks are.
      const Symbol left = last_size <= run_length
                              ? last_size - word[last]
                              : std::min(last_size - word[last], run_length - word[last] % run_length);
      run = std::min<std::uint64_t>(chunk.end - index, left);
    }
    Tally& tally = book.tally();
    const std::uint64_t before = tally.checked;
    bool stopped = false;
    try {
      judge.judge(word, first_changed, run, index, stop, tally);
    } catch (const Stopped&) {
      stopped = true;
    }
    const std::uint64_t visited = tally.checked - before;
    if (visited > run) throw std::logic_error("a judge counted inputs that it was not given");
    tally.index_sum += visited * index + visited * (visited - 1) / 2;
    at = index;
    // A judge that has left something of its run was stopped, and is asked for no more: what was judged are the chunk's first inputs.
    if (stopped || visited < run || (options.first && tally.failing.count != 0)) break;
    index += run;
    book.reached(index);
    if (index >= chunk.end) break;
    first_changed = space.advance(word, part.whole() ? run : part.modulus);
    at = index;
  }
  if (space.rank(word) != part_rank(part, at))
    throw std::logic_error("a chunk ended at a word of another rank than counted");
  return book.finish();
}

// The same over a list, whose order gives the indices.
Seen visit(const std::vector<Word>& words, IndexRange chunk, Judge& judge, const VerifyOptions& options,
           const std::atomic<bool>& stop, Ledger& ledger) {
  Book book(chunk, options, ledger);
  for (InputIndex index = chunk.first; index < chunk.end && !stop.load(std::memory_order_relaxed); ++index) {
    Tally& tally = book.tally();
    const std::uint64_t before = tally.checked;
    try {
      judge.judge(words[index], 0, 1, index, stop, tally);
    } catch (const Stopped&) {
      break;
    }
    const std::uint64_t visited = tally.checked - before;
    if (visited > 1) throw std::logic_error("a judge counted inputs that it was not given");
    if (visited == 0) break;
    tally.index_sum += index;
    if (options.first && tally.failing.count != 0) break;
    book.reached(index + 1);
  }
  return book.finish();
}

}  // namespace

StopCause interruption() {
  return interruption_cause() == std::string(lost_rank_cause) ? StopCause::lost_rank : StopCause::interrupted;
}

Integer part_size(const Integer& space, const Part& part) {
  if (space <= part.residue) return 0;
  return (space - part.residue - 1) / part.modulus + 1;
}

Integer part_rank(const Part& part, InputIndex index) {
  return Integer(index) * part.modulus + part.residue;
}

namespace {

// One worker's pass over a chunk.
using Visit =
    std::function<Seen(IndexRange chunk, Judge& judge, const std::atomic<bool>& stop, Ledger& ledger)>;

// What an earlier run of these inputs has kept.
Visited kept_of(const Checkpoint* checkpoint, const VerifyOptions& options, const Integer& total) {
  const std::size_t limit = options.failing_limit;
  if (checkpoint == nullptr || !checkpoint->found) return Visited(limit);
  return visited_from_json(*checkpoint->found, total, limit);
}

// Takes chunks, up to `most` of up to `size` inputs; nothing where there are none left.
using Take = std::function<std::vector<IndexRange>(std::size_t most, std::uint64_t size)>;

// The threads of an enumeration, each with a judge of its own, and the chunks that they take.
class Passes {
 public:
  Passes(const Visit& visit, const JudgeFactory& make_judge, const VerifyOptions& options)
      : visit_(visit), make_judge_(make_judge), options_(options), workers_(options.threads) {}

  // Waves of chunks, until nothing is left or `stop` is set. A space of up to a few million inputs is one wave; a search for the first
  // counterexample begins with small chunks, since it may end in the first, and merges them in order. Whether it has found one.
  bool run(const Take& take, std::uint64_t inputs_left, const std::atomic<bool>& stop, Ledger& ledger) {
    const bool first = options_.first;
    const auto chunks_per_wave = static_cast<std::size_t>(workers_.threads()) * 32;
    std::uint64_t size =
        first ? smallest_chunk : std::clamp(inputs_left / chunks_per_wave + 1, smallest_chunk, largest_chunk);
    while (!stop) {
      const std::vector<IndexRange> chunks = take(chunks_per_wave, size);
      if (chunks.empty()) break;
      std::vector<Seen> in_order(first ? chunks.size() : 0);
      workers_.execute([&] {
        // One chunk at a time: a chunk is large enough, and nobody waits for a bundle of them.
        tbb::parallel_for(
            std::size_t{0}, chunks.size(),
            [&](std::size_t c) {
              auto& judge = judges_.local();
              try {
                if (!judge) judge = make_judge_();
              } catch (const Stopped&) {
                return;
              }
              Seen seen = visit_(chunks[c], *judge, stop, ledger);
              if (first) {
                in_order[c] = std::move(seen);
              } else {
                ledger.add(seen.range, seen.tally);
              }
            },
            tbb::simple_partitioner());
      });
      for (const Seen& seen : in_order) {
        ledger.add(seen.range, seen.tally);
        if (seen.tally.failing.count != 0) return true;  // what later chunks of the wave saw does not count
      }
      size = std::min(size * 4, largest_chunk);
    }
    return false;
  }

 private:
  const Visit& visit_;
  const JudgeFactory& make_judge_;
  const VerifyOptions& options_;
  Workers workers_;
  tbb::enumerable_thread_specific<std::unique_ptr<Judge>> judges_;
};

// No machine gets through 2^63 inputs; a larger space is begun at its start.
std::uint64_t machine_limit(const Integer& total) {
  return total < (Integer(1) << 63) ? to_size(total) : std::uint64_t{1} << 63;
}

std::string shared_total(const Integer& total, const VerifyOptions& options) {
  return fmt::format("{} inputs, {} listed", total.str(), options.failing_limit.peek());
}

// What another rank has seen of a range that it was given: all of it, and nothing else.
Visited answer_of(const Json& says, IndexRange range, const Integer& total, const VerifyOptions& options) {
  Visited seen = visited_from_json(says, total, options.failing_limit.peek());
  if (seen.ranges() != std::vector{range})
    throw std::logic_error("an answer for other inputs than were given");
  return seen;
}

// Rank 0, or a process alone.
EnumerationResult in_chunks(const Integer& total, const Visit& visit_chunk, const JudgeFactory& make_judge,
                            const VerifyOptions& options, const Checkpoint* checkpoint,
                            const ranks::SharedWork* shared) {
  if (checkpoint != nullptr && options.first)
    throw std::logic_error("a checkpoint of a search for the first counterexample");
  EnumerationResult result;
  result.total = total;
  const std::uint64_t limit = machine_limit(total);
  Passes passes(visit_chunk, make_judge, options);
  Ledger ledger(kept_of(checkpoint, options, total));
  const std::uint64_t inputs_left = limit - ledger.done();
  const std::vector<IndexRange> rest = ledger.visited().rest(limit);
  std::deque<IndexRange> left(rest.begin(), rest.end());
  std::atomic<bool> stop{false};
  Watcher watcher(options, checkpoint, ledger, result.total, stop);
  bool found_first = false;
  std::unique_ptr<ranks::Leader::Work> work;
  if (shared != nullptr) {
    work = shared->crew->leader->open(shared->key, shared_total(total, options), std::move(left),
                                      [&](IndexRange range, const Json& says) {
                                        const Visited seen = answer_of(says, range, total, options);
                                        ledger.count(seen.tally().checked);
                                        ledger.add(range, seen.tally());
                                      });
    passes.run([&](std::size_t most, std::uint64_t size) { return work->take(most, size); }, inputs_left,
               stop, ledger);
    work->wait([&] { return stop.load(); });
  } else {
    found_first =
        passes.run([&](std::size_t most, std::uint64_t size) { return take_chunks(left, most, size); },
                   inputs_left, stop, ledger);
  }
  result.cause = watcher.finish();
  if (work) work->seal();
  const Visited visited = ledger.visited();
  if (work) work->close(to_json(visited));
  result.tally = visited.tally();
  if (checkpoint != nullptr) checkpoint->keep(to_json(visited));
  // Stopped by the clock or from outside only if something was left to do.
  if (found_first) {
    result.cause = StopCause::first_found;
  } else if (result.total == Integer(result.tally.checked)) {
    result.cause = StopCause::finished;
  } else if (result.cause == StopCause::finished) {
    if (!stop_requested()) throw std::logic_error("inputs were lost between the judges and their tally");
    result.cause = stop_cause() == budget_cause ? StopCause::budget : interruption();
  }
  if (options.progress) options.progress(ledger.done(), result.total);
  return result;
}

// Another rank: what it is given, and in the end what rank 0 has seen in all.
EnumerationResult by_ranges(const Integer& total, const Visit& visit_chunk, const JudgeFactory& make_judge,
                            const VerifyOptions& options, const ranks::SharedWork& shared) {
  EnumerationResult result;
  result.total = total;
  const std::size_t failing_limit = options.failing_limit;
  ranks::Follower& follower = *shared.crew->follower;
  Passes passes(visit_chunk, make_judge, options);
  while (true) {
    const auto next = follower.ask(shared.key, shared_total(total, options));
    if (const auto* whole = std::get_if<Json>(&next)) {
      if (whole->is_null()) throw Stopped();  // rank 0 has no result
      const Visited visited = visited_from_json(*whole, total, failing_limit);
      result.tally = visited.tally();
      if (Integer(result.tally.checked) != total) result.cause = interruption();
      return result;
    }
    const auto* range = std::get_if<IndexRange>(&next);
    if (range == nullptr) throw Stopped();
    Ledger ledger{Visited(failing_limit)};
    std::deque<IndexRange> left{*range};
    std::atomic<bool> stop{false};
    Watcher watcher(options, nullptr, ledger, total, stop);
    passes.run([&](std::size_t most, std::uint64_t size) { return take_chunks(left, most, size); },
               range->size(), stop, ledger);
    watcher.finish();
    const Visited seen = ledger.visited();
    if (seen.ranges() != std::vector{*range}) throw Stopped();  // a part of a range is no answer
    follower.answer(shared.key, *range, to_json(seen));
  }
}

EnumerationResult enumerated(const Integer& total, const Visit& visit_chunk, const JudgeFactory& make_judge,
                             const VerifyOptions& options, const Checkpoint* checkpoint,
                             const ranks::SharedWork* shared) {
  if (shared != nullptr && shared->crew->follower)
    return by_ranges(total, visit_chunk, make_judge, options, *shared);
  return in_chunks(total, visit_chunk, make_judge, options, checkpoint, shared);
}

EnumerationResult of_space(const InputSpace& space, const JudgeFactory& make_judge,
                           const VerifyOptions& options, const Checkpoint* checkpoint,
                           const ranks::SharedWork* shared) {
  return enumerated(
      part_size(space.size(), options.part),
      [&](IndexRange chunk, Judge& judge, const std::atomic<bool>& stop, Ledger& ledger) {
        return visit(space, options.part, chunk, judge, options, stop, ledger);
      },
      make_judge, options, checkpoint, shared);
}

EnumerationResult of_list(const std::vector<Word>& words, const JudgeFactory& make_judge,
                          const VerifyOptions& options, const Checkpoint* checkpoint,
                          const ranks::SharedWork* shared) {
  const auto result = enumerated(
      Integer(words.size()),
      [&](IndexRange chunk, Judge& judge, const std::atomic<bool>& stop, Ledger& ledger) {
        return visit(words, chunk, judge, options, stop, ledger);
      },
      make_judge, options, checkpoint, shared);
  if (result.complete() && Integer(result.tally.checked) != Integer(words.size()))
    throw std::logic_error("a list of inputs was left before its end");
  return result;
}

// A search for the first counterexample is not shared: what stands behind it does not count.
const ranks::SharedWork* shared_by(const VerifyOptions& options) {
  return options.first.peek() ? nullptr : ranks::taken_shared_work();
}

}  // namespace

EnumerationResult enumerate(const InputSpace& space, const JudgeFactory& make_judge,
                            const VerifyOptions& options) {
  return of_space(space, make_judge, options, nullptr, nullptr);
}

EnumerationResult enumerate(const std::vector<Word>& words, const JudgeFactory& make_judge,
                            const VerifyOptions& options) {
  return of_list(words, make_judge, options, nullptr, nullptr);
}

EnumerationResult enumerate(const InputSpace& space, const JudgeFactory& make_judge,
                            const VerifyOptions& options, const Checkpoint* checkpoint) {
  return of_space(space, make_judge, options, checkpoint, shared_by(options));
}

EnumerationResult enumerate(const std::vector<Word>& words, const JudgeFactory& make_judge,
                            const VerifyOptions& options, const Checkpoint* checkpoint) {
  return of_list(words, make_judge, options, checkpoint, shared_by(options));
}

}  // namespace attest

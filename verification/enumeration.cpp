#include "verification/enumeration.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "claims/stop.hpp"
#include "numeric/checked.hpp"
#include "verification/kept_enumeration.hpp"
#include "verification/visited_json.hpp"
#include "verification/workers.hpp"

namespace attest {

namespace {

using Clock = std::chrono::steady_clock;

// A worker tells the progress bar after this many inputs: often enough to look at, seldom enough not to
// make the workers wait for each other.
constexpr std::uint64_t report_interval = 64;

constexpr std::uint64_t smallest_chunk = 256;
constexpr std::uint64_t largest_chunk = std::uint64_t{1} << 18;

// What the workers have handed in, and whether they should: a checkpoint is kept of what was handed in.
class Ledger {
 public:
  explicit Ledger(Visited visited) : visited_(std::move(visited)), done_(visited_.tally().checked) {}

  void add(IndexRange range, const Tally& tally) {
    const std::lock_guard lock(mutex_);
    visited_.add(range, tally);
  }
  Visited visited() const {
    const std::lock_guard lock(mutex_);
    return visited_;
  }
  // Asks every worker to hand in what it has; it does when the input that it is at is judged.
  void ask() { asked_.fetch_add(1, std::memory_order_relaxed); }
  std::uint64_t asked() const { return asked_.load(std::memory_order_relaxed); }

  // For the progress bar alone.
  void count(std::uint64_t more) { done_.fetch_add(more, std::memory_order_relaxed); }
  std::uint64_t done() const { return done_.load(std::memory_order_relaxed); }

 private:
  mutable std::mutex mutex_;
  Visited visited_;
  std::atomic<std::uint64_t> asked_{0};
  std::atomic<std::uint64_t> done_;
};

// Watches the clock and the outside while the workers count, and keeps a checkpoint where one is wanted.
class Watcher {
 public:
  Watcher(const VerifyOptions& options, const Checkpoint* checkpoint, Ledger& ledger, const Integer& total,
          std::atomic<bool>& stop)
      : thread_([this, &options, checkpoint, &ledger, &total, &stop](const std::stop_token& token) {
          watch(token, options, checkpoint, ledger, total, stop);
        }) {}

  // Throws what keeping a checkpoint threw.
  StopCause finish() {
    thread_.request_stop();  // wakes it
    thread_.join();
    if (failure_) std::rethrow_exception(failure_);
    return cause_;
  }

 private:
  void watch(const std::stop_token& token, const VerifyOptions& options, const Checkpoint* checkpoint,
             Ledger& ledger, const Integer& total, std::atomic<bool>& stop) {
    const auto start = Clock::now();
    double kept = 0;
    bool asked = false;
    std::unique_lock lock(mutex_);
    while (!token.stop_requested()) {
      const std::chrono::duration<double> elapsed = Clock::now() - start;
      if (options.interrupted != nullptr && options.interrupted->load()) {
        cause_ = StopCause::interrupted;
        stop = true;
      } else if ((options.budget_seconds && elapsed.count() >= *options.budget_seconds) || stop_requested()) {
        if (cause_ == StopCause::finished) cause_ = StopCause::budget;
        stop = true;
      }
      if (options.progress) options.progress(ledger.done(), total);
      if (asked) {  // they had the time of one pause to hand in
        keep(*checkpoint, ledger, stop);
        kept = elapsed.count();
        asked = false;
      } else if (checkpoint != nullptr && !stop && elapsed.count() - kept >= checkpoint->seconds_between) {
        ledger.ask();
        asked = true;
      }
      double pause = 0.05;
      if (checkpoint != nullptr) pause = std::clamp(checkpoint->seconds_between / 4, 0.005, pause);
      if (options.budget_seconds && !stop)
        pause = std::clamp(*options.budget_seconds - elapsed.count(), 0.0, pause);
      wake_.wait_for(lock, token, std::chrono::duration<double>(pause), [] { return false; });
    }
  }

  void keep(const Checkpoint& checkpoint, const Ledger& ledger, std::atomic<bool>& stop) {
    try {
      checkpoint.keep(to_json(ledger.visited()));
    } catch (...) {
      failure_ = std::current_exception();
      stop = true;
    }
  }

  std::mutex mutex_;
  std::condition_variable_any wake_;
  StopCause cause_ = StopCause::finished;
  std::exception_ptr failure_;
  std::jthread thread_;
};

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

// Up to `most` chunks of up to `size` inputs from the front of what is left, which they are taken from.
std::vector<IndexRange> take_chunks(std::deque<IndexRange>& left, std::size_t most, std::uint64_t size) {
  std::vector<IndexRange> chunks;
  while (chunks.size() < most && !left.empty()) {
    IndexRange& range = left.front();
    chunks.push_back({range.first, range.first + std::min(size, range.size())});
    range.first = chunks.back().end;
    if (range.size() == 0) left.pop_front();
  }
  return chunks;
}

EnumerationResult in_chunks(const Integer& total, const Visit& visit_chunk, const JudgeFactory& make_judge,
                            const VerifyOptions& options, const Checkpoint* checkpoint) {
  if (checkpoint != nullptr && options.first)
    throw std::logic_error("a checkpoint of a search for the first counterexample");
  EnumerationResult result;
  result.total = total;
  // No machine gets through 2^63 inputs; a larger space is begun at its start.
  const std::uint64_t limit =
      result.total < (Integer(1) << 63) ? to_size(result.total) : std::uint64_t{1} << 63;
  Workers workers(options.threads);
  tbb::enumerable_thread_specific<std::unique_ptr<Judge>> judges;

  Ledger ledger(kept_of(checkpoint, options, total));
  const std::uint64_t inputs_left = limit - ledger.done();
  const std::vector<IndexRange> rest = ledger.visited().rest(limit);
  std::deque<IndexRange> left(rest.begin(), rest.end());
  std::atomic<bool> stop{false};
  Watcher watcher(options, checkpoint, ledger, result.total, stop);

  // Waves of chunks. A space of up to a few million inputs is one wave; a search for the first
  // counterexample begins with small chunks, since it may end in the first, and merges them in order.
  const auto chunks_per_wave = static_cast<std::size_t>(workers.threads()) * 32;
  std::uint64_t chunk = options.first
                            ? smallest_chunk
                            : std::clamp(inputs_left / chunks_per_wave + 1, smallest_chunk, largest_chunk);
  bool found_first = false;
  while (!left.empty() && !stop && !found_first) {
    const std::vector<IndexRange> chunks = take_chunks(left, chunks_per_wave, chunk);
    std::vector<Seen> in_order(options.first ? chunks.size() : 0);
    workers.execute([&] {
      // One chunk at a time: a chunk is large enough, and nobody waits for a bundle of them.
      tbb::parallel_for(
          std::size_t{0}, chunks.size(),
          [&](std::size_t c) {
            auto& judge = judges.local();
            try {
              if (!judge) judge = make_judge();
            } catch (const Stopped&) {
              return;
            }
            Seen seen = visit_chunk(chunks[c], *judge, stop, ledger);
            if (options.first) {
              in_order[c] = std::move(seen);
            } else {
              ledger.add(seen.range, seen.tally);
            }
          },
          tbb::simple_partitioner());
    });
    for (const Seen& seen : in_order) {
      ledger.add(seen.range, seen.tally);
      found_first = seen.tally.failing.count != 0;
      if (found_first) break;  // what later chunks of the wave saw does not count
    }
    chunk = std::min(chunk * 4, largest_chunk);
  }
  result.cause = watcher.finish();
  const Visited visited = ledger.visited();
  result.tally = visited.tally();
  if (checkpoint != nullptr) checkpoint->keep(to_json(visited));
  // Stopped by the clock or from outside only if something was left to do.
  if (found_first) {
    result.cause = StopCause::first_found;
  } else if (result.total == Integer(result.tally.checked)) {
    result.cause = StopCause::finished;
  } else if (result.cause == StopCause::finished) {
    if (!stop_requested()) throw std::logic_error("inputs were lost between the judges and their tally");
    result.cause = stop_cause() == "interrupted" ? StopCause::interrupted : StopCause::budget;
  }
  if (options.progress) options.progress(ledger.done(), result.total);
  return result;
}

}  // namespace

EnumerationResult enumerate(const InputSpace& space, const JudgeFactory& make_judge,
                            const VerifyOptions& options) {
  return enumerate(space, make_judge, options, nullptr);
}

EnumerationResult enumerate(const std::vector<Word>& words, const JudgeFactory& make_judge,
                            const VerifyOptions& options) {
  return enumerate(words, make_judge, options, nullptr);
}

EnumerationResult enumerate(const InputSpace& space, const JudgeFactory& make_judge,
                            const VerifyOptions& options, const Checkpoint* checkpoint) {
  return in_chunks(
      part_size(space.size(), options.part),
      [&](IndexRange chunk, Judge& judge, const std::atomic<bool>& stop, Ledger& ledger) {
        return visit(space, options.part, chunk, judge, options, stop, ledger);
      },
      make_judge, options, checkpoint);
}

EnumerationResult enumerate(const std::vector<Word>& words, const JudgeFactory& make_judge,
                            const VerifyOptions& options, const Checkpoint* checkpoint) {
  const auto result = in_chunks(
      Integer(words.size()),
      [&](IndexRange chunk, Judge& judge, const std::atomic<bool>& stop, Ledger& ledger) {
        return visit(words, chunk, judge, options, stop, ledger);
      },
      make_judge, options, checkpoint);
  if (result.complete() && Integer(result.tally.checked) != Integer(words.size()))
    throw std::logic_error("a list of inputs was left before its end");
  return result;
}

}  // namespace attest

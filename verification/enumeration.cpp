#include "verification/enumeration.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "claims/stop.hpp"
#include "numeric/checked.hpp"
#include "verification/workers.hpp"

namespace attest {

namespace {

using Clock = std::chrono::steady_clock;

// A worker tells the progress bar after this many inputs: often enough to look at, seldom enough not to
// make the workers wait for each other.
constexpr std::uint64_t report_interval = 64;

constexpr std::uint64_t smallest_chunk = 256;
constexpr std::uint64_t largest_chunk = std::uint64_t{1} << 18;

// Watches the clock and the outside while the workers count.
class Watcher {
 public:
  Watcher(const VerifyOptions& options, const std::atomic<std::uint64_t>& done, const Integer& total,
          std::atomic<bool>& stop)
      : thread_([this, &options, &done, &total, &stop](const std::stop_token& token) {
          watch(token, options, done, total, stop);
        }) {}

  StopCause finish() {
    thread_.request_stop();  // wakes it
    thread_.join();
    return cause_;
  }

 private:
  void watch(const std::stop_token& token, const VerifyOptions& options,
             const std::atomic<std::uint64_t>& done, const Integer& total, std::atomic<bool>& stop) {
    const auto start = Clock::now();
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
      if (options.progress) options.progress(done.load(std::memory_order_relaxed), total);
      double pause = 0.05;
      if (options.budget_seconds && !stop)
        pause = std::clamp(*options.budget_seconds - elapsed.count(), 0.0, pause);
      wake_.wait_for(lock, token, std::chrono::duration<double>(pause), [] { return false; });
    }
  }

  std::mutex mutex_;
  std::condition_variable_any wake_;
  StopCause cause_ = StopCause::finished;
  std::jthread thread_;
};

// One worker's pass over the indices first .. first + count - 1.
Tally visit(const InputSpace& space, const Part& part, InputIndex first, std::uint64_t count, Judge& judge,
            const VerifyOptions& options, const std::atomic<bool>& stop, std::atomic<std::uint64_t>& done) {
  Tally tally;
  tally.failing_limit = options.failing_limit;
  Word word = space.unrank(part_rank(part, first));
  const std::size_t last = word.size() - 1;
  const Symbol last_size = space.alphabet_size(last);
  const auto run_length = static_cast<Symbol>(judge.run_length());
  std::size_t first_changed = 0;
  InputIndex index = first;
  const InputIndex end = first + count;
  std::uint64_t reported = 0;
  InputIndex at = first;  // whose word `word` is
  while (index < end && !stop.load(std::memory_order_relaxed)) {
    std::uint64_t run = 1;
    if (part.whole() && !options.first) {
      // Runs do not cross multiples of run_length, so that a run is the same whatever the chunks are.
      const Symbol left = last_size <= run_length
                              ? last_size - word[last]
                              : std::min(last_size - word[last], run_length - word[last] % run_length);
      run = std::min<std::uint64_t>(end - index, left);
    }
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
    if (tally.checked - reported >= report_interval) {
      done.fetch_add(tally.checked - reported, std::memory_order_relaxed);
      reported = tally.checked;
    }
    if (stopped || (options.first && tally.failing.count != 0)) break;
    index += run;
    if (index >= end) break;
    first_changed = space.advance(word, part.whole() ? run : part.modulus);
    at = index;
  }
  if (space.rank(word) != part_rank(part, at))
    throw std::logic_error("a chunk ended at a word of another rank than counted");
  done.fetch_add(tally.checked - reported, std::memory_order_relaxed);
  return tally;
}

// The same over a list, whose order gives the indices.
Tally visit(const std::vector<Word>& words, InputIndex first, std::uint64_t count, Judge& judge,
            const VerifyOptions& options, const std::atomic<bool>& stop, std::atomic<std::uint64_t>& done) {
  Tally tally;
  tally.failing_limit = options.failing_limit;
  for (InputIndex index = first; index < first + count && !stop.load(std::memory_order_relaxed); ++index) {
    const std::uint64_t before = tally.checked;
    try {
      judge.judge(words[index], 0, 1, index, stop, tally);
    } catch (const Stopped&) {
      break;
    }
    const std::uint64_t visited = tally.checked - before;
    if (visited > 1) throw std::logic_error("a judge counted inputs that it was not given");
    done.fetch_add(visited, std::memory_order_relaxed);
    if (options.first && tally.failing.count != 0) break;
  }
  return tally;
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

// One worker's pass over the indices first .. first + count - 1.
using Visit = std::function<Tally(InputIndex first, std::uint64_t count, Judge& judge,
                                  const std::atomic<bool>& stop, std::atomic<std::uint64_t>& done)>;

EnumerationResult in_chunks(const Integer& total, const Visit& visit_chunk, const JudgeFactory& make_judge,
                            const VerifyOptions& options) {
  EnumerationResult result;
  result.total = total;
  result.tally.failing_limit = options.failing_limit;
  // No machine gets through 2^63 inputs; a larger space is begun at its start.
  const std::uint64_t limit =
      result.total < (Integer(1) << 63) ? to_size(result.total) : std::uint64_t{1} << 63;
  Workers workers(options.threads);
  tbb::enumerable_thread_specific<std::unique_ptr<Judge>> judges;

  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> done{0};
  Watcher watcher(options, done, result.total, stop);

  // Waves of chunks, merged in order. A space of up to a few million inputs is one wave; a search for the
  // first counterexample begins with small chunks, since it may end in the first.
  std::uint64_t next = 0;
  const auto chunks_per_wave = static_cast<std::size_t>(workers.threads()) * 32;
  std::uint64_t chunk =
      options.first ? smallest_chunk : std::clamp(limit / chunks_per_wave + 1, smallest_chunk, largest_chunk);
  bool found_first = false;
  while (next < limit && !stop && !found_first) {
    const auto chunks = static_cast<std::size_t>(
        std::min<std::uint64_t>(chunks_per_wave, (limit - next + chunk - 1) / chunk));
    std::vector<Tally> tallies(chunks);
    workers.execute([&] {
      // One chunk at a time: a chunk is large enough, and nobody waits for a bundle of them.
      tbb::parallel_for(
          std::size_t{0}, chunks,
          [&](std::size_t c) {
            auto& judge = judges.local();
            try {
              if (!judge) judge = make_judge();
            } catch (const Stopped&) {
              return;
            }
            const std::uint64_t first = next + c * chunk;
            tallies[c] = visit_chunk(first, std::min(chunk, limit - first), *judge, stop, done);
          },
          tbb::simple_partitioner());
    });
    for (const Tally& tally : tallies) {
      result.tally.merge(tally);
      if (options.first && tally.failing.count != 0) {
        found_first = true;  // what later chunks of the wave saw does not count
        break;
      }
    }
    next += std::min<std::uint64_t>(limit - next, chunks * chunk);
    chunk = std::min(chunk * 4, largest_chunk);
  }
  result.cause = watcher.finish();
  // Stopped by the clock or from outside only if something was left to do.
  if (found_first) {
    result.cause = StopCause::first_found;
  } else if (result.total == Integer(result.tally.checked)) {
    result.cause = StopCause::finished;
  } else if (result.cause == StopCause::finished) {
    if (!stop_requested()) throw std::logic_error("inputs were lost between the judges and their tally");
    result.cause = stop_cause() == "interrupted" ? StopCause::interrupted : StopCause::budget;
  }
  if (options.progress) options.progress(done.load(), result.total);
  return result;
}

}  // namespace

EnumerationResult enumerate(const InputSpace& space, const JudgeFactory& make_judge,
                            const VerifyOptions& options) {
  return in_chunks(
      part_size(space.size(), options.part),
      [&](InputIndex first, std::uint64_t count, Judge& judge, const std::atomic<bool>& stop,
          std::atomic<std::uint64_t>& done) {
        return visit(space, options.part, first, count, judge, options, stop, done);
      },
      make_judge, options);
}

EnumerationResult enumerate(const std::vector<Word>& words, const JudgeFactory& make_judge,
                            const VerifyOptions& options) {
  const auto result = in_chunks(
      Integer(words.size()),
      [&](InputIndex first, std::uint64_t count, Judge& judge, const std::atomic<bool>& stop,
          std::atomic<std::uint64_t>& done) {
        return visit(words, first, count, judge, options, stop, done);
      },
      make_judge, options);
  if (result.complete() && Integer(result.tally.checked) != Integer(words.size()))
    throw std::logic_error("a list of inputs was left before its end");
  return result;
}

}  // namespace attest

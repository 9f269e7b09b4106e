// The balanced generators: four bins by the percentage of ones, filled up by permuting what is in them.
//
// Sources: seed 000_bd1f352bd128419d.txt, Algorithm 3 (lines 611-613, Match3); seed 001_9fe7599dfb64bc47.txt,
// Algorithm 3 (lines 955-972, Match2). Both print loops that sample from a bin which may be empty; the
// repaired loops stand here, tasks/datasets/claims.cpp says what the printed ones do.
//
// An example that is added by permuting one which is itself a permuted copy is a uniform arrangement of the
// original, so only the original of each copy is remembered and the copies are made when they are written.
#pragma once

#include <cstdint>
#include <functional>

#include "tasks/datasets/example.hpp"
#include "tasks/datasets/random.hpp"

namespace attest {

using ExampleSink = std::function<void(const Example&)>;
// Asked often; true ends the generation early.
using StopRequest = std::function<bool()>;
// Which examples that are drawn are taken as originals; null: all.
using ExampleFilter = std::function<bool(const Example&)>;
// After so many in a row that are not taken the generators give up.
inline constexpr std::uint64_t most_refused_draws = 1000000;

struct Match3Setting {
  int N_min = 30;  // 1 <= N_min <= N_max
  int N_max = 35;
  int M = 37;  // at least 1
};

struct Match2Setting {
  int N = 32;
  int M = 37;
  bool with_M = true;  // numbers from {1, ..., M} (the algorithm), else {1, ..., M-1} (the text above it)
};

// Repaired: every x_i is uniform on a random subset of {0, ..., M-1} whose size is uniform on {1, ..., M}
// (the print draws from all of {0, ..., M-1}, which leaves the lower bins empty), drawn until each bin has a
// tenth of its share. Shuffled. Throws UsageError if some bin gets nothing for a long time.
void generate_match3(const Match3Setting& setting, std::uint64_t count, Random& random,
                     const ExampleSink& sink, const StopRequest& stopped, const ExampleFilter& takes);

// Repaired: the first loop goes on until no bin is empty. Shuffled. Throws UsageError as above.
void generate_match2(const Match2Setting& setting, std::uint64_t count, Random& random,
                     const ExampleSink& sink, const StopRequest& stopped, const ExampleFilter& takes);

}  // namespace attest

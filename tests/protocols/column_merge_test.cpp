// Sorting through columns, run word by word on machines that pass messages: every input of zeros and ones, and where it stops to work.
#include <catch2/catch.hpp>

#include <algorithm>
#include <random>
#include <set>

#include "protocols/column_merge.hpp"

namespace attest::mpc {
namespace {

// What a machine hears: who has which word, by the fixed ways, written out again; nothing is shared with play().
std::vector<std::vector<Value>> next_memories(const FixedRound& round,
                                              const std::vector<std::vector<Value>>& memories) {
  std::vector<std::vector<Value>> next(memories.size());
  for (std::size_t machine = 0; machine < memories.size(); ++machine) {
    for (std::size_t slot = 0; slot < memories[machine].size(); ++slot) {
      const long place = round.source[machine * memories[machine].size() + slot];
      const auto slots = static_cast<long>(memories[machine].size());
      next[machine].push_back(
          memories[static_cast<std::size_t>(place / slots)][static_cast<std::size_t>(place % slots)]);
    }
    const auto [first, last] = round.sorted[machine];
    std::sort(next[machine].begin() + first, next[machine].begin() + last);
  }
  return next;
}

bool sorts(const std::vector<FixedRound>& rounds, std::vector<std::vector<Value>> memories) {
  for (auto& memory : memories) std::sort(memory.begin(), memory.end());
  for (const FixedRound& round : rounds) memories = next_memories(round, memories);
  std::vector<Value> all;
  for (const auto& memory : memories) all.insert(all.end(), memory.begin(), memory.end());
  return std::is_sorted(all.begin(), all.end());
}

std::vector<std::vector<Value>> bits_of(std::uint64_t number, long machines, long b) {
  std::vector<std::vector<Value>> memories(static_cast<std::size_t>(machines));
  for (auto& memory : memories) {
    for (long slot = 0; slot < b; ++slot, number /= 2) memory.push_back(static_cast<Value>(number % 2));
  }
  return memories;
}

// Machines 0, ..., q - 1 with z_i zeros each, for all z: what machines that have sorted may hold of zeros and ones.
bool sorts_all_counts(const std::vector<FixedRound>& rounds, long b) {
  std::vector<long> zeros(rounds.front().sorted.size(), 0);
  for (;;) {
    std::vector<std::vector<Value>> memories;
    for (const long z : zeros) {
      memories.emplace_back(static_cast<std::size_t>(b), 1);
      std::fill_n(memories.back().begin(), z, 0);
    }
    if (!sorts(rounds, memories)) return false;
    std::size_t i = 0;
    while (i < zeros.size() && zeros[i] == b) zeros[i++] = 0;
    if (i == zeros.size()) return true;
    ++zeros[i];
  }
}

bool sorts_all_counts(long k, long levels, long b) {
  return sorts_all_counts(column_sorting_rounds(k, levels, b), b);
}

}  // namespace

TEST_CASE("Every input of zeros and ones is sorted on 2, 4 and 8 machines", "[protocols][columns]") {
  for (const auto& [levels, b] : {std::pair(1L, 2L), {1L, 4L}, {1L, 6L}, {2L, 2L}, {2L, 4L}, {3L, 2L}}) {
    const auto rounds = column_sorting_rounds(2, levels, b);
    const long machines = power_of(2, levels);
    long failing = 0;
    for (std::uint64_t number = 0; number < std::uint64_t{1} << (machines * b); ++number)
      failing += sorts(rounds, bits_of(number, machines, b)) ? 0 : 1;
    INFO(levels << " " << b);
    CHECK(failing == 0);
  }
}

TEST_CASE("Three and four machines sort what they may hold, odd blocks too, and need so much room",
          "[protocols][columns]") {
  CHECK(merges_columns(3, 9));
  CHECK(sorts_all_counts(3, 1, 9));
  CHECK(merges_columns(4, 20));
  CHECK(sorts_all_counts(4, 1, 20));
  // One row less on each machine.
  CHECK_FALSE(merges_columns(3, 6));
  CHECK_FALSE(sorts_all_counts(3, 1, 6));
  CHECK_FALSE(merges_columns(4, 16));
  CHECK_FALSE(sorts_all_counts(4, 1, 16));
}

TEST_CASE("Words of any size are sorted on more machines", "[protocols][columns]") {
  std::mt19937_64 random(5);
  for (const auto& [k, levels, b] :
       {std::tuple(2L, 5L, 4L), {3L, 3L, 9L}, {3L, 2L, 12L}, {4L, 2L, 20L}, {5L, 2L, 35L}, {6L, 1L, 54L}}) {
    const auto rounds = column_sorting_rounds(k, levels, b);
    CHECK(static_cast<long>(rounds.size()) == 2 * levels * (levels + 1));
    for (int draw = 0; draw < 20; ++draw) {
      std::vector<std::vector<Value>> memories(static_cast<std::size_t>(power_of(k, levels)));
      const Value largest = draw % 2 == 0 ? 1 : 1000;
      for (auto& memory : memories) {
        for (long slot = 0; slot < b; ++slot)
          memory.push_back(static_cast<Value>(random() % static_cast<std::uint64_t>(largest + 1)));
      }
      INFO(k << " " << levels << " " << b);
      CHECK(sorts(rounds, memories));
    }
  }
}

TEST_CASE("Every round moves every word once, between at most k machines", "[protocols][columns]") {
  for (const auto& [k, levels, b] : {std::tuple(2L, 4L, 2L), {3L, 2L, 9L}, {4L, 2L, 20L}}) {
    for (const FixedRound& round : column_sorting_rounds(k, levels, b)) {
      CHECK(std::set<long>(round.source.begin(), round.source.end()).size() == round.source.size());
      std::vector<std::set<long>> to(round.sorted.size());
      std::vector<std::set<long>> from(round.sorted.size());
      for (std::size_t place = 0; place < round.source.size(); ++place) {
        const auto here = static_cast<long>(place) / b;
        const long there = round.source[place] / b;
        to[static_cast<std::size_t>(there)].insert(here);
        from[static_cast<std::size_t>(here)].insert(there);
      }
      std::size_t most = 0;
      for (std::size_t i = 0; i < to.size(); ++i) most = std::max({most, to[i].size(), from[i].size()});
      CHECK(most <= static_cast<std::size_t>(k));
      CHECK(traffic_of(round).partners == static_cast<long>(most));
      CHECK(traffic_of(round).words == b);
    }
  }
}

TEST_CASE("A round that is left out, or whose machines do not sort, shows", "[protocols][columns]") {
  const auto rounds = column_sorting_rounds(3, 1, 9);
  REQUIRE(rounds.size() == 4);
  for (std::size_t r = 0; r < rounds.size(); ++r) {
    INFO("round " << r);
    auto without = rounds;
    without.erase(without.begin() + static_cast<long>(r));
    CHECK_FALSE(sorts_all_counts(without, 9));
    if (r == 3) continue;  // nothing is sorted when the halves come back
    auto unsorted = rounds;
    unsorted[r].sorted.assign(3, {0, 0});
    CHECK_FALSE(sorts_all_counts(unsorted, 9));
  }
}

}  // namespace attest::mpc

#include "constructions/ea/cycle_structure.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace attest {

namespace {

using State = NextTokenMap::State;
using Predecessors = std::uint8_t;

constexpr Predecessors seen = std::numeric_limits<Predecessors>::max();
constexpr std::uint64_t poll_interval = 1 << 16;

class Search {
 public:
  Search(const NextTokenMap& map, const std::function<bool(std::uint64_t)>& keep_going)
      : map_(map), keep_going_(keep_going), predecessors_(map.states(), 0) {
    result_.states = map.states();
  }

  CycleStructure run() {
    if (count_predecessors() && remove_trees() && walk_cycles()) {
      result_.complete = true;
      if (!flow_.empty()) measure_trees();
    }
    return std::move(result_);
  }

 private:
  bool tick() { return ++visited_ % poll_interval != 0 || keep_going_(visited_); }

  bool count_predecessors() {
    for (State s = 0; s < map_.states(); ++s) {
      if (!tick()) return false;
      // At most two windows have one successor (one with a zero in front, one without), but nothing below
      // relies on it: the count stops short of the mark.
      Predecessors& count = predecessors_[map_.next(s)];
      if (count < seen - 1) ++count;
    }
    for (const Predecessors count : predecessors_) {
      result_.without_predecessor += count == 0;
      result_.most_predecessors = std::max<std::uint64_t>(result_.most_predecessors, count);
    }
    return true;
  }

  // A window that nothing leads to is on no cycle; without it the same may be true of its successor.
  bool remove_trees() {
    if (result_.without_predecessor == 0) return true;  // a permutation: all windows are on cycles
    flow_.assign(map_.states(), 1);
    for (State s = 0; s < map_.states(); ++s) {
      State v = s;
      while (predecessors_[v] == 0) {
        if (!tick()) return false;
        predecessors_[v] = seen;
        ++result_.transient;
        const State w = map_.next(v);
        flow_[w] += flow_[v];
        --predecessors_[w];
        v = w;
      }
    }
    return true;
  }

  bool walk_cycles() {
    for (State s = 0; s < map_.states(); ++s) {
      if (predecessors_[s] == seen) continue;
      std::uint64_t length = 0;
      std::uint64_t basin = 0;
      std::uint64_t zeros = 0;
      for (State v = s; predecessors_[v] != seen; v = map_.next(v)) {
        if (!tick()) return false;
        predecessors_[v] = seen;
        ++length;
        basin += flow_.empty() ? 1 : flow_[v];
        zeros += map_.oldest_is_zero(v) ? 1 : 0;
        if (!flow_.empty()) flow_[v] = 0;  // its distance: measure_trees
      }
      const auto [entry, fresh] = result_.cycles.try_emplace(length);
      CycleClass& cycles = entry->second;
      if (fresh) cycles.least_state = s;
      ++cycles.how_many;
      cycles.basin += basin;
      cycles.zero_visits += basin * zeros;  // at most states^2 <= 2^56 in all
      result_.recurrent += length;
    }
    return true;
  }

  // What flows through a window is needed no more: its distance from the cycle takes the place, 0 on one, and a mark says
  // where it stands already.
  void measure_trees() {
    Transients found;
    std::vector<State> path;
    std::uint64_t steps = 0;
    for (State s = 0; s < map_.states(); ++s) {
      State v = s;
      for (; flow_[v] != 0 && predecessors_[v] == seen; v = map_.next(v)) {
        path.push_back(v);
        if (++steps % poll_interval == 0 && !keep_going_(visited_)) return;
      }
      std::uint32_t distance = flow_[v];
      for (; !path.empty(); path.pop_back()) {
        flow_[path.back()] = ++distance;
        predecessors_[path.back()] = 0;
        found.all += distance;
      }
      if (flow_[s] > found.longest) found = {flow_[s], s, found.all};
    }
    result_.transients = found;
  }

  const NextTokenMap& map_;
  const std::function<bool(std::uint64_t)>& keep_going_;
  std::vector<Predecessors> predecessors_;
  std::vector<std::uint32_t> flow_;
  std::uint64_t visited_ = 0;
  CycleStructure result_;
};

}  // namespace

std::uint64_t CycleStructure::number_of_cycles() const {
  std::uint64_t number = 0;
  for (const auto& [length, cycles_of_length] : cycles) number += cycles_of_length.how_many;
  return number;
}

CycleStructure cycle_structure(const NextTokenMap& map,
                               const std::function<bool(std::uint64_t visited)>& keep_going) {
  return Search(map, keep_going).run();
}

}  // namespace attest

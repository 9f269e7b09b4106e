#include "lowerbounds/shattering/split_vc.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <stdexcept>

#include "claims/user_json.hpp"
#include "ranks/shared_loop.hpp"

namespace attest {

namespace {

constexpr std::size_t largest_round = 1024;
constexpr std::size_t parallel_inside = 32;  // rounds up to this size also divide the search of one partition

// The VC dimension of one partition as far as it can exceed `best`.
void examine(const PartitionedFunction& function, int best, const Stop& stop, bool parallel,
             PartitionBounds& result) {
  const auto settled = [&](SettledBy by) {
    result.settled_by = by;
    return result.at_most <= std::max(best, result.at_least);
  };
  if (settled(SettledBy::size)) return;
  if (stop()) {
    result.settled_by = SettledBy::nothing;
    return;
  }
  const BitMatrix matrix = function.matrix(result.partition.rows);
  const auto rows = useful_rows(matrix);
  result.at_most = std::min(result.at_most, vc_at_most(matrix.columns, rows.size()));
  if (settled(SettledBy::distinct)) return;
  result.at_least = std::max(result.at_least, vc_at_least(matrix.columns, rows.size()));
  if (settled(SettledBy::sauer_shelah)) return;
  std::vector<RowSymmetry> symmetries = function.row_symmetries(result.partition.rows, stop);
  for (RowSymmetry& to : symmetries) to = among_useful(matrix, to);
  for (int size = std::max(best, result.at_least) + 1; size <= result.at_most; ++size) {
    const ShatterSearch search =
        find_shattered(matrix, rows, size, stop, parallel, CellMachine::best, symmetries);
    result.visited += search.visited;
    if (search.outcome == ShatterSearch::Outcome::stopped) {
      result.settled_by = SettledBy::nothing;
      return;
    }
    if (search.outcome == ShatterSearch::Outcome::exhausted) {
      result.at_most = size - 1;
      break;
    }
    result.at_least = size;
  }
  result.settled_by = SettledBy::search;
}

bool before(const PartitionBounds& a, const PartitionBounds& b) {
  const int size_a = std::popcount(a.partition.rows);
  const int size_b = std::popcount(b.partition.rows);
  return size_a != size_b ? size_a < size_b : a.partition.rows > b.partition.rows;
}

// A set of `size` rows for the partition, which is known to have one, with a column for each pattern.
ShatteredSet witness_for(const PartitionedFunction& function, PositionSet partition, int size) {
  const SplitMatrix split = function.split(partition);
  ShatteredSet result;
  result.rows = partition;
  std::vector<std::uint32_t> set;
  if (size > 0) {
    // Not interruptible: a set of this size was found before, or its existence was proved.
    const auto search = find_shattered(
        split.matrix, useful_rows(split.matrix), size, [] { return false; }, true);
    if (search.outcome != ShatterSearch::Outcome::found) {
      throw std::logic_error("a shattered set that was proved to exist was not found");
    }
    set = search.set;
  }
  for (const std::uint32_t r : set) result.set.push_back(split.row_words[r]);
  result.column.resize(std::size_t{1} << size);
  std::vector<bool> known(result.column.size(), false);
  for (std::size_t c = 0; c < split.matrix.columns; ++c) {
    std::size_t pattern = 0;
    for (std::size_t k = 0; k < set.size(); ++k) pattern |= std::size_t{split.matrix.at(set[k], c)} << k;
    if (known[pattern]) continue;
    known[pattern] = true;
    result.column[pattern] = split.column_words[c];
  }
  return result;
}

Json to_json(const std::vector<PartitionBounds>& all, IndexRange range) {
  Json result = Json::array();
  for (std::size_t k = range.first; k < range.end; ++k) {
    const PartitionBounds& bounds = all[k];
    result.push_back({bounds.at_least, bounds.at_most, static_cast<int>(bounds.settled_by), bounds.visited});
  }
  return result;
}

// What another rank has found of these partitions: bounds within those that are known, settled as far as they can exceed `best`.
void take_in(const Json& json, IndexRange range, int best, std::vector<PartitionBounds>& all) {
  if (!json.is_array() || json.size() != range.size()) throw std::runtime_error("bounds of other partitions");
  for (std::size_t k = range.first; k < range.end; ++k) {
    const Json& entry = json[k - range.first];
    PartitionBounds bounds = all[k];
    const auto number = [&](std::size_t which, long most) {
      return integer_from_json(entry.at(which), "bounds", 0, most, "a count");
    };
    bounds.at_least = static_cast<int>(number(0, all[k].at_most));
    bounds.at_most = static_cast<int>(number(1, all[k].at_most));
    const auto settled_by = static_cast<int>(number(2, static_cast<int>(SettledBy::search)));
    bounds.settled_by = static_cast<SettledBy>(settled_by);
    bounds.visited = static_cast<std::uint64_t>(number(3, std::numeric_limits<long>::max()));
    if (bounds.at_most < bounds.at_least || bounds.settled_by == SettledBy::nothing ||
        bounds.at_most > std::max(best, bounds.at_least))
      throw std::runtime_error("bounds that no partition has");
    all[k] = bounds;
  }
}

}  // namespace

const char* to_string(SettledBy settled_by) {
  switch (settled_by) {
    case SettledBy::nothing:
      return "nothing";
    case SettledBy::size:
      return "size";
    case SettledBy::distinct:
      return "distinct";
    case SettledBy::sauer_shelah:
      return "sauer-shelah";
    case SettledBy::search:
      return "search";
  }
  return "";
}

SplitVc split_vc(const PartitionedFunction& function, const SplitVcOptions& options) {
  SplitVc result;
  auto classes = options.only ? std::vector<PartitionClass>{{*options.only, 1}} : function.classes();
  for (const auto& c : classes) {
    const auto shape = function.shape(c.rows);
    PartitionBounds bounds;
    bounds.partition = c;
    bounds.at_most = vc_at_most(shape.columns, shape.rows);
    result.partitions.push_back(bounds);
  }
  auto& all = result.partitions;
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return a.at_most != b.at_most ? a.at_most > b.at_most : before(a, b);
  });

  int best = 0;
  std::size_t best_index = 0;
  std::atomic<std::uint64_t> done{0};
  for (std::size_t begin = 0, round = 1; begin < all.size(); begin += round) {
    if (begin > 1) round = std::min(begin, largest_round);
    const std::size_t end = std::min(all.size(), begin + round);
    const int known = options.every_partition || options.only ? -1 : best;
    const auto one = [&](std::size_t k) {
      examine(function, known, options.stop, end - begin <= parallel_inside, all[k]);
      ++done;
    };
    ranks::SharedLoop loop;
    loop.all = {begin, end};
    loop.at_once = static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
    loop.compute = [&](IndexRange range) {
      tbb::parallel_for(range.first, range.end, one, tbb::simple_partitioner());
    };
    loop.say = [&](IndexRange range) { return to_json(all, range); };
    loop.take_in = [&](IndexRange range, const Json& bounds) { take_in(bounds, range, known, all); };
    loop.stop = options.stop;
    ranks::run_loop(options.shared, fmt::format("the round from {} where {} are known", begin, known), loop);
    for (std::size_t k = begin; k < end; ++k) {
      result.visited += all[k].visited;
      if (all[k].at_least <= best && begin + k > 0) continue;
      best = all[k].at_least;
      best_index = k;
    }
    if (options.progress) options.progress(done, all.size());
  }

  result.lower = best;
  result.upper = best;
  for (const auto& bounds : all) {
    if (bounds.settled_by == SettledBy::nothing) result.upper = std::max(result.upper, bounds.at_most);
  }
  result.witness = witness_for(function, all[best_index].partition.rows, best);
  std::sort(all.begin(), all.end(), before);
  return result;
}

}  // namespace attest

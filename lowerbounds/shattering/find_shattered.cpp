#include "lowerbounds/shattering/find_shattered.hpp"

#include "lowerbounds/shattering/wide.hpp"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <unordered_set>

namespace attest {

namespace {

// Whether the rows at two indices complement each other is seen by equal rows after making the first bit 0.
std::vector<BitMatrix::Word> with_first_bit_zero(const BitMatrix& matrix, std::size_t r) {
  std::vector<BitMatrix::Word> row(matrix.row(r), matrix.row(r) + matrix.words);
  if (row.empty() || (row[0] & 1) == 0) return row;
  for (auto& word : row) word = ~word;
  if (matrix.columns % 64 != 0) row.back() &= (BitMatrix::Word{1} << (matrix.columns % 64)) - 1;
  return row;
}

std::size_t ones_of(const BitMatrix& matrix, std::size_t r) {
  std::size_t ones = 0;
  for (std::size_t w = 0; w < matrix.words; ++w) {
    ones += static_cast<std::size_t>(std::popcount(matrix.row(r)[w]));
  }
  return ones;
}

constexpr std::size_t few_orbits = 64;

using RowSymmetries = std::vector<const RowSymmetry*>;

// Those that leave a row where it is.
RowSymmetries fixing(const RowSymmetries& symmetries, std::uint32_t row) {
  RowSymmetries result;
  for (const RowSymmetry* to : symmetries) {
    if ((*to)[row] == row) result.push_back(to);
  }
  return result;
}

std::vector<std::size_t> every_place(std::size_t count) {
  std::vector<std::size_t> places(count);
  std::iota(places.begin(), places.end(), std::size_t{0});
  return places;
}

// One branch of the search: all sets that begin with the rows at given places of their nodes' lists.
class BranchSearch {
 public:
  BranchSearch(const ShatteredNode& root, const RowSymmetries& symmetries, int size, const CellKernel& kernel)
      : root_(root), size_(size), kernel_(kernel), nodes_(size), bases_(size), fixing_(size), places_(size) {
    if (size > 0) fixing_[0] = symmetries;
  }

  // `path`: at least one place, the first of them of the root's list. `given_up` is asked now and then; true ends the branch.
  template <class GivenUp>
  bool run(const std::vector<std::size_t>& path, const GivenUp& given_up) {
    path_ = &path;
    start(path.front());
    visited_ = 1;
    if (size_ == 1) return true;
    return extend(root_, path.front(), 1, given_up);
  }

  // The places of its list with which sets of more than one row go on behind the root's place `first`.
  template <class GivenUp>
  std::vector<std::size_t> go_on(std::size_t first, const GivenUp& given_up) {
    const std::vector<std::size_t> path{first};
    path_ = &path;
    start(first);
    visited_ = 1;
    if (!narrow(root_, first, 1, given_up)) return {};
    prepare(root_, 1);
    const auto behind = static_cast<std::size_t>(size_ - 1);
    return fixing_[1].empty() ? every_place(nodes_[0].list.size() - behind + 1) : places_[0];
  }

  const std::vector<std::uint32_t>& set() const { return set_; }
  std::uint64_t visited() const { return visited_; }

 private:
  void start(std::size_t first) {
    ended_early_ = false;
    next_check_ = shattering_steps_between_checks;
    set_.assign(1, root_.base->rows[root_.list[first]]);
  }

  // The cells and the list of set_, which has `depth` rows, the last of them number k of the node's list; false where no set of the
  // size is there.
  template <class GivenUp>
  bool narrow(const ShatteredNode& node, std::size_t k, int depth, const GivenUp& given_up) {
    const int wanted = size_ - depth;
    ShatteredNode& child = nodes_[static_cast<std::size_t>(depth) - 1];
    kernel_.split(*node.base, node.cells, node.list[k], child.cells);
    const std::uint64_t examined =
        kernel_.partners(*node.base, child.cells, node.list, k + 1, std::uint64_t{1} << (wanted - 1),
                         wanted == 1 ? 1 : node.list.size(), child.list);
    if (static_cast<std::size_t>(depth) >= path_->size()) visited_ += examined;
    if (visited_ >= next_check_) {
      next_check_ = visited_ + shattering_steps_between_checks;
      ended_early_ = given_up();
    }
    child.base = node.base;
    return child.list.size() >= static_cast<std::size_t>(wanted) && !ended_early_;
  }

  // Of a node that wants more than one row: its list in the order of the search, the places to go on with, and its base.
  void prepare(const ShatteredNode& node, int depth) {
    const auto wanted = static_cast<std::size_t>(size_ - depth);
    const std::size_t level = static_cast<std::size_t>(depth) - 1;
    ShatteredNode& child = nodes_[level];
    places_[level].clear();
    if (!fixing_[level].empty())
      fixing_[level + 1] = fixing(fixing_[level], set_.back());
    else
      fixing_[level + 1].clear();
    if (!fixing_[level + 1].empty()) {
      for (const std::size_t place : order_by_orbits(fixing_[level + 1], child.base->rows, child.list)) {
        if (place + wanted <= child.list.size()) places_[level].push_back(place);
      }
    }
    if (!CellKernel::worth_rebasing(*node.base)) return;
    kernel_.rebase(*node.base, child.cells, child.list, bases_[level]);
    child.base = &bases_[level];
    child.cells.start(*child.base);
    std::iota(child.list.begin(), child.list.end(), 0U);
  }

  template <class GivenUp>
  bool extend(const ShatteredNode& node, std::size_t k, int depth, const GivenUp& given_up) {
    if (!narrow(node, k, depth, given_up)) return false;
    const int wanted = size_ - depth;
    const std::size_t level = static_cast<std::size_t>(depth) - 1;
    const ShatteredNode& child = nodes_[level];
    if (wanted == 1) {
      set_.push_back(child.base->rows[child.list.front()]);
      return true;
    }
    prepare(node, depth);
    const auto begins_with = [&](std::size_t next) {
      set_.push_back(child.base->rows[child.list[next]]);
      if (extend(child, next, depth + 1, given_up)) return true;
      set_.pop_back();
      return false;
    };
    if (static_cast<std::size_t>(depth) < path_->size())
      return begins_with((*path_)[static_cast<std::size_t>(depth)]);
    if (!fixing_[level + 1].empty()) {
      for (const std::size_t next : places_[level]) {
        if (begins_with(next)) return true;
        if (ended_early_) return false;
      }
      return false;
    }
    for (std::size_t next = 0; next + static_cast<std::size_t>(wanted) <= child.list.size(); ++next) {
      if (begins_with(next)) return true;
      if (ended_early_) return false;
    }
    return false;
  }

  const ShatteredNode& root_;
  int size_;
  const CellKernel& kernel_;
  std::vector<ShatteredNode> nodes_;   // one a level, reused by all branches
  std::vector<CellBase> bases_;        // likewise
  std::vector<RowSymmetries> fixing_;  // [how many rows they leave in their places]
  std::vector<std::vector<std::size_t>> places_;
  const std::vector<std::size_t>* path_ = nullptr;
  std::vector<std::uint32_t> set_;
  std::uint64_t visited_ = 0;
  std::uint64_t next_check_ = shattering_steps_between_checks;
  bool ended_early_ = false;
};

}  // namespace

std::vector<std::uint32_t> useful_rows(const BitMatrix& matrix) {
  std::vector<std::uint32_t> result;
  struct Hash {
    std::size_t operator()(const std::vector<BitMatrix::Word>& row) const {
      std::size_t hash = 0;
      for (const auto word : row) hash = (hash ^ word) * 0x9E3779B97F4A7C15U + (hash >> 31);
      return hash;
    }
  };
  std::unordered_set<std::vector<BitMatrix::Word>, Hash> seen;
  for (std::size_t r = 0; r < matrix.rows; ++r) {
    const std::size_t ones = ones_of(matrix, r);
    if (ones == 0 || ones == matrix.columns) continue;
    if (seen.insert(with_first_bit_zero(matrix, r)).second) result.push_back(static_cast<std::uint32_t>(r));
  }
  return result;
}

int vc_at_most(std::size_t distinct_columns, std::size_t rows) {
  if (distinct_columns == 0) return 0;
  return static_cast<int>(std::min<std::size_t>(rows, std::bit_width(distinct_columns) - 1));
}

int vc_at_least(std::size_t distinct_columns, std::size_t distinct_rows) {
  // C(r, k) = C(r, k-1) (r - k + 1) / k, in 128 bits: all numbers stay below c * r.
  Wide sum = 0;
  Wide binomial = 1;
  int k = 0;
  while (static_cast<std::size_t>(k) <= distinct_rows) {
    sum += binomial;
    if (sum >= distinct_columns) break;
    ++k;
    binomial = binomial * (distinct_rows - static_cast<std::size_t>(k) + 1) / static_cast<unsigned>(k);
  }
  return k;
}

RowSymmetry among_useful(const BitMatrix& matrix, const RowSymmetry& to) {
  std::map<std::vector<BitMatrix::Word>, std::uint32_t> first;  // with these values or their complements
  for (std::size_t r = matrix.rows; r-- > 0;)
    first[with_first_bit_zero(matrix, r)] = static_cast<std::uint32_t>(r);
  RowSymmetry result(matrix.rows);
  for (std::size_t r = 0; r < matrix.rows; ++r) result[r] = first.at(with_first_bit_zero(matrix, to[r]));
  return result;
}

ShatterSearch find_shattered(const BitMatrix& matrix, const std::vector<std::uint32_t>& rows, int size,
                             const Stop& stop, bool parallel, CellMachine machine,
                             const std::vector<RowSymmetry>& symmetries) {
  ShatterSearch result;
  result.visited = rows.size();
  if (size >= 63 || (std::uint64_t{1} << size) > matrix.columns) return result;
  // Sets of one row: both values must occur 2^(size-1) times.
  const std::uint64_t least = std::uint64_t{1} << (size - 1);
  std::vector<std::uint32_t> candidates;
  for (const std::uint32_t r : rows) {
    const std::size_t ones = ones_of(matrix, r);
    if (ones >= least && matrix.columns - ones >= least) candidates.push_back(r);
  }
  if (candidates.size() < static_cast<std::size_t>(size)) return result;

  CellBase base;
  base.start(matrix, candidates);
  ShatteredNode root;
  root.base = &base;
  root.cells.start(base);
  root.list.resize(candidates.size());
  std::iota(root.list.begin(), root.list.end(), 0U);
  const CellKernel kernel(machine);
  std::atomic<bool> stopped{false};
  RowSymmetries all;
  for (const RowSymmetry& to : symmetries) all.push_back(&to);
  std::vector<std::vector<std::size_t>> paths;
  const std::size_t last = candidates.size() - static_cast<std::size_t>(size);
  if (all.empty()) {
    for (const std::size_t place : every_place(last + 1)) paths.push_back({place});
  } else {
    // Where orbits are few and most of the work is in the first, a branch has two rows.
    BranchSearch branch(root, all, size, kernel);
    const auto begins = order_by_orbits(all, base.rows, root.list);
    const bool two_rows = size > 2 && begins.size() <= few_orbits;
    const auto given_up = [&] {
      if (stop()) stopped = true;
      return stopped.load();
    };
    for (const std::size_t place : begins) {
      if (place > last || given_up()) continue;
      if (!two_rows) {
        paths.push_back({place});
        continue;
      }
      for (const std::size_t next : branch.go_on(place, given_up)) paths.push_back({place, next});
      result.visited += branch.visited();
    }
  }
  const std::size_t branches = paths.size();
  // The branch of least index that finds a set decides; those behind it give up, those before it do not.
  std::atomic<std::size_t> deciding{std::numeric_limits<std::size_t>::max()};
  struct BranchResult {
    std::vector<std::uint32_t> set;
    std::uint64_t visited = 0;
  };
  std::vector<BranchResult> results(branches);
  const auto run_branch = [&](BranchSearch& branch, std::size_t b) {
    if (stopped || deciding < b) return;
    const auto given_up = [&] {
      if (stop()) stopped = true;
      return stopped || deciding < b;
    };
    const bool found = branch.run(paths[b], given_up);
    results[b].visited = branch.visited();
    if (!found) return;
    results[b].set = branch.set();
    std::size_t known = deciding;
    while (b < known && !deciding.compare_exchange_weak(known, b)) {
    }
  };
  if (parallel) {
    tbb::this_task_arena::isolate([&] {
      tbb::parallel_for(
          tbb::blocked_range<std::size_t>(0, branches, 1),
          [&](const tbb::blocked_range<std::size_t>& range) {
            BranchSearch branch(root, all, size, kernel);
            for (std::size_t b = range.begin(); b < range.end(); ++b) run_branch(branch, b);
          },
          tbb::simple_partitioner());
    });
  } else {
    BranchSearch branch(root, all, size, kernel);
    for (std::size_t b = 0; b < branches && deciding > b && !stopped; ++b) run_branch(branch, b);
  }

  const std::size_t decided = deciding;
  for (std::size_t b = 0; b < branches && b <= decided; ++b) result.visited += results[b].visited;
  if (stopped) {
    result.outcome = ShatterSearch::Outcome::stopped;
  } else if (decided < branches) {
    result.outcome = ShatterSearch::Outcome::found;
    result.set = results[decided].set;
    std::sort(result.set.begin(), result.set.end());
  }
  return result;
}

}  // namespace attest

#include "lowerbounds/shattering/find_shattered.hpp"

#include "lowerbounds/shattering/wide.hpp"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
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

// One branch of the search: all sets whose first row is a given one.
class BranchSearch {
 public:
  BranchSearch(const ShatteredNode& root, int size, const CellKernel& kernel)
      : root_(root), size_(size), kernel_(kernel), nodes_(size), bases_(size) {}

  // `given_up` is asked now and then; true ends the branch.
  template <class GivenUp>
  bool run(std::size_t first, const GivenUp& given_up) {
    set_.assign(1, root_.base->rows[root_.list[first]]);
    visited_ = 1;
    if (size_ == 1) return true;
    return extend(root_, first, 1, given_up);
  }

  const std::vector<std::uint32_t>& set() const { return set_; }
  std::uint64_t visited() const { return visited_; }

 private:
  // set_ has `depth` rows, the last of them number k of the node's list.
  template <class GivenUp>
  bool extend(const ShatteredNode& node, std::size_t k, int depth, const GivenUp& given_up) {
    const int wanted = size_ - depth;
    const std::size_t level = static_cast<std::size_t>(depth) - 1;
    ShatteredNode& child = nodes_[level];
    kernel_.split(*node.base, node.cells, node.list[k], child.cells);
    visited_ += kernel_.partners(*node.base, child.cells, node.list, k + 1, std::uint64_t{1} << (wanted - 1),
                                 wanted == 1 ? 1 : node.list.size(), child.list);
    if (visited_ >= next_check_) {
      next_check_ = visited_ + shattering_steps_between_checks;
      ended_early_ = given_up();
    }
    if (child.list.size() < static_cast<std::size_t>(wanted) || ended_early_) return false;
    child.base = node.base;
    if (wanted == 1) {
      set_.push_back(child.base->rows[child.list.front()]);
      return true;
    }
    if (CellKernel::worth_rebasing(*node.base)) {
      kernel_.rebase(*node.base, child.cells, child.list, bases_[level]);
      child.base = &bases_[level];
      child.cells.start(*child.base);
      std::iota(child.list.begin(), child.list.end(), 0U);
    }
    for (std::size_t next = 0; next + static_cast<std::size_t>(wanted) <= child.list.size(); ++next) {
      set_.push_back(child.base->rows[child.list[next]]);
      if (extend(child, next, depth + 1, given_up)) return true;
      set_.pop_back();
      if (ended_early_) return false;
    }
    return false;
  }

  const ShatteredNode& root_;
  int size_;
  const CellKernel& kernel_;
  std::vector<ShatteredNode> nodes_;  // one a level, reused by all branches
  std::vector<CellBase> bases_;       // likewise
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

ShatterSearch find_shattered(const BitMatrix& matrix, const std::vector<std::uint32_t>& rows, int size,
                             const Stop& stop, bool parallel, CellMachine machine) {
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
  const std::size_t branches = candidates.size() - static_cast<std::size_t>(size) + 1;
  // The branch of least index that finds a set decides; those behind it give up, those before it do not.
  std::atomic<std::size_t> deciding{std::numeric_limits<std::size_t>::max()};
  std::atomic<bool> stopped{false};
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
    const bool found = branch.run(b, given_up);
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
            BranchSearch branch(root, size, kernel);
            for (std::size_t b = range.begin(); b < range.end(); ++b) run_branch(branch, b);
          },
          tbb::simple_partitioner());
    });
  } else {
    BranchSearch branch(root, size, kernel);
    for (std::size_t b = 0; b < branches && deciding > b && !stopped; ++b) run_branch(branch, b);
  }

  const std::size_t decided = deciding;
  for (std::size_t b = 0; b < branches && b <= decided; ++b) result.visited += results[b].visited;
  if (stopped) {
    result.outcome = ShatterSearch::Outcome::stopped;
  } else if (decided < branches) {
    result.outcome = ShatterSearch::Outcome::found;
    result.set = results[decided].set;
  }
  return result;
}

}  // namespace attest

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
#include <unordered_set>

namespace attest {

namespace {

constexpr std::uint64_t steps_between_checks = 1 << 14;

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
class Branch {
 public:
  Branch(const ColumnCells& root, int size, const CellKernel& kernel)
      : root_(root), size_(size), kernel_(kernel), nodes_(size), splits_(size), kept_(size) {}

  // `given_up` is asked now and then; true ends the branch.
  template <class GivenUp>
  bool run(std::size_t first, const GivenUp& given_up) {
    set_.assign(1, root_.rows[first]);
    visited_ = 1;
    if (size_ == 1) return true;
    return extend(root_, first, 1, given_up);
  }

  const std::vector<std::uint32_t>& set() const { return set_; }
  std::uint64_t visited() const { return visited_; }
  bool ended_early() const { return ended_early_; }

 private:
  // set_ has `depth` rows, the last of them the one at `index` of node.
  template <class GivenUp>
  bool extend(const ColumnCells& node, std::size_t index, int depth, const GivenUp& given_up) {
    const int wanted = size_ - depth;
    const std::size_t level = static_cast<std::size_t>(depth) - 1;
    CellSplit& split = splits_[level];
    split_cells(node, index, split);
    auto& kept = kept_[level];
    visited_ += kernel_.partners(node, index, split, index + 1, node.rows.size(),
                                 std::uint64_t{1} << (wanted - 1), wanted == 1 ? 1 : node.rows.size(), kept);
    if (visited_ >= next_check_) {
      next_check_ = visited_ + steps_between_checks;
      ended_early_ = ended_early_ || given_up();
    }
    if (kept.size() < static_cast<std::size_t>(wanted) || ended_early_) return false;
    if (wanted == 1) {
      set_.push_back(node.rows[kept.front()]);
      return true;
    }
    ColumnCells& child = nodes_[level];
    kernel_.descend(node, index, split, kept, child);
    for (std::size_t k = 0; k + static_cast<std::size_t>(wanted) <= child.rows.size(); ++k) {
      set_.push_back(child.rows[k]);
      if (extend(child, k, depth + 1, given_up)) return true;
      set_.pop_back();
      if (ended_early_) return false;
    }
    return false;
  }

  const ColumnCells& root_;
  int size_;
  const CellKernel& kernel_;
  std::vector<ColumnCells> nodes_;  // one a level, reused by all branches
  std::vector<CellSplit> splits_;
  std::vector<std::vector<std::uint32_t>> kept_;
  std::vector<std::uint32_t> set_;
  std::uint64_t visited_ = 0;
  std::uint64_t next_check_ = steps_between_checks;
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
                             const Stop& stop, bool parallel, Machine64 machine) {
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

  ColumnCells root;
  root.start(matrix, candidates);
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
  const auto run_branch = [&](Branch& branch, std::size_t b) {
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
            Branch branch(root, size, kernel);
            for (std::size_t b = range.begin(); b < range.end(); ++b) run_branch(branch, b);
          },
          tbb::simple_partitioner());
    });
  } else {
    Branch branch(root, size, kernel);
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

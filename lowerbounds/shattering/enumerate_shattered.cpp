#include "lowerbounds/shattering/enumerate_shattered.hpp"

#include "lowerbounds/shattering/wide.hpp"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <numeric>

namespace attest {

namespace {

// The empty set and every row that is not constant.
struct Root {
  explicit Root(const BitMatrix& matrix);
  CellBase base;
  ShatteredNode node;
};

// Walks over the shattered sets whose first row is a given one. Sink:
//   enter(depth, row)   the set of `depth` rows that ends with `row` is shattered
//   last(depth, rows)   so are the sets that continue the current one of depth - 1 by one of these rows
template <class Sink>
class Walk {
 public:
  Walk(const ShatteredNode& root, std::size_t most, const CellKernel& kernel)
      : root_(root), kernel_(kernel), nodes_(most + 1), bases_(most + 1) {}

  // False if `stop` ended it.
  template <class GivenUp>
  bool run(std::size_t first, Sink& sink, const GivenUp& stop) {
    return visit(root_, first, 1, sink, stop);
  }

 private:
  template <class GivenUp>
  bool visit(const ShatteredNode& node, std::size_t k, std::size_t depth, Sink& sink, const GivenUp& stop) {
    sink.enter(depth, node.base->rows[node.list[k]]);
    if (k + 1 == node.list.size()) return true;
    ShatteredNode& child = nodes_[depth - 1];
    kernel_.split(*node.base, node.cells, node.list[k], child.cells);
    // A cell of one column cannot be split again.
    const std::uint64_t least = child.cells.least;
    if (least < 2) return true;
    steps_ +=
        1 + kernel_.partners(*node.base, child.cells, node.list, k + 1, 1, node.list.size(), child.list);
    if (steps_ >= shattering_steps_between_checks) {
      steps_ = 0;
      if (stop()) return false;
    }
    if (child.list.empty()) return true;
    // Two more rows need four columns in every cell.
    if (child.list.size() == 1 || least < 4) {
      for (auto& row : child.list) row = node.base->rows[row];
      sink.last(depth + 1, child.list);
      return true;
    }
    child.base = node.base;
    if (CellKernel::worth_rebasing(*node.base)) {
      kernel_.rebase(*node.base, child.cells, child.list, bases_[depth - 1]);
      child.base = &bases_[depth - 1];
      child.cells.start(*child.base);
      std::iota(child.list.begin(), child.list.end(), 0U);
    }
    for (std::size_t next = 0; next < child.list.size(); ++next) {
      if (!visit(child, next, depth + 1, sink, stop)) return false;
    }
    return true;
  }

  const ShatteredNode& root_;
  const CellKernel& kernel_;
  std::vector<ShatteredNode> nodes_;  // one a level
  std::vector<CellBase> bases_;
  std::uint64_t steps_ = 0;
};

std::vector<std::uint32_t> rows_that_vary(const BitMatrix& matrix) {
  std::vector<std::uint32_t> result;
  for (std::size_t r = 0; r < matrix.rows; ++r) {
    std::size_t ones = 0;
    for (std::size_t w = 0; w < matrix.words; ++w) {
      ones += static_cast<std::size_t>(std::popcount(matrix.row(r)[w]));
    }
    if (ones != 0 && ones != matrix.columns) result.push_back(static_cast<std::uint32_t>(r));
  }
  return result;
}

Root::Root(const BitMatrix& matrix) {
  base.start(matrix, rows_that_vary(matrix));
  node.base = &base;
  node.cells.start(base);
  node.list.resize(base.rows.size());
  std::iota(node.list.begin(), node.list.end(), 0U);
}

// The numbers of one walk. Number is a machine integer where a bound says that nothing overflows.
template <class Number>
struct CountingSink {
  CountingSink(const std::vector<std::uint64_t>& multiplicities, std::size_t most)
      : multiplicity(multiplicities), product(most + 1, 1), distinct(most + 1, 0), words(most + 1, 0) {}

  void enter(std::size_t depth, std::uint32_t row) {
    product[depth] = product[depth - 1] * multiplicity[row];
    ++distinct[depth];
    words[depth] += product[depth];
  }
  void last(std::size_t depth, const std::vector<std::uint32_t>& rows) {
    Number sum = 0;
    for (const std::uint32_t row : rows) sum += multiplicity[row];
    distinct[depth] += rows.size();
    words[depth] += product[depth - 1] * sum;
  }

  const std::vector<std::uint64_t>& multiplicity;
  std::vector<Number> product;
  std::vector<std::uint64_t> distinct;
  std::vector<Number> words;
};

Integer to_integer(Wide value) {
  Integer result = static_cast<std::uint64_t>(value >> 64);
  result <<= 64;
  result += static_cast<std::uint64_t>(value);
  return result;
}
Integer to_integer(const Integer& value) {
  return value;
}

template <class Number>
ShatteredCounts count(const std::vector<std::uint64_t>& multiplicity, const ShatteredNode& root,
                      std::size_t most, const Stop& stop, const CellKernel& kernel) {
  std::atomic<bool> stopped{false};
  std::vector<std::vector<std::uint64_t>> distinct(root.list.size());
  std::vector<std::vector<Number>> words(root.list.size());
  const auto given_up = [&] {
    if (stop()) stopped = true;
    return stopped.load();
  };
  tbb::parallel_for(
      tbb::blocked_range<std::size_t>(0, root.list.size(), 1),
      [&](const tbb::blocked_range<std::size_t>& range) {
        Walk<CountingSink<Number>> walk(root, most, kernel);
        for (std::size_t first = range.begin(); first < range.end() && !stopped; ++first) {
          CountingSink<Number> sink(multiplicity, most);
          walk.run(first, sink, given_up);
          distinct[first] = std::move(sink.distinct);
          words[first] = std::move(sink.words);
        }
      },
      tbb::simple_partitioner());
  ShatteredCounts result;
  result.complete = !stopped;
  result.distinct.assign(most + 1, 0);
  result.words.assign(most + 1, 0);
  result.distinct[0] = result.words[0] = 1;
  for (std::size_t first = 0; first < root.list.size(); ++first) {
    for (std::size_t k = 1; k < distinct[first].size(); ++k) {
      result.distinct[k] += distinct[first][k];
      result.words[k] += to_integer(words[first][k]);
    }
  }
  while (result.distinct.back() == 0) {
    result.distinct.pop_back();
    result.words.pop_back();
  }
  return result;
}

}  // namespace

ShatteredCounts count_shattered(const BitMatrix& matrix, const std::vector<std::uint64_t>& multiplicity,
                                const Stop& stop, CellMachine machine) {
  const Root root(matrix);
  const auto most = static_cast<std::size_t>(vc_at_most(matrix.columns, root.node.list.size()));
  const CellKernel kernel(machine);
  // All sets of at most `most` words among `total` are fewer than (total + 1)^most.
  double total = 1;
  for (const std::uint32_t row : root.base.rows) total += static_cast<double>(multiplicity[row]);
  int bits = 0;
  for (double power = 1; power < total; power *= 2) ++bits;
  if (static_cast<std::size_t>(bits + 1) * most < 126) {
    return count<Wide>(multiplicity, root.node, most, stop, kernel);
  }
  return count<Integer>(multiplicity, root.node, most, stop, kernel);
}

bool list_shattered(const BitMatrix& matrix, const VisitSet& visit, const Stop& stop, CellMachine machine) {
  struct ListingSink {
    explicit ListingSink(const VisitSet& visitor, std::size_t most) : visit(visitor), set(most + 1) {}
    void enter(std::size_t depth, std::uint32_t row) {
      set[depth - 1] = row;
      visit(set.data(), depth);
    }
    void last(std::size_t depth, const std::vector<std::uint32_t>& rows) {
      for (const std::uint32_t row : rows) enter(depth, row);
    }
    const VisitSet& visit;
    std::vector<std::uint32_t> set;
  };
  const Root root(matrix);
  const auto most = static_cast<std::size_t>(vc_at_most(matrix.columns, root.node.list.size()));
  const CellKernel kernel(machine);
  ListingSink sink(visit, most);
  visit(nullptr, 0);
  Walk<ListingSink> walk(root.node, most, kernel);
  for (std::size_t first = 0; first < root.node.list.size(); ++first) {
    if (!walk.run(first, sink, stop)) return false;
  }
  return true;
}

}  // namespace attest

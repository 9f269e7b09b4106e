#include "lowerbounds/shattering/column_cells.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <bit>

namespace attest {

namespace {

using Word = BitMatrix::Word;
using std::size_t;
using std::uint32_t;

// The same text for every machine, for those with population count and bit gathering, and for those that
// count in vectors.
namespace portable {
#include "lowerbounds/shattering/cells_kernel.inc"
}  // namespace portable

#if defined(__x86_64__)
#pragma GCC push_options
#pragma GCC target("popcnt,bmi,bmi2")
namespace bmi2 {
#include "lowerbounds/shattering/cells_kernel.inc"
}  // namespace bmi2
#pragma GCC pop_options
#endif

std::vector<Word> runs_of_ones(const std::vector<uint32_t>& sizes, size_t stride) {
  std::vector<Word> result(sizes.size() * stride, 0);
  for (size_t c = 0; c < sizes.size(); ++c) {
    for (size_t k = 0; k < stride; ++k) {
      const size_t left = sizes[c] > 64 * k ? sizes[c] - 64 * k : 0;
      result[c * stride + k] = left >= 64 ? ~Word{0} : (Word{1} << left) - 1;
    }
  }
  return result;
}

}  // namespace

struct CellKernel::Functions {
  decltype(&portable::find_partners) partners;
  decltype(&portable::rearrange) rearrange;
};

CellKernel::CellKernel([[maybe_unused]] Machine64 machine) {
  static constexpr Functions for_all{portable::find_partners, portable::rearrange};
  functions_ = &for_all;
#if defined(__x86_64__)
  static constexpr Functions with_bmi2{bmi2::find_partners, bmi2::rearrange};
  if (machine == Machine64::best && __builtin_cpu_supports("popcnt") != 0 &&
      __builtin_cpu_supports("bmi2") != 0) {
    functions_ = &with_bmi2;
  }
#endif
}

void ColumnCells::start(const BitMatrix& matrix, const std::vector<uint32_t>& candidates) {
  cells = 1;
  stride = matrix.words;
  sizes.assign(1, static_cast<uint32_t>(matrix.columns));
  valid = runs_of_ones(sizes, stride);
  rows = candidates;
  bits.resize(rows.size() * words());
  for (size_t k = 0; k < rows.size(); ++k) {
    std::copy_n(matrix.row(rows[k]), stride, bits.data() + k * stride);
  }
}

void split_cells(const ColumnCells& node, size_t index, CellSplit& split) {
  split.ones.resize(node.cells);
  split.zeros.resize(node.cells);
  split.least = ~std::uint64_t{0};
  const Word* row = node.row(index);
  for (size_t c = 0; c < node.cells; ++c) {
    std::uint64_t ones = 0;
    for (size_t k = 0; k < node.stride; ++k) ones += static_cast<unsigned>(std::popcount(*row++));
    split.ones[c] = ones;
    split.zeros[c] = node.sizes[c] - ones;
    split.least = std::min({split.least, split.ones[c], split.zeros[c]});
  }
}

size_t CellKernel::partners(const ColumnCells& node, size_t index, const CellSplit& split, size_t from,
                            size_t to, std::uint64_t least, size_t most,
                            std::vector<uint32_t>& survivors) const {
  // The loops want ones - 2 least and zeros - 2 least.
  thread_local std::vector<Word> room;
  room.resize(2 * node.cells);
  for (size_t c = 0; c < node.cells; ++c) {
    room[c] = split.ones[c] - 2 * least;
    room[node.cells + c] = split.zeros[c] - 2 * least;
  }
  survivors.resize(to > from ? to - from : 0);
  size_t examined = 0;
  const size_t found =
      functions_->partners(node.bits.data(), node.words(), index, room.data(), room.data() + node.cells,
                           node.cells, node.stride, from, to, least, most, survivors.data(), &examined);
  survivors.resize(found);
  return examined;
}

void CellKernel::descend(const ColumnCells& node, size_t index, const CellSplit& split,
                         const std::vector<uint32_t>& kept, ColumnCells& child) const {
  child.cells = 2 * node.cells;
  child.sizes.resize(child.cells);
  for (size_t c = 0; c < node.cells; ++c) {
    child.sizes[2 * c] = static_cast<uint32_t>(split.zeros[c]);
    child.sizes[2 * c + 1] = static_cast<uint32_t>(split.ones[c]);
  }
  child.stride = (*std::max_element(child.sizes.begin(), child.sizes.end()) + 63) / 64;
  child.valid = runs_of_ones(child.sizes, child.stride);
  child.rows.resize(kept.size());
  child.bits.assign(node.stride == 1 ? 0 : kept.size() * child.words(), 0);
  child.bits.resize(kept.size() * child.words());
  for (size_t k = 0; k < kept.size(); ++k) {
    child.rows[k] = node.rows[kept[k]];
    functions_->rearrange(node.row(index), node.row(kept[k]), node.valid.data(), node.cells, node.stride,
                          child.stride, child.bits.data() + k * child.words());
  }
}

}  // namespace attest

#include "lowerbounds/shattering/column_cells.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <bit>

#include "numeric/processor.hpp"

namespace attest {

namespace {

using CellWord = BitMatrix::Word;
using std::size_t;
using std::uint32_t;

// The same text for every machine, for those with population count and bit gathering, and for those that
// count in vectors.
namespace portable {
#include "lowerbounds/shattering/cells_kernel.inc"
}  // namespace portable

#if defined(__x86_64__)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("popcnt,bmi,bmi2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("popcnt,bmi,bmi2")
#endif
namespace bmi2 {
#include "lowerbounds/shattering/cells_kernel.inc"
}  // namespace bmi2
#if defined(__clang__)
#pragma clang attribute pop
#pragma clang attribute push(__attribute__((target("popcnt,bmi,bmi2,avx512f,avx512vpopcntdq"))), \
                             apply_to = function)
#else
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("popcnt,bmi,bmi2,avx512f,avx512vpopcntdq")
#endif
namespace avx512 {
#include "lowerbounds/shattering/cells_kernel.inc"
}  // namespace avx512
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif

// The place of each cell when they are ordered by size, smallest first: a row that fails to split all cells
// fails in a small one most of the time, so those are looked at first.
void order_by_size(const std::vector<std::uint64_t>& sizes, std::vector<uint32_t>& place,
                   std::vector<uint32_t>& ordered) {
  const std::uint64_t largest = *std::max_element(sizes.begin(), sizes.end());
  // Sizes beyond 4096 are told apart by their leading bits alone.
  const int shift = std::max(0, static_cast<int>(std::bit_width(largest)) - 12);
  std::vector<uint32_t> start((largest >> shift) + 2, 0);
  for (const std::uint64_t size : sizes) ++start[(size >> shift) + 1];
  for (size_t k = 1; k < start.size(); ++k) start[k] += start[k - 1];
  place.resize(sizes.size());
  ordered.resize(sizes.size());
  for (size_t c = 0; c < sizes.size(); ++c) {
    place[c] = start[sizes[c] >> shift]++;
    ordered[place[c]] = static_cast<uint32_t>(sizes[c]);
  }
}

}  // namespace

struct CellKernel::Functions {
  decltype(&portable::split_by) split_by;
  decltype(&portable::find_partners) partners;
  decltype(&portable::move_row) move_row;
};

CellKernel::CellKernel([[maybe_unused]] CellMachine machine) {
  static constexpr Functions for_all{portable::split_by, portable::find_partners, portable::move_row};
  functions_ = &for_all;
#if defined(__x86_64__)
  static constexpr Functions with_bmi2{bmi2::split_by, bmi2::find_partners, bmi2::move_row};
  static constexpr Functions with_avx512{avx512::split_by, avx512::find_partners, avx512::move_row};
  if (machine == CellMachine::best && processor().popcnt && processor().bmi2) {
    functions_ = &with_bmi2;
    if (processor().avx512vpopcntdq) functions_ = &with_avx512;
  }
#endif
}

void CellBase::start(const BitMatrix& matrix, const std::vector<uint32_t>& candidates) {
  cells = 1;
  stride = matrix.words;
  sizes.assign(1, static_cast<uint32_t>(matrix.columns));
  rows = candidates;
  bits.resize(rows.size() * words());
  for (size_t k = 0; k < rows.size(); ++k) {
    std::copy_n(matrix.row(rows[k]), stride, bits.data() + k * stride);
  }
}

void CellMasks::start(const CellBase& base) {
  parts = 1;
  masks.resize(base.words());
  sizes.assign(base.sizes.begin(), base.sizes.end());
  least = *std::min_element(sizes.begin(), sizes.end());
  for (size_t k = 0; k < base.stride; ++k) {
    for (size_t c = 0; c < base.cells; ++c) {
      const size_t left = sizes[c] > 64 * k ? sizes[c] - 64 * k : 0;
      masks[k * base.cells + c] = left >= 64 ? ~CellWord{0} : (CellWord{1} << left) - 1;
    }
  }
}

void CellKernel::split(const CellBase& base, const CellMasks& cells, size_t index, CellMasks& result) const {
  result.parts = 2 * cells.parts;
  result.masks.resize(result.parts * base.words());
  result.sizes.resize(result.parts * base.cells);
  result.least = functions_->split_by(cells.masks.data(), base.row(index), cells.sizes.data(), cells.parts,
                                      base.cells, base.stride, result.masks.data(), result.sizes.data());
}

size_t CellKernel::partners(const CellBase& base, const CellMasks& cells, const std::vector<uint32_t>& list,
                            size_t from, std::uint64_t least, size_t most,
                            std::vector<uint32_t>& survivors) const {
  const size_t length = list.size() > from ? list.size() - from : 0;
  survivors.resize(length);
  size_t examined = 0;
  const size_t found = functions_->partners(base.bits.data(), list.data() + from, length, cells.masks.data(),
                                            cells.sizes.data(), cells.parts, base.cells, base.stride, least,
                                            most, survivors.data(), &examined);
  survivors.resize(found);
  return examined;
}

// Moving a row costs some thirty times as much as looking at it (measured), and makes a look cheaper by the
// number of parts as long as a cell has several words: near the leaves, where cells are small, it does not
// pay.
bool CellKernel::worth_rebasing(const CellBase& base) {
  return base.stride >= 5;
}

void CellKernel::rebase(const CellBase& base, const CellMasks& cells, const std::vector<uint32_t>& kept,
                        CellBase& result) const {
  thread_local std::vector<uint32_t> place;
  order_by_size(cells.sizes, place, result.sizes);
  result.cells = cells.parts * base.cells;
  result.stride = (*std::max_element(result.sizes.begin(), result.sizes.end()) + 63) / 64;
  result.rows.resize(kept.size());
  result.bits.assign(kept.size() * result.words(), 0);
  for (size_t k = 0; k < kept.size(); ++k) {
    result.rows[k] = base.rows[kept[k]];
    functions_->move_row(base.row(kept[k]), cells.masks.data(), cells.parts, base.cells, base.stride,
                         place.data(), result.bits.data() + k * result.words());
  }
}

}  // namespace attest

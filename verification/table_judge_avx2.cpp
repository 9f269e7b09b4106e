#if defined(__x86_64__)

#include "verification/table_kernels.hpp"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <array>
#include <boost/align/aligned_allocator.hpp>
#include <cmath>
#include <limits>
#include <utility>

#include "claims/stop.hpp"
#include "numeric/rounding_bound.hpp"

namespace attest {

// Templates of the standard library are defined before the pragma and stay portable.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif
namespace avx2 {

namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

#define ATTEST_LANE_WIDTH 4
#include "verification/lanes.inc"
#include "verification/table_kernel.inc"
#undef ATTEST_LANE_WIDTH

template <std::size_t C>
std::unique_ptr<Judge> make(const TableProblem& problem, const SharedTables& tables, Symbol symbols) {
  if (symbols <= 4) return std::make_unique<TableJudge<C, 4>>(problem, tables);
  return std::make_unique<TableJudge<C, 8>>(problem, tables);
}

}  // namespace

}  // namespace avx2
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

std::unique_ptr<Judge> avx2_table_judge(const TableProblem& problem, const SharedTables& tables,
                                        std::size_t coordinates, Symbol symbols) {
  if (coordinates <= 1) return avx2::make<1>(problem, tables, symbols);
  if (coordinates <= 2) return avx2::make<2>(problem, tables, symbols);
  return avx2::make<8>(problem, tables, symbols);
}

}  // namespace attest

#endif

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

namespace portable {

namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

#define ATTEST_LANE_WIDTH 2
#include "verification/lanes.inc"
#include "verification/table_kernel.inc"
#undef ATTEST_LANE_WIDTH

template <std::size_t C>
std::unique_ptr<Judge> make(const TableProblem& problem, const SharedTables& tables, Symbol symbols) {
  if (symbols <= 4) return std::make_unique<TableJudge<C, 4>>(problem, tables);
  return std::make_unique<TableJudge<C, 8>>(problem, tables);
}

}  // namespace

}  // namespace portable

std::unique_ptr<Judge> portable_table_judge(const TableProblem& problem, const SharedTables& tables,
                                            std::size_t coordinates, Symbol symbols) {
  if (coordinates <= 1) return portable::make<1>(problem, tables, symbols);
  if (coordinates <= 2) return portable::make<2>(problem, tables, symbols);
  return portable::make<8>(problem, tables, symbols);
}

}  // namespace attest

#include "constructions/verification/table_judge.hpp"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "constructions/attention/certified_output.hpp"
#include "constructions/verification/exact_judge.hpp"
#include "numeric/rounding_bound.hpp"

namespace attest {

namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

// The same text compiled twice: for every x86-64 (or any other) machine, and for those with AVX2. Both do
// the same correctly rounded operations in the same order (no fused multiply-add), so their results are
// the same bits. Templates of the standard library are defined before the pragma and stay portable.
namespace portable {
#define ATTEST_LANE_WIDTH 2
#include "constructions/verification/lanes.inc"
#include "constructions/verification/table_kernel.inc"
#undef ATTEST_LANE_WIDTH
}  // namespace portable

#if defined(__x86_64__)
#pragma GCC push_options
#pragma GCC target("avx2")
namespace avx2 {
#define ATTEST_LANE_WIDTH 4
#include "constructions/verification/lanes.inc"
#include "constructions/verification/table_kernel.inc"
#undef ATTEST_LANE_WIDTH
}  // namespace avx2
#pragma GCC pop_options
#endif

using Tables = std::shared_ptr<const LayerTables>;

template <std::size_t C>
std::unique_ptr<Judge> make(const SoftmaxProblem& problem, const Tables& tables,
                            [[maybe_unused]] Machine machine) {
  const Symbol symbols = problem.task.space().alphabet_size(tables->length - 1);
#if defined(__x86_64__)
  if (machine == Machine::best && __builtin_cpu_supports("avx2") != 0) {
    if (symbols <= 4) return std::make_unique<avx2::TableJudge<C, 4>>(problem, tables);
    return std::make_unique<avx2::TableJudge<C, 8>>(problem, tables);
  }
#endif
  if (symbols <= 2) return std::make_unique<portable::TableJudge<C, 2>>(problem, tables);
  if (symbols <= 4) return std::make_unique<portable::TableJudge<C, 4>>(problem, tables);
  if (symbols <= 6) return std::make_unique<portable::TableJudge<C, 6>>(problem, tables);
  return std::make_unique<portable::TableJudge<C, 8>>(problem, tables);
}

}  // namespace

std::unique_ptr<Judge> make_table_judge(const SoftmaxProblem& problem,
                                        std::shared_ptr<const LayerTables> tables, Machine machine) {
  const std::size_t coordinates = tables->coordinate_weight.size();
  if (coordinates <= 1) return make<1>(problem, tables, machine);
  if (coordinates <= 2) return make<2>(problem, tables, machine);
  if (coordinates <= 8) return make<8>(problem, tables, machine);
  return nullptr;
}

}  // namespace attest

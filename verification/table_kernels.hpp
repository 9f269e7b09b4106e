// The table kernel (table_kernel.inc) as it is compiled for each kind of machine, one file each. All do the
// same correctly rounded operations in the same order (no fused multiply-add), so their results are the same
// bits.
#pragma once

#include <memory>

#include "verification/table_judge.hpp"

namespace attest {

using SharedTables = std::shared_ptr<const LayerTables>;

// A judge for at least `coordinates` coordinates (at most 8); `symbols`: how many inputs differ in the last
// token alone.
std::unique_ptr<Judge> portable_table_judge(const TableProblem& problem, const SharedTables& tables,
                                            std::size_t coordinates, Symbol symbols);
#if defined(__x86_64__)
std::unique_ptr<Judge> avx2_table_judge(const TableProblem& problem, const SharedTables& tables,
                                        std::size_t coordinates, Symbol symbols);
#endif

}  // namespace attest

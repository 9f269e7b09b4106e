#include "verification/table_judge.hpp"

#include "numeric/processor.hpp"
#include "verification/table_kernels.hpp"

namespace attest {

std::unique_ptr<Judge> make_table_judge(const TableProblem& problem,
                                        std::shared_ptr<const LayerTables> tables,
                                        [[maybe_unused]] Machine machine) {
  const std::size_t coordinates = tables->coordinate_weight.size();
  if (coordinates > 8) return nullptr;
  const Symbol symbols = problem.task.space().alphabet_size(tables->length - 1);
#if defined(__x86_64__)
  if (machine == Machine::best && processor().avx2)
    return avx2_table_judge(problem, tables, coordinates, symbols);
#endif
  return portable_table_judge(problem, tables, coordinates, symbols);
}

}  // namespace attest

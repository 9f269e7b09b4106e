#include "algorithms/kernels/instruction_set.hpp"

#include <algorithm>
#include <stdexcept>

#include "numeric/processor.hpp"

namespace attest::kernels {

std::string to_string(InstructionSet set) {
  switch (set) {
    case InstructionSet::baseline:
      return "baseline";
    case InstructionSet::avx2:
      return "AVX2";
    case InstructionSet::avx512:
      return "AVX-512";
  }
  throw std::logic_error("an instruction set without a name");
}

std::vector<InstructionSet> available_instruction_sets() {
  std::vector<InstructionSet> sets{InstructionSet::baseline};
  const Processor& has = processor();
  const bool avx2 = has.avx2 && has.fma;
  if (avx2) sets.push_back(InstructionSet::avx2);
  if (avx2 && has.avx512f && has.avx512dq && has.avx512vl) sets.push_back(InstructionSet::avx512);
  return sets;
}

InstructionSet best_instruction_set() {
  static const InstructionSet best = available_instruction_sets().back();
  return best;
}

const KernelTable& kernel_table(InstructionSet set) {
  const auto available = available_instruction_sets();
  if (std::find(available.begin(), available.end(), set) == available.end()) {
    throw std::invalid_argument("this processor cannot run the kernels for " + to_string(set));
  }
#if defined(__x86_64__)
  if (set == InstructionSet::avx512) return avx512_kernels;
  if (set == InstructionSet::avx2) return avx2_kernels;
#endif
  return baseline_kernels;
}

template <>
const ScalarKernels<double>& scalar_kernels<double>(InstructionSet set) {
  return kernel_table(set).of_double;
}
template <>
const ScalarKernels<float>& scalar_kernels<float>(InstructionSet set) {
  return kernel_table(set).of_float;
}

}  // namespace attest::kernels

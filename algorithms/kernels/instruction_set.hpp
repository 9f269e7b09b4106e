// The instruction sets that the kernels are compiled for, and the choice among them at run time.
#pragma once

#include <string>
#include <vector>

#include "algorithms/kernels/kernel_table.hpp"

namespace attest::kernels {

enum class InstructionSet { baseline, avx2, avx512 };

std::string to_string(InstructionSet set);

// Those that this processor (and its operating system) can run, slowest first; never empty.
std::vector<InstructionSet> available_instruction_sets();

// The last of them.
InstructionSet best_instruction_set();

// Throws std::invalid_argument for a set that is not available.
const KernelTable& kernel_table(InstructionSet set);

template <class Scalar>
const ScalarKernels<Scalar>& scalar_kernels(InstructionSet set);
template <>
const ScalarKernels<double>& scalar_kernels<double>(InstructionSet set);
template <>
const ScalarKernels<float>& scalar_kernels<float>(InstructionSet set);

}  // namespace attest::kernels

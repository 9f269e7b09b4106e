// The kernels for any x86-64 (SSE2), and any other processor: GCC splits the vectors.
#define ATTEST_KERNEL_BYTES 16
#define ATTEST_KERNEL_GROUP 4
#define ATTEST_KERNEL_VECTORS 2
#define ATTEST_KERNEL_TABLE baseline_kernels
#include "algorithms/kernels/kernel_text.hpp"

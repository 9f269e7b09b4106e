// The kernels for AVX2 and FMA.
#if defined(__x86_64__)
#define ATTEST_KERNEL_BYTES 32
#define ATTEST_KERNEL_GROUP 6
#define ATTEST_KERNEL_VECTORS 2
#define ATTEST_KERNEL_TABLE avx2_kernels
#include "algorithms/kernels/kernel_text.hpp"
#endif

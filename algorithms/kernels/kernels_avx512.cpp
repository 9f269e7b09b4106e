// The kernels for AVX-512 (F, DQ, VL).
#if defined(__x86_64__)
#define ATTEST_KERNEL_BYTES 64
#define ATTEST_KERNEL_GROUP 6
#define ATTEST_KERNEL_VECTORS 4
#define ATTEST_KERNEL_TABLE avx512_kernels
#include "algorithms/kernels/kernel_text.hpp"
#endif

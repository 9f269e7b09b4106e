#include "numeric/processor.hpp"

namespace attest {

namespace {

Processor asked() {
  Processor result;
#if defined(__x86_64__)
  // __builtin_cpu_supports asks whether the operating system saves the registers, too.
  __builtin_cpu_init();
  result.popcnt = __builtin_cpu_supports("popcnt") != 0;
  result.bmi2 = __builtin_cpu_supports("bmi2") != 0;
  result.avx2 = __builtin_cpu_supports("avx2") != 0;
  result.fma = __builtin_cpu_supports("fma") != 0;
  result.avx512f = __builtin_cpu_supports("avx512f") != 0;
  result.avx512dq = __builtin_cpu_supports("avx512dq") != 0;
  result.avx512vl = __builtin_cpu_supports("avx512vl") != 0;
  result.avx512vpopcntdq = __builtin_cpu_supports("avx512vpopcntdq") != 0;
#endif
  return result;
}

}  // namespace

const Processor& processor() {
  static const Processor known = asked();
  return known;
}

}  // namespace attest

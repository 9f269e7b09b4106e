// What code may be run here, for those who have several versions of a loop and take the fastest one.
#pragma once

namespace attest {

// What the processor has and the operating system saves; all false on other processors than x86-64.
struct Processor {
  bool popcnt = false;
  bool bmi2 = false;
  bool avx2 = false;
  bool fma = false;
  bool avx512f = false;
  bool avx512dq = false;
  bool avx512vl = false;
  bool avx512vpopcntdq = false;
};

// Asked once.
const Processor& processor();

}  // namespace attest

#include "numeric/floating/double_rounding.hpp"

namespace attest {

// `volatile` keeps the compiler from computing these itself, under rules of its own.
bool hardware_is_exact() {
  volatile double one = 1;
  volatile double half_unit = 0x1p-53;
  volatile double tiny = std::numeric_limits<double>::denorm_min();
  volatile double least_normal = std::numeric_limits<double>::min();
  volatile float single_tiny = std::numeric_limits<float>::denorm_min();
  volatile double near_one = 1 + 0x1p-30;
  const double up = one + half_unit;                      // a tie, to even: 1
  const double odd = (one + 0x1p-52) + half_unit;         // a tie, to even: 1 + 2^-51
  const double down = -one - half_unit;                   // the same below zero
  const double square = near_one * near_one;              // 1 + 2^-29 + 2^-60 becomes 1 + 2^-29
  const double not_fused = near_one * near_one - square;  // 2^-60 if the two were one operation
  const bool to_nearest = up == 1 && odd == 1 + 0x1p-51 && down == -1 && square == 1 + 0x1p-29;
  const bool subnormal = tiny * one > 0 && least_normal / 2 > 0 && static_cast<double>(single_tiny) > 0 &&
                         static_cast<float>(one * 0x1p-149) > 0 && single_tiny + single_tiny > single_tiny;
  const bool converts = static_cast<float>(one + 0x1p-24) == 1 && static_cast<float>(one * 0x1p128) > FLT_MAX;
  return to_nearest && subnormal && converts && not_fused == 0;
}

}  // namespace attest

#include "constructions/ea/next_token_map.hpp"

#include <stdexcept>

namespace attest {

namespace {

std::uint32_t small_power(std::uint32_t base, std::uint32_t exponent) {
  std::uint32_t result = 1;
  while (exponent-- > 0) result *= base;
  return result;
}

}  // namespace

std::optional<std::uint64_t> next_token_states(std::uint64_t N, std::uint64_t tau) {
  std::uint64_t states = 1;
  for (std::uint64_t k = 0; k <= tau; ++k) {
    if (N > most_next_token_states / states) return std::nullopt;
    states *= N;
  }
  return states;
}

NextTokenMap::NextTokenMap(NextTokenRule rule, std::uint32_t N, std::uint32_t tau) : rule_(rule), N_(N) {
  if (N < 2 || tau < 1 || !next_token_states(N, tau)) throw std::invalid_argument("no such next-token map");
  states_ = small_power(N, tau + 1);
  oldest_place_ = small_power(N, tau);
  second_place_ = small_power(N, tau - 1);
  half_ = small_power(N, (tau + 2) / 2);
  if (rule == NextTokenRule::nt) return;  // NT needs no sums
  digit_sum_.resize(half_);
  for (std::uint32_t value = 0; value < half_; ++value) {
    digit_sum_[value] = value == 0 ? 0 : digit_sum_[value / N] + value % N;
  }
}

}  // namespace attest

// The maps behind the next-token tasks NT, NT-S and NT-R, on windows of tau+1 symbols.
//
// Source: seed 004_9370d393bf99a4b8.txt, eq. (4) (line 72), eq. (8) (line 157), eq. (9) (lines 174-176).
//
// A state is the window x(t-tau-1), x(t-tau), ..., x(t-1), read as a number in base N with its oldest symbol
// most significant; the map drops the oldest symbol and appends x(t). All three rules are deterministic (line
// 176 says so of NT-R), and x(t) depends on the window alone.
//
//   NextTokenMap xor_map(NextTokenRule::nt, 2, 1);
//   xor_map.next(1);      // the window 0 1 becomes 1 1, the number 3
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace attest {

enum class NextTokenRule {
  nt,    // x(t) = [x(t-tau) + x(t-tau-1)] % N
  nt_s,  // x(t) = [x(t-1) + ... + x(t-tau-1)] % N
  nt_r,  // NT-S if x(t-tau-1) = 0, otherwise NT
};

// States are numbered with 32 bits.
inline constexpr std::uint64_t most_next_token_states = std::uint64_t{1} << 28;

// N^(tau+1), or nothing if there are more than most_next_token_states.
std::optional<std::uint64_t> next_token_states(std::uint64_t N, std::uint64_t tau);

class NextTokenMap {
 public:
  using State = std::uint32_t;

  // N >= 2, tau >= 1 and next_token_states(N, tau), else std::invalid_argument.
  NextTokenMap(NextTokenRule rule, std::uint32_t N, std::uint32_t tau);

  State states() const { return states_; }
  std::uint32_t oldest(State state) const { return state / oldest_place_; }  // x(t-tau-1)
  bool oldest_is_zero(State state) const { return state < oldest_place_; }
  std::uint32_t newest(State state) const { return state % N_; }  // x(t-1)

  State next(State state) const {
    const std::uint32_t old = state / oldest_place_;
    const State rest = state - old * oldest_place_;
    std::uint32_t x;
    if (rule_ == NextTokenRule::nt || (rule_ == NextTokenRule::nt_r && old != 0)) {
      x = old + rest / second_place_;
      if (x >= N_) x -= N_;
    } else {
      const State high = state / half_;
      x = (digit_sum_[high] + digit_sum_[state - high * half_]) % N_;
    }
    return rest * N_ + x;
  }

 private:
  NextTokenRule rule_;
  std::uint32_t N_;
  State states_;
  State oldest_place_;  // N^tau
  State second_place_;  // N^(tau-1)
  // A window is cut into two halves of at most ceil((tau+1)/2) symbols; digit_sum_ is the sum of the
  // symbols of any half.
  State half_;
  std::vector<std::uint32_t> digit_sum_;
};

}  // namespace attest

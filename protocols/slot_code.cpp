#include "protocols/slot_code.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "claims/stop.hpp"

namespace attest::mpc {

namespace {

bool is_prime(long p) {
  if (p < 2) return false;
  for (long d = 2; d * d <= p; ++d) {
    if (p % d == 0) return false;
  }
  return true;
}

// The least prime p >= `least` with p^degree >= q.
long prime_for(long least, long degree, long q) {
  for (long p = std::max(2L, least);; ++p) {
    if (!is_prime(p)) continue;
    long reach = 1;
    for (long d = 0; d < degree && reach < q; ++d) reach *= p;
    if (reach >= q) return p;
  }
}

// 2^14 weights of at most 4^24 fit into 64 bits.
constexpr long most_machines = 1L << 14;
constexpr long most_in_64_bits = 24;

}  // namespace

long most_shared(const SlotCode& code) {
  long most = 0;
  for (std::size_t i = 0; i < code.position.size(); ++i) {
    check_stop();
    for (std::size_t j = 0; j < i; ++j) {
      long shared = 0;
      for (long t = 0; t < code.blocks; ++t) shared += code.position[i][t] == code.position[j][t] ? 1 : 0;
      most = std::max(most, shared);
    }
  }
  return most;
}

bool separates(const SlotCode& code, long alpha) {
  return (alpha - 1) * most_shared(code) < code.blocks;
}

SlotCode reed_solomon_code(long q, long alpha) {
  long best_degree = 1;
  long best_prime = 0;
  long best_slots = std::numeric_limits<long>::max();
  // With more digits than q has binary ones the prime cannot shrink any further.
  for (long degree = 1; degree <= 64 && (degree == 1 || (1L << (degree - 2)) < q); ++degree) {
    const long blocks = (alpha - 1) * (degree - 1) + 1;
    const long p = prime_for(blocks, degree, q);
    if (blocks * p >= best_slots) continue;
    best_degree = degree;
    best_prime = p;
    best_slots = blocks * p;
  }
  SlotCode code;
  code.name = "reed-solomon";
  code.blocks = (alpha - 1) * (best_degree - 1) + 1;
  code.width = best_prime;
  for (long machine = 1; machine <= q; ++machine) {
    std::vector<long> position;
    for (long t = 0; t < code.blocks; ++t) {
      long value = 0;
      long power = 1;
      for (long rest = machine - 1; rest > 0; rest /= best_prime) {
        value = (value + rest % best_prime * power) % best_prime;
        power = power * t % best_prime;
      }
      position.push_back(value);
    }
    code.position.push_back(std::move(position));
  }
  return code;
}

// Let width = 4(alpha - 1) and call the number of shared slots of two machines their collisions. Weigh a pair
// by 4^collisions. In a new block, put the machines one after the other where the weight of the pairs that
// they then share the block's slot with is least. The weight of the pairs (i, j), j < i, over all `width`
// positions adds up to the whole, so the least is at most the mean and those pairs' total grows by at most a
// factor of 1 + 3/width. Hence after T blocks the total weight of all pairs is at most q(q-1)/2 (1 +
// 3/width)^T, and no pair has c collisions once that is below 4^c. With c = ceil(T/(alpha-1)), the least c
// that does not suit, the code separates: at the latest at the first T with
//
//     q(q-1)/2 (1 + 3/width)^T < 4^{T/(alpha-1)} <= 4^c,
//
// that is T (ln 4 - 3/4) > (alpha - 1) ln(q(q-1)/2) at the latest (ln(1+x) <= x), T = O(alpha log q), and the
// code has T width = O(alpha^2 log q) slots. It stops as soon as it separates, which is usually earlier.
SlotCode greedy_code(long q, long alpha) {
  if (q > most_machines) throw std::length_error("greedy_code: too many machines");
  SlotCode code;
  code.name = "greedy";
  code.position.resize(static_cast<std::size_t>(q));
  code.blocks = 0;
  code.width = std::max(1L, 4 * (alpha - 1));
  std::vector<std::vector<long>> shared(static_cast<std::size_t>(q),
                                        std::vector<long>(static_cast<std::size_t>(q), 0));
  long most = 0;
  do {
    for (long i = 0; i < q; ++i) {
      check_stop();
      std::vector<std::int64_t> weight(static_cast<std::size_t>(code.width), 0);
      for (long j = 0; j < i; ++j) weight[code.position[j].back()] += std::int64_t{1} << (2 * shared[i][j]);
      const long chosen = std::min_element(weight.begin(), weight.end()) - weight.begin();
      for (long j = 0; j < i; ++j) {
        if (code.position[j].back() == chosen) most = std::max(most, ++shared[i][j]);
      }
      if (most > most_in_64_bits) throw std::length_error("greedy_code: too many machines");
      code.position[i].push_back(chosen);
    }
    ++code.blocks;
  } while ((alpha - 1) * most >= code.blocks);
  return code;
}

}  // namespace attest::mpc

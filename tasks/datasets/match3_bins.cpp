#include "tasks/datasets/match3_bins.hpp"

#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "tasks/datasets/labels.hpp"

namespace attest {

namespace {

// M is prime, so multiplying by a residue is a symmetry of "a + u + v = 0" and every a != 0 is in as many
// sets as 1 is: it is enough to go through the sets in which 1 is labelled zero. (0 is always labelled one:
// 0+0+0.) 1 is labelled zero exactly if no u, v in S, equal or not, have u + v = -1: the residues fall into
// pairs {u, -1-u} of which S may hold one at most, and (M-1)/2 = -1-(M-1)/2 is not in S at all. Every other
// pair gives three choices. A set with z zero-labelled residues is met once for each of them, up to symmetry.
class Search {
 public:
  explicit Search(int M) : M_(M), mask_((std::uint64_t{1} << M) - 1) {
    for (int u = 0; u < M; ++u) {
      const int partner = (2 * M - 1 - u) % M;
      if (u < partner && u != 1 && partner != 1) pairs_.push_back({u, partner});
    }
    State state;
    add(state, 1);
    descend(0, state);
  }

  ZeroLabelledSets weighted{};  // [s][z]: sets that contain 1 and label it zero

 private:
  struct State {
    std::uint64_t set = 0;        // S
    std::uint64_t negated = 0;    // -S
    std::uint64_t completed = 0;  // -(u + v) for u, v in S
  };

  std::uint64_t shifted_down(std::uint64_t bits, int by) const {  // {x - by}, 0 <= by < M
    return ((bits >> by) | (bits << (M_ - by))) & mask_;
  }

  void add(State& state, int u) const {
    state.set |= std::uint64_t{1} << u;
    state.negated |= std::uint64_t{1} << (u == 0 ? 0 : M_ - u);
    state.completed |= shifted_down(state.negated, u);  // -v - u for all v in S, u itself included
  }

  void descend(std::size_t depth, const State& state) {
    if (depth == pairs_.size()) {
      ++weighted[static_cast<std::size_t>(std::popcount(state.set))]
                [static_cast<std::size_t>(std::popcount(state.set & ~state.completed))];
      return;
    }
    descend(depth + 1, state);
    for (const int u : pairs_[depth]) {
      State next = state;
      add(next, u);
      descend(depth + 1, next);
    }
  }

  int M_;
  std::uint64_t mask_;
  std::vector<std::array<int, 2>> pairs_;
};

}  // namespace

ZeroLabelledSets zero_labelled_sets(int M) {
  const auto search = std::make_unique<Search>(M);
  ZeroLabelledSets counts{};
  for (std::size_t s = 1; s < counts.size(); ++s) {
    for (std::size_t z = 1; z <= s; ++z) {
      counts[s][z] = search->weighted[s][z] * static_cast<unsigned long long>(M - 1) / z;
    }
  }
  return counts;
}

// Words with value set S, |S| = s, of which t tokens carry one of the z zero-labelled values: choose the t
// places, then map them onto the z values and the others onto the s - z others, both surjectively.
BinProbabilities match3_bins(long n, int M, const ZeroLabelledSets& sets) {
  const auto length = static_cast<std::size_t>(n);
  std::vector<std::vector<Integer>> onto(length + 1, std::vector<Integer>(65, Integer(0)));  // surjections
  std::vector<Integer> choose(length + 1, Integer(1));
  onto[0][0] = 1;
  for (std::size_t t = 1; t <= length; ++t) {
    for (std::size_t k = 1; k <= 64; ++k) onto[t][k] = k * (onto[t - 1][k] + onto[t - 1][k - 1]);
    choose[t] = choose[t - 1] * (length - t + 1) / t;
  }
  BinProbabilities result{0, 0, 0, 0};
  Rational rest = 1;
  const Integer all = power(Integer(M), static_cast<unsigned long>(n));
  for (std::size_t s = 1; s < sets.size(); ++s) {
    for (std::size_t z = 1; z <= s; ++z) {
      if (sets[s][z] == 0) continue;
      for (std::size_t t = z; t <= length; ++t) {
        const Integer words = Integer(sets[s][z]) * choose[t] * onto[t][z] * onto[length - t][s - z];
        const Rational probability(words, all);
        result[static_cast<std::size_t>(bin_of(static_cast<int>(length - t), static_cast<int>(n)))] +=
            probability;
        rest -= probability;
      }
    }
  }
  result[3] += rest;  // no token is labelled zero
  return result;
}

}  // namespace attest

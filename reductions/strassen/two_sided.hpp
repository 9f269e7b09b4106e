// A reduction to a communication problem, read backwards: the two halves of a word (Alice's and Bob's, the
// rows and columns of M_f^A) are written into the tokens of a task, and the task's answer at one token gives
// f.
//
// What the lower bounds of seed 000 need of such an embedding is checked here on all pairs of halves: the
// answers agree, and every token is fixed or depends on one half alone (else eq. 21 does not split).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reductions/problems/set_intersection.hpp"

namespace attest {

struct TwoSidedReduction {
  std::uint64_t left = 0;                                        // number of halves of the one kind, by rank
  std::uint64_t right = 0;                                       // of the other
  std::function<bool(std::uint64_t u, std::uint64_t v)> source;  // f itself, by its own solver
  std::function<bool(std::uint64_t u, std::uint64_t v)> target;  // the task's answer, mapped back
  std::function<std::vector<int>(std::uint64_t u, std::uint64_t v)> tokens;  // of the task's instance
  std::function<std::string(const std::vector<int>& tokens)>
      token_defect;  // what leaves the task's alphabet, or ""
};

struct TwoSidedOutcome {
  std::uint64_t instances = 0;
  std::uint64_t checked = 0;
  std::uint64_t yes = 0;      // f = 1
  std::uint64_t failing = 0;  // answers that differ, or no instance of the task
  std::optional<std::pair<std::uint64_t, std::uint64_t>> first_failure;
  std::optional<std::pair<std::uint64_t, std::uint64_t>> first_defect;
  std::string defect;

  // 0-based tokens by what they depend on.
  std::vector<int> fixed;
  std::vector<int> of_left;
  std::vector<int> of_right;
  std::vector<int> mixed;

  bool complete() const { return checked == instances; }
};

TwoSidedOutcome check_two_sided(const TwoSidedReduction& reduction, const std::function<bool()>& stop);

// base^exponent, saturating at 2^62.
std::uint64_t word_count(std::uint64_t base, int exponent);

// The word of that rank over the alphabet, first letter most significant.
std::vector<int> word_of_rank(std::uint64_t rank, int length, const std::vector<int>& alphabet);

// Two subsets of [m] by the ranks of their indicator words.
problems::SetIntersection sets_of_rank(int m, std::uint64_t u, std::uint64_t v);

}  // namespace attest

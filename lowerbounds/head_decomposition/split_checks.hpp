// The decisions behind strassen/head-decomposition, as counts.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "lowerbounds/head_decomposition/pair_head.hpp"
#include "lowerbounds/head_decomposition/quotient_instance.hpp"
#include "lowerbounds/head_decomposition/summands.hpp"

namespace attest {

struct SplitCount {
  std::uint64_t expected = 0;   // how many there are to look at
  std::uint64_t looked_at = 0;  // fewer if `stop` said so
  std::uint64_t failing = 0;
  std::string first_failure;  // in words; empty if there is none
};

// The summands of a head at the auxiliary token, the last of the word (summands.hpp).
using HeadOnWord = std::function<Summands(const std::vector<int>& word)>;

// Eq. 21: a head over n tokens and an auxiliary one, for every set A of tokens: its sum splits if its mixed
// difference vanishes. For a standard head (eq. 2) the summand of token i reads x_i, beside the output
// token's query. One binary alphabet and the words 0...0 and 1...1 on either side decide it for all
// alphabets, words and weights: the identity for p, p', q, q' over any alphabet comes from this one by
// putting, for token i, the symbols p_i and p'_i (or q_i and q'_i) for 0 and 1.
SplitCount standard_on_words(int n, const std::function<bool()>& stop,
                             const HeadOnWord& head = standard_head);

// The same for one set A: in_a[i] says whether token i is in it.
bool splits_on_word(const std::vector<bool>& in_a, const HeadOnWord& head = standard_head);

// For a head on the instance of Theorem 5.1 at token (1, 2): all p and q of length s against the base (0...0,
// 0...0).
enum class SplitHead { standard, triangular };
SplitCount head_on_quotient(SplitHead head, int s, const std::function<bool()>& stop);

bool splits_on_quotient(SplitHead head, const std::vector<int>& p, const std::vector<int>& q);

// Line 448: for l = 3..s+2 the pair (x_{1l}, x_{l2}) is determined by p, for l = s+3..2s+2 by q, and for l =
// 1, 2 it is fixed. Looks at all l for all p and q (one bit changed at a time).
SplitCount pairs_of_tokens(int s);

// Whether a witness refuses the form (alpha(p) + beta(q) + gamma) / (lambda(p) + mu(q) + nu) on the four
// corners (p0, q0), (p0, q1), (p1, q0), (p1, q1), in this order:
//  - splits: the mixed second difference of the denominator (of the numerator) is the zero polynomial;
//  - a quotient: the numerator vanishes at three corners but not at the fourth. No other numerator and
//    denominator of that form have this quotient either: alpha + beta + gamma would vanish at three corners,
//    so at the fourth (its mixed second difference is zero), and the quotient with it.
struct Corners {
  PolynomialInE denominator_difference;
  PolynomialInE numerator_difference;
  bool zero_at_three = false;
  bool refuses() const {
    return !denominator_difference.empty() && !numerator_difference.empty() && zero_at_three;
  }
};
Corners corners_of(const std::vector<PairHeadOutput>& outputs);

enum class PairHead { third_order, strassen };
// n word tokens and an auxiliary one, for every A that is neither empty nor everything, words 0...0
// and 1...1.
SplitCount pair_head_on_words(PairHead head, int n, const std::function<bool()>& stop);
Corners pair_head_on_word(PairHead head, const std::vector<bool>& in_a);
// The tokens of n words: (a_j, b_j, 1) with the symbol of j in A as a_j, of j outside A as b_j; then (0, 0,
// 1).
SmallMatrix word_tokens(const std::vector<int>& symbols, unsigned a_set);
// Theorem 5.1's instance at token (1, 2): (A_ij, B_ij, 1).
Corners pair_head_on_quotient(PairHead head, int s);
SmallMatrix quotient_tokens(const QuotientInstance& instance);

}  // namespace attest

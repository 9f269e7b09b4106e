// Lemma 3.7: split-VC(Sum2[l, 2l]) >= l/2 for even l (seed 000, lines 237-269).
#pragma once

#include <cstdint>
#include <memory>

#include "claims/claim.hpp"
#include "lowerbounds/strassen/shattering_set.hpp"

namespace attest {

ShatteringSet sum2_shattering_set(int l);

// Rows of one letter, ours; for l >= 4. There are l - 2 of them, where that is more than 12 at least l/2 + 1.
ShatteringSet sum2_one_letter_set(int l);

// Line 269: "if c_i = 0, in p_i + q only two numbers can appear, 1 and 2i". How many (c, i) with c_i = 0
// there are, and in how many some other number appears.
struct TwoNumbers {
  std::uint64_t cases = 0;
  std::uint64_t others = 0;
  std::string example;
};
TwoNumbers count_two_numbers(const LemmaFunction& f, const ShatteringSet& set);

std::unique_ptr<Claim> strassen_sum2_shattered_claim();

}  // namespace attest

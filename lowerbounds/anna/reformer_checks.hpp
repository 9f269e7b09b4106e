// The checks of Proposition E.3 on all receptive fields of one size.
//
// What is true, for every B, L, N, M and every pattern of chunks with at most B tokens.
//
// Let R be the receptive field of token N and u = N - |R|.
// 1. |R| <= B^L: each layer multiplies the number of tokens that matter by B at most. Sometimes |R| = min(N,
// B^L): while
//    at most N/B tokens matter, put them into different full chunks; afterwards there are enough to meet all
//    chunks.
// 2. Every Reformer with this pattern errs by at least u(M-1)/2 somewhere: X = (1,...,1) and X' with M at the
// u tokens
//    outside R have the same output at token N, and SUM differs by u(M-1).
// 3. Some Reformer errs by no more: adder_coefficients() adds up R, and the last element-wise map adds
// u(M+1)/2. So the least worst error is u(M-1)/2. The print claims that it is at least every epsilon < M/2,
// that is u(M-1) >= M: true if u >= 2 and M >= 2, false if u = 0, if u = 1, and if M = 1. With chunks of
// exactly B >= 2 tokens u = 1 cannot happen while N > B^L (N and |R| are multiples of B, for L >= 1), so for
// B >= 2, M >= 2 the print is true for N > B^L and fails only where it forgets to ask for it; for B = 1, N =
// 2 it is u = 1.
#pragma once

#include "claims/deadline.hpp"
#include "claims/verdict.hpp"
#include "lowerbounds/anna/receptive_field.hpp"

namespace attest {

struct ReformerSetting {
  int b;
  int depth;
  int n;
  long m;
  long bound;  // B^L

  // u(M-1) for that receptive field.
  Integer twice_error(TokenSet field) const;
};

// The inductive hypothesis at every depth, and whether B^L is reached. verdict.inputs is set already.
void check_receptive_fields(const ReformerSetting& s, const ReceptiveFields& fields, Verdict& verdict);

// u(M-1)/2 >= epsilon for all epsilon < M/2, that is u(M-1) >= M, in every pattern. Counts the failing
// patterns.
void check_printed_error(const ReformerSetting& s, const ReceptiveFields& fields, Verdict& verdict);

// u >= N - B^L in every pattern, with equality (or 0) in one.
void check_repaired_error(const ReformerSetting& s, const ReceptiveFields& fields, Verdict& verdict);

// The two inputs of 2. and the adder of 3., for each of the patterns. `every`: these are all patterns there
// are; else they are examples, and the checks are not essential.
void check_witnesses(const ReformerSetting& s, const std::vector<FieldWitness>& patterns, bool every,
                     const Deadline& deadline, Verdict& verdict);

}  // namespace attest

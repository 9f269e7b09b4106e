// Sorting on k^L machines that hold b words each and hear from, and send to, at most k machines in a round: merge sort, in which k sorted
// lists are merged through k columns, as Leighton's columnsort sorts through its columns. Ours, for Lemmas B.12 and C.2 of seed
// 001_9fe7599dfb64bc47.txt (lines 609 and 682), which cite other papers. k divides b, and floor(b/2) >= (k-1)^2.
//
// merge(l): k sorted lists, each on k^(l-1) machines.
//   deal      Word j of a list goes to column j mod k, also k^(l-1) machines; its words come to lie one after the other there.
//   recurse   Each column now consists of k sorted lists, each on k^(l-2) machines: merge(l-1). For l = 1 a column is one machine,
//             which sorts what it holds.
//   gather    Word p of column t goes to place p k + t. The machines sort what they hold.
//   overlap   The upper part of a machine and the lower half of the next one go to the former, which sorts them, and
//   back      they go back.
// So merge(l) takes 4 l rounds and sorting 4 (1 + .. + L) = 2 L (L+1): not the 4^L that columnsort would take in itself.
//
// Why it sorts. Sorting a machine's words and moving words commutes with monotone maps, so that words 0 and 1 are enough. A list with z
// zeros deals column t the number of j < z with j mod k = t: one and the same number, and one more in the first z mod k columns. Summed
// over the lists column t has a + e_t zeros, k >= e_1 >= ... >= e_k, and e_k = 0, since no list has a rest of k. So after `gather`, in rows
// of k words, rows < a are 0, rows >= a + e_1 are 1, and row a + j has a 0 in column t where e_t > j. If e_1 <= 1 all is sorted. Else, at
// the beginning of a machine, which is that of a row a + j: before it are at most j (k-1) ones (e_1 > j has a 0 in each row), behind
// it at most (e_1 - j)(k-1) zeros (column k has none), with 1 <= j <= e_1 - 1 <= k - 1 where there are both; so at most (k-1)^2 of each,
// and the words from the first 1 to the last 0 are at most k e_1 - 2 <= k^2 - 2 <= b, in two machines. When these have sorted what they
// hold, the ones of the first lie in its upper part and the zeros of the second in its lower half, so that `overlap` sorts them.
#pragma once

#include <vector>

#include "protocols/fixed_round.hpp"

namespace attest::mpc {

// Whether k divides b and floor(b/2) >= (k-1)^2.
bool merges_columns(long k, long b);

// merge(l) in every group of k^l of the machines, which are a multiple of that: 4 l rounds.
std::vector<FixedRound> column_merge_rounds(long k, long level, long machines, long b);

// Of machines that have sorted what they hold: 2 L (L+1) rounds.
std::vector<FixedRound> column_sorting_rounds(long k, long levels, long b);

// base^exponent; the callers bound it.
long power_of(long base, long exponent);

}  // namespace attest::mpc

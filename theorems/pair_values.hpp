// value (i), (j) = v(i, j): a value that speaks of the receiver and of the token that is looked at, as the record has values, a
// product of what each of them contributes.
//
//   v(i, j) = sum over c of [i is in the class c] * v_c(j)
//
// where receivers are in one class if their values are alike at every sender. A number of v is so the sum of `terms` numbers
// of the record, which land in one place.
#pragma once

#include "theorems/head_rows.hpp"

namespace attest::theorems {

struct PairValues {
  attention::Head::Factor of_receiver;
  attention::Head::Factor of_sender;
  std::size_t length = 0;  // of v
  std::size_t terms = 1;   // entry l * terms + c is that of v's number l and the class c
};

// NetworkError for what defines no object, UsageError for what is not evaluated.
PairValues pair_values(const HeadRows& rows, const RowStatement& row, const TokenTable& tokens,
                       const NetworkNames& constants);

}  // namespace attest::theorems

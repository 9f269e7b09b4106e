// The labels of the papers' datasets, as the algorithms compute them.
//
// Sources: seed 000_bd1f352bd128419d.txt, Appendix A.1 (lines 509-653); seed 001_9fe7599dfb64bc47.txt,
// Appendix G.1 (lines 951-972). Relations are m x m matrices of 0 and 1, row by row.
#pragma once

#include "tasks/datasets/example.hpp"

namespace attest {

// Algorithm 1: 1 if f(f(0)) = 0. f is {f(0), ..., f(n-1)}, values below n, n >= 1.
int returns_to_zero(const Numbers& f);

// Algorithm 2: at i*m+j, whether some k has R_ik = R_kj = 1.
Numbers relation_labels(const Numbers& R, int m);

// Algorithm 4: at i*m+j, whether some k1 != k2 of one colour have R_ik1 = R_jk2 = 1; no_label where i = j.
Numbers quotient_labels(const Numbers& R, const Numbers& col, int m);

// Match3: whether some j, k (any, also equal ones) have x_i + x_j + x_k = 0 mod M. 0 <= x_i <= M.
Numbers match3_labels(const Numbers& x, int M);

// Match2: whether some j (i itself included) has x_i + x_j = 0 mod M. 0 <= x_i <= M.
Numbers match2_labels(const Numbers& x, int M);

// How many labels are 1.
int ones_in(const Numbers& labels);

// The bin of [0,25), [25,50), [50,75), [75,100] percent that `ones` out of n fall into: 0 to 3; n >= 1.
int bin_of(int ones, int n);

}  // namespace attest

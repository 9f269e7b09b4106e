// The hashing bound in the proof of Theorem C.1 (seed 001_9fe7599dfb64bc47.txt, lines 654-660), exactly.
//
// n different elements are hashed to N buckets by a uniformly random function; all N^n functions are equally
// likely. The print bounds P(some bucket gets at least s) by binom(N, s) / N^s <= 1 / s!. That is the bound
// for one given bucket: s given elements lie in one bucket, whichever it is, with probability N / N^s.
#pragma once

#include "numeric/integer.hpp"

namespace attest {

// How many functions from n elements to N buckets give every bucket at most `most` elements.
Integer functions_with_loads_up_to(long elements, long buckets, long most);

// P(some bucket gets at least s of n elements).
Rational probability_of_load(long elements, long buckets, long s);

Integer binomial_of(long n, long k);
Integer factorial_of(long n);

struct LoadBounds {
  Rational probability;  // P(some bucket gets at least s), N elements, N buckets
  Rational printed;      // binom(N, s) / N^s
  Rational factorial;    // 1 / s!
  Rational repaired;     // N binom(N, s) / N^s, at most N / s!
};
LoadBounds load_bounds(long N, long s);

}  // namespace attest

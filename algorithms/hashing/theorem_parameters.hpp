// z, l, delta and eta of the proof of Theorem 3.4 (seed 001_9fe7599dfb64bc47.txt, lines 421-431), with its
// constants. Irrational powers of N are intervals.
#pragma once

#include <functional>

#include "algorithms/hashing/hash_family.hpp"

namespace attest::hashing {

using Enclosure = std::function<Interval(Precision)>;

// The proof's numbers for N tokens. rho = log(1/p1)/log(1/p2).
class TheoremParameters {
 public:
  TheoremParameters(long N, SensitiveFamily family) : N_(N), family_(std::move(family)) {}

  long N() const { return N_; }
  const SensitiveFamily& family() const { return family_; }

  // Line 423: the least z >= 1 with p2^z <= 0.1/N^3.
  long least_z() const;
  // Line 425: the least l >= 1 with N^2 (1 - p)^l <= delta. Where an inequality is so close to an equality
  // that 4096 bits do not decide it, the next l is taken.
  long least_l(const Enclosure& p) const;

  // delta = 0.1/N^(1 - 3 rho), line 427.
  Interval delta(Precision precision) const;
  // N^(3 rho)
  Interval power_3rho(Precision precision) const;
  // Line 425 as displayed: p = N^(-3 rho).
  Interval displayed_p(Precision precision) const;
  // What z functions give: p1^z, p2^z.
  Interval near_collision(long z, Precision precision) const;
  Interval far_collision(long z, Precision precision) const;

  // N^2 (1 - p1^z)^l + N^2 l p2^z: the union bound over near pairs, and over far pairs and tables.
  Interval union_bound(long z, long l, Precision precision) const;
  // Line 427: delta + 0.1/N^(1 - 3 rho).
  Interval printed_eta(Precision precision) const;
  // The same with 0.1/N for each of the l tables: delta + 0.1 l/N.
  Interval repaired_eta(long l, Precision precision) const;

 private:
  long N_;
  SensitiveFamily family_;
};

// base^exponent for exponent >= 0.
Interval nth_power(const Interval& base, long exponent);
Rational nth_power(const Rational& base, long exponent);

// Whether a <= b: less or equal, greater, or undecided at 4096 bits.
Ordering compare_enclosures(const Enclosure& a, const Enclosure& b);

}  // namespace attest::hashing

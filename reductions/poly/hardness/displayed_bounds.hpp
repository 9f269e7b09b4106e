// The displayed bounds on numerator P, denominator R and output P/R of a row (seed 003, Theorem C.10 and
// Lemmas E.8, E.13, E.18) as data, and the bounds that hold for every one of the repaired constructions.
#pragma once

#include <string>
#include <vector>

#include "reductions/poly/hardness/attention_layout.hpp"
#include "reductions/poly/hardness/scaled_exponentials.hpp"

namespace attest {

// The numbers in which bounds are spelled, in the papers' letters.
struct GapShape {
  long n = 0;                                // vectors in a set
  long d = 0;                                // of each vector
  long m = 0;                                // target, at least 1
  Rational epsilon = 0;                      // of the promise
  long t = 0;                                // variables of h
  long k = 0;                                // degree of h
  long s = 0;                                // monomials of h
  long chosen = 0;                           // |T|
  long constraints = 0;                      // how many inner products must be m
  long blocks = 0;                           // column blocks; d~ = blocks d
  long start = 0;                            // the number of the first variable of T, from 1
  std::vector<long> inside;                  // monomials of h inside T, by degree
  std::vector<MonomialSet> constraint_sets;  // of each constraint, its sets' numbers from 0
  std::vector<MonomialSet>
      monomial_sets;  // of each monomial of h inside T, the sets that its variables carry

  long width() const { return blocks * d; }
  bool first_chosen() const { return start == 1; }
};

GapShape shape_of(const AttentionLayout& layout, long n, long d, long m, const Rational& epsilon);

// What h gives if all rows but that of the first chosen variable are lower rows: sum over the monomials
// inside T of d B^degree. In E.8's letters (line 2487) it is lambda d B^k.
Exponent normalising_exponent(const GapShape& shape);

enum class BoundedQuantity { numerator, denominator, output };
enum class BoundedRows {
  all,
  yes,
  no
};  // yes: a solution uses the row's vector; every row if x_1 is not in T
enum class BoundRelation { less, less_equal, greater, greater_equal };

struct DisplayedBound {
  std::string name;
  std::string formula;  // "R > n^(t-1) e^(lambda B^k/(s+1)), eq. 14"
  long line = 0;
  BoundedRows rows = BoundedRows::all;
  BoundedQuantity quantity = BoundedQuantity::output;
  BoundRelation relation = BoundRelation::less;
  ScaledExponentials above;  // the bound is above / below
  ScaledExponentials below = {{Exponent{}, Rational(1)}};
  bool essential = true;
};

// base^exponent, also for negative exponents (base > 0).
Rational rational_power(long base, long exponent);

// count e^p.
ScaledExponentials exponential(const Rational& count, const Exponent& p);

std::vector<DisplayedBound> gap_triangle_printed_bounds(const GapShape& shape);
std::vector<DisplayedBound> gap_triangle_repaired_bounds(const GapShape& shape);
std::vector<DisplayedBound> gap_kip_printed_bounds(const GapShape& shape);
std::vector<DisplayedBound> gap_hypergraph_printed_bounds(const GapShape& shape);
std::vector<DisplayedBound> gap_cycle_printed_bounds(const GapShape& shape);

// The six bounds of every repaired construction; the proof stands beside the code.
std::vector<DisplayedBound> proved_bounds(const GapShape& shape);

// A yes bound c_1 e^p / .. and a no bound c_2 e^q / .. whose exponents differ by epsilon m B^k: yes is above
// no exactly if e^(epsilon m B^k / d~) > ratio = c_2/c_1 (the fractions' coefficients).
struct OutputBounds {
  DisplayedBound yes;
  DisplayedBound no;
  Rational ratio;
};

// The last output bounds for yes and for no rows in the list. Throws std::logic_error where there are none or
// the exponents do not differ by epsilon m B^k.
OutputBounds output_bounds(const GapShape& shape, const std::vector<DisplayedBound>& bounds);

// The least integer B^k for which e^(epsilon m B^k / d~) >= 2 ratio for certain: then the no bound is at most
// half of the yes bound, and gamma up to a quarter of the yes bound keeps them apart. At least 1.
Integer sufficient_power(const GapShape& shape, const Rational& ratio);

}  // namespace attest

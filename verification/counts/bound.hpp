// How far down a formula of the readout can go on a box of counts.
//
// Affine in one head's mean, f = sum of leaves: with weights v_t >= 0 of sum V > 0, E f - c has the sign of sum v_t (f_t - c), and
//
//   N(c) = sum over fixed blocks of v (f - c) + sum over groups of rest * min over allowed classes of v (f - c) <= sum v_t (f_t - c),
//
// weights rounded up where f < c and down where f > c. So N(c) >= 0 shows E f >= c. The c for which N(c) = 0 is met by the classes
// that are least there: where weights are exact it is the least E f of the box. It is found from above: c' = the quotient that
// belongs to the least classes for c (Dinkelbach). Where all weights can be 0 the head may add nothing, which is looked at by itself.
//
// Readouts: where a formula hangs on one number E u, u between two such bounds, its minimum over them is exact (lines.hpp). Else a maximum
// is at least each of its children, a minimum the least of their bounds, and a sum is multiplied out over both, down to affine ones.
#pragma once

#include <optional>
#include <vector>

#include "verification/counts/box.hpp"

namespace attest::counts {

struct Bound {
  Rational value;                   // the formula is at least this
  std::vector<std::size_t> choice;  // [group]: classes that come near it; empty: it hangs on no group
  // Where most is lost: a group with a rest, and the class that loses it; none: nowhere.
  std::size_t group = cover::none;
  std::size_t of_class = 0;
  Rational spread;  // what a block of the group can change, in some measure
};

class Bounder {
 public:
  explicit Bounder(const Terms& terms) : terms_(terms), problem_(terms.problem()) {}

  Bound lower(const cover::Formula& formula, const std::vector<Group>& groups, const Box& box);

 private:
  struct Affine {
    std::vector<std::vector<Integer>> factors;  // [head][as Problem::leaves_of]; empty: hangs not on the head
    Rational constant = 0;                      // of leaves of no head
  };
  struct OfHead {
    Integer numerator;  // over `denominator` times that of the head's leaves
    Integer denominator = 1;
    std::vector<std::size_t> choice;
    std::size_t group = cover::none;
    std::size_t of_class = 0;
    Rational spread;
  };

  Bound formula_bound(const cover::Formula& formula);
  Bound sum_bound(std::vector<const cover::Formula*> parts, std::size_t depth);
  Bound on_line(const cover::Formula& formula, std::size_t head);
  Bound affine_bound(const std::vector<const cover::Formula*>& leaves);
  Bound of_head(std::size_t head, const std::vector<Integer>& factors);
  Integer value_of(const Part& part, const std::vector<Integer>& factors) const;

  const Terms& terms_;
  const Problem& problem_;
  const std::vector<Group>* groups_ = nullptr;
  const Box* box_ = nullptr;
};

}  // namespace attest::counts

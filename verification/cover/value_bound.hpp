// How far down a formula can go on a box: the bound tuple by tuple (bound.hpp) as a number, not as a sign.
//
// With w the winner, e_t = exp(-(S - S_t) unit), e_w = 1, every functional f and every number c
//
//   E f >= c   if   f(w) - c + sum over t != w of  min over allowed values of t of  e_t (f(t) - c)  >=  0,
//
// since the left side is at most sum e_t (f(t) - c). One c that always works is f(w) + min(0, N), N the sum for c = f(w) (bound.hpp); a
// better one is guessed, as the quotient that belongs to the values that were least, and then shown to work.
//
// Sums are long doubles. A term is a weight, rounded outward, times a difference; its roundings and those of the sum are at most n + 4
// factors (1 + d), |d| <= 2^-64, of numbers of one sign (the positive and the negative terms are added apart), which (n + 16) 2^-62 covers.
#pragma once

#include <limits>
#include <map>

#include "verification/cover/box.hpp"
#include "verification/cover/far_weights.hpp"

namespace attest::cover {

// Of one context; one thread's own. Remembers values of functionals.
class ValueBounder {
 public:
  ValueBounder(const Context& context, FarWeightsByThread& weights) : context_(context), weights_(weights) {}

  // What the bounds are for: from `wanted` on a larger one is of no use, and `negligible` may be lost where that saves work.
  void aim(long double wanted, long double negligible);

  // At most the formula plus shift at every input of the box, as a multiple of 1/denominator, as `shift` is; minus infinity where a
  // head that is needed has no winner.
  long double lower(const Formula& formula, long shift, const Box& box, const std::vector<Allowed>& allowed);

  // A tuple that took something from the last bound, by how much, and the entry that did.
  struct Loss {
    long double size = 0;
    TuplePlace place;
    Entry entry;
  };
  // Of tuples with free symbols, those that took most first.
  const std::vector<Loss>& losses();
  const Loss* most_lost() const;  // null: nothing
  void forget_losses() { losses_.clear(); }

 private:
  struct Sum {
    long double lower = 0;    // of the sum for f - c without the winner
    long double weights = 0;  // about the weights of the values that were least, and f times them
    long double products = 0;
  };

  long double of_head(const Formula& formula, std::size_t head, long shift, const Box& box,
                      const Allowed& allowed);
  long double of_choice(const Formula& formula, std::size_t head, const Choice& choice, long shift,
                        const Box& box, const Allowed& allowed, bool note);
  Sum others(const std::vector<long>& values, std::size_t head, long shift, long double c, long double most,
             const Box& box, const Allowed& allowed, bool note);
  const std::vector<long>& values_of(const Formula& formula, std::size_t head, const Choice& choice);

  const Context& context_;
  FarWeightsByThread& weights_;
  std::map<std::tuple<const Formula*, std::size_t, Choice>, std::vector<long>> values_;
  std::vector<Loss> losses_;
  long double wanted_ = std::numeric_limits<long double>::infinity();
  long double negligible_ = 0;
};

inline constexpr long double endless = std::numeric_limits<long double>::infinity();

// The next long double below.
long double below(long double value);
long double above(long double value);

}  // namespace attest::cover

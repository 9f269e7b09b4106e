// Whether a formula is positive on a whole box: the bound tuple by tuple.
//
// Let w be the winner, S its score, f a functional of tuples. Weights relative to the winner's are e_t = exp(-(S - S_t) unit) in [0, 1]
// with e_w = 1, so that E f = sum e_t f(t) / sum e_t has the sign of
//
//   f(w) + sum over t != w of e_t f(t)  >=  f(w) + sum over t != w of  min over allowed values of t of  e_t f(t),
//
// each minimum with the weight rounded up where f(t) < 0 and down where f(t) > 0. Likewise, with g = f - f(w) and N the second sum for
// g, E f = f(w) + sum e_t g(t) / sum e_t >= f(w) + min(0, N), since sum e_t >= 1.
#pragma once

#include <map>

#include "verification/cover/box.hpp"
#include "verification/cover/weights.hpp"

namespace attest::cover {

// Of one context; a thread's own. Remembers values of functionals.
class Bounder {
 public:
  Bounder(const Context& context, std::vector<WeightTable>& weights);

  // Whether formula + shift > 0 (or >= 0) at every input of the box whose entries `allowed` lists, head by head; heads without a
  // winner have none. `shift` is over the problem's denominator. False: not shown.
  bool shows(const Formula& formula, long shift, bool strict, const Box& box,
             const std::vector<Allowed>& allowed);

  // Of the last bound that did not suffice: the tuple that took most from it and still has free symbols.
  const TuplePlace& worst() const { return worst_; }
  void forget_worst() { worst_ = {}; }

 private:
  __extension__ using Wide = __int128;
  struct Functional {
    std::vector<long> values;  // `unknown`: not computed yet
    long bound = 0;            // of |f|
  };

  bool shows_by_head(const Formula& formula, std::size_t head, long shift, bool strict, const Box& box,
                     const Allowed& allowed);
  std::optional<Wide> lower_bound(const Formula& formula, const Box& box,
                                  const std::vector<Allowed>& allowed);
  Functional& functional(const Formula& formula, std::size_t head, const Choice& choice, long shift);
  long at(Functional& f, const Formula& formula, std::size_t head, const Choice& choice, long shift,
          std::uint32_t value);
  // The sum over t != w for f - offset, times 2^60. `precise`: looks also at values that weigh less than 2^-60.
  Wide others(Functional& f, const Formula& formula, std::size_t head, const Choice& choice, long shift,
              long offset, const Box& box, const Allowed& allowed, bool precise);
  // Tries `choice`s until `enough` says so: first the best one at the winner.
  template <class Enough>
  bool any_choice(const Formula& formula, std::size_t head, const Winner& winner, const Enough& enough);

  const Context& context_;
  std::vector<WeightTable>& weights_;
  std::map<std::tuple<const Formula*, long, Choice>, Functional> functionals_;
  TuplePlace worst_;
  bool note_worst_ = false;
};

}  // namespace attest::cover

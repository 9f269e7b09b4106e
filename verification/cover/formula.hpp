// An output as sums, minima and maxima of leaves, each leaf an affine form of the mean of one head (with what the residual and the
// constants add): what is left of a readout once every negative factor is pushed to the leaves.
//
// A box is closed by showing that such a formula is positive (or not negative). Let E be the softmax mean over tuples, w the
// weights, v the values. For a formula of one head without maxima, g is concave and g(E v) >= E g(v) (Jensen), a sum that is
// bounded tuple by tuple. A maximum is at least each of its children, so choosing one child of each maximum bounds from below, and
// any choice that works is enough; |z| = max(z, -z) is at least 0 as well. A minimum is positive if all of its children are.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "attention/layer.hpp"

namespace attest::cover {

inline constexpr std::size_t none = static_cast<std::size_t>(-1);

// constant and residual at the receiver + sum of coefficient * mean coordinate of the head.
struct Leaf {
  std::size_t head = none;  // none: of no head
  std::map<std::size_t, Rational> coordinates;
  attention::AffineForm receiver;
};

struct Formula {
  enum class Op { leaf, sum, minimum, maximum };
  Op op = Op::leaf;
  std::size_t leaf = 0;
  bool absolute = false;    // a maximum that is never negative
  std::size_t maximum = 0;  // the how-manieth maximum of the formula it belongs to
  std::vector<Formula> children;
  std::vector<std::size_t> heads;  // ascending: those it depends on
};

// A choice for each maximum: a child, or `zero` where it is absolute.
using Choice = std::vector<std::int8_t>;
inline constexpr std::int8_t zero = -1;

struct Formulas {
  std::vector<Leaf> leaves;
  Formula positive;        // y
  Formula negative;        // -y
  std::size_t maxima = 0;  // of both, numbered together
};

Formulas formulas_of(const attention::Layer& layer);

// With the values of the leaves as integers; the caller has bounded the sums.
long value_at(const Formula& formula, const long* leaves, const Choice& choice);
// The same with the largest child of each maximum, which is written into the choice.
long greatest_at(const Formula& formula, const long* leaves, Choice& choice);
// The maxima of a formula, itself included, in the order of the tree.
void list_maxima(const Formula& formula, std::vector<const Formula*>& maxima);

}  // namespace attest::cover

// Relational attention on [0, 1] whose networks interpolate between grid points (dat/continuous-select).
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "claims/json.hpp"
#include "constructions/dat/selection_gap.hpp"
#include "numeric/interval.hpp"

namespace attest {

// One hidden layer of the m + 1 units ReLU(z - t/m), t = -1, .., m - 1. Its second differences are the m + 1 hat functions of
// the grid 0, 1/m, .., 1: at a/m the a-th is 1 and the others are 0, and between two grid points all are linear.
class HatNetwork {
 public:
  explicit HatNetwork(long m) : m_(m) {}  // m >= 1

  std::vector<Rational> hidden(const Rational& z) const;
  std::vector<Rational> hats(const Rational& z) const;  // 0 <= z <= 1
  // Whether the hats are the unit vectors at all grid points. Every unit is linear between them, so that this makes the hats
  // what they are called on all of [0, 1].
  bool interpolates() const;

 private:
  long m_;
};

// A point of [0, 1] behind the hidden layer and the second differences: what is not 0 of its hats, at most two numbers.
struct HatPoint {
  Rational z;
  std::vector<std::pair<long, Rational>> hats;
};

// All four networks have that hidden layer. phi_k(y) are the hats of y, phi_q(x) is beta times the interpolation of
// u(x, 0), u(x, 1/m), .., u(x, 1) in x, so that their product is beta times the bilinear interpolation of u. The relation
// R(x, y) = L_R y, a matrix of values at the grid points like any other, is treated in the same way. W_r = I, W_s = 0.
class InterpolatingLayer {
 public:
  struct Sizes {
    Utility utility;
    Rational L_u;
    Rational L_R;
    long m;
    Integer beta;
  };

  explicit InterpolatingLayer(Sizes sizes) : sizes_(std::move(sizes)), network_(sizes_.m) {}

  const HatNetwork& network() const { return network_; }
  HatPoint point(const Rational& z) const;
  Rational score(const HatPoint& x, const HatPoint& y) const;
  Rational relation(const HatPoint& x, const HatPoint& y) const;
  Rational true_relation(const Rational& y) const { return sizes_.L_R * y; }
  // Softmax of the scores over y, and the mean of the relations.
  Interval output(const HatPoint& x, const std::vector<HatPoint>& y, Precision precision) const;
  // The networks as formulas, and of up to most_shown + 1 grid points scores [x][y] and relations [y].
  static constexpr long most_shown = 12;
  Json to_json() const;

 private:
  Sizes sizes_;
  HatNetwork network_;
};

// The gap of the selected object, u(x, y_(i*)) - max u(x, y_j) over j != i*, with L_u = 1, and its place; nothing where there
// is no other object.
struct Selection {
  std::size_t place;
  std::optional<Rational> gap;
};

Selection selection(Utility utility, const HatPoint& x, const std::vector<HatPoint>& y);

}  // namespace attest

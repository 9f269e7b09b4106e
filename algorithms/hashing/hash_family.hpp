// Locality-sensitive families and their collision probabilities (seed 001_9fe7599dfb64bc47.txt, Definition
// 3.2, lines 140-148; the families are those of the works that the paper cites).
//
//   bit sampling   h(x) = x_i for a uniform coordinate i, on {0,1}^d with the Hamming distance t:
//                  Pr[h(x) = h(y)] = 1 - t/d, exactly.
//   p-stable       h(x) = floor((<a, x> + b)/w), a standard normal, b uniform on [0, w), on R^m with the
//                  Euclidean distance t. <a, x - y> is t times a normal G; given G, the two fall into one
//                  cell with probability max(0, 1 - t|G|/w). So Pr = erf(w/(t sqrt 2)) - sqrt(2/pi) (t/w) (1
//                  - exp(-w^2/(2 t^2))); it decreases in t because the integrand does.
//   hyperplane     h(x) = sign <a, x>, a standard normal, on the unit sphere: Pr = 1 - theta/pi, where the
//                  Euclidean distance is t = 2 sin(theta/2).
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "numeric/integer.hpp"
#include "numeric/interval.hpp"

namespace attest::hashing {

enum class Family { bit_sampling, p_stable, hyperplane };

const char* name_of(Family family);
// "bit-sampling", "p-stable", "hyperplane"; std::invalid_argument for anything else.
Family family_from_string(const std::string& name);

// 0 <= distance <= d, d >= 1.
Rational bit_sampling_collision(long d, long distance);
// width > 0, distance >= 0.
Interval p_stable_collision(const Rational& width, const Rational& distance, Precision precision);
// 0 <= distance <= 2.
Interval hyperplane_collision(const Rational& distance, Precision precision);

// Definition 3.2: at distance at most r the probability is at least p1, at distance more than c r at most p2.
// p1 and p2 are the best such numbers: 0 < p2 < p1 < 1.
struct SensitiveFamily {
  Family family = Family::bit_sampling;
  Rational r;
  Rational c;
  std::function<Interval(Precision)> p1;
  std::function<Interval(Precision)> p2;
  std::optional<Rational> exact_p1;  // bit sampling
  std::optional<Rational> exact_p2;
  long far_distance = 0;  // bit sampling: the least Hamming distance that exceeds c r
  // At the largest distance that is at most c r. It is more than r: of bit sampling with c r < 2 and r >= 1, d >= 3, (1 - 1/d)^3 is less
  // than 1 - 2/d, so that rho is no less than 1/3.
  std::function<Interval(Precision)> within;

  // rho = log(1/p1)/log(1/p2)
  Interval quality(Precision precision) const;
};

// `d` matters for bit sampling only, `width` for p-stable only. UsageError unless r > 0, c > sqrt 3 (Theorem
// 3.4), p2 > 0 and p1 < 1 (their logarithms are divided by), and rho < 1/3 (Theorem 3.4) is proved.
SensitiveFamily sensitive_family(Family family, long d, const Rational& width, const Rational& r,
                                 const Rational& c);

}  // namespace attest::hashing

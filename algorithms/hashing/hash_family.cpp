#include "algorithms/hashing/hash_family.hpp"

#include <arb_hypgeom.h>
#include <fmt/format.h>

#include <stdexcept>

#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"

namespace attest::hashing {

namespace {

Interval pi(Precision precision) {
  Interval result(0, precision);
  arb_const_pi(result.ball(), precision);
  return result;
}

Interval error_function(const Interval& x) {
  Interval result(0, x.precision());
  arb_hypgeom_erf(result.ball(), x.ball(), x.precision());
  return result;
}

Interval arcsine(const Interval& x) {
  Interval result(0, x.precision());
  arb_asin(result.ball(), x.ball(), x.precision());
  return result;
}

SensitiveFamily bit_sampling(long d, const Rational& r, const Rational& c) {
  SensitiveFamily result;
  if (r > d) throw UsageError("r", to_string(r), fmt::format("a distance of at most d = {}", d));
  const Integer near = floor_of(r);
  const Integer far = floor_of(Rational(c * r)) + 1;
  if (near == 0) throw UsageError("r", to_string(r), "at least 1 for bit sampling (else p1 = 1)");
  if (far >= d) {
    throw UsageError(
        "c", to_string(c),
        fmt::format("d > floor(c r) + 1, so that p2 > 0; here d = {} and floor(c r) + 1 = {}", d, far.str()));
  }
  result.far_distance = to_long(far);
  result.exact_p1 = bit_sampling_collision(d, to_long(near));
  result.exact_p2 = bit_sampling_collision(d, result.far_distance);
  result.p1 = [p = *result.exact_p1](Precision precision) { return Interval(p, precision); };
  result.p2 = [p = *result.exact_p2](Precision precision) { return Interval(p, precision); };
  result.within = [p = bit_sampling_collision(d, result.far_distance - 1)](Precision precision) {
    return Interval(p, precision);
  };
  return result;
}

SensitiveFamily p_stable(const Rational& width, const Rational& r, const Rational& c) {
  SensitiveFamily result;
  result.p1 = [=](Precision precision) { return p_stable_collision(width, r, precision); };
  result.p2 = [=](Precision precision) { return p_stable_collision(width, Rational(c * r), precision); };
  result.within = result.p2;
  return result;
}

SensitiveFamily hyperplane(const Rational& r, const Rational& c) {
  if (Rational(c * r) >= 2) {
    throw UsageError("c", to_string(c), "c r below 2, the diameter of the unit sphere (so that p2 > 0)");
  }
  SensitiveFamily result;
  result.p1 = [=](Precision precision) { return hyperplane_collision(r, precision); };
  result.p2 = [=](Precision precision) { return hyperplane_collision(Rational(c * r), precision); };
  result.within = result.p2;
  return result;
}

// rho < 1/3. For exact probabilities it is p1^3 > p2; for the others it has to be proved.
bool quality_below_a_third(const SensitiveFamily& family) {
  if (family.exact_p1) {
    const Rational& p1 = *family.exact_p1;
    return p1 * p1 * p1 > *family.exact_p2;
  }
  return compare(family.quality(256), Rational(1, 3)) == Ordering::less;
}

}  // namespace

const char* name_of(Family family) {
  switch (family) {
    case Family::bit_sampling:
      return "bit-sampling";
    case Family::p_stable:
      return "p-stable";
    case Family::hyperplane:
      return "hyperplane";
  }
  throw std::invalid_argument("name_of: no such family");
}

Family family_from_string(const std::string& name) {
  for (const Family family : {Family::bit_sampling, Family::p_stable, Family::hyperplane}) {
    if (name == name_of(family)) return family;
  }
  throw std::invalid_argument("family_from_string: " + name);
}

Rational bit_sampling_collision(long d, long distance) {
  if (d < 1 || distance < 0 || distance > d) throw std::invalid_argument("bit_sampling_collision");
  return Rational(d - distance, d);
}

Interval p_stable_collision(const Rational& width, const Rational& distance, Precision precision) {
  if (width <= 0 || distance < 0) throw std::invalid_argument("p_stable_collision");
  if (distance == 0) return Interval(1, precision);
  const Interval s(Rational(width / distance), precision);
  const Interval two(2, precision);
  return error_function(s / sqrt(two)) -
         sqrt(two / pi(precision)) / s * (Interval(1, precision) - exp(-(s * s / two)));
}

Interval hyperplane_collision(const Rational& distance, Precision precision) {
  if (distance < 0 || distance > 2) throw std::invalid_argument("hyperplane_collision");
  const Interval half(Rational(distance / 2), precision);
  return Interval(1, precision) - Interval(2, precision) * arcsine(half) / pi(precision);
}

Interval SensitiveFamily::quality(Precision precision) const {
  return log(p1(precision)) / log(p2(precision));
}

SensitiveFamily sensitive_family(Family family, long d, const Rational& width, const Rational& r,
                                 const Rational& c) {
  if (r <= 0) throw UsageError("r", to_string(r), "a positive distance");
  if (c * c <= 3) throw UsageError("c", to_string(c), "a number above sqrt 3 (Theorem 3.4)");
  if (width <= 0) throw UsageError("w", to_string(width), "a positive width");
  SensitiveFamily result = family == Family::bit_sampling ? bit_sampling(d, r, c)
                           : family == Family::p_stable   ? p_stable(width, r, c)
                                                          : hyperplane(r, c);
  result.family = family;
  result.r = r;
  result.c = c;
  if (!quality_below_a_third(result)) {
    throw UsageError("c", to_string(c),
                     fmt::format("r and c with rho < 1/3 (Theorem 3.4); here rho is about {:.4f}",
                                 result.quality(256).middle_double()));
  }
  return result;
}

}  // namespace attest::hashing

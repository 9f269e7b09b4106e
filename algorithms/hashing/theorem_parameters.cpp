#include "algorithms/hashing/theorem_parameters.hpp"

#include <cmath>

#include "claims/usage_error.hpp"

namespace attest::hashing {

namespace {

constexpr Precision most_bits = 4096;
constexpr long most_tables = 1000000000;
constexpr double most_functions_of_a_table = 1e6;

Interval tenth(Precision precision) {
  return Interval(Rational(1, 10), precision);
}

}  // namespace

Interval nth_power(const Interval& base, long exponent) {
  Interval result(1, base.precision());
  arb_pow_ui(result.ball(), base.ball(), static_cast<ulong>(exponent), base.precision());
  return result;
}

Rational nth_power(const Rational& base, long exponent) {
  const auto e = static_cast<unsigned long>(exponent);
  return Rational(attest::power(numerator_of(base), e), attest::power(denominator_of(base), e));
}

Ordering compare_enclosures(const Enclosure& a, const Enclosure& b) {
  for (Precision precision = 128; precision <= most_bits; precision *= 2) {
    const Ordering order = compare(a(precision), b(precision));
    if (order != Ordering::undecided) return order;
  }
  return Ordering::undecided;
}

long TheoremParameters::least_z() const {
  const Rational bound = Rational(1) / (10 * Rational(N_) * N_ * N_);
  if (family_.exact_p2) {
    long z = 1;
    for (Rational value = *family_.exact_p2; value > bound; value *= *family_.exact_p2) ++z;
    return z;
  }
  const double about = (log(Interval(bound, 256)) / log(family_.p2(256))).middle_double();
  if (!(about < most_functions_of_a_table)) {
    throw UsageError("r", to_string(family_.r), "a setting that needs at most 10^6 hash functions a table");
  }
  for (long z = std::max(1L, static_cast<long>(std::floor(about)) - 1);; ++z) {
    const Ordering order = compare_enclosures([&](Precision bits) { return far_collision(z, bits); },
                                              [&](Precision bits) { return Interval(bound, bits); });
    if (order == Ordering::less || order == Ordering::equal) return z;
  }
}

long TheoremParameters::least_l(const Enclosure& p) const {
  // l >= log(N^2/delta) / -log(1 - p).
  const auto enough = [&](long l) {
    const Ordering order = compare_enclosures(
        [&](Precision bits) {
          return Interval(N_, bits) * Interval(N_, bits) * nth_power(Interval(1, bits) - p(bits), l);
        },
        [&](Precision bits) { return delta(bits); });
    return order == Ordering::less || order == Ordering::equal;
  };
  if (enough(1)) return 1;
  const Precision bits = 256;
  const Interval least =
      log(Interval(N_, bits) * Interval(N_, bits) / delta(bits)) / -log(Interval(1, bits) - p(bits));
  const double about = least.middle_double();
  if (!(about < static_cast<double>(most_tables))) {
    throw UsageError("N", std::to_string(N_), "a setting that needs at most 10^9 hash tables");
  }
  long l = std::max(2L, static_cast<long>(std::floor(about)) - 1);
  while (!enough(l)) ++l;
  return l;
}

Interval TheoremParameters::power_3rho(Precision precision) const {
  return exp(Interval(3, precision) * family_.quality(precision) * log(Interval(N_, precision)));
}

Interval TheoremParameters::delta(Precision precision) const {
  return tenth(precision) * power_3rho(precision) / Interval(N_, precision);
}

Interval TheoremParameters::displayed_p(Precision precision) const {
  return Interval(1, precision) / power_3rho(precision);
}

Interval TheoremParameters::near_collision(long z, Precision precision) const {
  return nth_power(family_.p1(precision), z);
}

Interval TheoremParameters::far_collision(long z, Precision precision) const {
  return nth_power(family_.p2(precision), z);
}

Interval TheoremParameters::union_bound(long z, long l, Precision precision) const {
  const Interval pairs = Interval(N_, precision) * Interval(N_, precision);
  const Interval none = nth_power(Interval(1, precision) - near_collision(z, precision), l);
  return pairs * (none + Interval(l, precision) * far_collision(z, precision));
}

Interval TheoremParameters::printed_eta(Precision precision) const {
  return delta(precision) + delta(precision);
}

Interval TheoremParameters::repaired_eta(long l, Precision precision) const {
  return delta(precision) + tenth(precision) * Interval(l, precision) / Interval(N_, precision);
}

}  // namespace attest::hashing

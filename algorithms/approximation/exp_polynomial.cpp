#include "algorithms/approximation/exp_polynomial.hpp"

#include <cmath>
#include <stdexcept>

#include "numeric/checked.hpp"

namespace attest {

namespace {

constexpr long rounding_bits = 16;
constexpr int exchanges = 40;  // with weights as uneven as e^32 a dozen are used
constexpr long samples_a_point = 24;

// The rational behind a finite double.
Rational exact(double value) {
  return Rational(value);  // dyadic, without rounding
}

// Least b with 2^b >= x, for x >= 1.
long log2_up(const Rational& x) {
  long b = 0;
  for (Rational p(1); p < x; p *= 2) ++b;
  return b;
}

// The multiple of 2^-bits nearest to the middle of x.
Rational rounded(const Interval& x, long bits) {
  arb_t scaled;
  arb_init(scaled);
  arb_mul_2exp_si(scaled, x.ball(), bits);
  fmpz_t nearest;
  fmpz_init(nearest);
  arf_get_fmpz(nearest, arb_midref(scaled), ARF_RND_NEAR);
  Integer numerator;
  fmpz_get_mpz(numerator.backend().data(), nearest);
  fmpz_clear(nearest);
  arb_clear(scaled);
  return Rational(numerator, power(Integer(2), static_cast<unsigned long>(bits)));
}

// Coefficient k is moved by at most 2^-(b_k + 1), b_k = b_0 + k log2(range): together at most
// (degree + 1) 2^-(b_0 + 1) at any x, relative to e^x >= e^-range at most eps / 2^16.
ExpPolynomial round_coefficients(const Rational& range, const std::vector<Interval>& coefficients,
                                 const Rational& eps) {
  const long ceiling = to_long(-floor_of(-range));
  const long first = rounding_bits + log2_up(Rational(static_cast<long>(coefficients.size())) / eps) +
                     (3 * ceiling + 1) / 2;  // e^range <= 2^(3/2 range)
  const long each = range > 1 ? log2_up(range) : 0;
  ExpPolynomial p{range, {}};
  for (std::size_t k = 0; k < coefficients.size(); ++k)
    p.coefficients.push_back(rounded(coefficients[k], first + each * static_cast<long>(k)));
  return p;
}

// Newton's divided differences, expanded into powers of x.
std::vector<Interval> interpolate(const std::vector<Rational>& points, std::vector<Interval> values,
                                  Precision precision) {
  const std::size_t size = points.size();
  for (std::size_t order = 1; order < size; ++order) {
    for (std::size_t i = size - 1; i >= order; --i) {
      values[i] = (values[i] - values[i - 1]) / Interval(Rational(points[i] - points[i - order]), precision);
    }
  }
  std::vector<Interval> result{values[size - 1]};
  for (std::size_t i = size - 1; i-- > 0;) {  // result * (x - points[i]) + values[i]
    const Interval shift(points[i], precision);
    result.insert(result.begin(), Interval(0L, precision));
    for (std::size_t k = 0; k + 1 < result.size(); ++k) result[k] = result[k] - shift * result[k + 1];
    result[0] = result[0] + values[i];
  }
  return result;
}

Interval value_at(const std::vector<Interval>& coefficients, const Interval& x) {
  Interval sum(0L, x.precision());
  for (std::size_t k = coefficients.size(); k-- > 0;) sum = sum * x + coefficients[k];
  return sum;
}

std::vector<Interval> weights_of(const std::vector<Rational>& points, Precision precision) {
  std::vector<Interval> weights;
  for (std::size_t i = 0; i < points.size(); ++i) {
    Interval product(1L, precision);
    for (std::size_t j = 0; j < points.size(); ++j) {
      if (j == i) continue;
      if (points[i] == points[j]) throw std::invalid_argument("error_of_every_polynomial: repeated point");
      product = product * Interval(Rational(points[i] - points[j]), precision);
    }
    weights.push_back(Interval(1L, precision) / product);
  }
  return weights;
}

// range * cos(angle) as an exact number of [-range, range].
Rational point_at(const Rational& range, double angle) {
  const Rational c = exact(std::cos(angle));
  return c > 1 ? range : c < -1 ? Rational(-range) : Rational(range * c);
}

// From ascending samples of r = p e^-x - 1: one extremal point of each run of equal sign, and of these the
// points.size() consecutive ones whose ends are largest. Empty if there are too few runs.
std::vector<Rational> alternating(const std::vector<Rational>& samples, const std::vector<double>& r,
                                  std::size_t wanted) {
  std::vector<std::size_t> runs;
  for (std::size_t i = 0; i < r.size(); ++i) {
    if (runs.empty() || std::signbit(r[i]) != std::signbit(r[runs.back()])) {
      runs.push_back(i);
    } else if (std::abs(r[i]) > std::abs(r[runs.back()])) {
      runs.back() = i;
    }
  }
  if (runs.size() < wanted) return {};
  while (runs.size() > wanted) {
    if (std::abs(r[runs.front()]) < std::abs(r[runs.back()])) {
      runs.erase(runs.begin());
    } else {
      runs.pop_back();
    }
  }
  std::vector<Rational> points;
  for (const std::size_t i : runs) {
    // The vertex of the parabola through the neighbours; which number it is affects only how good the
    // result is.
    Rational x = samples[i];
    if (i > 0 && i + 1 < r.size()) {
      const double curvature = r[i - 1] - 2 * r[i] + r[i + 1];
      const double step = curvature == 0 ? 0 : 0.5 * (r[i - 1] - r[i + 1]) / curvature;
      if (std::abs(step) < 1) {
        const Rational& next = step > 0 ? samples[i + 1] : samples[i - 1];
        x += Rational(next - x) * exact(std::abs(step));
      }
    }
    points.push_back(x);
  }
  return points;
}

}  // namespace

Rational ExpPolynomial::operator()(const Rational& x) const {
  Rational sum(0);
  for (std::size_t k = coefficients.size(); k-- > 0;) sum = sum * x + coefficients[k];
  return sum;
}

Precision working_precision(const Rational& range, long degree, const Rational& eps) {
  const double r = approximate(range);
  return 128 + log2_up(Rational(1) / eps) + static_cast<long>(8 * r) +
         4 * degree * (1 + (r > 1 ? 0 : static_cast<long>(-std::log2(r))));
}

ExpPolynomial taylor_polynomial(const Rational& range, long degree) {
  ExpPolynomial p{range, {Rational(1)}};
  for (long k = 1; k <= degree; ++k) p.coefficients.push_back(p.coefficients.back() / k);
  return p;
}

ExpPolynomial chebyshev_polynomial(const Rational& range, long degree, const Rational& eps) {
  const Precision precision = working_precision(range, degree, eps);
  std::vector<Rational> points;
  std::vector<Interval> values;
  for (long i = 0; i <= degree; ++i) {
    points.push_back(
        point_at(range, static_cast<double>(2 * i + 1) * M_PI / static_cast<double>(2 * degree + 2)));
    values.push_back(exp(Interval(points.back(), precision)));
  }
  return round_coefficients(range, interpolate(points, std::move(values), precision), eps);
}

Interval error_of_every_polynomial(const std::vector<Rational>& points, Precision precision) {
  const std::vector<Interval> weights = weights_of(points, precision);
  Interval difference(0L, precision);
  Interval total(0L, precision);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Interval value = exp(Interval(points[i], precision));
    difference = difference + weights[i] * value;
    total = total + abs(weights[i]) * value;
  }
  return abs(difference) / total;
}

ExpPolynomial best_polynomial(const Rational& range, long degree, const Rational& eps,
                              std::vector<Rational>* points_out, bool only_below_eps) {
  const Precision precision = working_precision(range, degree, eps);
  const auto wanted = static_cast<std::size_t>(degree) + 2;
  std::vector<Rational> points;  // ascending
  for (std::size_t i = wanted; i-- > 0;)
    points.push_back(point_at(range, static_cast<double>(i) * M_PI / static_cast<double>(wanted - 1)));
  std::vector<Rational> samples;
  std::vector<Interval> at_samples;
  std::vector<Interval> decay;
  const long last = samples_a_point * static_cast<long>(wanted);
  for (long i = last; i >= 0; --i) {
    samples.push_back(point_at(range, static_cast<double>(i) * M_PI / static_cast<double>(last)));
    at_samples.emplace_back(samples.back(), precision);
    decay.push_back(exp(-at_samples.back()));
  }
  const Interval one(1L, precision);
  std::vector<Interval> coefficients;
  for (int round = 0;; ++round) {
    // p(x_i) = e^(x_i) (1 - s_i E), s_i the sign of the weight: sum w_i p(x_i) = 0, so degree + 1 of the
    // points determine p and the last one agrees.
    const std::vector<Interval> weights = weights_of(points, precision);
    const Interval level = error_of_every_polynomial(points, precision);
    std::vector<Interval> values;
    for (std::size_t i = 0; i < wanted; ++i) {
      const bool positive = compare(weights[i], Rational(0)) == Ordering::greater;
      const Interval value = exp(Interval(points[i], precision));
      values.push_back(value * (positive ? one - level : one + level));
    }
    values.pop_back();
    coefficients =
        interpolate(std::vector<Rational>(points.begin(), points.end() - 1), std::move(values), precision);
    // A level above eps proves that the degree is too small.
    if (round == exchanges || (only_below_eps && compare(level, eps) == Ordering::greater)) break;
    std::vector<double> r;
    double largest = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      r.push_back((value_at(coefficients, at_samples[i]) * decay[i] - one).middle_double());
      largest = std::max(largest, std::abs(r.back()));
    }
    if (largest <= level.middle_double() * (1 + 1e-6)) break;
    const std::vector<Rational> next = alternating(samples, r, wanted);
    if (next.empty()) break;
    points = next;
  }
  if (points_out != nullptr) *points_out = points;
  return round_coefficients(range, coefficients, eps);
}

}  // namespace attest

#include "algorithms/approximation/relative_error.hpp"

#include <arb_poly.h>

#include <stdexcept>

#include "numeric/checked.hpp"

namespace attest {

namespace {

constexpr long further_terms = 24;  // K - g
constexpr int deepest = 48;         // halvings of one cell

// P(a) e^(-a) - 1 as a power series about any centre.
class Quotient {
 public:
  Quotient(const ExpPolynomial& p, Precision working)
      : degree_(p.degree()), terms_(p.degree() + further_terms), precision_(working) {
    arb_poly_init(p_);
    arb_poly_init(decay_);
    arb_poly_init(shifted_);
    arb_poly_init(product_);
    for (std::size_t k = 0; k < p.coefficients.size(); ++k)
      arb_poly_set_coeff_arb(p_, static_cast<long>(k), Interval(p.coefficients[k], working).ball());
    Rational c(1);
    for (long k = 0; k < terms_; ++k) {  // e^-y
      arb_poly_set_coeff_arb(decay_, k, Interval(c, working).ball());
      c /= -(k + 1);
    }
    Integer factorial(1);
    for (long k = 2; k <= further_terms; ++k) factorial *= k;
    tail_factor_ = Interval(Rational(Integer(2), factorial), working);
  }
  Quotient(const Quotient&) = delete;
  Quotient& operator=(const Quotient&) = delete;
  ~Quotient() {
    arb_poly_clear(p_);
    arb_poly_clear(decay_);
    arb_poly_clear(shifted_);
    arb_poly_clear(product_);
  }

  // The error at the centre, and a bound of it on the cell.
  void cell(const Rational& centre, const Rational& half_width, Interval& at_centre, Interval& bound) {
    const Interval c(centre, precision_);
    const Interval h(half_width, precision_);
    const Interval scale = exp(-c);
    arb_poly_taylor_shift(shifted_, p_, c.ball(), precision_);
    arb_poly_mullow(product_, shifted_, decay_, terms_, precision_);
    at_centre = abs(coefficient(product_, 0) * scale - Interval(1L, precision_));
    Interval sum(0L, precision_);
    for (long k = terms_; k-- > 1;) sum = (sum + abs(coefficient(product_, k))) * h;
    Interval size(0L, precision_);
    for (long j = 0; j <= degree_; ++j) size = size + abs(coefficient(shifted_, j));
    Interval h_power(1L, precision_);
    for (long k = 0; k < terms_; ++k) h_power = h_power * h;
    bound = at_centre + scale * (sum + tail_factor_ * h_power * size);
  }

 private:
  Interval coefficient(const arb_poly_t poly, long k) const {
    Interval result(0L, precision_);
    arb_poly_get_coeff_arb(result.ball(), poly, k);
    return result;
  }

  long degree_;
  long terms_;
  Precision precision_;
  Interval tail_factor_;
  arb_poly_t p_;
  arb_poly_t decay_;
  arb_poly_t shifted_;
  arb_poly_t product_;
};

struct Cell {
  Rational centre;
  Rational half_width;
  int depth;
};

}  // namespace

RelativeError relative_error(const ExpPolynomial& p, const Rational& tolerance, const Rational& scale) {
  if (p.coefficients.empty() || p.range <= 0)
    throw std::invalid_argument("relative_error: no coefficients, or a range that is not positive");
  const Precision precision = working_precision(p.range, p.degree(), scale);
  Quotient quotient(p, precision);
  const Integer whole = numerator_of(p.range) / denominator_of(p.range) + 1;
  const long pieces = 2 * (p.degree() + 1) + to_long(whole);  // half width <= range / pieces < 1
  const Interval factor(Rational(1 + tolerance), precision);

  RelativeError result;
  result.lower = Interval(0L, precision);
  result.upper = Interval(0L, precision);
  std::vector<Cell> open;
  std::vector<Interval> bounds;  // of `open`
  const auto visit = [&](const Rational& centre, const Rational& half_width, int depth) {
    Interval at_centre;
    Interval bound;
    quotient.cell(centre, half_width, at_centre, bound);
    if (compare(at_centre, result.lower) == Ordering::greater) {
      result.lower = at_centre;
      result.worst = centre;
    }
    open.push_back({centre, half_width, depth});
    bounds.push_back(bound);
  };
  // The two ends are points of their own: the largest error is often there.
  Interval ignored;
  for (const Rational& end : {Rational(-p.range), p.range}) {
    Interval at_end;
    quotient.cell(end, Rational(0), at_end, ignored);
    if (compare(at_end, result.lower) == Ordering::greater) {
      result.lower = at_end;
      result.worst = end;
    }
  }
  const Rational half_width = p.range / pieces;
  for (long i = 0; i < pieces; ++i) visit(Rational(-p.range + half_width * (2 * i + 1)), half_width, 0);
  while (!open.empty()) {
    const Cell cell = open.back();
    const Interval bound = bounds.back();
    open.pop_back();
    bounds.pop_back();
    if (compare(bound, result.lower * factor) == Ordering::less || cell.depth == deepest) {
      result.upper = max(result.upper, bound);
      ++result.cells;
      continue;
    }
    const Rational quarter = cell.half_width / 2;
    visit(Rational(cell.centre - quarter), quarter, cell.depth + 1);
    visit(Rational(cell.centre + quarter), quarter, cell.depth + 1);
  }
  return result;
}

Status relative_error_below(const ExpPolynomial& p, const Rational& eps, RelativeError& error) {
  const Precision precision = working_precision(p.range, p.degree(), eps);
  for (const Rational& end : {Rational(-p.range), p.range}) {
    const Interval at_end =
        abs(Interval(p(end), precision) * exp(-Interval(end, precision)) - Interval(1L, precision));
    if (compare(at_end, eps) == Ordering::greater) {
      // No cells: the upper side is not known.
      error = {at_end, end, Interval(1L, precision) / Interval(0L, precision), 0};
      return Status::refuted;
    }
  }
  for (const unsigned long halvings : {8UL, 16UL, 30UL}) {
    error = relative_error(p, Rational(Integer(1), power(2, halvings)), eps);
    if (compare(error.upper, eps) == Ordering::less) return Status::holds;
    const Ordering attained = compare(error.lower, eps);
    if (attained == Ordering::greater || attained == Ordering::equal) return Status::refuted;
  }
  return Status::undecided;
}

}  // namespace attest

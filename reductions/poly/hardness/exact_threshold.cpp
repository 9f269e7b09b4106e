#include "reductions/poly/hardness/exact_threshold.hpp"

#include <fmt/format.h>

namespace attest {

namespace {

constexpr Precision extreme_precision = 192;

Integer floor_of(const Rational& positive) {
  return numerator_of(positive) / denominator_of(positive);
}

struct Extremes {
  ScaledExponentials yes;  // the least P of a yes row, without the factor (2n)^f
  ScaledExponentials no;   // the largest P of a no row
};

// N.
Rational summed_tuples(const GapShape& shape) {
  return rational_power(shape.n, shape.chosen - (shape.first_chosen() ? 1 : 0));
}

Integer most_of_no(const GapShape& shape) {
  return floor_of((1 - shape.epsilon) * shape.m);
}

Extremes extremes_of(const GapShape& shape) {
  const auto k = static_cast<std::size_t>(shape.k);
  Extremes extremes;
  extremes.yes[monomial_exponent(shape.m, k)] += 1;
  if (summed_tuples(shape) != 1) extremes.yes[Exponent{}] += summed_tuples(shape) - 1;
  extremes.no[monomial_exponent(Rational(most_of_no(shape)), k)] += summed_tuples(shape);
  return extremes;
}

}  // namespace

bool has_exact_criterion(const GapShape& shape) {
  return shape.constraints == 1;
}

Ordering exact_criterion(const GapShape& shape, const AttentionScale& scale) {
  const Extremes extremes = extremes_of(shape);
  return scale.sign(extremes.yes - extremes.no);
}

std::string exact_criterion_text(const GapShape& shape) {
  const auto power = [](const Integer& exponent) {
    if (exponent == 0) return std::string();
    return exponent == 1 ? std::string(" Y") : fmt::format(" Y^{}", to_string(exponent));
  };
  const Rational tuples = summed_tuples(shape);
  return fmt::format("{} + {} > {}{}, Y = e^(B^{}/{})", power(shape.m).substr(1),
                     to_string(Rational(tuples - 1)), to_string(tuples), power(most_of_no(shape)), shape.k,
                     shape.width());
}

AttentionThreshold exact_threshold(const GapShape& shape, const AttentionScale& scale, const RowSums& row) {
  const Extremes extremes = extremes_of(shape);
  const long f = shape.t - shape.chosen - (shape.first_chosen() ? 0 : 1);
  const ScaledExponentials free = exponential(rational_power(2 * shape.n, f), {});
  const ScaledExponentials rest = denominator_of_row(row) - numerator_of_row(row);  // K
  const auto output = [&](const ScaledExponentials& extreme) {
    const ScaledExponentials numerator = extreme * free;
    return scale.quotient(numerator, numerator + rest, decision_bits);
  };
  AttentionThreshold result;
  result.yes = output(extremes.yes);
  result.no = output(extremes.no);
  const Interval two(2L, extreme_precision);
  result.threshold = (result.yes + result.no) / two;
  result.gamma = (result.yes - result.no) / (two + two);
  result.separates = exact_criterion(shape, scale) == Ordering::greater;
  return result;
}

}  // namespace attest

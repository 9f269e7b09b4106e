#include "kernel/setting_bounds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "attention/definition.hpp"
#include "kernel/enclosed.hpp"
#include "verification/proof/refusal.hpp"

namespace attest::theorems::coq {

using attention::Head;
using attention::Kernel;
using attention::Kind;
using attention::Layer;
using attention::Token;
using proof::Refusal;

namespace {

constexpr long deepest = 1000;

Bounds operator+(const Bounds& a, const Bounds& b) {
  return {a.low + b.low, a.high + b.high};
}

Bounds operator*(const Rational& factor, const Bounds& a) {
  return factor < 0 ? Bounds{factor * a.high, factor * a.low} : Bounds{factor * a.low, factor * a.high};
}

// For attention/readout.hpp; products of two that are no numbers have no place in Setting.v and do not get here.
struct BoundsArithmetic {
  struct Number : Bounds {
    friend Number operator+(const Number& a, const Number& b) { return {a.low + b.low, a.high + b.high}; }
    friend Number operator*(const Number& a, const Number& b) {
      return {a.low * static_cast<const Bounds&>(b)};
    }
    friend Number operator-(const Number& a) { return {{-a.high, -a.low}}; }
    Number(const Rational& from, const Rational& to) : Bounds{from, to} {}
    Number(const Bounds& bounds) : Bounds(bounds) {}  // NOLINT(google-explicit-constructor)
  };
  static Number constant(const Rational& value) { return {value, value}; }
  static Number larger(const Number& a, const Number& b) {
    return {std::max(a.low, b.low), std::max(a.high, b.high)};
  }
  static Number smaller(const Number& a, const Number& b) {
    return {std::min(a.low, b.low), std::min(a.high, b.high)};
  }
};

// A tuple's score without the scale, and its value.
struct SummedTuple {
  Rational score;
  std::vector<Rational> value;
};

std::vector<SummedTuple> terms_of(const Head& head, std::span<const Kind> kinds, Token receiver) {
  std::vector<SummedTuple> terms;
  attention::each_tuple(head.over, kinds, receiver, [&](std::span<const Token>, std::span<const Kind> tuple) {
    const RationalVector value = attention::value_of(head, kinds[receiver], tuple);
    terms.push_back({attention::unscaled_score(head, kinds[receiver], tuple),
                     {value.data(), value.data() + value.size()}});
    return true;
  });
  return terms;
}

Rational common_step(const std::vector<SummedTuple>& terms, const Rational& top) {
  Integer numerator = 0;
  Integer denominator = 1;
  for (const SummedTuple& term : terms) denominator = lcm(denominator, denominator_of(term.score));
  for (const SummedTuple& term : terms)
    numerator = gcd(numerator, numerator_of(Rational((top - term.score) * denominator)));
  return numerator == 0 ? Rational(1) : Rational(abs(numerator), denominator);
}

SoftmaxNumbers numbers_of(const Head& head, const std::vector<SummedTuple>& terms) {
  const bool least_wins = head.scale.sign() < 0;
  SoftmaxNumbers numbers;
  numbers.top = terms.front().score;
  for (const SummedTuple& term : terms)
    numbers.top = least_wins ? std::min(numbers.top, term.score) : std::max(numbers.top, term.score);
  numbers.unit = common_step(terms, numbers.top);
  if (least_wins) numbers.unit = -numbers.unit;
  Integer most = 0;
  if (head.scale.has_logarithm()) {
    const Rational step = 1 / head.scale.q();
    if (head.scale.r() != 1 || denominator_of(Rational(numbers.unit / step)) != 1)
      throw Refusal("coq", "weights that are roots of rational numbers; this is not exported so far");
    numbers.unit = step;
    numbers.low = numbers.high = denominator_of(head.scale.k());
    numbers.den = numerator_of(head.scale.k());
  } else {
    const Rational factor = head.scale.q() * numbers.unit;
    const bool root = head.scale.r() != 1;
    numbers.e = root ? Integer(1000000) : denominator_of(factor);
    numbers.c =
        root ? Integer(sqrt(Integer(
                   numerator_of(Rational(factor * factor * head.scale.r() * numbers.e * numbers.e)) /
                   denominator_of(Rational(factor * factor * head.scale.r() * numbers.e * numbers.e)))))
             : numerator_of(factor);
    numbers.d = root ? Integer(numbers.c + 1) : numbers.c;
    const Enclosed base = enclosed_power(Rational(numbers.c, numbers.e), Rational(numbers.d, numbers.e));
    numbers.low = base.low;
    numbers.high = std::min(base.high, base.den);
    numbers.den = base.den;
    numbers.steps = base.steps;
  }
  for (const SummedTuple& term : terms)
    most = std::max(most, numerator_of(Rational((numbers.top - term.score) / numbers.unit)));
  // Beyond, weights are below 2^-40.
  const Rational high(numbers.high, numbers.den);
  Rational reached = 1;
  while (numbers.deep < most && numbers.deep < deepest && reached * power(Integer(2), 40) > 1) {
    reached *= high;
    numbers.deep += 1;
  }
  return numbers;
}

const Integer grid = power(Integer(2), 60);

// base^exponent, each step rounded to the grid, downwards or upwards; `exact`: not rounded.
Rational rounded_power(const Rational& base, const Integer& exponent, bool exact, bool upwards) {
  Rational result = 1;
  for (Integer k = 0; k < exponent; ++k) {
    result *= base;
    if (exact) continue;
    const Integer below = numerator_of(Rational(result * grid)) / denominator_of(Rational(result * grid));
    result = Rational(Integer(below + (upwards ? 1 : 0)), grid);
  }
  return result;
}

Bounds weight_of(const SoftmaxNumbers& numbers, const Integer& steps) {
  const Rational low(numbers.low, numbers.den);
  const Rational high(numbers.high, numbers.den);
  const bool exact = low == high;
  return {steps > numbers.deep ? Rational(0) : rounded_power(low, steps, exact, false),
          rounded_power(high, std::min(steps, numbers.deep), exact, true)};
}

std::vector<Bounds> softmax_bounds(const std::vector<SummedTuple>& terms, std::size_t length,
                                   const SoftmaxNumbers& numbers) {
  std::vector<Bounds> sums(length);
  Bounds total;
  for (const SummedTuple& term : terms) {
    const Bounds weight =
        weight_of(numbers, numerator_of(Rational((numbers.top - term.score) / numbers.unit)));
    total = total + weight;
    for (std::size_t c = 0; c < length; ++c) sums[c] = sums[c] + term.value[c] * weight;
  }
  for (Bounds& sum : sums) {
    sum = {sum.low < 0 ? sum.low / total.low : sum.low / total.high,
           sum.high < 0 ? sum.high / total.high : sum.high / total.low};
  }
  return sums;
}

// Of exact match, whose tuples are single tokens, and of a hard maximum.
std::vector<Bounds> average_bounds(const Head& head, std::span<const Kind> kinds, Token receiver,
                                   const std::vector<SummedTuple>& terms) {
  std::vector<Rational> sums(head.value_length);
  long count = 0;
  const auto tuples = head.over.tuples(receiver);
  for (std::size_t t = 0; t < terms.size(); ++t) {
    if (head.kernel == Kernel::exact_match
            ? head.rows[0][kinds[receiver]] != head.rows[1][kinds[tuples[t]]]
            : std::any_of(terms.begin(), terms.end(),
                          [&](const SummedTuple& other) { return other.score > terms[t].score; }))
      continue;
    ++count;
    for (std::size_t c = 0; c < sums.size(); ++c) sums[c] += terms[t].value[c];
  }
  std::vector<Bounds> bounds;
  for (const Rational& sum : sums) {
    const Rational mean = count == 0 ? Rational(0) : Rational(sum / count);
    bounds.push_back({mean, mean});
  }
  return bounds;
}

}  // namespace

EnclosedOutput enclosed_output(const Layer& layer, std::span<const Kind> kinds, Token receiver) {
  EnclosedOutput result;
  std::vector<std::vector<Bounds>> heads;
  for (const Head& head : layer.heads) {
    const std::vector<SummedTuple> terms = terms_of(head, kinds, receiver);
    if (terms.empty()) throw Refusal("coq", "a head without tuples; this is not exported so far");
    SoftmaxNumbers numbers;
    if (head.kernel == Kernel::softmax) {
      numbers = numbers_of(head, terms);
      heads.push_back(softmax_bounds(terms, head.value_length, numbers));
    } else {
      heads.push_back(average_bounds(head, kinds, receiver, terms));
    }
    result.heads.push_back(std::move(numbers));
  }
  std::vector<BoundsArithmetic::Number> stream;
  const RationalVector& own = layer.stream[kinds[receiver]];
  for (Eigen::Index c = 0; c < own.size(); ++c) {
    const Rational start = layer.residual ? own(c) : Rational(0);
    stream.push_back(BoundsArithmetic::constant(start));
  }
  for (const Layer::Landing& landing : layer.landings)
    stream[landing.to] =
        static_cast<const Bounds&>(stream[landing.to]) + landing.factor * heads[landing.head][landing.from];
  result.output = attention::ReadoutOn<BoundsArithmetic>(layer.readouts.front(), {})(stream);
  return result;
}

}  // namespace attest::theorems::coq

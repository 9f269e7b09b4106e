// Softmax attention as an ANNA mechanism: the exponent against a search of vectors in the plane, the bound against doubles on
// drawn data, and what happens below it.
#include <catch2/catch.hpp>

#include <cmath>
#include <random>

#include "claims/usage_error.hpp"
#include "constructions/anna/softmax_bound.hpp"
#include "constructions/anna/softmax_claim.hpp"
#include "numeric/checked.hpp"

namespace attest::anna_softmax_test {
namespace {

Rational half(long number) {
  return Rational(number, 2);
}

double product(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return std::sqrt(sum);
}

// A vector of norm at most R.
std::vector<double> drawn(std::mt19937_64& random, std::size_t d, double R) {
  std::normal_distribution<double> normal;
  std::vector<double> v(d);
  for (double& x : v) x = normal(random);
  const double norm = std::sqrt(product(v, v));
  const double length = R * std::pow(std::uniform_real_distribution<double>(0, 1)(random), 0.3);
  for (double& x : v) x *= length / norm;
  return v;
}

Verdict verify(Variant variant, const std::vector<std::string>& words) {
  const auto claim = anna_softmax_claim();
  return claim->verify(variant, parse_parameters(claim->info().parameters, words), {});
}

}  // namespace

TEST_CASE("The exponent is the largest difference of scores in the plane", "[anna][softmax]") {
  for (const auto& [R, r] : {std::pair(half(2), half(1)),
                             {half(2), half(2)},
                             {half(2), half(3)},
                             {half(4), half(1)},
                             {half(2), half(6)},
                             {half(3), half(5)}}) {
    // Points of a grid of step R/8 in the disc: every q and near k' against the best k, which is R q/|q|.
    const double radius = approximate(R);
    const double near = approximate(r);
    double largest = 0;
    for (int a = 0; a <= 8; ++a) {
      const double p = radius * a / 8;  // q = (p, 0)
      for (int x = -8; x <= 8; ++x) {
        for (int y = -8; y <= 8; ++y) {
          const double kx = radius * x / 8;
          const double ky = radius * y / 8;
          if (kx * kx + ky * ky > radius * radius * (1 + 1e-12)) continue;
          if ((kx - p) * (kx - p) + ky * ky > near * near * (1 + 1e-12)) continue;
          largest = std::max(largest, p * radius - p * kx);
        }
      }
    }
    INFO(to_string(R) << " " << to_string(r));
    const double exponent = approximate(softmax_exponent(R, r));
    CHECK(largest <= exponent * (1 + 1e-12));
    CHECK(largest >= 0.85 * exponent);  // the grid comes near
  }
  CHECK(softmax_exponent(1, half(1)) == Rational(9, 16));
  CHECK(softmax_exponent(1, 1) == 1);
  CHECK(softmax_exponent(1, 2) == 2);
  CHECK(softmax_exponent(1, 100) == 2);
  CHECK(softmax_exponent(3, 4) == 12);
}

TEST_CASE("Drawn queries and keys of three coordinates meet the definition with l = e^D", "[anna][softmax]") {
  std::mt19937_64 random(1);
  for (int trial = 0; trial < 3000; ++trial) {
    const Rational R = half(1 + trial % 4);
    const Rational r = half(1 + trial % 7);
    const std::size_t tokens = 2 + static_cast<std::size_t>(trial) % 4;
    const auto q = drawn(random, 3, approximate(R));
    std::vector<std::vector<double>> keys;
    for (std::size_t k = 0; k < tokens; ++k) keys.push_back(drawn(random, 3, approximate(R)));
    const double l = std::exp(approximate(softmax_exponent(R, r)));
    double sum = 0;
    for (const auto& key : keys) sum += std::exp(product(q, key));
    for (const auto& key : keys) {
      if (distance(q, key) > approximate(r)) continue;
      REQUIRE(std::exp(product(q, key)) / sum >= (1 - 1e-9) / ((static_cast<double>(tokens) - 1) * l + 1));
    }
  }
}

TEST_CASE("On the extreme data the weight is the bound, and any smaller l asks for more than the weight",
          "[anna][softmax]") {
  for (const Rational& R : {half(1), half(2), half(5)}) {
    for (const Rational& r : {half(1), half(2), half(3), half(7), half(20)}) {
      for (std::size_t tokens = 2; tokens <= 5; ++tokens) {
        const SoftmaxData data = extreme_softmax_data(R, r, tokens);
        CHECK(boost::multiprecision::abs(Rational(data.query - data.keys[0])) <= r);
        CHECK(boost::multiprecision::abs(data.keys[0]) <= R);
        const Rational D = softmax_exponent(R, r);
        CHECK(bound_against_weight(data, 0, D, tokens) == Ordering::equal);
        CHECK(bound_against_weight(data, 0, D - Rational(1, 1000), tokens) == Ordering::greater);
        CHECK(bound_against_weight(data, 0, D + Rational(1, 1000), tokens) == Ordering::less);
        // A set of keys has two elements here.
        CHECK(bound_against_weight(data, 0, D, 2) == (tokens == 2 ? Ordering::equal : Ordering::greater));
      }
    }
  }
}

TEST_CASE(
    "A set of keys in the place of tokens would ask two tokens with one key for weight 1 each, whatever l is",
    "[anna][softmax]") {
  const Verdict printed = verify(Variant::printed, {"N=2"});
  CHECK(printed.status == Status::holds);
  REQUIRE(printed.checks.size() == 3);
  CHECK(printed.checks[2].name == "set-reading");
  CHECK(printed.checks[2].status == Status::refuted);
  CHECK_FALSE(printed.checks[2].essential);
  const SoftmaxData twice{Rational(1), {Rational(1), Rational(1)}};
  for (long exponent : {0, 1, 100})
    CHECK(bound_against_weight(twice, 0, Rational(exponent), 1) == Ordering::greater);
  CHECK(verify(Variant::printed, {"N=1"}).checks.size() == 2);
  CHECK_THROWS_AS(verify(Variant::printed, {"N=6", "grid=16"}), UsageError);
}

}  // namespace attest::anna_softmax_test

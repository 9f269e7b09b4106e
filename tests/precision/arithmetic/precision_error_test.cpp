// Error bounds against what rounding does: operations on numbers, and layers whose error is known by hand.
#include <catch2/catch.hpp>

#include "precision/arithmetic/bounded_number.hpp"
#include "precision/arithmetic/softmax_error.hpp"
#include "precision/layer/exact_matching.hpp"
#include "precision/layer/layer_error.hpp"
#include "precision/layer/layer_precision.hpp"
#include "precision/layer/rational_weight_error.hpp"
#include "precision/layer/rounded_evaluator.hpp"
#include "precision/layer/stored_evaluator.hpp"
#include "precision/letter_layer.hpp"
#include "precision/precision_study.hpp"
#include "precision/sufficient_precision.hpp"

namespace precision_error_test {

using namespace attest;  // NOLINT(google-build-using-namespace)

namespace {

Rational rounded_to(long bits, const Rational& x) {
  return FloatArithmetic(unbounded_format(bits)).from(x).exact();
}

enum class Operation { sum, difference, product, quotient };
constexpr std::array operations{Operation::sum, Operation::difference, Operation::product,
                                Operation::quotient};

Rational exactly(Operation operation, const Rational& a, const Rational& b) {
  switch (operation) {
    case Operation::sum:
      return a + b;
    case Operation::difference:
      return a - b;
    case Operation::product:
      return a * b;
    case Operation::quotient:
      return a / b;
  }
  throw std::logic_error("no such operation");
}

std::optional<BoundedNumber> bounded(const BoundedArithmetic& arithmetic, Operation operation,
                                     const BoundedNumber& a, const BoundedNumber& b) {
  switch (operation) {
    case Operation::sum:
      return arithmetic.sum(a, b);
    case Operation::difference:
      return arithmetic.difference(a, b);
    case Operation::product:
      return arithmetic.product(a, b);
    case Operation::quotient:
      return arithmetic.quotient(a, b);
  }
  throw std::logic_error("no such operation");
}

// What is found wrong with bounds on the results of one operation.
struct Found {
  long held = 0;
  long broken = 0;              // by the bound itself
  long broken_by_half = 0;      // by half the bound
  long broken_unrounded = 0;    // by the bound without the operation's own rounding
  long broken_by_operands = 0;  // by the bound without what the operands carry
};

// All multiples of 1/4 in [-4, 4], computed = stored in `bits`, and each operation on any two;
// `over` numbers at a time are bounded together.
Found operations_against_rounding(Operation operation, long bits, std::size_t over) {
  const BoundedArithmetic arithmetic(bits);
  std::vector<Rational> numbers;
  for (long k = -16; k <= 16; ++k) numbers.emplace_back(k, 4);
  Found found;
  for (std::size_t i = 0; i + over <= numbers.size(); ++i) {
    for (std::size_t j = 0; j + over <= numbers.size(); ++j) {
      BoundedNumber a = arithmetic.stored(numbers[i]);
      BoundedNumber b = arithmetic.stored(numbers[j]);
      for (std::size_t k = 1; k < over; ++k) {
        a = hull(a, arithmetic.stored(numbers[i + k]));
        b = hull(b, arithmetic.stored(numbers[j + k]));
      }
      const auto result = bounded(arithmetic, operation, a, b);
      if (!result) continue;
      const Interval own = arithmetic.u() * arithmetic.number(result->magnitude());
      for (std::size_t k = 0; k < over * over; ++k) {
        const Rational& x = numbers[i + k / over];
        const Rational& y = numbers[j + k % over];
        const Rational exact = exactly(operation, x, y);
        const Rational computed =
            rounded_to(bits, exactly(operation, rounded_to(bits, x), rounded_to(bits, y)));
        const Rational error = abs(computed - exact);
        const auto breaks = [&](const Interval& bound) { return compare(bound, error) == Ordering::less; };
        const bool outside = exact < result->low || exact > result->high;
        breaks(result->error) || outside || (result->exact && error != 0) ? ++found.broken : ++found.held;
        found.broken_by_half += breaks(result->error * arithmetic.number(Rational(1, 2))) ? 1 : 0;
        found.broken_unrounded += breaks(result->error - own) ? 1 : 0;
        found.broken_by_operands += breaks(own) ? 1 : 0;
      }
    }
  }
  return found;
}

// Tokens hold one of some numbers each: token 1 finds those that hold its own number and puts out the mean of
// their indices (from 0), times two.
class NumbersThatMatch : private LetterLayer, public LayerPrecision {
 public:
  NumbersThatMatch(const std::vector<Rational>& numbers, attention::Kernel kernel, std::size_t tokens = 2)
      : LetterLayer(InputSpace(std::vector<Symbol>(tokens, static_cast<Symbol>(numbers.size()))),
                    [](std::span<const Symbol> word) { return 2 * static_cast<long>(word[0]); }),
        LayerPrecision(nullptr, letters, record) {
    for (std::size_t token = 0; token < tokens; ++token) {
      for (std::size_t content = 0; content < numbers.size(); ++content)
        record.stream.push_back(
            (RationalVector(2) << numbers[content], Rational(static_cast<long>(content))).finished());
    }
    RationalMatrix number(1, 2);
    number << Rational(1), Rational(0);
    RationalMatrix index(1, 2);
    index << Rational(0), Rational(2);
    add_head(kernel, number, number, index);
    record.readouts = {attention::Readout::coordinate(0)};
  }

  // All other tokens hold the index 0, and a mean is its share of the first one's.
  void only_first_has_value() {
    for (std::size_t kind = record.first[1]; kind < record.kinds(); ++kind) record.stream[kind](1) = 0;
  }
};

// The largest error over all inputs, and its bound.
std::pair<Rational, std::optional<ErrorBound>> largest_error(const LayerPrecision& problem, long bits) {
  RoundedEvaluator rounded(problem, EvaluationModel::plain, unbounded_format(bits));
  StoredEvaluator exact(problem, Rational(1));
  Rational largest = 0;
  const InputSpace& space = problem.task().space();
  for (Integer rank = 0; rank < space.size(); rank += 1) {
    const Word word = space.unrank(rank);
    const Interval y = exact.output(word, 0, 256);
    FloatValue middle(256);
    arf_get_mpfr(middle.mpfr(), arb_midref(y.ball()), MPFR_RNDN);
    largest = std::max(largest, Rational(abs(rounded.output(word, 0).exact() - middle.exact())));
  }
  return {largest, layer_error_bound(problem, bits)};
}

}  // namespace

TEST_CASE("Bounds hold for every operation on small numbers, and smaller ones do not", "[precision]") {
  for (const Operation operation : operations) {
    for (const std::size_t over : {1u, 3u}) {
      Found all;
      for (const long bits : {2, 3, 4}) {
        const Found found = operations_against_rounding(operation, bits, over);
        CHECK(found.broken == 0);
        all.held += found.held;
        all.broken_by_half += found.broken_by_half;
        all.broken_unrounded += found.broken_unrounded;
        all.broken_by_operands += found.broken_by_operands;
      }
      INFO(static_cast<int>(operation) << " over " << over);
      CHECK(all.held == 3 * (operation == Operation::quotient ? (over == 1 ? 33 * 32 : 31 * 28 * 9)
                                                              : (over == 1 ? 33 * 33 : 31 * 31 * 9)));
      CHECK(all.broken_by_half > 0);
      CHECK(all.broken_unrounded > 0);
      CHECK(all.broken_by_operands > 0);
    }
  }
}

TEST_CASE("Errors of one operation by hand", "[precision]") {
  const BoundedArithmetic two_bits(2);
  const auto same = [](const Interval& x, const Rational& y) { return compare(x, y) == Ordering::equal; };
  // 2 + 3 = 5 lies between 4 and 6, a tie: 4.
  const BoundedNumber five = two_bits.sum(two_bits.stored(2), two_bits.stored(3));
  CHECK_FALSE(five.exact);
  CHECK(same(five.error, 1));
  // Twice that is off by 2 and is not rounded again; minus 5 as stored, 4: 10 - 5 computed 8 - 4 = 4.
  const BoundedNumber ten = two_bits.product(two_bits.stored(2), five);
  CHECK(same(ten.error, 2));
  // (2 + 1)(1 + 1/4) + 1/4 5
  CHECK(same(two_bits.difference(ten, two_bits.stored(5)).error, 5));
  // 5 as stored is off by 1. 5 x 5: (5 + 5 + 1 x 1)(1 + 1/4) + 1/4 25
  CHECK(same(two_bits.product(two_bits.stored(5), two_bits.stored(5)).error, 20));
  // 1 / 5: (0 + 1/5 1) / (5 - 1) (1 + 1/4) + 1/4 1/5
  CHECK(two_bits.quotient(two_bits.stored(1), two_bits.stored(5))->error.contains(Rational(9, 80)));
  // 1/3 is stored as 3/8.
  CHECK(two_bits.stored(Rational(1, 3)).error.contains(Rational(1, 24)));
  // Numbers 0, 1, 2, 3 and 1, 2: sums are at most 5, beyond 2^2; on 3 bits they are exact.
  for (const long bits : {2, 3}) {
    const BoundedArithmetic arithmetic(bits);
    BoundedNumber a = arithmetic.stored(0);
    for (long k = 1; k <= 3; ++k) a = hull(a, arithmetic.stored(k));
    const BoundedNumber b = hull(arithmetic.stored(1), arithmetic.stored(2));
    CHECK(arithmetic.sum(a, b).exact == (bits == 3));
    CHECK(arithmetic.product(a, b).exact == (bits == 3));
  }
  CHECK_FALSE(two_bits.quotient(two_bits.stored(1), two_bits.stored(0)));
  // Numbers 3 and 4 of which only 4 is left: 1/4 and 3/4 are multiples of 1/4, whatever 3 and 4 are multiples
  // of.
  const BoundedNumber four = within(hull(two_bits.stored(3), two_bits.stored(4)), 4, 4);
  CHECK(two_bits.quotient(hull(two_bits.stored(1), two_bits.stored(3)), four)->grid == -2);
}

TEST_CASE("Errors of weights and averages by hand", "[precision]") {
  const BoundedArithmetic three_bits(3);  // u = 1/8
  const Interval one = three_bits.one();
  // Two kernels: rho_T = 1/8, rho_w = (9/8)/(7/8) - 1; with kernels off by 5/4, rho_T = 45/32 - 1 = 13/32 and
  // rho_w = (45/32)/(19/32) - 1. Eight kernels off by 5/4: rho_T >= 1.
  CHECK(weight_deviation(three_bits, one, 2)->contains(Rational(2, 7)));
  CHECK(weight_deviation(three_bits, three_bits.number(Rational(5, 4)), 2)->contains(Rational(26, 19)));
  CHECK_FALSE(weight_deviation(three_bits, three_bits.number(Rational(5, 4)), 8));
  // Scores 1/3 and 2/3 are stored as 5/16 and 5/8, off by 1/48 and 1/24. e_d = 2/24 (9/8) + 1/8 1/3 = 13/96.
  const BoundedNumber s = hull(three_bits.stored(Rational(1, 3)), three_bits.stored(Rational(2, 3)));
  const Interval factor = exponential_factor(three_bits, s);
  CHECK((factor / (one + three_bits.u()) - exp(three_bits.number(Rational(13, 96)))).contains(0));
  // |v| <= 5 stored as 5, 9 as 8 (a tie): rho_w = 1/4, two roundings: Theta = 5/4 81/64 - 1 = 149/256.
  const BoundedNumber v = hull(three_bits.stored(5), three_bits.stored(9));
  CHECK(averaged(three_bits, three_bits.number(Rational(1, 4)), v, 2)
            .error.contains(9 * Rational(149, 256) + Rational(405, 256)));
  // kappa = (81/64)/(7/8) - 1 = 25/56. z = 3: f = 9/10. z = 9, stored as 8: f <= 81/82, e_z = 1.
  CHECK(expressive_error(three_bits, three_bits.stored(3)).contains(Rational(25, 56) * Rational(9, 10)));
  CHECK(expressive_error(three_bits, three_bits.stored(9))
            .contains(Rational(25, 56) * Rational(81, 82) + Rational(2, 3) * Rational(81, 56)));
}

TEST_CASE("Computed weights are off by no more than their bounds, and exponentials by more than half of them",
          "[precision]") {
  // Three scores k/3 of -6..6: exponentials, their sum, and the weights, as the model plain computes them.
  for (const long bits : {5, 7}) {
    const FloatArithmetic rounded(unbounded_format(bits));
    const BoundedArithmetic arithmetic(bits);
    const auto real = [](const FloatValue& x) { return Interval(x.exact(), 256); };
    double exponential_share = 0;
    double weight_share = 0;
    for (long low = -6; low <= 4; ++low) {
      const long high = low + 2;
      const std::vector<Rational> scores{Rational(low, 3), Rational(low + 1, 3), Rational(high, 3)};
      BoundedNumber s = arithmetic.stored(scores[0]);
      for (const Rational& score : scores) s = hull(s, arithmetic.stored(score));
      const Interval factor = exponential_factor(arithmetic, s);
      const auto rho_w = weight_deviation(arithmetic, factor, 3);
      REQUIRE(rho_w);
      std::vector<FloatValue> kernels;
      std::vector<Interval> exact;
      Interval total(0L, 256);
      for (const Rational& score : scores) {
        kernels.push_back(
            rounded.exponential(rounded.subtract(rounded.from(score), rounded.from(scores.back()))));
        exact.push_back(exp(Interval(Rational(score - scores.back()), 256)));
        total = total + exact.back();
      }
      FloatValue sum = kernels.front();
      for (std::size_t k = 1; k < kernels.size(); ++k) sum = rounded.add(sum, kernels[k]);
      for (std::size_t k = 0; k < kernels.size(); ++k) {
        const Interval one(1L, 256);
        const Interval kernel_off = abs(real(kernels[k]) / exact[k] - one);
        const Interval weight_off = abs(real(rounded.divide(kernels[k], sum)) / (exact[k] / total) - one);
        CHECK(compare(kernel_off, factor - one) != Ordering::greater);
        CHECK(compare(weight_off, *rho_w) != Ordering::greater);
        exponential_share = std::max(exponential_share, (kernel_off / (factor - one)).middle_double());
        weight_share = std::max(weight_share, (weight_off / *rho_w).middle_double());
      }
    }
    INFO(bits << " bits: " << exponential_share << " " << weight_share);
    CHECK(exponential_share > 0.5);
    CHECK(weight_share > 0.125);
  }
  // Kernels 2, 3/8, 3/8, 3/8 in 2 bits, exact: their sum stays at 2, and the first weight is 1 for 16/25.
  // That is off by 9/16 of it, more than the rounding of the division alone: u = 1/4.
  const FloatArithmetic two_bits(unbounded_format(2));
  FloatValue sum = two_bits.from(2);
  for (int k = 0; k < 3; ++k) sum = two_bits.add(sum, two_bits.from(Rational(3, 8)));
  CHECK(sum.exact() == 2);
  const BoundedArithmetic arithmetic(2);
  CHECK(compare(*weight_deviation(arithmetic, arithmetic.one(), 4), Rational(9, 16)) == Ordering::greater);
}

TEST_CASE("Computed expressive kernels are off by no more than their bounds", "[precision]") {
  for (const long bits : {3, 5, 8}) {
    const FloatArithmetic rounded(unbounded_format(bits));
    const BoundedArithmetic arithmetic(bits);
    double share = 0;
    double slope_share = 0;  // of the part that z's error has
    for (long k = -60; k <= 60; ++k) {
      const Rational z(k, 7);
      const FloatValue stored = rounded.from(z);
      const FloatValue square = rounded.multiply(stored, stored);
      const FloatValue f = rounded.divide(square, rounded.add(rounded.from(1), square));
      const BoundedNumber bounded_z = arithmetic.stored(z);
      const Rational off = abs(f.exact() - z * z / (1 + z * z));
      const Interval closed = expressive_error(arithmetic, bounded_z);
      const BoundedNumber value = rational_weight_value(attention::Kernel::expressive, arithmetic, bounded_z);
      CHECK(compare(closed, off) != Ordering::less);
      CHECK(compare(value.error, off) != Ordering::less);
      if (off != 0) share = std::max(share, (arithmetic.number(off) / closed).middle_double());
      const Rational moved =
          abs(stored.exact() * stored.exact() / (1 + stored.exact() * stored.exact()) - z * z / (1 + z * z));
      if (moved != 0)
        slope_share = std::max(slope_share, (arithmetic.number(moved) / bounded_z.error).middle_double());
    }
    INFO(bits << " bits: " << share << " " << slope_share);
    CHECK(share > 0.25);
    CHECK(slope_share > 0.5);  // 3 sqrt(3)/8 = 0.65 at most
    CHECK(slope_share < 2.0 / 3);
  }
}

TEST_CASE("What is exact in p bits is exact in p + 1 bits, and no bound grows", "[precision]") {
  for (const Operation operation : operations) {
    for (long x = -30; x <= 30; x += 3) {
      for (long y = -30; y <= 30; y += 4) {
        std::optional<BoundedNumber> narrower;
        for (long bits = 2; bits <= 12; ++bits) {
          const BoundedArithmetic arithmetic(bits);
          const BoundedNumber a =
              hull(arithmetic.stored(Rational(x, 7)), arithmetic.stored(Rational(x + 1, 8)));
          const auto result = bounded(arithmetic, operation, a, arithmetic.stored(Rational(y, 4)));
          if (!result) continue;
          if (narrower) {
            CHECK(compare(result->error, narrower->error) != Ordering::greater);
            CHECK((result->exact || !narrower->exact));
          }
          narrower = result;
        }
      }
    }
  }
}

TEST_CASE("Rounded numbers match as exact ones do, or nothing follows", "[precision]") {
  // In 2 bits 5 is 4: still not 1. Nothing is exact, and the matches are.
  const NumbersThatMatch apart({1, 5}, attention::Kernel::exact_match);
  CHECK(layer_error_bound(apart, 3)->for_all_larger);
  REQUIRE(layer_error_bound(apart, 2));
  CHECK_FALSE(layer_error_bound(apart, 2)->for_all_larger);
  CHECK(sufficient_precision(apart, Rational(1, 2), 64) == 4);  // the mean of equal values rounds

  // 4 and 5 are one number in 2 bits.
  const NumbersThatMatch close({4, 5}, attention::Kernel::exact_match);
  CHECK_FALSE(layer_error_bound(close, 2));
  CHECK(layer_error_bound(close, 3)->for_all_larger);
  CHECK_FALSE(evaluate_on(close, EvaluationModel::plain, unbounded_format(2), {}).all_right());
}

TEST_CASE("A width whose matches are right only by chance is not said to be enough", "[precision]") {
  // 3 7/16 and 3 9/16 are 3 and 4 in 2 bits, and both 7/2 in 3, 4 and 5 bits.
  const NumbersThatMatch numbers({Rational(55, 16), Rational(57, 16)}, attention::Kernel::exact_match);
  for (const long bits : {2, 6, 7}) CHECK(layer_error_bound(numbers, bits));
  for (const long bits : {3, 4, 5}) CHECK_FALSE(layer_error_bound(numbers, bits));
  CHECK(sufficient_precision(numbers, Rational(1, 2), 64) == 6);
  const LeastPrecision least = least_precision(numbers, EvaluationModel::plain, {});
  CHECK(least.bits == 2);
  CHECK_FALSE(evaluate_on(numbers, EvaluationModel::plain, unbounded_format(4), {}).all_right());
}

TEST_CASE("Whether rows match is decided by all pairs", "[precision]") {
  const std::vector<RationalRow> a{{1, 2}, {3, 4}};
  const std::vector<RationalRow> b{{3, 4}, {5, 6}};
  CHECK(same_matches(a, b, a, b));
  CHECK(same_matches(a, b, {{7}, {8}}, {{8}, {9}}));
  CHECK_FALSE(same_matches(a, b, {{7}, {8}}, {{9}, {8}}));  // others match
  CHECK_FALSE(same_matches(a, b, {{7}, {8}}, {{7}, {9}}));
  CHECK_FALSE(same_matches(a, b, {{8}, {8}}, {{8}, {9}}));  // one more
}

TEST_CASE("Expressive weights have a bound where their sum cannot vanish, and are off by no more",
          "[precision]") {
  const NumbersThatMatch numbers({Rational(4, 3), Rational(7, 5)}, attention::Kernel::expressive);
  REQUIRE(numbers.no_error_analysis().empty());
  bool tight = false;
  for (long bits = 2; bits <= 20; ++bits) {
    const auto [largest, bound] = largest_error(numbers, bits);
    if (!bound) continue;
    CHECK(compare(bound->error, largest) == Ordering::greater);
    UNSCOPED_INFO(bits << " " << largest.convert_to<double>() << " " << bound->error.middle_double());
    tight = tight || compare(bound->error, Rational(32 * largest)) == Ordering::less;
  }
  CHECK(tight);
  // q k = 0 for every key: 0/0.
  const NumbersThatMatch vanishing({0, 1}, attention::Kernel::expressive);
  CHECK_FALSE(vanishing.no_error_analysis().empty());
}

TEST_CASE("The bound of a layer is attained, so that half of it, or one rounding less, is none",
          "[precision]") {
  // One tuple: y = 2 x. In 2 bits x = 5 is 4 and y = 8: off by 2, which is the bound.
  const NumbersThatMatch alone(std::vector<Rational>(6, Rational(1)), attention::Kernel::softmax, 1);
  const auto [largest, bound] = largest_error(alone, 2);
  CHECK(largest == 2);
  CHECK(compare(bound->error, Rational(2)) == Ordering::equal);

  // Four tokens that all match, values 0, 2 or 4, in 2 bits. Weights 1/4 and terms 0, 1/2, 1 are exact, and
  // so is the sum of two terms. Sums of three are at most 3, of four at most 4: the bound is 3/4 (1 + 1/4) +
  // 4/4 = 31/16. Values 4, 4, 2, 2: 1 + 1 = 2, and 2 + 1/2 is a tie that goes to 2, twice. The mean is 3: off
  // by 1, more than half the bound and more than it is without the last rounding, 15/16.
  const NumbersThatMatch four({1, 1, 1}, attention::Kernel::exact_match, 4);
  const auto [actual, proved] = largest_error(four, 2);
  CHECK(actual == 1);
  CHECK(compare(proved->error, Rational(31, 16)) == Ordering::equal);
  CHECK(largest_error(four, 3).first == 0);
  CHECK(compare(largest_error(four, 3).second->error, Rational(0)) == Ordering::equal);
}

TEST_CASE("A number of matches beyond 2^p is not counted rightly, and the bound knows it", "[precision]") {
  // Seven matches are four in 2 bits, and 1/7 is 1/4. One value, 2: 1/2 for 2/7, off by 3/14.
  NumbersThatMatch seven({1, 1}, attention::Kernel::exact_match, 7);
  seven.only_first_has_value();
  RoundedEvaluator rounded(seven, EvaluationModel::plain, unbounded_format(2));
  CHECK(rounded.output(Word{1, 0, 0, 0, 0, 0, 0}, 0).exact() == Rational(1, 2));
  CHECK(compare(layer_error_bound(seven, 2)->error, Rational(3, 14)) == Ordering::greater);
}

TEST_CASE("Means of equal weights are off by no more than their bounds", "[precision]") {
  for (const attention::Kernel kernel : {attention::Kernel::exact_match, attention::Kernel::softmax}) {
    for (const std::size_t tokens : {2u, 3u, 5u, 6u}) {
      const NumbersThatMatch ones({1, 1, 1}, kernel, tokens);
      for (long bits = 2; bits <= 7; ++bits) {
        const auto [actual, proved] = largest_error(ones, bits);
        if (proved) CHECK(compare(proved->error, actual) != Ordering::less);
      }
    }
  }
}

TEST_CASE("The absolute value of what may be zero is at least zero", "[precision]") {
  const BoundedArithmetic arithmetic(8);
  for (long low = -3; low <= 3; ++low) {
    for (long high = low; high <= 3; ++high) {
      const BoundedNumber x = absolute(arithmetic.stored_between(low, high));
      CHECK(x.low == (low <= 0 && high >= 0 ? 0 : std::min(std::abs(low), std::abs(high))));
      CHECK(x.high == std::max(std::abs(low), std::abs(high)));
    }
  }
}

TEST_CASE(
    "An expressive kernel has the lesser of two bounds, and the one that needs no division where there is one alone",
    "[precision]") {
  const BoundedArithmetic arithmetic(5);
  // 1 and 1 + 1 are exact, and so is their quotient.
  const BoundedNumber one = arithmetic.stored(1);
  CHECK(compare(rational_weight_value(attention::Kernel::expressive, arithmetic, one).error,
                expressive_error(arithmetic, one)) == Ordering::less);
  // Off by so much that 1 + z^2 may be computed as zero.
  BoundedNumber far = arithmetic.stored_between(-1, 1);
  far.error = arithmetic.number(10);
  far.exact = false;
  const BoundedNumber square = arithmetic.product(far, far);
  REQUIRE_FALSE(arithmetic.quotient(square, arithmetic.sum(one, square)));
  const BoundedNumber value = rational_weight_value(attention::Kernel::expressive, arithmetic, far);
  CHECK(value.low == 0);
  CHECK(value.high == Rational(1, 2));
  CHECK(compare(value.error, expressive_error(arithmetic, far)) != Ordering::less);
  CHECK(value.error.upper_double() < 10);
}

}  // namespace precision_error_test

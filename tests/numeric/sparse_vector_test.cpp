// Vectors over one common denominator against dense vectors of rationals.
#include "numeric/sparse_vector.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <set>

namespace attest::sparse_vector_test {

namespace {

class Drawn {
 public:
  explicit Drawn(unsigned long seed) : random_(seed) {}
  long between(long low, long high) {
    return low + static_cast<long>(random_() % static_cast<unsigned long>(high - low + 1));
  }
  // Half of them zero, and some beyond a machine word.
  std::vector<Rational> numbers(std::size_t size) {
    std::vector<Rational> result;
    for (std::size_t k = 0; k < size; ++k) {
      Rational number(between(-6, 6), between(1, 6));
      if (between(0, 9) == 0) number *= Rational(power(Integer(7), 40));
      result.push_back(between(0, 1) == 0 ? Rational(0) : number);
    }
    return result;
  }

 private:
  std::mt19937_64 random_;
};

// In lowest terms, by ascending place, none zero.
void check_form(const SparseVector& vector) {
  Integer common = vector.denominator().value();
  REQUIRE(common > 0);
  for (std::size_t k = 0; k < vector.entries().size(); ++k) {
    const SparseVector::Entry& entry = vector.entries()[k];
    REQUIRE_FALSE(entry.numerator.is_zero());
    REQUIRE(entry.place < vector.size());
    if (k > 0) REQUIRE(vector.entries()[k - 1].place < entry.place);
    common = gcd(common, entry.numerator.value());
  }
  REQUIRE(common == 1);
}

}  // namespace

TEST_CASE("A sparse vector is the numbers that it is made of", "[sparse_vector]") {
  for (unsigned long seed = 0; seed < 300; ++seed) {
    Drawn drawn(seed);
    const auto size = static_cast<std::size_t>(drawn.between(0, 7));
    const std::vector<Rational> numbers = drawn.numbers(size);
    const SparseVector vector(numbers);
    check_form(vector);
    REQUIRE(vector.size() == size);
    REQUIRE(vector.dense() == numbers);
    for (std::size_t k = 0; k < size; ++k) REQUIRE(vector[k] == numbers[k]);
    for (std::size_t begin = 0; begin <= size; ++begin) {
      for (std::size_t count = 0; begin + count <= size; ++count) {
        const SparseVector part = vector.slice(begin, count);
        check_form(part);
        const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(begin);
        REQUIRE(part.dense() == std::vector<Rational>(first, first + static_cast<std::ptrdiff_t>(count)));
      }
    }
    const auto halved = vector.mapped([](const Rational& x) { return Rational(x / 2 - 1); });
    check_form(halved);
    for (std::size_t k = 0; k < size; ++k)
      REQUIRE(halved[k] == (numbers[k] == 0 ? Rational(0) : Rational(numbers[k] / 2 - 1)));
  }
}

TEST_CASE("Sums of parts are those of the numbers, cancelled ones too", "[sparse_vector]") {
  std::size_t cancelled = 0;
  for (unsigned long seed = 0; seed < 1000; ++seed) {
    Drawn drawn(seed);
    std::vector<SparseVector> parts;
    std::vector<Rational> expected(6, Rational(0));
    SparseVector::Sum sum(6);
    const long terms = drawn.between(0, 5);
    for (long t = 0; t < terms; ++t) parts.emplace_back(drawn.numbers(4));
    // One of them with its negative.
    if (terms > 1) {
      std::vector<Rational> negative = parts.front().dense();
      for (Rational& x : negative) x = -x;
      parts[1] = negative;
    }
    for (std::size_t t = 0; t < parts.size(); ++t) {
      const auto begin = static_cast<std::size_t>(t < 2 ? 0 : drawn.between(0, 2));
      const std::size_t count = 4 - begin;
      const auto to = static_cast<std::size_t>(t < 2 ? 0 : drawn.between(0, 2));
      const Rational factor = t < 2 ? Rational(1) : Rational(drawn.between(-3, 3), drawn.between(1, 3));
      sum.add(parts[t], begin, count, to, factor);
      for (std::size_t k = 0; k < count; ++k) expected[to + k] += factor * parts[t][begin + k];
    }
    const long divisor = drawn.between(1, 6);
    for (Rational& x : expected) x /= divisor;
    const SparseVector result = sum.result(divisor);
    check_form(result);
    REQUIRE(result.dense() == expected);
    REQUIRE(result == SparseVector(expected));
    cancelled += terms == 2 && result.entries().empty() ? 1 : 0;
  }
  CHECK(cancelled > 50);
}

TEST_CASE("Sparse vectors are equal where their numbers are, and a map tells all others apart",
          "[sparse_vector]") {
  // All vectors of at most two numbers among these.
  const std::vector<Rational> numbers = {Rational(0), Rational(1), Rational(-1), Rational(1, 2),
                                         Rational(2, 3)};
  std::set<SparseVector> all{SparseVector()};
  for (const Rational& a : numbers) {
    all.insert(SparseVector{a});
    for (const Rational& b : numbers) all.insert(SparseVector{a, b});
  }
  CHECK(all.size() == 1 + 5 + 25);
  for (const SparseVector& a : all) {
    for (const SparseVector& b : all) CHECK((a == b) == (a.size() == b.size() && a.dense() == b.dense()));
  }
  CHECK(SparseVector::zeros(2) == SparseVector{Rational(0), Rational(0)});
  const std::vector<std::pair<std::size_t, long>> two{{1, 3}, {2, 0}};
  CHECK(SparseVector::of_integers(3, two) == SparseVector{Rational(0), Rational(3), Rational(0)});
}

}  // namespace attest::sparse_vector_test

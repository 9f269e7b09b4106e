// Vectors of rational numbers of which most may be zero: the numerators of the others over one common denominator, in lowest
// terms. The value of a message that a head averages has tens of thousands of entries, a few hundred of which are not zero
// (protocols/message_encoding.hpp).
#pragma once

#include <compare>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

#include "numeric/flint_integer.hpp"
#include "numeric/integer.hpp"

namespace attest {

class SparseVector {
 public:
  struct Entry {
    std::size_t place = 0;
    FlintInteger numerator;  // not zero
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  SparseVector() : denominator_(1) {}
  SparseVector(std::initializer_list<Rational> numbers) : SparseVector(std::span(numbers)) {}
  SparseVector(const std::vector<Rational>& numbers)  // NOLINT(google-explicit-constructor)
      : SparseVector(std::span(numbers)) {}
  static SparseVector zeros(std::size_t size);
  // `numbers`: place and number, by ascending place; the others are zero.
  static SparseVector of_integers(std::size_t size, std::span<const std::pair<std::size_t, long>> numbers);
  static SparseVector of_rationals(std::size_t size,
                                   std::span<const std::pair<std::size_t, Rational>> numbers);

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Rational operator[](std::size_t place) const;
  std::vector<Rational> dense() const;
  // Those that are not zero, by ascending place.
  const std::vector<Entry>& entries() const { return entries_; }
  const FlintInteger& denominator() const { return denominator_; }
  Rational number(const Entry& entry) const;
  SparseVector slice(std::size_t begin, std::size_t count) const;

  // f(number) in the place of every number that is not zero.
  template <class F>
  SparseVector mapped(const F& f) const {
    std::vector<std::pair<std::size_t, Rational>> numbers;
    numbers.reserve(entries_.size());
    for (const Entry& entry : entries_) numbers.emplace_back(entry.place, f(number(entry)));
    return of_rationals(size_, numbers);
  }

  friend bool operator==(const SparseVector&, const SparseVector&) = default;
  friend std::strong_ordering operator<=>(const SparseVector& a,
                                          const SparseVector& b);  // for maps, not by value

  // Adds up parts of vectors, which must outlive it.
  class Sum;

 private:
  explicit SparseVector(std::span<const Rational> numbers);
  void reduce();

  std::size_t size_ = 0;
  FlintInteger denominator_;  // positive
  std::vector<Entry> entries_;
};

class SparseVector::Sum {
 public:
  explicit Sum(std::size_t size) : size_(size) {}
  void add(const SparseVector& vector) { add(vector, 0, vector.size(), 0); }
  // The entries begin, .., begin + count - 1 of the vector, each times `factor`, to those from `to` on.
  void add(const SparseVector& vector, std::size_t begin, std::size_t count, std::size_t to,
           const Rational& factor = Rational(1));
  // Divided by `divisor`, which is positive.
  SparseVector result(long divisor = 1) const;

 private:
  struct Term {
    std::span<const Entry> entries;
    std::size_t begin = 0;
    std::size_t to = 0;
    FlintInteger numerator;    // of the factor
    FlintInteger denominator;  // of the factor, times the vector's
  };

  std::size_t size_;
  std::vector<Term> terms_;
};

}  // namespace attest

#include "numeric/sparse_vector.hpp"

#include <algorithm>

namespace attest {

namespace {

using Entry = SparseVector::Entry;

FlintInteger numerator_in_flint(const Rational& number) {
  FlintInteger result;
  fmpz_set_mpz(result.get(), mpq_numref(number.backend().data()));
  return result;
}

FlintInteger denominator_in_flint(const Rational& number) {
  FlintInteger result;
  fmpz_set_mpz(result.get(), mpq_denref(number.backend().data()));
  return result;
}

std::span<const Entry> between(const std::vector<Entry>& entries, std::size_t begin, std::size_t end) {
  const auto before = [](const Entry& entry, std::size_t place) { return entry.place < place; };
  const auto first = std::lower_bound(entries.begin(), entries.end(), begin, before);
  return {first, std::lower_bound(first, entries.end(), end, before)};
}

// Both by ascending place; numbers at one place are added.
void merge_into(std::vector<Entry>& all, std::vector<Entry> more) {
  if (all.empty()) {
    all = std::move(more);
    return;
  }
  if (more.empty() || all.back().place < more.front().place) {
    all.reserve(all.size() + more.size());
    std::move(more.begin(), more.end(), std::back_inserter(all));
    return;
  }
  std::vector<Entry> merged;
  merged.reserve(all.size() + more.size());
  auto a = all.begin();
  auto b = more.begin();
  while (a != all.end() && b != more.end()) {
    if (a->place == b->place) {
      fmpz_add(a->numerator.get(), a->numerator.get(), b->numerator.get());
      if (!a->numerator.is_zero()) merged.push_back(std::move(*a));
      ++a;
      ++b;
    } else {
      merged.push_back(std::move(a->place < b->place ? *a++ : *b++));
    }
  }
  std::move(a, all.end(), std::back_inserter(merged));
  std::move(b, more.end(), std::back_inserter(merged));
  all = std::move(merged);
}

}  // namespace

SparseVector::SparseVector(std::span<const Rational> numbers) : SparseVector() {
  std::vector<std::pair<std::size_t, Rational>> nonzero;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    if (!numbers[k].is_zero()) nonzero.emplace_back(k, numbers[k]);
  }
  *this = of_rationals(numbers.size(), nonzero);
}

SparseVector SparseVector::zeros(std::size_t size) {
  SparseVector result;
  result.size_ = size;
  return result;
}

SparseVector SparseVector::of_integers(std::size_t size,
                                       std::span<const std::pair<std::size_t, long>> numbers) {
  SparseVector result = zeros(size);
  result.entries_.reserve(numbers.size());
  for (const auto& [place, number] : numbers) {
    if (number != 0) result.entries_.push_back({place, FlintInteger(number)});
  }
  return result;
}

SparseVector SparseVector::of_rationals(std::size_t size,
                                        std::span<const std::pair<std::size_t, Rational>> numbers) {
  SparseVector result = zeros(size);
  fmpz* const common = result.denominator_.get();
  std::vector<FlintInteger> denominators;
  denominators.reserve(numbers.size());
  for (const auto& [place, number] : numbers) {
    denominators.push_back(denominator_in_flint(number));
    if (!denominators.back().is_one()) fmpz_lcm(common, common, denominators.back().get());
  }
  result.entries_.reserve(numbers.size());
  FlintInteger factor;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const auto& [place, number] = numbers[k];
    if (number.is_zero()) continue;
    Entry entry{place, numerator_in_flint(number)};
    fmpz_divexact(factor.get(), common, denominators[k].get());
    fmpz_mul(entry.numerator.get(), entry.numerator.get(), factor.get());
    result.entries_.push_back(std::move(entry));
  }
  return result;  // in lowest terms: each prime power of the least common multiple is one number's own
}

void SparseVector::reduce() {
  FlintInteger common = denominator_;
  for (const Entry& entry : entries_) {
    if (common.is_one()) return;
    fmpz_gcd(common.get(), common.get(), entry.numerator.get());
  }
  if (common.is_one()) return;
  fmpz_divexact(denominator_.get(), denominator_.get(), common.get());
  for (Entry& entry : entries_) fmpz_divexact(entry.numerator.get(), entry.numerator.get(), common.get());
}

Rational SparseVector::number(const Entry& entry) const {
  Rational result;
  mpq_ptr const q = result.backend().data();
  fmpz_get_mpz(mpq_numref(q), entry.numerator.get());
  if (denominator_.is_one()) return result;
  fmpz_get_mpz(mpq_denref(q), denominator_.get());
  mpq_canonicalize(q);
  return result;
}

Rational SparseVector::operator[](std::size_t place) const {
  const auto found = between(entries_, place, place + 1);
  return found.empty() ? Rational(0) : number(found.front());
}

std::vector<Rational> SparseVector::dense() const {
  std::vector<Rational> result(size_);
  for (const Entry& entry : entries_) result[entry.place] = number(entry);
  return result;
}

SparseVector SparseVector::slice(std::size_t begin, std::size_t count) const {
  SparseVector result = zeros(count);
  const auto inside = between(entries_, begin, begin + count);
  if (inside.empty()) return result;
  result.denominator_ = denominator_;
  result.entries_.reserve(inside.size());
  for (const Entry& entry : inside) result.entries_.push_back({entry.place - begin, entry.numerator});
  result.reduce();
  return result;
}

std::strong_ordering operator<=>(const SparseVector& a, const SparseVector& b) {
  const auto order = [](const FlintInteger& x, const FlintInteger& y) {
    return fmpz_cmp(x.get(), y.get()) <=> 0;
  };
  if (const auto by = a.size_ <=> b.size_; by != 0) return by;
  if (const auto by = a.entries_.size() <=> b.entries_.size(); by != 0) return by;
  if (const auto by = order(a.denominator_, b.denominator_); by != 0) return by;
  for (std::size_t k = 0; k < a.entries_.size(); ++k) {
    if (const auto by = a.entries_[k].place <=> b.entries_[k].place; by != 0) return by;
    if (const auto by = order(a.entries_[k].numerator, b.entries_[k].numerator); by != 0) return by;
  }
  return std::strong_ordering::equal;
}

void SparseVector::Sum::add(const SparseVector& vector, std::size_t begin, std::size_t count, std::size_t to,
                            const Rational& factor) {
  Term term{between(vector.entries_, begin, begin + count), begin, to, numerator_in_flint(factor),
            denominator_in_flint(factor)};
  if (term.entries.empty() || term.numerator.is_zero()) return;
  fmpz_mul(term.denominator.get(), term.denominator.get(), vector.denominator_.get());
  terms_.push_back(std::move(term));
}

SparseVector SparseVector::Sum::result(long divisor) const {
  SparseVector sum = zeros(size_);
  fmpz* const common = sum.denominator_.get();
  for (const Term& term : terms_) fmpz_lcm(common, common, term.denominator.get());
  FlintInteger factor;
  for (const Term& term : terms_) {
    fmpz_divexact(factor.get(), common, term.denominator.get());
    fmpz_mul(factor.get(), factor.get(), term.numerator.get());
    std::vector<Entry> entries;
    entries.reserve(term.entries.size());
    for (const Entry& entry : term.entries) {
      entries.push_back({entry.place - term.begin + term.to, entry.numerator});
      if (!factor.is_one())
        fmpz_mul(entries.back().numerator.get(), entries.back().numerator.get(), factor.get());
    }
    merge_into(sum.entries_, std::move(entries));
  }
  if (sum.entries_.empty()) return zeros(size_);
  if (divisor != 1) fmpz_mul_si(common, common, divisor);
  sum.reduce();
  return sum;
}

}  // namespace attest

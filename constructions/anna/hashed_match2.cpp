#include "constructions/anna/hashed_match2.hpp"

#include <algorithm>

#include "algorithms/hashing/anna.hpp"
#include "algorithms/hashing/small_tables.hpp"
#include "numeric/checked.hpp"

namespace attest {

long HashedMatch2::query(long x) const {
  if (variant_ == Variant::printed) return x;
  if (variant_ == Variant::repaired) return residue(x);
  return std::min(residue(x), residue(modulus_ - residue(x)));
}

long HashedMatch2::key(long x) const {
  if (variant_ == Variant::printed) return modulus_ - x;
  if (variant_ == Variant::repaired) return residue(modulus_ - residue(x));
  return query(x);
}

long HashedMatch2::value(long x) const {
  if (variant_ != Variant::constructed) return 1;
  const long twice = 2 * residue(x);
  if (twice == 0 || twice == modulus_) return 0;
  return twice < modulus_ ? 1 : -1;
}

long HashedMatch2::largest_point() const {
  if (variant_ == Variant::printed) return modulus_;
  return variant_ == Variant::repaired ? modulus_ - 1 : modulus_ / 2;
}

Rational HashedMatch2::readout(const Rational& a, long tables) const {
  if (variant_ != Variant::constructed) return a;
  const Rational magnitude = a < 0 ? Rational(-a) : a;
  const Rational inner = 1 - Rational(Integer(tables) * tokens_) * (1 - magnitude);
  return inner > 0 ? Rational(1 - inner) : Rational(1);
}

RightWhen HashedMatch2::right_when(const std::set<long>& numbers) const {
  const auto has_partner = [&](long x) {
    return numbers.count(residue(x) == 0 ? modulus_ : modulus_ - residue(x)) != 0;
  };
  if (variant_ == Variant::constructed) {
    std::vector<long> plus, minus, others;
    for (const long x : numbers) {
      if (!has_partner(x)) {
        (value(x) > 0 ? plus : minus).push_back(query(x));
      } else if (value(x) >= 0) {  // of a pair once
        others.push_back(query(x));
      }
    }
    return {{plus, minus, others}, {}};
  }
  std::vector<long> alone, keys;
  for (const long x : numbers) {
    if (!has_partner(x)) alone.push_back(query(x));
    keys.push_back(key(x));
  }
  RightWhen result;
  if (!alone.empty()) result.apart = {alone, keys};
  if (variant_ == Variant::printed && numbers.count(modulus_) != 0) {
    alone.push_back(query(modulus_));
    result.meet = {alone, keys};
  }
  return result;
}

std::vector<long> match2_truth(const std::vector<long>& x, long modulus) {
  std::vector<long> labels;
  for (const long a : x)
    labels.push_back(std::any_of(x.begin(), x.end(), [&](long b) { return (a + b) % modulus == 0; }) ? 1 : 0);
  return labels;
}

bool HashedLabels::right(const std::vector<long>& truth) const {
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (outputs[i] != truth[i]) return false;
  }
  return true;
}

HashedLabels hashed_labels(const HashedMatch2& match2, const std::vector<long>& x,
                           const std::vector<std::vector<int>>& bucket) {
  std::vector<std::vector<int>> seen;  // of the queries, then of the keys
  std::vector<const std::vector<int>*> tables;
  for (const auto& of_point : bucket) {
    std::vector<int> row;
    for (const long token : x) row.push_back(of_point.at(static_cast<std::size_t>(match2.query(token))));
    for (const long token : x) row.push_back(of_point.at(static_cast<std::size_t>(match2.key(token))));
    seen.push_back(std::move(row));
  }
  for (const auto& row : seen) tables.push_back(&row);
  const auto tokens = static_cast<Eigen::Index>(x.size());
  hashing::Rows<Rational> values(tokens, 1);
  for (Eigen::Index j = 0; j < tokens; ++j) values(j, 0) = match2.value(x[static_cast<std::size_t>(j)]);
  const auto output =
      hashing::anna_algorithm_1<Rational>(hashing::PartitionTables(x.size(), tables), tokens, values);
  const auto attention = output.attention();
  const auto drawn = static_cast<long>(bucket.size());
  HashedLabels result;
  result.counts = output.counts;
  for (Eigen::Index i = 0; i < tokens; ++i) result.outputs.push_back(match2.readout(attention(i, 0), drawn));
  return result;
}

}  // namespace attest

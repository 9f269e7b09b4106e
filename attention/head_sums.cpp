#include "attention/head_sums.hpp"

#include <fmt/format.h>

#include "attention/lattice.hpp"
#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"

namespace attest::attention {

std::vector<std::uint32_t> numbers_of(const std::vector<RationalVector>& rows,
                                      Numbering<std::vector<Rational>>& numbering) {
  std::vector<std::uint32_t> result;
  for (const RationalVector& row : rows)
    result.push_back(numbering(std::vector<Rational>(row.data(), row.data() + row.size())));
  return result;
}

IntegerScores::IntegerScores(const Head& head) : polynomial_(head.polynomial) {
  Integer denominator = 1;
  for (const auto& of_kind : head.rows) {
    for (const RationalVector& row : of_kind) {
      for (Eigen::Index c = 0; c < row.size(); ++c) {
        denominator = boost::multiprecision::lcm(denominator, denominator_of(row(c)));
      }
    }
  }
  for (const auto& of_kind : head.rows) {
    rows_.emplace_back();
    for (const RationalVector& row : of_kind) {
      rows_.back().emplace_back();
      for (Eigen::Index c = 0; c < row.size(); ++c) {
        rows_.back().back().push_back(numerator_of(Rational(row(c) * Rational(denominator))));
      }
    }
  }
  // The rows are multiplied by the denominator L: a monomial of degree k carries L^k, all are brought to L^degree.
  const std::size_t degree = polynomial_.degree();
  const int sign = head.scale.sign();
  for (const auto& monomial : polynomial_.monomials()) {
    // With a scale of zero all scores are 0, also for kernels that compare them without exponentials.
    factors_.push_back(Integer(sign) * power(denominator, degree - monomial.size()));
  }
  find_divisor();
  if (head.kernel == Kernel::exact_match) {
    Numbering<std::vector<Rational>> numbering;
    for (const auto& of_kind : head.rows) row_numbers_.push_back(numbers_of(of_kind, numbering));
  }
  unit_ = head.scale * Surd(Rational(divisor_ * (sign < 0 ? -1 : 1), power(denominator, degree)));
}

// Denominators that cancel in every score make units that are needlessly small.
void IntegerScores::find_divisor() {
  constexpr std::size_t longest_rows = 64;
  Integer divisor = 0;
  for (std::size_t m = 0; m < factors_.size(); ++m) {
    std::vector<std::vector<std::vector<Integer>>> of_monomial;
    for (const std::size_t v : polynomial_.monomials()[m]) {
      for (const auto& row : rows_[v]) {
        if (row.size() > longest_rows) return;
      }
      of_monomial.push_back(rows_[v]);
    }
    divisor = boost::multiprecision::gcd(divisor, Integer(factors_[m] * common_divisor(of_monomial)));
  }
  if (divisor > 1) divisor_ = divisor;
}

Integer IntegerScores::operator()(Kind receiver, std::span<const Kind> tuple) const {
  Integer total = 0;
  for (std::size_t m = 0; m < factors_.size(); ++m) {
    const auto row = [&](std::size_t v) -> const std::vector<Integer>& {
      return rows_[v][v == 0 ? receiver : tuple[v - 1]];
    };
    total += factors_[m] * inner_product(polynomial_.monomials()[m], row, Integer(0));
  }
  return divisor_ == 1 ? total : Integer(total / divisor_);
}

Integer IntegerScores::pair(std::size_t u, Kind kind_u, std::size_t v, Kind kind_v) const {
  const auto row = [&](std::size_t x) -> const std::vector<Integer>& {
    return x == u ? rows_[u][kind_u] : rows_[v][kind_v];
  };
  // Those of one degree have one factor.
  const Integer sum = factors_.front() * inner_product({u, v}, row, Integer(0));
  return divisor_ == 1 ? sum : Integer(sum / divisor_);
}

std::optional<RationalVector> HeadSums::exact() const {
  if (counts.size() > 1 && !unit.is_zero()) return std::nullopt;
  Rational count = 0;
  for (const auto& [score, tuples] : counts) count += tuples;
  RationalVector result = RationalVector::Constant(static_cast<Eigen::Index>(values.size()), Rational(0));
  if (count == 0) return result;
  for (std::size_t c = 0; c < values.size(); ++c) {
    Rational sum = 0;
    for (const auto& [score, value] : values[c]) sum += value;
    result(static_cast<Eigen::Index>(c)) = sum / count;
  }
  return result;
}

namespace {

constexpr long most_bits = 1L << 14;  // of a power that stands for a weight

// e^(unit * steps) for unit = q log(k), where q * steps is a whole number.
std::optional<Rational> rational_weight(const Surd& unit, const Integer& steps) {
  if (unit.r() != 1 || !unit.has_logarithm()) return std::nullopt;
  const Rational exponent = unit.q() * Rational(steps);
  const auto e = fits_long(exponent);
  const auto bits = static_cast<long>(msb(numerator_of(unit.k())) + 1);
  if (!e || *e < 0 || *e > most_bits / bits) return std::nullopt;
  const auto power_of = static_cast<unsigned long>(*e);
  return Rational(power(numerator_of(unit.k()), power_of), power(denominator_of(unit.k()), power_of));
}

// The mean that the values of every score have in this coordinate.
std::optional<Rational> common_mean(const ExponentialSum& counts, const ExponentialSum& values) {
  std::optional<Rational> mean;
  for (const auto& [score, count] : counts) {
    const auto value = values.find(score);
    const Rational here = value == values.end() ? Rational(0) : Rational(value->second / count);
    if (mean && *mean != here) return std::nullopt;
    mean = here;
  }
  return mean;
}

}  // namespace

std::vector<std::optional<Rational>> HeadSums::rational_numbers() const {
  if (const auto all = exact()) return {all->begin(), all->end()};
  const Integer& least = counts.begin()->first;
  std::map<Integer, Rational> weights;
  Rational total = 0;
  for (const auto& [score, count] : counts) {
    const auto weight = rational_weight(unit, score - least);
    if (!weight) continue;
    weights[score] = *weight;
    total += *weight * count;
  }
  std::vector<std::optional<Rational>> result;
  for (const ExponentialSum& of_number : values) {
    result.push_back(common_mean(counts, of_number));
    if (result.back() || weights.size() != counts.size()) continue;
    Rational sum = 0;
    for (const auto& [score, value] : of_number) sum += weights.at(score) * value;
    result.back() = sum / total;
  }
  return result;
}

std::optional<RationalVector> HeadSums::rational() const {
  RationalVector result(static_cast<Eigen::Index>(values.size()));
  auto entry = result.begin();
  for (const auto& number : rational_numbers()) {
    if (!number) return std::nullopt;
    *entry++ = *number;
  }
  return result;
}

std::vector<Interval> HeadSums::enclosed(Precision precision) const {
  const Integer& shift = counts.rbegin()->first;  // unit > 0: the largest score dominates
  const Interval total = enclose(counts, unit, shift, precision);
  std::vector<Interval> result;
  for (const ExponentialSum& of_number : values)
    result.push_back(enclose(of_number, unit, shift, precision) / total);
  return result;
}

HeadSums head_sums(const Head& head, const IntegerScores& scores, std::span<const Kind> kinds,
                   Token receiver) {
  HeadSums sums;
  sums.values.resize(head.value_length);
  const bool matching = head.kernel == Kernel::exact_match;
  if (head.kernel == Kernel::softmax) sums.unit = scores.unit();
  std::optional<Integer> best;
  std::optional<Integer> second;
  const auto add = [&](std::span<const Kind> tuple, const Integer& score, const Rational& weight) {
    const bool whole = weight == 1;
    sums.counts[score] += weight;
    const bool one = head.value.size() == 1;  // which need not be copied
    const RationalVector product = one ? RationalVector() : value_of(head, kinds[receiver], tuple);
    const RationalVector& value = one ? part_of_value(head, 0, kinds[receiver], tuple) : product;
    for (std::size_t c = 0; c < sums.values.size(); ++c) {
      Rational& sum = sums.values[c][score];
      const Rational& number = value(static_cast<Eigen::Index>(c));
      if (number == 0) continue;
      if (whole)
        sum += number;
      else
        sum += weight * number;
    }
  };
  each_tuple(head.over, kinds, receiver, [&](std::span<const Token> tokens, std::span<const Kind> tuple) {
    if (matching) {
      if (head.rows[0][kinds[receiver]] != head.rows[1][tuple[0]]) return true;
      if (sums.matches++ == 0) sums.best = {tokens.begin(), tokens.end()};
      add(tuple, 0, 1);
      return true;
    }
    const Integer score = scores(kinds[receiver], tuple);
    const bool better = !best || score > *best;
    if (better) {
      second = best;
      best = score;
      sums.best = {tokens.begin(), tokens.end()};
    } else if (!second || score > *second) {
      second = score;
    }
    if (head.kernel == Kernel::softmax) {
      add(tuple, score, 1);
    } else if (weighs_rationally(head.kernel)) {
      const Rational z = Rational(score) * scores.unit().q();
      if (z != 0) add(tuple, 0, rational_weight(head.kernel, z));
    } else if (better) {  // of hard kernels the best tuples alone count, the first of them or all
      sums.counts.clear();
      for (auto& value : sums.values) value.clear();
      add(tuple, score, 1);
    } else if (score == *best && head.kernel == Kernel::hard_maximum) {
      add(tuple, score, 1);
    }
    return true;
  });
  if (weighs_rationally(head.kernel)) {
    if (sums.counts.empty() && !head.over.empty(receiver))
      throw UsageError(no_weights_at(head.kernel, receiver + 1));
    sums.best.clear();
    return sums;  // nothing like a best tuple: the weights do not grow exponentially
  }
  if (best && second) sums.gap = *best - *second;
  return sums;
}

}  // namespace attest::attention

#include "attention/enclosed_head.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "attention/head_sums.hpp"
#include "claims/stop.hpp"
#include "claims/usage_error.hpp"

namespace attest::attention {

namespace {

using ScoredTuples = std::vector<ScoredTuple>;

bool scores_are_exact(const ScoredTuples& tuples) {
  return std::all_of(tuples.begin(), tuples.end(), [](const ScoredTuple& t) { return t.product.is_exact(); });
}

// The number that all of these tuples have in this coordinate.
std::optional<Rational> one_value(const ScoredTuples& tuples, const std::vector<std::size_t>& of,
                                  std::size_t c) {
  const EnclosedNumber& first = tuples[of.front()].value[c];
  for (const std::size_t k : of) {
    const EnclosedNumber& value = tuples[k].value[c];
    if (!value.is_exact() || compare(value, first) != Ordering::equal) return std::nullopt;
  }
  return first.exact();
}

EnclosedNumber mean(const ScoredTuples& tuples, const std::vector<std::size_t>& of, std::size_t c) {
  EnclosedNumber sum;
  for (const std::size_t k : of) sum = sum + tuples[k].value[c];
  return sum * EnclosedNumber(Rational(Integer(1), Integer(of.size())));
}

std::vector<std::size_t> all_of(const ScoredTuples& tuples) {
  std::vector<std::size_t> all(tuples.size());
  for (std::size_t k = 0; k < all.size(); ++k) all[k] = k;
  return all;
}

// Sums of exponentials as a head of the first layer has them, of the coordinate c alone; nothing where its values are not all
// rational.
std::optional<HeadSums> exact_sums(const ScoredTuples& tuples, const std::vector<Integer>& scores,
                                   const Surd& unit, std::size_t c) {
  HeadSums sums;
  sums.unit = unit;
  sums.values.resize(1);
  for (std::size_t k = 0; k < tuples.size(); ++k) {
    if (!tuples[k].value[c].is_exact()) return std::nullopt;
    sums.counts[scores[k]] += 1;
    sums.values[0][scores[k]] += tuples[k].value[c].exact();
  }
  return sums;
}

class Softmax {
 public:
  Softmax(const Surd& scale, const ScoredTuples& tuples, Precision precision)
      : scale_(scale), tuples_(tuples), all_(all_of(tuples)), precision_(precision) {
    if (!scale.is_zero() && scores_are_exact(tuples)) find_integers();
  }

  EnclosedNumber operator()(std::size_t c) {
    if (const auto value = one_value(tuples_, all_, c)) return EnclosedNumber(*value);
    const bool equal = std::all_of(integers_.begin(), integers_.end(),
                                   [&](const Integer& s) { return s == integers_.front(); });
    if (scale_.is_zero() || (!integers_.empty() && equal)) return mean(tuples_, all_, c);
    if (!integers_.empty()) {
      if (const auto sums = exact_sums(tuples_, integers_, unit_, c)) {
        if (const auto value = sums->rational()) return EnclosedNumber((*value)(0));
      }
    }
    if (weights_.empty()) weigh();
    Interval sum(0L, precision_);
    for (std::size_t k = 0; k < tuples_.size(); ++k)
      sum = sum + weights_[k] * tuples_[k].value[c].enclosure(precision_);
    return EnclosedNumber(sum / *total_);
  }

 private:
  // score = integer * unit, unit > 0
  void find_integers() {
    Integer denominator = 1;
    for (const ScoredTuple& t : tuples_)
      denominator = boost::multiprecision::lcm(denominator, denominator_of(t.product.exact()));
    for (const ScoredTuple& t : tuples_)
      integers_.push_back(numerator_of(Rational(t.product.exact() * denominator * scale_.sign())));
    unit_ = scale_ * Surd(Rational(Integer(scale_.sign()), denominator));
  }

  // e^(score - the reference's), for any reference; the doubles only see to it that no weight is huge.
  void weigh() {
    std::size_t reference = 0;
    double best = 0;
    for (std::size_t k = 0; k < tuples_.size(); ++k) {
      const double score = tuples_[k].product.enclosure(precision_).middle_double() * scale_.sign();
      if (k == 0 || score > best) {
        best = score;
        reference = k;
      }
    }
    const Interval scale = scale_.enclosure(precision_);
    Interval total(0L, precision_);
    for (std::size_t k = 0; k < tuples_.size(); ++k) {
      const EnclosedNumber ahead = tuples_[k].product - tuples_[reference].product;
      weights_.push_back(k == reference ? Interval(1L, precision_)
                                        : exp(ahead.enclosure(precision_) * scale));
      total = total + weights_.back();
    }
    total_ = total;
  }

  const Surd& scale_;
  const ScoredTuples& tuples_;
  std::vector<std::size_t> all_;
  Precision precision_;
  std::vector<Integer> integers_;  // empty: the scores are not all rational, or the scale is 0
  Surd unit_;
  std::vector<Interval> weights_;  // made where needed
  std::optional<Interval> total_;
};

// Of a kernel of the rational form.
class RationalWeights {
 public:
  RationalWeights(Kernel kernel, const Surd& scale, const ScoredTuples& tuples, Precision precision,
                  std::size_t token)
      : kernel_(kernel), tuples_(tuples), precision_(precision) {
    EnclosedNumber total;
    for (std::size_t k = 0; k < tuples.size(); ++k) {
      const EnclosedNumber z = tuples[k].product * EnclosedNumber(scale.q());
      weights_.push_back(weight(z));
      total = total + weights_.back();
      if (!weights_[k].is_exact() || weights_[k].exact() != 0) weighing_.push_back(k);
    }
    if (weighing_.empty()) throw UsageError(no_weights_at(kernel, token));
    total_ = total;
  }

  EnclosedNumber operator()(std::size_t c) const {
    if (compare(total_, Rational(0)) == Ordering::greater) {
      if (const auto value = one_value(tuples_, weighing_, c)) return EnclosedNumber(*value);
    }
    EnclosedNumber sum;
    for (const std::size_t k : weighing_) sum = sum + weights_[k] * tuples_[k].value[c];
    if (total_.is_exact()) return sum * EnclosedNumber(Rational(1 / total_.exact()));
    return EnclosedNumber(sum.enclosure(precision_) / total_.enclosure(precision_));
  }

 private:
  EnclosedNumber weight(const EnclosedNumber& z) const {
    if (z.is_exact()) return EnclosedNumber(rational_weight(kernel_, z.exact()));
    return EnclosedNumber(rational_weight(kernel_, z.enclosure(precision_), ByIntervals{precision_}));
  }

  Kernel kernel_;
  const ScoredTuples& tuples_;
  Precision precision_;
  std::vector<EnclosedNumber> weights_;
  std::vector<std::size_t> weighing_;  // all but those of weight 0
  EnclosedNumber total_;
};

// The tuples that none is certainly better than are all that may be best; it is decided which are if they are certainly equal.
class HardMaximum {
 public:
  HardMaximum(bool leftmost, const Surd& scale, const ScoredTuples& tuples, Precision precision)
      : leftmost_(leftmost), tuples_(tuples), precision_(precision) {
    const auto order = [&](std::size_t a, std::size_t b) {
      if (scale.is_zero()) return Ordering::equal;
      return scale.sign() > 0 ? compare(tuples[a].product, tuples[b].product)
                              : compare(tuples[b].product, tuples[a].product);
    };
    for (std::size_t k = 0; k < tuples.size(); ++k) {
      bool dominated = false;
      for (std::size_t other = 0; other < tuples.size() && !dominated; ++other)
        dominated = order(k, other) == Ordering::less;
      if (!dominated) best_.push_back(k);
    }
    for (const std::size_t k : best_) decided_ = decided_ && order(k, best_.front()) == Ordering::equal;
    if (best_.size() == 1) decided_ = true;
  }

  EnclosedNumber operator()(std::size_t c) const {
    if (decided_ && leftmost_) return tuples_[best_.front()].value[c];
    if (decided_) return mean(tuples_, best_, c);
    EnclosedNumber result = tuples_[best_.front()].value[c];
    for (const std::size_t k : best_) result = between(result, tuples_[k].value[c], precision_);
    return result;
  }

 private:
  bool leftmost_;
  const ScoredTuples& tuples_;
  Precision precision_;
  std::vector<std::size_t> best_;
  bool decided_ = true;
};

template <class Coordinate>
std::vector<EnclosedNumber> each_coordinate(const ScoredTuples& tuples, Coordinate&& coordinate) {
  std::vector<EnclosedNumber> result;
  for (std::size_t c = 0; c < tuples.front().value.size(); ++c) {
    check_stop();
    result.push_back(coordinate(c));
  }
  return result;
}

}  // namespace

std::vector<EnclosedNumber> weighted_mean(Kernel kernel, const Surd& scale, const ScoredTuples& tuples,
                                          Precision precision, std::size_t token) {
  switch (form_of(kernel)) {
    case KernelForm::exponential:
      return each_coordinate(tuples, Softmax(scale, tuples, precision));
    case KernelForm::rational:
      return each_coordinate(tuples, RationalWeights(kernel, scale, tuples, precision, token));
    case KernelForm::maximum:
      return each_coordinate(tuples, HardMaximum(kernel == Kernel::leftmost, scale, tuples, precision));
    case KernelForm::match:
      break;
  }
  throw UsageError("an exact-match head has no scores to weigh");
}

}  // namespace attest::attention

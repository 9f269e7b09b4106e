#include "attention/certified_output.hpp"

#include <cmath>
#include <map>

#include "attention/elimination.hpp"
#include "attention/spectrum.hpp"
#include "attention/word_scores.hpp"

namespace attest {

namespace {

// Up to this precision intervals are tried alone; a comparison still open is then tested for a tie.
constexpr Precision tie_suspected = 512;
// On longer words the spectrum takes long, and a difference below 2^-200 is left enclosed as it is.
constexpr std::size_t longest_spectrum = 128;

// Sums in ball arithmetic; one exponential for each distinct score.
class IntervalAlgebra {
 public:
  struct Element {
    Interval weight;
    std::vector<Interval> values;
  };

  IntervalAlgebra(const WordScores& scores, Precision precision, const std::atomic<bool>* stop)
      : scores_(scores),
        tokens_(scores.tokens()),
        precision_(precision),
        stop_(stop),
        unit_(tokens_.unit().enclosure(precision)) {}

  Element zero() const { return constant(0); }
  Element one() const { return constant(1); }

  Element node(const ForestNode& node, std::size_t l) {
    Element result;
    result.weight = weight(scores_.with_query(node, l));
    for (std::size_t c = 0; c < tokens_.coordinates().size(); ++c) {
      const Rational value = tokens_.value(node.variable, l, scores_.word()[l], c);
      result.values.push_back(result.weight * Interval(value, precision_));
    }
    return result;
  }

  Element multiply(const Element& a, const Element& b) const {
    Element result{a.weight * b.weight, {}};
    for (std::size_t c = 0; c < a.values.size(); ++c) result.values.push_back(a.values[c] * b.values[c]);
    return result;
  }

  void add(Element& sum, const Element& e) const {
    sum.weight = sum.weight + e.weight;
    for (std::size_t c = 0; c < e.values.size(); ++c) sum.values[c] = sum.values[c] + e.values[c];
  }

  void add_edge(Element& sum, const ForestNode& v, std::size_t l, const ForestNode& p, std::size_t m,
                const Element& e) {
    if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) throw Stopped();
    const Interval& factor = weight(scores_.pair(p.variable, m, v.variable, l));
    arb_addmul(sum.weight.ball(), factor.ball(), e.weight.ball(), precision_);
    for (std::size_t c = 0; c < e.values.size(); ++c) {
      arb_addmul(sum.values[c].ball(), factor.ball(), e.values[c].ball(), precision_);
    }
  }

 private:
  Element constant(long value) const {
    return {Interval(value, precision_),
            std::vector<Interval>(tokens_.coordinates().size(), Interval(value, precision_))};
  }

  const Interval& weight(const Integer& score) {
    const auto known = weights_.find(score);
    if (known != weights_.end()) return known->second;
    return weights_.emplace(score, exp(Interval(Rational(score), precision_) * unit_)).first->second;
  }

  const WordScores& scores_;
  const LayerTokens& tokens_;
  Precision precision_;
  const std::atomic<bool>* stop_;
  Interval unit_;
  std::map<Integer, Interval> weights_;  // exp(score * unit)
};

}  // namespace

CertifiedOutput::CertifiedOutput(const LayerTokens& tokens, const std::optional<Forest>& forest,
                                 std::span<const Symbol> word, std::size_t position,
                                 const std::atomic<bool>* stop)
    : tokens_(tokens), forest_(forest), word_(word), position_(position), stop_(stop) {}

Interval CertifiedOutput::enclose(const Rational& target, Precision precision) const {
  if (!forest_) {
    const Spectrum spectrum = spectrum_by_definition(tokens_, word_, position_);
    const ExponentialSum numerator = attest::deviation(spectrum, target);
    const Integer shift = spectrum.counts.rbegin()->first;
    return attest::enclose(numerator, spectrum.unit, shift, precision) /
           attest::enclose(spectrum.counts, spectrum.unit, shift, precision);
  }
  const WordScores scores(tokens_, word_, position_);
  IntervalAlgebra algebra(scores, precision, stop_);
  const auto total = sum_along_forest(*forest_, word_.size(), algebra);
  Interval sum(tokens_.base(position_, word_[position_]) - target, precision);
  for (std::size_t c = 0; c < total.values.size(); ++c) {
    sum = sum + Interval(tokens_.coordinate_weights()[c], precision) * (total.values[c] / total.weight);
  }
  return sum;
}

Ordering CertifiedOutput::sign(const Rational& target) const {
  for (Precision precision = initial_precision; precision <= maximal_precision; precision *= 2) {
    const Ordering order = compare(enclose(target, precision), Interval(0L, precision));
    if (order != Ordering::undecided) return order;
    if (precision == tie_suspected) {
      const Spectrum spectrum = spectrum_of(tokens_, word_, position_);
      if (is_zero(attest::deviation(spectrum, target), spectrum.unit)) return Ordering::equal;
    }
  }
  return Ordering::undecided;
}

Interval CertifiedOutput::deviation(const Rational& target, long accurate_bits) const {
  Interval result;
  for (Precision precision = initial_precision + accurate_bits; precision <= 2 * tie_suspected;
       precision *= 2) {
    result = enclose(target, precision);
    if (result.is_finite() && arb_rel_accuracy_bits(result.ball()) >= accurate_bits) return result;
  }
  // The difference is zero, or tiny: a sum in which the large terms cancel. In the spectrum they cancel
  // exactly, before anything is rounded.
  if (word_.size() > longest_spectrum && std::abs(result.lower_double()) < 0x1p-200 &&
      std::abs(result.upper_double()) < 0x1p-200) {
    return result;
  }
  const Spectrum spectrum = spectrum_of(tokens_, word_, position_);
  return quotient(attest::deviation(spectrum, target), spectrum.counts, spectrum.unit, accurate_bits);
}

Ordering CertifiedOutput::compare_error(const Rational& target, const Rational& bound) const {
  // |y - target| > bound iff y > target + bound or y < target - bound.
  const Ordering above = sign(target + bound);
  if (above == Ordering::greater) return Ordering::greater;
  const Ordering below = sign(target - bound);
  if (below == Ordering::less) return Ordering::greater;
  if (above == Ordering::undecided || below == Ordering::undecided) return Ordering::undecided;
  return above == Ordering::equal || below == Ordering::equal ? Ordering::equal : Ordering::less;
}

}  // namespace attest

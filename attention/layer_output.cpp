#include "attention/layer_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"

namespace attest::attention {

namespace {

struct IntervalArithmetic {
  using Number = Interval;
  Precision precision;
  Interval constant(const Rational& value) const { return {value, precision}; }
  static Interval larger(const Interval& a, const Interval& b) { return max(a, b); }
  static Interval smaller(const Interval& a, const Interval& b) { return min(a, b); }
};

// Thrown where a sign cannot be decided.
struct Undecided {};

// A sum of exponentials with every exponent multiplied.
ExponentialSum stretched(const ExponentialSum& sum, const Integer& factor) {
  ExponentialSum result;
  for (const auto& [s, c] : sum) result[s * factor] += c;
  return result;
}

ExponentialSum product(const ExponentialSum& a, const ExponentialSum& b) {
  ExponentialSum result;
  for (const auto& [s, c] : a) {
    check_stop();
    for (const auto& [t, e] : b) result[s + t] += c * e;
  }
  return result;
}

void add(ExponentialSum& sum, const ExponentialSum& more, const Rational& factor) {
  for (const auto& [s, c] : more) sum[s] += factor * c;
}

constexpr std::size_t most_terms = std::size_t{1} << 20U;  // of an expanded numerator

Interval enclosed(const StreamPolynomial& polynomial, const std::vector<Interval>& stream,
                  Precision precision) {
  Interval sum(0L, precision);
  for (const auto& [monomial, coefficient] : polynomial.terms) {
    Interval term(coefficient, precision);
    for (const std::size_t c : monomial) term = term * stream[c];
    sum = sum + term;
  }
  return sum;
}
constexpr Precision early_precision = 512;  // up to here enclosures are tried before the exact test

}  // namespace

Interval enclosed(const Readout& readout, const std::vector<Interval>& stream, Precision precision) {
  return ReadoutOn(readout, IntervalArithmetic{precision})(stream);
}

PreparedLayer::PreparedLayer(const Layer& layer) : layer_(layer) {
  for (const Head& head : layer.heads) {
    scores_.emplace_back(head);
    forests_.push_back(forest_of_head(head, scores_.back()));
    if (!forests_.back() && !head.over.is_listable()) {
      throw UsageError(fmt::format("head {}: {} index tuples, more than can be looked at one by one",
                                   head.name, head.over.largest_count().str()));
    }
    expect_scale(head.kernel, head.scale);
  }
  // Units with one radicand and one logarithm are commensurable: q_h = p_h / L, and gcd(p_1, p_2, ..) / L is the largest unit
  // that they are multiples of. gcd(a/b, c/d) = gcd(a, c) / lcm(b, d) in lowest terms.
  const auto has_unit = [&](std::size_t h) {
    return compares_scores(layer.heads[h].kernel) && !scores_[h].unit().is_zero();
  };
  const auto commensurable = [](const Surd& a, const Surd& b) { return a.r() == b.r() && a.k() == b.k(); };
  unit_of_.assign(layer.heads.size(), 0);
  multiples_.assign(layer.heads.size(), Integer(0));
  for (std::size_t h = 0; h < layer.heads.size(); ++h) {
    if (!has_unit(h)) continue;
    const Surd& unit = scores_[h].unit();
    auto at =
        std::find_if(units_.begin(), units_.end(), [&](const Surd& u) { return commensurable(u, unit); });
    unit_of_[h] = static_cast<std::size_t>(at - units_.begin());
    if (at == units_.end()) {
      units_.push_back(unit);
      continue;
    }
    const Rational common(
        boost::multiprecision::gcd(numerator_of(at->q()), numerator_of(unit.q())),
        Integer(boost::multiprecision::lcm(denominator_of(at->q()), denominator_of(unit.q()))));
    *at = *at / Surd(Rational(at->q())) * Surd(common);
  }
  for (std::size_t h = 0; h < layer.heads.size(); ++h) {
    if (has_unit(h)) multiples_[h] = numerator_of(Rational(scores_[h].unit().q() / units_[unit_of_[h]].q()));
  }
  if (units_.empty()) units_.emplace_back();
}

bool PreparedLayer::less(const GapInUnits& a, const GapInUnits& b) const {
  return a.unit == b.unit ? a.count < b.count : attest::compare(value(a), value(b)) == Ordering::less;
}

std::optional<std::size_t> PreparedLayer::unit_of_all(const std::vector<bool>& heads) const {
  std::optional<std::size_t> unit;
  for (std::size_t h = 0; h < heads.size(); ++h) {
    if (!heads[h]) continue;
    if (unit && *unit != unit_of_[h]) return std::nullopt;
    unit = unit_of_[h];
  }
  return unit.value_or(0);
}

HeadSums PreparedLayer::sums(std::size_t head, std::span<const Kind> kinds, Token receiver) const {
  const Head& of = layer_.heads[head];
  // Pairs of tokens are what a forest looks at, too: it spares nothing where a tuple is one token or two.
  if (forests_[head] && (of.over.arity() > 2 || !of.over.is_listable()))
    return sums_along_forest(of, scores_[head], *forests_[head], kinds, receiver);
  return head_sums(of, scores_[head], kinds, receiver);
}

namespace {

std::vector<HeadSums> sums_of(const PreparedLayer& prepared, std::span<const Kind> kinds, Token receiver) {
  std::vector<HeadSums> heads;
  for (std::size_t h = 0; h < prepared.layer().heads.size(); ++h)
    heads.push_back(prepared.sums(h, kinds, receiver));
  return heads;
}

}  // namespace

LayerOutput::LayerOutput(const PreparedLayer& prepared, std::span<const Kind> kinds, Token receiver,
                         std::size_t coordinate)
    : LayerOutput(prepared, kinds[receiver], sums_of(prepared, kinds, receiver), coordinate) {}

LayerOutput::LayerOutput(const PreparedLayer& prepared, Kind receiver, std::vector<HeadSums> heads,
                         std::size_t coordinate)
    : prepared_(prepared),
      readout_(prepared.layer().readouts.at(coordinate)),
      receiver_kind_(receiver),
      heads_(std::move(heads)) {
  // Without a common unit a tie of several heads is decided only as far as their outputs are rational.
  for (const HeadSums& sums : heads_)
    exact_.push_back(prepared.has_common_unit() ? sums.exact() : sums.rational());
}

std::vector<Interval> LayerOutput::stream(Precision precision) const {
  const Layer& layer = prepared_.layer();
  const RationalVector& encoding = layer.stream[receiver_kind_];
  std::vector<Interval> result;
  for (std::size_t c = 0; c < layer.dimension(); ++c) {
    result.emplace_back(layer.residual ? encoding(static_cast<Eigen::Index>(c)) : Rational(0), precision);
  }
  std::vector<std::vector<Interval>> numbers(heads_.size());
  for (const Layer::Landing& landing : layer.landings) {
    const Interval factor(landing.factor, precision);
    if (exact_[landing.head]) {
      const Rational& value = (*exact_[landing.head])(static_cast<Eigen::Index>(landing.from));
      result[landing.to] = result[landing.to] + factor * Interval(value, precision);
      continue;
    }
    if (numbers[landing.head].empty()) numbers[landing.head] = heads_[landing.head].enclosed(precision);
    result[landing.to] = result[landing.to] + factor * numbers[landing.head][landing.from];
  }
  return result;
}

Interval LayerOutput::deviation(const Rational& target, long accurate_bits) const {
  if (const auto y = exact()) return {Rational(*y - target), accurate_bits + initial_precision};
  bool zero_ruled_out = false;
  Interval result;
  for (Precision precision = initial_precision + accurate_bits; precision <= maximal_precision;
       precision *= 2) {
    check_stop();
    result = enclosed(readout_, stream(precision), precision) - Interval(target, precision);
    if (!result.is_finite()) continue;
    if (arb_rel_accuracy_bits(result.ball()) >= accurate_bits) return result;
    if (!zero_ruled_out && precision >= early_precision && result.contains(Rational(0))) {
      const Ordering order = compare(target);
      if (order == Ordering::equal) return {0L, precision};
      if (order == Ordering::undecided) return result;
      zero_ruled_out = true;
    }
  }
  return result;
}

std::optional<std::vector<Rational>> LayerOutput::exact_stream(const std::vector<bool>& needed) const {
  const Layer& layer = prepared_.layer();
  std::vector<Rational> stream(layer.dimension(), Rational(0));
  if (layer.residual) {
    for (std::size_t c = 0; c < stream.size(); ++c) {
      stream[c] = layer.stream[receiver_kind_](static_cast<Eigen::Index>(c));
    }
  }
  for (const Layer::Landing& landing : layer.landings) {
    if (!needed[landing.to]) continue;
    if (!exact_[landing.head]) return std::nullopt;
    stream[landing.to] += landing.factor * (*exact_[landing.head])(static_cast<Eigen::Index>(landing.from));
  }
  return stream;
}

std::optional<std::vector<Rational>> LayerOutput::exact_stream() const {
  return exact_stream(std::vector<bool>(prepared_.layer().dimension(), true));
}

std::optional<Rational> LayerOutput::exact() const {
  return exact(readout_);
}

std::optional<Rational> LayerOutput::exact(const Readout& readout) const {
  const Layer& layer = prepared_.layer();
  std::vector<bool> needed(layer.dimension(), false);
  for (const std::size_t c : readout.coordinates()) needed[c] = true;
  const auto stream = exact_stream(needed);
  if (!stream) return std::nullopt;
  return ReadoutOn(readout, RationalArithmetic())(*stream);
}

bool LayerOutput::Coordinate::is_rational() const {
  return std::all_of(numerators.begin(), numerators.end(),
                     [](const ExponentialSum& sum) { return sum.empty(); });
}

LayerOutput::Coordinate LayerOutput::coordinate(std::size_t index) const {
  const Layer& layer = prepared_.layer();
  Coordinate result;
  result.numerators.resize(heads_.size());
  if (layer.residual) result.rational = layer.stream[receiver_kind_](static_cast<Eigen::Index>(index));
  for (const Layer::Landing& landing : layer.landings) {
    if (landing.to != index) continue;
    if (exact_[landing.head]) {
      result.rational += landing.factor * (*exact_[landing.head])(static_cast<Eigen::Index>(landing.from));
    } else {
      add(result.numerators[landing.head], heads_[landing.head].values[landing.from], landing.factor);
    }
  }
  return result;
}

Ordering LayerOutput::sign(const StreamPolynomial& polynomial) const {
  std::map<std::size_t, Coordinate> coordinates;
  StreamPolynomial open;  // in those that are not rational
  for (const auto& [monomial, coefficient] : polynomial.terms) {
    StreamPolynomial term;
    std::vector<std::size_t> left;
    Rational value = coefficient;
    for (const std::size_t c : monomial) {
      auto at = coordinates.find(c);
      if (at == coordinates.end()) at = coordinates.emplace(c, coordinate(c)).first;
      if (at->second.is_rational()) {
        value *= at->second.rational;
      } else {
        left.push_back(c);
      }
    }
    term.terms[left] = value;
    open.add(term, 1);
  }
  std::size_t degree = open.degree();
  if (degree <= 1) {  // one sum, in the place of coordinates
    Coordinate sum;
    sum.numerators.resize(heads_.size());
    for (const auto& [monomial, value] : open.terms) {
      if (monomial.empty()) {
        sum.rational += value;
        continue;
      }
      const Coordinate& of = coordinates.at(monomial.front());
      sum.rational += value * of.rational;
      for (std::size_t h = 0; h < heads_.size(); ++h) add(sum.numerators[h], of.numerators[h], value);
    }
    coordinates = {{0, std::move(sum)}};
    open.terms = {{{0}, Rational(1)}};
    degree = 1;
  }
  // Every coordinate over one denominator D, the product of those of the heads that are not rational; the polynomial over its
  // power D^degree > 0.
  std::vector<bool> used(heads_.size(), false);
  for (const auto& [monomial, value] : open.terms) {
    for (const std::size_t c : monomial) {
      for (std::size_t h = 0; h < heads_.size(); ++h)
        used[h] = used[h] || !coordinates.at(c).numerators[h].empty();
    }
  }
  const auto expanded = std::count(used.begin(), used.end(), true);
  const auto unit_of_used = prepared_.unit_of_all(used);
  if (!unit_of_used) return Ordering::undecided;
  Surd unit = prepared_.units()[*unit_of_used];
  std::vector<Integer> multiples = prepared_.multiples();
  if (expanded == 1) {
    multiples.assign(heads_.size(), Integer(1));
    unit = heads_[static_cast<std::size_t>(std::find(used.begin(), used.end(), true) - used.begin())].unit;
  }
  bool is_long = false;
  const auto times = [&](const ExponentialSum& a, const ExponentialSum& b) {
    is_long = is_long || a.size() * b.size() > most_terms;
    return is_long ? ExponentialSum() : product(a, b);
  };
  const ExponentialSum one = {{Integer(0), Rational(1)}};
  const auto over_denominator = [&](const Coordinate& of, bool rational_only) {
    ExponentialSum numerator = rational_only ? one : ExponentialSum{{Integer(0), of.rational}};
    ExponentialSum denominator = one;
    for (std::size_t h = 0; h < heads_.size() && !is_long; ++h) {
      if (!used[h]) continue;
      const ExponentialSum counts = stretched(heads_[h].counts, multiples[h]);
      ExponentialSum next = times(numerator, counts);
      if (!rational_only && !of.numerators[h].empty())
        add(next, times(stretched(of.numerators[h], multiples[h]), denominator), 1);
      numerator = std::move(next);
      denominator = times(denominator, counts);
    }
    return numerator;
  };
  std::optional<ExponentialSum> denominator;
  std::map<std::size_t, ExponentialSum> numerators;
  ExponentialSum total;
  for (const auto& [monomial, value] : open.terms) {
    ExponentialSum term = {{Integer(0), value}};
    for (std::size_t k = 0; k < degree; ++k) {
      if (k < monomial.size() && !numerators.contains(monomial[k]))
        numerators.emplace(monomial[k], over_denominator(coordinates.at(monomial[k]), false));
      if (k == monomial.size() && !denominator) denominator = over_denominator({}, true);
      term = times(term, k < monomial.size() ? numerators.at(monomial[k]) : *denominator);
      if (is_long) return Ordering::undecided;
    }
    add(total, term, 1);
  }
  return sign_of(total, unit);
}

Ordering LayerOutput::compare(const Readout& readout, const Rational& bound) const {
  if (const auto y = exact(readout)) {
    if (*y == bound) return Ordering::equal;
    return *y < bound ? Ordering::less : Ordering::greater;
  }
  for (Precision precision = initial_precision; precision <= early_precision; precision *= 2) {
    check_stop();
    const Ordering order = attest::compare(enclosed(readout, stream(precision), precision), bound);
    if (order == Ordering::less || order == Ordering::greater) return order;
  }
  std::optional<std::vector<Interval>> early;
  const auto sign_or_throw = [&](const StreamPolynomial& polynomial) {
    Ordering order = Ordering::undecided;
    if (polynomial.degree() > 1) {  // which takes long to be expanded
      if (!early) early = stream(early_precision);
      order = attest::compare(enclosed(polynomial, *early, early_precision), Rational(0));
    }
    if (order == Ordering::undecided) order = sign(polynomial);
    switch (order) {
      case Ordering::less:
        return -1;
      case Ordering::equal:
        return 0;
      case Ordering::greater:
        return 1;
      case Ordering::undecided:
        break;
    }
    throw Undecided();
  };
  try {
    if (std::optional<StreamPolynomial> form = readout.at_point(sign_or_throw)) {
      form->add(StreamPolynomial::of({bound, {}}), -1);
      const int result = sign_or_throw(*form);
      return result < 0 ? Ordering::less : result > 0 ? Ordering::greater : Ordering::equal;
    }
  } catch (const Undecided&) {
  }
  // Without an exact test more precision may still tell two different numbers apart.
  for (Precision precision = 2 * early_precision; precision <= maximal_precision; precision *= 2) {
    check_stop();
    const Ordering order = attest::compare(enclosed(readout, stream(precision), precision), bound);
    if (order == Ordering::less || order == Ordering::greater) return order;
  }
  return Ordering::undecided;
}

}  // namespace attest::attention

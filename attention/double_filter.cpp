#include "attention/double_filter.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "claims/stop.hpp"
#include "numeric/checked.hpp"
#include "numeric/rounding_bound.hpp"

namespace attest::attention {

namespace {

constexpr std::size_t longest_table = 1U << 20U;
constexpr long reach_exponent = 64;  // weights below e^-64 < 2^-92 are bounded together
constexpr std::size_t most_coordinates = 64;
const Integer most_value = Integer(1) << 51;
const Integer most_multiple = Integer(1) << 10;

}  // namespace

BoundedDouble BoundedDoubleArithmetic::constant(const Rational& value) {
  const Interval enclosure(value, 2 * initial_precision);
  const double middle = enclosure.middle_double();
  if (!std::isfinite(middle)) return {0, std::numeric_limits<double>::infinity()};  // claims nothing
  // A double is a rational number, exactly.
  const Rational difference = boost::multiprecision::abs(Rational(value - Rational(middle)));
  return {middle, difference == 0 ? 0.0 : Interval(difference, initial_precision).upper_double()};
}

std::unique_ptr<DoubleFilter> DoubleFilter::make(const PreparedLayer& prepared) {
  const Layer& layer = prepared.layer();
  if (layer.readouts.size() != 1) return nullptr;
  if (!prepared.has_common_unit()) return nullptr;
  if (std::any_of(layer.heads.begin(), layer.heads.end(),
                  [](const Head& head) { return !head.over.is_listable(); })) {
    return nullptr;
  }
  // Without exponentials everything is rational, and exact.
  if (std::none_of(layer.heads.begin(), layer.heads.end(),
                   [](const Head& h) { return h.kernel == Kernel::softmax; })) {
    return nullptr;
  }
  auto filter = std::make_unique<DoubleFilter>();
  filter->readout_.emplace(layer.readouts.front(), BoundedDoubleArithmetic());
  for (std::size_t h = 0; h < layer.heads.size(); ++h) {
    if (!filter->add_head(prepared, h)) return nullptr;
  }
  for (const RationalVector& encoding : layer.stream) {
    filter->residual_.emplace_back();
    for (Eigen::Index c = 0; c < encoding.size(); ++c) {
      filter->residual_.back().push_back(layer.residual ? BoundedDoubleArithmetic::constant(encoding(c))
                                                        : BoundedDouble{});
    }
  }
  return filter;
}

bool DoubleFilter::add_head(const PreparedLayer& prepared, std::size_t h) {
  const Layer& layer = prepared.layer();
  const Head& head = layer.heads[h];
  HeadTables tables;
  tables.head = &head;

  if (weighs_rationally(head.kernel)) return false;  // rational weights: exactly
  if (head.kernel == Kernel::exact_match) {
    tables.matching = &prepared.scores(h);
  } else {
    const Integer& multiple = prepared.multiples()[h];
    if (multiple == 0 || multiple > most_multiple) return false;
    tables.multiple = to_long(multiple);
    const IntegerScores& scores = prepared.scores(h);
    tables.scores = MachineScores::make(head, scores, layer.kinds());
    if (!tables.scores) return false;
    if (head.kernel == Kernel::softmax) {
      std::map<Precision, Interval> units;
      const auto unit = [&](Precision precision) -> const Interval& {
        auto at = units.find(precision);
        if (at == units.end()) at = units.emplace(precision, scores.unit().enclosure(precision)).first;
        return at->second;
      };
      const Interval reach = Interval(reach_exponent, initial_precision) / unit(initial_precision);
      if (!reach.is_finite() || !(reach.upper_double() < static_cast<double>(longest_table))) return false;
      const auto last = static_cast<long>(reach.upper_double()) + 1;
      for (long distance = 0; distance <= last; ++distance) {
        if (distance % 256 == 0) check_stop();
        tables.weight.push_back(nearest_double(
            [&](Precision precision) { return exp(-(unit(precision) * Interval(distance, precision))); }));
      }
      const Interval beyond = exp(-(unit(initial_precision) * Interval(last + 1, initial_precision)));
      const Rational tuples(head.over.largest_count());
      tables.rest = (Interval(tuples, initial_precision) * beyond).upper_double();
    }
  }

  for (Token receiver = 0; receiver < layer.tokens(); ++receiver)
    tables.gamma.push_back(
        relative_rounding_bound(head.over.tuples(receiver).size() / head.over.arity() + 3));

  std::map<std::size_t, ValueCoordinate> values;
  for (const Layer::Landing& landing : layer.landings) {
    if (landing.head != h || landing.factor == 0) continue;
    auto [at, fresh] = values.try_emplace(landing.from);
    ValueCoordinate& value = at->second;
    value.from = landing.from;
    Rational denominator = 1;
    Integer product = 1;
    std::vector<std::vector<double>> of_kind;
    for (const Head::Factor& factor : head.value) {
      const auto c = static_cast<Eigen::Index>(landing.from);
      Integer common = 1;
      for (const RationalVector& vector : factor.vectors) {
        if (c < vector.size()) common = boost::multiprecision::lcm(common, denominator_of(vector(c)));
      }
      Integer most = 0;
      of_kind.emplace_back();
      for (const RationalVector& vector : factor.vectors) {
        const Rational scaled = c < vector.size() ? Rational(vector(c) * Rational(common)) : Rational(0);
        most = std::max(most, Integer(abs(numerator_of(scaled))));
        if (most > most_value) return false;
        of_kind.back().push_back(static_cast<double>(to_long(numerator_of(scaled))));
      }
      denominator *= Rational(common);
      product *= std::max(most, Integer(1));
    }
    if (product > most_value) return false;
    if (fresh) {
      value.of_kind = std::move(of_kind);
      value.largest = static_cast<double>(to_long(product));
    }
    value.landings.emplace_back(landing.to,
                                BoundedDoubleArithmetic::constant(Rational(landing.factor / denominator)));
  }
  if (values.size() > most_coordinates) return false;
  for (auto& [from, value] : values) tables.values.push_back(std::move(value));
  heads_.push_back(std::move(tables));
  return true;
}

void DoubleFilter::begin(Scratch& scratch) const {
  scratch.scores.resize(heads_.size());
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    if (heads_[h].scores) heads_[h].scores->begin(scratch.kind, scratch.scores[h]);
  }
}

DoubleFilter::Output DoubleFilter::output(Token receiver, Scratch& scratch) const {
  Output result;
  scratch.stream = residual_[scratch.kind[receiver]];
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    const HeadTables& head = heads_[h];
    const Kernel kernel = head.head->kernel;
    const std::span<const Token> tuples = head.head->over.tuples(receiver);
    const std::size_t arity = head.head->over.arity();
    const std::size_t count = tuples.size() / arity;
    if (count == 0) continue;  // nothing seen: zero
    const std::vector<std::int64_t>& scores = scratch.scores[h].score;
    std::int64_t best = 0;
    if (kernel != Kernel::exact_match) {
      (*head.scores)(receiver, scratch.kind, scratch.scores[h]);
      best = scores[0];
      std::int64_t second = std::numeric_limits<std::int64_t>::min();
      for (std::size_t k = 1; k < count; ++k) {
        const std::int64_t s = scores[k];
        if (s > best) {
          second = best;
          best = s;
        } else if (s > second) {
          second = s;
        }
      }
      if (count > 1) {
        const std::int64_t gap = (best - second) * head.multiple;
        result.least_gap = result.least_gap ? std::min(*result.least_gap, gap) : gap;
      }
    }

    double total = 0;
    std::array<double, most_coordinates> sums;
    std::fill_n(sums.begin(), head.values.size(), 0.0);
    const Token* tuple = tuples.data();
    const auto reach = static_cast<std::int64_t>(head.weight.size());
    for (std::size_t k = 0; k < count; ++k, tuple += arity) {
      double weight = 1;
      if (kernel == Kernel::softmax) {
        const std::int64_t distance = best - scores[k];
        if (distance >= reach) continue;
        weight = head.weight[static_cast<std::size_t>(distance)];
      } else if (kernel == Kernel::exact_match) {
        if (!head.matching->matches(scratch.kind[receiver], scratch.kind[tuple[0]])) continue;
      } else if (scores[k] != best || (kernel == Kernel::leftmost && total != 0)) {
        continue;
      }
      total += weight;
      for (std::size_t c = 0; c < head.values.size(); ++c) {
        const ValueCoordinate& value = head.values[c];
        double product = 1;
        for (std::size_t f = 0; f < value.of_kind.size(); ++f) {
          const std::size_t v = head.head->value[f].variable;
          product *= value.of_kind[f][scratch.kind[v == 0 ? receiver : tuple[v - 1]]];
        }
        sums[c] += weight * product;
      }
    }
    if (total == 0) continue;  // an exact-match head that found nothing
    const double gamma = head.gamma[receiver];
    const double weights = multiply_up(total, add_up(1, multiply_up(2, gamma)));  // D'
    const double bound = add_up(multiply_up(gamma, weights), head.rest);
    for (std::size_t c = 0; c < head.values.size(); ++c) {
      const ValueCoordinate& value = head.values[c];
      const BoundedDouble numerator{sums[c], multiply_up(bound, value.largest)};
      const BoundedDouble mean = numerator / BoundedDouble{total, bound};
      for (const auto& [to, factor] : value.landings) scratch.stream[to] = scratch.stream[to] + factor * mean;
    }
  }
  result.y = (*readout_)(scratch.stream);
  return result;
}

}  // namespace attest::attention

#include "verification/layer_filter.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "claims/stop.hpp"
#include "numeric/checked.hpp"
#include "numeric/interval.hpp"

namespace attest {

namespace {

constexpr std::size_t most_kinds = 1500;  // pair tables of 18 MB
constexpr std::size_t most_triples = 1U << 22U;
constexpr std::size_t longest_table = 1U << 20U;
constexpr std::size_t most_coordinates = 64;  // of a head that W_O reads
const Integer filter_limit = Integer(1) << 50;

// An exact machine integer, or nothing.
std::optional<std::int64_t> machine(const Rational& value, const Integer& limit) {
  if (denominator_of(value) != 1 || boost::multiprecision::abs(numerator_of(value)) > limit)
    return std::nullopt;
  return to_long(numerator_of(value));
}

BoundedDouble bounded(const Rational& value) {
  const Interval enclosure(value, 2 * initial_precision);
  const double middle = enclosure.middle_double();
  if (!std::isfinite(middle)) return {0, std::numeric_limits<double>::infinity()};  // claims nothing
  const Rational difference = boost::multiprecision::abs(
      Rational(value - Rational(middle)));  // a double is a rational number, exactly
  return {middle, difference == 0 ? 0.0 : Interval(difference, initial_precision).upper_double()};
}

// All products a_x . b_y, [x][y].
std::vector<Rational> products(std::size_t count, const TokenKinds& kinds, std::size_t head, std::size_t a,
                               std::size_t b) {
  std::vector<Rational> result;
  for (std::size_t x = 0; x < count; ++x) {
    check_stop();
    for (std::size_t y = 0; y < count; ++y)
      result.push_back(exact_dot(kinds.query(head, a, x), kinds.query(head, b, y)));
  }
  return result;
}

// What the scores of a head are sums of: f g, g h, h f; q k; or all triples.
std::vector<std::vector<Rational>> score_tables(Mechanism mechanism, std::size_t head,
                                                const TokenKinds& kinds) {
  const std::size_t count = kinds.count();
  switch (mechanism) {
    case Mechanism::strassen:
      return {products(count, kinds, head, 0, 1), products(count, kinds, head, 1, 2),
              products(count, kinds, head, 2, 0)};
    case Mechanism::triangular:
      return {products(count, kinds, head, 0, 1)};
    case Mechanism::third_order:
      break;
  }
  std::vector<Rational> triples;
  for (std::size_t t = 0; t < count; ++t) {
    for (std::size_t j = 0; j < count; ++j) {
      check_stop();
      for (std::size_t k = 0; k < count; ++k) triples.push_back(kinds.score(head, t, j, k));
    }
  }
  return {std::move(triples)};
}

bool to_units(const std::vector<Rational>& values, const Integer& units, std::vector<std::int64_t>& out) {
  out.reserve(values.size());
  for (const Rational& value : values) {
    if (out.size() % 4096 == 0) check_stop();
    const auto integer = machine(Rational(value * Rational(units)), filter_limit);
    if (!integer) return false;
    out.push_back(*integer);
  }
  return true;
}

}  // namespace

std::unique_ptr<LayerFilter> LayerFilter::make(const TransformerLayer& layer, const TokenKinds& kinds,
                                               const TokenTask& task, long reach) {
  if (kinds.count() > most_kinds) return nullptr;
  auto filter = std::make_unique<LayerFilter>();
  filter->kinds_ = kinds.count();
  std::vector<std::vector<std::vector<Rational>>> tables;  // [head]
  for (std::size_t h = 0; h < layer.heads.size(); ++h) {
    if (layer.heads[h].mechanism == Mechanism::third_order &&
        kinds.count() * kinds.count() * kinds.count() > most_triples) {
      return nullptr;
    }
    tables.push_back(score_tables(layer.heads[h].mechanism, h, kinds));
    for (const auto& table : tables.back()) {
      for (const Rational& value : table) {
        filter->units_ = boost::multiprecision::lcm(filter->units_, denominator_of(value));
      }
    }
  }
  for (std::size_t h = 0; h < layer.heads.size(); ++h) {
    if (!filter->add_head(layer, h, reach, tables[h], kinds, task)) return nullptr;
  }

  const auto affine = [](const RationalMatrix& weight) {
    Affine result;
    for (Eigen::Index r = 0; r < weight.rows(); ++r) {
      result.rows.emplace_back();
      for (Eigen::Index c = 0; c < weight.cols(); ++c) {
        if (weight(r, c) != 0)
          result.rows.back().emplace_back(static_cast<std::size_t>(c), bounded(weight(r, c)));
      }
    }
    return result;
  };
  filter->output_matrix_ = affine(layer.output_matrix);
  for (std::size_t kind = 0; kind < kinds.count(); ++kind) {
    filter->residual_.emplace_back();
    for (Eigen::Index c = 0; c < layer.dimension(); ++c) {
      filter->residual_.back().push_back(layer.residual ? bounded(kinds.encoding(kind)(c)) : BoundedDouble{});
    }
  }
  for (const AffineMap& map : layer.network.layers()) {
    filter->network_.push_back(affine(map.weight));
    for (Eigen::Index r = 0; r < map.bias.size(); ++r)
      filter->network_.back().bias.push_back(bounded(map.bias(r)));
  }
  return filter;
}

bool LayerFilter::add_head(const TransformerLayer& layer, std::size_t h, long reach_exponent,
                           const std::vector<std::vector<Rational>>& tables, const TokenKinds& kinds,
                           const TokenTask& task) {
  Head head;
  head.mechanism = layer.heads[h].mechanism;
  std::vector<std::int64_t>* targets[] = {&head.first, &head.second, &head.third};
  for (std::size_t t = 0; t < tables.size(); ++t) {
    auto& target = head.mechanism == Mechanism::third_order ? head.triple : *targets[t];
    if (!to_units(tables[t], units_, target)) return false;
  }

  const auto unit = [&](Precision precision) {
    return layer.heads[h].scale.enclosure(precision) / Interval(Rational(units_), precision);
  };
  const Interval reach = Interval(reach_exponent, initial_precision) / unit(initial_precision);
  if (!reach.is_finite() || !(reach.upper_double() < static_cast<double>(longest_table))) return false;
  const auto last = static_cast<long>(reach.upper_double()) + 1;
  for (long distance = 0; distance <= last; ++distance) {
    if (distance % 256 == 0) check_stop();
    head.weight.push_back(nearest_double(
        [&](Precision precision) { return exp(-(unit(precision) * Interval(distance, precision))); }));
  }
  const Interval beyond = exp(-(unit(initial_precision) * Interval(last + 1, initial_precision)));
  const long pairs = static_cast<long>(task.tokens() * task.tokens());
  head.rest = (Interval(pairs, initial_precision) * beyond).upper_double();

  const Eigen::Index d = layer.dimension();
  for (Eigen::Index c = 0; c < d; ++c) {
    const auto column = static_cast<Eigen::Index>(h) * d + c;
    bool used = false;
    for (Eigen::Index r = 0; r < d; ++r) used = used || layer.output_matrix(r, column) != 0;
    if (!used) continue;
    if (head.used.size() == most_coordinates) return false;
    head.used.push_back(static_cast<std::size_t>(column));
    double largest[2] = {0, 0};
    for (const std::size_t which : {0U, 1U}) {
      auto& values = which == 0 ? head.v1 : head.v2;
      values.emplace_back();
      for (std::size_t kind = 0; kind < kinds_; ++kind) {
        const auto integer = machine(kinds.value(h, which, kind)(c), Integer(1) << 25);
        if (!integer) return false;
        values.back().push_back(static_cast<double>(*integer));
        largest[which] = std::max(largest[which], std::abs(values.back().back()));
      }
    }
    head.largest.push_back(largest[0] * largest[1]);  // below 2^51: exact
  }
  for (std::size_t token = 0; token < task.tokens(); ++token) {
    head.pairs.push_back(index_pairs(head.mechanism, token, task.tokens()));
  }
  heads_.push_back(std::move(head));
  return true;
}

void LayerFilter::begin(Scratch& scratch) const {
  const std::size_t n = scratch.kind.size();
  const auto gather = [&](const std::vector<std::int64_t>& table, bool transposed,
                          std::vector<std::int64_t>& out) {
    out.resize(n * n);
    for (std::size_t a = 0; a < n; ++a) {
      const std::int64_t* row = &table[scratch.kind[a] * kinds_];
      for (std::size_t b = 0; b < n; ++b) out[transposed ? b * n + a : a * n + b] = row[scratch.kind[b]];
    }
  };
  scratch.first.resize(heads_.size());
  scratch.second.resize(heads_.size());
  scratch.third.resize(heads_.size());
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    if (heads_[h].mechanism == Mechanism::third_order) continue;
    gather(heads_[h].first, false, scratch.first[h]);
    if (heads_[h].mechanism == Mechanism::triangular) continue;
    gather(heads_[h].second, false, scratch.second[h]);
    gather(heads_[h].third, true, scratch.third[h]);  // [t][k] is h_k f_t
  }
}

void LayerFilter::scores(std::size_t h, std::size_t token, Scratch& scratch) const {
  const Head& head = heads_[h];
  const auto& kind = scratch.kind;
  const std::size_t n = kind.size();
  scratch.score.resize(head.pairs[token].size());
  std::int64_t* out = scratch.score.data();
  if (head.mechanism == Mechanism::triangular) {
    for (const auto& [j, k] : head.pairs[token]) *out++ = scratch.first[h][j * n + k];
    return;
  }
  for (std::size_t j = 0; j < n; ++j, out += n) {
    if (head.mechanism == Mechanism::third_order) {
      const std::int64_t* row = &head.triple[(kind[token] * kinds_ + kind[j]) * kinds_];
      for (std::size_t k = 0; k < n; ++k) out[k] = row[kind[k]];
    } else {
      const std::int64_t first = scratch.first[h][token * n + j];
      const std::int64_t* row = &scratch.second[h][j * n];
      const std::int64_t* third = &scratch.third[h][token * n];
      for (std::size_t k = 0; k < n; ++k) out[k] = first + row[k] + third[k];
    }
  }
}

LayerFilter::Output LayerFilter::output(std::size_t token, Scratch& scratch) const {
  Output result{{}, std::numeric_limits<std::int64_t>::max()};
  const std::size_t d = residual_.front().size();
  scratch.stacked.assign(d * heads_.size(), BoundedDouble{});
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    const Head& head = heads_[h];
    scores(h, token, scratch);
    const auto& pairs = head.pairs[token];
    std::int64_t best = scratch.score[0];
    std::int64_t second = std::numeric_limits<std::int64_t>::min();
    for (std::size_t p = 1; p < pairs.size(); ++p) {
      const std::int64_t s = scratch.score[p];
      if (s > best) {
        second = best;
        best = s;
      } else if (s > second) {
        second = s;
      }
    }
    if (pairs.size() > 1) result.least_gap = std::min(result.least_gap, best - second);

    double total = 0;
    double sums[most_coordinates] = {};
    const std::size_t coordinates = head.used.size();
    const auto reach = static_cast<std::int64_t>(head.weight.size());
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      const std::int64_t distance = best - scratch.score[p];
      if (distance >= reach) continue;
      const double weight = head.weight[static_cast<std::size_t>(distance)];
      total += weight;
      const std::size_t j = scratch.kind[pairs[p].first];
      const std::size_t k = scratch.kind[pairs[p].second];
      for (std::size_t c = 0; c < coordinates; ++c) sums[c] += weight * (head.v1[c][j] * head.v2[c][k]);
    }
    const double gamma = relative_rounding_bound(pairs.size() + 3);
    const double weights = multiply_up(total, add_up(1, multiply_up(2, gamma)));  // D'
    const double bound = add_up(multiply_up(gamma, weights), head.rest);
    for (std::size_t c = 0; c < coordinates; ++c) {
      const BoundedDouble numerator{sums[c], multiply_up(bound, head.largest[c])};
      scratch.stacked[head.used[c]] = numerator / BoundedDouble{total, bound};
    }
  }
  const auto apply = [](const Affine& map, const std::vector<BoundedDouble>& x,
                        std::vector<BoundedDouble>& y) {
    for (std::size_t r = 0; r < map.rows.size(); ++r) {
      for (const auto& [c, weight] : map.rows[r]) y[r] = y[r] + weight * x[c];
    }
  };
  scratch.stream = residual_[scratch.kind[token]];
  apply(output_matrix_, scratch.stacked, scratch.stream);
  bool first = true;
  for (const Affine& map : network_) {
    if (!first) {
      for (auto& entry : scratch.stream) entry = positive_part(entry);
    }
    first = false;
    scratch.hidden = map.bias;
    apply(map, scratch.stream, scratch.hidden);
    std::swap(scratch.stream, scratch.hidden);
  }
  result.y = scratch.stream.front();
  return result;
}

}  // namespace attest

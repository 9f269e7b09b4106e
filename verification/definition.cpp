#include "verification/definition.hpp"

#include "claims/stop.hpp"
#include "verification/judged_claim.hpp"

namespace attest {

namespace {

// a^(h) at the token: eqs. (6)-(17) of seed 000.
std::vector<Interval> head_output(const TransformerLayer& layer, const TokenKinds& kinds,
                                  const std::vector<std::size_t>& kind, std::size_t head, std::size_t token,
                                  Precision precision, TokenOutput::Best& best) {
  const auto pairs = index_pairs(layer.heads[head].mechanism, token, kind.size());
  std::vector<Rational> scores;
  std::size_t first = 0;
  for (const auto& [j, k] : pairs) {
    if (scores.size() % 64 == 0) check_stop();
    scores.push_back(kinds.score(head, kind[token], kind[j], kind[k]));
    if (scores.back() > scores[first]) first = scores.size() - 1;
  }
  best.j = pairs[first].first;
  best.k = pairs[first].second;
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    if (p % 64 == 0) check_stop();
    if (p == first) continue;
    const Rational gap = scores[first] - scores[p];
    if (!best.gap || gap < *best.gap) best.gap = gap;
  }
  const Interval scale = layer.heads[head].scale.enclosure(precision);
  const auto d = static_cast<std::size_t>(layer.dimension());
  std::vector<Interval> sums(d, Interval(0L, precision));
  Interval total(0L, precision);
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    if (p % 64 == 0) check_stop();
    const Interval weight = exp(scale * Interval(Rational(scores[p] - scores[first]), precision));
    total = total + weight;
    const RationalVector& v1 = kinds.value(head, 0, kind[pairs[p].first]);
    const RationalVector& v2 = kinds.value(head, 1, kind[pairs[p].second]);
    for (std::size_t c = 0; c < d; ++c) {
      const auto at = static_cast<Eigen::Index>(c);
      const Rational product = v1(at) * v2(at);
      if (product != 0) sums[c] = sums[c] + weight * Interval(product, precision);
    }
  }
  for (auto& sum : sums) sum = sum / total;
  return sums;
}

Interval affine(const RationalMatrix& weight, Eigen::Index row, const Rational& bias,
                const std::vector<Interval>& x) {
  const Precision precision = x.front().precision();
  Interval sum(bias, precision);
  for (Eigen::Index c = 0; c < weight.cols(); ++c) {
    if (weight(row, c) != 0) sum = sum + Interval(weight(row, c), precision) * x[static_cast<std::size_t>(c)];
  }
  return sum;
}

}  // namespace

Interval network_output(const ReluNetwork& network, std::vector<Interval> x) {
  const Interval zero(0L, x.front().precision());
  bool first = true;
  for (const AffineMap& layer : network.layers()) {
    if (!first) {
      for (auto& entry : x) entry = max(entry, zero);
    }
    first = false;
    std::vector<Interval> next;
    for (Eigen::Index r = 0; r < layer.weight.rows(); ++r) {
      next.push_back(affine(layer.weight, r, layer.bias(r), x));
    }
    x = std::move(next);
  }
  return x.front();
}

TokenOutput evaluate_by_definition(const TransformerLayer& layer, const TokenKinds& kinds,
                                   const TokenTask& task, std::span<const Symbol> word, std::size_t token,
                                   Precision precision) {
  TokenOutput result;
  std::vector<std::size_t> kind;
  for (std::size_t t = 0; t < task.tokens(); ++t) kind.push_back(kinds.kind(word, t));
  std::vector<Interval> stacked;  // (a^(1); ...; a^(H))
  for (std::size_t h = 0; h < layer.heads.size(); ++h) {
    result.best.emplace_back();
    for (auto& entry : head_output(layer, kinds, kind, h, token, precision, result.best.back())) {
      stacked.push_back(std::move(entry));
    }
  }
  std::vector<Interval> stream;  // x_i + W_O (...)
  for (Eigen::Index r = 0; r < layer.dimension(); ++r) {
    const Rational x = layer.residual ? kinds.encoding(kind[token])(r) : Rational(0);
    stream.push_back(affine(layer.output_matrix, r, x, stacked));
  }
  result.y = network_output(layer.network, std::move(stream));
  return result;
}

TokenOutput decided_output(const TransformerLayer& layer, const TokenKinds& kinds, const TokenTask& task,
                           std::span<const Symbol> word, std::size_t token, long truth, long accurate_bits) {
  for (Precision precision = 2 * initial_precision;; precision *= 2) {
    TokenOutput out = evaluate_by_definition(layer, kinds, task, word, token, precision);
    const bool decided = rightness(task.decision(), out.y, truth) != Status::undecided;
    const bool accurate = arb_rel_accuracy_bits(out.y.ball()) >= accurate_bits;
    if ((decided && accurate) || 2 * precision > maximal_precision) return out;
  }
}

}  // namespace attest

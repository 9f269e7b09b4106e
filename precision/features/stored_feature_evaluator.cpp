#include "precision/features/stored_feature_evaluator.hpp"

#include <algorithm>
#include <boost/multiprecision/integer.hpp>

#include "precision/arithmetic/for_reading.hpp"

namespace attest {

namespace {

constexpr std::size_t most_answers = 200000;  // remembered at a time
constexpr long reading_bits = 64;

}  // namespace

StoredFeatureEvaluator::StoredFeatureEvaluator(const FeatureProblem& problem, const FloatFormat& format)
    : StoredFeatureEvaluator(problem, &format, Rational(1)) {}

StoredFeatureEvaluator::StoredFeatureEvaluator(const FeatureProblem& problem, const Rational& temperature)
    : StoredFeatureEvaluator(problem, nullptr, temperature) {}

StoredFeatureEvaluator::StoredFeatureEvaluator(const FeatureProblem& problem, const FloatFormat* format,
                                               const Rational& temperature)
    : problem_(problem) {
  if (format != nullptr) arithmetic_.emplace(*format);
  const FeatureAttention& attention = problem.attention();
  std::vector<RationalVector> receivers;
  std::vector<RationalVector> senders;
  for (const RationalVector& x : attention.receivers) receivers.push_back(stored(x));
  for (const RationalVector& y : attention.senders) senders.push_back(stored(y));
  const auto query = features(attention.query, receivers);
  const auto key = features(attention.key, senders);
  for (const RationalVector& q : query) {
    scores_.emplace_back();
    for (const RationalVector& k : key) scores_.back().push_back(Rational(q.dot(k) * temperature));
  }
  const auto outputs = static_cast<Eigen::Index>(attention.outputs());
  values_.assign(receivers.size(), std::vector<RationalVector>(senders.size(), RationalVector(outputs)));
  for (std::size_t l = 0; l < attention.relation_query.size(); ++l) {
    const auto left = features(attention.relation_query[l], receivers);
    const auto right = features(attention.relation_key[l], senders);
    for (std::size_t x = 0; x < left.size(); ++x) {
      for (std::size_t y = 0; y < right.size(); ++y)
        values_[x][y](static_cast<Eigen::Index>(l)) = left[x].dot(right[y]);
    }
  }
  find_exponents();
}

Rational StoredFeatureEvaluator::stored(const Rational& number) {
  if (!arithmetic_) return number;
  const FloatValue rounded = arithmetic_->from(number);
  if (!rounded.is_finite()) {
    all_stored_ = false;
    return 0;
  }
  if (!rounded.is_zero()) exponents_.note(mpfr_get_exp(rounded.mpfr()) - 1);
  return rounded.exact();
}

RationalVector StoredFeatureEvaluator::stored(const RationalVector& row) {
  RationalVector result(row.size());
  for (Eigen::Index c = 0; c < row.size(); ++c) result(c) = stored(row(c));
  return result;
}

ReluNetwork StoredFeatureEvaluator::stored(const ReluNetwork& network) {
  std::vector<AffineMap> layers = network.layers();
  if (layers.empty()) return network;
  for (AffineMap& map : layers) {
    for (Eigen::Index r = 0; r < map.weight.rows(); ++r)
      map.weight.row(r) = stored(RationalVector(map.weight.row(r).transpose())).transpose();
    map.bias = stored(map.bias);
  }
  return ReluNetwork(std::move(layers));
}

std::vector<RationalVector> StoredFeatureEvaluator::features(const ReluNetwork& network,
                                                             const std::vector<RationalVector>& points) {
  const ReluNetwork rounded = stored(network);
  std::vector<RationalVector> result;
  for (const RationalVector& point : points) result.push_back(rounded(point));
  return result;
}

// Integers S with S * unit = score: unit = 1 / (common denominator of the scores).
void StoredFeatureEvaluator::find_exponents() {
  Integer denominator = 1;
  for (const auto& row : scores_) {
    for (const Rational& score : row)
      denominator = boost::multiprecision::lcm(denominator, denominator_of(score));
  }
  unit_ = Surd(Rational(1) / Rational(denominator));
  for (const auto& row : scores_) {
    exponent_.emplace_back();
    for (const Rational& score : row)
      exponent_.back().push_back(numerator_of(Rational(score * Rational(denominator))));
  }
}

const RationalVector& StoredFeatureEvaluator::value(std::size_t sender) const {
  return values_[context_.receiver][sender];
}

ExponentialSum StoredFeatureEvaluator::summed(std::size_t l, const Rational& factor,
                                              const Rational& offset) const {
  ExponentialSum result;
  for (const std::size_t sender : context_.senders) {
    result[exponent_[context_.receiver][sender]] +=
        factor * value(sender)(static_cast<Eigen::Index>(l)) + offset;
  }
  // A zero coefficient at the largest exponent would hide how small the others are.
  std::erase_if(result, [](const auto& one) { return one.second == 0; });
  return result;
}

// -eps < y - R < eps: with the positive denominator on both sides, two signs in each coordinate.
Answer StoredFeatureEvaluator::judged(const RationalVector& wanted) const {
  Answer all = Answer::right;
  for (Eigen::Index l = 0; l < wanted.size(); ++l) {
    for (const long side : {1L, -1L}) {
      // side (R - y) + eps > 0
      const Ordering sign = sign_of(
          summed(static_cast<std::size_t>(l), Rational(-side), side * wanted(l) + problem_.eps()), unit_);
      if (sign == Ordering::less || sign == Ordering::equal) return Answer::wrong;
      if (sign == Ordering::undecided) all = Answer::undecided;
    }
  }
  return all;
}

Answer StoredFeatureEvaluator::answer(std::span<const Symbol> word) {
  const auto wanted = problem_.target(word);
  if (!wanted) return Answer::not_judged;
  if (!stored()) return Answer::wrong;
  problem_.read(word, context_);
  // The sums do not depend on the order of the senders.
  std::vector<std::size_t> key = context_.senders;
  std::sort(key.begin(), key.end());
  key.push_back(context_.receiver);
  key.push_back(*wanted);
  if (const auto found = seen_.find(key); found != seen_.end()) return found->second;
  if (seen_.size() >= most_answers) seen_.clear();
  return seen_[std::move(key)] = judged(problem_.targets()[*wanted]);
}

std::string StoredFeatureEvaluator::output_text(std::span<const Symbol> word, std::size_t /*which*/) {
  if (!stored()) return "not stored";
  problem_.read(word, context_);
  std::vector<std::string> coordinates;
  const ExponentialSum denominator = summed(0, Rational(0), Rational(1));
  for (std::size_t l = 0; l < problem_.attention().outputs(); ++l) {
    const ExponentialSum numerator = summed(l, Rational(1), Rational(0));
    coordinates.push_back(for_reading(quotient(numerator, denominator, unit_, reading_bits).middle_double()));
  }
  return coordinates_text(coordinates);
}

}  // namespace attest

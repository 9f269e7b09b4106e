#include "constructions/precision/features/rounded_feature_evaluator.hpp"

#include "constructions/precision/layer/rounded_evaluator.hpp"

namespace attest {

RoundedFeatureEvaluator::RoundedFeatureEvaluator(const FeatureProblem& problem, EvaluationModel model,
                                                 const FloatFormat& format,
                                                 std::optional<EvaluationStep> wide)
    : problem_(problem),
      encoding_(model, format, wide == EvaluationStep::encoding, exponents_),
      score_(model, format, wide == EvaluationStep::score, exponents_),
      softmax_(model, format, wide == EvaluationStep::softmax, exponents_),
      value_(model, format, wide == EvaluationStep::value, exponents_) {
  const FeatureAttention& attention = problem.attention();
  for (const RationalVector& wanted : problem.targets()) {
    const RationalVector eps = RationalVector::Constant(wanted.size(), problem.eps());
    targets_.push_back({wanted - eps, wanted + eps});
  }
  std::vector<RoundedRow> receivers;
  std::vector<RoundedRow> senders;
  for (const RationalVector& x : attention.receivers) receivers.push_back(encoding_.stored(x));
  for (const RationalVector& y : attention.senders) senders.push_back(encoding_.stored(y));
  const auto query = features(score_, attention.query, receivers);
  const auto key = features(score_, attention.key, senders);
  for (const RoundedRow& q : query) {
    scores_.emplace_back();
    for (const RoundedRow& k : key) scores_.back().push_back(score_.dot(q, k));
  }
  if (attention.relation_query.empty()) {
    values_.emplace_back();
    for (Eigen::Index c = 0; c < attention.symbols.rows(); ++c)
      values_.front().push_back(encoding_.stored(RationalVector(attention.symbols.row(c).transpose())));
  } else {
    values_.assign(receivers.size(), std::vector<RoundedRow>(senders.size()));
  }
  for (std::size_t l = 0; l < attention.relation_query.size(); ++l) {
    const auto left = features(value_, attention.relation_query[l], receivers);
    const auto right = features(value_, attention.relation_key[l], senders);
    for (std::size_t x = 0; x < left.size(); ++x) {
      for (std::size_t y = 0; y < right.size(); ++y) values_[x][y].push_back(value_.dot(left[x], right[y]));
    }
  }
  terms_.resize(receivers.size() * senders.size() * senders.size());
}

std::vector<RoundedRow> RoundedFeatureEvaluator::features(const FeatureOperations& step,
                                                          const ReluNetwork& network,
                                                          const std::vector<RoundedRow>& points) const {
  const RoundedNetwork rounded = encoding_.stored(network);
  std::vector<RoundedRow> result;
  for (const RoundedRow& point : points) result.push_back(step.apply(rounded, point));
  return result;
}

// Equal receivers, senders and largest scores give equal exponentials.
const FloatValue& RoundedFeatureEvaluator::term(std::size_t sender, std::size_t largest) {
  const RoundedRow& scores = scores_[context_.receiver];
  auto& known = terms_[(context_.receiver * scores.size() + sender) * scores.size() + largest];
  if (!known) known = softmax_.exponential_of_difference(scores[sender], scores[largest]);
  return *known;
}

void RoundedFeatureEvaluator::average(const RoundedRow& weights) {
  const auto& values = values_[values_.size() == 1 ? 0 : context_.receiver];
  y_.clear();
  for (std::size_t l = 0; l < problem_.attention().outputs(); ++l) {
    RoundedRow terms;
    for (std::size_t k = 0; k < weights.size(); ++k)
      terms.push_back(value_.multiply(weights[k], values[context_.senders[k]][l]));
    y_.push_back(value_.sum(terms));
  }
}

// The sender whose score is above all others'; none where it is not one, or a score is NaN.
void RoundedFeatureEvaluator::take_best() {
  y_.clear();
  const std::size_t best = largest_at(row_);
  for (std::size_t k = 0; k < row_.size(); ++k) {
    if (k != best && mpfr_greater_p(row_[best]->mpfr(), row_[k]->mpfr()) == 0) return;
  }
  if (row_[best]->is_nan()) return;
  y_ = values_[values_.size() == 1 ? 0 : context_.receiver][context_.senders[best]];
}

const RoundedRow& RoundedFeatureEvaluator::output(std::span<const Symbol> word) {
  problem_.read(word, context_);
  row_.clear();
  for (const std::size_t sender : context_.senders) row_.push_back(&scores_[context_.receiver][sender]);
  if (problem_.kernel() == FeatureKernel::best) {
    take_best();
  } else {
    average(softmax_.softmax(row_, [&](std::size_t k, std::size_t largest) {
      return term(context_.senders[k], context_.senders[largest]);
    }));
  }
  return y_;
}

Answer RoundedFeatureEvaluator::answer(std::span<const Symbol> word) {
  const auto wanted = problem_.target(word);
  if (!wanted) return Answer::not_judged;
  const Target& target = targets_[*wanted];
  const RoundedRow& y = output(word);
  if (y.empty()) return Answer::wrong;
  for (std::size_t l = 0; l < y.size(); ++l) {
    const auto at = static_cast<Eigen::Index>(l);
    if (!lies_between(target.above(at), y[l], target.below(at))) return Answer::wrong;
  }
  return Answer::right;
}

std::string RoundedFeatureEvaluator::output_text(std::span<const Symbol> word, std::size_t /*which*/) {
  const RoundedRow& y = output(word);
  if (y.empty()) return "several are best";
  std::vector<std::string> coordinates;
  for (const FloatValue& number : y) coordinates.push_back(for_reading(number.to_double()));
  return coordinates_text(coordinates);
}

bool lies_between(const Rational& lower, const FloatValue& y, const Rational& upper) {
  // mpfr_cmp_q is exact, for numbers of any exponent. It takes a NaN as equal to everything.
  return !y.is_nan() && mpfr_cmp_q(y.mpfr(), lower.backend().data()) > 0 &&
         mpfr_cmp_q(y.mpfr(), upper.backend().data()) < 0;
}

}  // namespace attest

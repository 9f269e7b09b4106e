#include "precision/features/feature_error.hpp"

#include <vector>

#include "precision/arithmetic/bounded_row.hpp"
#include "precision/arithmetic/softmax_error.hpp"

namespace attest {

namespace {

// Every number is one number here, the same on all inputs, but for those over all senders of a receiver.
class FeatureAnalysis {
 public:
  FeatureAnalysis(const FeatureProblem& problem, long bits) : problem_(problem), arithmetic_(bits) {}

  std::optional<Interval> output_error() const {
    const FeatureAttention& attention = problem_.attention();
    const Rows receivers = stored_points(attention.receivers);
    const Rows senders = stored_points(attention.senders);
    std::vector<Interval> rho_w;  // of each receiver
    for (const BoundedRow& scores : products(attention.query, attention.key, receivers, senders)) {
      const Interval factor = exponential_factor(arithmetic_, error_of_exponents(scores));
      const auto one = weight_deviation(arithmetic_, factor, problem_.longest_context());
      if (!one) return std::nullopt;
      rho_w.push_back(*one);
    }
    Interval worst = arithmetic_.number(0);
    for (std::size_t l = 0; l < attention.relation_query.size(); ++l) {
      const Rows values =
          products(attention.relation_query[l], attention.relation_key[l], receivers, senders);
      for (std::size_t x = 0; x < values.size(); ++x)
        worst = max(worst, error_of_average(values[x], rho_w[x]));
    }
    return worst;
  }

 private:
  using Rows = std::vector<BoundedRow>;

  Rows stored_points(const std::vector<RationalVector>& points) const {
    Rows result;
    for (const RationalVector& point : points) result.push_back(stored(arithmetic_, point));
    return result;
  }

  // [receiver][sender]
  Rows products(const ReluNetwork& query, const ReluNetwork& key, const Rows& receivers,
                const Rows& senders) const {
    Rows keys;
    for (const BoundedRow& y : senders) keys.push_back(apply(arithmetic_, key.layers(), y));
    Rows result;
    for (const BoundedRow& x : receivers)
      result.push_back(times(arithmetic_, keys, apply(arithmetic_, query.layers(), x)));
    return result;
  }

  static BoundedNumber over_all(const BoundedRow& row) {
    BoundedNumber all = row.front();
    for (const BoundedNumber& one : row) all = hull(all, one);
    return all;
  }

  // e_d, of a receiver whose scores these are.
  Interval error_of_exponents(const BoundedRow& scores) const {
    const BoundedNumber s = over_all(scores);
    if (!s.exact) {
      const Interval range = arithmetic_.number(s.high - s.low);
      return s.error + arithmetic_.u() * (range + arithmetic_.number(2) * s.error);
    }
    Interval e_d = s.error;  // zero
    for (const BoundedNumber& a : scores) {
      for (const BoundedNumber& b : scores) e_d = max(e_d, arithmetic_.difference(a, b).error);
    }
    return e_d;
  }

  Interval error_of_average(const BoundedRow& values, const Interval& rho_w) const {
    return averaged(arithmetic_, rho_w, over_all(values), problem_.longest_context()).error;
  }

  const FeatureProblem& problem_;
  BoundedArithmetic arithmetic_;
};

}  // namespace

std::optional<Interval> feature_error_bound(const FeatureProblem& problem, long significand_bits) {
  return FeatureAnalysis(problem, significand_bits).output_error();
}

}  // namespace attest

#include "constructions/precision/features/feature_error.hpp"

#include <algorithm>
#include <vector>

namespace attest {

namespace {

constexpr Precision working_bits = 2048;  // beyond 2^-p for every p that is asked for

// |x^ - value| <= error; exact: x^ is the value.
struct Known {
  Rational value;
  Interval error;
  bool exact = false;
};

class Analysis {
 public:
  Analysis(const FeatureProblem& problem, long bits)
      : problem_(problem),
        bits_(bits),
        zero_(0L, working_bits),
        one_(1L, working_bits),
        u_(Rational(1, Integer(1) << bits), working_bits) {}

  std::optional<Interval> output_error() const {
    const FeatureAttention& attention = problem_.attention();
    const auto receivers = stored(attention.receivers);
    const auto senders = stored(attention.senders);
    const auto scores = products(attention.query, attention.key, receivers, senders);
    std::vector<Interval> theta;  // of each receiver
    for (const auto& row : scores) {
      const auto one = relative_error_of_terms(row);
      if (!one) return std::nullopt;
      theta.push_back(*one);
    }
    Interval worst = zero_;
    for (std::size_t l = 0; l < attention.relation_query.size(); ++l) {
      const auto values =
          products(attention.relation_query[l], attention.relation_key[l], receivers, senders);
      for (std::size_t x = 0; x < values.size(); ++x)
        worst = max(worst, error_of_average(values[x], theta[x]));
    }
    if (!attention.relation_query.empty()) return worst;
    for (Eigen::Index l = 0; l < attention.symbols.cols(); ++l) {
      const auto column = stored(RationalVector(attention.symbols.col(l)));
      for (const Interval& one : theta) worst = max(worst, error_of_average(column, one));
    }
    return worst;
  }

 private:
  using Row = std::vector<Known>;

  // p bits: an odd number below 2^p times a power of two.
  bool has_bits(const Rational& value) const {
    if (value == 0) return true;
    const Integer denominator = denominator_of(value);
    if ((denominator & (denominator - 1)) != 0) return false;
    Integer odd = abs(numerator_of(value));
    odd >>= lsb(odd);
    return odd < (Integer(1) << bits_);
  }

  Interval number(const Rational& value) const { return {value, working_bits}; }
  Interval size(const Rational& value) const { return number(Rational(abs(value))); }

  Known rounded(Rational value, bool operands_exact, const Interval& carried) const {
    if (operands_exact && has_bits(value)) return {std::move(value), zero_, true};
    Interval error = carried * (one_ + u_) + u_ * size(value);
    return {std::move(value), std::move(error), false};
  }
  Known stored(const Rational& value) const { return rounded(value, true, zero_); }
  Row stored(const RationalVector& numbers) const {
    Row result;
    for (Eigen::Index c = 0; c < numbers.size(); ++c) result.push_back(stored(numbers(c)));
    return result;
  }
  std::vector<Row> stored(const std::vector<RationalVector>& points) const {
    std::vector<Row> result;
    for (const RationalVector& point : points) result.push_back(stored(point));
    return result;
  }

  static bool is_zero(const Known& a) { return a.exact && a.value == 0; }
  Known product(const Known& a, const Known& b) const {
    if (is_zero(a) || is_zero(b)) return {Rational(0), zero_, true};
    return rounded(a.value * b.value, a.exact && b.exact,
                   size(a.value) * b.error + size(b.value) * a.error + a.error * b.error);
  }
  Known sum(const Known& a, const Known& b) const {
    if (is_zero(a)) return b;
    if (is_zero(b)) return a;
    return rounded(a.value + b.value, a.exact && b.exact, a.error + b.error);
  }
  Known dot(const Row& a, const Row& b) const {
    Known result = product(a.front(), b.front());
    for (std::size_t c = 1; c < a.size(); ++c) result = sum(result, product(a[c], b[c]));
    return result;
  }

  Row apply(const ReluNetwork& network, Row x) const {
    bool first = true;
    for (const AffineMap& map : network.layers()) {
      if (!first) {
        for (Known& entry : x) entry.value = std::max(entry.value, Rational(0));
      }
      first = false;
      Row next;
      for (Eigen::Index r = 0; r < map.weight.rows(); ++r)
        next.push_back(
            sum(dot(stored(RationalVector(map.weight.row(r).transpose())), x), stored(map.bias(r))));
      x = std::move(next);
    }
    return x;
  }

  std::vector<Row> products(const ReluNetwork& query, const ReluNetwork& key,
                            const std::vector<Row>& receivers, const std::vector<Row>& senders) const {
    std::vector<Row> keys;
    for (const Row& y : senders) keys.push_back(apply(key, y));
    std::vector<Row> result;
    for (const Row& x : receivers) {
      const Row q = apply(query, x);
      result.emplace_back();
      for (const Row& k : keys) result.back().push_back(dot(q, k));
    }
    return result;
  }

  // Theta, of a receiver whose scores these are.
  std::optional<Interval> relative_error_of_terms(const Row& scores) const {
    Interval e_s = zero_;
    Rational range = 0;
    bool exact = true;
    for (const Known& a : scores) {
      e_s = max(e_s, a.error);
      for (const Known& b : scores) {
        const Rational difference = a.value - b.value;
        range = std::max(range, difference);
        exact = exact && a.exact && has_bits(difference);
      }
    }
    const Interval two(2L, working_bits);
    const Interval e_d = exact ? zero_ : e_s + u_ * (size(range) + two * e_s);
    const std::size_t terms = problem_.longest_context();
    const Interval grown = exp(e_d) * (one_ + u_);  // 1 + rho
    const Interval rho_t = grown * power_of(one_ + u_, terms - 1) - one_;
    if (compare(rho_t, Rational(1)) != Ordering::less) return std::nullopt;
    const Interval one_and_rho_w = grown * (one_ + u_) / (one_ - rho_t);
    return one_and_rho_w * power_of(one_ + u_, terms + 1) - one_;
  }

  Interval error_of_average(const Row& values, const Interval& theta) const {
    Interval largest = zero_;
    Interval e_v = zero_;
    for (const Known& v : values) {
      largest = max(largest, size(v.value));
      e_v = max(e_v, v.error);
    }
    return largest * theta + e_v * (one_ + theta);
  }

  Interval power_of(const Interval& base, std::size_t exponent) const {
    Interval result = one_;
    for (std::size_t k = 0; k < exponent; ++k) result = result * base;
    return result;
  }

  const FeatureProblem& problem_;
  long bits_;
  Interval zero_;
  Interval one_;
  Interval u_;
};

}  // namespace

std::optional<Interval> feature_error_bound(const FeatureProblem& problem, long significand_bits) {
  return Analysis(problem, significand_bits).output_error();
}

}  // namespace attest

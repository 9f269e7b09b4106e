#include "constructions/precision/layer_error.hpp"

#include <algorithm>
#include <vector>

namespace attest {

namespace {

constexpr Precision working_bits = 2048;  // beyond 2^-p for every p that is asked for

// |x| <= magnitude, |x^ - x| <= error, for all inputs.
struct Bounded {
  Interval magnitude;
  Interval error;
};

class Analysis {
 public:
  Analysis(const LayerProblem& problem, long bits)
      : problem_(problem),
        zero_(0L, working_bits),
        one_(1L, working_bits),
        u_(Rational(1, Integer(1) << bits), working_bits) {}

  std::optional<Interval> output_error() {
    bound_encodings();
    std::vector<Bounded> a;
    for (std::size_t h = 0; h < problem_.heads().size(); ++h) {
      const auto head = head_output(h);
      if (!head) return std::nullopt;
      a.insert(a.end(), head->begin(), head->end());
    }
    std::vector<Bounded> stream = times(problem_.output_matrix(), a);
    if (problem_.residual()) {
      for (std::size_t c = 0; c < stream.size(); ++c) stream[c] = sum(encoding_[c], stream[c]);
    }
    for (const AffineMap& map : problem_.network()) {
      stream = times(map.weight, stream);  // ReLU enlarges neither bound
      for (std::size_t r = 0; r < stream.size(); ++r)
        stream[r] = sum(stream[r], stored(map.bias(static_cast<Eigen::Index>(r))));
    }
    return stream.front().error;
  }

 private:
  Interval number(const Rational& value) const { return {value, working_bits}; }

  Bounded stored(const Rational& value) const {
    const Interval magnitude = number(Rational(abs(value)));
    return {magnitude, u_ * magnitude};
  }
  Bounded product(const Bounded& a, const Bounded& b) const {
    const Interval exact = a.magnitude * b.magnitude;
    const Interval carried = a.magnitude * b.error + b.magnitude * a.error + a.error * b.error;
    return {exact, carried * (one_ + u_) + u_ * exact};
  }
  Bounded sum(const Bounded& a, const Bounded& b) const {
    const Interval exact = a.magnitude + b.magnitude;
    return {exact, (a.error + b.error) * (one_ + u_) + u_ * exact};
  }

  void bound_encodings() {
    for (std::size_t token = 0; token < problem_.tokens(); ++token) {
      for (Symbol content = 0; content < problem_.contents(token); ++content) {
        const RationalVector x = problem_.encoding(token, content);
        encoding_.resize(static_cast<std::size_t>(x.size()), {zero_, zero_});
        for (Eigen::Index c = 0; c < x.size(); ++c) {
          const Bounded one = stored(x(c));
          Bounded& all = encoding_[static_cast<std::size_t>(c)];
          all = {max(all.magnitude, one.magnitude), max(all.error, one.error)};
        }
      }
    }
  }

  std::vector<Bounded> times(const RationalMatrix& matrix, const std::vector<Bounded>& x) const {
    std::vector<Bounded> result;
    for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
      Bounded row{zero_, zero_};
      for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
        const Bounded term = product(stored(matrix(i, j)), x[static_cast<std::size_t>(j)]);
        row = j == 0 ? term : sum(row, term);
      }
      result.push_back(row);
    }
    return result;
  }

  Bounded score(const PrecisionHead& head) const {
    std::vector<std::vector<Bounded>> q;
    for (const RationalMatrix& matrix : head.query) q.push_back(times(matrix, encoding_));
    Bounded h{zero_, zero_};
    bool first_monomial = true;
    for (const auto& monomial : head.monomials) {
      Bounded inner{zero_, zero_};
      for (std::size_t c = 0; c < q[monomial[0]].size(); ++c) {
        Bounded term = q[monomial[0]][c];
        for (std::size_t k = 1; k < monomial.size(); ++k) term = product(term, q[monomial[k]][c]);
        inner = c == 0 ? term : sum(inner, term);
      }
      h = first_monomial ? inner : sum(h, inner);
      first_monomial = false;
    }
    const Interval scale = head.scale.enclosure(working_bits);
    return product(h, {scale, u_ * scale});
  }

  std::optional<std::vector<Bounded>> head_output(std::size_t index) const {
    const PrecisionHead& head = problem_.heads()[index];
    std::size_t terms = 1;  // N, the most that a judged position sums over
    for (const std::size_t token : problem_.task().judged_positions())
      terms = std::max(terms, problem_.tuples(index, token).size());
    const Bounded s = score(head);
    const Interval two(2L, working_bits);
    const Interval e_d = two * s.error * (one_ + u_) + two * u_ * s.magnitude;
    const Interval grown = exp(e_d) * (one_ + u_);  // 1 + rho
    const Interval rho_t = grown * power_of(one_ + u_, terms - 1) - one_;
    if (compare(rho_t, Rational(1)) != Ordering::less) return std::nullopt;
    const Interval one_and_rho_w = grown * (one_ + u_) / (one_ - rho_t);
    const Interval theta = one_and_rho_w * power_of(one_ + u_, terms + 1) - one_;
    std::vector<Bounded> v;
    for (const auto& [variable, matrix] : head.values) {
      const std::vector<Bounded> rows = times(matrix, encoding_);
      if (v.empty()) {
        v = rows;
      } else {
        for (std::size_t c = 0; c < v.size(); ++c) v[c] = product(v[c], rows[c]);
      }
    }
    for (Bounded& coordinate : v)
      coordinate.error = coordinate.magnitude * theta + coordinate.error * (one_ + theta);
    return v;
  }

  Interval power_of(const Interval& base, std::size_t exponent) const {
    Interval result = one_;
    Interval square = base;
    for (std::size_t rest = exponent; rest > 0; rest /= 2) {
      if (rest % 2 == 1) result = result * square;
      square = square * square;
    }
    return result;
  }

  const LayerProblem& problem_;
  Interval zero_;
  Interval one_;
  Interval u_;
  std::vector<Bounded> encoding_;  // over all tokens and contents
};

}  // namespace

std::optional<Interval> layer_error_bound(const LayerProblem& problem, long significand_bits) {
  return Analysis(problem, significand_bits).output_error();
}

}  // namespace attest

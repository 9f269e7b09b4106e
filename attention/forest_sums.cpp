#include "attention/forest_sums.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "attention/elimination.hpp"
#include "attention/lattice.hpp"
#include "claims/stop.hpp"

namespace attest::attention {

namespace {

// Polynomials in z = e^unit, one that counts tuples and one for each coordinate of the value, with the first of the best tuples.
//
// Among tuples of equal score the first in lexicographic order is kept at every step. Choices for disjoint sets of variables
// are independent, so that the first of all their combinations is the combination of the first ones.
//
// Values are brought to whole numbers: denominator(c) is what those of coordinate c are multiplied by.
class ForestAlgebra {
 public:
  using Sum = std::map<Integer, Integer>;
  struct Element {
    Sum counts;
    std::vector<Sum> values;
    Integer best;
    std::vector<std::pair<std::size_t, Token>> choice;  // (variable, token), by variable
  };

  ForestAlgebra(const Head& head, const IntegerScores& scores, std::span<const Kind> kinds, Token receiver)
      : head_(head), scores_(scores), kinds_(kinds), receiver_(kinds[receiver]) {
    for (const Head::Factor& factor : head.value) {
      for (std::size_t c = 0; c < head.value_length; ++c) {
        Integer denominator = 1;
        for (const Kind kind : kinds) {
          const Rational& value =
              factor.vectors[factor.variable == 0 ? receiver_ : kind](static_cast<Eigen::Index>(c));
          denominator = boost::multiprecision::lcm(denominator, denominator_of(value));
        }
        denominators_.push_back(denominator);
      }
    }
  }

  Element zero() const { return {{}, std::vector<Sum>(head_.value_length), 0, {}}; }
  Element one() const {
    const Sum unit{{Integer(0), Integer(1)}};
    return {unit, std::vector<Sum>(head_.value_length, unit), 0, {}};
  }
  // What a factor of the value contributes to coordinate c, times its denominator.
  Integer value(std::size_t factor, Kind kind, std::size_t c) const {
    const Rational& entry = head_.value[factor].vectors[kind](static_cast<Eigen::Index>(c));
    return numerator_of(Rational(entry * Rational(denominators_[factor * head_.value_length + c])));
  }
  Integer denominator(std::size_t c) const {
    Integer all = 1;
    for (std::size_t f = 0; f < head_.value.size(); ++f) all *= denominators_[f * head_.value_length + c];
    return all;
  }

  Element node(const ForestNode& node, std::size_t token) const {
    const Integer score =
        node.touches_query ? scores_.pair(0, receiver_, node.variable, kinds_[token]) : Integer(0);
    Element result{{{score, Integer(1)}}, {}, score, {{node.variable, static_cast<Token>(token)}}};
    for (std::size_t c = 0; c < head_.value_length; ++c) {
      Integer value = 1;
      for (std::size_t f = 0; f < head_.value.size(); ++f) {
        if (head_.value[f].variable == node.variable) value *= this->value(f, kinds_[token], c);
      }
      result.values.push_back({{score, value}});
    }
    return result;
  }

  Element multiply(const Element& a, const Element& b) const {
    check_stop();
    Element result{product(a.counts, b.counts), {}, a.best + b.best, {}};
    for (std::size_t c = 0; c < head_.value_length; ++c)
      result.values.push_back(product(a.values[c], b.values[c]));
    std::merge(a.choice.begin(), a.choice.end(), b.choice.begin(), b.choice.end(),
               std::back_inserter(result.choice));
    return result;
  }

  void add(Element& sum, const Element& e) const { add_shifted(sum, e, 0); }
  void add_edge(Element& sum, const ForestNode& v, std::size_t l, const ForestNode& p, std::size_t m,
                const Element& e) const {
    if (l == 0) check_stop();
    add_shifted(sum, e, scores_.pair(p.variable, kinds_[m], v.variable, kinds_[l]));
  }

 private:
  static Sum product(const Sum& a, const Sum& b) {
    Sum result;
    for (const auto& [s, c] : a) {
      for (const auto& [r, d] : b) result[s + r] += c * d;
    }
    return result;
  }

  void add_shifted(Element& sum, const Element& e, const Integer& shift) const {
    const Integer best = e.best + shift;
    const bool first = sum.counts.empty();
    if (first || best > sum.best || (best == sum.best && e.choice < sum.choice)) {
      sum.best = best;
      sum.choice = e.choice;
    }
    for (const auto& [s, c] : e.counts) sum.counts[s + shift] += c;
    for (std::size_t k = 0; k < head_.value_length; ++k) {
      for (const auto& [s, c] : e.values[k]) sum.values[k][s + shift] += c;
    }
  }

  const Head& head_;
  const IntegerScores& scores_;
  std::span<const Kind> kinds_;
  Kind receiver_;
  std::vector<Integer> denominators_;  // [factor * value_length + coordinate]
};

}  // namespace

std::optional<Forest> forest_of_head(const Head& head, const IntegerScores& scores) {
  if (head.kernel != Kernel::softmax || !head.over.has_every_tuple()) return std::nullopt;
  std::set<std::pair<std::size_t, std::size_t>> zero;
  for (const auto& monomial : scores.polynomial().monomials()) {
    if (monomial.size() != 2) return std::nullopt;
    const auto& rows = scores.rows();
    if (common_divisor({rows[monomial[0]], rows[monomial[1]]}) == 0) zero.insert({monomial[0], monomial[1]});
  }
  return forest_of(head.polynomial, zero);
}

HeadSums sums_along_forest(const Head& head, const IntegerScores& scores, const Forest& forest,
                           std::span<const Kind> kinds, Token receiver) {
  ForestAlgebra algebra(head, scores, kinds, receiver);
  ForestAlgebra::Element total = sum_along_forest(forest, kinds.size(), algebra);
  HeadSums sums;
  sums.unit = scores.unit();
  for (const auto& [score, count] : total.counts) sums.counts[score] = count;
  for (std::size_t c = 0; c < head.value_length; ++c) {
    Integer of_receiver = 1;
    for (std::size_t f = 0; f < head.value.size(); ++f) {
      if (head.value[f].variable == 0) of_receiver *= algebra.value(f, kinds[receiver], c);
    }
    const Rational factor(of_receiver, algebra.denominator(c));
    sums.values.emplace_back();
    for (const auto& [score, value] : total.values[c]) sums.values.back()[score] = value * factor;
  }
  for (const auto& [variable, token] : total.choice) sums.best.push_back(token);
  const auto& [best, tuples] = *sums.counts.rbegin();
  if (tuples > 1) {
    sums.gap = 0;
  } else if (sums.counts.size() > 1) {
    sums.gap = best - std::next(sums.counts.rbegin())->first;
  }
  return sums;
}

}  // namespace attest::attention

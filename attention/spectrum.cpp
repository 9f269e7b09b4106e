#include "attention/spectrum.hpp"

#include <set>

#include "attention/elimination.hpp"
#include "attention/word_scores.hpp"

namespace attest {

namespace {

// The polynomials in z = e^unit that a sum over tuples is: coefficient by score.
class SpectrumAlgebra {
 public:
  struct Element {
    ExponentialSum counts;
    std::vector<ExponentialSum> values;  // one for each coordinate that matters
  };

  explicit SpectrumAlgebra(const WordScores& scores) : scores_(scores), tokens_(scores.tokens()) {}

  std::size_t coordinates() const { return tokens_.coordinates().size(); }
  Element zero() const { return {{}, std::vector<ExponentialSum>(coordinates())}; }
  Element one() const {
    return {{{Integer(0), Rational(1)}},
            std::vector<ExponentialSum>(coordinates(), {{Integer(0), Rational(1)}})};
  }

  Element node(const ForestNode& node, std::size_t l) const {
    const Integer score = scores_.with_query(node, l);
    Element result{{{score, Rational(1)}}, {}};
    for (std::size_t c = 0; c < coordinates(); ++c) {
      result.values.push_back({{score, tokens_.value(node.variable, l, scores_.word()[l], c)}});
    }
    return result;
  }

  Element multiply(const Element& a, const Element& b) const {
    Element result{product(a.counts, b.counts), {}};
    for (std::size_t c = 0; c < coordinates(); ++c)
      result.values.push_back(product(a.values[c], b.values[c]));
    return result;
  }

  void add(Element& sum, const Element& e) const { add_shifted(sum, e, Integer(0)); }

  void add_edge(Element& sum, const ForestNode& v, std::size_t l, const ForestNode& p, std::size_t m,
                const Element& e) const {
    add_shifted(sum, e, scores_.pair(p.variable, m, v.variable, l));
  }

 private:
  static ExponentialSum product(const ExponentialSum& a, const ExponentialSum& b) {
    ExponentialSum result;
    for (const auto& [s, c] : a) {
      for (const auto& [r, d] : b) result[s + r] += c * d;
    }
    return result;
  }

  void add_shifted(Element& sum, const Element& e, const Integer& shift) const {
    for (const auto& [s, c] : e.counts) sum.counts[s + shift] += c;
    for (std::size_t k = 0; k < coordinates(); ++k) {
      for (const auto& [s, c] : e.values[k]) sum.values[k][s + shift] += c;
    }
  }

  const WordScores& scores_;
  const LayerTokens& tokens_;
};

}  // namespace

Spectrum spectrum_by_definition(const LayerTokens& tokens, std::span<const Symbol> word,
                                std::size_t position) {
  const WordScores scores(tokens, word, position);
  Spectrum result;
  result.unit = tokens.unit();
  result.base = tokens.base(position, word[position]);
  for_each_tuple(tokens.variables(), word.size(), position, [&](const std::vector<std::size_t>& tuple) {
    const Integer score = scores.tuple(tuple);
    Rational value = 0;
    for (std::size_t c = 0; c < tokens.coordinates().size(); ++c) {
      Rational product = tokens.coordinate_weights()[c];
      for (std::size_t v = 1; v < tuple.size(); ++v) product *= tokens.value(v, tuple[v], word[tuple[v]], c);
      value += product;
    }
    result.counts[score] += 1;
    result.values[score] += value;
    return true;
  });
  return result;
}

std::optional<Forest> forest_for(const LayerTokens& tokens) {
  std::set<std::pair<std::size_t, std::size_t>> zero_pairs;
  for (const auto& monomial : tokens.attention().monomials()) {
    if (monomial.size() == 2 && tokens.is_zero_pair(monomial[0], monomial[1])) {
      zero_pairs.insert({monomial[0], monomial[1]});
    }
  }
  return forest_of(tokens.attention(), zero_pairs);
}

Spectrum spectrum_along_forest(const LayerTokens& tokens, const Forest& forest, std::span<const Symbol> word,
                               std::size_t position) {
  const WordScores scores(tokens, word, position);
  SpectrumAlgebra algebra(scores);
  const auto sum = sum_along_forest(forest, word.size(), algebra);
  Spectrum result;
  result.unit = tokens.unit();
  result.base = tokens.base(position, word[position]);
  result.counts = sum.counts;
  for (const auto& [score, count] : sum.counts) result.values[score] = 0;
  for (std::size_t c = 0; c < algebra.coordinates(); ++c) {
    for (const auto& [score, value] : sum.values[c]) {
      result.values[score] += tokens.coordinate_weights()[c] * value;
    }
  }
  return result;
}

Spectrum spectrum_of(const LayerTokens& tokens, std::span<const Symbol> word, std::size_t position) {
  const auto forest = forest_for(tokens);
  return forest ? spectrum_along_forest(tokens, *forest, word, position)
                : spectrum_by_definition(tokens, word, position);
}

ExponentialSum deviation(const Spectrum& spectrum, const Rational& target) {
  ExponentialSum result = spectrum.values;
  for (const auto& [score, count] : spectrum.counts) result[score] += (spectrum.base - target) * count;
  return result;
}

Interval output_of(const Spectrum& spectrum, long accurate_bits) {
  return quotient(deviation(spectrum, Rational(0)), spectrum.counts, spectrum.unit, accurate_bits);
}

Interval error_of(const Spectrum& spectrum, const Rational& target, long accurate_bits) {
  return abs(quotient(deviation(spectrum, target), spectrum.counts, spectrum.unit, accurate_bits));
}

Ordering compare_error(const Spectrum& spectrum, const Rational& target, const Rational& bound) {
  // |y - target| > bound iff y - (target + bound) > 0 or y - (target - bound) < 0.
  const Ordering above = sign_of(deviation(spectrum, target + bound), spectrum.unit);
  const Ordering below = sign_of(deviation(spectrum, target - bound), spectrum.unit);
  if (above == Ordering::greater || below == Ordering::less) return Ordering::greater;
  if (above == Ordering::undecided || below == Ordering::undecided) return Ordering::undecided;
  if (above == Ordering::equal || below == Ordering::equal) return Ordering::equal;
  return Ordering::less;
}

std::optional<Integer> score_gap(const Spectrum& spectrum) {
  // unit >= 0: the highest score is the best; with unit zero all tuples tie.
  std::optional<Integer> best;
  for (auto term = spectrum.counts.rbegin(); term != spectrum.counts.rend(); ++term) {
    const auto& [score, count] = *term;
    if (best) return spectrum.unit.is_zero() ? Integer(0) : Integer(*best - score);
    if (count > 1) return Integer(0);
    best = score;
  }
  return std::nullopt;
}

}  // namespace attest

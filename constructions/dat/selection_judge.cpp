#include "constructions/dat/selection_judge.hpp"

#include <algorithm>

#include "constructions/dat/error_chain.hpp"

namespace attest {

namespace {

constexpr long accurate_bits = 64;

bool is_positive(const ExponentialSum& sum, const Surd& unit) {
  const Ordering sign = sign_of(sum, unit);
  if (sign == Ordering::undecided) throw_precision_exhausted();
  return sign == Ordering::greater;
}

}  // namespace

SelectionJudge::SelectionJudge(const AttentionTables& tables,
                               const std::vector<std::vector<std::vector<Rational>>>& relation,
                               const SelectAndRelate& task, const Rational& eps)
    : tables_(tables), relation_(relation), task_(task), eps_(eps) {}

const std::optional<Judgement>& SelectionJudge::operator()(const Word& word) {
  const long truth = task_.truth(word, 0);
  if (truth == 0) return undefined_;
  Word key = word;
  std::sort(key.begin() + 1, key.end());
  key.push_back(static_cast<Symbol>(truth));
  const auto [entry, is_new] = seen_.try_emplace(std::move(key));
  if (is_new) entry->second = judge(word, truth);
  return entry->second;
}

std::vector<CoordinateOutput> SelectionJudge::coordinates(const Word& word, long truth) const {
  const RelationalOutput output =
      relational_attention(tables_, word[0], std::span<const Symbol>(word).subspan(1));
  std::vector<CoordinateOutput> result;
  for (std::size_t l = 0; l < output.numerator.size(); ++l) {
    CoordinateOutput coordinate;
    coordinate.value = quotient(output.numerator[l], output.denominator, tables_.unit, accurate_bits);
    if (truth != 0) {
      coordinate.wanted = relation_[word[0]][static_cast<std::size_t>(truth) - 1][l];
      const ExponentialSum error = combined(output.numerator[l], -coordinate.wanted, output.denominator);
      coordinate.error = abs(quotient(error, output.denominator, tables_.unit, accurate_bits));
      // |error| < eps: both signs, exactly.
      coordinate.within =
          is_positive(combined(error, eps_, output.denominator), tables_.unit) &&
          is_positive(combined(combined({}, Rational(-1), error), eps_, output.denominator), tables_.unit);
    }
    result.push_back(std::move(coordinate));
  }
  return result;
}

Judgement SelectionJudge::judge(const Word& word, long truth) const {
  Judgement result;
  const auto selected = static_cast<std::size_t>(truth) - 1;
  result.error = Interval(0L, initial_precision + accurate_bits);
  for (const auto& coordinate : coordinates(word, truth)) {
    result.within = result.within && coordinate.within;
    result.error = max(result.error, coordinate.error);
  }
  ChainInput chain;
  chain.unit = tables_.unit;
  chain.wanted = relation_[word[0]][selected];
  const std::vector<Rational>& score = tables_.score[word[0]];
  for (std::size_t i = 1; i < word.size(); ++i) {
    chain.exponents.push_back(tables_.exponent[word[0]][word[i]]);
    chain.relations.push_back(tables_.relation[word[0]][word[i]]);
    const Rational gap = score[selected] - score[word[i]];
    if (word[i] != selected && (!result.score_gap || gap < *result.score_gap)) result.score_gap = gap;
  }
  const ChainLines lines = chain_lines(chain);
  const auto smaller = [&](const ExponentialSum& a, const ExponentialSum& b) {
    return is_positive(combined(b, Rational(-1), a), tables_.unit);
  };
  result.line277_fails = smaller(lines.line277_printed, lines.line276);
  result.line278_fails = smaller(lines.line277_repaired, lines.line277_printed);
  return result;
}

}  // namespace attest

#include "reductions/strassen/two_sided.hpp"

namespace attest {

std::uint64_t word_count(std::uint64_t base, int exponent) {
  const std::uint64_t limit = std::uint64_t{1} << 62;
  std::uint64_t count = 1;
  for (int k = 0; k < exponent; ++k) {
    if (base != 0 && count > limit / base) return limit;
    count *= base;
  }
  return count;
}

std::vector<int> word_of_rank(std::uint64_t rank, int length, const std::vector<int>& alphabet) {
  std::vector<int> word(length);
  for (int k = length - 1; k >= 0; --k) {
    word[k] = alphabet[rank % alphabet.size()];
    rank /= alphabet.size();
  }
  return word;
}

TwoSidedOutcome check_two_sided(const TwoSidedReduction& reduction, const std::function<bool()>& stop) {
  TwoSidedOutcome outcome;
  outcome.instances = reduction.left * reduction.right;
  if (outcome.instances == 0) return outcome;
  // A token depends on the left half if changing that half alone, to half 0, changes it for some pair; if no
  // such change does, no change of the left half does.
  std::vector<std::vector<int>> first_row;  // tokens of (0, v)
  std::vector<bool> on_left;
  std::vector<bool> on_right;
  for (std::uint64_t u = 0; u < reduction.left; ++u) {
    std::vector<int> first_column;  // tokens of (u, 0)
    for (std::uint64_t v = 0; v < reduction.right; ++v) {
      if (outcome.checked % 256 == 0 && stop && stop()) return outcome;
      const std::vector<int> tokens = reduction.tokens(u, v);
      if (u == 0 && v == 0) {
        on_left.assign(tokens.size(), false);
        on_right.assign(tokens.size(), false);
      }
      if (u == 0) first_row.push_back(tokens);
      if (v == 0) first_column = tokens;
      for (std::size_t t = 0; t < tokens.size(); ++t) {
        if (tokens[t] != first_row[v][t]) on_left[t] = true;
        if (tokens[t] != first_column[t]) on_right[t] = true;
      }
      ++outcome.checked;
      const std::string defect = reduction.token_defect(tokens);
      if (!defect.empty() && !outcome.first_defect) {
        outcome.first_defect = {u, v};
        outcome.defect = defect;
      }
      const bool truth = reduction.source(u, v);
      if (truth) ++outcome.yes;
      const bool differs = defect.empty() && truth != reduction.target(u, v);
      if (differs && !outcome.first_failure) outcome.first_failure = {u, v};
      if (differs || !defect.empty()) ++outcome.failing;
    }
  }
  for (std::size_t t = 0; t < on_left.size(); ++t) {
    auto& kind = on_left[t] ? (on_right[t] ? outcome.mixed : outcome.of_left)
                            : (on_right[t] ? outcome.of_right : outcome.fixed);
    kind.push_back(static_cast<int>(t));
  }
  return outcome;
}

problems::SetIntersection sets_of_rank(int m, std::uint64_t u, std::uint64_t v) {
  return {word_of_rank(u, m, {0, 1}), word_of_rank(v, m, {0, 1})};
}

}  // namespace attest

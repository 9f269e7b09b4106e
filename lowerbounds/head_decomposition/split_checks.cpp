#include "lowerbounds/head_decomposition/split_checks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "claims/counted_work.hpp"
#include "lowerbounds/head_decomposition/summands.hpp"

namespace attest {

namespace {

void count(SplitCount& result, bool good, const std::function<std::string()>& words) {
  ++result.looked_at;
  if (good) return;
  if (result.failing++ == 0) result.first_failure = words();
}

bool in(unsigned set, int i) {
  return (set >> i & 1U) != 0;
}

// Bit i of the set: token i.
std::vector<bool> members(unsigned set, int n) {
  std::vector<bool> result;
  for (int i = 0; i < n; ++i) result.push_back(in(set, i));
  return result;
}

SmallMatrix tokens_of_word(const std::vector<int>& symbols, const std::vector<bool>& in_a) {
  SmallMatrix tokens;
  for (std::size_t j = 0; j < symbols.size(); ++j)
    tokens.push_back({in_a[j] ? symbols[j] : 0, in_a[j] ? 0 : symbols[j], 1});
  tokens.push_back({0, 0, 1});
  return tokens;
}

PairHeadOutput output_of(PairHead head, const SmallMatrix& tokens, std::size_t at) {
  return head == PairHead::strassen ? strassen_head(strassen_witness(), tokens, at)
                                    : third_order_head(third_order_witness(), tokens, at);
}

Summands at_token_12(SplitHead head, const std::vector<int>& p, const std::vector<int>& q) {
  const auto symbols = token_symbols(quotient_instance(p, q));
  if (head == SplitHead::triangular) return triangular_head(symbols, 0, 1);
  std::vector<int> in_a_row;
  for (const auto& row : symbols) in_a_row.insert(in_a_row.end(), row.begin(), row.end());
  return standard_head(in_a_row);
}

}  // namespace

bool splits_on_word(const std::vector<bool>& in_a, const HeadOnWord& head) {
  const auto on = [&](int on_a, int on_b) {
    std::vector<int> word;
    for (const bool member : in_a) word.push_back(member ? on_a : on_b);
    word.push_back(0);  // the auxiliary token n+1, index n here
    return head(word);
  };
  return same_sum(on(1, 1), on(0, 0), on(1, 0), on(0, 1));
}

SplitCount standard_on_words(int n, const std::function<bool()>& stop, const HeadOnWord& head) {
  SplitCount result;
  result.expected = std::uint64_t{1} << n;
  for (unsigned a_set = 0; a_set < 1U << n && !stop(); ++a_set) {
    count(result, splits_on_word(members(a_set, n), head),
          [&] { return fmt::format("A = the tokens of bit set {}", a_set); });
  }
  return result;
}

bool splits_on_quotient(SplitHead head, const std::vector<int>& p, const std::vector<int>& q) {
  const std::vector<int> zero(p.size(), 0);
  return same_sum(at_token_12(head, p, q), at_token_12(head, zero, zero), at_token_12(head, p, zero),
                  at_token_12(head, zero, q));
}

SplitCount head_on_quotient(SplitHead head, int s, const std::function<bool()>& stop) {
  SplitCount result;
  result.expected = std::uint64_t{1} << 2 * s;
  CountedWork work(Integer(1) << s);
  const auto zero = bit_word(0, s);
  const Summands base = at_token_12(head, zero, zero);
  for (unsigned p = 0; p < 1U << s; ++p) {
    work.reached(p);
    const Summands with_p = at_token_12(head, bit_word(p, s), zero);
    for (unsigned q = 0; q < 1U << s && !stop(); ++q) {
      const Summands both = at_token_12(head, bit_word(p, s), bit_word(q, s));
      const Summands with_q = at_token_12(head, zero, bit_word(q, s));
      count(result, same_sum(both, base, with_p, with_q), [&] {
        return fmt::format("p = {}, q = {}", fmt::join(bit_word(p, s), ""), fmt::join(bit_word(q, s), ""));
      });
    }
  }
  return result;
}

SplitCount pairs_of_tokens(int s) {
  SplitCount result;
  const int m = 2 * s + 2;
  result.expected = static_cast<std::uint64_t>(m);
  CountedWork work(Integer(1) << s);
  std::vector<bool> on_p(static_cast<std::size_t>(m) + 1, false);
  std::vector<bool> on_q = on_p;
  const auto pair = [&](unsigned p, unsigned q) {
    return triangular_head(token_symbols(quotient_instance(bit_word(p, s), bit_word(q, s))), 0, 1);
  };
  for (unsigned p = 0; p < 1U << s; ++p) {
    work.reached(p);
    for (unsigned q = 0; q < 1U << s; ++q) {
      const Summands here = pair(p, q);
      for (int bit = 0; bit < s; ++bit) {
        const Summands other_p = pair(p ^ 1U << bit, q);
        const Summands other_q = pair(p, q ^ 1U << bit);
        for (std::size_t l = 1; l < on_p.size(); ++l) {
          if (other_p[l - 1] != here[l - 1]) on_p[l] = true;
          if (other_q[l - 1] != here[l - 1]) on_q[l] = true;
        }
      }
    }
  }
  for (int l = 1; l <= m; ++l) {
    const auto at = static_cast<std::size_t>(l);
    const bool should_on_p = 3 <= l && l <= s + 2;
    const bool should_on_q = s + 3 <= l;
    count(result, on_p[at] == should_on_p && on_q[at] == should_on_q, [&] {
      return fmt::format("l = {}: the pair {} on p and {} on q", l, on_p[at] ? "depends" : "does not depend",
                         on_q[at] ? "depends" : "does not depend");
    });
  }
  return result;
}

Corners corners_of(const std::vector<PairHeadOutput>& outputs) {
  const auto difference = [&](PolynomialInE PairHeadOutput::*part) {
    PolynomialInE sum = add(outputs[3].*part, outputs[0].*part, 1);
    sum = add(sum, outputs[1].*part, -1);
    return add(sum, outputs[2].*part, -1);
  };
  return {difference(&PairHeadOutput::denominator), difference(&PairHeadOutput::numerator),
          outputs[0].numerator.empty() && outputs[1].numerator.empty() && outputs[2].numerator.empty() &&
              !outputs[3].numerator.empty()};
}

SmallMatrix word_tokens(const std::vector<int>& symbols, unsigned a_set) {
  return tokens_of_word(symbols, members(a_set, static_cast<int>(symbols.size())));
}

Corners pair_head_on_word(PairHead head, const std::vector<bool>& in_a) {
  std::vector<PairHeadOutput> outputs;
  for (const int on_a : {0, 1}) {
    for (const int on_b : {0, 1}) {
      std::vector<int> word;
      for (const bool member : in_a) word.push_back(member ? on_a : on_b);
      outputs.push_back(output_of(head, tokens_of_word(word, in_a), in_a.size()));
    }
  }
  return corners_of(outputs);
}

SplitCount pair_head_on_words(PairHead head, int n, const std::function<bool()>& stop) {
  SplitCount result;
  result.expected = (std::uint64_t{1} << n) - 2;
  for (unsigned a_set = 1; a_set + 1 < 1U << n && !stop(); ++a_set) {
    count(result, pair_head_on_word(head, members(a_set, n)).refuses(),
          [&] { return fmt::format("A = the tokens of bit set {}", a_set); });
  }
  return result;
}

SmallMatrix quotient_tokens(const QuotientInstance& instance) {
  SmallMatrix tokens;
  for (std::size_t i = 0; i < instance.A.size(); ++i) {
    for (std::size_t j = 0; j < instance.A.size(); ++j) {
      tokens.push_back({instance.A[i][j], instance.B[i][j], 1});
    }
  }
  return tokens;
}

Corners pair_head_on_quotient(PairHead head, int s) {
  std::vector<PairHeadOutput> outputs;
  const std::vector<int> zeros(static_cast<std::size_t>(s), 0);
  const std::vector<int> ones(static_cast<std::size_t>(s), 1);
  for (const auto& p : {zeros, ones}) {
    for (const auto& q : {zeros, ones}) {
      outputs.push_back(output_of(head, quotient_tokens(quotient_instance(p, q)), 1));  // token (1, 2)
    }
  }
  return corners_of(outputs);
}

}  // namespace attest

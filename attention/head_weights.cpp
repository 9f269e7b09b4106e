#include "attention/head_weights.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/usage_error.hpp"

namespace attest::attention {

std::optional<std::vector<Rational>> rational_weights(const Head& head, const IntegerScores& scores,
                                                      std::span<const Kind> kinds, Token receiver) {
  const Kind own = kinds[receiver];
  if (head.kernel == Kernel::softmax)
    throw UsageError(fmt::format("{}: the weights of a softmax are no rational numbers", head.name));
  std::vector<Rational> weights;
  if (!compares_scores(head.kernel)) {
    each_tuple(head.over, kinds, receiver, [&](std::span<const Token>, std::span<const Kind> tuple) {
      weights.push_back(head.kernel == Kernel::exact_match
                            ? Rational(scores.matches(own, tuple[0]) ? 1 : 0)
                            : rational_weight(head.kernel, Rational(scores(own, tuple)) * scores.unit().q()));
      return true;
    });
  } else {
    std::vector<Integer> all;
    each_tuple(head.over, kinds, receiver, [&](std::span<const Token>, std::span<const Kind> tuple) {
      all.push_back(scores(own, tuple));
      return true;
    });
    const auto most = std::max_element(all.begin(), all.end());
    bool found = false;
    for (const Integer& score : all) {
      const bool best = score == *most;
      weights.emplace_back(best && !(found && head.kernel == Kernel::leftmost) ? 1 : 0);
      found = found || best;
    }
  }
  Rational sum = 0;
  for (const Rational& weight : weights) sum += weight;
  if (sum == 0) return head.kernel == Kernel::exact_match ? std::optional(weights) : std::nullopt;
  for (Rational& weight : weights) weight /= sum;
  return weights;
}

bool has_normalised_weights(const Head& head, const IntegerScores& scores, std::span<const Kind> kinds,
                            Token receiver) {
  if (compares_scores(head.kernel)) return !head.over.empty(receiver);
  const Kind own = kinds[receiver];
  bool found = false;
  each_tuple(head.over, kinds, receiver, [&](std::span<const Token>, std::span<const Kind> tuple) {
    found = head.kernel == Kernel::exact_match ? scores.matches(own, tuple[0])
                                               : !scores.unit().is_zero() && scores(own, tuple) != 0;
    return !found;
  });
  return found;
}

}  // namespace attest::attention

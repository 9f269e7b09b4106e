#include "attention/head_weights.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"

namespace attest::attention {

namespace {

// Calls visit(kinds of the tuple) until it returns false.
template <typename Visit>
void for_each_tuple(const Head& head, std::span<const Kind> kinds, Token receiver, Visit&& visit) {
  const std::span<const Token> tuples = head.over.tuples(receiver);
  const std::size_t arity = head.over.arity();
  std::vector<Kind> tuple(arity);
  for (std::size_t at = 0, seen = 0; at < tuples.size(); at += arity, ++seen) {
    if (seen % 256 == 0) check_stop();
    for (std::size_t v = 0; v < arity; ++v) tuple[v] = kinds[tuples[at + v]];
    if (!visit(std::span<const Kind>(tuple))) return;
  }
}

}  // namespace

std::optional<std::vector<Rational>> rational_weights(const Head& head, const IntegerScores& scores,
                                                      std::span<const Kind> kinds, Token receiver) {
  const Kind own = kinds[receiver];
  if (head.kernel == Kernel::softmax)
    throw UsageError(fmt::format("{}: the weights of a softmax are no rational numbers", head.name));
  std::vector<Rational> weights;
  if (!compares_scores(head.kernel)) {
    for_each_tuple(head, kinds, receiver, [&](std::span<const Kind> tuple) {
      weights.push_back(head.kernel == Kernel::exact_match
                            ? Rational(scores.matches(own, tuple[0]) ? 1 : 0)
                            : rational_weight(head.kernel, Rational(scores(own, tuple)) * scores.unit().q()));
      return true;
    });
  } else {
    std::vector<Integer> all;
    for_each_tuple(head, kinds, receiver, [&](std::span<const Kind> tuple) {
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
  for_each_tuple(head, kinds, receiver, [&](std::span<const Kind> tuple) {
    found = head.kernel == Kernel::exact_match ? scores.matches(own, tuple[0])
                                               : !scores.unit().is_zero() && scores(own, tuple) != 0;
    return !found;
  });
  return found;
}

}  // namespace attest::attention

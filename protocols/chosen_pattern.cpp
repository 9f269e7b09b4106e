#include "protocols/chosen_pattern.hpp"

#include <string>

#include "claims/usage_error.hpp"
#include "protocols/pattern_numbers.hpp"
#include "tasks/drawn_word.hpp"

namespace attest::mpc {

Integer pattern_count(const RoundLimits& limits) {
  return PatternNumbers(limits).count();
}

std::pair<Pattern, std::optional<Integer>> chosen_pattern(const Json& given, const RoundLimits& limits,
                                                          std::uint64_t seed) {
  if (given == "random") return {random_pattern(limits, seed), std::nullopt};
  if (!given.is_string()) return {pattern_from_json(given, limits), std::nullopt};
  const std::string text = given.get<std::string>();
  if (limits.q > 5 || limits.s > 4)
    throw UsageError("input", text, "JSON or random: patterns are numbered up to q = 5 and s = 4");
  PatternNumbers numbers(limits);
  const Integer rank = rank_argument(text, numbers.count());
  return {numbers.pattern(rank), rank};
}

}  // namespace attest::mpc

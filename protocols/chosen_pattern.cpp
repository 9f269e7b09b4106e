#include "protocols/chosen_pattern.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "claims/usage_error.hpp"
#include "tasks/drawn_word.hpp"

namespace attest::mpc {

namespace {

constexpr long most_ranked_patterns = 2'000'000;

// Machine by machine, with the room that is left at each.
class PatternCount {
 public:
  PatternCount(long q, long s, long letters) : q_(q), s_(s), letters_(letters) {}

  Integer count() { return from(0, 0, std::vector<long>(static_cast<std::size_t>(q_), s_)); }

 private:
  Integer from(long cell, long sent, std::vector<long> room) {
    if (cell == q_ * q_) return 1;
    const long destination = cell % q_;
    if (destination == 0) sent = 0;
    const auto key = std::pair{std::pair{cell, sent}, room};
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    Integer total = 0;
    Integer contents = 1;  // letters^length
    for (long length = 0; length <= std::min(s_ - sent, room[destination]); ++length, contents *= letters_) {
      std::vector<long> left = room;
      left[destination] -= length;
      total += contents * from(cell + 1, sent + length, left);
    }
    return known_[key] = total;
  }

  long q_, s_, letters_;
  std::map<std::pair<std::pair<long, long>, std::vector<long>>, Integer> known_;
};

}  // namespace

Integer pattern_count(const RoundLimits& limits) {
  return PatternCount(limits.q, limits.s, limits.letters).count();
}

std::pair<Pattern, std::optional<Integer>> chosen_pattern(const Json& given, const RoundLimits& limits,
                                                          std::uint64_t seed) {
  if (given == "random") return {random_pattern(limits, seed), std::nullopt};
  if (!given.is_string()) return {pattern_from_json(given, limits), std::nullopt};
  const std::string text = given.get<std::string>();
  if (limits.q > 5 || limits.s > 4)
    throw UsageError("input", text, "JSON or random: patterns are numbered up to q = 5 and s = 4");
  const Integer rank = rank_argument(text, pattern_count(limits));
  if (rank >= most_ranked_patterns)
    throw UsageError("input", text,
                     fmt::format("a rank below {}: patterns are counted up to it", most_ranked_patterns));
  Integer seen = 0;
  std::pair<Pattern, std::optional<Integer>> found;
  for_every_pattern(limits.q, limits.s, limits.letters, [&](const Pattern& pattern) {
    if (seen++ != rank) return true;
    found = {pattern, rank};
    return false;
  });
  return found;
}

}  // namespace attest::mpc

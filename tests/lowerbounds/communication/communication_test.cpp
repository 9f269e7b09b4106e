#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <set>

#include "lowerbounds/communication/coverage.hpp"
#include "lowerbounds/communication/pointer_jumping.hpp"
#include "numeric/integer.hpp"

namespace communication_test {

using namespace attest;

namespace {

using Indices = std::vector<int>;  // 1-based tokens
using Times = std::map<Indices, int>;

long value_at(const CountInN& count, long n) {
  long value = 0;
  long power = 1;
  for (const long c : count.coefficients()) {
    value += c * power;
    power *= n;
  }
  return value;
}

std::vector<Indices> all_indices(int tokens, int variables) {
  std::vector<Indices> all{{}};
  for (int v = 0; v < variables; ++v) {
    std::vector<Indices> longer;
    for (const auto& tuple : all) {
      for (int token = 1; token <= tokens; ++token) {
        longer.push_back(tuple);
        longer.back().push_back(token);
      }
    }
    all = longer;
  }
  return all;
}

// Theorem F.3 over the tokens themselves: who sums (j, k)?
std::vector<int> strassen_players(int n, int j, int k) {
  const int x = 3 * n + 1;
  const auto f = [&](int i, int token) { return (i - 1) * n < token && token <= i * n; };
  const auto in_1 = [&](int token) { return token == x || f(2, token); };
  const auto in_2 = [&](int token) { return token == x || f(1, token) || f(3, token); };
  std::vector<int> players;
  if (in_1(j) && in_1(k)) players.push_back(1);
  if (in_2(j) && in_2(k) && !(j == x && k == x)) players.push_back(2);
  if ((f(1, j) && f(2, k)) || (f(2, j) && f(1, k))) players.push_back(3);
  return players;
}

// Theorem F.5, line 3277, over the tokens: the set of player i, cut at the last token.
std::set<int> printed_range(int i, int n, int t) {
  std::set<int> range{t * n + 1};
  const auto add = [&](int low, int high) {
    for (int token = low; token <= std::min(high, t * n + 1); ++token) range.insert(token);
  };
  if (i == 2) add(1, n);
  if (i > 2) add(1, (i - 1) * n + 1);
  add(i * n + 1, (i + 1) * n);
  return range;
}

// Definition F.1: the tokens of Player i.
std::set<int> myopic_tokens(int i, int n, int t) {
  std::set<int> tokens{t * n + 1};
  for (int token = 1; token <= t * n; ++token) {
    const int function = (token - 1) / n + 1;
    if (function <= i - 1 || (function == i + 1)) tokens.insert(token);
  }
  return tokens;
}

bool within(const Indices& tuple, const std::set<int>& set) {
  return std::all_of(tuple.begin(), tuple.end(), [&](int token) { return set.count(token) == 1; });
}

long tuples_at(const Protocol& protocol, const std::vector<BlockTuple>& tuples, long n) {
  return value_at(index_tuples(protocol, tuples), n);
}

// Eq. 22 and eq. 23 with given r and values, over the block tuples (one indeterminate for each).
std::pair<Rational, Rational> head_and_coordinator(const Protocol& protocol, std::mt19937& random) {
  std::uniform_int_distribution<int> number(1, 50);
  std::map<BlockTuple, Rational> r;
  std::map<BlockTuple, Rational> value;
  Rational numerator = 0;
  Rational denominator = 0;
  for (const auto& tuple : all_block_tuples(protocol)) {
    r[tuple] = number(random);
    value[tuple] = number(random) - 25;
    numerator += r[tuple] * value[tuple];
    denominator += r[tuple];
  }
  Rational above = 0;
  Rational below = 0;
  for (const Player& player : protocol.players) {
    Rational l = 0;
    Rational weighted = 0;
    for (const auto& tuple : player.sums) {
      l += r[tuple];
      weighted += r[tuple] * value[tuple];
    }
    if (l == 0) continue;  // nothing to send
    const Rational l_prime = weighted / l;
    above += l * l_prime;
    below += l;
  }
  return {numerator / denominator, above / below};
}

}  // namespace

TEST_CASE("Theorem F.3 leaves exactly the pairs of a token of f_2 and a token of f_3 to nobody",
          "[communication]") {
  const Protocol protocol = printed_strassen_protocol();
  const Coverage coverage = coverage_of(protocol);
  CHECK(coverage.uncovered == std::vector<BlockTuple>{{1, 2}, {2, 1}});
  CHECK(coverage.known_to_nobody == coverage.uncovered);
  CHECK(coverage.repeated.empty());
  CHECK(coverage.knowable());
  CHECK_FALSE(coverage.reassembles());
  CHECK(index_tuples(protocol, coverage.uncovered).to_string() == "2*n^2");
  CHECK(index_tuples(protocol, all_block_tuples(protocol)).to_string() == "9*n^2 + 6*n + 1");
}

TEST_CASE("Theorem F.3's block pairs agree with a count over the tokens themselves", "[communication]") {
  const Protocol protocol = printed_strassen_protocol();
  const Coverage coverage = coverage_of(protocol);
  for (const int n : {1, 2, 3, 4}) {
    long uncovered = 0;
    for (int j = 1; j <= 3 * n + 1; ++j) {
      for (int k = 1; k <= 3 * n + 1; ++k) {
        const auto players = strassen_players(n, j, k);
        REQUIRE(players.size() <= 1);
        if (players.empty()) ++uncovered;
        // The same player as in the block pair.
        const BlockTuple pair{(j - 1) / n, (k - 1) / n};
        for (int i = 1; i <= 3; ++i) {
          const auto& sums = protocol.players[static_cast<std::size_t>(i - 1)].sums;
          const bool by_blocks = std::count(sums.begin(), sums.end(), pair) == 1;
          const bool by_tokens = std::count(players.begin(), players.end(), i) == 1;
          REQUIRE(by_blocks == by_tokens);
        }
      }
    }
    CHECK(uncovered == 2 * n * n);
    CHECK(uncovered == tuples_at(protocol, coverage.uncovered, n));
  }
}

TEST_CASE("Theorem F.5's blocks agree with a count over the tokens themselves", "[communication]") {
  for (int t = 2; t <= 4; ++t) {
    for (int size = 2; size <= t; ++size) {
      const Protocol protocol = printed_branch_protocol(t, size);
      const Coverage coverage = coverage_of(protocol);
      std::vector<BlockTuple> unknown;
      for (const auto& each : coverage.summed_unknown) unknown.push_back(each.tuple);
      for (const int n : {1, 2, 3}) {
        long uncovered = 0;
        long summed_unknown = 0;
        long known_to_nobody = 0;
        for (const auto& tuple : all_indices(t * n + 1, size - 1)) {
          int first = 0;  // the player who sends it
          bool known = false;
          for (int i = 1; i <= t; ++i) {
            if (first == 0 && within(tuple, printed_range(i, n, t))) first = i;
            known = known || within(tuple, myopic_tokens(i, n, t));
          }
          if (first == 0) ++uncovered;
          if (first != 0 && !within(tuple, myopic_tokens(first, n, t))) ++summed_unknown;
          if (!known) ++known_to_nobody;
        }
        INFO("t = " << t << ", branch of " << size << ", n = " << n);
        CHECK(uncovered == tuples_at(protocol, coverage.uncovered, n));
        CHECK(summed_unknown == tuples_at(protocol, unknown, n));
        CHECK(known_to_nobody == tuples_at(protocol, coverage.known_to_nobody, n));
      }
      CHECK(coverage.repeated.empty());
      CHECK((coverage.knowable() && coverage.exact()) == (size == 2));
    }
  }
}

TEST_CASE("Without the slip the uncovered tuples are those that use both f_{t-1} and f_t",
          "[communication]") {
  for (int t = 2; t <= 5; ++t) {
    for (int size = 2; size <= t; ++size) {
      const Protocol protocol = myopic_branch_protocol(t, size);
      const Coverage coverage = coverage_of(protocol);
      CHECK(coverage.knowable());
      CHECK(coverage.repeated.empty());
      CHECK(coverage.uncovered == coverage.known_to_nobody);
      for (const auto& tuple : all_block_tuples(protocol)) {
        const bool both = std::count(tuple.begin(), tuple.end(), t - 2) > 0 &&
                          std::count(tuple.begin(), tuple.end(), t - 1) > 0;
        const bool found = std::binary_search(coverage.uncovered.begin(), coverage.uncovered.end(), tuple);
        REQUIRE(both == found);
      }
    }
  }
}

TEST_CASE("No myopic player knows f_{t-1} and f_t, and this is the only obstacle", "[communication]") {
  for (int t = 2; t <= 8; ++t) {
    Protocol protocol = myopic_branch_protocol(t, 2);
    CHECK(minimal_unknown_sets(protocol, t) ==
          std::vector<BlockSet>{BlockSet{1} << (t - 2) | BlockSet{1} << (t - 1)});
  }
}

TEST_CASE("With the number on the forehead every branch of at most s variables is covered once",
          "[communication]") {
  for (int t = 2; t <= 5; ++t) {
    for (int players = 2; players <= t; ++players) {
      for (int size = 2; size <= players; ++size) {
        const Coverage coverage = coverage_of(forehead_branch_protocol(t, players, size));
        CHECK(coverage.knowable());
        CHECK(coverage.exact());
        CHECK(coverage.reassembles());
      }
    }
  }
  // One variable more is one too many.
  CHECK_FALSE(coverage_of(forehead_branch_protocol(3, 3, 4)).exact());
}

TEST_CASE("Giving f_3 to Player 1 is the only repair with one function for one player", "[communication]") {
  int repairs = 0;
  for (std::size_t player = 0; player < 3; ++player) {
    for (int function = 0; function < 3; ++function) {
      Protocol protocol = printed_strassen_protocol();
      if ((protocol.players[player].knows >> function & 1U) != 0) continue;
      protocol.players[player].knows |= BlockSet{1} << function;
      const bool all_known = coverage_of(protocol).known_to_nobody.empty();
      const bool someone_knows_everything =
          std::any_of(protocol.players.begin(), protocol.players.end(),
                      [](const Player& each) { return (each.knows & 7U) == 7U; });
      if (all_known && !someone_knows_everything) {
        ++repairs;
        CHECK(player == 0);
        CHECK(function == 2);
      }
    }
  }
  CHECK(repairs == 1);
  CHECK(coverage_of(repaired_strassen_protocol()).exact());
  CHECK(coverage_of(repaired_strassen_protocol()).knowable());
}

TEST_CASE("The coordinator's quotient is the head's exactly when every tuple is summed equally often",
          "[communication]") {
  std::mt19937 random(4);
  const Protocol printed = printed_strassen_protocol();
  const Protocol repaired = repaired_strassen_protocol();
  Protocol twice = repaired;
  for (Player& player : twice.players) {
    const auto sums = player.sums;
    player.sums.insert(player.sums.end(), sums.begin(), sums.end());
  }
  CHECK(coverage_of(twice).reassembles());
  CHECK_FALSE(coverage_of(twice).exact());
  int different = 0;
  for (int round = 0; round < 50; ++round) {
    const auto [head, same] = head_and_coordinator(repaired, random);
    CHECK(head == same);
    const auto [head_2, same_2] = head_and_coordinator(twice, random);
    CHECK(head_2 == same_2);
    const auto [head_3, other] = head_and_coordinator(printed, random);
    if (head_3 != other) ++different;
    const auto [head_4, branch] = head_and_coordinator(forehead_branch_protocol(3, 3, 3), random);
    CHECK(head_4 == branch);
  }
  CHECK(different > 40);
}

TEST_CASE("Planted errors in a protocol are caught", "[communication]") {
  const Protocol sound = repaired_strassen_protocol();
  SECTION("any block pair that is dropped is missed") {
    for (std::size_t player = 0; player < 3; ++player) {
      for (std::size_t at = 0; at < sound.players[player].sums.size(); ++at) {
        Protocol broken = sound;
        auto& sums = broken.players[player].sums;
        const BlockTuple dropped = sums[at];
        sums.erase(sums.begin() + static_cast<long>(at));
        const Coverage coverage = coverage_of(broken);
        CHECK(coverage.uncovered == std::vector<BlockTuple>{dropped});
        CHECK_FALSE(coverage.reassembles());
      }
    }
  }
  SECTION("any block pair that is added is an overlap, and unknown where its player lacks a token") {
    for (std::size_t player = 0; player < 3; ++player) {
      for (const auto& added : all_block_tuples(sound)) {
        Protocol broken = sound;
        broken.players[player].sums.push_back(added);
        const Coverage coverage = coverage_of(broken);
        CHECK(coverage.repeated == std::vector<BlockTuple>{added});
        CHECK_FALSE(coverage.reassembles());
        const bool lacks = (blocks_of(added) & ~broken.players[player].knows) != 0;
        CHECK(coverage.knowable() != lacks);
      }
    }
  }
  SECTION("any function taken from a player who needs it") {
    for (std::size_t player = 0; player < 3; ++player) {
      for (int block = 0; block < 4; ++block) {
        Protocol broken = sound;
        if ((broken.players[player].knows >> block & 1U) == 0) continue;
        broken.players[player].knows &= ~(BlockSet{1} << block);
        const bool needed =
            std::any_of(broken.players[player].sums.begin(), broken.players[player].sums.end(),
                        [&](const BlockTuple& tuple) { return (blocks_of(tuple) >> block & 1U) != 0; });
        CHECK(coverage_of(broken).knowable() != needed);
      }
    }
  }
}

TEST_CASE("Counts in n are written as polynomials", "[communication]") {
  CHECK(CountInN(1, 0).to_string() == "n");
  CHECK(CountInN(1, -1).to_string() == "n - 1");
  CHECK(CountInN(0, 0).to_string() == "0");
  CHECK((CountInN(1, -1) * CountInN(1, 1)).to_string() == "n^2 - 1");
  CHECK((CountInN(2, 0) + CountInN(-2, 3)).to_string() == "3");
}

}  // namespace communication_test

// Message encoding (Lemma B.4): codes, averages, decoding, and what happens when something is wrong with
// them.
#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <set>

#include "oracles/exact_match.hpp"
#include "protocols/message_encoding.hpp"
#include "protocols/message_patterns.hpp"
#include "protocols/slot_code_bound.hpp"

namespace mpc_encoding_test {

using namespace attest;
using namespace attest::mpc;
using attention::State;

namespace {

// By the definition: each machine of every set of alpha has a slot that no other of the set has.
bool everyone_has_a_slot(const SlotCode& code, long alpha) {
  const auto q = static_cast<long>(code.position.size());
  std::vector<long> set;
  const auto all = [&](const auto& self, long first) -> bool {
    for (const long i : set) {
      std::set<long> others;
      for (const long j : set) {
        for (long t = 0; t < code.blocks && j != i; ++t) others.insert(code.slot(j, t));
      }
      bool alone = false;
      for (long t = 0; t < code.blocks; ++t) alone = alone || others.count(code.slot(i, t)) == 0;
      if (!alone) return false;
    }
    if (static_cast<long>(set.size()) == alpha) return true;
    for (long machine = first; machine <= q; ++machine) {
      set.push_back(machine);
      const bool fine = self(self, machine + 1);
      set.pop_back();
      if (!fine) return false;
    }
    return true;
  };
  return all(all, 1);
}

State average(const std::vector<State>& entries, long dimension) {
  State::Sum sum(static_cast<std::size_t>(dimension));
  for (const State& value : entries) sum.add(value);
  return sum.result(std::max(1L, static_cast<long>(entries.size())));
}

// The same by Definition B.1 in rational arithmetic.
RationalVector rational_average(const std::vector<State>& entries, long dimension) {
  const RationalVector key = RationalVector::Constant(1, Rational(1));
  std::vector<RationalVector> values;
  for (const State& value : entries) {
    RationalVector v(dimension);
    for (long k = 0; k < dimension; ++k) v(k) = value[static_cast<std::size_t>(k)];
    values.push_back(v);
  }
  return exact_match(key, std::vector<RationalVector>(values.size(), key), values).value;
}

// All sets of at most alpha letters from different machines of q, messages of one word below `letters`.
template <typename Visit>
void for_every_set(long q, long alpha, long letters, Visit visit) {
  std::vector<Letter> sent;
  const auto all = [&](const auto& self, long first) -> void {
    visit(sent);
    if (static_cast<long>(sent.size()) == alpha) return;
    for (long machine = first; machine <= q; ++machine) {
      for (Value word = 0; word < letters; ++word) {
        sent.push_back({{word}, 2, machine});
        self(self, machine + 1);
        sent.pop_back();
      }
    }
  };
  all(all, 1);
}

std::vector<State> encoded(const MessageEncoding& encoding, const std::vector<Letter>& letters) {
  std::vector<State> entries;
  for (const Letter& letter : letters) entries.push_back(encoding.encode(letter));
  return entries;
}

}  // namespace

TEST_CASE("both codes give every one of alpha machines a slot of its own", "[mpc]") {
  for (long q = 1; q <= 9; ++q) {
    for (long alpha = 1; alpha <= 4; ++alpha) {
      INFO("q=" << q << " alpha=" << alpha);
      for (const SlotCode& code : {greedy_code(q, alpha), reed_solomon_code(q, alpha)}) {
        CHECK(static_cast<long>(code.position.size()) == q);
        CHECK(separates(code, alpha));
        CHECK(everyone_has_a_slot(code, alpha));
        for (const auto& position : code.position) {
          CHECK(static_cast<long>(position.size()) == code.blocks);
          for (const long p : position) CHECK((0 <= p && p < code.width));
        }
      }
    }
  }
}

TEST_CASE("the codes grow as their headers say", "[mpc]") {
  for (const long q : {2L, 10L, 100L, 300L}) {
    for (const long alpha : {2L, 3L, 6L}) {
      const SlotCode greedy = greedy_code(q, alpha);
      CHECK(separates(greedy, alpha));
      CHECK(greedy.blocks <= greedy_block_bound(q, alpha));
      CHECK(separates(reed_solomon_code(q, alpha), alpha));
    }
  }
  // Four digits base 5 reach 625 >= 343 machines; (2 - 1)(4 - 1) + 1 = 4 blocks of 5. Three digits base 7
  // take 21.
  const SlotCode code = reed_solomon_code(343, 2);
  CHECK(code.blocks == 4);
  CHECK(code.slots() == 20);
  CHECK(everyone_has_a_slot(code, 2));
  // Where one slot a machine is not the cheapest, at more than 4(alpha - 1) machines:
  CHECK(greedy_code(13, 4).blocks > 1);
  CHECK(everyone_has_a_slot(greedy_code(13, 4), 4));
  CHECK(reed_solomon_code(30, 3).blocks > 1);
  CHECK(everyone_has_a_slot(reed_solomon_code(30, 3), 3));
}

TEST_CASE("two machines in the same slots do not separate", "[mpc]") {
  SlotCode code = greedy_code(6, 3);
  code.position[4] = code.position[1];
  CHECK_FALSE(separates(code, 3));
  CHECK_FALSE(everyone_has_a_slot(code, 2));
  const MessageEncoding encoding(code, 1);
  const std::vector<Letter> sent = {{{0}, 2, 2}, {{1}, 2, 5}};
  const auto decoded = encoding.decode(average(encoded(encoding, sent), encoding.dimension()));
  CHECK((!decoded || *decoded != sent));
}

TEST_CASE("every average decodes, and no two are equal", "[mpc]") {
  for (const SlotCode& code : {greedy_code(10, 3), reed_solomon_code(10, 3)}) {
    const MessageEncoding encoding(code, 1);
    std::set<State> seen;
    for_every_set(10, 3, 2, [&](const std::vector<Letter>& sent) {
      const auto entries = encoded(encoding, sent);
      const State row = average(entries, encoding.dimension());
      const auto decoded = encoding.decode(row);
      if (!decoded || *decoded != sent) FAIL("decoded wrongly");
      if (!seen.insert(row).second) FAIL("two patterns have the same average");
      if (entries.empty()) return;
      const RationalVector exact = rational_average(entries, encoding.dimension());
      for (std::size_t k = 0; k < row.size(); ++k) {
        if (exact(static_cast<long>(k)) != row[k]) FAIL("another average");
      }
    });
    CHECK(seen.size() == 1 + 10 * 2 + 45 * 4 + 120 * 8);
  }
}

TEST_CASE("messages of all lengths up to Delta come back", "[mpc]") {
  const MessageEncoding encoding(greedy_code(4, 2), 3);
  for (const Words& a : std::vector<Words>{{0}, {0, 0}, {0, 0, 0}, {5, 0, 7}}) {
    for (const Words& b : std::vector<Words>{{3}, {0, 1}, {9, 9, 9}}) {
      const std::vector<Letter> sent = {{a, 3, 1}, {b, 3, 4}};
      const auto decoded = encoding.decode(average(encoded(encoding, sent), encoding.dimension()));
      CHECK((decoded && *decoded == sent));
    }
  }
  CHECK_THROWS(encoding.encode({{1, 2, 3, 4}, 1, 1}));
  CHECK_THROWS(encoding.encode({{}, 1, 1}));
  CHECK_THROWS(encoding.encode({{1}, 1, 5}));
}

TEST_CASE("one changed entry of one encoding is noticed on some pattern, unless nobody reads it", "[mpc]") {
  const SlotCode code = greedy_code(10, 3);
  REQUIRE(code.blocks > 1);
  const MessageEncoding encoding(code, 1);
  std::set<long> used;
  for (long machine = 1; machine <= 10; ++machine) {
    for (long t = 0; t < code.blocks; ++t) used.insert(code.slot(machine, t));
  }
  // Machine 3's slots that are its only own one beside some other machine or two.
  std::set<long> needed;
  for (long i = 1; i <= 10; ++i) {
    for (long j = 1; j <= 10; ++j) {
      if (i == 3 || j == 3) continue;
      std::vector<long> own;
      for (long t = 0; t < code.blocks; ++t) {
        const long slot = code.slot(3, t);
        if (slot != code.slot(i, t) && slot != code.slot(j, t)) own.push_back(slot);
      }
      if (own.size() == 1) needed.insert(own.front());
    }
  }
  long unnoticed = 0;
  for (long entry = 0; entry < encoding.dimension(); ++entry) {
    for (const long change : {1L, -1L}) {
      bool caught = false;
      for_every_set(10, 3, 2, [&](const std::vector<Letter>& sent) {
        if (caught) return;
        auto entries = encoded(encoding, sent);
        for (std::size_t k = 0; k < sent.size(); ++k) {
          if (sent[k].source != 3) continue;
          std::vector<Rational> numbers = entries[k].dense();
          numbers[static_cast<std::size_t>(entry)] += change;
          entries[k] = numbers;
        }
        const auto decoded = encoding.decode(average(entries, encoding.dimension()));
        caught = !decoded || *decoded != sent;
      });
      unnoticed += caught ? 0 : 1;
    }
  }
  // Unread: the three numbers behind the first of a slot that no machine has; a larger first number in a slot
  // that machine 3 can always do without (it looks shared); and 0 there, if nobody shares it.
  long expected = 2 * 3 * (code.slots() - static_cast<long>(used.size()));
  for (long t = 0; t < code.blocks; ++t) {
    const long slot = code.slot(3, t);
    if (needed.count(slot) != 0) continue;
    bool shared = false;
    for (long i = 1; i <= 10; ++i) shared = shared || (i != 3 && code.slot(i, t) == slot);
    expected += shared ? 1 : 2;
  }
  CHECK(unnoticed == expected);
}

TEST_CASE("more senders than alpha may be too many", "[mpc]") {
  // All five at once through a code for two.
  const MessageEncoding encoding(greedy_code(5, 2), 1);
  std::vector<Letter> sent;
  for (long machine = 1; machine <= 5; ++machine) sent.push_back({{machine % 2}, 1, machine});
  const auto decoded = encoding.decode(average(encoded(encoding, sent), encoding.dimension()));
  CHECK((!decoded || *decoded != sent));
}

TEST_CASE("message patterns are counted right", "[mpc]") {
  const auto count = [](long q, long s, long letters) {
    long patterns = 0;
    for_every_pattern(q, s, letters, [&](const Pattern& pattern) {
      std::vector<long> received(static_cast<std::size_t>(q), 0);
      for (const auto& sent : pattern) {
        long words = 0;
        for (const Message& message : sent) {
          words += static_cast<long>(message.words.size());
          received[message.destination - 1] += static_cast<long>(message.words.size());
        }
        if (words > s) FAIL("too many sent");
      }
      for (const long words : received) {
        if (words > s) FAIL("too many received");
      }
      ++patterns;
      return true;
    });
    return patterns;
  };
  CHECK(count(1, 1, 5) == 6);
  CHECK(count(2, 1, 1) == 7);   // 0-1 matrices of order 2 with at most one 1 in a row and a column
  CHECK(count(3, 1, 1) == 34);  // rook placements: 1 + 9 + 18 + 6
  CHECK(count(3, 1, 2) == 1 + 9 * 2 + 18 * 4 + 6 * 8);
  // Brute force over all 2 x 2 matrices with entries up to 2, weighted by 2^sum.
  long expected = 0;
  for (int m = 0; m < 81; ++m) {
    const int a = m % 3, b = m / 3 % 3, c = m / 9 % 3, d = m / 27;
    if (a + b <= 2 && c + d <= 2 && a + c <= 2 && b + d <= 2) expected += 1 << (a + b + c + d);
  }
  CHECK(count(2, 2, 2) == expected);
  CHECK(expected == 161);
}

}  // namespace mpc_encoding_test

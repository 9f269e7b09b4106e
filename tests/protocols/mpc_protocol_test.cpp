// Protocols run by the simulator: right on every input, within the limits, and stopped where they break one.
#include <catch2/catch.hpp>

#include <algorithm>
#include <map>

#include "claims/usage_error.hpp"
#include "protocols/protocol_builder.hpp"
#include "protocols/protocol_catalogue.hpp"
#include "protocols/simulator.hpp"

namespace mpc_protocol_test {

using namespace attest;
using namespace attest::mpc;

namespace {

// Calls visit(input) for every word of n numbers first, ..., first + letters - 1.
template <typename Visit>
void for_every_input(long n, long letters, Value first, Visit visit) {
  Words input(static_cast<std::size_t>(n), first);
  for (;;) {
    visit(input);
    long place = n - 1;
    while (place >= 0 && input[place] == first + letters - 1) input[place--] = first;
    if (place < 0) return;
    ++input[place];
  }
}

// What the protocols should compute, said differently from Problem: sorting by counting, sums by a double
// loop, hops by walking forwards with a table of last successors.
Words expected(const std::string& name, const Words& x, long k) {
  const std::size_t n = x.size();
  Words y(n);
  if (name == "sort" || name == "rank-sort") {
    for (std::size_t i = 0; i < n; ++i) {
      std::size_t rank = 0;
      for (std::size_t j = 0; j < n; ++j) rank += x[j] < x[i] || (x[j] == x[i] && j < i) ? 1 : 0;
      y[rank] = x[i];
    }
  } else if (name == "prefix-sum") {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j <= i; ++j) y[i] += x[j];
    }
  } else if (name == "reverse") {
    for (std::size_t i = 0; i < n; ++i) y[n - 1 - i] = x[i];
  } else {
    std::map<Value, std::size_t> successor;  // of a letter's last occurrence so far
    std::vector<std::size_t> sigma(n + 1, 0);
    for (std::size_t i = 1; i <= n; ++i) {
      if (i > 1) successor[x[i - 2]] = i;
      if (successor.count(x[i - 1]) != 0) sigma[i] = successor[x[i - 1]];
    }
    for (std::size_t i = 1; i <= n; ++i) {
      std::size_t at = i;
      for (long hop = 0; hop < k; ++hop) at = sigma[at];
      y[i - 1] = at == 0 ? 0 : x[at - 1];
    }
  }
  return y;
}

bool hops(const std::string& name) {
  return name == "one-hop" || name == "k-hop";
}

void check_everywhere(const std::string& name, long n, long s, long letters, long k) {
  INFO(name << " n=" << n << " s=" << s << " letters=" << letters << " k=" << k);
  const Protocol protocol = protocol_by_name(name, n, s, letters, k);
  const auto problem = problem_by_name(name, n, letters, k);
  for_every_input(n, letters, hops(name) ? 1 : 0, [&](const Words& input) {
    const Run run = simulate(protocol, input);
    if (run.violation) FAIL(run.violation->text());
    const Words wanted = expected(name, input, name == "one-hop" ? 1 : k);
    if (run.output != wanted) FAIL("a wrong output");
    Word word;
    for (const Value x : input) word.push_back(static_cast<Symbol>(x - problem->first_symbol()));
    for (std::size_t i = 0; i < word.size(); ++i) {
      if (problem->truth(word, i) != wanted[i]) FAIL("the reference solver differs from the test's");
    }
  });
}

Protocol tiny(long machines, long memory) {
  Protocol p;
  p.name = "tiny";
  p.inputs = machines * memory;
  p.machines = machines;
  p.memory = memory;
  p.word_bits = 3;
  p.output = [](long, const Memory& memory_now) {
    Words words;
    for (const Item& item : memory_now) words.insert(words.end(), item.words.begin(), item.words.end());
    return words;
  };
  return p;
}

std::string violation_of(const Protocol& p, const Words& input) {
  const Run run = simulate(p, input);
  return run.violation ? run.violation->text() : "none";
}

}  // namespace

TEST_CASE("every protocol is right and within its limits on every input of small sizes", "[mpc]") {
  for (const std::string name : {"sort", "prefix-sum", "one-hop", "reverse"}) {
    for (long n = 1; n <= 5; ++n) {
      for (long s = 2; s <= 4; ++s) {
        for (long letters = 1; letters <= 3; ++letters) check_everywhere(name, n, s, letters, 1);
      }
    }
    check_everywhere(name, 8, 2, 2, 1);
    check_everywhere(name, 9, 3, 2, 1);
  }
  check_everywhere("reverse", 5, 1, 3, 1);
}

TEST_CASE("k-hop is right for every k, also where all hops end in null", "[mpc]") {
  for (long k = 1; k <= 6; ++k) {
    for (long n = 1; n <= 5; ++n) check_everywhere("k-hop", n, 2, 3, k);
  }
  check_everywhere("k-hop", 7, 3, 2, 3);
}

TEST_CASE("rank sorting takes four rounds at any size and refuses too little memory", "[mpc]") {
  for (long n = 1; n <= 7; ++n) check_everywhere("rank-sort", n, 6, 2, 1);
  check_everywhere("rank-sort", 4, 4, 4, 1);
  check_everywhere("rank-sort", 9, 6, 2, 1);
  CHECK(protocol_by_name("rank-sort", 100, 20, 100, 1).round_count() == 4);
  CHECK_THROWS_AS(protocol_by_name("rank-sort", 10, 7, 2, 1), UsageError);
  CHECK_THROWS_AS(protocol_by_name("sort", 3, 1, 2, 1), UsageError);
}

TEST_CASE("the numbers of rounds are those of the protocols' headers", "[mpc]") {
  CHECK(protocol_by_name("prefix-sum", 1, 2, 2, 1).round_count() == 2);
  CHECK(protocol_by_name("prefix-sum", 8, 2, 2, 1).round_count() == 5);
  CHECK(protocol_by_name("prefix-sum", 9, 3, 2, 1).round_count() == 4);
  CHECK(protocol_by_name("prefix-sum", 10, 3, 2, 1).round_count() == 5);
  CHECK(protocol_by_name("sort", 4, 2, 2, 1).round_count() == 5);    // 3 comparator rounds
  CHECK(protocol_by_name("sort", 8, 2, 2, 1).round_count() == 8);    // 6
  CHECK(protocol_by_name("sort", 16, 2, 2, 1).round_count() == 12);  // 10
  CHECK(protocol_by_name("one-hop", 4, 2, 2, 1).round_count() == 8);
  CHECK(protocol_by_name("k-hop", 4, 2, 2, 1).round_count() == 10);
  CHECK(protocol_by_name("k-hop", 4, 2, 2, 2).round_count() == 12);
  CHECK(protocol_by_name("k-hop", 4, 2, 2, 3).round_count() == 12);
  CHECK(protocol_by_name("k-hop", 4, 2, 2, 4).round_count() == 14);
  CHECK(protocol_by_name("reverse", 7, 3, 2, 1).round_count() == 1);
}

TEST_CASE("the paper's example of induction heads, w = aabcbabca", "[mpc]") {
  Words w;
  for (const char letter : std::string("aabcbabca")) w.push_back(letter - 'a' + 1);
  CHECK(simulate(protocol_by_name("one-hop", 9, 2, 3, 1), w).output.back() == 2);  // b (line 296)
  CHECK(simulate(protocol_by_name("k-hop", 9, 3, 3, 2), w).output.back() == 1);    // a (line 312)
}

TEST_CASE("the simulator names machine and round of the first limit that is broken", "[mpc]") {
  const Words zeros(4, 0);
  Protocol p = tiny(2, 2);
  const auto pass = [](long i, const Memory& memory) {
    std::vector<Message> sent(1);
    sent[0].destination = i;
    for (const Item& item : memory)
      sent[0].words.insert(sent[0].words.end(), item.words.begin(), item.words.end());
    return sent;
  };
  p.rounds = {pass, pass};
  CHECK(violation_of(p, zeros) == "none");
  CHECK(simulate(p, {1, 2, 3, 4}).output == Words{1, 2, 3, 4});

  const auto broken = [&](Local local) {
    Protocol q = p;
    q.rounds[1] = std::move(local);
    return violation_of(q, zeros);
  };
  using Sent = std::vector<Message>;
  CHECK(broken([](long i, const Memory&) {
          return Sent{{i, {0, 0, 0}}};
        }) == "machine 1 in round 2: sends 3 words, the limit is s = 2");
  CHECK(broken([](long i, const Memory&) {
          return Sent{{i == 1 ? 1L : 3L, {0}}};
        }) == "machine 2 in round 2: sends to machine 3 of 2");
  CHECK(broken([](long, const Memory&) {
          return Sent{{2, {0, 0}}};
        }) == "machine 2 in round 2: receives 4 words, the limit is s = 2");
  CHECK(broken([](long i, const Memory&) {
          return Sent{{i, {0}}, {i, {0}}};
        }) == "machine 1 in round 2: sends two messages to machine 1");
  CHECK(broken([](long i, const Memory&) {
          return Sent{{i, {}}};
        }) == "machine 1 in round 2: sends an empty message to machine 1");
  CHECK(broken([](long i, const Memory&) {
          return Sent{{i, {8}}};
        }) == "machine 1 in round 2: sends the word 8, words have p = 3 bits");
  CHECK(broken([](long i, const Memory&) {
          return Sent{{i, {-1}}};
        }) == "machine 1 in round 2: sends the word -1, words have p = 3 bits");
  CHECK(broken([](long i, const Memory&) {
          return i == 1 ? Sent{{1, {0, 0}}} : Sent{};
        }) == "machine 2 in round 3: holds 0 output words instead of 2");
  CHECK(violation_of(p, {0, 0, 9, 0}) == "machine 2 in round 0: holds the word 9, words have p = 3 bits");
  Protocol crowded = p;
  crowded.inputs = 5;
  CHECK(violation_of(crowded, Words(5, 0)) ==
        "machine 1 in round 0: 2 machines cannot hold 5 words at 2 each");
  Protocol restricted = p;
  restricted.capacity = 1;
  restricted.rounds[0] = [](long, const Memory&) { return Sent{{1, {0}}, {2, {0}}}; };
  CHECK(violation_of(restricted, zeros) ==
        "machine 1 in round 1: sends to 2 machines, the communication capacity is k = 1");
  restricted.rounds[0] = [](long i, const Memory&) { return Sent{{i, {0}}}; };
  restricted.rounds[1] = [](long, const Memory&) { return Sent{{1, {0}}}; };
  CHECK(violation_of(restricted, zeros) ==
        "machine 1 in round 2: receives from 2 machines, the communication capacity is k = 1");
}

TEST_CASE("with less memory than it is written for every protocol is stopped", "[mpc]") {
  for (const std::string name : {"sort", "rank-sort", "prefix-sum", "one-hop", "k-hop"}) {
    INFO(name);
    Protocol p = protocol_by_name(name, 9, 6, 2, 2);
    p.memory = 1;
    CHECK(simulate(p, Words(9, 1)).violation.has_value());
    Protocol q = protocol_by_name(name, 9, 6, 2, 2);
    q.word_bits = 1;  // too short for what it packs
    CHECK(simulate(q, {1, 1, 1, 1, 1, 1, 1, 1, 1}).violation.has_value() == (name != "sort"));
  }
}

TEST_CASE("an idle round changes nothing but the number of rounds", "[mpc]") {
  for (const std::string name : {"sort", "prefix-sum", "reverse"}) {
    const Protocol p = protocol_by_name(name, 5, 2, 3, 1);
    const Protocol q = with_idle_round(p);
    CHECK(q.round_count() == p.round_count() + 1);
    for_every_input(5, 3, 0, [&](const Words& input) {
      const Run run = simulate(q, input);
      if (run.violation || run.output != simulate(p, input).output) FAIL("differs");
    });
  }
}

TEST_CASE("words are packed and unpacked without loss", "[mpc]") {
  CHECK(pack({3, 0, 5}, 3) == 3 * 64 + 5);
  CHECK(unpack(3 * 64 + 5, 3, 3) == Words{3, 0, 5});
  CHECK(bits_for(0) == 1);
  CHECK(bits_for(1) == 1);
  CHECK(bits_for(2) == 2);
  CHECK(bits_for(3) == 2);
  CHECK(bits_for(4) == 3);
}

}  // namespace mpc_protocol_test

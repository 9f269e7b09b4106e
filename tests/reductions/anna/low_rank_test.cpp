// Lemma D.2 and Theorem D.1 of seed 001: the tree against sums over all pairs of tokens, and planted errors.
#include <catch2/catch.hpp>

#include "claims/usage_error.hpp"
#include "protocols/protocol_builder.hpp"
#include "protocols/simulator.hpp"
#include "reductions/anna/low_rank_claim.hpp"
#include "reductions/anna/low_rank_protocol.hpp"

namespace low_rank_test {

using namespace attest;

namespace {

mpc::Words input_of(const LowRankShape& shape, long rank) {
  long base = 1;
  for (long e = 0; e < shape.entries(); ++e) base *= shape.letters;
  mpc::Words input(shape.tokens);
  for (mpc::Value& word : input) {
    word = rank % base;
    rank /= base;
  }
  return input;
}

// (q_i . k_j) v_j summed over j, without a matrix K^T V.
mpc::Words over_pairs(const LowRankShape& shape, const mpc::Words& input) {
  mpc::Words result;
  for (const mpc::Value x : input) {
    mpc::Words row(shape.width, 0);
    for (const mpc::Value y : input) {
      long score = 0;
      for (long a = 0; a < shape.rank; ++a)
        score += low_rank_token(shape, x).query[a] * low_rank_token(shape, y).key[a];
      for (long b = 0; b < shape.width; ++b) row[b] += score * low_rank_token(shape, y).value[b];
    }
    result.push_back(mpc::pack(row, shape.entry_bits()));
  }
  return result;
}

long failing(const LowRankShape& shape, const mpc::Protocol& protocol, long inputs) {
  long count = 0;
  for (long rank = 0; rank < inputs; ++rank) {
    const mpc::Words input = input_of(shape, rank);
    const mpc::Run run = mpc::simulate(protocol, input);
    count += run.violation || run.output != over_pairs(shape, input) ? 1 : 0;
  }
  return count;
}

Verdict verdict_of(Variant variant, const std::vector<std::string>& words) {
  const auto claim = anna_low_rank_claim();
  return claim->verify(variant, parse_parameters(claim->info().parameters, words), {});
}

}  // namespace

TEST_CASE("the tree of Lemma D.2 gives the sum over all pairs of tokens", "[reductions][mpc]") {
  const LowRankShape shapes[] = {
      {1, 1, 1, 1, 3}, {2, 2, 1, 1, 3}, {3, 2, 1, 1, 2}, {2, 8, 2, 2, 2}, {3, 3, 1, 1, 2}};
  for (const LowRankShape& shape : shapes) {
    long inputs = 1;
    for (long e = 0; e < shape.entries() * shape.tokens; ++e) inputs *= shape.letters;
    CHECK(failing(shape, low_rank_protocol(shape), std::min(inputs, 4096L)) == 0);
  }
}

TEST_CASE("the instance worked by hand: M = 2 on six machines", "[reductions][mpc]") {
  const LowRankShape shape{3, 2, 1, 1, 2};
  const mpc::Protocol protocol = low_rank_protocol(shape);
  CHECK(protocol.machines == 6);
  CHECK(protocol.round_count() == 6);
  CHECK(mpc::simulate(protocol, {7, 6, 7}).output == mpc::Words{2, 2, 2});
}

TEST_CASE("a dropped message and a missing word of memory are noticed in the low-rank tree",
          "[reductions][mpc]") {
  const LowRankShape shape{4, 2, 1, 1, 2};
  const mpc::Protocol protocol = low_rank_protocol(shape);
  for (std::size_t round = 0; round < protocol.rounds.size(); ++round) {
    mpc::Protocol damaged = protocol;
    damaged.rounds[round] = [act = protocol.rounds[round]](long machine, const mpc::Memory& memory) {
      auto sent = act(machine, memory);
      if (!sent.empty()) sent.pop_back();
      return sent;
    };
    INFO("round " << round + 1);
    CHECK(failing(shape, damaged, 4096) > 0);
  }
  mpc::Protocol tight = protocol;
  tight.limit = 1;
  CHECK(failing(shape, tight, 8) == 8);
}

TEST_CASE("low-rank verdicts: the tree needs s >= 2rm, the transformer Theorem B.2 repaired",
          "[reductions][mpc]") {
  CHECK(verdict_of(Variant::printed, {"N=2", "r=1", "m=1", "s=1"}).status == Status::ill_formed);
  CHECK(verdict_of(Variant::printed, {"N=2", "r=2", "m=1", "s=3"}).status == Status::ill_formed);
  CHECK(verdict_of(Variant::printed, {"N=3", "r=1", "m=1", "s=2"}).status == Status::holds);
  CHECK(verdict_of(Variant::printed, {"N=2", "r=1", "m=1", "s=2", "theorem=D.1"}).status ==
        Status::ill_formed);
  const Verdict repaired = verdict_of(Variant::repaired, {"N=2", "r=1", "m=1", "s=2", "theorem=D.1"});
  CHECK(repaired.status == Status::holds);
  CHECK(repaired.inputs.checked == 64);
  CHECK_THROWS_AS(verdict_of(Variant::repaired, {"N=2", "r=1", "m=1", "s=1"}), UsageError);
  CHECK_THROWS_AS(verdict_of(Variant::printed, {"N=12", "r=1", "m=1", "s=2"}), UsageError);
}

TEST_CASE("the print is said to name entries -1 and 0 where there are as many tokens as words, or more",
          "[reductions][mpc]") {
  for (const long tokens : {1, 2, 3}) {
    for (const long memory : {2, 3, 4}) {
      const Verdict v = verdict_of(Variant::printed, {"N=" + std::to_string(tokens), "r=1", "m=1",
                                                      "s=" + std::to_string(memory), "theorem=D.1"});
      bool named = false;
      for (const Check& check : v.checks)
        named = named ||
                check.reason.value_or("").find("Lemma B.5 names the entries -1 and 0") != std::string::npos;
      INFO(tokens << " tokens, " << memory << " words");
      CHECK(named == (tokens >= memory));
    }
  }
}

}  // namespace low_rank_test

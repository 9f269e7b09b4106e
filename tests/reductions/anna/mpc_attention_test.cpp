// Theorems C.1 and C.3 of seed 001: protocols against the definitions, limits, and planted errors.
#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

#include "claims/usage_error.hpp"
#include "oracles/exact_match.hpp"
#include "protocols/simulator.hpp"
#include "reductions/anna/bucket_loads.hpp"
#include "reductions/anna/bucket_runs.hpp"
#include "reductions/anna/bucket_trials.hpp"
#include "reductions/anna/hashing_checks.hpp"
#include "reductions/anna/mpc_simulates_anna.hpp"
#include "reductions/anna/mpc_simulates_ema.hpp"

namespace mpc_attention_test {

using namespace attest;

namespace {

BucketTotals totals_of(const std::shared_ptr<BucketPlan>& plan, BucketReference reference, long largest) {
  BucketTotals totals;
  try_all_inputs(plan, reference, largest, Json::object(), Deadline(VerifyOptions{}), totals);
  return totals;
}

Verdict verdict_of(const std::unique_ptr<Claim>& claim, Variant variant,
                   const std::vector<std::string>& words) {
  return claim->verify(variant, parse_parameters(claim->info().parameters, words), {});
}

Status status_of(const Verdict& verdict, const std::string& name) {
  for (const Check& check : verdict.checks) {
    if (check.name == name) return check.status;
  }
  throw std::logic_error("no check " + name);
}

// How many inputs of a plan go wrong (a limit, an exception or an output) if `damage` has been done.
template <typename Damage>
long failing_after(const std::shared_ptr<BucketPlan>& plan, Damage damage,
                   const BucketReference& reference = exact_match_values) {
  BucketProtocol made = bucket_protocol(plan);
  damage(made.protocol);
  long failing = 0;
  long inputs = 1;
  for (long i = 0; i < 2 * plan->tokens; ++i) inputs *= plan->keys;
  for (long rank = 0; rank < inputs; ++rank) {
    const BucketInput input =
        bucket_input_of_rank(static_cast<std::uint64_t>(rank), plan->tokens, plan->keys);
    const std::vector<BucketValue> truth = reference(*plan, input);
    const mpc::Run run = mpc::simulate(made.protocol, input.words(plan->keys));
    bool right = !run.violation;
    for (std::size_t i = 0; right && i < truth.size(); ++i)
      right = run.output[i] != missing_output && value_of_output(run.output[i]) == truth[i];
    failing += right ? 0 : 1;
  }
  return failing;
}

}  // namespace

TEST_CASE("the direct sum over matching keys is exact-match attention of Definition B.1",
          "[reductions][mpc]") {
  const auto plan = exact_match_plan(Variant::repaired, 3, 8, 1, {1, 2, 3});
  for (std::uint64_t rank = 0; rank < 729; ++rank) {
    const BucketInput input = bucket_input_of_rank(rank, 3, 3);
    std::vector<RationalVector> keys(3, RationalVector(1));
    std::vector<RationalVector> values(3, RationalVector(1));
    for (int j = 0; j < 3; ++j) {
      keys[j](0) = input.keys[j];
      values[j](0) = 1 << j;
    }
    const auto sums = exact_match_values(*plan, input);
    for (int i = 0; i < 3; ++i) {
      RationalVector query(1);
      query(0) = input.queries[i];
      const ExactMatchOutput direct = exact_match(query, keys, values);
      REQUIRE(direct.matches.size() == static_cast<std::size_t>(sums[i].denominator));
      REQUIRE(direct.value(0) * sums[i].denominator == sums[i].numerator);
    }
  }
}

TEST_CASE("outputs with the right average of other values are wrong", "[reductions][mpc]") {
  const auto plan = exact_match_plan(Variant::repaired, 3, 8, 1, {1, 2, 3});
  CHECK(totals_of(plan, exact_match_values, 3).wrong == 0);
  const auto doubled = [](const BucketPlan& p, const BucketInput& input) {
    std::vector<BucketValue> values = exact_match_values(p, input);
    for (BucketValue& value : values) {
      value.numerator *= 2;
      value.denominator *= 2;
    }
    return values;
  };
  CHECK(totals_of(plan, doubled, 3).wrong > 0);
}

TEST_CASE("Algorithm 1's hash tables give the sum of collisions over pairs and tables", "[reductions][mpc]") {
  const auto plan = hash_table_plan(Variant::repaired, 2, 8, 1, 2, 3);
  for (std::uint64_t rank = 0; rank < 6561; ++rank) {
    const BucketInput input = bucket_input_of_rank(rank, 2, 9);
    const auto values = hash_table_values(*plan, input);
    for (int i = 0; i < 2; ++i) {
      long sum = 0;
      long count = 0;
      for (int j = 0; j < 2; ++j) {
        const int collisions = (input.queries[i] % 3 == input.keys[j] % 3 ? 1 : 0) +
                               (input.queries[i] / 3 == input.keys[j] / 3 ? 1 : 0);
        sum += collisions * (j == 0 ? 1 : 3);
        count += collisions;
      }
      REQUIRE(values[i] == BucketValue{sum, count});
    }
  }
}

TEST_CASE("the exact probability of a large bucket is that of all N^n functions", "[reductions][mpc]") {
  for (long N = 1; N <= 4; ++N) {
    for (long n = 1; n <= 5; ++n) {
      long functions = 1;
      for (long i = 0; i < n; ++i) functions *= N;
      for (long most = 0; most <= n; ++most) {
        long small = 0;
        for (long f = 0; f < functions; ++f) {
          std::vector<long> load(N, 0);
          long rest = f;
          for (long i = 0; i < n; ++i, rest /= N) ++load[rest % N];
          small += *std::max_element(load.begin(), load.end()) <= most ? 1 : 0;
        }
        CHECK(functions_with_loads_up_to(n, N, most) == small);
      }
    }
  }
}

TEST_CASE("the printed hashing bound fails by a factor up to N and the repaired one does not",
          "[reductions][mpc]") {
  const LoadBounds two = load_bounds(2, 2);
  CHECK(two.probability == Rational(1, 2));
  CHECK(two.printed == Rational(1, 4));
  CHECK(load_bounds(4, 4).probability == Rational(1, 64));
  CHECK(load_bounds(4, 4).printed == Rational(1, 256));
  CHECK(load_bounds(24, 4).probability > load_bounds(24, 4).factorial);  // the end of the chain fails, too
  for (const long N : {1, 2, 3, 5, 8, 16, 24}) {
    for (long s = 1; s <= N; ++s) {
      const LoadBounds b = load_bounds(N, s);
      CHECK((b.probability <= b.printed) == (s == 1));
      CHECK(b.probability <= b.repaired);
      CHECK(b.printed <= b.factorial);
    }
  }
}

TEST_CASE("the printed averages of averages are wrong where a key lies on two machines unevenly",
          "[reductions][mpc]") {
  const Verdict v = verdict_of(anna_mpc_simulates_ema_claim(), Variant::printed, {"N=3", "s=4"});
  CHECK(v.status == Status::refuted);
  CHECK(status_of(v, "output") == Status::refuted);
  CHECK(status_of(v, "memory") == Status::refuted);
  for (const Check& check : v.checks) CHECK((check.name != "memory" || !check.essential));
  // Keys 0, 0, 0 on two machines as (1, 2) and (4): (3/2 + 4)/2 instead of 7/3.
  const auto plan = exact_match_plan(Variant::printed, 3, 4, 1, {1, 1});
  BucketRecord first = BucketRecord::of(RecordType::bucket);
  first.value = {3, 2};
  BucketRecord second = first;
  second.value = {4, 1};
  CHECK(bucket_runs(*plan, 1, true, {first, second}).front().record.value == BucketValue{11, 4});
}

TEST_CASE("the printed protocol with sums and counts is right on every input of three tokens",
          "[reductions][mpc]") {
  auto plan = exact_match_plan(Variant::printed, 3, 4, 1, {1, 2});
  plan->averages = false;
  const BucketTotals totals = totals_of(plan, exact_match_values, 3);
  CHECK(totals.checked == 64);
  CHECK(totals.wrong == 0);
  CHECK(totals.broken > 0);
}

TEST_CASE("the repaired and the constructed protocol are right within s words", "[reductions][mpc]") {
  const auto claim = anna_mpc_simulates_ema_claim();
  CHECK(verdict_of(claim, Variant::repaired, {"N=3", "s=8"}).status == Status::holds);
  CHECK(verdict_of(claim, Variant::constructed, {"N=4", "s=10"}).status == Status::holds);
  CHECK(verdict_of(anna_mpc_simulates_anna_claim(), Variant::repaired, {"N=5", "s=8", "l=1"}).status ==
        Status::holds);
  CHECK(verdict_of(anna_mpc_simulates_anna_claim(), Variant::repaired, {"N=2", "s=8", "l=2"}).status ==
        Status::holds);
}

TEST_CASE("five tables behind a two-ary tree give Algorithm 1's sums", "[reductions][mpc]") {
  const auto plan = hash_table_plan(Variant::repaired, 1, 6, 1, 5, 2);
  CHECK(plan->spread_depth() == 3);
  const BucketTotals totals = totals_of(plan, hash_table_values, 1);
  CHECK(totals.checked == 1024);
  CHECK(totals.failing == 0);
}

TEST_CASE("tables of one sorted list each give Algorithm 1's sums, directly and behind trees",
          "[reductions][mpc]") {
  const auto claim = anna_mpc_simulates_anna_claim();
  CHECK(verdict_of(claim, Variant::constructed, {"N=2", "s=10", "l=2"}).status == Status::holds);
  CHECK(verdict_of(claim, Variant::constructed, {"N=3", "s=10", "l=1", "z=2"}).status == Status::holds);
  const auto tree = hash_table_plan(Variant::constructed, 1, 6, 1, 5, 2);
  CHECK(tree->spread_depth() == 3);
  CHECK(totals_of(tree, hash_table_values, 1).failing == 0);
  const auto shared = hash_table_plan(Variant::constructed, 3, 20, 1, 2, 2);
  CHECK(shared->tokens_per_machine == 3);
  const BucketTotals totals = totals_of(shared, hash_table_values, 1);
  CHECK(totals.checked == 4096);
  CHECK(totals.failing == 0);
  CHECK_THROWS_AS(verdict_of(claim, Variant::constructed, {"N=2", "s=8", "l=2"}), UsageError);
}

TEST_CASE("what is dropped on the way to one of two tables or back is noticed", "[reductions][mpc]") {
  const auto plan = hash_table_plan(Variant::constructed, 2, 10, 1, 2, 2);
  CHECK(failing_after(
            plan, [](mpc::Protocol&) {}, hash_table_values) == 0);
  const long rounds = bucket_protocol(plan).protocol.round_count();
  for (long round = 0; round < rounds; ++round) {
    const auto drop = [round](mpc::Protocol& protocol) {
      protocol.rounds[round] = [act = protocol.rounds[round]](long machine, const mpc::Memory& memory) {
        auto sent = act(machine, memory);
        if (!sent.empty()) sent.pop_back();  // the last message of every machine
        return sent;
      };
    };
    INFO("round " << round + 1);
    CHECK(failing_after(plan, drop, hash_table_values) > 0);
  }
}

TEST_CASE("the constructed protocol for tables has of the order of l mN/s machines", "[reductions][mpc]") {
  for (const long N : {1, 7, 50, 200}) {
    for (const long s : {10, 20, 61, 300}) {
      for (const long l : {1, 2, 3, 5, 7, 30, 101}) {
        const auto plan = hash_table_plan(Variant::constructed, N, s, 1, l, 1);
        REQUIRE(plan->defect().empty());
        const long machines = MachineTable(*plan).machines();
        INFO("N = " << N << ", s = " << s << ", l = " << l);
        CHECK(repaired_machines_check(*plan, machines).status == Status::holds);
        // For every table and every machine of a token at least one.
        CHECK(machines * s <= 40 * l * N + (5 * l + 1) * s);
      }
    }
  }
}

TEST_CASE("a fixed hash function fails on the input that crowds one bucket", "[reductions][mpc]") {
  const BucketTotals totals = totals_of(exact_match_plan(Variant::repaired, 3, 8, 1, {2, 2, 2}),
                                        exact_match_values, bucket_capacity(8, 1));
  CHECK(totals.wrong == 0);
  CHECK(totals.broken == 0);
  CHECK(totals.crowded > 0);
  CHECK(totals.crowded_broken > 0);
}

TEST_CASE("a message that is dropped in any round is noticed", "[reductions][mpc]") {
  for (const Variant variant : {Variant::repaired, Variant::constructed}) {
    const auto plan = exact_match_plan(variant, 3, variant == Variant::repaired ? 8 : 10, 1, {1, 2});
    CHECK(failing_after(plan, [](mpc::Protocol&) {}) == 0);
    const long rounds = bucket_protocol(plan).protocol.round_count();
    for (long round = 0; round < rounds; ++round) {
      const long failing = failing_after(plan, [round](mpc::Protocol& protocol) {
        protocol.rounds[round] = [act = protocol.rounds[round], dropped = std::make_shared<bool>(false)](
                                     long machine, const mpc::Memory& memory) {
          auto sent = act(machine, memory);
          if (!sent.empty()) sent.pop_back();  // the last message of every machine
          return sent;
        };
      });
      INFO("round " << round + 1);
      CHECK(failing > 0);
    }
  }
}

TEST_CASE("one word less than what is used breaks the limit, a larger fan-out and a larger block too",
          "[reductions][mpc]") {
  const auto plan = exact_match_plan(Variant::repaired, 4, 8, 1, {1, 2});
  CHECK(failing_after(plan, [](mpc::Protocol&) {}) == 0);
  const BucketTotals totals = totals_of(plan, exact_match_values, 2);
  CHECK(totals.most() == 8);
  CHECK(failing_after(plan, [](mpc::Protocol& protocol) { protocol.limit = 7; }) > 0);

  auto block = std::make_shared<BucketPlan>(*plan);
  block->pair_sorter_block = 4;  // two blocks of four pairs do not fit into eight words
  block->tokens = 5;
  block->query_leaves = block->pair_leaves = 2;
  CHECK(failing_after(block, [](mpc::Protocol&) {}) > 0);

  // Three leaves of four, four and two items, each with two different codes.
  auto fan_out = std::make_shared<BucketPlan>(bucket_plan(Variant::constructed, 5, 10, 1, 1));
  fan_out->keys = 6;
  fan_out->code = [](long, long vector) { return vector; };
  const BucketInput spread_out{{0, 1, 2, 3, 4}, {0, 1, 2, 3, 5}};
  CHECK(!mpc::simulate(bucket_protocol(fan_out).protocol, spread_out.words(6)).violation);
  fan_out->pair_arity = 3;
  const mpc::Run run = mpc::simulate(bucket_protocol(fan_out).protocol, spread_out.words(6));
  REQUIRE(run.violation);
  CHECK(run.violation->what == "holds 12 words, the limit is s = 10");
}

TEST_CASE("a variant that has no plan is refused", "[reductions][mpc]") {
  CHECK_THROWS_AS(bucket_plan(Variant::stated, 5, 10, 1, 1), std::out_of_range);
}

TEST_CASE("answers that go to the wrong slot are noticed", "[reductions][mpc]") {
  const auto plan = exact_match_plan(Variant::repaired, 3, 8, 1, {1, 2});
  const BucketProtocol made = bucket_protocol(plan);
  const MachineTable machines(*plan);
  const long asked = machines.number(MachineKind::query_meta, 1, 0, 1);
  // The round in which (1, h_q) answers: the third before the last.
  const long round = made.protocol.round_count() - 3;
  CHECK(failing_after(plan, [&](mpc::Protocol& protocol) {
          protocol.rounds[round] = [act = protocol.rounds[round], asked](long machine,
                                                                         const mpc::Memory& memory) {
            auto sent = act(machine, memory);
            if (machine != asked) return sent;
            for (mpc::Message& message : sent) {
              for (mpc::Value& word : message.words) word ^= mpc::Value{3} << 48;  // slots 1 and 2
            }
            return sent;
          };
        }) > 0);
}

TEST_CASE("a multiple of s words refutes no O(N^epsilon'), and a bound above 1 bounds no probability",
          "[reductions][mpc]") {
  const auto claim = anna_mpc_simulates_ema_claim();
  const Verdict memory = verdict_of(claim, Variant::printed, {"N=2", "s=4"});
  CHECK(memory.inputs.failing == 0);
  const Verdict wide = verdict_of(claim, Variant::repaired, {"N=8", "s=8", "letters=1"});
  CHECK(status_of(wide, "hashing-bound") == Status::not_applicable);
  const auto anna = anna_mpc_simulates_anna_claim();
  const std::vector<std::string> many_codes{"N=2", "s=8", "l=1", "z=4", "U=2"};
  CHECK(verdict_of(anna, Variant::repaired, many_codes).status == Status::not_applicable);
  CHECK(verdict_of(anna, Variant::repaired, {"N=2", "s=8", "l=2"}).status == Status::holds);
}

TEST_CASE("sizes that the protocols cannot have are refused or ill-formed", "[reductions][mpc]") {
  const auto claim = anna_mpc_simulates_ema_claim();
  CHECK(verdict_of(claim, Variant::printed, {"N=1", "s=1"}).status == Status::ill_formed);
  CHECK(verdict_of(claim, Variant::printed, {"N=2", "s=2"}).status == Status::ill_formed);
  CHECK(verdict_of(claim, Variant::printed, {"N=5", "s=5"}).status == Status::ill_formed);
  CHECK_THROWS_AS(verdict_of(claim, Variant::repaired, {"N=4", "s=4"}), UsageError);
  CHECK_THROWS_AS(verdict_of(claim, Variant::repaired, {"N=8", "s=100", "letters=6"}), UsageError);
  CHECK_THROWS_AS(verdict_of(anna_mpc_simulates_anna_claim(), Variant::repaired, {"N=8", "s=100", "l=5"}),
                  UsageError);
}

TEST_CASE("the layout has a machine for each token and two more with meta-info", "[reductions][mpc]") {
  // Lines 664 to 672: machine i, machine (i, h_q) and machine (i, h_k), each for i in [N].
  for (const long tokens : {2, 3, 4}) {
    const Verdict v =
        verdict_of(anna_mpc_simulates_ema_claim(), Variant::printed, {"N=" + std::to_string(tokens), "s=4"});
    const std::string counts =
        std::to_string(tokens) + " for tokens and " + std::to_string(2 * tokens) + " \"meta-info\" machines;";
    const auto machines = std::find_if(v.checks.begin(), v.checks.end(),
                                       [](const Check& check) { return check.name == "machines"; });
    REQUIRE(machines != v.checks.end());
    CHECK(machines->reason.value_or("").find(counts) != std::string::npos);
  }
}

}  // namespace mpc_attention_test

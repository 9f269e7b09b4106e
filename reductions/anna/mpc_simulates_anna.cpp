#include "reductions/anna/mpc_simulates_anna.hpp"

#include <fmt/format.h>

#include <limits>

#include "claims/usage_error.hpp"
#include "claims/user_json.hpp"
#include "reductions/anna/bucket_report.hpp"
#include "reductions/anna/bucket_run.hpp"
#include "reductions/anna/hashing_checks.hpp"
#include "reductions/anna/told_run_claim.hpp"
#include "tasks/input_fields.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

constexpr std::uint64_t largest_anna_space = 1'000'000;
constexpr long most_codes = 1024;
constexpr long most_vectors = 16383;  // of one run: a vector has 14 bits in a record

std::uint64_t bounded_power(std::uint64_t base, long exponent, std::uint64_t most) {
  std::uint64_t result = 1;
  for (long i = 0; i < exponent && result <= most; ++i) result *= base;
  return result;
}

// The vectors of a witness as `run` takes them: each by its codes in the tables 1, ..., l.
void add_codes(long l, long codes, Json& witness) {
  if (!witness.is_object() || !witness.contains("q") || !witness.contains("k")) return;
  Json input = Json::object();
  for (const char* side : {"q", "k"}) {
    Json vectors = Json::array();
    for (const Json& entry : witness[side]) {
      long vector =
          integer_from_json(entry, "witness", 0, std::numeric_limits<long>::max(), "a number of a vector");
      Json digits = Json::array();
      for (long t = 0; t < l; ++t, vector /= codes) digits.push_back(vector % codes);
      vectors.push_back(std::move(digits));
    }
    input[side] = std::move(vectors);
  }
  witness["input"] = std::move(input);
}

class MpcSimulatesAnna : public ToldRunClaim {
 public:
  MpcSimulatesAnna() : ToldRunClaim(program_info("anna/mpc-simulates-anna")) {}

  std::vector<ParameterSpec> run_parameters() const override {
    return with_maxima(info().parameters, {{"N", 28}, {"s", 10000}, {"l", 16}, {"m", 64}});
  }

 private:
  // The hash codes of every token's query and key in the tables 1, ..., l, each a number below U^z: {"q": [[0, 1],
  // [2, 0]], "k": [[1, 1], [0, 2]]}. The value of token j is (l + 1)^(j-1).
  Json run_with(Variant variant, const Parameters& parameters, const Json& given, std::uint64_t seed,
                WalkSection* rounds) const override {
    const long N = parameters.integer("N");
    const long s = parameters.integer("s");
    const long l = parameters.integer("l");
    const auto codes = static_cast<long>(bounded_power(static_cast<std::uint64_t>(parameters.integer("U")),
                                                       parameters.integer("z"), most_codes));
    if (codes > most_codes ||
        bounded_power(static_cast<std::uint64_t>(codes), l, most_vectors) > most_vectors)
      throw UsageError("U", parameters.text("U"), fmt::format("(U^z)^l to be at most {}", most_vectors));
    const Sides sides{static_cast<std::size_t>(N), static_cast<std::size_t>(l)};
    const FieldsInput input =
        InputFields({{"q", sides, numbers(0, codes - 1)}, {"k", sides, numbers(0, codes - 1)}})
            .chosen(given, seed);
    const auto plan = hash_table_plan(variant, N, s, parameters.integer("m"), l, codes);
    RunResult result(input.json(), input.rank());
    if (const std::string defect = plan->defect(); !defect.empty()) {
      if (variant != Variant::printed) throw UsageError("s", parameters.text("s"), "more words: " + defect);
      result.add(ill_formed("well-formed", defect));
      return result.to_json();
    }
    // A vector is the number whose digit t - 1, from the last, is its code in table t.
    const auto vectors = [&](const std::vector<long>& digits) {
      std::vector<long> result_vectors;
      for (long i = 0; i < N; ++i) {
        long vector = 0;
        for (long t = l; t-- > 0;) vector = vector * codes + digits[static_cast<std::size_t>(i * l + t)];
        result_vectors.push_back(vector);
      }
      return result_vectors;
    };
    add_bucket_run(plan, hash_table_values, 1, true,
                   {vectors(input.entries("q")), vectors(input.entries("k"))}, result, rounds);
    return result.to_json();
  }

 protected:
  void examine(Variant variant, const Parameters& parameters, const VerifyOptions& options,
               Verdict& verdict) const override {
    const long N = parameters.integer("N");
    const long s = parameters.integer("s");
    const long l = parameters.integer("l");
    const long m = parameters.integer("m");
    const long z = parameters.integer("z");
    const long U = parameters.integer("U");
    const auto codes = bounded_power(static_cast<std::uint64_t>(U), z, most_codes);
    if (bounded_power(codes, l, most_codes) > most_codes)
      throw UsageError("U", parameters.text("U"), fmt::format("(U^z)^l to be at most {}", most_codes));
    const std::uint64_t inputs = bounded_power(codes, 2 * N * l, largest_anna_space);
    if (inputs > largest_anna_space)
      throw UsageError("N", parameters.text("N"),
                       fmt::format("at most {} inputs (U^z)^(2Nl)", largest_anna_space));
    const auto plan = hash_table_plan(variant, N, s, m, l, static_cast<long>(codes));
    verdict.details["choices"] = bucket_choices(*plan);
    if (const std::string defect = plan->defect(); !defect.empty()) {
      if (variant != Variant::printed) throw UsageError("s", parameters.text("s"), "more words: " + defect);
      verdict.checks = {ill_formed("well-formed", defect)};
      verdict.counterexample = {{"N", N}, {"s", s}, {"l", l}, {"m", m}};
      return;
    }

    const Deadline deadline(options);
    BucketTotals totals;
    try_all_inputs(plan, hash_table_values, 1, Json::object(), deadline, totals);
    report_totals(totals, verdict);
    add_codes(l, static_cast<long>(codes), verdict.counterexample);
    verdict.checks = {
        holds("well-formed", Evidence::enumeration,
              plan->joint
                  ? fmt::format("{} leaves a table, fan-outs {} and {}, {} machines", plan->pair_leaves,
                                plan->pair_arity, plan->spread_arity, totals.machines)
                  : fmt::format("{} and {} leaves a table, fan-outs {}, {} and {}, {} machines",
                                plan->query_leaves, plan->pair_leaves, plan->query_arity, plan->pair_arity,
                                plan->spread_arity, totals.machines)),
        bucket_output_check(totals, deadline),
        bucket_memory_check(*plan, totals,
                            plan->joint ? "nothing is assumed" : "a \"meta-info\" machine has one code",
                            deadline),
        bucket_rounds_check(*plan, totals)};
    verdict.checks.push_back(variant == Variant::printed ? printed_machines_check(*plan)
                                                         : repaired_machines_check(*plan, totals.machines));
    if (verdict.checks.back().status == Status::not_applicable) {
      for (Check& check : verdict.checks) check.essential = check.essential && check.status != Status::holds;
    }
    verdict.details["protocol"] = bucket_details(*plan, totals);
    verdict.details["inputs"] =
        "all hash codes g_t(q_i), g_t(k_j), t = 1..l: all inputs and all hash functions "
        "together, as Algorithm 1 depends on them through the codes only";
    if (!plan->joint)
      verdict.details["choices"].push_back(
          "\"Meta-info\" machines are addressed by the code itself (line 710), so there are U^z of each kind a "
          "table; with z = Theta(log N) these may be many more than N, and N of them need a further hash "
          "function as in Theorem C.1.");
    verdict.details["choices"].push_back("One tree carries (q, i) and (k, v, i) from a token to the tables.");
    verdict.details["choices"].push_back(
        "A query whose l buckets are all empty divides 0 by 0 (line 194); the protocol has to bring home "
        "that "
        "there was nothing.");
    verdict.notes = {
        "the proof has l = N^(3 rho), Theorem 3.4 l = Theta(N^(3 rho) log N): the count of machines lacks "
        "the "
        "logarithm",
        "Lemma C.2 (sorting in O(1/(epsilon'-epsilon)) rounds) is cited by the paper; the network that runs "
        "here has t(t+1)/2 rounds for at most 2^t blocks"};
  }
};

}  // namespace

std::shared_ptr<BucketPlan> hash_table_plan(Variant variant, long N, long s, long m, long tables,
                                            long codes) {
  auto plan = std::make_shared<BucketPlan>(bucket_plan(variant, N, s, m, tables));
  plan->meta = codes;
  plan->keys = 1;
  for (long t = 0; t < tables; ++t) plan->keys *= codes;
  plan->code = [codes](long table, long vector) {
    for (long t = 1; t < table; ++t) vector /= codes;
    return vector % codes;
  };
  plan->bucket = [](long code) { return code + 1; };
  return plan;
}

std::unique_ptr<Claim> anna_mpc_simulates_anna_claim() {
  return std::make_unique<MpcSimulatesAnna>();
}

}  // namespace attest

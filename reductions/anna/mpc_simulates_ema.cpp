#include "reductions/anna/mpc_simulates_ema.hpp"

#include <fmt/format.h>

#include "claims/counted_work.hpp"
#include "claims/usage_error.hpp"
#include "reductions/anna/bucket_loads.hpp"
#include "reductions/anna/bucket_report.hpp"
#include "reductions/anna/bucket_run.hpp"
#include "reductions/anna/hashing_checks.hpp"
#include "reductions/anna/told_run_claim.hpp"
#include "tasks/input_fields.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

constexpr std::uint64_t largest_ema_space = 1'000'000;

std::vector<long> buckets_of_rank(std::uint64_t rank, long N, long letters) {
  std::vector<long> buckets(letters);
  for (long a = letters; a-- > 0; rank /= N) buckets[a] = static_cast<long>(rank % N) + 1;
  return buckets;
}

// N^letters and letters^(2N), or more than the largest space.
std::uint64_t bounded_power(long base, long exponent) {
  std::uint64_t result = 1;
  for (long i = 0; i < exponent && result <= largest_ema_space; ++i)
    result *= static_cast<std::uint64_t>(base);
  return result;
}

class MpcSimulatesEma : public ToldRunClaim {
 public:
  MpcSimulatesEma() : ToldRunClaim(program_info("anna/mpc-simulates-ema")) {}

  std::vector<ParameterSpec> run_parameters() const override {
    return with_maxima(info().parameters, {{"N", 28}, {"s", 10000}, {"m", 64}, {"letters", 100}});
  }

 private:
  // Queries and keys of all tokens, and the hash function where there is one: {"q": [0, 1], "k": [1, 1], "h": [1, 2]},
  // h[a] the bucket of the vector a. The value of token j is 2^(j-1): a sum names its summands.
  Json run_with(Variant variant, const Parameters& parameters, const Json& given, std::uint64_t seed,
                WalkSection* rounds) const override {
    const long N = parameters.integer("N");
    const long s = parameters.integer("s");
    const long m = parameters.integer("m");
    const long letters = parameters.integer("letters");
    const auto tokens = static_cast<std::size_t>(N);
    std::vector<InputField> fields{{"q", {tokens}, numbers(0, letters - 1)},
                                   {"k", {tokens}, numbers(0, letters - 1)}};
    const bool hashed = variant != Variant::constructed;
    if (hashed) fields.push_back({"h", {static_cast<std::size_t>(letters)}, numbers(1, N)});
    const FieldsInput input = InputFields(fields).chosen(given, seed);
    const auto plan = exact_match_plan(
        variant, N, s, m,
        hashed ? input.entries("h") : std::vector<long>(static_cast<std::size_t>(letters), 1));
    RunResult result(input.json(), input.rank());
    if (const std::string defect = plan->defect(); !defect.empty()) {
      if (variant != Variant::printed) throw UsageError("s", parameters.text("s"), "more words: " + defect);
      result.add(ill_formed("well-formed", defect));
      return result.to_json();
    }
    add_bucket_run(plan, exact_match_values, variant == Variant::printed ? s - 1 : bucket_capacity(s, m),
                   variant != Variant::printed, {input.entries("q"), input.entries("k")}, result, rounds);
    return result.to_json();
  }

 protected:
  void examine(Variant variant, const Parameters& parameters, const VerifyOptions& options,
               Verdict& verdict) const override {
    const long N = parameters.integer("N");
    const long s = parameters.integer("s");
    const long m = parameters.integer("m");
    const long letters = parameters.integer("letters");
    const auto plan = exact_match_plan(variant, N, s, m, std::vector<long>(letters, 1));
    verdict.details["choices"] = bucket_choices(*plan);
    if (const std::string defect = plan->defect(); !defect.empty()) {
      if (variant != Variant::printed) throw UsageError("s", parameters.text("s"), "more words: " + defect);
      verdict.checks = {ill_formed("well-formed", defect)};
      verdict.counterexample = {{"N", N}, {"s", s}, {"m", m}};
      return;
    }
    const std::uint64_t hashes = plan->joint ? 1 : bounded_power(N, letters);
    const std::uint64_t inputs = bounded_power(letters, 2 * N);
    if (inputs > largest_ema_space || hashes > largest_ema_space / inputs)
      throw UsageError("letters", parameters.text("letters"),
                       fmt::format("a size with at most {} inputs times hash functions", largest_ema_space));

    const Deadline deadline(options);
    const long granted = variant == Variant::printed ? s - 1 : bucket_capacity(s, m);
    BucketTotals totals;
    // Of a single one its inputs are counted.
    std::optional<CountedWork> work;
    if (hashes > 1) work.emplace(hashes);
    for (std::uint64_t h = 0; h < hashes; ++h) {
      if (work) work->reached(h);
      const std::vector<long> buckets = buckets_of_rank(h, N, letters);
      try_all_inputs(exact_match_plan(variant, N, s, m, buckets), exact_match_values, granted,
                     plan->joint ? Json::object() : Json{{"h", buckets}}, deadline, totals);
      if (deadline.reached()) break;
    }
    totals.space = Integer(hashes) * inputs;
    report_totals(totals, verdict);

    const bool hashed = !plan->joint;
    verdict.checks = {
        holds("well-formed", Evidence::enumeration,
              fmt::format("{} and {} leaves, fan-outs {} and {}, {} machines", plan->query_leaves,
                          plan->pair_leaves, plan->query_arity, plan->pair_arity, totals.machines)),
        bucket_output_check(totals, deadline),
        bucket_memory_check(*plan, totals,
                            hashed ? fmt::format("no bucket has more than {} queries or keys", granted)
                                   : "nothing is assumed",
                            deadline),
        bucket_rounds_check(*plan, totals)};
    if (variant == Variant::printed) {
      // s = O(N^epsilon') words leave a constant free: a run that needs a multiple of s refutes nothing.
      Check& memory = verdict.checks[2];
      if (memory.status == Status::refuted) {
        memory = informative(std::move(memory));
        verdict.inputs.failing = totals.wrong;
        verdict.counterexample = totals.first_wrong;
      }
      verdict.checks.push_back(printed_hashing_check(N, s));
      const Check& hashing = verdict.checks.back();
      if (hashing.status == Status::refuted && verdict.counterexample.is_null())
        verdict.counterexample = {{"check", hashing.name}, {"reason", *hashing.reason}};
      verdict.checks.push_back(printed_machines_check(*plan));
    } else if (hashed) {
      verdict.checks.push_back(repaired_hashing_check(N, granted, totals, Integer(hashes), deadline));
      verdict.checks.push_back(repaired_machines_check(*plan, totals.machines));
    } else {
      verdict.checks.push_back(repaired_machines_check(*plan, totals.machines));
    }
    verdict.details["protocol"] = bucket_details(*plan, totals);
    if (plan->averages) {
      verdict.details["choices"].push_back(
          "Line 688: a node has the averages of its children and \"computes the averaged value associated "
          "with "
          "each key it contains\"; read as the average of the averages it has, since line 718 tells Theorem "
          "C.3 from this by its sums and counts.");
    }
    if (hashed) {
      verdict.details["hashing"] = hashing_table(N);
      verdict.notes.push_back(
          "with one fixed h not all inputs can be right within s words: among more than cN different vectors "
          "c + 1 have the same hash value, and a \"meta-info\" machine that has room for c fails on the "
          "input "
          "that asks for these; so the theorem's \"for all inputs\" is, for each input, with high "
          "probability "
          "over h (the variant constructed needs no h)");
      verdict.details["choices"].push_back(
          "h is known to every machine without using memory, since local computation is an arbitrary "
          "function; "
          "a table of a uniformly random h would have |X| entries.");
      verdict.details["choices"].push_back(
          "h is drawn from all functions: line 654 says \"a uniform hash function\" and recalls P(h(a) = "
          "h(b)) = 1/N "
          "only, from which neither 1/s! nor our bounds follow (a permutation with probability 1 - 1/N, else "
          "a "
          "constant, has that property).");
    }
    verdict.details["inputs"] = hashed ? "all (q, k, h): queries, keys and hash functions" : "all (q, k)";
    verdict.notes.push_back(
        "Lemma C.2 (sorting in O(1/(epsilon'-epsilon)) rounds) is cited by the paper; the "
        "network that runs here has t(t+1)/2 rounds for at most 2^t blocks");
  }
};

}  // namespace

std::shared_ptr<BucketPlan> exact_match_plan(Variant variant, long N, long s, long m,
                                             const std::vector<long>& buckets) {
  auto plan = std::make_shared<BucketPlan>(bucket_plan(variant, N, s, m, 1));
  plan->averages =
      variant == Variant::printed;  // line 688; line 718: "the difference from the EMA simulation"
  plan->meta = N;
  plan->keys = static_cast<long>(buckets.size());
  plan->code = [](long, long vector) { return vector; };
  plan->bucket = [buckets](long code) { return buckets[code]; };
  return plan;
}

std::unique_ptr<Claim> anna_mpc_simulates_ema_claim() {
  return std::make_unique<MpcSimulatesEma>();
}

}  // namespace attest

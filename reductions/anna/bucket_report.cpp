#include "reductions/anna/bucket_report.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "claims/whole_claim.hpp"

namespace attest {

namespace {

// A run that was stopped proves nothing unless it has found something.
Check unfinished(const std::string& name, const BucketTotals& totals, const Deadline& deadline) {
  return undecided(name,
                   fmt::format("{}: {} of the runs were made", deadline.reason(), to_string(totals.checked)));
}

std::string words(const Json& json) {
  return json.dump();
}

}  // namespace

long depth_bound(long leaves, long arity) {
  if (leaves > 1 && arity < 2) throw std::invalid_argument("a tree needs nodes with two children");
  long depth = 0;
  for (long reach = 1; reach < leaves; reach *= arity) ++depth;
  return depth;
}

Check bucket_output_check(const BucketTotals& totals, const Deadline& deadline) {
  if (totals.wrong > 0)
    return refuted(Kind::construction, "output",
                   fmt::format("{} of {} runs give a wrong output; the first is {}", to_string(totals.wrong),
                               to_string(totals.checked), words(totals.first_wrong)));
  if (deadline.reached()) return unfinished("output", totals, deadline);
  return holds(
      "output", Evidence::enumeration,
      fmt::format(
          "{} runs; sum and number of the values agree one by one, or, where averages alone are kept, the "
          "averages as linear forms; values are labels, so that a sum names its summands",
          to_string(totals.checked)));
}

Check bucket_memory_check(const BucketPlan& plan, const BucketTotals& totals, const std::string& granted,
                          const Deadline& deadline) {
  const std::string most = fmt::format("at most {} words held, {} sent, {} received in a round, s = {}",
                                       totals.most_held, totals.most_sent, totals.most_received, plan.memory);
  if (totals.broken > 0)
    return refuted(Kind::constant, "memory",
                   fmt::format("{} of {} runs need more than s words although {}; the first is {}; {}",
                               to_string(totals.broken), to_string(totals.checked), granted,
                               words(totals.first_broken), most));
  if (deadline.reached()) return unfinished("memory", totals, deadline);
  return holds(
      "memory", Evidence::enumeration,
      fmt::format("{} runs in which {}: {}", to_string(totals.checked - totals.crowded), granted, most));
}

Check bucket_rounds_check(const BucketPlan& plan, const BucketTotals& totals) {
  const long rounds = totals.rounds - totals.sorting_rounds;
  const long depth = plan.joint
                         ? depth_bound(plan.pair_leaves > 1 ? 2 * plan.tokens : 1, plan.pair_arity)
                         : std::max(depth_bound(plan.query_leaves > 1 ? plan.tokens : 1, plan.query_arity),
                                    depth_bound(plan.pair_leaves > 1 ? plan.tokens : 1, plan.pair_arity));
  const long fixed = plan.joint ? 5 : plan.via_leaves ? 9 : 8;
  const long bound = fixed + 2 * depth + 2 * (plan.spread_depth() - 1);
  const std::string text = fmt::format(
      "{} rounds and {} of the sorting network; depths {} (queries), {} (pairs), {} (token to tables); bound "
      "{} + 2 ceil(log_a {}) + 2 ({} - 1) = {}",
      rounds, totals.sorting_rounds, plan.query_depth(), plan.pair_depth(), plan.spread_depth(), fixed,
      plan.joint ? "2N" : "N", plan.spread_depth(), bound);
  return rounds <= bound ? holds("rounds", Evidence::enumeration, text)
                         : refuted(Kind::constant, "rounds", text);
}

Json bucket_details(const BucketPlan& plan, const BucketTotals& totals) {
  Json held = Json::object();
  for (const auto& [kind, most] : totals.held_by) held[to_string(kind)] = most;
  Json json = {{"machines", totals.machines},
               {"rounds", totals.rounds},
               {"of_the_sorting_network", totals.sorting_rounds},
               {"words",
                {{"held", totals.most_held},
                 {"sent", totals.most_sent},
                 {"received", totals.most_received},
                 {"limit", plan.memory},
                 {"held_by", std::move(held)}}},
               {"layout",
                {{"queries_on_a_leaf", plan.query_block},
                 {"pairs_on_a_leaf", plan.pair_block},
                 {"query_leaves", plan.query_leaves},
                 {"pair_leaves", plan.pair_leaves},
                 {"query_fan_out", plan.query_arity},
                 {"pair_fan_out", plan.pair_arity},
                 {"tokens_per_machine", plan.tokens_per_machine}}},
               {"least_memory_factor", to_string(Rational(totals.most(), plan.memory))},
               {"runs_with_a_large_bucket", to_string(totals.crowded)},
               {"of_them_over_the_limit", to_string(totals.crowded_broken)}};
  if (!totals.first_crowded.is_null()) json["first_over_the_limit"] = totals.first_crowded;
  return json;
}

void report_totals(const BucketTotals& totals, Verdict& verdict) {
  verdict.inputs = {totals.space, totals.space, totals.checked, totals.failing};
  verdict.counterexample = totals.first_failing;
}

Json bucket_choices(const BucketPlan& plan) {
  Json choices = {
      "One layer and one head: heads are copies side by side, and the next layer starts where this one ends, "
      "on the token machines.",
      "Indices of tokens and machines travel in the same word as an entry of a vector, so (q, i) has m words "
      "and (k, v, i) has 2m; a word has Theta(log N) bits and the constant is ours.",
      "The value v_j is a label (l+1)^(j-1), so that a sum names its summands; the machines only add (and "
      "average) values, so what holds for labels holds for all values. Labels need more than Theta(log N) "
      "bits; values of the theorem do not.",
      "What a machine keeps counts as memory, but not as sent or received.",
      "Ties are sorted by token (line 651 assumes that all queries differ).",
      "Lemma C.2 (sorting, cited) is Batcher's merge exchange on blocks of half a machine, on machines of "
      "its own, under the same limits; its rounds are counted apart, they are not O(1/(epsilon'-epsilon)).",
      "A last round brings token i's output to machine ceil(i/s), where Definition 2.3 wants it."};
  if (plan.via_leaves) {
    choices.push_back("n_q in the list of pairs (line 668) is read as n_k; (end, Q) for keys as (end, KV).");
    choices.push_back(
        "A node knows a run to be complete if it is neither the first nor the last of its list; a first run "
        "that is also the last is sent once.");
  }
  return choices;
}

}  // namespace attest

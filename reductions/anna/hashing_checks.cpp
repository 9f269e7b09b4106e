#include "reductions/anna/hashing_checks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/whole_claim.hpp"
#include "reductions/anna/bucket_loads.hpp"

namespace attest {

Check printed_hashing_check(long N, long s) {
  const LoadBounds b = load_bounds(N, s);
  const std::string text =
      fmt::format("N = {} different queries, s = {}: P = {}, binom(N,s)/N^s = {}, 1/s! = {}", N, s,
                  to_string(b.probability), to_string(b.printed), to_string(b.factorial));
  if (b.probability > b.printed)
    return refuted(Kind::constant, "hashing-bound",
                   text + "; the bound is that of one given bucket, there are N of them" +
                       (b.probability > b.factorial ? ", and P is more than 1/s!, too" : ""));
  if (b.printed > b.factorial) return refuted(Kind::constant, "hashing-bound", text);
  return holds("hashing-bound", Evidence::enumeration, text);
}

Check repaired_hashing_check(long N, long c, const BucketTotals& totals, const Integer& hashes,
                             const Deadline& deadline) {
  const LoadBounds b = load_bounds(N, c + 1);
  const Rational either = Rational(1) - (Rational(1) - b.probability) * (Rational(1) - b.probability);
  const Rational bound = b.repaired * 2;
  const Rational last = b.factorial * (2 * N);
  const std::uint32_t worst =
      totals.crowded_of_input.empty()
          ? 0
          : *std::max_element(totals.crowded_of_input.begin(), totals.crowded_of_input.end());
  const Rational seen(Integer(worst), hashes);
  if (bound >= 1) {
    return not_applicable(
        "hashing-bound",
        fmt::format("c = {}: 2N binom(N,c+1)/N^(c+1) = {} is not below 1; as a bound of a probability "
                    "it says nothing",
                    c, to_string(bound)));
  }
  const std::string text = fmt::format(
      "c = {}: P = {} for N different queries and other N different keys; at most {} of {} hash functions "
      "for "
      "an input of the run; 2N binom(N,c+1)/N^(c+1) = {}, 2N/(c+1)! = {}",
      c, to_string(either), worst, to_string(hashes), to_string(bound), to_string(last));
  if (either > bound || bound > last || seen > bound) return refuted(Kind::constant, "hashing-bound", text);
  if (deadline.reached()) return undecided("hashing-bound", deadline.reason());
  return holds("hashing-bound", Evidence::enumeration, text);
}

Json hashing_table(long N) {
  Json table = Json::array();
  for (long s = 1; s <= N; ++s) {
    const LoadBounds b = load_bounds(N, s);
    table.push_back({{"s", s},
                     {"probability", to_string(b.probability)},
                     {"printed", to_string(b.printed)},
                     {"1/s!", to_string(b.factorial)},
                     {"N_times_printed", to_string(b.repaired)}});
  }
  return table;
}

Check printed_machines_check(const BucketPlan& plan) {
  const MachineTable table(plan);
  long tokens = 0;
  long meta = 0;
  for (long i = 1; i <= table.machines(); ++i) {
    const MachineKind kind = table.role(i).kind;
    tokens += kind == MachineKind::token ? 1 : 0;
    meta += kind == MachineKind::query_meta || kind == MachineKind::pair_meta ? 1 : 0;
  }
  const bool many = plan.tables > 1;
  std::string text =
      fmt::format("{} machines in this run, of them {} for tokens and {} \"meta-info\" machines",
                  table.machines(), tokens, meta);
  if (tokens < plan.tokens) return informative(holds("machines", Evidence::enumeration, text));
  text += fmt::format(
      "; the proof lists N token machines and {} \"meta-info\" machines, and for every C this is more than "
      "C{} "
      "N^(1+epsilon-epsilon') as soon as N^(epsilon'-epsilon) > C",
      many ? "2Nl" : "2N", many ? " l" : "");
  return informative(refuted(Kind::constant, "machines", text));
}

// Leaves and sorters: at most x = ceil(items / smallest block) of each kind. A tree over B leaves with
// fan-out at least 2 has sum ceil(B / a^j) <= B + depth inner nodes, with fan-out a at most B/(a - 1) + depth.
// Joint lists: a token machine has floor(floor(s/3m)/l) tokens, so that N tokens are on O(l mN/s) of them; where that is less than
// one, l > s/3m, and N machines and their trees are O(l mN/s) as well.
Check repaired_machines_check(const BucketPlan& plan, long machines) {
  const auto ceil_div = [](long a, long b) { return (a + b - 1) / b; };
  const long N = plan.tokens;
  long bound = 0;
  std::string formula;
  if (plan.joint) {
    const long x = ceil_div(2 * N, std::min(plan.pair_sorter_block, plan.pair_block));
    const long spread =
        plan.spread_depth() > 1 ? N * (plan.tables / (plan.spread_arity - 1) + plan.spread_depth() - 1) : 0;
    bound = ceil_div(N, plan.tokens_per_machine) + spread + plan.tables * (3 * x + plan.pair_depth());
    const std::string lists =
        fmt::format("x = ceil(2N/{}) = {}", std::min(plan.pair_sorter_block, plan.pair_block), x);
    formula = plan.tables == 1
                  ? fmt::format("ceil(N/floor(s/3m)) + 3x + depth, {}: O(mN/s)", lists)
                  : fmt::format("ceil(N/{}){} + l (3x + depth), {}: O(l mN/s)", plan.tokens_per_machine,
                                spread > 0 ? " + N(l/(a - 1) + depth - 1), a = floor(s/3m)," : "", lists);
  } else {
    const long x = ceil_div(N, std::min(plan.pair_sorter_block, plan.pair_block));
    const long spread = plan.spread_depth() > 1 ? N * (plan.tables + plan.spread_depth()) : 0;
    // The repaired statement has N "meta-info" machines of each kind a table, however many codes there are.
    bound = N + spread +
            plan.tables * (2 * std::min(plan.meta, N) + 6 * x + plan.query_depth() + plan.pair_depth());
    formula = fmt::format("{} with x = ceil(N/{}) = {}",
                          plan.tables == 1 ? "3N + 6x + depths" : "N + N(l + depth) + l (2N + 6x + depths)",
                          std::min(plan.pair_sorter_block, plan.pair_block), x);
  }
  const std::string text = fmt::format("{} machines, at most {} = {}", machines, formula, bound);
  if (machines > bound && plan.meta > N) {
    return not_applicable(
        "machines",
        fmt::format("{}: {} codes are more than N = {}, and the further hash function that they need "
                    "is not built",
                    text, plan.meta, N));
  }
  return machines <= bound ? holds("machines", Evidence::enumeration, text)
                           : refuted(Kind::constant, "machines", text);
}

}  // namespace attest

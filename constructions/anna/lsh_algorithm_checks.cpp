// What holds of Algorithms 1 and 2 for any hash functions at all.
#include <fmt/format.h>

#include "algorithms/hashing/anna.hpp"
#include "algorithms/hashing/lsh_setting.hpp"
#include "algorithms/hashing/partitions.hpp"
#include "algorithms/hashing/small_tables.hpp"
#include "claims/counted_work.hpp"
#include "constructions/dat/formal_polynomial.hpp"
#include "tasks/datasets/random.hpp"

namespace attest::hashing {

namespace {

constexpr long most_enumerated_tokens = 4;

Rows<long> unit_values(long N) {
  return Rows<long>::Identity(N, N);
}

bool same(const AnnaOutput<long>& a, const AnnaOutput<long>& b) {
  return a.sums == b.sums && a.counts == b.counts;
}

// The values are unit vectors, so v_sum is the row of collision counts c_ij; both algorithms add values and
// divide by count, so equal counts mean equal outputs for all values.
Check agreement(long N) {
  if (N > most_enumerated_tokens) {
    Random random(1);
    const long runs = 20;
    long different = 0;
    for (long run = 0; run < runs; ++run) {
      std::vector<int> bucket;
      for (long point = 0; point < 128; ++point) bucket.push_back(static_cast<int>(random.below(64)));
      const PartitionTables tables(64, {&bucket});
      if (!same(anna_algorithm_1(tables, 64, unit_values(64)), anna_algorithm_2(tables, 64, unit_values(64))))
        ++different;
    }
    if (different > 0)
      return refuted(Kind::construction, "algorithms-agree",
                     fmt::format("{} of {} runs differ", different, runs));
    return undecided("algorithms-agree",
                     fmt::format("all hash functions are visited up to N = {}; {} sampled tables of 64 "
                                 "queries and 64 keys agree",
                                 most_enumerated_tokens, runs));
  }
  const auto all = partitions(static_cast<std::size_t>(2 * N));
  const Rows<long> values = unit_values(N);
  long visited = 0;
  long different = 0;
  const auto visit = [&](std::vector<const std::vector<int>*> bucket) {
    const PartitionTables tables(static_cast<std::size_t>(N), std::move(bucket));
    ++visited;
    if (!same(anna_algorithm_1(tables, N, values), anna_algorithm_2(tables, N, values))) ++different;
  };
  CountedWork work(all.size());
  std::uint64_t done = 0;
  for (const auto& first : all) {
    work.reached(done++);
    visit({&first});
    if (N == most_enumerated_tokens) continue;
    for (const auto& second : all) visit({&first, &second});
  }
  if (different > 0) {
    return refuted(Kind::construction, "algorithms-agree",
                   fmt::format("{} of {} choices of hash functions differ", different, visited));
  }
  return holds(
      "algorithms-agree", Evidence::cover,
      fmt::format("for all {} partitions of the {} queries and keys into buckets (one table){}: every hash "
                  "function of every family; more tables add up in both",
                  all.size(), 2 * N, N == most_enumerated_tokens ? "" : " and all pairs of tables"));
}

// How many partitions leave a query without a key in its bucket; with the convention of the repair the
// output is then zero, and the weights sum to one elsewhere.
struct EmptyBuckets {
  long partitions = 0;
  long undefined = 0;
  bool convention = true;
};

EmptyBuckets empty_buckets(long N) {
  const long tokens = std::min(N, most_enumerated_tokens);
  EmptyBuckets result;
  const Rows<Rational> values = Rows<Rational>::Identity(tokens, tokens);
  for (const auto& bucket : partitions(static_cast<std::size_t>(2 * tokens))) {
    const PartitionTables tables(static_cast<std::size_t>(tokens), {&bucket});
    const auto output = anna_algorithm_1(tables, tokens, values);
    const auto weights = output.attention();
    ++result.partitions;
    bool undefined = false;
    for (long i = 0; i < tokens; ++i) {
      Rational sum = 0;
      for (long j = 0; j < tokens; ++j) sum += weights(i, j);
      const bool none = output.counts[static_cast<std::size_t>(i)] == 0;
      undefined = undefined || none;
      result.convention = result.convention && sum == (none ? 0 : 1);
    }
    if (undefined) ++result.undefined;
  }
  return result;
}

Check well_formed(const LshSetting& setting, Verdict& verdict) {
  const EmptyBuckets found = empty_buckets(setting.N);
  if (setting.variant == Variant::printed && found.undefined > 0) {
    verdict.counterexample = {
        {"check", "well-formed"},
        {"tokens", setting.N},
        {"q_i", "every query the same point"},
        {"k_j", "every key the same point at distance more than c r"},
        {"count", 0},
        {"why",
         "where no table puts q_i and k_j into one bucket, Algorithm 1, line 16 divides 0 by 0 (bit sampling "
         "with "
         "complementary points: for every choice of hash functions); N(q_i, c r) is empty, so "
         "Definition 3.3 wants weights that are all 0 and sum to 1"}};
    return ill_formed(
        "well-formed",
        fmt::format(
            "Algorithm 1, line 16 divides by count, which is 0 in {} of the {} partitions of one table; "
            "Definition "
            "3.3 wants weights that sum to 1 also for a query without a key within c r, where they all "
            "have to be 0",
            found.undefined, found.partitions));
  }
  if (!found.convention)
    return refuted(Kind::construction, "well-formed",
                   "weights do not sum to 1 where count is positive, 0 else");
  return holds("well-formed", Evidence::cover,
               fmt::format("the weights sum to 1 where count is positive and are 0 where it is 0 ({} of {} "
                           "partitions of one table have such a query)",
                           found.undefined, found.partitions));
}

// c_j >= 1 and the others' counts add up to rest <= (|N| - 1) l. Then c_j/(c_j + rest) >= 1/((|N| - 1) l +
// 1): with c_j = 1 + a and (|N| - 1) l = rest + b the cross product has positive coefficients in a, b, rest
// >= 0.
Check least_weight() {
  IndeterminateNames v;
  const auto c = FormalPolynomial(1) + v("a");
  const auto bound = v("rest") + v("b");
  const auto difference = c * (bound + FormalPolynomial(1)) - (c + v("rest"));
  if (!difference.has_only_positive_coefficients())
    return refuted(Kind::display, "least-weight", "not a sum of nonnegative terms");
  return holds("least-weight", Evidence::symbolic,
               "c_j ((|N| - 1) l + 1) - count = b + a rest + a b for c_j = 1 + a, (|N| - 1) l = rest + b");
}

// A row of Definition 3.3: collision counts c_j in 0..l and, for each key, near (at most r), between, or far
// (more than c r). The two bullets hold exactly if no far key was met and every near one was. Visits all rows
// of N keys; returns (rows, rows where this is not so).
std::pair<long, long> condition_rows(long N, long l) {
  const auto tokens = static_cast<std::size_t>(N);
  std::vector<long> state(tokens, 0);  // 3 c_j + kind
  long rows = 0;
  long wrong = 0;
  for (;;) {
    long sum = 0;
    long within = 0;  // |N(q, c r)|
    for (const long s : state) {
      sum += s / 3;
      if (s % 3 != 2) ++within;
    }
    bool far_met = false;
    bool near_missed = false;
    bool bullets = true;
    for (const long s : state) {
      const long c = s / 3;
      const Rational w = sum == 0 ? Rational(0) : Rational(c, sum);
      if (s % 3 == 2) {
        far_met = far_met || c > 0;
        bullets = bullets && !(w > 0);
      } else if (s % 3 == 0) {
        near_missed = near_missed || c == 0;
        bullets = bullets && w >= Rational(1, (within - 1) * l + 1);
      }
    }
    ++rows;
    if (bullets != (!far_met && !near_missed)) ++wrong;
    std::size_t place = 0;
    while (place < tokens && state[place] == 3 * l + 2) state[place++] = 0;
    if (place == tokens) return {rows, wrong};
    ++state[place];
  }
}

// Rows of at most `most_rows` are all visited. Larger ones rest on least-weight: a far key met has positive
// weight, a near key missed has weight 0, a near key met has the least weight.
Check conditions(long N, long l) {
  constexpr long most_rows = 300000;
  const long tokens = std::min(N, most_enumerated_tokens);
  long tables = std::min(l, 1000L);
  while (tables > 1 && power(Integer(3 * (tables + 1)), static_cast<unsigned long>(tokens)) > most_rows)
    --tables;
  const auto [rows, wrong] = condition_rows(tokens, tables);
  if (wrong > 0)
    return refuted(Kind::construction, "conditions", fmt::format("{} of {} rows of counts", wrong, rows));
  const std::string text = fmt::format(
      "all {} rows of {} collision counts up to {} and of near, between and far keys: both bullets hold "
      "exactly if "
      "no far key was met and every near key was",
      rows, tokens, tables);
  if (tokens == N && tables == l) return holds("conditions", Evidence::cover, text);
  if (least_weight().status != Status::holds) return undecided("conditions", text);
  return holds("conditions", Evidence::symbolic,
               text +
                   "; beyond these counts a far key met has positive weight, a near key missed has weight 0, "
                   "and a near key met has the least weight by the check least-weight");
}

// Counted on a seeded run: a formula that fails there is refuted, one that fits is not proved by it.
Check operations(const LshSetting& setting, Verdict& verdict) {
  const long N = std::min(setting.N, 64L);
  const long l = std::min(setting.l, 200L);
  const long z = std::min(setting.z, 200L);
  const int d = static_cast<int>(std::min(setting.d, 60L));
  Random random(3);
  std::vector<std::uint64_t> queries, keys;
  for (long i = 0; i < N; ++i) {
    queries.push_back(random.below(std::uint64_t{1} << d));
    keys.push_back(random.below(std::uint64_t{1} << d));
  }
  std::vector<std::vector<int>> coordinates(static_cast<std::size_t>(l));
  for (auto& g : coordinates) {
    for (long k = 0; k < z; ++k) g.push_back(static_cast<int>(random.below(static_cast<std::uint64_t>(d))));
  }
  const CoordinateTables tables(queries, keys, coordinates);
  const auto first = anna_algorithm_1(tables, N, unit_values(N));
  const auto second = anna_algorithm_2(tables, N, unit_values(N));
  const auto nlz = static_cast<std::uint64_t>(2 * N * l * z);
  const auto nl = static_cast<std::uint64_t>(2 * N * l);
  const auto json = [](const OperationCounts& did) {
    return Json{{"hash_evaluations", did.hash_evaluations},
                {"lookups", did.lookups},
                {"value_additions", did.value_additions},
                {"peak_entries", did.peak_entries}};
  };
  verdict.details["operations"] = {{"N", N},
                                   {"l", l},
                                   {"z", z},
                                   {"Algorithm 1", json(first.operations)},
                                   {"Algorithm 2", json(second.operations)}};
  const auto fits = [&](const OperationCounts& did, std::uint64_t entries) {
    return did.hash_evaluations == nlz && did.lookups == nl && did.value_additions <= nl &&
           did.peak_entries <= entries;
  };
  const bool right =
      fits(first.operations, nl / 2) && fits(second.operations, static_cast<std::uint64_t>(2 * N));
  const std::string text = fmt::format(
      "{} hash evaluations = 2 N l z and {} lookups = 2 N l in both; entries at one time {} <= N l in "
      "Algorithm "
      "1, {} <= 2 N in Algorithm 2 (N = {}, l = {}, z = {})",
      first.operations.hash_evaluations, first.operations.lookups, first.operations.peak_entries,
      second.operations.peak_entries, N, l, z);
  if (!right) return refuted(Kind::constant, "operations", text);
  return informative(undecided("operations", "as the formulas say on one seeded run: " + text));
}

// N(q, t) taken as a set of keys: two equal keys at the query.
Check set_reading() {
  const std::vector<int> one_bucket{0, 0, 0, 0};
  const PartitionTables tables(2, {&one_bucket});
  const auto output = anna_algorithm_1(tables, 2, Rows<Rational>(Rows<Rational>::Identity(2, 2)));
  const Rational weight = output.attention()(0, 0);
  const Rational bound = 1;  // 1/((1 - 1) l + 1): the set {k_1, k_2} has one element
  if (weight >= bound) return holds("set-reading", Evidence::enumeration, "two equal keys");
  return refuted(
      Kind::statement, "set-reading",
      fmt::format("if N(q, t) is the set of different keys, two equal keys at the query both need weight "
                  "1 (each has {}): no weights meet Definition 3.3; read as the tokens j it can be met",
                  to_string(weight)));
}

}  // namespace

void add_algorithm_checks(const LshSetting& setting, Verdict& verdict) {
  verdict.checks.push_back(well_formed(setting, verdict));
  verdict.checks.push_back(agreement(setting.N));
  verdict.checks.push_back(conditions(setting.N, setting.l));
  verdict.checks.push_back(least_weight());
  verdict.checks.push_back(operations(setting, verdict));
  if (setting.N >= 2) verdict.checks.push_back(informative(set_reading()));
}

}  // namespace attest::hashing

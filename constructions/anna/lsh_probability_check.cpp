// The probability with which Algorithm 1's weights break Definition 3.3, against eta.
#include <fmt/format.h>

#include "algorithms/hashing/data_sets.hpp"
#include "algorithms/hashing/lsh_setting.hpp"
#include "claims/counted_work.hpp"
#include "claims/deadline.hpp"
#include "numeric/checked.hpp"
#include "verification/stop_reason.hpp"

namespace attest::hashing {

namespace {

constexpr long most_data_sets = 3000000;
constexpr long most_draws = 5000;  // z l: probabilities have the denominator d^(z l)

Json points_json(const std::vector<unsigned>& points, long N, long d) {
  Json result = Json::array();
  for (long i = 0; i < N; ++i) {
    // Fewer points than tokens: the last is repeated.
    const unsigned point = points[std::min(static_cast<std::size_t>(i), points.size() - 1)];
    std::string bits;
    for (long c = 0; c < d; ++c) bits += (point >> c & 1) != 0 ? '1' : '0';
    result.push_back(bits);
  }
  return result;
}

// "3/16", or a decimal enclosure where the fraction is long.
std::string short_fraction(const Rational& value) {
  const std::string text = to_string(value);
  if (text.size() <= 24) return text;
  return fmt::format("{:.6g}", Interval(value, 64).middle_double());
}

void enumerate(const LshSetting& s, const VerifyOptions& options, Verdict& verdict) {
  const SensitiveFamily& family = s.theorem.family();
  const Integer near = numerator_of(family.r) / denominator_of(family.r);
  FailureProbability failure(s.d, to_long(near), family.far_distance, s.z, s.l);
  const Enclosure eta = s.eta();
  const Interval eta_ball = eta(512);
  Deadline deadline(options);
  Integer checked = 0, failing = 0, open = 0;
  Rational worst = 0;
  DataSet worst_data;
  CountedWork work(data_set_count(s.N, s.d));
  std::uint64_t visited = 0;
  const bool finished = for_each_data_set(s.N, s.d, [&](const DataSet& data) {
    if (visited % 1024 == 0 && deadline.reached()) return false;
    work.reached(visited++);
    const Rational value = failure.of(data.differences);
    checked += data.multiplicity;
    const Ordering order = compare(eta_ball, value);
    if (order == Ordering::less) failing += data.multiplicity;
    if (order == Ordering::undecided) open += data.multiplicity;
    if (worst_data.queries.empty() || value > worst) {
      worst = value;
      worst_data = data;
    }
    return !(options.first && failing > 0);
  });
  verdict.inputs = {data_set_space(s.N, s.d), data_set_space(s.N, s.d), checked, failing};
  if (worst_data.queries.empty()) {
    verdict.checks.push_back(undecided("probability", deadline.reason() + " before the first data set"));
    return;
  }
  const Json found = {
      {"check", "probability"},
      {"q", points_json(worst_data.queries, s.N, s.d)},
      {"k", points_json(worst_data.keys, s.N, s.d)},
      {"failure", to_string(worst).size() <= 200 ? Json(to_string(worst)) : Json()},
      {"failure_bounds", enclosure_json([&](Precision bits) { return Interval(worst, bits); })},
      {"eta", enclosure_json(eta)}};
  verdict.details["worst_data_set"] = found;
  verdict.details["distinct_sets_of_differences"] = failure.computed();
  const std::string text = fmt::format(
      "the greatest failure probability over all data sets, exactly over all d^(z l) = {}^{} choices of "
      "hash functions, is {}; eta = {}",
      s.d, s.z * s.l, short_fraction(worst), about(eta));
  if (failing > 0) {
    if (verdict.counterexample.is_null()) {
      verdict.counterexample = found;
    } else {
      verdict.counterexample["probability"] = found;
    }
    verdict.checks.push_back(refuted(Kind::constant, "probability",
                                     fmt::format("{} of {} data sets fail with probability above eta; {}",
                                                 failing.str(), checked.str(), text)));
  } else if (!finished) {
    verdict.checks.push_back(
        undecided("probability", fmt::format("{} after {} of {} data sets", deadline.reason(),
                                             short_count(checked), short_count(verdict.inputs.space))));
  } else if (open > 0) {
    verdict.checks.push_back(
        undecided("probability", "512 bits do not separate eta from a probability; " + text));
  } else {
    verdict.checks.push_back(holds("probability", Evidence::cover, text));
  }
}

// One near pair at distance r, and one far pair just beyond c r (all queries the same point, all keys the
// same point). They collide with probability p1^z, and as close to p2^z as one likes; both are monotone in
// the distance, so for N = 1 nothing fails more often.
Interval one_pair(const LshSetting& s, Precision bits) {
  const Interval one(1, bits);
  const Interval missed = nth_power(one - s.theorem.near_collision(s.z, bits), s.l);
  const Interval met = one - nth_power(one - s.theorem.far_collision(s.z, bits), s.l);
  return max(missed, met);
}

void bound(const LshSetting& s, Verdict& verdict) {
  const Enclosure eta = s.eta();
  const Enclosure pair = [&](Precision bits) { return one_pair(s, bits); };
  const Enclosure all = [&](Precision bits) { return s.theorem.union_bound(s.z, s.l, bits); };
  const auto at_most = [](Ordering order) { return order == Ordering::less || order == Ordering::equal; };
  const Ordering single = compare_enclosures(pair, eta);
  const bool bounded = at_most(compare_enclosures(all, eta));
  if (single == Ordering::greater) {
    verdict.inputs = {1, 1, 1, 1};  // this one data set; none is enumerated
    const Json found = {{"check", "probability"},
                        {"data", "equal queries, equal keys; at distance r, or just beyond c r"},
                        {"failure", enclosure_json(pair)},
                        {"eta", enclosure_json(eta)}};
    if (verdict.counterexample.is_null()) {
      verdict.counterexample = found;
    } else {
      verdict.counterexample["probability"] = found;
    }
    verdict.checks.push_back(
        refuted(Kind::constant, "probability",
                fmt::format("equal queries and equal keys at distance r, or just beyond c r, fail with "
                            "probability {} > eta = {}",
                            about(pair), about(eta))));
  } else if (s.N == 1 && at_most(single)) {
    verdict.checks.push_back(holds(
        "probability", Evidence::symbolic,
        fmt::format(
            "one query and one key fail with probability at most {} <= eta = {}, by monotonicity in the "
            "distance",
            about(pair), about(eta))));
  } else if (bounded) {
    verdict.checks.push_back(holds(
        "probability", Evidence::symbolic,
        fmt::format(
            "for all data the union bound gives at most N^2 (1 - p1^z)^l + N^2 l p2^z = {} <= eta = {}; "
            "data sets are not enumerated here",
            about(all), about(eta))));
  } else {
    verdict.checks.push_back(undecided(
        "probability",
        fmt::format(
            "the union bound {} is not below eta = {}, equal queries and equal keys only fail with {}",
            about(all), about(eta), about(pair))));
  }
}

// Line 16 divides 0 by 0 where a query meets no key, and no weights with the sum 1, which Definition 3.3 asks of every query, come of that. Of
// keys that are all at the largest distance up to c r (and more than r, so that no other condition speaks of them) one has to be met: equal
// queries and equal keys meet with p^z in each table, by themselves. Read in the paper's favour, eta covers this failure as well.
void add_no_key_met(const LshSetting& s, Verdict& verdict) {
  const SensitiveFamily& family = s.theorem.family();
  const Enclosure eta = s.eta();
  const Enclosure missed = [&](Precision bits) {
    return nth_power(Interval(1, bits) - nth_power(family.within(bits), s.z), s.l);
  };
  // Any of N queries, each with one key up to c r at least: the union bound.
  const Enclosure any = [&](Precision bits) { return Interval(s.N, bits) * missed(bits); };
  const std::string text = fmt::format(
      "equal queries, all keys at the same point with a distance from them of at most c r and more than r, meet in no table, so that line "
      "16 divides 0 by 0, with probability {}; eta = {}",
      about(missed), about(eta));
  const auto at_most = [](Ordering order) { return order == Ordering::less || order == Ordering::equal; };
  if (compare_enclosures(missed, eta) == Ordering::greater) {
    verdict.details["no_key_met"] = {{"probability", enclosure_json(missed)}, {"eta", enclosure_json(eta)}};
    verdict.checks.push_back(refuted(Kind::construction, "no-key-met", text));
  } else if (at_most(compare_enclosures(any, eta))) {
    verdict.checks.push_back(holds("no-key-met", Evidence::symbolic,
                                   fmt::format("{}; of any N queries N times that at most", text)));
  } else {
    verdict.checks.push_back(undecided("no-key-met", text));
  }
}

}  // namespace

void add_probability_check(const LshSetting& s, const VerifyOptions& options, Verdict& verdict) {
  const bool small = s.theorem.family().family == Family::bit_sampling && s.d <= 6 && s.N <= 4 &&
                     s.z <= most_draws / s.l && data_set_count(s.N, s.d) <= most_data_sets;
  if (const std::string why = s.excluded(); !why.empty()) {
    verdict.checks.push_back(not_applicable("probability", why));
    return;
  }
  // The repair gives such a query the output 0.
  if (s.variant == Variant::printed) add_no_key_met(s, verdict);
  if (small) {
    enumerate(s, options, verdict);
  } else {
    bound(s, verdict);
  }
}

}  // namespace attest::hashing

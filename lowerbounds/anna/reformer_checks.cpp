#include "lowerbounds/anna/reformer_checks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>

#include "claims/whole_claim.hpp"
#include "lowerbounds/anna/given_pattern.hpp"

namespace attest {

namespace {

long power(long base, long exponent) {
  long result = 1;
  for (long k = 0; k < exponent; ++k) result *= base;  // at most 10^6
  return result;
}

Json pattern_json(const ChunkPattern& pattern, int n) {
  Json json = Json::array();
  for (const ChunkLayer& layer : pattern) json.push_back(layer_text(layer, n));
  return json;
}

std::string half_text(const Integer& twice) {
  return to_string(Rational(twice, 2));
}

std::string chunks_text(const ChunkPattern& pattern, int n) {
  std::string text;
  for (const ChunkLayer& layer : pattern)
    text += fmt::format("{}{}", text.empty() ? "" : " | ", layer_text(layer, n));
  return text;
}

}  // namespace

Integer ReformerSetting::twice_error(TokenSet field) const {
  return Integer(n - std::popcount(field)) * (m - 1);
}

// The inductive hypothesis at every depth, and whether B^L is reached.
void check_receptive_fields(const ReformerSetting& s, const ReceptiveFields& fields, Verdict& verdict) {
  for (int l = 1; l <= s.depth; ++l) {
    const long bound = power(s.b, l);
    for (const auto& [set, count] : fields.fields[l - 1]) {
      if (std::popcount(set) <= bound) continue;
      verdict.checks.push_back(
          refuted(Kind::statement, "receptive-field",
                  fmt::format("after {} layers {} tokens matter", l, std::popcount(set))));
      verdict.counterexample = {{"pattern", pattern_json(count.example, s.n)}};
      return;
    }
  }
  Json sizes = Json::object();
  std::map<int, Integer> by_size;
  const std::pair<const TokenSet, FieldCount>* largest = nullptr;
  for (const auto& entry : fields.fields.back()) {
    by_size[std::popcount(entry.first)] += entry.second.patterns;
    if (largest == nullptr || std::popcount(entry.first) > std::popcount(largest->first)) largest = &entry;
  }
  for (const auto& [size, count] : by_size) sizes[std::to_string(size)] = count.str();
  verdict.checks.push_back(holds("receptive-field", Evidence::cover,
                                 fmt::format("after l layers the output at token N depends on at most B^l "
                                             "inputs, l = 1..{}, in all {} patterns (grouped by the "
                                             "tokens that matter); so does that at every token, by renaming",
                                             s.depth, verdict.inputs.checked.str())));
  const long expected = std::min<long>(s.n, s.bound);
  const int found = std::popcount(largest->first);
  const std::string reason = fmt::format("the largest is {}, min(N, B^L) = {}, reached by {}", found,
                                         expected, chunks_text(largest->second.example, s.n));
  verdict.checks.push_back(informative(found == expected ? holds("maximum", Evidence::cover, reason)
                                                         : refuted(Kind::constant, "maximum", reason)));
  verdict.details["largest_receptive_field"] = found;
  verdict.details["largest_pattern"] = pattern_json(largest->second.example, s.n);
  verdict.details["patterns_by_receptive_field"] = sizes;
}

// u(M-1)/2 >= epsilon for all epsilon < M/2 is u(M-1) >= M.
void check_printed_error(const ReformerSetting& s, const ReceptiveFields& fields, Verdict& verdict) {
  const std::pair<const TokenSet, FieldCount>* worst = nullptr;
  for (const auto& entry : fields.fields.back()) {
    if (s.twice_error(entry.first) >= s.m) continue;
    verdict.inputs.failing += entry.second.patterns;
    if (worst == nullptr || std::popcount(entry.first) > std::popcount(worst->first)) worst = &entry;
  }
  if (worst == nullptr) {
    Integer least = s.twice_error(fields.fields.back().begin()->first);
    for (const auto& [set, count] : fields.fields.back()) least = std::min(least, s.twice_error(set));
    verdict.checks.push_back(holds(
        "error", Evidence::cover,
        fmt::format(
            "in every pattern some X has an error of at least u(M-1)/2, u the number of tokens outside the "
            "receptive field; the least is {}, M/2 = {}",
            half_text(least), half_text(s.m))));
    return;
  }
  const Integer twice = s.twice_error(worst->first);
  const Integer four_epsilon = twice + s.m;  // half way between the error and M/2
  const std::string epsilon = to_string(Rational(four_epsilon, 4));
  // Where SUM is computed exactly no bound at all holds.
  verdict.checks.push_back(refuted(
      twice == 0 ? Kind::statement : Kind::constant, "error",
      twice == 0
          ? fmt::format("B^L = {} and N = {}: with {} of {} patterns some Reformer computes SUM exactly{}",
                        s.bound, s.n, verdict.inputs.failing.str(), verdict.inputs.checked.str(),
                        s.n > s.bound ? ", as SUM is constant for M = 1" : "; the statement needs N > B^L")
          : fmt::format(
                "with {} of {} patterns some Reformer never errs by more than {} < epsilon = {} < M/2",
                verdict.inputs.failing.str(), verdict.inputs.checked.str(), half_text(twice), epsilon)));
  verdict.counterexample = {{"pattern", pattern_json(worst->second.example, s.n)},
                            {"input", pattern_as_json(worst->second.example, s.n)},
                            {"receptive_field", tokens_of(worst->first, s.n)},
                            {"largest_error", half_text(twice)},
                            {"epsilon", epsilon}};
}

void check_repaired_error(const ReformerSetting& s, const ReceptiveFields& fields, Verdict& verdict) {
  const Integer twice_bound = Integer(std::max<long>(0, s.n - s.bound)) * (s.m - 1);
  bool attained = false;
  for (const auto& [set, count] : fields.fields.back()) {
    if (s.twice_error(set) < twice_bound) {
      verdict.inputs.failing += count.patterns;
      if (verdict.counterexample.is_null())
        verdict.counterexample = {{"pattern", pattern_json(count.example, s.n)}};
    }
    attained = attained || s.twice_error(set) == twice_bound;
  }
  if (verdict.inputs.failing != 0) {
    verdict.checks.push_back(refuted(Kind::constant, "error", "some pattern allows a smaller error"));
  } else if (!attained) {
    verdict.checks.push_back(refuted(Kind::constant, "error", "no pattern attains the bound"));
    verdict.counterexample = {{"bound", half_text(twice_bound)}};
  } else {
    verdict.checks.push_back(holds("error", Evidence::cover,
                                   fmt::format("a pattern's least worst error is u(M-1)/2, u the number of "
                                               "tokens outside its receptive field; the least "
                                               "over all patterns is max(0, N - B^L)(M-1)/2 = {}",
                                               half_text(twice_bound))));
  }
}

void check_witnesses(const ReformerSetting& s, const std::vector<FieldWitness>& patterns, bool every,
                     const Deadline& deadline, Verdict& verdict) {
  std::size_t pairs = 0;
  std::string instance;
  std::size_t adders = 0;
  Json shown;
  for (const auto& [set, pattern] : patterns) {
    if (deadline.reached()) {
      verdict.checks.push_back(undecided("same-output", deadline.reason()));
      return;
    }
    std::vector<int> ones(s.n, 1);
    std::vector<int> other = ones;
    for (int i = 0; i < s.n; ++i) {
      if ((set >> i & 1U) == 0) {
        other[i] = static_cast<int>(s.m);
        continue;
      }
      // A seen token is really seen.
      if (s.m == 1) continue;  // no two inputs to compare
      std::vector<int> changed = ones;
      changed[i] = 2;
      if (!distinguishable(pattern, ones, changed)) {
        verdict.checks.push_back(
            refuted(Kind::construction, "same-output", fmt::format("token {} does not matter", i + 1)));
        verdict.counterexample = {{"pattern", pattern_json(pattern, s.n)}, {"token", i + 1}};
        return;
      }
    }
    if (other != ones) {
      if (distinguishable(pattern, ones, other)) {
        verdict.checks.push_back(
            refuted(Kind::construction, "same-output", "inputs outside the receptive field matter"));
        verdict.counterexample = {{"pattern", pattern_json(pattern, s.n)}, {"x", ones}, {"y", other}};
        return;
      }
      ++pairs;
      if (shown.is_null() || std::popcount(set) == std::min<long>(s.n, s.bound)) {
        shown = {{"pattern", pattern_json(pattern, s.n)},
                 {"receptive_field", tokens_of(set, s.n)},
                 {"X", ones},
                 {"X'", other},
                 {"SUM(X)", s.n},
                 {"SUM(X')", s.n + static_cast<long>(s.n - std::popcount(set)) * (s.m - 1)}};
        instance = fmt::format("({}) under {}, sums {} and {}", fmt::join(other, ","),
                               chunks_text(pattern, s.n), s.n, shown["SUM(X')"].dump());
      }
    }
    const std::vector<long> coefficients = adder_coefficients(pattern, s.n);
    for (int i = 0; i < s.n; ++i) {
      if (coefficients[i] == static_cast<long>(set >> i & 1U)) continue;
      verdict.checks.push_back(refuted(Kind::construction, "adder",
                                       fmt::format("x_{} is counted {} times", i + 1, coefficients[i])));
      verdict.counterexample = {{"pattern", pattern_json(pattern, s.n)}, {"coefficients", coefficients}};
      return;
    }
    ++adders;
  }
  const auto reported = [every](Check check) { return every ? check : informative(check); };
  const char* examples = every ? "" : " (one of each receptive field)";
  if (pairs > 0) {
    verdict.checks.push_back(reported(holds("same-output", Evidence::enumeration,
                                            fmt::format("in {} patterns that miss a token{}, (1,...,1) and "
                                                        "the input with M outside have the same output at "
                                                        "N under every choice of weights; for instance {}",
                                                        pairs, examples, instance))));
  }
  verdict.checks.push_back(reported(holds(
      "adder", Evidence::symbolic,
      fmt::format("in {} patterns{} explicit weights give the sum over the receptive field, as a linear form",
                  adders, examples))));
  verdict.details["same_output_pair"] = shown;
}

}  // namespace attest

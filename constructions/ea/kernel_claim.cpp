#include "constructions/ea/kernel_claim.hpp"

#include <fmt/format.h>

#include "attention/kernel.hpp"
#include "claims/run_result.hpp"
#include "claims/usage_error.hpp"
#include "claims/user_json.hpp"
#include "claims/whole_claim.hpp"
#include "constructions/ea/kernel_identities.hpp"
#include "numeric/checked.hpp"
#include "tasks/datasets/random.hpp"
#include "tasks/drawn_word.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

std::optional<std::vector<Rational>> expressive(const std::vector<Rational>& z) {
  return attention::normalised_weights(attention::Kernel::expressive, z);
}

std::string to_text(const std::vector<Rational>& z) {
  std::string text;
  for (const Rational& score : z) text += (text.empty() ? "(" : ", ") + to_string(score);
  return text + ")";
}

// All rows of one to three scores from -2..2.
std::vector<std::vector<Rational>> small_rows() {
  std::vector<std::vector<Rational>> all;
  std::vector<std::vector<Rational>> longest = {{}};
  for (int length = 1; length <= 3; ++length) {
    std::vector<std::vector<Rational>> longer;
    for (const auto& row : longest) {
      for (int z = -2; z <= 2; ++z) {
        longer.push_back(row);
        longer.back().emplace_back(z);
      }
    }
    longest = std::move(longer);
    all.insert(all.end(), longest.begin(), longest.end());
  }
  return all;
}

bool is_distribution(const std::vector<Rational>& weights) {
  Rational sum = 0;
  for (const Rational& weight : weights) {
    if (weight < 0) return false;
    sum += weight;
  }
  return sum == 1;
}

// Line 41: a_mk >= 0 and every row sums to 1. N_m is the sum of terms of [0,1) that vanish for z = 0 only
// ("range"), so dividing by it is right wherever some z is not 0. The small rows are run through the
// definition besides.
Check normalised(Variant variant, Verdict& verdict) {
  const auto rows = small_rows();
  verdict.inputs.space = verdict.inputs.total = Integer(rows.size());
  const std::vector<Rational>* first = nullptr;
  for (const auto& row : rows) {
    ++verdict.inputs.checked;
    const auto weights = expressive_row(variant, row);
    if (weights && is_distribution(*weights)) continue;
    ++verdict.inputs.failing;
    if (first == nullptr) first = &row;
  }
  if (first == nullptr) {
    return holds("normalised", Evidence::symbolic,
                 "N_m > 0 where some score is not 0, and the other rows have equal weights; all rows of up "
                 "to three scores from "
                 "-2..2 are run besides");
  }
  verdict.counterexample = {
      {"check", "normalised"}, {"Q", {1, 0}}, {"K", {{0, 1}}}, {"z", {0}}, {"term", 0}, {"N_m", 0}};
  return ill_formed(
      "normalised",
      fmt::format("the scores {} have N_m = 0, so eq. (2) is 0/0: Q = (1,0) with the only key K = (0,1), an "
                  "orthogonal "
                  "one, has no weights; of {} rows of one to three scores from -2..2 this happens to {}",
                  to_text(*first), rows.size(), verdict.inputs.failing.str()));
}

// e(0) = 0 < e(s) for s != 0, so the scores (s, 0) have the weights (1, 0) for every s != 0, and (0, s) has
// (0, 1).
Check continuous_extension() {
  bool as_said = true;
  for (const long scale : {1L, 1000L, 1000000L}) {
    const Rational s = Rational(1) / scale;
    as_said = as_said && expressive({s, 0}) == std::vector<Rational>{1, 0} &&
              expressive({0, s}) == std::vector<Rational>{0, 1};
  }
  const char* text =
      "the scores (s, 0) have the weights (1, 0) and (0, s) the weights (0, 1) for every s != 0: no weights "
      "at (0, 0) continue eq. (2)";
  return informative(as_said ? refuted(Kind::statement, "continuous", text)
                             : undecided("continuous", "the example is not one"));
}

struct ScoreRow {
  std::vector<Rational> z;
  Json json;
  std::optional<Integer> rank;
};

constexpr std::size_t most_keys = 100'000;
constexpr const char* kernel_input = R"(an object {"z": [..]} or {"Q": [..], "K": [[..], ..]} of numbers)";

std::vector<Rational> numbers_of(const Json& json, const std::string& place) {
  if (!json.is_array() || json.empty() || json.size() > most_keys)
    throw UsageError(place, json.dump(), fmt::format("a list of 1 to {} numbers", most_keys));
  std::vector<Rational> values;
  for (const Json& entry : json) values.push_back(rational_from_json(entry, place));
  return values;
}

ScoreRow score_row(const Json& given, std::uint64_t seed) {
  if (given == "random") {
    Random random(seed);
    Json z = Json::array();
    for (int k = 0; k < 5; ++k) z.push_back(random.between(-2, 2));
    return score_row(Json{{"z", z}}, seed);
  }
  if (given.is_string()) {
    const auto rows = small_rows();
    const Integer rank = rank_argument(given.get<std::string>(), Integer(rows.size()));
    Json z = Json::array();
    for (const Rational& score : rows[to_size(rank)]) z.push_back(to_string(score));
    return {rows[to_size(rank)], {{"z", z}}, rank};
  }
  if (given.is_object() && given.size() == 1 && given.contains("z"))
    return {numbers_of(given["z"], "input z"), given, std::nullopt};
  if (!given.is_object() || given.size() != 2 || !given.contains("Q") || !given.contains("K") ||
      !given["K"].is_array() || given["K"].empty())
    throw UsageError("input", given.dump(), kernel_input);
  const std::vector<Rational> q = numbers_of(given["Q"], "input Q");
  ScoreRow row{{}, given, std::nullopt};
  for (const Json& key : given["K"]) {
    const std::vector<Rational> k = numbers_of(key, "input K");
    if (k.size() != q.size())
      throw UsageError("input K", key.dump(), fmt::format("{} numbers, as Q has", q.size()));
    Rational z = 0;
    for (std::size_t c = 0; c < q.size(); ++c) z += q[c] * k[c];
    row.z.push_back(z);
  }
  return row;
}

class Kernel : public WholeClaim {
 public:
  Kernel() : WholeClaim(program_info("ea/kernel")) {}

  // A query and its keys: {"Q": [1, 0], "K": [[0, 1], [2, 1]]}; or their scores z_mk alone: {"z": [0, 2]}. By rank:
  // the rows of one to three scores from -2..2.
  Json run(Variant variant, const Parameters&, const Json& given, std::uint64_t seed) const override {
    const ScoreRow row = score_row(given, seed);
    RunResult result(row.json, row.rank);
    Json scores = Json::array();
    for (const Rational& z : row.z) scores.push_back(to_string(z));
    result.steps["z"] = scores;
    const auto weights = expressive_row(variant, row.z);
    if (!weights) {
      result.add(ill_formed("normalised", "every score is 0: N_m = 0, and eq. (2) is 0/0"));
      return result.to_json();
    }
    // N_m and the terms over their common denominator, from the formula.
    std::vector<Rational> terms;
    Rational total = 0;
    for (const Rational& z : row.z) {
      terms.push_back(Rational(z * z) / Rational(1 + z * z));
      total += terms.back();
    }
    for (std::size_t k = 0; k < row.z.size(); ++k) {
      const Rational truth = total == 0 ? Rational(1) / Integer(row.z.size()) : Rational(terms[k] / total);
      result.exact(fmt::format("a_m{}", k + 1), (*weights)[k], truth);
    }
    result.add(is_distribution(*weights)
                   ? holds("normalised", Evidence::enumeration, "the weights are nonnegative and sum to 1")
                   : refuted(Kind::statement, "normalised", "the weights do not sum to 1"));
    return result.to_json();
  }

 protected:
  void examine(Variant variant, const Parameters&, const VerifyOptions&, Verdict& verdict) const override {
    verdict.checks = kernel_identity_checks(printed_kernel());
    verdict.checks.push_back(normalised(variant, verdict));
    if (variant == Variant::repaired) verdict.checks.push_back(continuous_extension());
    verdict.details["choices"] = {
        "\"large\" and \"small\" weights compare keys of one length, as Figure 1 draws them",
        "beta > 0 in eq. (1); for beta = 0 all its weights are equal"};
    verdict.notes = {
        "line 50 calls beta = 1/sqrt(N_con), N_con the context length, the standard expression of Vaswani et "
        "al.; theirs is "
        "1/sqrt(d_k), d_k the dimension of the head. It changes nothing here",
        "line 56 calls z_mk the squared dot product; in eq. (2) it is the dot product, and squared there"};
  }
};

}  // namespace

std::optional<std::vector<Rational>> expressive_row(Variant variant, const std::vector<Rational>& z) {
  auto weights = expressive(z);
  if (weights || variant == Variant::printed || z.empty()) return weights;
  return std::vector<Rational>(z.size(), Rational(1) / Integer(z.size()));
}

std::unique_ptr<Claim> ea_kernel_claim() {
  return std::make_unique<Kernel>();
}

}  // namespace attest

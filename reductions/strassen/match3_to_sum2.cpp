#include "reductions/strassen/match3_to_sum2.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/run_result.hpp"
#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "reductions/strassen/two_sided_report.hpp"
#include "tasks/input_fields.hpp"

namespace attest {

// Line 235: "We fix the value of p_1 to be equal to 1 [...] If we additionally set p_j != m-2 for j >= 2".
problems::Match3 match3_of_sum2(const problems::Sum2& instance) {
  problems::Match3 image{instance.m, {1}};
  image.p.insert(image.p.end(), instance.p.begin(), instance.p.end());
  return image;
}

// The print sees that j = 1 or k = 1 asks for a p = m - 2, which is excluded at the places 2..n. At place 1
// there stands 1, and 1 = m - 2 for m = 3: then j = k = 1 gives 1 + 1 + 1 = 0 mod 3 on every input. Sum2[l,
// 3] is the constant 0 (its only letter is 2, and 2 + 2 is not -1 mod 3), so for m = 3 there is nothing to
// compute.
bool sum2_answer(Variant variant, int m, bool match3_answer) {
  if (variant == Variant::repaired && m == 3) return false;
  return match3_answer;
}

namespace {

constexpr std::uint64_t largest_space = 20'000'000;
constexpr const char* excluded_modulus = "m != 3 is added: for m = 3 Match3 is always 1 and Sum2 always 0";

problems::Sum2 sum2_of_rank(int l, int m, std::uint64_t u, std::uint64_t v) {
  const std::vector<int> alphabet = problems::sum2_alphabet(m);
  problems::Sum2 instance{m, word_of_rank(u, l / 2, alphabet)};
  const std::vector<int> second = word_of_rank(v, l - l / 2, alphabet);
  instance.p.insert(instance.p.end(), second.begin(), second.end());
  return instance;
}

}  // namespace

TwoSidedReduction match3_to_sum2(Variant variant, int l, int m) {
  TwoSidedReduction r;
  const std::uint64_t letters = problems::sum2_alphabet(m).size();
  r.left = word_count(letters, l / 2);
  r.right = word_count(letters, l - l / 2);
  r.source = [l, m](std::uint64_t u, std::uint64_t v) { return problems::solve(sum2_of_rank(l, m, u, v)); };
  r.target = [variant, l, m](std::uint64_t u, std::uint64_t v) {
    return sum2_answer(variant, m, problems::solve(match3_of_sum2(sum2_of_rank(l, m, u, v)), 1));
  };
  r.tokens = [l, m](std::uint64_t u, std::uint64_t v) { return match3_of_sum2(sum2_of_rank(l, m, u, v)).p; };
  r.token_defect = [m](const std::vector<int>& tokens) {
    const bool inside =
        std::all_of(tokens.begin(), tokens.end(), [m](int a) { return 1 <= a && a <= m - 1; });
    return inside ? std::string() : fmt::format("the image {} leaves [{}]", tuple_text(tokens), m - 1);
  };
  return r;
}

namespace {

ClaimInfo match3_to_sum2_entry() {
  ClaimInfo info;
  info.id = "strassen/match3-to-sum2";
  info.kind = "reduction";
  info.paper = "strassen";
  info.title = "Match3[l+1,m] at position 1 answers Sum2[l,m]";
  info.statement =
      "With p_1 = 1 and p_j != m-2 for j >= 2, p_1 + p_j + p_k = 0 mod m if and only if j, k >= 2 and p_j + "
      "p_k = -1 "
      "mod m; so Match3[l+1,m] at position 1 is Sum2[l,m] of the other numbers.";
  info.source = {"000_bd1f352bd128419d.txt", "Theorem 3.6, proof", 233, 243};
  info.variants = {
      {Variant::printed, "For every m, as printed.", {}},
      {Variant::repaired,
       "As printed for m != 3; for m = 3 it says nothing.",
       {"m != 3 is added: for m = 3 the excluded value m - 2 is the 1 at position 1 itself, j = k = 1 gives "
        "1 + 1 + 1 = 0 mod 3, and Match3 is always 1 while Sum2[l,3] is always 0."}}};
  info.parameters = {
      integer_parameter("l", 1, 24, "length of Sum2's word; Match3 has n = l + 1 numbers"),
      integer_parameter(
          "m", 2, 1000,
          "modulus; for m = 1 the alphabet [m-1] is empty. There are (m-2)^l instances, 1 for m = 2, and at "
          "most 20000000 are looked at")};
  const auto add = [&info](int l, int m, bool quick) {
    info.standard_sizes.push_back({{fmt::format("l={}", l), fmt::format("m={}", m)},
                                   quick,
                                   {{Variant::printed, m == 3 ? Status::refuted : Status::holds},
                                    {Variant::repaired, m == 3 ? Status::not_applicable : Status::holds}}});
  };
  for (const int m : {2, 3, 4, 5, 6}) add(1, m, true);
  for (const int m : {2, 3, 4, 7}) add(2, m, true);
  add(4, 8, true);
  add(6, 8, true);
  add(6, 12, false);
  return info;
}

// The displayed equivalence depends on the letters at j and k alone: 1 at position 1, any letter elsewhere.
Check equivalence_check(int l, int m) {
  const std::vector<int> letters = problems::sum2_alphabet(m);
  const auto wrong = [m](const std::string& where, int a, int b) {
    return refuted(Kind::display, "equivalence",
                   fmt::format("for {}: 1 + {} + {} = {} is 0 mod {}", where, a, b, 1 + a + b, m));
  };
  if (3 % m == 0) return wrong("j = k = 1", 1, 1);
  for (const int a : letters) {
    if ((2 + a) % m == 0) return wrong("j = 1 and k >= 2", 1, a);
    for (const int b : letters) {
      if (((1 + a + b) % m == 0) != ((a + b) % m == m - 1))
        return refuted(Kind::display, "equivalence", fmt::format("for p_j = {}, p_k = {}", a, b));
    }
  }
  return holds(
      "equivalence", Evidence::enumeration,
      fmt::format(
          "all pairs of positions, by their letters: 1 at position 1, {} letters elsewhere, for every l "
          "(here {})",
          letters.size(), l));
}

class Match3ToSum2 : public WholeClaim {
 public:
  Match3ToSum2() : WholeClaim(match3_to_sum2_entry()) {}

  std::vector<ParameterSpec> run_parameters() const override {
    return with_maxima(info().parameters, {{"l", 3000}});
  }

  Json run(Variant variant, const Parameters& parameters, const Json& given,
           std::uint64_t seed) const override {
    const int m = static_cast<int>(parameters.integer("m"));
    const std::vector<int> letters = problems::sum2_alphabet(m);
    const InputFields fields(
        {{"p", {static_cast<std::size_t>(parameters.integer("l"))}, {letters.begin(), letters.end()}}});
    const FieldsInput input = fields.chosen(given, seed);
    RunResult result(input.json(), input.rank());
    if (variant == Variant::repaired && m == 3) {
      result.add(not_applicable("answers", excluded_modulus));
      return result.to_json();
    }
    const problems::Sum2 instance{m, input.word("p")};
    const problems::Match3 image = match3_of_sum2(instance);
    const bool match = problems::solve(image, 1);
    result.steps["image"] = {{"p", image.p}};
    result.steps["Match3 at position 1"] = match ? 1 : 0;
    result.answer("Sum2", sum2_answer(variant, m, match) ? 1 : 0, problems::solve(instance) ? 1 : 0);
    return result.to_json();
  }

  Json weights(Variant variant, const Parameters& parameters) const override {
    const int l = static_cast<int>(parameters.integer("l"));
    const int m = static_cast<int>(parameters.integer("m"));
    const std::vector<int> letters = problems::sum2_alphabet(m);
    problems::Sum2 instance{m, std::vector<int>(l, letters.front())};
    if (letters.size() > 1) instance.p.back() = letters[letters.size() - 2];
    const problems::Match3 image = match3_of_sum2(instance);
    Json json;
    json["map"] = "p_1 = 1, p_{j+1} = the j-th number of Sum2";
    json["answer"] = variant == Variant::repaired ? "Sum2 = Match3 at position 1, for m != 3"
                                                  : "Sum2 = Match3 at position 1";
    json["alphabet"] = fmt::format("Sum2: {} letters, [m-1] without m-2 = {}; Match3: [m-1] = [{}]",
                                   letters.size(), m - 2, m - 1);
    json["tokens"] = fmt::format("l + 1 = {}, of which 1 fixed: p_1, where the answer is read", l + 1);
    json["bound"] =
        "with N = l + 1 tokens, N odd, and m = 2(N - 1), N >= 5: split-VC >= (N - 1)/2 (Lemma 3.7); for "
        "other m the proof "
        "says nothing";
    json["example"] = {{"Sum2", instance.p},
                       {"Match3", image.p},
                       {"m", m},
                       {"Match3 at 1", problems::solve(image, 1) ? 1 : 0},
                       {"Sum2 answer", problems::solve(instance) ? 1 : 0}};
    return json;
  }

 protected:
  void examine(Variant variant, const Parameters& parameters, const VerifyOptions& options,
               Verdict& verdict) const override {
    const int l = static_cast<int>(parameters.integer("l"));
    const int m = static_cast<int>(parameters.integer("m"));
    if (word_count(problems::sum2_alphabet(m).size(), l) > largest_space)
      throw UsageError("l", parameters.text("l"),
                       fmt::format("a size with at most {} instances (m-2)^l; m = {}", largest_space, m));
    if (variant == Variant::repaired && m == 3) {
      verdict.checks = {not_applicable("answers", excluded_modulus)};
      return;
    }
    const Deadline deadline(options);
    const TwoSidedOutcome outcome =
        check_two_sided(match3_to_sum2(variant, l, m), [&deadline] { return deadline.reached(); });
    report_two_sided(
        outcome, deadline, {"the first half", "the second half"},
        [l, m](std::uint64_t u, std::uint64_t v) {
          const problems::Sum2 instance = sum2_of_rank(l, m, u, v);
          const problems::Match3 image = match3_of_sum2(instance);
          return Json{{"m", m},
                      {"input", {{"p", instance.p}}},
                      {"sum2", instance.p},
                      {"sum2_answer", problems::solve(instance) ? 1 : 0},
                      {"p", image.p},
                      {"match3_at_1", problems::solve(image, 1) ? 1 : 0}};
        },
        verdict);
    verdict.checks.push_back(equivalence_check(l, m));
    verdict.details["example"] = weights(variant, parameters)["example"];
    if (m % 3 == 0) {
      verdict.notes.push_back(
          fmt::format("line 231 excludes p_i = 0 because p_i + p_i + p_i = 0 makes the answer trivial; for m "
                      "= {} so do {} and {}",
                      m, m / 3, 2 * m / 3));
    }
    if (m == 2)
      verdict.notes.push_back(
          "for m = 2 the excluded m - 2 = 0 is no letter anyway; both answers are always 0");
  }
};

}  // namespace

std::unique_ptr<Claim> strassen_match3_to_sum2_claim() {
  return std::make_unique<Match3ToSum2>();
}

}  // namespace attest

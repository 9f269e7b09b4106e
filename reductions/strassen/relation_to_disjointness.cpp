#include "reductions/strassen/relation_to_disjointness.hpp"

#include <fmt/format.h>

#include "claims/run_result.hpp"
#include "claims/whole_claim.hpp"
#include "reductions/strassen/two_sided_report.hpp"
#include "tasks/input_fields.hpp"

namespace attest {

// Line 287.
problems::RelationComposition relation_of_disjointness(const problems::SetIntersection& instance) {
  const int m = static_cast<int>(instance.a.size());
  problems::RelationComposition image{problems::BitMatrix(m + 1), problems::BitMatrix(m + 1)};
  for (int i = 1; i <= m; ++i) {
    image.a(1, i + 1) = instance.a[i - 1];
    image.b(i + 1, 1) = instance.b[i - 1];
  }
  return image;
}

namespace {}  // namespace

TwoSidedReduction relation_to_disjointness(int m) {
  TwoSidedReduction r;
  r.left = r.right = word_count(2, m);
  r.source = [m](std::uint64_t u, std::uint64_t v) { return problems::solve(sets_of_rank(m, u, v)); };
  r.target = [m](std::uint64_t u, std::uint64_t v) {
    return problems::solve(relation_of_disjointness(sets_of_rank(m, u, v)), 1, 1);
  };
  r.tokens = [m](std::uint64_t u, std::uint64_t v) {
    return problems::tokens(relation_of_disjointness(sets_of_rank(m, u, v)));
  };
  r.token_defect = [](const std::vector<int>&) {
    return std::string();
  };  // any pair of 0/1 matrices is an instance
  return r;
}

namespace {

ClaimInfo relation_to_disjointness_entry() {
  ClaimInfo info;
  info.id = "strassen/relation-to-disjointness";
  info.kind = "reduction";
  info.paper = "strassen";
  info.title = "Binary relation composition at (1,1) answers Disj_m";
  info.statement =
      "With a written at A_12, ..., A_1k, b at B_21, ..., B_k1 and 0 elsewhere, k = m + 1, the composition "
      "of the "
      "relations at (1,1) is Disj_m(a,b).";
  info.source = {"000_bd1f352bd128419d.txt", "Theorem 3.8, proof", 281, 287};
  info.variants = {{Variant::printed, "The instance as printed.", {}}};
  info.parameters = {integer_parameter("m", 1, 10, "length of a and of b; there are 4^m instances")};
  for (const int m : {1, 2, 3, 4, 6, 8}) {
    info.standard_sizes.push_back({{fmt::format("m={}", m)}, m <= 6, {{Variant::printed, Status::holds}}});
  }
  return info;
}

class RelationToDisjointness : public WholeClaim {
 public:
  RelationToDisjointness() : WholeClaim(relation_to_disjointness_entry()) {}

  std::vector<ParameterSpec> run_parameters() const override {
    return with_maxima(info().parameters, {{"m", 1000}});
  }

  Json run(Variant, const Parameters& parameters, const Json& given, std::uint64_t seed) const override {
    const auto m = static_cast<std::size_t>(parameters.integer("m"));
    const InputFields fields({{"a", {m}, numbers(0, 1)}, {"b", {m}, numbers(0, 1)}});
    const FieldsInput input = fields.chosen(given, seed);
    const problems::SetIntersection instance{input.word("a"), input.word("b")};
    const problems::RelationComposition image = relation_of_disjointness(instance);
    RunResult result(input.json(), input.rank());
    Json row = Json::array();
    Json column = Json::array();
    for (int i = 1; i <= static_cast<int>(m) + 1; ++i) {
      row.push_back(image.a(1, i));
      column.push_back(image.b(i, 1));
    }
    result.steps["row 1 of A"] = row;
    result.steps["column 1 of B"] = column;
    result.answer("Disj_m at (1,1)", problems::solve(image, 1, 1) ? 1 : 0, problems::solve(instance) ? 1 : 0);
    return result.to_json();
  }

  Json weights(Variant, const Parameters& parameters) const override {
    const int m = static_cast<int>(parameters.integer("m"));
    const int k = m + 1;
    problems::SetIntersection instance{std::vector<int>(m, 0), std::vector<int>(m, 1)};
    for (int i = 0; i < m; i += 2) instance.a[i] = 1;
    const problems::RelationComposition image = relation_of_disjointness(instance);
    Json row = Json::array();
    Json column = Json::array();
    for (int i = 1; i <= k; ++i) {
      row.push_back(image.a(1, i));
      column.push_back(image.b(i, 1));
    }
    Json json;
    json["map"] = "A_{1,1+i} = a_i, B_{1+i,1} = b_i, all other entries 0";
    json["answer"] = "Disj_m = the composition at (1,1)";
    json["alphabet"] = "pairs of bits (A_ij, B_ij)";
    json["tokens"] = fmt::format("k^2 = (m+1)^2 = {}, of which {} fixed", k * k, k * k - 2 * m);
    json["bound"] = fmt::format("with N = {} tokens, split-VC >= sqrt(N) - 1 = {} (Lemma 3.9)", k * k, m);
    json["example"] = {{"a", instance.a},
                       {"b", instance.b},
                       {"row 1 of A", row},
                       {"column 1 of B", column},
                       {"(B o A)_11", problems::solve(image, 1, 1) ? 1 : 0},
                       {"Disj", problems::solve(instance) ? 1 : 0}};
    return json;
  }

 protected:
  void examine(Variant, const Parameters& parameters, const VerifyOptions& options,
               Verdict& verdict) const override {
    const int m = static_cast<int>(parameters.integer("m"));
    const Deadline deadline(options);
    const TwoSidedOutcome outcome =
        check_two_sided(relation_to_disjointness(m), [&deadline] { return deadline.reached(); });
    report_two_sided(
        outcome, deadline, {"a", "b"},
        [m](std::uint64_t u, std::uint64_t v) {
          const problems::SetIntersection instance = sets_of_rank(m, u, v);
          return Json{{"a", instance.a},
                      {"b", instance.b},
                      {"tokens", problems::tokens(relation_of_disjointness(instance))}};
        },
        verdict);
    verdict.details["example"] = weights(Variant::printed, parameters)["example"];
    verdict.notes.push_back(
        "the letter k is sqrt(n) in line 283 and the index of the disjunction in line 285");
  }
};

}  // namespace

std::unique_ptr<Claim> strassen_relation_to_disjointness_claim() {
  return std::make_unique<RelationToDisjointness>();
}

}  // namespace attest

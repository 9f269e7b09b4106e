#include "reductions/strassen/composition_to_indexing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "claims/run_result.hpp"
#include "claims/whole_claim.hpp"
#include "reductions/strassen/two_sided_report.hpp"
#include "tasks/input_fields.hpp"

namespace attest {

// Line 215: "by fixing x = 1 and setting g(1) = p_1, h(1) = q_1, ..., h(n) = q_n".
problems::Composition composition_of_indexing(const problems::Indexing& instance,
                                              const std::vector<int>& filling) {
  problems::Composition image;
  image.g = {instance.p1};
  image.g.insert(image.g.end(), filling.begin(), filling.end());
  image.h = instance.q;
  image.x = 1;
  return image;
}

namespace {

std::vector<int> first_numbers(int n) {
  std::vector<int> letters(n);
  std::iota(letters.begin(), letters.end(), 1);
  return letters;
}

problems::Indexing indexing_of_rank(int n, std::uint64_t u, std::uint64_t v) {
  return {static_cast<int>(u) + 1, word_of_rank(v, n, first_numbers(n))};
}

}  // namespace

TwoSidedReduction composition_to_indexing(int n) {
  TwoSidedReduction r;
  const std::vector<int> filling(n - 1, 1);
  const auto image = [n, filling](std::uint64_t u, std::uint64_t v) {
    return composition_of_indexing(indexing_of_rank(n, u, v), filling);
  };
  r.left = n;
  r.right = word_count(n, n);
  r.source = [n](std::uint64_t u, std::uint64_t v) { return problems::solve(indexing_of_rank(n, u, v)); };
  r.target = [image](std::uint64_t u, std::uint64_t v) {
    return twice_output_map(2 * problems::solve(image(u, v))) > 0;
  };
  r.tokens = [image](std::uint64_t u, std::uint64_t v) { return problems::tokens(image(u, v)); };
  r.token_defect = [n](const std::vector<int>& tokens) {
    const bool inside = std::all_of(tokens.begin(), tokens.end(), [n](int a) { return 1 <= a && a <= n; });
    return inside ? std::string() : fmt::format("the image {} leaves [{}]", tuple_text(tokens), n);
  };
  return r;
}

namespace {

ClaimInfo composition_to_indexing_entry() {
  ClaimInfo info;
  info.id = "strassen/composition-to-indexing";
  info.kind = "reduction";
  info.paper = "strassen";
  info.title = "Function composition answers Ind_n";
  info.statement =
      "With x = 1, g(1) = p_1 and h = q, the token of x outputs y with |y - q_{p_1}| < 0.5, and ReLU(1.5 - "
      "y) is "
      "positive exactly when q_{p_1} = 1; so a one-layer Transformer for function composition gives one for "
      "Ind_n.";
  info.source = {"000_bd1f352bd128419d.txt", "Theorem 3.4, proof", 208, 217};
  info.variants = {
      {Variant::printed, "The instance and the output map as printed; g(2), ..., g(n) = 1.", {}}};
  info.parameters = {
      integer_parameter("n", 1, 7, "the functions are [n] -> [n]; there are n^(n+1) instances")};
  for (const int n : {1, 2, 3, 4, 5, 6}) {
    info.standard_sizes.push_back({{fmt::format("n={}", n)}, n <= 5, {{Variant::printed, Status::holds}}});
  }
  return info;
}

// y runs over the open interval (v - 1/2, v + 1/2), so twice 1.5 - y over (2 - 2v, 4 - 2v).
Check output_map_check(int n) {
  for (int v = 1; v <= n; ++v) {
    const long lower = 2 - 2 * v;
    const long upper = 4 - 2 * v;
    const bool always_positive = lower >= 0;
    const bool never_positive = upper <= 0;
    if (v == 1 ? !always_positive : !never_positive)
      return refuted(Kind::construction, "output-map",
                     fmt::format("for q = {} the values 1.5 - y fill ({}/2, {}/2)", v, lower, upper));
  }
  return holds(
      "output-map", Evidence::enumeration,
      fmt::format(
          "for each of the {} values v and all y with |y - v| < 1/2, ReLU(1.5 - y) > 0 exactly if v = "
          "1: 1.5 - y lies in (1 - v, 2 - v)",
          n));
}

// With |y - v| <= 1/2 instead of <, y = 1.5 belongs to v = 1 and to v = 2.
Check boundary_check(int n) {
  if (n < 2 || twice_output_map(3) > 0)
    return holds("boundary", Evidence::enumeration, "at n = 1 no other value is near");
  return refuted(
      Kind::construction, "boundary",
      "if |y - q| = 0.5 were allowed, y = 1.5 would stand for q = 1 and for q = 2; ReLU(1.5 - y) is 0 there, "
      "so q = 1 would be answered wrongly. The task's strict inequality is needed");
}

Check free_values_check(int n, const Deadline& deadline) {
  const std::uint64_t fillings = word_count(n, n - 1);
  std::uint64_t checked = 0;
  for (std::uint64_t f = 0; f < fillings; ++f) {
    const std::vector<int> filling = word_of_rank(f, n - 1, first_numbers(n));
    for (int u = 0; u < n; ++u) {
      for (std::uint64_t v = 0; v < word_count(n, n); ++v) {
        if (checked++ % 1024 == 0 && deadline.reached()) return undecided("free-values", deadline.reason());
        const problems::Indexing instance = indexing_of_rank(n, u, v);
        if (problems::solve(composition_of_indexing(instance, filling)) != instance.q[instance.p1 - 1])
          return refuted(Kind::construction, "free-values",
                         fmt::format("g = {} changes the answer", tuple_text(filling)));
      }
    }
  }
  return holds("free-values", Evidence::enumeration,
               fmt::format("h(g(1)) = q_{{p_1}} for each of the {} ways to fill g(2), ..., g(n)", fillings));
}

class CompositionToIndexing : public WholeClaim {
 public:
  CompositionToIndexing() : WholeClaim(composition_to_indexing_entry()) {}

  std::vector<ParameterSpec> run_parameters() const override {
    return with_maxima(info().parameters, {{"n", 2000}});
  }

  Json run(Variant, const Parameters& parameters, const Json& given, std::uint64_t seed) const override {
    const long n = parameters.integer("n");
    const auto size = static_cast<std::size_t>(n);
    const InputFields fields({{"p_1", {}, numbers(1, n)}, {"q", {size}, numbers(1, n)}});
    const FieldsInput input = fields.chosen(given, seed);
    const problems::Indexing instance{static_cast<int>(input.number("p_1")), input.word("q")};
    const problems::Composition image = composition_of_indexing(instance, std::vector<int>(size - 1, 1));
    const int composed = problems::solve(image);
    RunResult result(input.json(), input.rank());
    result.steps["image"] = {{"f", {image.g, image.h}}, {"x", image.x}};
    result.steps["h(g(x))"] = composed;
    result.steps["ReLU(1.5 - y)"] =
        fmt::format("{} at y = h(g(x))", to_string(Rational(twice_output_map(2 * composed), 2)));
    result.answer("Ind_n", twice_output_map(2 * composed) > 0 ? 1 : 0, problems::solve(instance) ? 1 : 0);
    return result.to_json();
  }

  Json weights(Variant, const Parameters& parameters) const override {
    const int n = static_cast<int>(parameters.integer("n"));
    problems::Indexing instance{n, std::vector<int>(n, 2)};
    if (n == 1) instance.q = {1};
    instance.q.back() = 1;
    const problems::Composition image = composition_of_indexing(instance, std::vector<int>(n - 1, 1));
    Json json;
    json["map"] = "x = 1, g(1) = p_1, g(2) = ... = g(n) = 1, h(i) = q_i";
    json["answer"] = "Ind_n = sign(ReLU(1.5 - y)), y the output at the token of x";
    json["alphabet"] = fmt::format("[{}] on both sides", n);
    json["tokens"] = fmt::format("2n + 1 = {}, of which {} fixed: g(2), ..., g(n) and x", 2 * n + 1, n);
    json["bound"] =
        fmt::format("N = {} tokens carry a matrix with n = (N - 1)/2 = {} shattered rows (Lemma 3.5{})",
                    2 * n + 1, n, n == 1 ? ", n >= 2" : "");
    json["example"] = {{"p_1", instance.p1},
                       {"q", instance.q},
                       {"g", image.g},
                       {"h", image.h},
                       {"x", image.x},
                       {"h(g(x))", problems::solve(image)},
                       {"Ind_n", problems::solve(instance) ? 1 : 0}};
    return json;
  }

 protected:
  void examine(Variant, const Parameters& parameters, const VerifyOptions& options,
               Verdict& verdict) const override {
    const int n = static_cast<int>(parameters.integer("n"));
    const Deadline deadline(options);
    const TwoSidedOutcome outcome =
        check_two_sided(composition_to_indexing(n), [&deadline] { return deadline.reached(); });
    report_two_sided(
        outcome, deadline, {"p_1", "q"},
        [n](std::uint64_t u, std::uint64_t v) {
          const problems::Indexing instance = indexing_of_rank(n, u, v);
          const problems::Composition image = composition_of_indexing(instance, std::vector<int>(n - 1, 1));
          return Json{
              {"p_1", instance.p1}, {"q", instance.q}, {"g", image.g}, {"h", image.h}, {"x", image.x}};
        },
        verdict);
    verdict.checks.push_back(output_map_check(n));
    if (n <= 4) verdict.checks.push_back(free_values_check(n, deadline));
    verdict.checks.push_back(informative(boundary_check(n)));
    verdict.details["choices"] = {"g(2), ..., g(n), which the print leaves open, are 1"};
    verdict.details["example"] = weights(Variant::printed, parameters)["example"];
    verdict.notes.push_back(
        "Theorem 3.2 speaks of n + 2 tokens, one a letter of Ind_n and the auxiliary one; here there are 2n "
        "+ 1, of "
        "which n are fixed: their terms go into gamma and nu of eq. 21, and x is the auxiliary token");
  }
};

}  // namespace

std::unique_ptr<Claim> strassen_composition_to_indexing_claim() {
  return std::make_unique<CompositionToIndexing>();
}

}  // namespace attest

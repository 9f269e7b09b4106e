#include "reductions/poly/formulas/formula_claims.hpp"

#include <fmt/format.h>

#include <functional>

#include "claims/counted_work.hpp"
#include "claims/run_result.hpp"
#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "numeric/checked.hpp"
#include "reductions/files/formula_json.hpp"
#include "reductions/poly/formulas/formula_reductions.hpp"
#include "reductions/poly/formulas/formula_space.hpp"
#include "reductions/poly/formulas/image_tally.hpp"
#include "reductions/poly/run/chosen_instance.hpp"
#include "reductions/poly/run/image_run.hpp"
#include "reductions/solve_instance.hpp"
#include "tasks/drawn_word.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

constexpr long most_formulas = 5'000'000;
constexpr int most_ranked_variables = 12;
constexpr int most_ranked_clauses = 6;

// What distinguishes the three reductions from formulas.
struct FormulaReduction {
  std::function<std::unique_ptr<Reduction>()> reduction;
  std::function<FormulaSpace(const Parameters&)> space;
  std::function<FormulaQuestion(const Parameters&)> question;        // without the formula
  std::function<std::vector<std::string>(const Parameters&)> words;  // of the reduction's own parameters
  problems::Cnf example;
  std::vector<std::string> choices;
  std::vector<std::string> notes;
};

class FormulaReductionClaim : public WholeClaim {
 public:
  FormulaReductionClaim(ClaimInfo info, FormulaReduction reduction)
      : WholeClaim(std::move(info)), parts_(std::move(reduction)), reduction_(parts_.reduction()) {}

  std::vector<ParameterSpec> run_parameters() const override {
    return with_maxima(info().parameters, {{"variables", 18}, {"clauses", 200}});
  }

  Json run(Variant variant, const Parameters& parameters, const Json& input,
           std::uint64_t seed) const override {
    const FormulaSpace space = parts_.space(parameters);
    const FormulaSize size{space.variables, space.clauses, space.width, space.weight};
    const ChosenFormula chosen = chosen_formula(
        input, size, seed, [&space](const std::string& rank) { return formula_of_rank(space, rank); });
    FormulaQuestion question = parts_.question(parameters);
    question.formula = chosen.formula;
    const Instance source = chosen.formula;
    const Images images = reduction_->images(variant, source, own_parameters(parameters));
    Integer tuples = 1;  // each group has at most 2^ceil(v/t) assignments
    for (std::size_t group = 0; group < question.groups; ++group)
      tuples *= std::get<problems::InnerProducts>(images.instance(0)).sets[group].size();
    require_few_tuples(images, tuples, "variables");
    ImageTally tally;
    attest::examine(question, images, tally);
    RunResult result(formula_json(chosen.formula), chosen.rank);
    add_image_run(images, tally, truth(question), result);
    return result.to_json();
  }

  Json weights(Variant variant, const Parameters& parameters) const override {
    const Instance source = parts_.example;
    const Images images = reduction_->images(variant, source, own_parameters(parameters));
    const auto instance = std::get<problems::InnerProducts>(images.instance(0));
    Json json;
    json["map"] =
        "coordinate of a clause in the vector of a group's assignment: 1 if no literal that the clause has "
        "in "
        "the group is true, 0 if one is or if the clause's constraint leaves the group out";
    json["example"] = {{"formula", formula_json(parts_.example)}, {"sizes", images.sizes}};
    Json sets = Json::array();
    for (const auto& set : instance.sets) {
      Json rows = Json::array();
      for (std::size_t i = 0; i < set.size(); ++i) rows.push_back(set.text(i));
      sets.push_back(rows);
    }
    json["example"]["sets"] = sets;
    Json labels = Json::array();
    for (std::uint64_t which = 0; which < to_size(images.count); ++which)
      labels.push_back(images.label(which));
    json["example"]["target_instances"] = labels;
    return json;
  }

 protected:
  void examine(Variant variant, const Parameters& parameters, const VerifyOptions& options,
               Verdict& verdict) const override {
    const FormulaSpace space = parts_.space(parameters);
    const Integer count = space.count();
    if (count > most_formulas)
      throw UsageError(
          "clauses", parameters.text("clauses"),
          fmt::format("a size with at most {} formulas; these are {}", most_formulas, to_string(count)));
    const Deadline deadline(options);
    const Parameters own = own_parameters(parameters);
    FormulaQuestion question = parts_.question(parameters);
    ImageTally tally;
    CountedWork work(count);
    space.visit([&](const problems::Cnf& formula) {
      if (tally.sources % 64 == 0 && deadline.reached()) return false;
      work.reached(tally.sources);
      question.formula = formula;
      const Instance source = formula;
      attest::examine(question, reduction_->images(variant, source, own), tally);
      return !(options.first && tally.failing > 0);
    });
    report(tally, count, deadline, verdict);
    verdict.details["clause_types"] = space.clause_types().size();
    verdict.details["choices"] = parts_.choices;
    verdict.notes = parts_.notes;
  }

 private:
  static ChosenFormula formula_of_rank(const FormulaSpace& space, const std::string& text) {
    if (space.variables > most_ranked_variables || space.clauses > most_ranked_clauses)
      throw UsageError("input", text,
                       fmt::format("JSON or random: formulas are numbered up to {} variables and {} clauses",
                                   most_ranked_variables, most_ranked_clauses));
    const Integer rank = rank_argument(text, space.count());
    return {space.unrank(rank), rank};
  }

  // By a solver of its own.
  static std::optional<Solution> truth(const FormulaQuestion& question) {
    problems::Cnf formula = question.formula;
    if (question.count_once) {
      for (problems::Clause& clause : formula.clauses) clause.weight = 1;
    }
    return solve_instance(formula, question.falsified);
  }

  Parameters own_parameters(const Parameters& parameters) const {
    return parse_parameters(reduction_->info().parameters, parts_.words(parameters));
  }

  FormulaReduction parts_;
  std::unique_ptr<Reduction> reduction_;
};

std::string word(const Parameters& parameters, const std::string& name) {
  return name + "=" + parameters.text(name);
}

int integer(const Parameters& parameters, const std::string& name) {
  return static_cast<int>(parameters.integer(name));
}

const std::vector<std::string> shared_choices{
    "groups are consecutive variables, of sizes floor or ceil of v/t",
    "sets of smaller groups repeat their vectors, so that every set has n = 2^ceil(v/t)",
    "a clause is given to the first constraint, in the definition's order, that contains its groups",
    "a clause of weight w has w equal coordinates"};

}  // namespace

std::unique_ptr<Claim> poly_max2sat_to_ip_triangle_claim() {
  FormulaReduction parts;
  parts.reduction = max2sat_to_ip_triangle;
  parts.space = [](const Parameters& p) {
    return FormulaSpace{integer(p, "variables"), integer(p, "clauses"), 2, p.integer("weight")};
  };
  parts.question = [](const Parameters& p) {
    return FormulaQuestion{{}, p.integer("falsified"), false, 3, 2};
  };
  parts.words = [](const Parameters& p) { return std::vector<std::string>{word(p, "falsified")}; };
  parts.example = {3, {{{1, -2}, 1}, {{2, 3}, 1}, {{-1}, 1}}};
  parts.choices = shared_choices;
  parts.notes = {
      "With v = 3 log2 n variables and c v clauses, d = 3c log2 n: the c of the lemma is three times that of "
      "Hypothesis 3, and n^(omega - delta) = 2^(v(omega - delta)/3); the triples of targets are at most "
      "(c v + 1)^3, a power of log n."};
  return std::make_unique<FormulaReductionClaim>(program_info("poly/max2sat-to-ip-triangle"),
                                                 std::move(parts));
}

std::unique_ptr<Claim> poly_ksat_to_kip_claim() {
  FormulaReduction parts;
  parts.reduction = ksat_to_kip;
  parts.space = [](const Parameters& p) {
    return FormulaSpace{integer(p, "variables"), integer(p, "clauses"), integer(p, "width"), 1};
  };
  parts.question = [](const Parameters& p) {
    const auto k = static_cast<std::size_t>(p.integer("k"));
    return FormulaQuestion{{}, 0, true, k, k};
  };
  parts.words = [](const Parameters& p) { return std::vector<std::string>{word(p, "k")}; };
  parts.example = {4, {{{1, -2, 3}, 1}, {{2, 4}, 1}, {{-1, -3}, 1}}};
  parts.choices = {shared_choices[0], shared_choices[1]};
  parts.notes = {
      "The k of kIP is the number of groups and has nothing to do with the length of the clauses: a clause "
      "may "
      "have literals in all groups, and the one constraint contains them all.",
      "Definition A.7 (line 1225) takes m from [d], which leaves out the m = 0 that OV and this reduction "
      "need "
      "(line 1228 uses it).",
      "d is the number of clauses; that d = c log n suffices for Theorem A.10 needs the sparsification lemma "
      "for SETH, which is not part of this map and is not checked."};
  return std::make_unique<FormulaReductionClaim>(program_info("poly/ksat-to-kip"), std::move(parts));
}

std::unique_ptr<Claim> poly_maxksat_to_hypergraph_ip_claim() {
  FormulaReduction parts;
  parts.reduction = maxksat_to_hypergraph_ip;
  parts.space = [](const Parameters& p) {
    return FormulaSpace{integer(p, "variables"), integer(p, "clauses"), integer(p, "k"), p.integer("weight")};
  };
  parts.question = [](const Parameters& p) {
    return FormulaQuestion{{},
                           p.integer("falsified"),
                           false,
                           static_cast<std::size_t>(p.integer("t")),
                           static_cast<std::size_t>(p.integer("k"))};
  };
  parts.words = [](const Parameters& p) {
    return std::vector<std::string>{word(p, "t"), word(p, "k"), word(p, "falsified")};
  };
  parts.example = {4, {{{1, -2, 3}, 1}, {{2, 4}, 1}, {{-1, 3, -4}, 1}}};
  parts.choices = shared_choices;
  parts.notes = {
      "Lemma E.10 says \"every positive integer t, k\"; Hypothesis 2 speaks of k >= 3 only, and for t = 3, k "
      "= "
      "2 the lemma's bound is false: HypergraphIP_{3,2} is IP-triangle, which takes n^(omega + o(1)) time "
      "for d "
      "= c log n, and omega < 3. Corollary E.12 has k >= 3.",
      "For t < k there is no k-subset and every instance is a yes instance; t >= k is meant.",
      "The targets are numbered up to binom(t, r) in lines 2580 and 2587; binom(t, k) is meant (perhaps the "
      "transcription)."};
  return std::make_unique<FormulaReductionClaim>(program_info("poly/maxksat-to-hypergraph-ip"),
                                                 std::move(parts));
}

}  // namespace attest

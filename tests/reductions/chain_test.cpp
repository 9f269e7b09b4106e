#include "reductions/chain.hpp"

#include <catch2/catch.hpp>

#include "claims/usage_error.hpp"
#include "reductions/poly/formulas/formula_space.hpp"
#include "reductions/problems/random_formula.hpp"
#include "reductions/walk.hpp"

namespace chain_test {

using namespace attest;  // NOLINT(google-build-using-namespace)

namespace {

std::string names(const Chain& chain) {
  std::string text;
  for (const Reduction* reduction : chain) text += (text.empty() ? "" : ", ") + reduction->info().name;
  return text;
}

std::string chain_to(const std::string& first, const std::string& last) {
  return names(find_chain(reductions(), first, last));
}

// The chain with these words for every step that knows them.
std::vector<Step> steps_of(const std::string& first, const std::string& last,
                           const std::vector<std::string>& words) {
  std::vector<Step> steps;
  for (const Reduction* reduction : find_chain(reductions(), first, last)) {
    std::vector<std::string> taken;
    for (const std::string& word : words) {
      for (const ParameterSpec& spec : reduction->info().parameters) {
        if (word.rfind(spec.name + "=", 0) == 0) taken.push_back(word);
      }
    }
    Step step{reduction, Variant::repaired, parse_parameters(reduction->info().parameters, taken), 0};
    if (step.parameters.to_json().contains("falsified"))
      step.most_falsified = step.parameters.integer("falsified");
    steps.push_back(step);
  }
  return steps;
}

struct ChainToMatrices {
  std::string first;
  std::string last;
  std::vector<std::string> words;
  int width;  // of the formulas' clauses
};

// One way each into the four theorems about attention.
const std::vector<ChainToMatrices> chains{
    {"max2sat", "strassen-attention", {}, 2},
    {"max2sat", "strassen-attention", {"falsified=1"}, 2},
    {"ksat", "gap-kip-to-poly", {"k=2", "h=x1*x2"}, 2},
    {"ksat", "gap-kip-to-poly", {"k=2", "h=x2*x3+x1*x3"}, 2},
    {"ksat", "gap-kip-to-poly", {"k=3", "h=x1*x2*x3+x1*x2"}, 3},
    {"maxksat", "gap-hypergraph-to-poly", {"t=3", "k=3", "h=x1*x2*x3"}, 3},
    {"max2sat", "gap-cycle-to-poly", {"r=3", "h=x1*x2+x2*x3+x1*x3"}, 2},
    {"max2sat", "gap-cycle-to-poly", {"r=3", "h=x1*x2+x2*x3+x3*x4+x2*x4"}, 2},  // not through x_1
};

void check_every_formula(const ChainToMatrices& chain, int variables, int clauses) {
  const std::vector<Step> steps = steps_of(chain.first, chain.last, chain.words);
  FormulaSpace space;
  space.variables = variables;
  space.clauses = clauses;
  space.width = chain.width;
  std::uint64_t seen = 0;
  WalkOptions options;
  options.keep = 64;
  options.check = true;
  space.visit([&](const problems::Cnf& formula) {
    ++seen;
    const WalkVerdict verdict = verdict_of(walk(steps, formula, options), steps);
    if (verdict.status != Status::holds) {
      FAIL(chain.first << " to " << chain.last << ", " << formula.clauses.size()
                       << " clauses: " << verdict.reason);
    }
    return true;
  });
  CHECK(Integer(seen) == space.count());
}

}  // namespace

TEST_CASE("A chain is found from its first word and its last", "[reductions]") {
  CHECK(chain_to("max2sat-to-ip-triangle", "") == "max2sat-to-ip-triangle");
  CHECK(chain_to("poly/max2sat-to-ip-triangle", "") == "max2sat-to-ip-triangle");
  CHECK(chain_to("max2sat", "strassen-attention") ==
        "max2sat-to-ip-triangle, ip-triangle-to-gap, gap-ip-triangle-to-strassen");
  CHECK(chain_to("max2sat", "gap-cycle-to-poly") ==
        "max2sat-to-ip-triangle, ip-triangle-to-cycle, cycle-to-gap, gap-cycle-to-poly");
  CHECK(chain_to("ksat", "poly-attention") == "ksat-to-kip, kip-to-gap, gap-kip-to-poly");
  CHECK(chain_to("ip-triangle", "gap-ip-triangle") == "ip-triangle-to-gap");
  CHECK(chain_to("ip-to-gap-ip", "gap-kip-to-poly") == "ip-to-gap-ip, gap-kip-to-poly");
  CHECK_THROWS_AS(chain_to("ip-triangle", ""), UsageError);  // to-gap or to-cycle
  CHECK_THROWS_AS(chain_to("max2sat", "gap-kip-to-poly"), UsageError);
  CHECK_THROWS_AS(chain_to("max2sat", "nowhere"), UsageError);
  CHECK_THROWS_WITH(chain_to("max2sta", ""), Catch::Contains("did you mean"));
}

TEST_CASE(
    "Formulas of three variables and up to two clauses go through every chain to attention and come back "
    "right",
    "[reductions]") {
  for (const ChainToMatrices& chain : chains) check_every_formula(chain, 3, 2);
}

TEST_CASE(
    "Every formula of four variables and up to three clauses goes through every chain and comes back right",
    "[reductions][.][long]") {
  for (const ChainToMatrices& chain : chains) check_every_formula(chain, 4, 3);
}

TEST_CASE("Random formulas go through every chain to attention and come back right", "[reductions]") {
  WalkOptions options;
  options.check = true;
  for (const ChainToMatrices& chain : chains) {
    const std::vector<Step> steps = steps_of(chain.first, chain.last, chain.words);
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
      const problems::Cnf formula = problems::random_formula({4, 3, chain.width}, seed);
      const WalkVerdict verdict = verdict_of(walk(steps, formula, options), steps);
      INFO(chain.first << " to " << chain.last << ": " << verdict.reason);
      CHECK(verdict.status != Status::refuted);
    }
  }
}

TEST_CASE("A step whose matrices are changed in one entry is caught", "[reductions]") {
  // The reduction with one entry of Q^(2) raised by B, in the block where every row of Q^(1) is B.
  class Planted : public Reduction {
   public:
    explicit Planted(const Reduction& right) : right_(right) {}
    const ReductionInfo& info() const override { return right_.info(); }
    Images images(Variant variant, const Instance& source, const Parameters& parameters) const override {
      Images images = right_.images(variant, source, parameters);
      const auto instance = images.instance;
      images.instance = [instance](std::uint64_t target) {
        auto attention = std::get<problems::AttentionInstance>(instance(target));
        attention.q[1].scaled(0, attention.q[1].scaled.cols() - 1) += 1;
        return Instance(attention);
      };
      return images;
    }

   private:
    const Reduction& right_;
  };
  std::vector<Step> steps = steps_of("max2sat", "strassen-attention", {});
  const problems::Cnf formula = problems::random_formula({3, 2, 2}, 1);
  WalkOptions options;
  options.check = true;
  REQUIRE(verdict_of(walk(steps, formula, options), steps).status == Status::holds);
  const Planted planted(*steps.back().reduction);
  steps.back().reduction = &planted;
  const WalkVerdict verdict = verdict_of(walk(steps, formula, options), steps);
  CHECK(verdict.status == Status::refuted);
  CHECK_THAT(verdict.reason, Catch::Contains("h or the product of values is wrong"));
}

TEST_CASE("A solution that is mapped back wrongly is caught", "[reductions]") {
  class Forgetful : public Reduction {
   public:
    explicit Forgetful(const Reduction& right) : right_(right) {}
    const ReductionInfo& info() const override { return right_.info(); }
    Images images(Variant variant, const Instance& source, const Parameters& parameters) const override {
      Images images = right_.images(variant, source, parameters);
      const auto backward = images.backward;
      images.backward = [backward](const Located& located) {
        auto assignment = std::get<problems::Assignment>(backward(located));
        assignment.front() = !assignment.front();
        return Solution(assignment);
      };
      return images;
    }

   private:
    const Reduction& right_;
  };
  std::vector<Step> steps = steps_of("max2sat-to-ip-triangle", "", {});
  problems::Cnf formula;
  formula.variables = 2;
  formula.clauses = {{{1}, 1}, {{2}, 1}};
  WalkOptions options;
  options.check = true;
  REQUIRE(verdict_of(walk(steps, formula, options), steps).status == Status::holds);
  const Forgetful forgetful(*steps.front().reduction);
  steps.front().reduction = &forgetful;
  CHECK(verdict_of(walk(steps, formula, options), steps).status == Status::refuted);
}

}  // namespace chain_test

#include "reductions/explain/explained_step.hpp"

#include <catch2/catch.hpp>

#include "reductions/problems/random_formula.hpp"
#include "reductions/problems/random_vector_sets.hpp"

namespace explained_step_test {

using namespace attest;  // NOLINT(google-build-using-namespace)

namespace {

using problems::Family;
using problems::InnerProducts;
using problems::Tuple;

// One of the catalogue's reductions with something put in the place of what it says or makes.
class Planted : public Reduction {
 public:
  Planted(const Reduction& whole, std::function<void(Images&)> change)
      : whole_(whole), change_(std::move(change)) {}
  const ReductionInfo& info() const override { return whole_.info(); }
  Images images(Variant variant, const Instance& source, const Parameters& parameters) const override {
    Images images = whole_.images(variant, source, parameters);
    change_(images);
    return images;
  }

 private:
  const Reduction& whole_;
  std::function<void(Images&)> change_;
};

const Reduction& named(const std::string& name) {
  for (const auto& reduction : reductions()) {
    if (reduction->info().name == name) return *reduction;
  }
  throw std::logic_error(name);
}

std::optional<Family> family_of(Problem problem) {
  for (const Family family :
       {Family::k_ip, Family::ip_triangle, Family::hypergraph_ip, Family::directed_cycle}) {
    const std::string name = problems::name_of(family);
    if (name_of(problem) == name || name_of(problem) == "gap-" + name) return family;
  }
  return std::nullopt;
}

Instance source_of(Problem problem, std::uint64_t seed) {
  if (problem == Problem::sat || problem == Problem::max_sat)
    return problems::random_formula({3, 4, 2}, seed);
  problems::VectorSetsShape shape;
  shape.family = *family_of(problem);
  shape.sets = shape.family == Family::k_ip ? 2 : 3;
  shape.order = 2;
  shape.vectors = 2;
  shape.dimension = 2;
  shape.density = Rational(1, 2);
  if (name_of(problem).starts_with("gap-")) {
    shape.epsilon = Rational(1, 2);
    shape.targets = std::vector<long>{2};
  }
  return problems::random_vector_sets(shape, seed);
}

Step step_of(const Reduction& reduction) {
  std::vector<std::string> words;
  for (const ParameterSpec& spec : reduction.info().parameters) {
    if (spec.name == "t") words.emplace_back("t=3");
    if (spec.name == "r") words.emplace_back("r=4");
    if (spec.name == "k" && reduction.info().name != "ksat-to-kip") words.emplace_back("k=2");
    if (spec.name == "T") words.emplace_back("T=2");
  }
  return {&reduction, Variant::repaired, parse_parameters(reduction.info().parameters, words), 0};
}

const WalkSection* section_of(const Walkthrough& walk, const std::string& title) {
  for (const WalkSection& section : walk.sections) {
    if (section.title.starts_with(title)) return &section;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("every reduction explains instances of both answers, and says what its definition says") {
  for (const auto& reduction : reductions()) {
    const Problem problem = reduction->info().source;
    INFO(reduction->info().name);
    int yes = 0;
    int no = 0;
    for (std::uint64_t seed = 1; seed <= 40 && (yes < 2 || no < 2); ++seed) {
      const Instance source = source_of(problem, seed);
      if (const auto* vectors = std::get_if<InnerProducts>(&source);
          vectors != nullptr && vectors->epsilon && problems::promise_breach(*vectors))
        continue;
      Walkthrough walk;
      const ExplainedStep step = explain_step(step_of(*reduction), 1, source, {}, walk);
      INFO("seed " << seed << ": " << step.reason);
      CHECK(step.verdict == Status::holds);
      (step.yes ? yes : no) += 1;
      // The source's answer by the definition.
      if (const auto* vectors = std::get_if<InnerProducts>(&source))
        CHECK(step.yes == problems::solve_by_definition(*vectors).has_value());
      CHECK(step.yes == step.solution.has_value());
      if (std::holds_alternative<problems::AttentionInstance>(*step.instance)) {
        CHECK(section_of(walk, "the rows of the output") != nullptr);
        continue;
      }
      // Each inner product of the table, bit by bit.
      const auto& target = std::get<InnerProducts>(*step.instance);
      const WalkSection* tuples = section_of(walk, "the target's tuples");
      REQUIRE(tuples != nullptr);
      std::size_t looked_at = 0;
      for (const auto& row : tuples->rows) {
        if (row[0].front() != '(') continue;
        ++looked_at;
        Tuple tuple;
        for (std::size_t at = 0; at < row[0].size(); ++at) {
          if (row[0][at] == '(' || row[0][at] == ',') tuple.push_back(std::stoul(row[0].substr(at + 1)) - 1);
        }
        std::string products;
        for (const auto& constraint : target.constraints) {
          long common = 0;
          for (std::size_t c = 0; c < target.dimension(); ++c) {
            bool all = true;
            for (const std::size_t set : constraint.members)
              all = all && target.sets[set].get(tuple.at(set), c);
            common += all ? 1 : 0;
          }
          products += (products.empty() ? "(" : ",") + std::to_string(common);
        }
        CHECK(row[1] == products + ")");
      }
      CHECK(looked_at > 0);
    }
    CHECK(yes > 0);
    CHECK(no > 0);
  }
}

TEST_CASE("the coordinates that are labelled are all coordinates") {
  for (const auto& reduction : reductions()) {
    const Instance source = source_of(reduction->info().source, 3);
    if (const auto* vectors = std::get_if<InnerProducts>(&source);
        vectors != nullptr && vectors->epsilon && problems::promise_breach(*vectors))
      continue;
    const Step step = step_of(*reduction);
    const Images images = reduction->images(step.variant, source, step.parameters);
    std::size_t width = 0;
    for (const CoordinateBlock& block : images.labels.coordinates()) width += block.width;
    const Instance target = images.instance(0);
    INFO(reduction->info().name);
    if (const auto* vectors = std::get_if<InnerProducts>(&target)) {
      CHECK(width == vectors->dimension());
    } else {
      CHECK(width == std::get<problems::AttentionInstance>(target).dimension());
    }
  }
}

TEST_CASE("a planted error in what is made or in what is said of it is told as such") {
  for (const char* name : {"max2sat-to-ip-triangle", "ip-to-gap-ip", "ip-triangle-to-cycle"}) {
    const Reduction& whole = named(name);
    const Instance source = source_of(whole.info().source, 5);
    const auto verdict = [&](std::function<void(Images&)> change) {
      const Planted planted(whole, std::move(change));
      Step step = step_of(whole);
      step.reduction = &planted;
      Walkthrough walk;
      return explain_step(step, 1, source, {}, walk).verdict;
    };
    INFO(name);
    CHECK(verdict([](Images&) {}) == Status::holds);
    CHECK(verdict([](Images& images) {  // the account of one tuple
            images.labels.account = [account = images.labels.account](std::uint64_t target,
                                                                      const Tuple& tuple) {
              Account said = account(target, tuple);
              if (tuple.front() == 1) ++said.products.back();
              return said;
            };
          }) == Status::refuted);
    CHECK(verdict([](Images& images) {  // one bit of one vector
            images.instance = [instance = images.instance](std::uint64_t target) {
              Instance made = instance(target);
              auto& sets = std::get<InnerProducts>(made).sets;
              for (auto& set : sets) {
                for (std::size_t row = 0; row < set.size(); ++row) set.set(row, 0, true);
              }
              return made;
            };
          }) == Status::refuted);
  }
}

TEST_CASE("what was not looked at leaves the step undecided") {
  const Reduction& whole = named("max2sat-to-ip-triangle");
  const Instance source = problems::planted_no_formula({3, 12, 2}, 2, 1);
  Step step{&whole, Variant::constructed, parse_parameters(whole.info().parameters, {"falsified=2"}), 2};
  Walkthrough walk;
  ExplainOptions options;
  options.solve = 1;
  CHECK(explain_step(step, 1, source, options, walk).verdict == Status::undecided);
  options.solve = 1 << 12;
  CHECK(explain_step(step, 1, source, options, walk).verdict == Status::holds);
}

}  // namespace explained_step_test

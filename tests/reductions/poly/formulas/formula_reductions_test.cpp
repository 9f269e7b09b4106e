// The reductions between the combinatorial problems: random instances against solvers, planted errors, maps.
#include <catch2/catch.hpp>

#include <set>

#include "claims/usage_error.hpp"
#include "reductions/files/dimacs.hpp"
#include "reductions/poly/formulas/clause_coordinates.hpp"
#include "reductions/poly/formulas/formula_reductions.hpp"
#include "reductions/poly/formulas/formula_space.hpp"
#include "reductions/poly/formulas/image_tally.hpp"
#include "reductions/poly/formulas/target_tuples.hpp"
#include "reductions/poly/formulas/triangle_to_cycle.hpp"
#include "reductions/problems/cnf_solver.hpp"
#include "reductions/problems/inner_product_solver.hpp"
#include "reductions/problems/random_formula.hpp"
#include "reductions/problems/random_vector_sets.hpp"

namespace formula_reductions_test {

using namespace attest;            // NOLINT(google-build-using-namespace)
using namespace attest::problems;  // NOLINT(google-build-using-namespace)

namespace {

Images images_of(const std::unique_ptr<Reduction>& reduction, const Instance& source,
                 const std::vector<std::string>& words) {
  return reduction->images(Variant::constructed, source,
                           parse_parameters(reduction->info().parameters, words));
}

InnerProducts target(const Images& images, std::uint64_t which) {
  return std::get<InnerProducts>(images.instance(which));
}

std::set<std::string> faults(const ImageTally& tally) {
  std::set<std::string> names;
  for (const auto& [name, fault] : tally.faults) names.insert(name);
  return names;
}

// Entry (set, row, column) of every target instance is flipped.
Images flipped(Images images, std::size_t set, std::size_t row, std::size_t column) {
  images.instance = [right = images.instance, set, row, column](std::uint64_t which) -> Instance {
    auto instance = std::get<InnerProducts>(right(which));
    instance.sets[set].set(row, column, !instance.sets[set].get(row, column));
    return instance;
  };
  return images;
}

// How many of all flips are found by examine, and how many there are.
template <typename Question>
std::pair<std::size_t, std::size_t> flips_found(const Question& question, const Images& images) {
  const InnerProducts instance = target(images, 0);
  std::size_t found = 0;
  std::size_t all = 0;
  for (std::size_t set = 0; set < instance.sets.size(); ++set) {
    for (std::size_t row = 0; row < instance.sets[set].size(); ++row) {
      for (std::size_t column = 0; column < instance.dimension(); ++column) {
        ImageTally tally;
        examine(question, flipped(images, set, row, column), tally);
        found += tally.faults.count("products");
        ++all;
      }
    }
  }
  return {found, all};
}

const Cnf two_cnf{5, {{{1, -2}, 1}, {{2, 3}, 2}, {{-1}, 1}, {{4, -5}, 1}, {{1, -5}, 1}}};
const Cnf three_cnf{4, {{{1, -2, 3}, 1}, {{2, 4}, 2}, {{-1, 3, -4}, 1}, {{}, 1}}};

// The least F with a yes instance, by the solver of the target problem.
long least_falsified_by_targets(const std::unique_ptr<Reduction>& reduction, const Cnf& formula,
                                std::vector<std::string> words) {
  words.emplace_back();
  for (long bound = 0;; ++bound) {
    words.back() = "falsified=" + std::to_string(bound);
    const Instance source = formula;
    const Images images = images_of(reduction, source, words);
    for (std::uint64_t which = 0; which < static_cast<std::uint64_t>(images.count); ++which) {
      const auto solution = solve(target(images, which));
      if (!solution) continue;
      const auto assignment = std::get<Assignment>(images.backward({which, *solution}));
      CHECK(falsified_weight(formula, assignment) == bound);
      return bound;
    }
  }
}

}  // namespace

TEST_CASE("tuples of targets are ranked as they are listed", "[reductions]") {
  for (const std::vector<long>& caps : {std::vector<long>{2, 0, 3}, {1, 1, 1, 1}, {5}, {0, 0}}) {
    for (long most = 0; most <= 7; ++most) {
      std::vector<std::vector<long>> listed;
      std::vector<long> tuple(caps.size(), 0);
      while (true) {
        long sum = 0;
        for (const long f : tuple) sum += f;
        if (sum <= most) listed.push_back(tuple);
        std::size_t k = tuple.size();
        while (k > 0 && tuple[k - 1] == caps[k - 1]) tuple[--k] = 0;
        if (k == 0) break;
        ++tuple[k - 1];
      }
      const TargetTuples tuples(caps, most);
      REQUIRE(tuples.count() == listed.size());
      for (std::size_t rank = 0; rank < listed.size(); ++rank) {
        CHECK(tuples.tuple(rank) == listed[rank]);
        CHECK(tuples.rank(listed[rank]) == rank);
      }
    }
  }
  CHECK(TargetTuples({100, 100, 100}, 50).count() == 23426);  // binom(53, 3)
  CHECK_THROWS_AS(TargetTuples(std::vector<long>(100, 1'000'000), 1'000'000), UsageError);
}

TEST_CASE("the formula space has as many formulas as it visits, all different", "[reductions]") {
  for (const FormulaSpace& space :
       {FormulaSpace{2, 3, 2, 1}, FormulaSpace{3, 2, 3, 2}, FormulaSpace{1, 0, 0, 1}}) {
    std::set<std::string> seen;
    std::size_t visited = 0;
    space.visit([&](const Cnf& formula) {
      seen.insert(dimacs_text(formula));
      ++visited;
      return true;
    });
    CHECK(space.count() == visited);
    CHECK(seen.size() == visited);
  }
  CHECK(FormulaSpace{4, 3, 2, 1}.clause_types().size() == 33);  // 1 + 8 + 24
  CHECK(FormulaSpace{4, 3, 4, 1}.clause_types().size() == 81);
  CHECK(FormulaSpace{4, 3, 4, 1}.count() == 95284);
}

TEST_CASE("the least falsified weight comes back through IP-triangle and HypergraphIP", "[reductions]") {
  for (unsigned long seed = 0; seed < 30; ++seed) {
    const int variables = 2 + static_cast<int>(seed % 8);
    Cnf formula = random_formula({variables, 6 + static_cast<long>(seed % 14), 2}, seed);
    for (std::size_t c = 0; c < formula.clauses.size(); ++c)
      formula.clauses[c].weight = 1 + static_cast<long>(c % 2);
    const long least = least_falsified(formula).falsified;
    CHECK(least_falsified_by_targets(max2sat_to_ip_triangle(), formula, {}) == least);
    CHECK(least_falsified_by_targets(maxksat_to_hypergraph_ip(), formula, {"t=4", "k=2"}) == least);
    const Cnf wider =
        random_formula({3 + static_cast<int>(seed % 6), 10 + static_cast<long>(seed % 10), 3}, seed);
    CHECK(least_falsified_by_targets(maxksat_to_hypergraph_ip(), wider, {"t=4", "k=3"}) ==
          least_falsified(wider).falsified);
  }
}

TEST_CASE("planted formulas keep their answer through kIP, for every k", "[reductions]") {
  for (unsigned long seed = 0; seed < 12; ++seed) {
    const FormulaShape shape{5 + static_cast<int>(seed % 7), 30, 3};
    for (const char* k : {"k=2", "k=3", "k=4", "k=5"}) {
      const Instance yes = planted_yes_formula(shape, seed);
      const Images images = images_of(ksat_to_kip(), yes, {k});
      CHECK(images.count == 1);
      const auto solution = solve(target(images, 0));
      REQUIRE(solution);
      CHECK(falsified_weight(std::get<Cnf>(yes), std::get<Assignment>(images.backward({0, *solution}))) == 0);
      const Instance no = planted_no_formula(shape, 0, seed);
      CHECK_FALSE(solve(target(images_of(ksat_to_kip(), no, {k}), 0)));
    }
  }
}

TEST_CASE("tautologies, repeated literals, weights and empty clauses are counted right", "[reductions]") {
  const Cnf odd{4, {{{1, -1}, 3}, {{2, 2}, 2}, {{3, 3}, 1}, {{}, 2}, {{-4}, 1}, {{-2, -2}, 1}}};
  for (long bound = 0; bound <= 10; ++bound) {
    const std::string word = "falsified=" + std::to_string(bound);
    ImageTally tally;
    const Instance source = odd;
    examine({odd, bound, false, 3, 2}, images_of(max2sat_to_ip_triangle(), source, {word}), tally);
    examine({odd, bound, false, 4, 3}, images_of(maxksat_to_hypergraph_ip(), source, {"t=4", "k=3", word}),
            tally);
    CHECK(tally.failing == 0);
    CHECK((tally.yes > 0) == (bound >= 3));
  }
  const Instance source = odd;
  ImageTally tally;
  examine({odd, 0, true, 3, 3}, images_of(ksat_to_kip(), source, {"k=3"}), tally);
  CHECK(tally.failing == 0);
}

TEST_CASE("every flipped entry of every vector is found", "[reductions][planted]") {
  const Instance two = two_cnf;
  const auto triangle = flips_found(FormulaQuestion{two_cnf, 1, false, 3, 2},
                                    images_of(max2sat_to_ip_triangle(), two, {"falsified=1"}));
  CHECK(triangle == std::pair<std::size_t, std::size_t>{72, 72});  // 3 sets, n = 4, d = 6
  const Instance three = three_cnf;
  const auto kip =
      flips_found(FormulaQuestion{three_cnf, 0, true, 2, 2}, images_of(ksat_to_kip(), three, {"k=2"}));
  CHECK(kip == std::pair<std::size_t, std::size_t>{32, 32});  // 2 sets, n = 4, d = 4
  const auto hypergraph =
      flips_found(FormulaQuestion{three_cnf, 1, false, 4, 3},
                  images_of(maxksat_to_hypergraph_ip(), three, {"t=4", "k=3", "falsified=1"}));
  CHECK(hypergraph == std::pair<std::size_t, std::size_t>{40, 40});  // 4 sets, n = 2, d = 5
}

TEST_CASE("wrong targets and wrong solution maps are found by the check of that name",
          "[reductions][planted]") {
  const Cnf formula{4, {{{1, -2}, 1}, {{2, 3}, 1}, {{-1}, 1}, {{4, -3}, 1}}};
  const FormulaQuestion question{formula, 1, false, 3, 2};
  const Instance source = formula;
  const Images right = images_of(max2sat_to_ip_triangle(), source, {"falsified=1"});
  const auto found = [&](const std::function<void(Images&)>& damage) {
    Images images = right;
    damage(images);
    ImageTally tally;
    examine(question, images, tally);
    return faults(tally);
  };
  CHECK(found([](Images&) {}).empty());
  CHECK(found([](Images& images) { images.count -= 1; }) == std::set<std::string>{"solutions-forward"});
  CHECK(found([&](Images& images) { images.count = 0; }) ==
        std::set<std::string>{"answer", "solutions-forward"});
  CHECK(found([&](Images& images) {
          images.forward = [&](const Solution& solution) {
            Located image = right.forward(solution);
            auto tuple = std::get<Tuple>(image.solution);
            tuple[0] ^= 1;
            return Located{image.target, tuple};
          };
        }).count("identity") == 1);
  CHECK(found([&](Images& images) {
          images.backward = [&](const Located& located) -> Solution {
            auto assignment = std::get<Assignment>(right.backward(located));
            assignment[2] = !assignment[2];
            return assignment;
          };
        }) == std::set<std::string>{"products", "solutions-backward", "identity"});
  CHECK(found([&](Images& images) {
          images.instance = [&](std::uint64_t which) -> Instance {
            InnerProducts instance = target(right, which);
            instance.constraints[1].target = 3;
            return instance;
          };
        }).count("answer") == 1);
  CHECK(found([&](Images& images) {
          images.instance = [&](std::uint64_t which) -> Instance {
            InnerProducts instance = target(right, which);
            instance.constraints[1].target = 5;  // above d = 4
            return instance;
          };
        }) == std::set<std::string>{"well-formed"});
  CHECK(found([&](Images& images) {
          images.instance = [&](std::uint64_t which) -> Instance {
            InnerProducts instance = target(right, which);
            BitVectors shorter(3, instance.dimension());
            for (std::size_t i = 0; i < 3; ++i) {
              for (std::size_t j = 0; j < instance.dimension(); ++j)
                shorter.set(i, j, instance.sets[0].get(i, j));
            }
            instance.sets[0] = shorter;
            return instance;
          };
        }).count("size") == 1);
}

TEST_CASE("the candidates are exactly the targets with a solution", "[reductions]") {
  for (unsigned long seed = 0; seed < 10; ++seed) {
    const Instance source = random_formula({5, 9, 2}, seed);
    const Images images = images_of(max2sat_to_ip_triangle(), source, {"falsified=3"});
    std::vector<std::uint64_t> yes;
    for (std::uint64_t which = 0; which < static_cast<std::uint64_t>(images.count); ++which) {
      if (solve(target(images, which))) yes.push_back(which);
    }
    CHECK(images.candidates() == yes);
  }
}

TEST_CASE("random triangles and their cycles have the same answer", "[reductions]") {
  std::size_t yes = 0;
  for (unsigned long seed = 0; seed < 40; ++seed) {
    VectorSetsShape shape{Family::ip_triangle, 3, 2, 6, 3 + seed % 5, Rational(1, 2), {}, {}};
    InnerProducts triangle =
        seed % 2 == 0 ? random_vector_sets(shape, seed) : planted_no_vector_sets(shape, seed);
    const bool answer = solve(triangle).has_value();
    yes += answer ? 1 : 0;
    const Instance source = triangle;
    for (const char* r : {"r=3", "r=4", "r=5", "r=7"}) {
      for (const char* link : {"link=complement", "link=weight"}) {
        const Images images = images_of(ip_triangle_to_cycle(), source, {r, link});
        bool some = false;
        for (std::uint64_t which = 0; which < static_cast<std::uint64_t>(images.count); ++which) {
          const InnerProducts cycle = target(images, which);
          CHECK(cycle.sets.front().size() == 6);
          const auto solution = solve(cycle);
          if (!solution) continue;
          some = true;
          CHECK(satisfies(triangle, std::get<Tuple>(images.backward({which, *solution}))));
        }
        CHECK(some == answer);
      }
    }
  }
  CHECK(yes > 5);
  CHECK(yes <= 20);
}

TEST_CASE("every flipped entry of a cycle that some vector sees is found", "[reductions][planted]") {
  // All vectors of length 2 in every set, so that every entry is seen by some other vector.
  const BitVectors all = BitVectors::from_rows({{0, 0}, {0, 1}, {1, 0}, {1, 1}});
  const InnerProducts triangle = inner_product_triangle({all, all, all}, {1, 1, 1});
  const Instance source = triangle;
  const auto complement =
      flips_found(CycleQuestion{triangle, 5, false}, images_of(ip_triangle_to_cycle(), source, {"r=5"}));
  CHECK(complement == std::pair<std::size_t, std::size_t>{5 * 4 * 4, 5 * 4 * 4});
  const auto three =
      flips_found(CycleQuestion{triangle, 3, false}, images_of(ip_triangle_to_cycle(), source, {"r=3"}));
  CHECK(three == std::pair<std::size_t, std::size_t>{3 * 4 * 2, 3 * 4 * 2});
  // By weight the entry is flipped in the instances of all weights; in that of weight 0 some flips change
  // nothing, in the others they do.
  const auto weight = flips_found(CycleQuestion{triangle, 5, true},
                                  images_of(ip_triangle_to_cycle(), source, {"r=5", "link=weight"}));
  CHECK(weight == std::pair<std::size_t, std::size_t>{5 * 4 * 2, 5 * 4 * 2});
}

TEST_CASE("what a reduction does not take is refused", "[reductions]") {
  const Instance wide = three_cnf;
  CHECK_THROWS_AS(images_of(max2sat_to_ip_triangle(), wide, {}), UsageError);
  CHECK_THROWS_AS(images_of(maxksat_to_hypergraph_ip(), wide, {"t=4", "k=2"}), UsageError);
  CHECK_THROWS_AS(images_of(maxksat_to_hypergraph_ip(), wide, {"t=3", "k=4"}), UsageError);
  CHECK_THROWS_AS(images_of(ip_triangle_to_cycle(), wide, {"r=4"}), UsageError);
  const Instance long_formula = Cnf{100, {{{1, 100}, 1}}};
  CHECK_THROWS_AS(images_of(max2sat_to_ip_triangle(), long_formula, {}), UsageError);
  const Instance heavy = Cnf{3, {{{1, 2}, 200'000'000}}};
  CHECK_THROWS_AS(images_of(max2sat_to_ip_triangle(), heavy, {}), UsageError);
  CHECK_NOTHROW(images_of(ksat_to_kip(), heavy, {}));
  const BitVectors set = BitVectors::from_rows({{1, 1}});
  const Instance gap = gap_version(Family::ip_triangle, 2, {set, set, set}, 2, Rational(1, 2));
  CHECK_THROWS_AS(images_of(ip_triangle_to_cycle(), gap, {"r=4"}), UsageError);
  const Instance triangle = inner_product_triangle({set, set, set}, {0, 0, 0});
  CHECK_THROWS_AS(images_of(ksat_to_kip(), triangle, {}), UsageError);
  CHECK(reductions().size() >= 4);
}

}  // namespace formula_reductions_test

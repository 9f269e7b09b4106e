// One source instance of a reduction as `attest run` shows it: numbered as verify visits them, and wrong where a
// target instance is damaged.
#include <algorithm>
#include <catch2/catch.hpp>

#include "claims/usage_error.hpp"
#include "reductions/files/formula_json.hpp"
#include "reductions/poly/formulas/formula_reductions.hpp"
#include "reductions/poly/formulas/formula_space.hpp"
#include "reductions/poly/gap/gap_claim.hpp"
#include "reductions/poly/gap/gap_report.hpp"
#include "reductions/poly/hardness/attention_run.hpp"
#include "reductions/poly/hardness/hardness_layouts.hpp"
#include "reductions/poly/run/chosen_instance.hpp"
#include "reductions/poly/run/image_run.hpp"
#include "reductions/problems/ascending.hpp"
#include "reductions/solve_instance.hpp"

namespace attest::reduction_run_test {

using problems::InnerProducts;

TEST_CASE("Ascending sequences are numbered in lexicographic order", "[reductions][run]") {
  for (long letters = 1; letters <= 4; ++letters) {
    for (std::size_t length = 0; length <= 4; ++length) {
      const Integer count = ascending_count(letters, length);
      std::vector<Integer> before;
      for (Integer rank = 0; rank < count; ++rank) {
        const std::vector<Integer> sequence = ascending_of_rank(rank, letters, length);
        REQUIRE(sequence.size() == length);
        CHECK(std::is_sorted(sequence.begin(), sequence.end()));
        if (rank > 0) CHECK(before < sequence);
        if (length > 0) CHECK(sequence.back() < letters);
        before = sequence;
      }
    }
  }
}

TEST_CASE("The formula of a rank is the one that verify visits at that place", "[reductions][run]") {
  const FormulaSpace space{3, 2, 2, 2};
  Integer rank = 0;
  space.visit([&](const problems::Cnf& formula) {
    CHECK(formula_json(space.unrank(rank)) == formula_json(formula));
    ++rank;
    return true;
  });
  CHECK(rank == space.count());
}

TEST_CASE("The vectors of a rank are those that verify visits at that place", "[reductions][run]") {
  for (const GapSources& space : {GapSources{problems::Family::k_ip, 2, 2, 2, 2, false},
                                  GapSources{problems::Family::ip_triangle, 3, 2, 1, 2, false},
                                  GapSources{problems::Family::ip_triangle, 3, 2, 1, 2, true},
                                  GapSources{problems::Family::hypergraph_ip, 4, 3, 1, 1, false}}) {
    Integer rank = 0;
    space.visit([&](const InnerProducts& instance) {
      CHECK(spelled(space.unrank(rank)) == spelled(instance));
      ++rank;
      return true;
    });
    CHECK(rank == space.count());
  }
}

TEST_CASE("A formula in JSON is read as it is written, and refused with the place of what is wrong",
          "[reductions][run]") {
  const Json json = {{"variables", 3},
                     {"clauses", {{{"literals", {1, -2}}, {"weight", 4}}, Json::array({3})}}};
  const problems::Cnf formula = formula_from_json(json, "input");
  CHECK(formula.clauses[0].weight == 4);
  CHECK(formula.clauses[1].literals == std::vector<int>{3});
  CHECK(formula_json(formula_from_json(formula_json(formula), "input")) == formula_json(formula));
  const auto refused = [](const Json& wrong, const char* place) {
    CHECK_THROWS_WITH(formula_from_json(wrong, "input"), Catch::StartsWith(place));
  };
  refused({{"variables", 2}}, "input:");
  refused({{"variables", 0}, {"clauses", Json::array()}}, "input variables");
  refused({{"variables", 2}, {"clauses", Json::array({Json::array({1, 3})})}}, "input clauses/0");
  refused({{"variables", 2}, {"clauses", Json::array({Json::array({1, -1})})}}, "input clauses/0");
  refused({{"variables", 2}, {"clauses", Json::array({Json::array({1}), Json::array({0})})}},
          "input clauses/1");
  refused({{"variables", 2}, {"clauses", Json::array({Json{{"literals", {1}}, {"weight", 0}}})}},
          "input clauses/0/weight");
}

TEST_CASE("A flipped bit in a target instance shows as a wrong answer of the run", "[reductions][run]") {
  // x1 alone has to be true: the formula is satisfiable, and with its one clause's coordinate set to 1 in all
  // vectors no target has a solution.
  const problems::Cnf formula{1, {{{1}, 1}}};
  const auto reduction = ksat_to_kip();
  const Instance source = formula;
  const Images sound = reduction->images(Variant::constructed, source,
                                         parse_parameters(reduction->info().parameters, {"k=2"}));
  const auto run_of = [&](const Images& images) {
    ImageTally tally;
    examine(FormulaQuestion{formula, 0, true, 2, 2}, images, tally);
    RunResult result(formula_json(formula));
    add_image_run(images, tally, solve_instance(source, 0), result);
    return result.to_json();
  };
  CHECK(run_of(sound)["verdict"] == "holds");
  CHECK(run_of(sound)["outputs"][0]["truth"] == 1);
  Images damaged = sound;
  damaged.instance = [&sound](std::uint64_t which) {
    auto instance = std::get<InnerProducts>(sound.instance(which));
    for (auto& set : instance.sets) {
      for (std::size_t row = 0; row < set.size(); ++row) set.set(row, 0);
    }
    return Instance(instance);
  };
  const Json wrong = run_of(damaged);
  CHECK(wrong["verdict"] == "refuted");
  CHECK(wrong["outputs"][0]["right"] == false);
}

TEST_CASE("A changed vector of a gap instance shows in the run", "[reductions][run]") {
  const GapSources space{problems::Family::k_ip, 2, 2, 2, 2, false};
  GapOptions options;
  options.columns = 1;
  const InnerProducts source = space.unrank(20);
  const auto verdict_of = [&](GapChecker& checker) {
    RunResult result(spelled(source));
    add_gap_run(checker, source, options, Variant::constructed, result);
    return result.to_json()["verdict"];
  };
  GapChecker sound(2, 2, options);
  CHECK(verdict_of(sound) == "holds");
  GapChecker damaged(2, 2, options);
  damaged.tamper = [](std::uint64_t, InnerProducts& image) {
    for (std::size_t row = 0; row < image.sets[0].size(); ++row) {
      for (std::size_t c = 0; c < image.dimension(); ++c)
        image.sets[0].set(row, c, !image.sets[0].get(row, c));
    }
  };
  CHECK(verdict_of(damaged) == "refuted");
}

TEST_CASE("A matrix without its vectors turns a yes row into a wrong one", "[reductions][run]") {
  const AttentionLayout sound = gap_triangle_layout();
  const GapShape shape = shape_of(sound, 1, 2, 1, Rational(1, 2));
  const OutputBounds bounds = output_bounds(shape, proved_bounds(shape));
  const AttentionScale scale(Rational(sufficient_power(shape, bounds.ratio)), sound.order,
                             static_cast<std::size_t>(shape.width()));
  const auto one = problems::BitVectors::from_rows({{1, 0}});
  const InnerProducts gap =
      problems::gap_version(problems::Family::ip_triangle, 2, {one, one, one}, 1, Rational(1, 2));
  const auto run_of = [&](const AttentionLayout& layout) {
    RunResult result(spelled(gap));
    add_attention_run(layout, gap, scale, bounds, result);
    return result.to_json();
  };
  const Json right = run_of(sound);
  CHECK(right["verdict"] == "holds");
  CHECK(right["outputs"][0]["truth"] == 1);
  AttentionLayout damaged = sound;
  damaged.q[1][0].upper.vector = 0;
  const Json wrong = run_of(damaged);
  CHECK(wrong["verdict"] == "refuted");
  CHECK(wrong["outputs"][0]["decision"] == 0);
}

TEST_CASE("The gap instance of a rank is the one that verify visits at that place", "[reductions][run]") {
  const GapSize size{problems::Family::k_ip, 2, 2, 1, 2, 1, Rational(1, 2)};
  long rank = 0;
  for_each_gap_instance(size, [&](const InnerProducts& gap) {
    CHECK(spelled(gap_instance_of_rank(size, "rank:" + std::to_string(rank)).instance) == spelled(gap));
    ++rank;
    return true;
  });
  CHECK_THROWS_AS(gap_instance_of_rank(size, "rank:" + std::to_string(rank)), UsageError);
}

TEST_CASE("Sets of vectors must have the sizes that the parameters say", "[reductions][run]") {
  const VectorSetsSize size{problems::Family::k_ip, 2, 2, 2, 3, {}, {}};
  const auto read = [&](const Json& input) { return chosen_vector_sets(input, size, 1, {}).instance; };
  const auto json = [](const char* text) { return Json::parse(text); };
  const Json fits = json(R"({"sets": [["011", "110"], ["000", "111"]], "targets": [2]})");
  CHECK(read(fits).constraints.front().target == 2);
  CHECK(spelled(read(spelled(read(fits)))) == spelled(read(fits)));
  CHECK_THROWS_AS(read(json(R"({"sets": [["011"], ["000"]], "targets": [2]})")), UsageError);
  CHECK_THROWS_AS(read(json(R"({"sets": [["01", "11"], ["00", "11"]], "targets": [2]})")), UsageError);
  CHECK_THROWS_AS(read(json(R"({"sets": [["011", "110"], ["000", "111"], ["000", "111"]], "targets": [2]})")),
                  UsageError);
  CHECK_THROWS_AS(read(json(R"({"sets": [["011", "110"], ["000", "111"]]})")), UsageError);
  const VectorSetsSize gap{problems::Family::k_ip, 2, 2, 1, 3, 2, Rational(1, 2)};
  CHECK_NOTHROW(chosen_vector_sets(json(R"({"sets": [["011"], ["011"]]})"), gap, 1, {}));
  // 3 is neither 2 nor at most 1.
  CHECK_THROWS_WITH(chosen_vector_sets(json(R"({"sets": [["111"], ["111"]]})"), gap, 1, {}),
                    Catch::Contains("promise"));
  CHECK_THROWS_AS(chosen_vector_sets(json(R"({"sets": [["011"], ["011"]], "targets": [1]})"), gap, 1, {}),
                  UsageError);
}

}  // namespace attest::reduction_run_test

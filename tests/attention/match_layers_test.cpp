#include <catch2/catch.hpp>
#include <random>

#include "attention/match_plan.hpp"
#include "attention/whole_number.hpp"

namespace attest::match_layers_test {

using attention::Kind;
using attention::MatchLayer;
using attention::MatchLayers;
using attention::MatchRun;
using attention::State;
using attention::StateFunction;
using attention::Token;
using Op = StateFunction::Op;

namespace {

// Two or three tokens with two contents each, states of three coordinates with few values, so that keys often meet.
class Drawn {
 public:
  explicit Drawn(unsigned long seed) : random_(seed) {}

  MatchLayers layers() {
    MatchLayers all;
    const std::size_t tokens = 2 + below(3);
    for (std::size_t t = 0; t <= tokens; ++t) all.first.push_back(static_cast<Kind>(2 * t));
    for (std::size_t kind = 0; kind < 2 * tokens; ++kind)
      all.stream.push_back({small(), small(), Rational(Integer(kind / 2))});
    const std::size_t depth = 1 + below(3);
    for (std::size_t l = 0; l < depth; ++l) all.layers.push_back(layer(tokens));
    all.psi = {function()};
    return all;
  }
  std::size_t below(std::size_t n) { return random_() % n; }

 private:
  Rational small() { return {Integer(below(3)), Integer(1 + below(2))}; }
  StateFunction function() {
    const StateFunction x = StateFunction::coordinate(below(3));
    switch (below(4)) {
      case 0:
        return x;
      case 1:
        return StateFunction::of(Op::sum, {x, StateFunction::number(small())});
      case 2:
        return StateFunction::of(Op::mod, {x, StateFunction::number(Rational(2))});
      default:
        return StateFunction::of(
            Op::conditional, {StateFunction::of(Op::less, {x, StateFunction::number(small())}), function(),
                              StateFunction::number(small())});
    }
  }
  MatchLayer layer(std::size_t tokens) {
    MatchLayer layer;
    layer.residual = below(2) == 0;
    for (std::size_t h = 0; h < 1 + below(3); ++h) {
      attention::MatchHead head;
      head.name = "head";
      head.query = {function()};
      head.key = {function()};
      head.value = {function(), function()};
      std::vector<std::vector<Token>> lists(tokens);
      for (Token i = 0; i < tokens; ++i) {
        for (Token j = 0; j < tokens; ++j) {
          if (below(4) != 0) lists[i].push_back(j);
        }
      }
      head.over = attention::IndexSet::listed(1, std::move(lists));
      layer.heads.push_back(std::move(head));
      layer.landings.push_back({h, below(2), below(3), Rational(1 + below(2))});
    }
    return layer;
  }
  std::mt19937_64 random_;
};

}  // namespace

TEST_CASE("The plan of exact-match layers is their definition, on every input of 2,000 drawn records",
          "[match_layers]") {
  std::size_t unmatched = 0;
  std::size_t several = 0;
  for (unsigned long seed = 0; seed < 2000; ++seed) {
    Drawn drawn(seed);
    const MatchLayers layers = drawn.layers();
    attention::MatchPlan plan(layers);
    for (std::size_t word = 0; word < std::size_t{1} << layers.tokens(); ++word) {
      std::vector<Kind> kinds;
      for (std::size_t t = 0; t < layers.tokens(); ++t)
        kinds.push_back(layers.first[t] + static_cast<Kind>((word >> t) & 1U));
      const MatchRun a = attention::run_by_definition(layers, kinds);
      const MatchRun b = plan(kinds);
      REQUIRE(a.states == b.states);
      REQUIRE(a.matches == b.matches);
      REQUIRE(a.unmatched == b.unmatched);
      unmatched += a.unmatched.size();
      for (const auto& matches : a.matches) several += matches.size() > 1 ? 1 : 0;
    }
  }
  CHECK(unmatched > 3000);
  CHECK(several > 3000);
}

// Tokens 1 and 2 hold (1, 5) and (1, 8), token 3 asks for 2. By hand: tokens 1 and 2 find both, mean 13/2; token 3 none.
TEST_CASE("A query gets the mean of the values of its matches, and 0 where there is none", "[match_layers]") {
  MatchLayers all;
  all.first = {0, 1, 2, 3};
  all.stream = {{Rational(1), Rational(5)}, {Rational(1), Rational(8)}, {Rational(2), Rational(1)}};
  MatchLayer layer;
  attention::MatchHead head;
  head.query = {StateFunction::coordinate(0)};
  head.key = {
      StateFunction::of(Op::minimum, {StateFunction::coordinate(0), StateFunction::number(Rational(1))})};
  head.value = {StateFunction::coordinate(1)};
  head.over = attention::IndexSet::product({{0, 1}}, 3);
  layer.heads = {head};
  layer.landings = {{0, 0, 1, 1}};
  all.layers = {layer};
  const std::vector<Kind> kinds{0, 1, 2};
  const MatchRun run = attention::run_by_definition(all, kinds);
  CHECK(run.states == std::vector<State>{{Rational(0), Rational(13, 2)},
                                         {Rational(0), Rational(13, 2)},
                                         {Rational(0), Rational(0)}});
  CHECK(run.matches == std::vector<std::vector<Token>>{{0, 1}, {0, 1}, {}});
  CHECK(run.unmatched == std::vector<MatchRun::Unmatched>{{0, 0, 2}});
  all.layers[0].residual = true;
  all.layers[0].landings[0].factor = Rational(2);
  CHECK(attention::run_by_definition(all, kinds).states[0] == State{Rational(1), Rational(18)});
  CHECK(all.heads() == 1);
  CHECK(all.width() == 2);
  CHECK(all.value_dimension() == 1);
}

// A program in the place of expressions, blocks in the place of landings, and first states in the place of kinds.
TEST_CASE("A layer's program is run as its expressions are, on every input of 200 drawn records",
          "[match_layers]") {
  for (unsigned long seed = 0; seed < 200; ++seed) {
    Drawn drawn(seed);
    MatchLayers layers = drawn.layers();
    for (MatchLayer& layer : layers.layers) layer.landings.clear();
    for (MatchLayer& layer : layers.layers) layer.heads.front().block = seed % 2;
    MatchLayers programs = layers;
    for (std::size_t l = 0; l < layers.layers.size(); ++l) {
      MatchLayer& layer = programs.layers[l];
      layer.program = {"by expressions",
                       [of = layers.layers[l]](const State& state) { return of.offers(state); }};
      for (attention::MatchHead& head : layer.heads) {
        head.program_value = head.value.size();
        head.query.clear();
        head.key.clear();
        head.value.clear();
        CHECK(head.value_length() == 2);
      }
      for (std::size_t c = 0; c < 2; ++c)
        layers.layers[l].landings.push_back({0, c, seed % 2 + c, Rational(1)});
      layers.layers[l].heads.front().block.reset();
    }
    programs.psi_program = {"by expressions",
                            [&layers](const State& state) { return layers.outputs(state); }};
    attention::MatchPlan plan(programs);
    for (std::size_t word = 0; word < std::size_t{1} << layers.tokens(); ++word) {
      std::vector<Kind> kinds;
      std::vector<State> first;
      for (std::size_t t = 0; t < layers.tokens(); ++t) {
        kinds.push_back(layers.first[t] + static_cast<Kind>((word >> t) & 1U));
        first.push_back(layers.stream[kinds.back()]);
      }
      const MatchRun expected = attention::run_by_definition(layers, kinds);
      REQUIRE(attention::run_by_definition(programs, first).states == expected.states);
      const auto& run = plan.run(first);
      for (std::size_t t = 0; t < first.size(); ++t) {
        REQUIRE(plan.last_state(run.states[t]) == expected.states[t]);
        REQUIRE(plan.state(0, run.before[0][t]) == first[t]);
        REQUIRE(programs.outputs(expected.states[t]) == layers.outputs(expected.states[t]));
      }
      REQUIRE(run.unmatched == expected.unmatched);
    }
  }
}

TEST_CASE("What a layer keeps stays where everything else goes, and counts in what follows a state",
          "[match_layers]") {
  MatchLayers all;
  all.first = {0, 0, 0};
  MatchLayer layer;
  attention::MatchHead head;
  head.query = {StateFunction::number(Rational(1))};
  head.key = {StateFunction::number(Rational(1))};
  head.value = {StateFunction::coordinate(1)};
  head.block = 1;
  head.over = attention::IndexSet::product({{0, 1}}, 2);
  layer.heads = {head};
  layer.kept = {0};
  all.layers = {layer};
  // Both tokens match both; they differ in what is kept alone.
  const std::vector<State> first = {{Rational(5), Rational(1), Rational(9)},
                                    {Rational(6), Rational(2), Rational(9)}};
  const std::vector<State> behind = {{Rational(5), Rational(3, 2), Rational(0)},
                                     {Rational(6), Rational(3, 2), Rational(0)}};
  CHECK(attention::run_by_definition(all, first).states == behind);
  attention::MatchPlan plan(all);
  const auto& run = plan.run(first);
  for (std::size_t t = 0; t < 2; ++t) CHECK(plan.last_state(run.states[t]) == behind[t]);
  all.layers[0].kept.clear();
  attention::MatchPlan forgetful(all);
  const auto same = forgetful.run(first).states;
  CHECK(same[0] == same[1]);
}

// The order of the tokens is that of the values where numbers are rounded: here the average is the first one of them.
TEST_CASE("A rounding is asked for every number once, and sees the values in the order of the tokens",
          "[match_layers]") {
  struct First : attention::MatchRounding {
    State first(const State& state) override {
      return state.mapped([](const Rational& x) { return Rational(x * 10); });
    }
    State score(const State& row) override { return row; }
    State value(const State& row) override {
      return row.mapped([](const Rational& x) { return Rational(x + 1); });
    }
    State average(const std::vector<const State*>& values) override {
      ++asked;
      return *values.front();
    }
    int asked = 0;
  };
  MatchLayers all;
  all.first = {0, 0, 0, 0};
  MatchLayer layer;
  attention::MatchHead head;
  head.query = {StateFunction::number(Rational(1))};
  head.key = {StateFunction::number(Rational(1))};
  head.value = {StateFunction::coordinate(0)};
  head.block = 0;
  head.over = attention::IndexSet::product({{0, 1, 2}}, 3);
  layer.heads = {head};
  all.layers = {layer};
  First rounding;
  attention::MatchPlan plan(all, &rounding);
  const auto behind = [&](const std::vector<State>& first) {
    return plan.last_state(plan.run(first).states[0])[0];
  };
  CHECK(behind({{Rational(2)}, {Rational(3)}, {Rational(4)}}) == 21);
  CHECK(behind({{Rational(4)}, {Rational(3)}, {Rational(2)}}) == 41);
  CHECK(behind({{Rational(4)}, {Rational(2)}, {Rational(3)}}) == 41);
  CHECK(rounding.asked == 3);
  CHECK(behind({{Rational(2)}, {Rational(3)}, {Rational(4)}}) == 21);
  CHECK(rounding.asked == 3);
}

TEST_CASE("A function without a value at a state that occurs is told", "[match_layers]") {
  Drawn drawn(1);
  MatchLayers layers = drawn.layers();
  layers.layers.back().heads.back().value.front() = StateFunction::of(
      Op::quotient, {StateFunction::number(Rational(1)), StateFunction::number(Rational(0))}, 3);
  layers.layers.back().heads.back().query = layers.layers.back().heads.back().key;
  const std::vector<Kind> kinds(layers.first.begin(), layers.first.end() - 1);
  CHECK_THROWS_AS(attention::MatchPlan(layers)(kinds), UndefinedState);
}

}  // namespace attest::match_layers_test

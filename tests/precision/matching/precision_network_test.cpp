// Rounded evaluation of the exact-match networks that play MPC protocols.
#include <catch2/catch.hpp>

#include "attention/whole_number.hpp"
#include "claims/usage_error.hpp"
#include "constructions/add_constructions.hpp"
#include "constructions/anna/named_simulation.hpp"
#include "constructions/precision/problem_of_claim.hpp"
#include "numeric/floating/float_arithmetic.hpp"
#include "precision/matching/match_evaluator.hpp"
#include "precision/precision_study.hpp"
#include "protocols/reading.hpp"
#include "protocols/slot_code.hpp"

namespace precision_network_test {

using namespace attest;  // NOLINT(google-build-using-namespace)
using attention::State;

namespace {

using Settings = std::vector<std::string>;

const Catalogue& catalogue() {
  static const Catalogue all = [] {
    Catalogue c;
    add_constructions(c);
    return c;
  }();
  return all;
}

Parameters parameters_of(const std::string& claim, const Settings& words) {
  return parse_parameters(catalogue().find(claim).info().parameters, words);
}

std::unique_ptr<PrecisionProblem> problem_of(const std::string& claim, const Settings& words,
                                             Variant variant = Variant::repaired) {
  auto problem = precision_problem(catalogue().find(claim), variant, parameters_of(claim, words));
  REQUIRE(problem);
  return problem;
}

FloatFormat named(const std::string& name) {
  return *float_format_from_name(name);
}

// Definition B.1 with the weights that rounding makes: 1/c, products and sums rounded, in the order given.
std::vector<Rational> rounded_average(const std::vector<State>& values, const FloatFormat& format) {
  const FloatArithmetic round(format);
  const FloatValue weight = round.divide(round.from(Rational(1)), round.from(Rational(values.size())));
  std::vector<Rational> result;
  for (std::size_t k = 0; k < values.front().size(); ++k) {
    FloatValue sum = round.from(Rational(0));
    for (const State& value : values) sum = round.add(sum, round.multiply(weight, round.from(value[k])));
    result.push_back(sum.exact());
  }
  return result;
}

}  // namespace

TEST_CASE("Exact evaluation of a network answers every input as its verdict does") {
  for (const auto& [claim, words, variant] : std::vector<std::tuple<std::string, Settings, Variant>>{
           {"anna/initialization", {"n=5", "s=2", "letters=2"}, Variant::repaired},
           {"anna/initialization", {"n=2", "s=3", "letters=3"}, Variant::printed},
           {"anna/final-output", {"n=4", "s=2", "letters=3"}, Variant::repaired},
           {"anna/final-output", {"n=4", "s=2", "letters=3"}, Variant::printed},
           {"anna/routing", {"q=2", "s=2"}, Variant::constructed},
           {"anna/routing", {"q=3", "s=1", "letters=3", "code=reed-solomon"}, Variant::constructed},
           {"anna/simulates-mpc", {"protocol=sort", "n=4", "s=2"}, Variant::repaired},
           {"anna/simulates-mpc", {"protocol=rank-sort", "n=4", "s=4"}, Variant::repaired},
           {"anna/simulates-mpc", {"protocol=k-hop", "n=3", "s=2", "k=2"}, Variant::repaired},
           {"anna/simulates-mpc", {"protocol=prefix-sum", "n=4", "s=2", "idle=1"}, Variant::repaired},
           {"anna/simulates-mpc", {"protocol=reverse", "n=5", "s=3"}, Variant::repaired}}) {
    INFO(claim << " " << words.front());
    const auto problem = problem_of(claim, words, variant);
    const Verdict verdict = catalogue().find(claim).verify(variant, parameters_of(claim, words), {});
    const auto exact = problem->exact_evaluator(Rational(1));
    const auto wide = problem->evaluator(EvaluationModel::stored, named("fp64"), std::nullopt);
    const auto plain = problem->evaluator(EvaluationModel::plain, named("p200"), std::nullopt);
    Integer right = 0;
    for (Integer rank = 0; rank < problem->task().space().size(); ++rank) {
      const Word word = problem->task().space().unrank(rank);
      if (exact->answer(word) == Answer::right) ++right;
      CHECK(wide->answer(word) == exact->answer(word));
      CHECK(plain->answer(word) == exact->answer(word));
    }
    CHECK(right == verdict.inputs.total - verdict.inputs.failing);
    CHECK_FALSE(problem->has_scores());
  }
}

TEST_CASE("Reading an exact average to the nearest gives that average, in every state of every layer") {
  for (const Settings& words : {Settings{"protocol=rank-sort", "n=4", "s=4"},
                                {"protocol=one-hop", "n=4", "s=3"},
                                {"protocol=reverse", "n=5", "s=3", "letters=3"}}) {
    const Parameters parameters = parameters_of("anna/simulates-mpc", words);
    const auto of = [&](mpc::Reading reading) {
      return anna_named_simulation(Variant::repaired, parameters, reading).simulation;
    };
    const MpcSimulation exact = of(mpc::Reading::exact);
    const MpcSimulation nearest = of(mpc::Reading::nearest);
    const std::size_t slot = static_cast<std::size_t>(exact.encoding->longest()) + 3;
    const auto dimension = static_cast<std::size_t>(exact.encoding->dimension());
    mpc::Words input(static_cast<std::size_t>(exact.protocol.inputs), 1);
    input.back() = 2;
    const auto states = states_of_simulation(exact, input);
    CHECK(states == states_of_simulation(nearest, input));
    CHECK(exact.outputs(states.back()) == nearest.outputs(states.back()));
    std::size_t averaged = 0;
    for (std::size_t layer = 1; layer < states.size(); ++layer) {
      for (const State& state : states[layer]) {
        if (layer <= exact.read.size()) {
          const mpc::TokenState a = exact.read[layer - 1](state);
          const mpc::TokenState b = nearest.read[layer - 1](state);
          CHECK(a.memory == b.memory);
          CHECK(a.identity == b.identity);
          CHECK((a.readable && b.readable));
        }
        for (std::size_t begin = 1; layer > 1 && begin + dimension <= state.size(); begin += dimension) {
          const State head = state.slice(begin, dimension);
          CHECK(mpc::nearest_encodings(head, slot) == head);
          if (!head.denominator().is_one()) ++averaged;
        }
      }
    }
    CHECK((averaged > 0 || words.front() == "protocol=reverse"));  // whole blocks: one sender at most
  }
}

// 1/3 is no binary number: varphi as it stands looks for a first entry 1/c exactly and refuses. Read to the
// nearest, the same average is decoded; six bits do not hold the word 1023.
TEST_CASE("An average of three encodings is decoded from a rounded one after it is read") {
  const auto encoding = std::make_shared<const mpc::MessageEncoding>(mpc::greedy_code(6, 3), 2);
  const std::vector<mpc::Letter> sent = {{{1, 900}, 2, 1}, {{0}, 2, 4}, {{1023}, 2, 5}};
  std::vector<State> values;
  for (const mpc::Letter& letter : sent) values.push_back(encoding->encode(letter));
  const auto decoded = [&](const char* format) {
    return encoding->decode(rounded_average(values, named(format)), mpc::Reading::nearest);
  };
  CHECK(decoded("fp64") == sent);
  CHECK(decoded("fp32") == sent);
  CHECK(decoded("p14") == sent);
  CHECK(decoded("p6") != sent);
  // Behind no reading.
  CHECK_FALSE(encoding->decode(rounded_average(values, named("fp64"))));
}

TEST_CASE("Readings refuse what is too large and what is no average") {
  using mpc::nearest_integer;
  CHECK(nearest_integer(Rational(5, 2)) == 3);
  CHECK(nearest_integer(Rational(-5, 2)) == -2);
  CHECK(nearest_integer(Rational(-13, 5)) == -3);
  CHECK(nearest_integer(Rational(Integer(1) << 40)) == std::int64_t{1} << 40);
  CHECK_THROWS_AS(nearest_integer(Rational((Integer(1) << 40) + 1)), UndefinedState);
  const auto encoding = std::make_shared<const mpc::MessageEncoding>(mpc::greedy_code(2, 2), 1);
  std::vector<Rational> large(static_cast<std::size_t>(encoding->dimension()), Rational(0));
  CHECK(mpc::nearest_encodings(large, 4) == State(large));
  large.front() = 3;  // no slot has a first entry of at most 1
  CHECK_THROWS_AS(mpc::nearest_encodings(large, 4), UndefinedState);
  CHECK(mpc::read_integer(Rational(7, 2), mpc::Reading::exact) == std::nullopt);
  CHECK(mpc::read_integer(Rational(7, 2), mpc::Reading::nearest) == 4);
}

// Token n must be told from token n - 1, nothing is averaged: n = 5 needs 3 bits, n = 4 needs 2.
TEST_CASE("The least width of the final output is that of the tokens' numbers") {
  for (const auto& [n, bits] : std::vector<std::pair<int, long>>{{4, 2}, {5, 3}}) {
    const auto problem = problem_of("anna/final-output", {"n=" + std::to_string(n), "s=3", "letters=2"});
    for (const EvaluationModel model : evaluation_models)
      CHECK(least_precision(*problem, model, {}).bits == bits);
  }
}

// psi's entries from float arithmetic: a machine with three words finds (x/3, idx/3), rounded.
TEST_CASE("The initial distribution in plain fp32 is what compiled float code gives") {
  const auto problem = problem_of("anna/initialization", {"n=5", "s=3", "letters=1000"});
  const auto& network = dynamic_cast<const MatchPrecision&>(*problem);
  const Word x = {999, 7, 500, 3, 998};
  std::vector<Rational> expected(5 * 6, Rational(0));
  for (std::size_t index = 0; index < 5; ++index) {
    const std::size_t machine = index / 3;
    const float count = machine == 0 ? 3.0F : 2.0F;
    const float weight = 1.0F / count;
    const auto read = [&](float number) { return Rational(count * (weight * number)); };
    expected[machine * 6 + index % 3 * 2] = read(static_cast<float>(x[index]));
    expected[machine * 6 + index % 3 * 2 + 1] = read(static_cast<float>(index + 1));
  }
  MatchEvaluator fp32(network, rounded_match_arithmetic(EvaluationModel::plain, named("fp32"), std::nullopt));
  CHECK(fp32.evaluate(x).outputs == expected);
  CHECK(fp32.answer(x) == Answer::right);
  // bfloat16 stores 999 as 1000.
  MatchEvaluator bf16(network, exact_match_arithmetic(named("bfloat16")));
  CHECK(bf16.evaluate(x).outputs.front() == 1000);
  CHECK(bf16.answer(x) == Answer::wrong);
}

TEST_CASE("Identifiers cost no precision: queries and keys are digits") {
  const auto problem = problem_of("anna/simulates-mpc", {"protocol=sort", "n=5", "s=2"});
  const auto& network = dynamic_cast<const MatchPrecision&>(*problem);
  const Word word(5, 0);
  const attention::MatchLayer& init = network.layers().layers.front();
  for (const State& state : network.first_states(word)) {
    for (const attention::MatchOffer& offer : init.offers(state)) {
      CHECK(offer.query.size() == 3);
      for (const Rational& digit : offer.query.dense()) CHECK((digit == 0 || digit == 1));
    }
  }
  // A state that names no token has no query.
  for (const long number : {0L, 8L, -1L}) {
    std::vector<Rational> state(network.first_states(word).front().dense());
    state[0] = number;
    CHECK_THROWS_AS(init.offers(state), UndefinedState);
  }
}

TEST_CASE("A network that routes to the wrong machine is found out") {
  const auto owner =
      std::shared_ptr<PrecisionProblem>(problem_of("anna/simulates-mpc", {"protocol=reverse", "n=2", "s=1"}));
  const auto& good = dynamic_cast<const MatchPrecision&>(*owner);
  auto planted = std::make_shared<attention::MatchLayers>(good.layers());
  const auto offers_of = planted->layers.back().program->run;
  planted->layers.back().program->run = [offers_of](const State& state) {
    auto offers = offers_of(state);
    // Asks for the other machine's message: of 1 and 2 both digits are exchanged.
    offers.front().query = State{offers.front().query[1], offers.front().query[0]};
    return offers;
  };
  // The reversal is not reversed: right for 00 and 11 only.
  const MatchPrecision problem(
      planted, good.task(), *planted, [&](std::span<const Symbol> word) { return good.first_states(word); },
      good.judged());
  CHECK(evaluate_on(problem, EvaluationModel::plain, named("fp32"), {}).right == 2);
  CHECK(evaluate_on(*owner, EvaluationModel::plain, named("fp32"), {}).right == 4);
  // What rounded evaluation does not know is refused.
  planted->layers.back().kept = {0};
  CHECK_THROWS_AS(MatchPrecision(planted, good.task(), *planted, nullptr, good.judged()), UsageError);
}

TEST_CASE("Packed words need the width of their fields") {
  // k-hop packs four fields of 3 bits at n = 4; bfloat16's 8 bits lose six of the sixteen words.
  const auto problem = problem_of("anna/simulates-mpc", {"protocol=k-hop", "n=4", "s=2", "letters=2", "k=2"});
  CHECK(evaluate_on(*problem, EvaluationModel::plain, named("bfloat16"), {}).right == 10);
  CHECK(evaluate_on(*problem, EvaluationModel::plain, named("p9"), {}).all_right());
  CHECK(evaluate_on(*problem, EvaluationModel::stored, named("p2"), {}).all_right());
}

TEST_CASE("Printed networks that are not well-formed are refused") {
  CHECK_THROWS_AS(problem_of("anna/simulates-mpc", {"protocol=sort", "n=2", "s=2"}, Variant::printed),
                  UsageError);
}

}  // namespace precision_network_test

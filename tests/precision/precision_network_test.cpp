// Rounded evaluation of the exact-match networks that play MPC protocols.
#include <catch2/catch.hpp>

#include "claims/usage_error.hpp"
#include "constructions/add_constructions.hpp"
#include "constructions/anna/initialization.hpp"
#include "constructions/anna/simulates_mpc_entry.hpp"
#include "constructions/precision/problem_of_claim.hpp"
#include "numeric/floating/float_arithmetic.hpp"
#include "precision/matching/match_evaluator.hpp"
#include "precision/matching/match_network_problem.hpp"
#include "precision/precision_study.hpp"
#include "protocols/slot_code.hpp"

namespace precision_network_test {

using namespace attest;  // NOLINT(google-build-using-namespace)

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

std::vector<Rational> numbers_of(const mpc::Row& row) {
  std::vector<Rational> result;
  for (const mpc::Fraction& entry : row) result.emplace_back(entry.numerator, entry.denominator);
  return result;
}

// Definition B.1 with the weights that rounding makes: 1/c, products and sums rounded, in the order given.
std::vector<Rational> rounded_average(const std::vector<mpc::Entries>& values, const FloatFormat& format) {
  const FloatArithmetic round(format);
  const FloatValue weight = round.divide(round.from(Rational(1)), round.from(Rational(values.size())));
  std::vector<Rational> result;
  for (std::size_t k = 0; k < values.front().size(); ++k) {
    FloatValue sum = round.from(Rational(0));
    for (const mpc::Entries& value : values)
      sum = round.add(sum, round.multiply(weight, round.from(Rational(value[k]))));
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

TEST_CASE("Reading an exact average gives that average") {
  for (const Settings& words : {Settings{"protocol=rank-sort", "n=4", "s=4"},
                                {"protocol=one-hop", "n=4", "s=3"},
                                {"protocol=reverse", "n=5", "s=3", "letters=3"}}) {
    const NamedSimulation named_simulation =
        anna_named_simulation(Variant::repaired, parameters_of("anna/simulates-mpc", words));
    const MpcSimulation& sim = named_simulation.simulation;
    const HeadReading encodings = encodings_reading(sim.encoding);
    const HeadReading shares = shares_reading(static_cast<std::size_t>(sim.protocol.memory));
    mpc::Words input(static_cast<std::size_t>(sim.protocol.inputs), 1);
    input.back() = 2;
    const auto rows = mpc::run_network(sim.network, input);
    for (std::size_t layer = 1; layer < rows.size(); ++layer) {
      for (const mpc::Row& row : rows[layer]) {
        const std::vector<Rational> numbers = numbers_of(row);
        const HeadReading& reading = layer == 1 ? shares : encodings;
        for (std::size_t begin = 0; begin + reading.entries <= numbers.size(); begin += reading.entries) {
          const mpc::Row read = reading.read(std::span(numbers).subspan(begin, reading.entries));
          CHECK(std::equal(read.begin(), read.end(), row.begin() + static_cast<std::ptrdiff_t>(begin)));
        }
        CHECK(integers_reading(1).read(std::span(numbers).last(1)).front() == row.back());
      }
    }
  }
}

// 1/3 is no binary number: varphi as it stands looks for a first entry 1/c exactly and refuses. Read to the
// nearest, the same average is decoded; six bits do not hold the word 1023.
TEST_CASE("An average of three encodings is decoded from a rounded one after it is read") {
  const auto encoding = std::make_shared<const mpc::MessageEncoding>(mpc::greedy_code(6, 3), 2);
  const std::vector<mpc::Letter> sent = {{{1, 900}, 2, 1}, {{0}, 2, 4}, {{1023}, 2, 5}};
  std::vector<mpc::Entries> values;
  for (const mpc::Letter& letter : sent) values.push_back(encoding->encode(letter));
  const HeadReading reading = encodings_reading(encoding);
  const auto decoded = [&](const char* format) {
    return encoding->decode(reading.read(rounded_average(values, named(format))));
  };
  CHECK(decoded("fp64") == sent);
  CHECK(decoded("fp32") == sent);
  CHECK(decoded("p14") == sent);
  CHECK(decoded("p6") != sent);
  // Behind no reading: fp64's numbers as fractions.
  const std::vector<Rational> average = rounded_average(values, named("fp64"));
  mpc::Row stored;
  for (const Rational& entry : average) {
    REQUIRE(denominator_of(entry) <= Integer(1) << 60);
    stored.push_back(
        {static_cast<std::int64_t>(numerator_of(entry)), static_cast<std::int64_t>(denominator_of(entry))});
  }
  CHECK_FALSE(encoding->decode(stored));
}

TEST_CASE("Readings refuse what is too large and what is no average") {
  CHECK(nearest_integer(Rational(5, 2)) == 3);
  CHECK(nearest_integer(Rational(-5, 2)) == -2);
  CHECK(nearest_integer(Rational(-13, 5)) == -3);
  CHECK(nearest_integer(Rational(Integer(1) << 40)) == std::int64_t{1} << 40);
  CHECK_THROWS_AS(nearest_integer(Rational((Integer(1) << 40) + 1)), UndefinedState);
  const auto encoding = std::make_shared<const mpc::MessageEncoding>(mpc::greedy_code(2, 2), 1);
  std::vector<Rational> large(static_cast<std::size_t>(encoding->dimension()), Rational(0));
  CHECK(encodings_reading(encoding).read(large) == mpc::Row(large.size()));
  large.front() = 3;  // no slot has a first entry of at most 1
  CHECK_THROWS_AS(encodings_reading(encoding).read(large), UndefinedState);
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
  const auto& network = dynamic_cast<const MatchProblem&>(*problem);
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
  const auto& network = dynamic_cast<const MatchProblem&>(*problem);
  const Word word(5, 0);
  const auto states = network.states(word);
  for (std::size_t token = 0; token < states.size(); ++token) {
    for (const MatchOffer& offer : network.offers(0, token, states[token])) {
      CHECK(offer.query.size() == 3);
      for (const Rational& digit : offer.query) CHECK((digit == 0 || digit == 1));
    }
  }
  // A state that names no token has no query.
  CHECK_THROWS_AS(network.offers(0, 0, {Rational(0), Rational(0)}), UndefinedState);
  CHECK_THROWS_AS(network.offers(0, 0, {Rational(0), Rational(8)}), UndefinedState);
  CHECK_THROWS_AS(network.offers(0, 0, {Rational(0), Rational(-1)}), UndefinedState);
}

TEST_CASE("A network that routes to the wrong machine is found out") {
  const Parameters parameters = parameters_of("anna/simulates-mpc", {"protocol=reverse", "n=2", "s=1"});
  const NamedSimulation good = anna_named_simulation(Variant::repaired, parameters);
  mpc::ExactMatchNetwork planted = good.simulation.network;
  const auto project = planted.layers.back().project;
  planted.layers.back().project = [project](const mpc::Row& row, long position) {
    auto heads = project(row, position);
    heads.front().query = 3 - heads.front().query;  // asks for the other machine's message
    return heads;
  };
  const auto owner =
      std::shared_ptr<PrecisionProblem>(problem_of("anna/simulates-mpc", {"protocol=reverse", "n=2", "s=1"}));
  MatchNetworkProblem::Parts parts;
  parts.task = {owner, &owner->task()};
  parts.network = planted;
  parts.readings = {{shares_reading(1), integers_reading(1)},
                    {encodings_reading(good.simulation.encoding), integers_reading(1)}};
  parts.outputs = [planted](long, const mpc::Row& row) {
    return std::vector<Rational>{Rational(planted.psi(row, 0))};
  };
  // The reversal is not reversed: right for 00 and 11 only.
  const MatchNetworkProblem problem(parts);
  CHECK(evaluate_on(problem, EvaluationModel::plain, named("fp32"), {}).right == 2);
  CHECK(evaluate_on(*owner, EvaluationModel::plain, named("fp32"), {}).right == 4);
  parts.readings.pop_back();
  CHECK_THROWS_AS(MatchNetworkProblem(parts), std::logic_error);
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

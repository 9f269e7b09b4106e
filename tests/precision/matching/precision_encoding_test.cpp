// Which width is enough to decode the average of encodings (Lemma B.4)?
#include <catch2/catch.hpp>
#include <set>

#include "claims/usage_error.hpp"
#include "constructions/anna/message_encoding.hpp"
#include "constructions/precision/problems_by_claim.hpp"
#include "numeric/floating/float_arithmetic.hpp"
#include "precision/matching/match_evaluator.hpp"
#include "precision/precision_study.hpp"
#include "protocols/encoding_task.hpp"
#include "protocols/slot_code.hpp"

namespace precision_encoding_test {

using namespace attest;  // NOLINT(google-build-using-namespace)

namespace {

Parameters parameters_of(const std::vector<std::string>& words) {
  return parse_parameters(anna_message_encoding_claim()->info().parameters, words);
}

FloatFormat named(const std::string& name) {
  return *float_format_from_name(name);
}

}  // namespace

TEST_CASE("The entries of the encoding task name every set of senders that the claim visits") {
  const mpc::EncodingTask task(3, 2, 2, 2);  // 2 + 4 messages
  CHECK(task.space().size() == 19 * 19);
  std::set<std::string> patterns;
  for (Integer rank = 0; rank < task.space().size(); ++rank) {
    const Word word = task.space().unrank(rank);
    const Json json = task.to_json(word);
    patterns.insert(json.dump());
    CHECK(task.sent(task.from_json(json)) == task.sent(word));
    for (const mpc::Letter& letter : task.sent(word)) {
      CHECK((letter.source >= 1 && letter.source <= 3));
      CHECK((!letter.message.empty() && letter.message.size() <= 2));
    }
  }
  const auto claim = anna_message_encoding_claim();
  const Verdict verdict =
      claim->verify(Variant::constructed, parameters_of({"q=3", "alpha=2", "Delta=2", "letters=2"}), {});
  CHECK(Integer(patterns.size()) == verdict.inputs.space);
  CHECK(patterns.size() == 1 + 18 + 3 * 36);

  const Word word =
      task.from_json(Json::parse(R"({"sent": [{"from": 3, "words": [1]}, {"from": 1, "words": [0, 1]}]})"));
  const std::vector<long> numbers = {1, 1, 1, 2, 1, 3, 2, 0};
  for (std::size_t which = 0; which < numbers.size(); ++which)
    CHECK(task.truth(word, which) == numbers[which]);
  for (const char* wrong :
       {"[]", "{}", R"({"sent": 3})", R"({"sent": [{"from": 4, "words": [0]}]})",
        R"({"sent": [{"from": 1, "words": []}]})", R"({"sent": [{"from": 1, "words": [2]}]})",
        R"({"sent": [{"from": 1, "words": [0, 0, 0]}]})", R"({"sent": [{"from": 1}]})",
        R"({"sent": [{"from": 1, "words": [0]}, {"from": 1, "words": [1]}]})",
        R"({"sent": [{"from": 1.5, "words": [0]}]})"}) {
    CHECK_THROWS_AS(task.from_json(Json::parse(wrong)), UsageError);
  }
  CHECK_THROWS_AS(mpc::EncodingTask(1000, 2, 32, 16), UsageError);
}

TEST_CASE("Exact averages of encodings are decoded on every input") {
  for (const auto& words : {std::vector<std::string>{"q=1", "alpha=1", "Delta=1"},
                            {"q=3", "alpha=2", "Delta=2"},
                            {"q=5", "alpha=3", "Delta=1", "letters=1"},
                            {"q=4", "alpha=2", "Delta=1", "code=reed-solomon"}}) {
    const auto problem = message_encoding_precision(parameters_of(words));
    const auto exact = problem->exact_evaluator(Rational(1));
    for (Integer rank = 0; rank < problem->task().space().size(); ++rank)
      CHECK(exact->answer(problem->task().space().unrank(rank)) == Answer::right);
    CHECK(evaluate_on(*problem, EvaluationModel::stored, named("fp64"), {}).all_right());
  }
}

// A slot of one machine alone holds fl(fl(1/c) u), off by less than u (2^(1-p) + 2^(-2p)) / c, and c times
// that is below 1/2 for u < 2^(p-2). A slot that n machines share has the first entry n/c, off by at most n
// (n + 1) 2^-p / c as far as first order goes; that is below 1/(2c) for alpha (alpha + 1) < 2^(p-1). So p
// bits are enough where the numbers, at most u, are below 2^(p-2) and that holds too.
TEST_CASE("Three bits more than the numbers have are enough to decode") {
  struct Case {
    std::vector<std::string> words;
    const char* width;
  };
  for (const Case& c : {Case{{"q=6", "alpha=2", "Delta=2"}, "p5"}, Case{{"q=4", "alpha=3", "Delta=1"}, "p5"},
                        Case{{"q=7", "alpha=2", "Delta=1", "letters=3"}, "p5"}}) {
    const auto problem = message_encoding_precision(parameters_of(c.words));
    CHECK(evaluate_on(*problem, EvaluationModel::plain, named(c.width), {}).all_right());
  }
}

TEST_CASE("Fewer bits than a machine's number has are not enough, and a number beyond q is no machine") {
  const auto five = message_encoding_precision(parameters_of({"q=5", "alpha=1", "Delta=1", "letters=1"}));
  for (const EvaluationModel model : evaluation_models) {
    CHECK(least_precision(*five, model, {}).bits == 3);
    // 5 becomes 4: only that machine's message is lost, one of six inputs.
    CHECK(evaluate_on(*five, model, named("p2"), {}).right == 5);
  }
  // 7 becomes 8 in two bits, and there is no machine 8.
  const auto seven = message_encoding_precision(parameters_of({"q=7", "alpha=1", "Delta=1", "letters=1"}));
  const auto& problem = dynamic_cast<const MatchPrecision&>(*seven);
  MatchEvaluator evaluator(problem, exact_match_arithmetic(named("p2")));
  const Word from_seven = {7};
  CHECK(evaluator.evaluate(from_seven).undefined.rfind("undefined (layer 1: ", 0) == 0);
  CHECK(evaluator.answer(from_seven) == Answer::wrong);
}

// Three bits hold the numbers up to 7, not all their averages. Definition B.1 in rounded arithmetic, reading
// and varphi without an evaluator, on every 97th input.
TEST_CASE("The evaluator decodes what the definition decodes, right or wrong") {
  const mpc::EncodingTask task(7, 3, 1, 6);
  const auto encoding = std::make_shared<const mpc::MessageEncoding>(mpc::greedy_code(7, 3), 1);
  const auto made = message_encoding_precision(parameters_of({"q=7", "alpha=3", "Delta=1", "letters=6"}));
  const auto& problem = dynamic_cast<const MatchPrecision&>(*made);
  const FloatArithmetic round(named("p3"));
  MatchEvaluator evaluator(problem,
                           rounded_match_arithmetic(EvaluationModel::plain, named("p3"), std::nullopt));
  long wrong = 0;
  for (Integer rank = 0; rank < task.space().size(); rank += 97) {
    const Word word = task.space().unrank(rank);
    const std::vector<mpc::Letter> sent = task.sent(word);
    std::vector<FloatValue> sums(static_cast<std::size_t>(encoding->dimension()), round.from(Rational(0)));
    for (const mpc::Letter& letter : sent) {
      const FloatValue weight = round.divide(round.from(Rational(1)), round.from(Rational(sent.size())));
      const std::vector<Rational> value = encoding->encode(letter).dense();
      for (std::size_t k = 0; k < value.size(); ++k)
        sums[k] = round.add(sums[k], round.multiply(weight, round.from(value[k])));
    }
    std::vector<Rational> average;
    for (const FloatValue& sum : sums) average.push_back(sum.exact());
    const auto letters = encoding->decode(average, mpc::Reading::nearest);
    std::vector<Rational> expected(9, Rational(-1));
    if (letters && letters->size() <= 3) {
      const std::vector<long> numbers = task.numbers_of(*letters);
      expected.assign(numbers.begin(), numbers.end());
    }
    const MatchEvaluator::Outcome outcome = evaluator.evaluate(word);
    REQUIRE(outcome.outputs == expected);
    const bool right = letters && *letters == sent;
    CHECK((evaluator.answer(word) == Answer::right) == right);
    if (!right) ++wrong;
  }
  CHECK(wrong > 0);
}

}  // namespace precision_encoding_test

// Rounded evaluation of exact-match transformers whose element-wise functions are arbitrary.
#include <Eigen/Core>
#include <catch2/catch.hpp>
#include <random>

#include "attention/whole_number.hpp"
#include "claims/usage_error.hpp"
#include "constructions/add_constructions.hpp"
#include "constructions/precision/problem_of_claim.hpp"
#include "fixtures.hpp"
#include "precision/matching/match_evaluator.hpp"
#include "precision/precision_study.hpp"
#include "theorems/layer_precision.hpp"

namespace precision_match_test {

using namespace attest;  // NOLINT(google-build-using-namespace)

namespace {

using Words = std::vector<std::string>;

const Catalogue& catalogue() {
  static const Catalogue all = [] {
    Catalogue c;
    add_constructions(c);
    return c;
  }();
  return all;
}

std::unique_ptr<PrecisionProblem> problem_of(const std::string& claim, const Words& words,
                                             Variant variant = Variant::constructed) {
  const Claim& found = catalogue().find(claim);
  auto problem = precision_problem(found, variant, parse_parameters(found.info().parameters, words));
  REQUIRE(problem);
  return problem;
}

FloatFormat named(const std::string& name) {
  return *float_format_from_name(name);
}

// Heads of anna/induction-heads, with something else in some places of the text.
std::unique_ptr<MatchPrecision> induction_heads(long N, long letters,
                                                fixtures::Replacements replacements = {}) {
  replacements.emplace_back("N <= 200", "N <= 600");
  auto problem = theorems::match_precision_problem(fixtures::changed_setting(
      "anna/induction-heads", Variant::constructed,
      {"N=" + std::to_string(N), "sigma=" + std::to_string(letters)}, replacements));
  return std::unique_ptr<MatchPrecision>(dynamic_cast<MatchPrecision*>(problem.release()));
}

const char* const readout = "readout if found = 1 then after else 0";

MatchEvaluator::Outcome outcome(const MatchPrecision& problem, EvaluationModel model,
                                const std::string& format, const Word& word) {
  auto arithmetic = model == EvaluationModel::stored ? exact_match_arithmetic(named(format))
                    : model.is_hardware()            ? hardware_match_arithmetic(model, named(format))
                                          : rounded_match_arithmetic(model, named(format), std::nullopt);
  return MatchEvaluator(problem, std::move(arithmetic)).evaluate(word);
}

std::vector<Rational> numbers(const std::vector<double>& values) {
  std::vector<Rational> result;
  for (const double value : values) result.emplace_back(value);
  return result;
}

// The two layers of anna_induction_heads written again, in the compiler's arithmetic: bits and positions are
// machine integers, averages are Ts. For N that T holds.
template <class T>
T average(const std::vector<T>& values) {
  T count(0);
  for (std::size_t k = 0; k < values.size(); ++k) count = count + T(1);
  T sum(0);
  for (const T& value : values) {
    const T weight = T(1) / count;
    const T term = weight * value;
    sum = sum + term;
  }
  return sum;
}

// The same as GPUs add: products of two halves are floats, and so are the sums.
Eigen::half average_by_tensor_core(const std::vector<Eigen::half>& values) {
  const Eigen::half weight(1.0F / static_cast<float>(values.size()));
  float sum = 0;
  for (const Eigen::half& value : values) sum += static_cast<float>(weight) * static_cast<float>(value);
  return Eigen::half(sum);
}

Eigen::half average_by_flash(const std::vector<Eigen::half>& values) {
  float sum = 0;
  for (const Eigen::half& value : values) sum += static_cast<float>(value);
  return Eigen::half(sum / static_cast<float>(values.size()));
}

template <class T>
std::vector<double> compiled_induction_heads(const Word& w,
                                             T (*mean_of)(const std::vector<T>&) = average<T>) {
  const std::size_t N = w.size();
  std::size_t levels = 0;
  while ((std::size_t{1} << levels) < N) ++levels;
  const auto split = [&](std::size_t i, std::size_t side) {
    for (std::size_t level = 0; level < levels; ++level) {
      std::vector<T> sides;
      for (std::size_t j = 0; j < N; ++j) {
        if (w[j] == w[i] && j >> (level + 1) == i >> (level + 1))
          sides.push_back(T(static_cast<float>((j >> level) % 2)));
      }
      const T mean = mean_of(sides);
      if (mean != T(0) && mean != T(1) && (i >> level) % 2 == side) return level;
    }
    return levels;
  };
  std::vector<double> outputs;
  for (std::size_t i = 0; i < N; ++i) {
    const std::size_t level = split(i, 1);
    std::vector<T> letters;
    for (std::size_t j = 0; j < N; ++j) {
      if (w[j] == w[i] && split(j, 0) == level && j >> level == (i >> level) - 1)
        letters.push_back(T(static_cast<float>(w[(j + 1) % N] + 1)));
    }
    const bool found = level < levels && !letters.empty();
    outputs.push_back(found ? static_cast<double>(mean_of(letters)) : 0.0);
  }
  return outputs;
}

// An a, then b's, then `count` a's that fill the right half of a block of 2^(level+1) from its left end; the
// left half and the block before it are the other letters'.
Word one_sided(std::size_t level, std::size_t count) {
  Word w(3 * (std::size_t{1} << level) + count, 1);
  w[0] = 0;
  for (std::size_t k = 0; k < count; ++k) w[w.size() - 1 - k] = 0;
  return w;
}

// An average within 1/(2N) of 0 or of 1 counts as 0 or 1.
std::unique_ptr<MatchPrecision> tolerant_induction_heads(long N, long letters) {
  return induction_heads(
      N, letters,
      {{"side(l + 1) != 0 and side(l + 1) != 1", "1/(2*N) <= side(l + 1) and side(l + 1) <= 1 - 1/(2*N)"}});
}

// One token and one head with these constants for query and value; its key is 8 for the query 9, else the query. psi adds
// `output` to what the head gives; the right output is 0.
MatchPrecision constants(long query, long value, long output) {
  using attention::StateFunction;
  struct Held {
    fixtures::Setting setting;
    attention::MatchLayers layers;
  };
  const auto number = [](long x) { return StateFunction::number(Rational(x)); };
  auto held = std::make_shared<Held>();
  held->setting = fixtures::setting_of("anna/induction-heads", Variant::constructed, {"N=1", "sigma=1"});
  held->layers.first = {0, 1};
  attention::MatchLayer layer;
  layer.heads.resize(1);
  layer.heads[0].query = {number(query)};
  layer.heads[0].key = {number(query == 9 ? 8 : query)};
  layer.heads[0].value = {number(value)};
  layer.heads[0].block = 0;
  layer.heads[0].over = attention::IndexSet::product({{0}}, 1);
  held->layers.layers = {layer};
  held->layers.psi = {
      StateFunction::of(StateFunction::Op::sum, {StateFunction::coordinate(0), number(output)})};
  return {held,
          held->setting->task(),
          held->layers,
          [](std::span<const Symbol>) { return std::vector{attention::State{Rational(1)}}; },
          {0}};
}

}  // namespace

TEST_CASE("Exact evaluation answers every input as the verdict does") {
  for (const auto& [claim, words] :
       std::vector<std::pair<std::string, Words>>{{"anna/induction-heads", {"N=1", "sigma=2"}},
                                                  {"anna/induction-heads", {"N=5", "sigma=3"}},
                                                  {"anna/k-hop", {"N=5", "sigma=3", "k=3"}},
                                                  {"anna/k-hop", {"N=4", "sigma=2", "k=4"}}}) {
    const auto problem = problem_of(claim, words);
    const Claim& found = catalogue().find(claim);
    const Verdict verdict =
        found.verify(Variant::constructed, parse_parameters(found.info().parameters, words), {});
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
    CHECK(verdict.inputs.failing == 0);
    CHECK(right == verdict.inputs.total);
    CHECK_FALSE(problem->has_scores());
    CHECK_FALSE(problem->no_error_analysis().empty());
    CHECK_THROWS_AS(problem->output_error_bound(10), std::logic_error);
  }
}

// p bits hold 1, .., 2^p and round 2^p + 1 to 2^p: the tokens of these two positions become one.
TEST_CASE("The least width of induction heads is that of the positions") {
  const auto nine = problem_of("anna/induction-heads", {"N=9", "sigma=2"});
  CHECK_FALSE(evaluate_on(*nine, EvaluationModel::plain, named("p3"), {}).all_right());
  CHECK(evaluate_on(*nine, EvaluationModel::plain, named("p4"), {}).all_right());
  for (const auto& [N, bits] : std::vector<std::pair<int, long>>{{2, 2}, {4, 2}, {5, 3}, {8, 3}}) {
    const auto problem = problem_of("anna/induction-heads", {"N=" + std::to_string(N), "sigma=2"});
    for (const EvaluationModel model : evaluation_models) {
      const LeastPrecision least = least_precision(*problem, model, {});
      CHECK(least.bits == bits);
      CHECK(least.monotone_where_run);
    }
  }
  const auto hops = problem_of("anna/k-hop", {"N=5", "sigma=2", "k=3"});
  CHECK(least_precision(*hops, EvaluationModel::plain, {}).bits == 3);
}

TEST_CASE(
    "Exact match in fp16, fp32 and fp64 is what the compiler's arithmetic gives, added as GPUs add too") {
  std::mt19937_64 generator(7);
  std::vector<Word> words = {one_sided(3, 6), one_sided(3, 7), one_sided(4, 10)};
  for (const std::size_t length : {5, 16, 31, 64}) {
    for (int k = 0; k < 3; ++k) {
      Word w;
      for (std::size_t i = 0; i < length; ++i) w.push_back(static_cast<Symbol>(generator() % 3));
      words.push_back(w);
    }
  }
  for (const Word& w : words) {
    const long N = static_cast<long>(w.size());
    const auto problem_owned = induction_heads(N, 3);
    const MatchPrecision& problem = *problem_owned;
    const EvaluationModel plain = EvaluationModel::plain;
    CHECK(outcome(problem, plain, "fp16", w).outputs == numbers(compiled_induction_heads<Eigen::half>(w)));
    CHECK(outcome(problem, plain, "fp32", w).outputs == numbers(compiled_induction_heads<float>(w)));
    CHECK(outcome(problem, plain, "fp64", w).outputs == numbers(compiled_induction_heads<double>(w)));
    CHECK(outcome(problem, EvaluationModel::tensor_core, "fp16", w).outputs ==
          numbers(compiled_induction_heads<Eigen::half>(w, average_by_tensor_core)));
    CHECK(outcome(problem, EvaluationModel::flash, "fp16", w).outputs ==
          numbers(compiled_induction_heads<Eigen::half>(w, average_by_flash)));
  }
}

// Six a's are in the right half of their block and none in its left half: the average of their sides is 1,
// and 1/6 added six times in fp64 is not. The first of them then asks for the block to its left, where no a
// is. In fp32 six are harmless and ten are not; in bfloat16 seven are not.
TEST_CASE(
    "Equal to 1 is a test that fails in fp64, but not where averages are exact or compared with a "
    "tolerance") {
  struct Case {
    std::string format;
    std::size_t level, count;
  };
  for (const Case& c : {Case{"fp64", 3, 6}, Case{"fp16", 3, 6}, Case{"bfloat16", 3, 7}, Case{"fp32", 4, 10},
                        Case{"p1000", 3, 7}}) {
    const Word w = one_sided(c.level, c.count);
    const auto N = static_cast<long>(w.size());
    const auto problem_owned = induction_heads(N, 2);
    const MatchPrecision& problem = *problem_owned;
    const auto answer = [&](const MatchPrecision& asked, EvaluationModel model) {
      return asked.evaluator(model, named(c.format), std::nullopt)->answer(w);
    };
    CHECK(answer(problem, EvaluationModel::plain) == Answer::wrong);
    CHECK(answer(problem, EvaluationModel::stored) == Answer::right);
    const std::size_t first = w.size() - c.count;
    const auto outputs = outcome(problem, EvaluationModel::plain, c.format, w).outputs;
    CHECK(outputs[first] == 0);
    CHECK(problem.task().truth(w, first) == 2);
    CHECK(answer(*tolerant_induction_heads(N, 2), EvaluationModel::plain) == Answer::right);
    CHECK(problem.exact_evaluator(Rational(1))->answer(w) == Answer::right);
  }
  const Word harmless = one_sided(3, 6);
  const auto problem_owned = induction_heads(30, 2);
  const MatchPrecision& problem = *problem_owned;
  CHECK(problem.evaluator(EvaluationModel::plain, named("fp32"), std::nullopt)->answer(harmless) ==
        Answer::right);
}

// One of c = 6, 7, 10 ones, in words of 58 letters: at every width, and 12 widths further again.
TEST_CASE("At N = 58 no width is right") {
  const auto problem_owned = induction_heads(58, 2);
  const MatchPrecision& problem = *problem_owned;
  std::vector<Word> words = {one_sided(3, 6), one_sided(3, 7), one_sided(4, 10)};
  for (Word& w : words) w.resize(58, 1);
  for (const Word& w : words) CHECK(problem.exact_evaluator(Rational(1))->answer(w) == Answer::right);
  for (long p = 6; p <= 40; ++p) {
    const auto evaluator = problem.evaluator(EvaluationModel::plain, unbounded_format(p), std::nullopt);
    const auto twelve_more =
        problem.evaluator(EvaluationModel::plain, unbounded_format(p + 12), std::nullopt);
    bool wrong = false;
    for (const Word& w : words) {
      wrong = wrong || evaluator->answer(w) == Answer::wrong;
      CHECK(evaluator->answer(w) == twelve_more->answer(w));
    }
    CHECK(wrong);
  }
}

// Six times fp64's 1/6 is not 1 in 256 bits either, and six products with a wide 1/6 are fp64's 1/6 again:
// weight and sum lose the answer together. Positions are rounded at the encoding and again in the values.
TEST_CASE("What two steps lose is mended by neither") {
  const Word w = one_sided(3, 6);
  const auto problem_owned = induction_heads(30, 2);
  const MatchPrecision& problem = *problem_owned;
  const Word nine = {0, 0, 0, 0, 0, 0, 0, 0, 1};
  const auto of_nine_owned = induction_heads(9, 2);
  const MatchPrecision& of_nine = *of_nine_owned;
  for (const EvaluationStep step : evaluation_steps) {
    CHECK(problem.evaluator(EvaluationModel::plain, named("fp64"), step)->answer(w) == Answer::wrong);
    CHECK(of_nine.evaluator(EvaluationModel::plain, named("e5m2"), step)->answer(nine) == Answer::wrong);
  }
}

// The state holds 5 and a function makes 9 of it, which e5m2 (1, .., 8, 10) does not hold, in one step only.
TEST_CASE("A wide step mends what it alone loses") {
  const auto mended_by = [&](const MatchPrecision& problem) {
    std::vector<EvaluationStep> steps;
    CHECK(problem.evaluator(EvaluationModel::plain, named("e5m2"), std::nullopt)->answer({{0}}) ==
          Answer::wrong);
    for (const EvaluationStep step : evaluation_steps) {
      if (problem.evaluator(EvaluationModel::plain, named("e5m2"), step)->answer({{0}}) == Answer::right)
        steps.push_back(step);
    }
    return steps;
  };
  // Query 9 is rounded to 8, which the key is: the value 1 is found where nothing should be.
  CHECK(mended_by(constants(9, 1, 0)) == std::vector{EvaluationStep::score});
  // The value 9 is rounded to 8, which psi does not take for 9.
  CHECK(mended_by(constants(1, 9, -9)) == std::vector{EvaluationStep::value});
}

TEST_CASE("A planted error is counted exactly") {
  // Always null: right only where no letter is repeated before the end, which is 6 of 27 words.
  const auto planted = induction_heads(3, 3, {{readout, "readout 0*after"}});
  const MatchPrecision& problem = *planted;
  for (const EvaluationModel model : evaluation_models) {
    const FormatAnswer answer = evaluate_on(problem, model, named("fp32"), {});
    CHECK(answer.right == 6);
    CHECK(answer.first_wrong == Integer(0));
  }
}

TEST_CASE("Positions beyond a format's range and states at which a function is undefined are wrong") {
  const Word long_word(500, 0);
  const auto many_owned = induction_heads(500, 1);
  const MatchPrecision& many = *many_owned;
  for (const EvaluationModel model : evaluation_models) {
    // 465 and more are NaN in e4m3, which ends at 448.
    const auto in_e4m3 = outcome(many, model, "e4m3", long_word);
    CHECK(in_e4m3.undefined == "undefined (input: a number is too large for the format)");
    const auto evaluator = many.evaluator(model, named("e4m3"), std::nullopt);
    CHECK(evaluator->answer(long_word) == Answer::wrong);
    CHECK(evaluator->output_text(long_word, 0) == "undefined");
  }
  CHECK(many.evaluator(EvaluationModel::stored, named("fp16"), std::nullopt)->answer(long_word) ==
        Answer::right);

  // Positions 16 and 17 are one in four bits; the mean of an a and a b is no letter.
  Word seventeen(17, 0);
  seventeen[16] = 1;
  const auto problem_owned = induction_heads(17, 2);
  const MatchPrecision& problem = *problem_owned;
  CHECK(problem.evaluator(EvaluationModel::plain, named("e4m3"), std::nullopt)->answer(seventeen) ==
        Answer::wrong);
  const auto divides = induction_heads(
      17, 2,
      {{"value = (after: after)", "value = (after: if letter = 3/2 then 1/(2*letter - 3) else after)"}});
  CHECK(outcome(*divides, EvaluationModel::plain, "e4m3", seventeen)
            .undefined.starts_with("undefined (layer 2: a division by zero"));
  CHECK(divides->evaluator(EvaluationModel::plain, named("e4m3"), std::nullopt)->answer(seventeen) ==
        Answer::wrong);
}

TEST_CASE("A value that overflows on the way is wrong in the format and right in a wider one") {
  // One layer more that carries 70000 times the output, and psi that divides again.
  const auto scaled =
      induction_heads(2, 2,
                      {{"found: ind(right < levels)", "found: ind(right < levels), pos: pos"},
                       {readout,
                        "layer\n  head scaled exact-match\n    query = (pos)\n    key = (pos)\n"
                        "    value = (after: if found = 1 then 70000*after else 0)\n"
                        "readout after/70000"}});
  const MatchPrecision& problem = *scaled;
  const Word aa = {0, 0};
  CHECK(problem.evaluator(EvaluationModel::plain, named("fp16"), std::nullopt)->answer(aa) == Answer::wrong);
  CHECK(outcome(problem, EvaluationModel::tensor_core, "fp16", aa).undefined ==
        "undefined (layer 3: a number is too large for the format)");
  CHECK(problem.evaluator(EvaluationModel::plain, named("fp32"), std::nullopt)->answer(aa) == Answer::right);
  CHECK(problem.evaluator(EvaluationModel::stored, named("fp16"), std::nullopt)->answer(aa) == Answer::right);
}

TEST_CASE("Integers alone have a value under functions of integers") {
  CHECK(whole_number(Rational(-7)) == -7);
  CHECK(whole_number(Rational(Integer(1) << 62)) == 1L << 62);
  CHECK_THROWS_AS(whole_number(Rational(Integer(1) << 63)), UndefinedState);
  CHECK_THROWS_AS(whole_number(Rational(1, 2)), UndefinedState);
}

TEST_CASE("Variants that are protocols of machines are refused by name") {
  CHECK_THROWS_AS(problem_of("anna/induction-heads", {"N=3", "sigma=2"}, Variant::printed), UsageError);
  CHECK_THROWS_AS(problem_of("anna/k-hop", {"N=3", "sigma=2", "k=2"}, Variant::printed), UsageError);
}

}  // namespace precision_match_test

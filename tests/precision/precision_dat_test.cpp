#include <Eigen/Core>
#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <set>

#include "claims/usage_error.hpp"
#include "constructions/dat/dat_claims.hpp"
#include "constructions/dat/selection_judge.hpp"
#include "constructions/dat/selection_sweep.hpp"
#include "constructions/precision/relational_problem.hpp"
#include "numeric/decimal.hpp"
#include "precision/features/feature_error.hpp"
#include "precision/features/rounded_feature_evaluator.hpp"
#include "precision/features/stored_feature_evaluator.hpp"
#include "precision/precision_study.hpp"
#include "precision/sufficient_precision.hpp"

namespace precision_dat_test {

using namespace attest;  // NOLINT(google-build-using-namespace)

namespace {

FloatFormat format_of(const std::string& name) {
  return *float_format_from_name(name);
}

SelectionSetting setting_of(const std::vector<std::string>& words) {
  return SelectionSetting(parse_parameters(dat_select_and_relate_claim()->info().parameters, words));
}

// One query, one object, one context: y is what the relation networks give, since the only weight is 1.
RelationalProblem single_relation(const Rational& relation, const Rational& eps) {
  SelectionSetting setting = setting_of({"X=1", "Y=1", "n=1"});
  setting.instance.relation = {{{relation}}};
  setting.attention = tabulated_attention(setting.weight_utility, setting.instance.relation, setting.beta);
  setting.eps = eps;
  return RelationalProblem(setting);
}

const std::vector<std::vector<std::string>>& relational_settings() {
  static const std::vector<std::vector<std::string>> all{
      {"X=1", "Y=1", "n=1"},
      {"X=1", "Y=2", "n=2"},
      {"X=2", "Y=3", "n=3", "d_r=2"},
      {"X=3", "Y=4", "n=3", "eps=1/100"},
      {"X=2", "Y=3", "n=3", "d_r=2", "select=refined"},
      {"X=2", "Y=3", "n=3", "d_r=2", "select=first", "u_max=1"},
      {"X=2", "Y=3", "n=3", "d_r=2", "beta=1"},
      {"X=2", "Y=3", "n=4", "d_r=3", "beta=7/3", "eps=1/1000", "seed=2"},
  };
  return all;
}

// The same with x = 2 as the only query.
class SecondQuery : public RelationalProblem {
 public:
  explicit SecondQuery(const SelectionSetting& setting) : RelationalProblem(setting) {
    attention_.receivers.erase(attention_.receivers.begin());
  }
  void read(std::span<const Symbol> word, Context& context) const override {
    RelationalProblem::read(word, context);
    context.receiver = 0;
  }
};

template <class Visit>
void for_each_word(const Task& task, Visit&& visit) {
  Word word = task.space().unrank(0);
  for (Integer rank = 0; rank < task.space().size(); ++rank) {
    visit(word);
    task.space().advance(word, 1);
  }
}

// The hardware's numbers T (float or double) in plain loops: from the records that the claim verifies, not
// from what the problem makes of them. The exponential is MPFR's, libm's is not always correctly rounded.
template <class T>
class Native {
 public:
  // bfloat16: numbers are stored in it, and products round their factors and their result to it.
  enum class Products { own, bfloat16 };
  explicit Native(const std::string& name, Products products = Products::own)
      : arithmetic_(format_of(name)),
        storage_(format_of(products == Products::own ? name : "bfloat16")),
        products_(products) {}

  std::vector<T> output(const SelectionSetting& s, const Word& word, bool backwards = false) const {
    const std::vector<T> q = network(s.attention.query, word[0] + 1);
    std::vector<T> scores;
    for (std::size_t i = 1; i < word.size(); ++i)
      scores.push_back(inner(q, network(s.attention.key, word[i] + 1)));
    const T largest = *std::max_element(scores.begin(), scores.end());
    std::vector<T> terms;
    for (const T score : scores) terms.push_back(exponential(score - largest));
    T total = terms[0];
    for (std::size_t i = 1; i < terms.size(); ++i) total += terms[i];
    std::vector<T> y;
    for (std::size_t l = 0; l < s.attention.relation_query.size(); ++l) {
      std::vector<T> parts;
      for (std::size_t i = 0; i < terms.size(); ++i) {
        const T relation = inner(network(s.attention.relation_query[l], word[0] + 1),
                                 network(s.attention.relation_key[l], word[i + 1] + 1));
        parts.push_back(times(terms[i] / total, relation));
      }
      if (backwards) std::reverse(parts.begin(), parts.end());
      T sum = parts[0];
      for (std::size_t i = 1; i < parts.size(); ++i) sum += parts[i];
      y.push_back(sum);
    }
    return y;
  }

 private:
  T times(T a, T b) const {
    if (products_ == Products::own) return a * b;
    // The product of two numbers of eight bits has sixteen and is exact in T.
    const auto narrow = [](T x) { return static_cast<T>(Eigen::bfloat16(static_cast<float>(x))); };
    return narrow(narrow(a) * narrow(b));
  }
  T nearest(const Rational& number) const { return static_cast<T>(storage_.from(number).to_double()); }
  T exponential(T x) const {
    return static_cast<T>(
        arithmetic_.exponential(arithmetic_.from_double(static_cast<double>(x))).to_double());
  }
  T inner(const std::vector<T>& a, const std::vector<T>& b) const {
    T sum = times(a[0], b[0]);
    for (std::size_t c = 1; c < a.size(); ++c) sum += times(a[c], b[c]);
    return sum;
  }
  std::vector<T> network(const ReluNetwork& network, Symbol point) const {
    std::vector<T> x{static_cast<T>(point)};
    for (std::size_t layer = 0; layer < network.layers().size(); ++layer) {
      const AffineMap& map = network.layers()[layer];
      if (layer > 0) std::transform(x.begin(), x.end(), x.begin(), [](T a) { return a > 0 ? a : T{0}; });
      std::vector<T> next;
      for (Eigen::Index r = 0; r < map.weight.rows(); ++r) {
        std::vector<T> row;
        for (Eigen::Index c = 0; c < map.weight.cols(); ++c) row.push_back(nearest(map.weight(r, c)));
        next.push_back(inner(row, x) + nearest(map.bias(r)));
      }
      x = next;
    }
    return x;
  }

  FloatArithmetic arithmetic_;
  FloatArithmetic storage_;
  Products products_;
};

template <class T>
void check_native(const Native<T>& native, EvaluationModel model, const std::string& format,
                  const std::vector<std::string>& words, std::size_t& reversed_differ) {
  const SelectionSetting setting = setting_of(words);
  const RelationalProblem problem(setting);
  RoundedFeatureEvaluator rounded(problem, model, format_of(format));
  for_each_word(problem.task(), [&](const Word& word) {
    const RoundedRow& y = rounded.output(word);
    const auto expected = native.output(setting, word);
    REQUIRE(y.size() == expected.size());
    for (std::size_t l = 0; l < y.size(); ++l) {
      if (y[l].to_double() != static_cast<double>(expected[l])) FAIL(problem.task().to_json(word).dump());
    }
    if (native.output(setting, word, true) != expected) ++reversed_differ;
  });
}

// Words whose objects of greatest utility are not all the same one.
long contexts_of_several_best(const SelectionSetting& setting) {
  long count = 0;
  for_each_word(setting.task(), [&](const Word& word) {
    const std::set<Symbol> objects(word.begin() + 1, word.end());
    std::vector<long> utilities;
    for (const Symbol y : objects) utilities.push_back(setting.instance.utility[word[0]][y]);
    std::sort(utilities.rbegin(), utilities.rend());
    if (utilities.size() > 1 && utilities[0] == utilities[1]) ++count;
  });
  return count;
}

StudyOptions on_one_input(const Task& task, const Word& word) {
  StudyOptions options;
  options.ranks = {task.space().rank(word)};
  return options;
}

Integer right_on(const PrecisionProblem& problem, EvaluationModel model, const std::string& format) {
  return evaluate_on(problem, model, format_of(format), {}).right;
}

}  // namespace

TEST_CASE("Relational attention in fp64 and fp32 is what compiled double and float give, bit for bit",
          "[precision][dat]") {
  std::size_t reversed_differ = 0;
  for (const auto& words : relational_settings()) {
    check_native(Native<double>("fp64"), EvaluationModel::plain, "fp64", words, reversed_differ);
    check_native(Native<float>("fp32"), EvaluationModel::plain, "fp32", words, reversed_differ);
  }
  // The comparison sees the order of a sum: from the right some outputs are others.
  CHECK(reversed_differ > 20);
}

TEST_CASE("Mixed bfloat16 is bfloat16 products and float for everything else, bit for bit",
          "[precision][dat]") {
  using Products = Native<float>::Products;
  const Native<float> native("fp32", Products::bfloat16);
  std::size_t reversed_differ = 0;
  for (const auto& words : relational_settings())
    check_native(native, EvaluationModel::mixed, "bfloat16", words, reversed_differ);
  CHECK(reversed_differ > 0);
}

TEST_CASE("Natively computed relations are those of MPFR, infinities and NaN among them",
          "[precision][dat]") {
  std::vector<std::unique_ptr<FeatureProblem>> problems;
  for (const auto& words : relational_settings())
    problems.push_back(std::make_unique<RelationalProblem>(setting_of(words)));
  // Weights beyond a format: infinite or NaN scores.
  for (const std::string beta : {"1000", "1000000"})
    problems.push_back(
        std::make_unique<RelationalProblem>(setting_of({"X=2", "Y=3", "n=3", "d_r=2", "beta=" + beta})));
  std::size_t not_a_number = 0;
  std::size_t compared = 0;
  for (const auto& problem : problems) {
    for (const std::string format :
         {"e5m2", "e4m3", "bfloat16", "fp16", "tf32", "fp32", "fp64", "p3", "p24"}) {
      for (const EvaluationModel model : {EvaluationModel::plain, EvaluationModel::mixed}) {
        const RoundedBy chosen = fastest_arithmetic(format_of(format), false);
        REQUIRE(chosen == (format[0] == 'p' ? RoundedBy::scaled : RoundedBy::hardware));
        RoundedFeatureEvaluator native(*problem, model, format_of(format));
        RoundedFeatureEvaluator reference(*problem, model, format_of(format), std::nullopt, RoundedBy::mpfr);
        for_each_word(problem->task(), [&](const Word& word) {
          const RoundedRow y = native.output(word);
          const RoundedRow expected = reference.output(word);
          REQUIRE(y.size() == expected.size());
          for (std::size_t l = 0; l < y.size(); ++l) {
            if (expected[l].is_nan()) ++not_a_number;
            const bool same = expected[l].is_nan() ? y[l].is_nan()
                                                   : mpfr_equal_p(y[l].mpfr(), expected[l].mpfr()) != 0 &&
                                                         y[l].is_negative() == expected[l].is_negative();
            if (!same) FAIL(problem->task().to_json(word).dump());
          }
          ++compared;
          if (native.answer(word) != reference.answer(word)) FAIL(problem->task().to_json(word).dump());
        });
        CHECK(native.exponents().least == reference.exponents().least);
        CHECK(native.exponents().greatest == reference.exponents().greatest);
      }
    }
  }
  CHECK(not_a_number > 100);
  CHECK(compared > 10000);
}

TEST_CASE("Exact and widely stored evaluation agree with the exact judge on every input",
          "[precision][dat]") {
  for (const auto& words : relational_settings()) {
    const SelectionSetting setting = setting_of(words);
    const RelationalProblem problem(setting);
    const SelectAndRelate task = setting.task();
    SelectionJudge judge(setting.tables, setting.instance.relation, task, setting.eps);
    StoredFeatureEvaluator exact(problem, Rational(1));
    StoredFeatureEvaluator wide(problem, format_of("p1000"));
    for_each_word(task, [&](const Word& word) {
      const auto& judgement = judge(word);
      const Answer expected = !judgement          ? Answer::not_judged
                              : judgement->within ? Answer::right
                                                  : Answer::wrong;
      if (exact.answer(word) != expected || wide.answer(word) != expected) FAIL(task.to_json(word).dump());
    });
  }
}

TEST_CASE("Counts of right, wrong and unjudged inputs are those of the verdict", "[precision][dat]") {
  const std::vector<long> tied{0, 0, 12, 90, 0, 0, 12, 50};
  for (std::size_t k = 0; k < relational_settings().size(); ++k) {
    const SelectionSetting setting = setting_of(relational_settings()[k]);
    const RelationalProblem problem(setting);
    const SelectionSweep seen = sweep(setting, setting.task(), {});
    const FormatAnswer answer = evaluate_on(problem, EvaluationModel::stored, format_of("p1000"), {});
    CHECK(answer.unjudged == seen.tied);
    CHECK(answer.right == seen.judged - seen.failing);
    CHECK(answer.undecided == 0);
    CHECK(answer.first_wrong == seen.first_failing);
    CHECK(answer.all_right() == (seen.failing == 0));
    CHECK(Integer(tied[k]) == seen.tied);
    CHECK(tied[k] == (setting.rule == SelectRule::unique ? contexts_of_several_best(setting) : 0));
    // Which inputs are judged does not depend on the arithmetic.
    CHECK(evaluate_on(problem, EvaluationModel::plain, format_of("e5m2"), {}).unjudged == seen.tied);
  }
}

TEST_CASE("An input that is not judged is neither right nor wrong, and has no least width",
          "[precision][dat]") {
  SelectionSetting setting = setting_of({"X=1", "Y=2", "n=2"});
  setting.instance.utility = {{1, 1}};
  const RelationalProblem problem(setting);
  const FormatAnswer all = evaluate_on(problem, EvaluationModel::plain, format_of("fp64"), {});
  CHECK((all.total == 4 && all.unjudged == 2 && all.right == 2 && all.all_right()));
  const StudyOptions options = on_one_input(problem.task(), {0, 0, 1});
  const FormatAnswer tie = evaluate_on(problem, EvaluationModel::plain, format_of("fp64"), options);
  CHECK((tie.unjudged == 1 && tie.right == 0 && !tie.first_wrong));
  CHECK((tie.none_judged() && !tie.all_right()));
  const LeastPrecision least = least_precision(problem, EvaluationModel::plain, options);
  CHECK((!least.bits && least.complete && least.run == std::map<long, Answer>{{2, Answer::not_judged}}));
  CHECK(least_multiple(problem, options).none_judged);
}

// 37/32 = 100101 in binary. Six bits hold it; with five it is a tie between 18/16 and 19/16 and goes to the
// even one, 9/8, which four bits give as well: both are off by 1/32. Three bits give 5/4, off by 3/32.
TEST_CASE("A single relation needs the bits that it needs by hand, and eps is not attained",
          "[precision][dat]") {
  const Rational relation(37, 32);
  const auto least = [&](const Rational& eps, EvaluationModel model) {
    const LeastPrecision found = least_precision(single_relation(relation, eps), model, {});
    CHECK(found.monotone_where_run);
    return found.bits.value_or(-1);
  };
  for (const EvaluationModel model : {EvaluationModel::stored, EvaluationModel::plain}) {
    CHECK(least(Rational(1, 64), model) == 6);
    CHECK(least(Rational(1, 32), model) == 6);  // exactly eps is wrong
    CHECK(least(Rational(1, 31), model) == 4);
    CHECK(least(Rational(3, 32), model) == 4);
    CHECK(least(Rational(1, 10), model) == 3);
  }
  // From below: 9/8 is 37/32 - 1/32.
  const RelationalProblem above = single_relation(Rational(35, 32), Rational(1, 32));
  CHECK(right_on(above, EvaluationModel::plain, "p4") == 0);
  CHECK(right_on(above, EvaluationModel::stored, "p4") == 0);
  CHECK(right_on(above, EvaluationModel::plain, "p6") == 1);
}

TEST_CASE("The comparison with eps is strict on both sides, exact, and never true of NaN or infinity",
          "[precision][dat]") {
  const FloatArithmetic wide(format_of("p200"));
  const FloatValue one = wide.from(Rational(1));
  const Rational tiny = Rational(1) / Rational(Integer(1) << 5000);
  CHECK_FALSE(lies_between(Rational(1), one, Rational(2)));
  CHECK_FALSE(lies_between(Rational(0), one, Rational(1)));
  CHECK(lies_between(1 - tiny, one, 1 + tiny));
  CHECK_FALSE(lies_between(1 + tiny, one, Rational(2)));
  const FloatArithmetic half(format_of("fp16"));
  const FloatValue infinity = half.from(Rational(1000000));
  REQUIRE(infinity.is_infinite());
  CHECK_FALSE(lies_between(Rational(-1), infinity, Rational(1)));
  CHECK_FALSE(lies_between(Rational(-1), half.subtract(infinity, infinity), Rational(1)));
  // A number whose exponent no fraction could spell out.
  const FloatValue small = wide.exponential(wide.from(Rational(-100000000)));
  CHECK(lies_between(Rational(0), small, Rational(1)));
  CHECK_FALSE(lies_between(Rational(-1), small, Rational(0)));
}

TEST_CASE("The error bound is never below the error of an output, and its width is enough",
          "[precision][dat]") {
  for (const auto& words : relational_settings()) {
    const SelectionSetting setting = setting_of(words);
    const RelationalProblem problem(setting);
    const SelectAndRelate task = setting.task();
    const SelectionJudge judge(setting.tables, setting.instance.relation, task, setting.eps);
    for (const long bits : {9, 16, 30}) {
      const auto bound = feature_error_bound(problem, bits);
      REQUIRE(bound);
      RoundedFeatureEvaluator rounded(problem, EvaluationModel::plain, unbounded_format(bits));
      for_each_word(task, [&](const Word& word) {
        const auto exact = judge.coordinates(word, 0);
        const RoundedRow& y = rounded.output(word);
        for (std::size_t l = 0; l < y.size(); ++l) {
          const Interval error = abs(Interval(y[l].exact(), 200) - exact[l].value);
          if (compare(error, *bound) == Ordering::greater) FAIL(task.to_json(word).dump());
        }
      });
    }
    const Verdict verdict = dat_select_and_relate_claim()->verify(
        Variant::constructed, parse_parameters(dat_select_and_relate_claim()->info().parameters, words), {});
    const auto margin = problem.output_margin(verdict);
    REQUIRE(margin.has_value() == (verdict.status == Status::holds));
    if (!margin) continue;
    const auto enough = sufficient_precision(problem, *rational_from_decimal(margin->lower), 1024);
    REQUIRE(enough);
    CHECK(evaluate_on(problem, EvaluationModel::plain, unbounded_format(*enough), {}).all_right());
    CHECK(*enough >= least_precision(problem, EvaluationModel::plain, {}).bits.value());
  }
}

// At x = 2 the second differences that tabulate a row cancel 100000 times what is left: 2 c - 2 c + r. The
// softmax alone has no more than a few roundings.
TEST_CASE("The error bound covers scores and relations that are small differences of large numbers",
          "[precision][dat]") {
  const auto tabulated = [](const std::vector<std::vector<long>>& utility,
                            const std::vector<std::vector<std::vector<Rational>>>& relation) {
    SelectionSetting setting = setting_of({"X=2", "Y=2", "n=3", "beta=1/3"});
    setting.instance = {utility, relation};
    setting.attention = tabulated_attention(utility, relation, setting.beta);
    setting.tables = tables_of(setting.attention, 2, 2);
    return setting;
  };
  const std::vector<SelectionSetting> settings{
      tabulated({{100000, 100000}, {0, 1}}, {{{1}, {2}}, {{0}, {1}}}),
      tabulated({{0, 1}, {0, 1}},
                {{{Rational(100000, 3)}, {Rational(200000, 3)}}, {{Rational(1, 3)}, {Rational(1, 7)}}}),
      // Integers, which need no rounding from 26 bits on.
      tabulated({{0, 1}, {0, 1}}, {{{16777217}, {33554435}}, {{1}, {2}}}),
  };
  for (const SelectionSetting& setting : settings) {
    const SecondQuery problem(setting);
    const SelectAndRelate task = setting.task();
    const SelectionJudge judge(setting.tables, setting.instance.relation, task, setting.eps);
    bool large = false;  // an error of more than 100 units of 2^-p
    for (long bits = 24; bits <= 40; ++bits) {
      const auto bound = feature_error_bound(problem, bits);
      REQUIRE(bound);
      RoundedFeatureEvaluator rounded(problem, EvaluationModel::plain, unbounded_format(bits));
      for_each_word(task, [&](const Word& word) {
        if (word[0] != 1) return;
        const Rational y = rounded.output(word).front().exact();
        const Interval error = abs(Interval(y, 200) - judge.coordinates(word, 0).front().value);
        CHECK(compare(error, *bound) != Ordering::greater);
        const Rational units(100, Integer(1) << bits);
        large = large || compare(error, units) == Ordering::greater;
      });
    }
    CHECK(large);
  }
}

TEST_CASE(
    "The margin is what is left to eps, however small the error is, and absent where there is none left",
    "[precision][dat]") {
  const auto margin_of = [](const std::vector<std::string>& words, const VerifyOptions& options) {
    const auto claim = dat_select_and_relate_claim();
    const Parameters parameters = parse_parameters(claim->info().parameters, words);
    const Verdict verdict = claim->verify(Variant::constructed, parameters, options);
    return RelationalProblem(SelectionSetting(parameters)).output_margin(verdict);
  };
  const std::vector<std::string> cold{"X=2", "Y=3", "n=3", "d_r=2", "eps=1/100", "beta=1000000"};
  CHECK(margin_of(cold, {}).value().lower == "9.9999999999999999e-03");
  CHECK_FALSE(margin_of({"X=2", "Y=3", "n=3", "d_r=2", "beta=1"}, {}));
  // Stopped after the first 64 of 162 inputs, which leaves the largest error unknown.
  std::atomic<bool> interrupted{false};
  VerifyOptions stopped;
  stopped.interrupted = &interrupted;
  stopped.progress = [&](std::uint64_t, const Integer&) { interrupted = true; };
  CHECK_FALSE(margin_of({"X=2", "Y=3", "n=4", "d_r=2"}, stopped));
  CHECK(margin_of({"X=2", "Y=3", "n=4", "d_r=2"}, {}));
}

// Ones are added up to 2^p and no further (2^p + 1 is a tie and goes to 2^p), and so are the weights: both
// stall after as many terms.
TEST_CASE("Many equal objects are averaged rightly by narrow formats because both sums stall",
          "[precision][dat]") {
  const SelectionSetting setting = setting_of({"X=2", "Y=3", "n=63", "d_r=2", "eps=1/1000"});
  const RelationalProblem problem(setting);
  Word word{1};
  for (std::size_t k = 0; k < 63; ++k) word.push_back(static_cast<Symbol>(k % 3));
  const auto output = [&](EvaluationModel model, const std::string& format) {
    RoundedFeatureEvaluator evaluator(problem, model, format_of(format));
    return std::pair(evaluator.output_text(word, 0), evaluator.answer(word));
  };
  REQUIRE(setting.instance.relation[1][0] == std::vector<Rational>{-2, 0});
  CHECK(output(EvaluationModel::plain, "e5m2") == std::pair<std::string, Answer>("(-2, 0)", Answer::right));
  CHECK(output(EvaluationModel::mixed, "e5m2") ==
        std::pair<std::string, Answer>("(-1.96875, 0)", Answer::wrong));
  CHECK(output(EvaluationModel::plain, "fp16").second == Answer::wrong);
  CHECK(output(EvaluationModel::plain, "fp32").second == Answer::right);
}

TEST_CASE("A number that needs no rounding adds nothing to the error bound", "[precision][dat]") {
  // Every number of the networks has three bits; what is left is the softmax of one number: seven roundings
  // at most.
  const RelationalProblem problem = single_relation(Rational(5, 4), Rational(1, 10));
  const auto bound = feature_error_bound(problem, 20);
  REQUIRE(bound);
  CHECK(compare(*bound, Rational(8) * Rational(5, 4) / Rational(1 << 20)) == Ordering::less);
  // 1/3 never has p bits.
  const auto thirds = feature_error_bound(single_relation(Rational(5, 3), Rational(1, 10)), 20);
  CHECK(compare(*thirds, *bound) == Ordering::greater);
}

TEST_CASE("A wide step is one of the steps, and there is no output step", "[precision][dat]") {
  const SelectionSetting setting = setting_of({"X=2", "Y=3", "n=3", "d_r=2"});
  const RelationalProblem problem(setting);
  const auto run = [&](EvaluationModel model, std::optional<EvaluationStep> wide) {
    RoundedFeatureEvaluator evaluator(problem, model, format_of("e5m2"), wide);
    std::vector<std::string> outputs;
    for_each_word(problem.task(),
                  [&](const Word& word) { outputs.push_back(evaluator.output_text(word, 0)); });
    return outputs;
  };
  for (const EvaluationModel model : {EvaluationModel::plain, EvaluationModel::mixed}) {
    CHECK(run(model, EvaluationStep::output) == run(model, std::nullopt));
    CHECK(run(model, EvaluationStep::softmax) != run(model, std::nullopt));
    CHECK(run(model, EvaluationStep::value) != run(model, std::nullopt));
  }
  CHECK_THROWS_AS(RoundedFeatureEvaluator(problem, EvaluationModel::stored, format_of("fp16")),
                  std::invalid_argument);
}

TEST_CASE("Outputs are shown in every coordinate", "[precision][dat]") {
  const RelationalProblem problem(setting_of({"X=2", "Y=3", "n=3", "d_r=2"}));
  const Word word{0, 2, 0, 0};
  CHECK(StoredFeatureEvaluator(problem, Rational(1)).output_text(word, 0) == "(0.00054475, -0.666515)");
  CHECK(RoundedFeatureEvaluator(problem, EvaluationModel::plain, format_of("e4m3")).output_text(word, 0) ==
        "(0, -0.6875)");
}

TEST_CASE("A weight that a format cannot hold makes every judged input wrong", "[precision][dat]") {
  const RelationalProblem problem(setting_of({"X=2", "Y=3", "n=3", "beta=1000000"}));
  StoredFeatureEvaluator stored(problem, format_of("fp16"));
  CHECK_FALSE(stored.stored());
  const FormatAnswer answer = evaluate_on(problem, EvaluationModel::stored, format_of("fp16"), {});
  CHECK(answer.right == 0);
  CHECK(answer.unjudged == 12);
  CHECK(evaluate_on(problem, EvaluationModel::stored, format_of("fp32"), {}).all_right());
}

}  // namespace precision_dat_test

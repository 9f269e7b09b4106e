// Inputs that are not judged, and averages of relations, in rounded arithmetic: dat/select-and-relate against plain loops over
// compiled floats, against its verdict, and by hand.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "constructions/precision/problem_of_claim.hpp"
#include "constructions/theorem_of_text.hpp"
#include "numeric/decimal.hpp"
#include "precision/layer/layer_precision.hpp"
#include "precision/layer/rounded_evaluator.hpp"
#include "precision/layer/stored_evaluator.hpp"
#include "precision/precision_study.hpp"
#include "precision/sufficient_precision.hpp"

namespace attest::precision_selection_test {

namespace {

FloatFormat format_of(const std::string& name) {
  return *float_format_from_name(name);
}

// Numbers of one table in a file, which goes with it.
class Table {
 public:
  Table(const std::string& name, const Json& numbers)
      : path_(std::filesystem::temp_directory_path() /
              ("attest-precision-" + std::to_string(getpid()) + "-" + name + ".json")) {
    std::ofstream(path_) << numbers.dump();
  }
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;
  ~Table() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

struct Study {
  explicit Study(const std::vector<std::string>& words)
      : claim(theorem_of_text("dat/select-and-relate")),
        parameters(parse_parameters(claim->info().parameters, words)),
        problem(precision_problem(*claim, Variant::constructed, parameters)) {}
  const LayerPrecision& layer() const { return dynamic_cast<const LayerPrecision&>(*problem); }
  Verdict verdict() const { return claim->verify(Variant::constructed, parameters, {}); }

  std::unique_ptr<Claim> claim;
  Parameters parameters;
  std::unique_ptr<PrecisionProblem> problem;
};

template <class Visit>
void for_each_word(const Task& task, Visit&& visit) {
  Word word = task.space().unrank(0);
  for (Integer rank = 0; rank < task.space().size(); ++rank) {
    visit(word);
    task.space().advance(word, 1);
  }
}

const std::vector<std::vector<std::string>>& settings() {
  static const std::vector<std::vector<std::string>> all{
      {"X=1", "Y=1", "n=1", "beta=1"},
      {"X=1", "Y=2", "n=2", "utility=1", "relation=1", "beta=3"},
      {"X=2", "Y=3", "n=3", "d_r=2", "utility=1", "relation=1", "beta=4"},
      {"X=2", "Y=3", "n=3", "d_r=2", "utility=1", "relation=1", "select=refined", "beta=7/2"},
      {"X=2", "Y=3", "n=3", "d_r=2", "utility=3", "relation=3", "select=first", "u_max=1", "beta=5"},
      {"X=2", "Y=3", "n=3", "d_r=2", "utility=1", "relation=1", "beta=1"},
      {"X=2", "Y=3", "n=4", "d_r=3", "utility=2", "relation=2", "beta=7/3", "eps=1/1000"},
  };
  return all;
}

}  // namespace

// Utilities and relations are small multiples of 1/2 and so exact: what is rounded are the scores, the softmax and the average.
TEST_CASE("Relations in fp32 are what compiled float gives, bit for bit", "[precision][dat]") {
  const std::vector<std::vector<long>> utility{{0, 3, 1}, {2, 2, 0}};
  const std::vector<std::vector<std::vector<long>>> twice{{{1, -7}, {12, 3}, {0, 5}},
                                                          {{-3, 4}, {8, 8}, {11, -12}}};
  const Table u("utility", utility);
  const Table r("relation", twice);
  const FloatArithmetic fp32(format_of("fp32"));
  std::size_t reversed_differ = 0;
  for (const std::string beta : {"1", "7/3", "5"}) {
    const Study study({"X=2", "Y=3", "n=4", "d_r=2", "select=first", "utility=" + u.path(),
                       "relation=" + r.path(), "beta=" + beta});
    const auto scale = static_cast<float>(fp32.from(*rational_from_string(beta)).to_double());
    RoundedEvaluator rounded(study.layer(), EvaluationModel::plain, format_of("fp32"));
    for_each_word(study.problem->task(), [&](const Word& word) {
      std::vector<float> scores;
      for (std::size_t i = 1; i < word.size(); ++i)
        scores.push_back(static_cast<float>(utility[word[0]][word[i]]) * scale);
      const float largest = *std::max_element(scores.begin(), scores.end());
      std::vector<float> terms;
      float total = 0;
      for (const float score : scores) {
        terms.push_back(static_cast<float>(
            fp32.exponential(fp32.from_double(static_cast<double>(score - largest))).to_double()));
        total += terms.back();
      }
      for (std::size_t l = 0; l < 2; ++l) {
        float sum = 0;
        float reversed = 0;
        for (std::size_t i = 0; i < terms.size(); ++i) {
          const auto at = [&](std::size_t k) {
            return terms[k] / total * (static_cast<float>(twice[word[0]][word[k + 1]][l]) / 2);
          };
          sum += at(i);
          reversed += at(terms.size() - 1 - i);
        }
        CHECK(rounded.output(word, l).to_double() == static_cast<double>(sum));
        reversed_differ += sum != reversed ? 1 : 0;
      }
    });
  }
  CHECK(reversed_differ > 20);  // the comparison sees the order of a sum
}

TEST_CASE("Counts of right, wrong and unjudged inputs are those of the verdict", "[precision][dat]") {
  bool some_are_not_judged = false;
  for (const auto& words : settings()) {
    const Study study(words);
    const Verdict verdict = study.verdict();
    const Integer not_judged = verdict.inputs.not_judged.value_or(0);
    const FormatAnswer answer = evaluate_on(*study.problem, EvaluationModel::stored, format_of("p1000"), {});
    CHECK(answer.unjudged == not_judged);
    CHECK(answer.right == verdict.inputs.checked - not_judged - verdict.inputs.failing);
    CHECK(answer.undecided == 0);
    CHECK(answer.all_right() == (verdict.inputs.failing == 0));
    // Which inputs are judged does not depend on the arithmetic.
    CHECK(evaluate_on(*study.problem, EvaluationModel::plain, format_of("e5m2"), {}).unjudged == not_judged);
    some_are_not_judged = some_are_not_judged || not_judged > 0;
  }
  CHECK(some_are_not_judged);
}

TEST_CASE("An input that is not judged is neither right nor wrong, and has no least width",
          "[precision][dat]") {
  const Table u("utility", Json({{1, 1}}));
  const Study study({"X=1", "Y=2", "n=2", "beta=1", "utility=" + u.path()});
  const PrecisionProblem& problem = *study.problem;
  const FormatAnswer all = evaluate_on(problem, EvaluationModel::plain, format_of("fp64"), {});
  CHECK((all.total == 4 && all.unjudged == 2 && all.right == 2 && all.all_right()));
  StudyOptions options;
  options.ranks = {problem.task().space().rank(Word{0, 0, 1})};
  const FormatAnswer tie = evaluate_on(problem, EvaluationModel::plain, format_of("fp64"), options);
  CHECK((tie.unjudged == 1 && tie.right == 0 && !tie.first_wrong));
  CHECK((tie.none_judged() && !tie.all_right()));
  const LeastPrecision least = least_precision(problem, EvaluationModel::plain, options);
  CHECK((!least.bits && least.complete && least.run == std::map<long, Answer>{{2, Answer::not_judged}}));
  CHECK(least_multiple(problem, options).none_judged);
}

// 37/32 = 100101 in binary. Six bits hold it; with five it is a tie between 18/16 and 19/16 and goes to the even one, 9/8, which
// four bits give as well: both are off by 1/32. Three bits give 5/4, off by 3/32.
TEST_CASE("A single relation needs the bits that it needs by hand, and eps is not attained",
          "[precision][dat]") {
  const auto single = [](long numerator, const std::string& eps) {
    const Table r("relation", Json({{{numerator}}}));
    return Study(
        {"X=1", "Y=1", "n=1", "beta=1", "parts=32", "r_max=37", "eps=" + eps, "relation=" + r.path()});
  };
  const auto least = [&](const std::string& eps, EvaluationModel model) {
    const LeastPrecision found = least_precision(*single(37, eps).problem, model, {});
    CHECK(found.monotone_where_run);
    return found.bits.value_or(-1);
  };
  for (const EvaluationModel model : {EvaluationModel::stored, EvaluationModel::plain}) {
    CHECK(least("1/64", model) == 6);
    CHECK(least("1/32", model) == 6);  // exactly eps is wrong
    CHECK(least("1/31", model) == 4);
    CHECK(least("3/32", model) == 4);
    CHECK(least("1/10", model) == 3);
  }
  // From below: 9/8 is 37/32 - 1/32.
  const Study above = single(35, "1/32");
  const auto right = [&](EvaluationModel model, const std::string& format) {
    return evaluate_on(*above.problem, model, format_of(format), {}).right;
  };
  CHECK(right(EvaluationModel::plain, "p4") == 0);
  CHECK(right(EvaluationModel::stored, "p4") == 0);
  CHECK(right(EvaluationModel::plain, "p6") == 1);
}

TEST_CASE("The error bound is never below the error of an output, and its width is enough",
          "[precision][dat]") {
  for (const auto& words : settings()) {
    const Study study(words);
    StoredEvaluator exact(study.layer(), Rational(1));
    for (const long bits : {12, 16, 30}) {
      const auto bound = study.problem->output_error_bound(bits);
      if (!bound) continue;
      RoundedEvaluator rounded(study.layer(), EvaluationModel::plain, unbounded_format(bits));
      for_each_word(study.problem->task(), [&](const Word& word) {
        for (std::size_t l = 0; l < study.layer().numbers(); ++l) {
          const Interval error =
              abs(Interval(rounded.output(word, l).exact(), 200) - exact.output(word, l, 200));
          if (compare(error, bound->error) == Ordering::greater)
            FAIL(study.problem->task().to_json(word).dump());
        }
      });
    }
    REQUIRE(study.problem->output_error_bound(30));
    const Verdict verdict = study.verdict();
    const auto margin = study.problem->output_margin(verdict);
    REQUIRE(margin.has_value() == (verdict.status == Status::holds));
    if (!margin) continue;
    const auto enough = sufficient_precision(*study.problem, *rational_from_decimal(margin->lower), 1024);
    REQUIRE(enough);
    CHECK(evaluate_on(*study.problem, EvaluationModel::plain, unbounded_format(*enough), {}).all_right());
    CHECK(*enough >= least_precision(*study.problem, EvaluationModel::plain, {}).bits.value());
  }
}

// Ones are added up to 2^p and no further (2^p + 1 is a tie and goes to 2^p), and so are the weights: both stall after as many
// terms.
TEST_CASE("Many equal objects are averaged rightly by narrow formats because both sums stall",
          "[precision][dat]") {
  const Table u("utility", Json({{3, 0, 1}}));
  const Table r("relation", Json({{{-4}, {7}, {2}}}));
  const Study study(
      {"X=1", "Y=3", "n=63", "beta=12", "eps=1/1000", "utility=" + u.path(), "relation=" + r.path()});
  Word word{0};
  for (std::size_t k = 0; k < 63; ++k) word.push_back(static_cast<Symbol>(k % 3));
  const auto answer = [&](EvaluationModel model, const std::string& format) {
    return RoundedEvaluator(study.layer(), model, format_of(format)).answer(word);
  };
  CHECK(answer(EvaluationModel::plain, "e5m2") == Answer::right);
  CHECK(answer(EvaluationModel::plain, "fp16") == Answer::wrong);
  CHECK(answer(EvaluationModel::plain, "fp32") == Answer::right);
}

TEST_CASE("A scale that a format cannot hold makes every judged input wrong", "[precision][dat]") {
  const Study study({"X=2", "Y=3", "n=3", "utility=1", "relation=1", "beta=1000000"});
  StoredEvaluator stored(study.layer(), format_of("fp16"));
  CHECK_FALSE(stored.stored());
  const FormatAnswer answer = evaluate_on(*study.problem, EvaluationModel::stored, format_of("fp16"), {});
  CHECK(answer.right == 0);
  CHECK(answer.unjudged > 0);
  CHECK(evaluate_on(*study.problem, EvaluationModel::stored, format_of("fp32"), {}).all_right());
}

}  // namespace attest::precision_selection_test

// Layers whose answers are vectors, and hard maxima, in rounded arithmetic: dat/symbol-retrieval against plain loops over compiled
// floats and over scores, against sums of exponentials, and the error bound against what is met.
#include <catch2/catch.hpp>

#include "claims/usage_error.hpp"
#include "constructions/precision/problem_of_claim.hpp"
#include "constructions/theorem_of_text.hpp"
#include "numeric/decimal.hpp"
#include "oracles/symbolic_attention.hpp"
#include "precision/layer/layer_precision.hpp"
#include "precision/layer/rounded_evaluator.hpp"
#include "precision/layer/stored_evaluator.hpp"
#include "precision/precision_study.hpp"
#include "theorems/texts.hpp"
#include "theorems/theorem_claim.hpp"

namespace attest::precision_symbols_test {

namespace {

FloatFormat format_of(const std::string& name) {
  return *float_format_from_name(name);
}

std::unique_ptr<PrecisionProblem> symbols_of(Variant variant, const std::vector<std::string>& words) {
  const auto claim = theorem_of_text("dat/symbol-retrieval");
  return precision_problem(*claim, variant, parse_parameters(claim->info().parameters, words));
}

const LayerPrecision& layer_of(const std::unique_ptr<PrecisionProblem>& problem) {
  return dynamic_cast<const LayerPrecision&>(*problem);
}

Word word_of(const PrecisionProblem& problem, std::size_t rank) {
  return problem.task().space().unrank(Integer(rank));
}

}  // namespace

TEST_CASE("Retrieved symbols agree with the sums of exponentials, and with compiled float",
          "[precision][dat]") {
  for (const std::string n_s : {"1", "2", "3", "8"}) {
    for (const std::string beta : {"1", "5/2", "3"}) {
      const auto problem = symbols_of(Variant::printed, {"n=2", "n_s=" + n_s, "beta=" + beta, "eps=1/10"});
      const long classes = std::stol(n_s);
      const Rational used = *rational_from_string(beta);
      const oracle::SymbolicAttention record(classes, used);
      const auto objects = oracle::SymbolicAttention::objects(classes);
      REQUIRE(problem->task().space().size() == Integer(objects.size()));
      StoredEvaluator exact(layer_of(problem), Rational(1));
      RoundedEvaluator single(layer_of(problem), EvaluationModel::plain, format_of("fp32"));
      const FloatArithmetic fp32(format_of("fp32"));
      const auto number = static_cast<float>(fp32.from(used).to_double());
      for (std::size_t k = 0; k < objects.size(); ++k) {
        const long z = objects[k];
        const Word word = word_of(*problem, k);
        const bool within = record.retrieves_within(z, oracle::nearest_class(z, classes), Rational(1, 10));
        CHECK((exact.answer(word) == Answer::right) == within);
        // x W_q = (beta z + 0, 0 z + beta), against (c, -2 c^2).
        std::vector<float> scores;
        for (long c = 0; c < classes; ++c) {
          const float first = number * static_cast<float>(z) * static_cast<float>(c);
          const float second = number * static_cast<float>(-2 * c * c);
          scores.push_back(first + second);
        }
        const float largest = *std::max_element(scores.begin(), scores.end());
        std::vector<float> terms;
        float total = 0;
        for (const float score : scores) {
          const FloatValue e = fp32.exponential(fp32.from_double(static_cast<double>(score - largest)));
          terms.push_back(static_cast<float>(e.to_double()));
          total += terms.back();
        }
        bool right = true;
        for (std::size_t c = 0; c < terms.size(); ++c) {
          const double y = single.output(word, c).to_double();
          CHECK(y == static_cast<double>(terms[c] / total));
          const double wanted = static_cast<long>(c) == oracle::nearest_class(z, classes) ? 1 : 0;
          right = right && abs(Rational(Rational(y) - Rational(wanted))) < Rational(1, 10);
        }
        CHECK((single.answer(word) == Answer::right) == right);
      }
    }
  }
}

TEST_CASE("Natively computed symbols are those of MPFR, infinities and NaN among them", "[precision][dat]") {
  std::vector<std::unique_ptr<PrecisionProblem>> problems;
  problems.push_back(symbols_of(Variant::printed, {"n=2", "n_s=5", "beta=5/2"}));
  problems.push_back(symbols_of(Variant::printed, {"n=2", "n_s=8", "beta=1000"}));
  problems.push_back(symbols_of(Variant::constructed, {"n=2", "n_s=8", "beta=1000"}));
  std::size_t not_a_number = 0;
  for (const auto& problem : problems) {
    for (const std::string format :
         {"e5m2", "e4m3", "bfloat16", "fp16", "tf32", "fp32", "fp64", "p3", "p24"}) {
      RoundedEvaluator native(layer_of(problem), EvaluationModel::plain, format_of(format));
      RoundedEvaluator reference(layer_of(problem), EvaluationModel::plain, format_of(format), std::nullopt,
                                 RoundedBy::mpfr);
      for (std::size_t k = 0; Integer(k) < problem->task().space().size(); ++k) {
        const Word word = word_of(*problem, k);
        bool any = false;
        for (std::size_t c = 0; c < layer_of(problem).numbers(); ++c) {
          const FloatValue y = native.output(word, c);
          const FloatValue expected = reference.output(word, c);
          any = any || expected.is_nan();
          CHECK((expected.is_nan() ? y.is_nan() : mpfr_equal_p(y.mpfr(), expected.mpfr()) != 0));
        }
        CHECK(native.answer(word) == reference.answer(word));
        if (any) CHECK(native.answer(word) == Answer::wrong);
        not_a_number += any ? 1 : 0;
      }
      CHECK(native.exponents().least == reference.exponents().least);
      CHECK(native.exponents().greatest == reference.exponents().greatest);
    }
  }
  CHECK(not_a_number > 10);
}

TEST_CASE("The best template is retrieved where its score stays alone at the top", "[precision][dat]") {
  const auto problem = symbols_of(Variant::constructed, {"n=2", "n_s=8", "beta=1"});
  CHECK_FALSE(problem->has_scores());
  CHECK_FALSE(problem->no_error_analysis().empty());
  CHECK(evaluate_on(*problem, EvaluationModel::plain, format_of("fp16"), {}).all_right());
  StoredEvaluator exact(layer_of(problem), Rational(1));
  RoundedEvaluator rounded(layer_of(problem), EvaluationModel::plain, format_of("e4m3"));
  const FloatArithmetic e4m3(format_of("e4m3"));
  const auto objects = oracle::SymbolicAttention::objects(8);
  std::size_t ties = 0;
  for (std::size_t k = 0; k < objects.size(); ++k) {
    const Word word = word_of(*problem, k);
    CHECK(exact.answer(word) == Answer::right);
    // Scores in 8 bits, all of them compared with the class's; several best ones share the symbol.
    std::vector<double> scores;
    const auto r = [&](double x) { return e4m3.from_double(x).to_double(); };
    for (long c = 0; c < 8; ++c)
      scores.push_back(r(r(r(static_cast<double>(objects[k])) * static_cast<double>(c)) +
                         r(-2.0 * static_cast<double>(c * c))));
    const double most = *std::max_element(scores.begin(), scores.end());
    const auto best = std::count(scores.begin(), scores.end(), most);
    ties += best > 1 ? 1 : 0;
    for (std::size_t c = 0; c < scores.size(); ++c)
      CHECK(rounded.output(word, c).to_double() ==
            (scores[c] == most ? r(1.0 / static_cast<double>(best)) : 0));
    const auto wanted = static_cast<std::size_t>(oracle::nearest_class(objects[k], 8));
    CHECK((rounded.answer(word) == Answer::right) == (best == 1 && scores[wanted] == most));
  }
  CHECK(ties > 0);
}

// The mean of the largest letters' places, by their definition. With a scale that a format rounds to 0 every token is best.
TEST_CASE("A hard maximum is the mean over its best tuples, all of them where the scale is stored as 0",
          "[precision]") {
  const theorems::TheoremClaim claim(
      theorem_tests::theorem(
          "attest-theorem 1\ntheorem t \"t\"\nsizes n >= 1\nparam s = 1\ninput w : [n] -> [3]\n"
          "tokens i in [n] carry num = w(i)\ntask at 1, number: 0\nlayer\n"
          "  embed num = num, pos = i, one = 1\n  head hard-maximum, scale s\n    query = (one)\n"
          "    key (j) = (num_j)\n    value (j) = (pos: j)\nreadout pos\ncheck output\n"),
      "own:t", "t.theorem");
  const auto outputs = [&](const std::string& scale, const std::string& format) {
    const auto problem = precision_problem(claim, Variant::stated,
                                           parse_parameters(claim.info().parameters, {"n=4", "s=" + scale}));
    StoredEvaluator evaluator(layer_of(problem), format_of(format));
    std::vector<Interval> all;
    for (std::size_t k = 0; k < 81; ++k) all.push_back(evaluator.output(word_of(*problem, k), 0, 128));
    return all;
  };
  const auto cold = outputs("2", "fp16");
  const auto none = outputs("1/1000000000000", "fp16");
  for (std::size_t k = 0; k < 81; ++k) {
    const long w[] = {static_cast<long>(k / 27), static_cast<long>(k / 9 % 3), static_cast<long>(k / 3 % 3),
                      static_cast<long>(k % 3)};
    Rational sum = 0;
    long count = 0;
    for (long i = 0; i < 4; ++i) {
      if (w[i] != *std::max_element(w, w + 4)) continue;
      sum += i + 1;
      ++count;
    }
    CHECK(abs(cold[k] - Interval(Rational(sum / count), 128)).upper_double() < 1e-30);
    CHECK(abs(none[k] - Interval(Rational(5, 2), 128)).upper_double() < 1e-30);
  }
}

TEST_CASE("No number of a vector is off by more than the bound of the error analysis", "[precision][dat]") {
  for (const std::string n_s : {"1", "2", "4", "7"}) {
    for (const std::string beta : {"1", "7/3", "6"}) {
      const auto problem = symbols_of(Variant::printed, {"n=1", "n_s=" + n_s, "beta=" + beta});
      StoredEvaluator exact(layer_of(problem), Rational(1));
      for (const long bits : {12, 16, 24}) {
        const auto bound = problem->output_error_bound(bits);
        if (!bound) continue;
        RoundedEvaluator rounded(layer_of(problem), EvaluationModel::plain, unbounded_format(bits));
        for (std::size_t k = 0; Integer(k) < problem->task().space().size(); ++k) {
          const Word word = word_of(*problem, k);
          for (std::size_t c = 0; c < layer_of(problem).numbers(); ++c) {
            const Interval error =
                abs(exact.output(word, c, 256) - Interval(rounded.output(word, c).exact(), 256));
            CHECK(compare(error, bound->error) != Ordering::greater);
          }
        }
      }
      CHECK(problem->output_error_bound(24));
    }
  }
}

TEST_CASE("What is left to eps is the margin of a vector", "[precision][dat]") {
  const auto claim = theorem_of_text("dat/symbol-retrieval");
  const Parameters parameters = parse_parameters(claim->info().parameters, {"n=1", "n_s=2", "beta=3"});
  const auto margin = precision_problem(*claim, Variant::printed, parameters)
                          ->output_margin(claim->verify(Variant::printed, parameters, {}));
  REQUIRE(margin);
  const Interval error = Interval(1L, 128) / (Interval(1L, 128) + exp(Interval(3L, 128)));
  const Rational lower = rational_from_decimal(margin->lower).value();
  CHECK(compare(Interval(lower, 128) + error, Rational(1, 10)) == Ordering::less);
  CHECK(compare(Interval(Rational(lower + Rational(1, 1000000000)), 128) + error, Rational(1, 10)) ==
        Ordering::greater);
}

}  // namespace attest::precision_symbols_test

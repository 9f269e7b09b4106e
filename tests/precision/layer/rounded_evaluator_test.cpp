#include "precision/layer/rounded_evaluator.hpp"
#include "precision/letter_layer.hpp"

#include <catch2/catch.hpp>

#include "constructions/add_constructions.hpp"
#include "constructions/precision/problem_of_claim.hpp"
#include "numeric/floating/hardware_arithmetic.hpp"
#include "numeric/floating/scaled_arithmetic.hpp"
#include "precision/layer/rounded_layer.hpp"
#include "precision/layer/stored_evaluator.hpp"

namespace rounded_evaluator_test {

using namespace attest;  // NOLINT(google-build-using-namespace)

namespace {

struct Setting {
  std::string claim;
  std::vector<std::string> words;
};

// Every kernel, monomials of two and more variables, ReLUs, residuals, scores beyond every narrow range.
const std::vector<Setting> settings{
    {"strassen/function-composition", {"n=2"}},
    {"strassen/relation-composition", {"m=1"}},
    {"strassen/match3", {"n=2", "m=3"}},
    {"strassen/quotient-composition", {"m=1"}},
    {"strassen/third-order-match3", {"n=2", "m=2"}},
    {"poly/function-composition", {"t=2", "n=2", "A2=10"}},
    {"poly/root-finding", {"p=x1+x2", "n=2", "r=2"}},
    {"poly/root-finding", {"p=1000000001*x1-1000000000*x2-x3", "n=2", "r=1"}},
    {"ea/next-token", {"N=2", "tau=2", "context=4"}},
    {"ea/next-token-dot-product", {"N=2", "tau=1", "context=3", "ratio=3/2"}},
    {"anna/ema-match2", {"N=2", "M=4", "domain=nonnegative"}},
    {"anna/sum", {"N=3", "M=4"}},
};

std::unique_ptr<PrecisionProblem> problem_of(const Setting& setting) {
  static const Catalogue all = [] {
    Catalogue catalogue;
    add_constructions(catalogue);
    return catalogue;
  }();
  const Claim& claim = all.find(setting.claim);
  const ClaimInfo& info = claim.info();
  const Variant variant = info.has(Variant::repaired) ? Variant::repaired : info.variants.front().variant;
  auto problem = precision_problem(claim, variant, parse_parameters(info.parameters, setting.words));
  REQUIRE(problem);
  return problem;
}

bool same(const FloatValue& a, const FloatValue& b) {
  if (a.is_nan() || b.is_nan()) return a.is_nan() && b.is_nan();
  return mpfr_equal_p(a.mpfr(), b.mpfr()) != 0 && a.is_negative() == b.is_negative();
}

// On how many outputs and verdicts of all inputs the two differ, and whether they met other exponents.
template <class One, class Other>
long differences(const PrecisionProblem& problem, One& one, Other& other) {
  long count = 0;
  const InputSpace& space = problem.task().space();
  const std::size_t judged = problem.task().judged_positions().size();
  Word word = space.unrank(0);
  for (Integer rank = 0; rank < space.size(); rank += 1, space.advance(word, 1)) {
    for (std::size_t which = 0; which < judged; ++which)
      count += same(one.output(word, which), other.output(word, which)) ? 0 : 1;
    count += one.right(word) == other.right(word) ? 0 : 1;
  }
  return count;
}

bool same(const ExponentsMet& a, const ExponentsMet& b) {
  return a.least == b.least && a.greatest == b.greatest;
}

void compare(const std::vector<FloatFormat>& formats, RoundedBy arithmetic) {
  for (const Setting& setting : settings) {
    const auto problem = problem_of(setting);
    const auto& layer = dynamic_cast<const LayerPrecision&>(*problem);
    for (const FloatFormat& format : formats) {
      INFO(setting.claim << " " << setting.words.front() << " " << format.name);
      REQUIRE(fastest_arithmetic(format, false) == arithmetic);
      RoundedEvaluator native(layer, EvaluationModel::plain, format);
      RoundedEvaluator reference(layer, EvaluationModel::plain, format, std::nullopt, RoundedBy::mpfr);
      CHECK(differences(*problem, native, reference) == 0);
      CHECK(same(native.exponents(), reference.exponents()));
    }
  }
}

// Results that keep one bit more than their format and are rounded to it then.
class RoundedTwice : public HardwareArithmetic {
 public:
  using HardwareArithmetic::HardwareArithmetic;
  double add(double a, double b) const { return twice(a + b); }
  double multiply(double a, double b) const { return twice(a * b); }

 private:
  double twice(double x) const {
    if (!std::isfinite(x) || x == 0) return from(x);
    return from(round_to_multiple(x, std::ilogb(x) - static_cast<int>(format().precision)));
  }
};

// Exponents that a double has no room for are cut off.
class ExponentsOfDouble : public ScaledArithmetic {
 public:
  using ScaledArithmetic::ScaledArithmetic;
  ScaledValue exponential(const ScaledValue& a) const {
    const ScaledValue result = ScaledArithmetic::exponential(a);
    return result.exponent < -1074 ? ScaledValue{0, 0} : result;
  }
};

// On how many settings an evaluation with this arithmetic is told from the right one.
template <class Arithmetic>
long caught(const char* format_name, EvaluationModel model) {
  long count = 0;
  const FloatFormat format = *float_format_from_name(format_name);
  for (const Setting& setting : settings) {
    const auto problem = problem_of(setting);
    const auto& layer = dynamic_cast<const LayerPrecision&>(*problem);
    RoundedLayer<Arithmetic> defective(layer, model, format);
    RoundedEvaluator reference(layer, model, format, std::nullopt, RoundedBy::mpfr);
    const long outputs = differences(*problem, defective, reference);
    count += outputs > 0 || !same(defective.exponents, reference.exponents()) ? 1 : 0;
  }
  return count;
}

}  // namespace

TEST_CASE(
    "In the 8-bit and 16-bit formats hardware and MPFR give the same outputs and meet the same exponents",
    "[precision]") {
  compare({*float_format_from_name("fp8-e4m3"), *float_format_from_name("fp8-e5m2"),
           *float_format_from_name("fp16"), *float_format_from_name("bfloat16")},
          RoundedBy::hardware);
}

TEST_CASE("In tf32, fp32 and fp64 hardware and MPFR give the same outputs and meet the same exponents",
          "[precision]") {
  compare({*float_format_from_name("tf32"), *float_format_from_name("fp32"), *float_format_from_name("fp64")},
          RoundedBy::hardware);
}

TEST_CASE(
    "With unbounded exponents scaled significands and MPFR give the same outputs and meet the same exponents",
    "[precision]") {
  compare({unbounded_format(2), unbounded_format(5), unbounded_format(24)}, RoundedBy::scaled);
}

TEST_CASE("Where tuples are too many for a table, what is remembered of them gives the same answers",
          "[precision]") {
  // 18 kinds of tokens, tuples of four: 104976 keys.
  const Setting setting{"strassen/third-order-match3", {"n=3", "m=7"}};
  const auto problem = problem_of(setting);
  const auto& layer = dynamic_cast<const LayerPrecision&>(*problem);
  RoundedEvaluator rounded(layer, EvaluationModel::plain, *float_format_from_name("fp64"));
  StoredEvaluator exact(layer, Rational(1));
  const InputSpace& space = problem->task().space();
  CHECK(space.size() == 216);
  long wrong = 0;
  Word word = space.unrank(0);
  for (Integer rank = 0; rank < space.size(); rank += 1, space.advance(word, 1)) {
    wrong += rounded.right(word) ? 0 : 1;
    wrong += exact.answer(word) == Answer::right ? 0 : 1;
    const Interval gap = abs(exact.output(word, 0, 128) - Interval(rounded.output(word, 0).exact(), 128));
    wrong += compare(gap, Rational(1, 1000000)) == Ordering::less ? 0 : 1;
  }
  CHECK(wrong == 0);
}

TEST_CASE("Wide steps and widths above 24 bits are MPFR's", "[precision]") {
  CHECK(fastest_arithmetic(*float_format_from_name("fp16"), true) == RoundedBy::mpfr);
  CHECK(fastest_arithmetic(unbounded_format(25), false) == RoundedBy::mpfr);
  CHECK(fastest_arithmetic(unbounded_format(53), false) == RoundedBy::mpfr);
  const auto problem = problem_of(settings.front());
  const auto& layer = dynamic_cast<const LayerPrecision&>(*problem);
  CHECK_THROWS_AS(RoundedEvaluator(layer, EvaluationModel::plain, *float_format_from_name("fp16"),
                                   EvaluationStep::score, RoundedBy::hardware),
                  std::invalid_argument);
  CHECK_THROWS_AS(
      RoundedEvaluator(layer, EvaluationModel::plain, unbounded_format(8), std::nullopt, RoundedBy::hardware),
      std::invalid_argument);
}

TEST_CASE("An evaluation that rounds twice or cuts exponents off is caught", "[precision]") {
  CHECK(caught<HardwareArithmetic>("bfloat16", EvaluationModel::plain) == 0);
  CHECK(caught<RoundedTwice>("bfloat16", EvaluationModel::plain) > 0);
  CHECK(caught<ScaledArithmetic>("p8", EvaluationModel::plain) == 0);
  CHECK(caught<ExponentsOfDouble>("p8", EvaluationModel::plain) > 0);
}

TEST_CASE("Whether a double answers is decided as for an exact number", "[precision]") {
  const FloatArithmetic fp64(*float_format_from_name("fp64"));
  const double large = 0x1p53;
  for (const long truth : {0L, 1L, -1L, 7L, (1L << 50) - 1, 1L << 50, 1L << 53, (1L << 53) + 1}) {
    const auto t = static_cast<double>(truth);
    for (const double y :
         {t, t + 0.5, t - 0.5, std::nextafter(t + 0.5, large * 4), std::nextafter(t - 0.5, -1.0), t + 1, -t,
          0.0, -0.0, 0x1p-1074, std::numeric_limits<double>::infinity(),
          std::numeric_limits<double>::quiet_NaN()}) {
      for (const Decision decision : {Decision::nearest, Decision::sign})
        CHECK(answers(y, truth, decision) == answers(fp64.from_double(y), truth, decision));
    }
  }
}

TEST_CASE("A rounded output half way between two numbers answers neither, its neighbours one of them",
          "[precision]") {
  const FloatArithmetic fp64(*float_format_from_name("fp64"));
  for (const long truth : {0L, 1L, -3L, 7L, (1L << 50) - 1, 1L << 50, (1L << 51) + 1}) {
    for (const double side : {-0.5, 0.5}) {
      const double tie = static_cast<double>(truth) + side;
      const double inside = std::nextafter(tie, static_cast<double>(truth));
      CHECK_FALSE(answers(tie, truth, Decision::nearest));
      CHECK_FALSE(answers(fp64.from_double(tie), truth, Decision::nearest));
      CHECK(judged(Interval(Rational(tie), 128),
                   Wanted{Decision::nearest, Rational(truth), Rational(1, 2)}) == Answer::wrong);
      CHECK(answers(inside, truth, Decision::nearest));
      CHECK(answers(fp64.from_double(inside), truth, Decision::nearest));
      CHECK(judged(Interval(Rational(inside), 128),
                   Wanted{Decision::nearest, Rational(truth), Rational(1, 2)}) == Answer::right);
    }
  }
  // A sign has no tie to lose: zero is a no.
  for (const long truth : {0L, 1L}) {
    CHECK(answers(0.0, truth, Decision::sign) == (truth == 0));
    CHECK((judged(Interval(Rational(0), 64), Wanted{Decision::sign, Rational(truth), Rational(1, 2)}) ==
           Answer::right) == (truth == 0));
  }
}

}  // namespace rounded_evaluator_test

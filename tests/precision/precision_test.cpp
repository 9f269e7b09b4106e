#include "precision/letter_layer.hpp"
#include "precision/precision_study.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "claims/usage_error.hpp"
#include "constructions/add_constructions.hpp"
#include "constructions/precision/problem_of_claim.hpp"
#include "constructions/precision/problems_by_claim.hpp"
#include "numeric/decimal.hpp"
#include "precision/chosen_inputs.hpp"
#include "precision/layer/layer_precision.hpp"
#include "precision/layer/rounded_evaluator.hpp"
#include "precision/layer/stored_evaluator.hpp"
#include "precision/sufficient_precision.hpp"

namespace precision_test {

using namespace attest;  // NOLINT(google-build-using-namespace)

namespace {

const Catalogue& catalogue() {
  static const Catalogue all = [] {
    Catalogue c;
    add_constructions(c);
    return c;
  }();
  return all;
}

struct Setting {
  std::string claim;
  Variant variant;
  std::vector<std::string> words;
};

// The smallest settings of every construction that has a layer to round.
const std::vector<Setting>& settings() {
  static const std::vector<Setting> all{
      {"strassen/function-composition", Variant::printed, {"n=2"}},
      {"strassen/function-composition", Variant::repaired, {"n=2"}},
      {"strassen/relation-composition", Variant::repaired, {"m=1"}},
      {"strassen/relation-composition", Variant::repaired, {"m=2"}},
      {"strassen/match3", Variant::repaired, {"n=2", "m=3"}},
      {"strassen/quotient-composition", Variant::repaired, {"m=1"}},
      {"strassen/triangular-relation-composition", Variant::constructed, {"m=2"}},
      {"strassen/third-order-match3", Variant::constructed, {"n=2", "m=3"}},
      {"poly/function-composition", Variant::repaired, {"t=2", "n=2", "A2=1"}},
      {"poly/function-composition", Variant::repaired, {"t=2", "n=2", "A2=10"}},
      {"poly/root-finding", Variant::printed, {"p=x1+x2", "n=2", "r=2"}},
      {"poly/root-finding", Variant::printed, {"p=x1+x2+x3", "n=2", "r=1"}},
      {"poly/root-finding", Variant::repaired, {"p=x1+x2+x3", "n=2", "r=1"}},
      {"poly/root-finding", Variant::repaired, {"p=x1+x2+x3", "h=x1*x2*x3+x1*x2", "n=2", "r=1"}},
      {"poly/root-finding", Variant::printed, {"p=x1*x2-x3", "n=2", "r=1"}},
      {"poly/root-finding", Variant::repaired, {"p=x1*x2-x3", "n=2", "r=1"}},
      {"poly/root-finding", Variant::printed, {"p=x1-x2^2", "n=2", "r=1"}},
      {"poly/root-finding", Variant::repaired, {"p=x1-x2^2", "n=2", "r=2"}},
      {"poly/root-finding", Variant::repaired, {"p=x1*x2-1", "n=2", "r=2"}},
      {"poly/root-finding", Variant::repaired, {"p=x1^2+x2-2*x3+1", "n=2", "r=1"}},
      {"ea/next-token", Variant::constructed, {"N=3", "tau=2", "context=5"}},
      {"ea/next-token", Variant::constructed, {"N=2", "tau=5", "context=6"}},
      {"ea/next-token-dot-product", Variant::constructed, {"N=2", "tau=1", "context=3", "ratio=149/100"}},
      {"ea/next-token-dot-product", Variant::constructed, {"N=3", "tau=2", "context=5", "ratio=20"}},
      {"ea/next-token-dot-product", Variant::constructed, {"N=2", "tau=1", "context=2"}},
      {"anna/ema-match2", Variant::printed, {"N=3", "M=4", "domain=nonnegative"}},
      {"anna/ema-match2", Variant::repaired, {"N=3", "M=4", "domain=nonnegative"}},
      {"anna/ema-match2", Variant::constructed, {"N=3", "M=4"}},
      {"anna/sum", Variant::printed, {"N=3", "M=4"}},
  };
  return all;
}

Parameters parameters_of(const Setting& setting) {
  return parse_parameters(catalogue().find(setting.claim).info().parameters, setting.words);
}

Variant variant_of(const Setting& setting) {
  const ClaimInfo& info = catalogue().find(setting.claim).info();
  if (info.has(setting.variant)) return setting.variant;
  return info.has(Variant::repaired) ? Variant::repaired : info.variants.front().variant;
}

std::unique_ptr<PrecisionProblem> problem_of(const Setting& setting) {
  auto problem =
      precision_problem(catalogue().find(setting.claim), variant_of(setting), parameters_of(setting));
  REQUIRE(problem);
  return problem;
}

const LayerPrecision& layer_of(const std::unique_ptr<PrecisionProblem>& problem) {
  return dynamic_cast<const LayerPrecision&>(*problem);
}

Verdict verdict_of(const Setting& setting) {
  return catalogue().find(setting.claim).verify(variant_of(setting), parameters_of(setting), {});
}

// The number x in 0..most, read by one token and handed through: y = x. Everything but storing x is exact.
class HandThrough : private LetterLayer, public LayerPrecision {
 public:
  explicit HandThrough(Symbol most)
      : LetterLayer(InputSpace({most + 1}),
                    [](std::span<const Symbol> word) { return static_cast<long>(word[0]); }),
        LayerPrecision(nullptr, letters, record) {
    const RationalMatrix one = RationalMatrix::Constant(1, 1, Rational(1));
    for (Symbol x = 0; x <= most; ++x) record.stream.push_back(RationalVector::Constant(1, Rational(x)));
    add_head(attention::Kernel::softmax, one, one, one);
    record.readouts = {attention::Readout::coordinate(0)};
  }
  // y = (x + offset) - offset instead of x.
  void go_through(long offset) {
    using attention::Readout;
    record.readouts = {Readout::sum(
        Readout::positive_part(Readout::sum(Readout::coordinate(0), Readout::constant(Rational(offset)))),
        Readout::constant(Rational(-offset)))};
  }
};

// A readout in doubles: a multiple of -1 behind the first summand is subtracted, which is the same number.
double in_doubles(const attention::Readout& readout, const std::vector<double>& stream) {
  using Op = attention::Readout::Op;
  const auto nearest = [](const Rational& x) {
    return FloatArithmetic(*float_format_from_name("fp64")).from(x).to_double();
  };
  std::vector<double> of;
  for (const attention::Readout& child : readout.children) of.push_back(in_doubles(child, stream));
  double result = of.empty() ? 0 : of.front();
  for (std::size_t k = 1; k < of.size(); ++k) {
    if (readout.op == Op::sum) result = result + of[k];
    if (readout.op == Op::product) result = result * of[k];
    if (readout.op == Op::minimum) result = std::min(result, of[k]);
    if (readout.op == Op::maximum) result = std::max(result, of[k]);
  }
  if (readout.op == Op::scaled) return nearest(readout.factor) * result;
  if (readout.op == Op::positive_part) return std::max(result, 0.0);
  if (readout.op == Op::absolute) return std::abs(result);
  for (const auto& [coordinate, coefficient] : readout.form.coefficients)
    result = result + nearest(coefficient) * stream[coordinate];
  return readout.op == Op::affine ? result + nearest(readout.form.constant) : result;
}

// Function composition in double, in the order of operations that docs/precision.md writes down, with the
// exponential rounded by MPFR (libm's is not always correctly rounded).
double native_output(const LayerPrecision& problem, const Word& word) {
  using Vector = std::vector<double>;
  const auto nearest = [](const Rational& x) {
    return FloatArithmetic(*float_format_from_name("fp64")).from(x).to_double();
  };
  const auto dot = [](const Vector& a, const Vector& b) {
    double sum = a[0] * b[0];
    for (std::size_t c = 1; c < a.size(); ++c) sum += a[c] * b[c];
    return sum;
  };
  const auto times = [&](const RationalMatrix& matrix, const Vector& x) {
    Vector y;
    for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
      Vector row;
      for (Eigen::Index j = 0; j < matrix.cols(); ++j) row.push_back(nearest(matrix(i, j)));
      y.push_back(dot(row, x));
    }
    return y;
  };
  std::vector<Vector> x;
  std::vector<attention::Kind> kinds;
  problem.kinds(word, kinds);
  for (const attention::Kind kind : kinds) {
    const RationalVector& exact = problem.layer().stream[kind];
    x.emplace_back();
    for (Eigen::Index c = 0; c < exact.size(); ++c) x.back().push_back(nearest(exact(c)));
  }
  const std::size_t judged = problem.task().judged_positions().front();
  Vector outputs;  // of all heads, one behind the other
  for (std::size_t h = 0; h < problem.layer().heads.size(); ++h) {
    const attention::Head& head = problem.layer().heads[h];
    const std::vector<RationalMatrix> rows = problem.rows(h);
    const std::vector<RationalMatrix> values = problem.values(h);
    const Interval scale_enclosure = head.scale.enclosure(200);
    const double scale = scale_enclosure.lower_double() == scale_enclosure.upper_double()
                             ? scale_enclosure.lower_double()
                             : scale_enclosure.middle_double();
    Vector e;
    const auto tuples = problem.tuples(h, judged);
    if (head.kernel == attention::Kernel::exact_match) {
      for (const TokenTuple& tuple : tuples)
        e.push_back(times(rows[0], x[tuple[0]]) == times(rows[1], x[tuple[1]]) ? 1 : 0);
    } else {
      Vector scores;
      for (const TokenTuple& tuple : tuples) {
        double product = 0;
        bool first = true;
        for (const auto& monomial : head.polynomial.monomials()) {
          const double inner = dot(times(rows[monomial[0]], x[tuple[monomial[0]]]),
                                   times(rows[monomial[1]], x[tuple[monomial[1]]]));
          product = first ? inner : product + inner;
          first = false;
        }
        scores.push_back(product * scale);
      }
      const double largest = *std::max_element(scores.begin(), scores.end());
      const FloatArithmetic fp64(*float_format_from_name("fp64"));
      for (const double s : scores) e.push_back(fp64.exponential(fp64.from_double(s - largest)).to_double());
    }
    double total = e.front();
    for (std::size_t k = 1; k < e.size(); ++k) total += e[k];
    Vector a(static_cast<std::size_t>(values[0].rows()), 0.0);
    for (std::size_t k = 0; k < tuples.size(); ++k) {
      Vector v = times(values[0], x[tuples[k][head.value[0].variable]]);
      for (std::size_t w = 1; w < values.size(); ++w) {
        const Vector more = times(values[w], x[tuples[k][head.value[w].variable]]);
        for (std::size_t c = 0; c < v.size(); ++c) v[c] *= more[c];
      }
      for (std::size_t c = 0; c < a.size(); ++c)
        a[c] = k == 0 ? e[k] / total * v[c] : a[c] + e[k] / total * v[c];
    }
    outputs.insert(outputs.end(), a.begin(), a.end());
  }
  Vector stream = times(problem.output_matrix(), outputs);
  if (problem.layer().residual) {
    for (std::size_t c = 0; c < stream.size(); ++c) stream[c] = x[judged][c] + stream[c];
  }
  if (problem.readout(0).operations) return in_doubles(problem.layer().readouts[0], stream);
  const AffineMap map = problem.readout(0).network.front();
  stream = times(map.weight, stream);
  return stream[0] + nearest(map.bias(0));
}

// 1024 inputs of four tokens.
const Setting larger{"strassen/quotient-composition", Variant::repaired, {"m=2"}};

void check_against_verdict(const Setting& setting) {
  const auto problem = problem_of(setting);
  const Verdict verdict = verdict_of(setting);
  INFO(setting.claim << " " << setting.words.front());
  const Integer right = verdict.inputs.total - verdict.inputs.failing;
  for (const EvaluationModel model : {EvaluationModel::stored, EvaluationModel::plain}) {
    const FormatAnswer answer = evaluate_on(*problem, model, unbounded_format(256), {});
    CHECK(answer.complete());
    CHECK(answer.right == right);
    CHECK(answer.total == verdict.inputs.total);
  }
}

void check_sufficient_width(const Setting& setting) {
  const Verdict verdict = verdict_of(setting);
  if (!verdict.margins.decision_margin) return;
  const auto margin = rational_from_decimal(verdict.margins.decision_margin->lower);
  REQUIRE(margin);
  if (*margin <= 0) return;
  INFO(setting.claim << " " << setting.words.front());
  const auto problem = problem_of(setting);
  REQUIRE(problem->no_error_analysis().empty());
  const auto enough = sufficient_precision(*problem, *margin, 1024);
  REQUIRE(enough);
  const LeastPrecision least = least_precision(*problem, EvaluationModel::plain, {});
  REQUIRE(least.bits);
  CHECK(*least.bits <= *enough);
  CHECK(evaluate_on(*problem, EvaluationModel::plain, unbounded_format(*enough), {}).all_right());

  // The bound itself, against the exact outputs of some fifty inputs, at that width and around it.
  StoredEvaluator exact(layer_of(problem), Rational(1));
  const InputSpace& space = problem->task().space();
  const std::size_t positions = problem->task().judged_positions().size();
  std::vector<std::pair<Word, std::vector<Interval>>> outputs;
  for (Integer rank = 0; rank < space.size(); rank += 1 + space.size() / 50) {
    outputs.emplace_back(space.unrank(rank), std::vector<Interval>{});
    for (std::size_t which = 0; which < positions; ++which)
      outputs.back().second.push_back(exact.output(outputs.back().first, which, 512));
  }
  std::optional<Interval> previous;
  for (const long bits : {*enough - 6, *enough - 3, *enough, *enough + 20}) {
    if (bits < least_float_precision) continue;
    const auto bound = problem->output_error_bound(bits);
    if (!bound) continue;
    RoundedEvaluator rounded(layer_of(problem), EvaluationModel::plain, unbounded_format(bits));
    for (const auto& [word, y] : outputs) {
      for (std::size_t which = 0; which < positions; ++which) {
        const Interval error = abs(y[which] - Interval(rounded.output(word, which).exact(), 512));
        CHECK(compare(error, bound->error) != Ordering::greater);
      }
    }
    if (!bound->for_all_larger) continue;
    if (previous) CHECK(compare(bound->error, *previous) != Ordering::greater);
    previous = bound->error;
  }
}

}  // namespace

TEST_CASE("In 256 bits, as many inputs are right as the certified verdict says", "[precision]") {
  for (const Setting& setting : settings()) check_against_verdict(setting);
}

TEST_CASE("The least width of a number handed through is that of the largest odd number", "[precision]") {
  // Integers up to 15 need 4 bits; on 3 bits 9 becomes 8 and 11 becomes 12, off by 1.
  for (const EvaluationModel model : {EvaluationModel::stored, EvaluationModel::plain}) {
    CHECK(least_precision(HandThrough(15), model, {}).bits == 4);
    CHECK(least_precision(HandThrough(16), model, {}).bits == 4);
    CHECK(least_precision(HandThrough(17), model, {}).bits == 5);
  }
  const FormatAnswer half =
      evaluate_on(HandThrough(5000), EvaluationModel::stored, *float_format_from_name("fp16"), {});
  CHECK(half.first_wrong == Integer(2049));  // fp16 holds all integers up to 2048
  const FormatAnswer e4m3 =
      evaluate_on(HandThrough(500), EvaluationModel::stored, *float_format_from_name("e4m3"), {});
  CHECK(e4m3.right == 0);  // 465..500 become NaN: the encodings cannot be stored
}

TEST_CASE("The step that loses the answer is found", "[precision]") {
  // 33 needs 6 bits: on 5 bits the encoding loses it, and every later step would lose it again.
  const HandThrough plain(63);
  const FormatAnswer narrow = evaluate_on(plain, EvaluationModel::plain, unbounded_format(5), {});
  REQUIRE(narrow.first_wrong == Integer(33));
  for (const auto& [step, mended] : steps_that_lose(plain, narrow, 4, {}).mended) CHECK(mended == 0);

  // y = (x + 64) - 64: x is held in 4 bits, x + 64 is not.
  HandThrough detour(15);
  detour.go_through(64);
  const FormatAnswer lost = evaluate_on(detour, EvaluationModel::plain, unbounded_format(4), {});
  CHECK(lost.right == 2);  // x = 0 and 8
  const StepAnswer steps = steps_that_lose(detour, lost, 20, {});
  CHECK(steps.wrong_inputs == 14);
  CHECK(steps.mended.at(EvaluationStep::output) == 14);
  CHECK(steps.mended.at(EvaluationStep::value) == 0);
  CHECK(evaluate_on(detour, EvaluationModel::stored, unbounded_format(4), {}).all_right());
}

TEST_CASE("In fp64 the model plain is compiled double code, operation by operation", "[precision]") {
  const std::vector<Setting> compared{
      {"strassen/function-composition", Variant::repaired, {"n=2"}},
      {"poly/function-composition", Variant::repaired, {"t=2", "n=2", "A2=10"}},
      {"poly/root-finding", Variant::printed, {"p=7*x1*x2^2-3*x1-x2^2", "n=2", "r=3"}},
      {"poly/root-finding", Variant::repaired, {"p=x1^2+x2-2*x1*x2+1", "n=2", "r=2"}},
  };
  for (const Setting& setting : compared) {
    const auto problem = problem_of(setting);
    RoundedEvaluator evaluator(layer_of(problem), EvaluationModel::plain, *float_format_from_name("fp64"));
    const InputSpace& space = problem->task().space();
    for (Integer rank = 0; rank < space.size(); rank += 1) {
      const Word word = space.unrank(rank);
      CHECK(evaluator.output(word, 0).to_double() == native_output(layer_of(problem), word));
    }
  }
}

TEST_CASE("A width that the margins prove is enough is at least the least one, and its error bound holds",
          "[precision]") {
  for (const char* paper : {"strassen", "poly", "ea", "anna"}) {
    DYNAMIC_SECTION(paper) {
      for (const Setting& setting : settings()) {
        if (setting.claim.starts_with(paper)) check_sufficient_width(setting);
      }
    }
  }
}

TEST_CASE("The same for quotient composition at m = 2", "[precision][.][exhaustive]") {
  check_against_verdict(larger);
  check_sufficient_width(larger);
}

TEST_CASE("With a smaller multiple of the scores than the least one, some input is wrong", "[precision]") {
  const auto problem = problem_of({"strassen/function-composition", Variant::repaired, {"n=2"}});
  const LeastMultiple least = least_multiple(*problem, {});
  REQUIRE(least.multiple);
  REQUIRE(least.fails_below);
  CHECK(*least.fails_below < *least.multiple);
  const auto all_right = [&](const Rational& multiple) {
    StoredEvaluator evaluator(layer_of(problem), multiple);
    const InputSpace& space = problem->task().space();
    for (Integer rank = 0; rank < space.size(); rank += 1) {
      if (evaluator.answer(space.unrank(rank)) != Answer::right) return false;
    }
    return true;
  };
  CHECK(all_right(*least.multiple));
  CHECK_FALSE(all_right(*least.fails_below));
}

TEST_CASE("Two threads count what one does", "[precision]") {
  const auto problem = problem_of({"strassen/relation-composition", Variant::repaired, {"m=2"}});
  StudyOptions two;
  two.threads = 2;
  const FloatFormat format = *float_format_from_name("e4m3");
  const FormatAnswer a = evaluate_on(*problem, EvaluationModel::plain, format, {});
  const FormatAnswer b = evaluate_on(*problem, EvaluationModel::plain, format, two);
  CHECK(a.right == b.right);
  CHECK(a.first_wrong == b.first_wrong);
  CHECK(a.exponents.greatest == b.exponents.greatest);
}

TEST_CASE("A claim without a layer has nothing to round", "[precision]") {
  const Claim& claim = catalogue().find("dat/error-inequality");
  CHECK_FALSE(precision_problem(
      claim, claim.info().variants.front().variant,
      parse_parameters(claim.info().parameters, claim.info().standard_sizes.front().words)));
}

TEST_CASE("Linear p are judged alike by ReLUs and as polynomials, and in the model plain to the last bit",
          "[precision]") {
  for (const char* p : {"x1+x2", "x1+x2+x3", "3*x1-2*x2+1", "1000000001*x1-1000000000*x2-x3"}) {
    for (const Variant variant : {Variant::printed, Variant::repaired}) {
      const Claim& claim = catalogue().find("poly/root-finding");
      const std::string constant = "3*x1-2*x2+1";
      if (variant == Variant::printed && p == constant) continue;  // its p^2 has a constant monomial
      const Parameters parameters =
          parse_parameters(claim.info().parameters, {std::string("p=") + p, "n=2", "r=1"});
      const auto relu = root_finding_problem(variant, parameters, ReadoutBy::network_if_any);
      const auto polynomial = root_finding_problem(variant, parameters, ReadoutBy::operations);
      REQUIRE_FALSE(layer_of(relu).readout(0).operations);
      REQUIRE(layer_of(polynomial).readout(0).operations);
      INFO(p);
      const InputSpace& space = relu->task().space();
      StoredEvaluator exact_relu(layer_of(relu), Rational(1));
      StoredEvaluator exact_polynomial(layer_of(polynomial), Rational(1));
      for (const char* name : {"p2", "p4", "p7", "p35", "bfloat16", "fp64"}) {
        RoundedEvaluator a(layer_of(relu), EvaluationModel::plain, *float_format_from_name(name));
        RoundedEvaluator b(layer_of(polynomial), EvaluationModel::plain, *float_format_from_name(name));
        for (Integer rank = 0; rank < space.size(); rank += 1) {
          const Word word = space.unrank(rank);
          CHECK(exact_relu.answer(word) == exact_polynomial.answer(word));
          for (std::size_t which = 0; which < word.size(); ++which) {
            const FloatValue ya = a.output(word, which);
            const FloatValue yb = b.output(word, which);
            CHECK(ya.is_finite() == yb.is_finite());
            if (ya.is_finite() && yb.is_finite()) CHECK(ya.exact() == yb.exact());
          }
        }
      }
    }
  }
}

TEST_CASE("As printed the mean of two roots is none, in every format that holds the numbers", "[precision]") {
  // p = x1 - x2^2, S = (-1, 1): the row of y_1 = 1 holds the mean of the roots -1 and 1, and p(1, 0) = 1.
  const Setting printed{"poly/root-finding", Variant::printed, {"p=x1-x2^2", "n=2", "r=1"}};
  const Setting repaired{"poly/root-finding", Variant::repaired, {"p=x1-x2^2", "n=2", "r=1"}};
  const Word word{0, 2};
  for (const char* name : {"e5m2", "fp16", "fp64", "p100"}) {
    const auto problem = problem_of(printed);
    RoundedEvaluator evaluator(layer_of(problem), EvaluationModel::plain, *float_format_from_name(name));
    CHECK(evaluator.output(word, 1).exact() == Rational(-1, 2));
    CHECK(evaluator.answer(word) == Answer::wrong);
  }
  const auto mended = problem_of(repaired);
  RoundedEvaluator evaluator(layer_of(mended), EvaluationModel::plain, *float_format_from_name("bfloat16"));
  CHECK(evaluator.output(word, 1).exact() == Rational(1, 2));
  CHECK(evaluator.answer(word) == Answer::right);
}

TEST_CASE("A print that does not say where the constant monomial goes is refused for every p that has one",
          "[precision]") {
  CHECK_THROWS_AS(problem_of({"poly/root-finding", Variant::printed, {"p=x1*x2-1", "n=2", "r=2"}}),
                  UsageError);
}

TEST_CASE("The least logit gap leaves two contexts at exactly 1/2, which exact evaluation cannot tell",
          "[precision]") {
  const auto problem = problem_of(
      {"ea/next-token-dot-product", Variant::constructed, {"N=2", "tau=1", "context=3", "ratio=3/2"}});
  StoredEvaluator exact(layer_of(problem), Rational(1));
  long undecided = 0;
  const InputSpace& space = problem->task().space();
  for (Integer rank = 0; rank < space.size(); rank += 1) {
    const Answer answer = exact.answer(space.unrank(rank));
    CHECK(answer != Answer::wrong);
    undecided += answer == Answer::undecided ? 1 : 0;
  }
  CHECK(undecided == 2);
}

TEST_CASE("Keys that round to one number match though they differ", "[precision]") {
  // M = 5: the key of x is 5 - x mod 5 and 0, the query x mod 5; in 2 bits 5 is stored as 4 (a tie, to even).
  const auto problem = problem_of({"anna/ema-match2", Variant::printed, {"N=2", "M=5", "domain=positive"}});
  StoredEvaluator two_bits(layer_of(problem), unbounded_format(2));
  // 1 + 3 = 4 is no multiple of 5, but the key of 3 is 4 - 3 = 1.
  CHECK(two_bits.answer(Word{0, 2}) == Answer::wrong);
  CHECK(StoredEvaluator(layer_of(problem), unbounded_format(3)).answer(Word{0, 2}) == Answer::right);
  // Here 1 finds 4 and 4 finds 1 in 3 bits; in 2 bits the key of 4 is 0.
  CHECK(StoredEvaluator(layer_of(problem), unbounded_format(3)).answer(Word{0, 3}) == Answer::right);
  CHECK(two_bits.answer(Word{0, 3}) == Answer::wrong);
}

TEST_CASE("Equal weights are summed and divided, and a sum of ones stands still at 2^p", "[precision]") {
  // SUM of N ones: weights 1/N, values N. In 3 bits 8 + 1 = 8, so that ten ones count as 8 and each value,
  // 10, has the weight 1/8: the products 10/8 = 5/4 add up to 10, 12.5 -> 12 on the way.
  const auto problem = problem_of({"anna/sum", Variant::printed, {"N=10", "M=1"}});
  RoundedEvaluator three_bits(layer_of(problem), EvaluationModel::plain, unbounded_format(3));
  const Word ones(10, 0);
  // 5/4, 5/2, 15/4 -> 7/2 or 4 (15/4 is a tie in 3 bits? 3.75 lies between 3.5 and 4: to even, 4),
  // 4 + 5/4 = 5.25 -> 5, 6.25 -> 6, 7.25 -> 7, 8.25 -> 8, then 8 + 5/4 = 9.25 -> 10, 11.25 -> 12, 13.25
  // -> 14.
  CHECK(three_bits.output(ones, 0).exact() == 14);
  CHECK(three_bits.output(ones, 0).exact() != Rational(10));
  CHECK(StoredEvaluator(layer_of(problem), unbounded_format(3)).answer(ones) == Answer::right);
}

TEST_CASE("SUM of tens alone is lost at N = 15 in bfloat16 and at N = 109 in fp16, and not before",
          "[precision]") {
  // By hand: w = 1/N rounded, N times 10 rounded, their product rounded, added N times with rounding; multiples of
  // 2^(e-p+1) in rationals, without the evaluator's arithmetic.
  const auto rounded = [](const Rational& x, int bits) {
    Rational unit = 1;
    while (x / unit >= Rational(Integer(1) << bits)) unit *= 2;
    while (x / unit < Rational(Integer(1) << (bits - 1))) unit /= 2;
    const Rational units = x / unit;
    Integer whole = numerator_of(units) / denominator_of(units);
    const Rational rest = units - Rational(whole);
    if (rest > Rational(1, 2) || (rest == Rational(1, 2) && whole % 2 != 0)) whole += 1;
    return Rational(Rational(whole) * unit);
  };
  const auto by_hand = [&](long n, int bits) {
    const Rational term = rounded(rounded(Rational(1, n), bits) * rounded(Rational(10 * n), bits), bits);
    Rational sum = term;
    for (long k = 1; k < n; ++k) sum = rounded(sum + term, bits);
    return sum;
  };
  const auto least_wrong = [&](int bits) {
    long n = 1;
    while (abs(Rational(by_hand(n, bits) - Rational(10 * n))) < Rational(1, 2)) ++n;
    return n;
  };
  CHECK(least_wrong(8) == 15);
  CHECK(least_wrong(11) == 109);
  for (const auto& [name, bits, n] : {std::tuple{"bfloat16", 8, 15L}, std::tuple{"fp16", 11, 109L}}) {
    for (const long size : {n - 1, n}) {
      const auto problem = problem_of({"anna/sum", Variant::printed, {"N=" + std::to_string(size), "M=10"}});
      RoundedEvaluator evaluator(layer_of(problem), EvaluationModel::plain, *float_format_from_name(name));
      const Word tens(static_cast<std::size_t>(size), 9);
      CHECK(evaluator.output(tens, 0).exact() == by_hand(size, bits));
      CHECK(evaluator.answer(tens) == (size == n ? Answer::wrong : Answer::right));
    }
  }
}

TEST_CASE("Only the inputs that are asked for are looked at", "[precision]") {
  const HandThrough problem(31);
  StudyOptions some;
  some.ranks = {Integer(3), Integer(9), Integer(17), Integer(18)};
  const FormatAnswer answer = evaluate_on(problem, EvaluationModel::plain, unbounded_format(3), some);
  CHECK(answer.total == 4);
  CHECK(answer.checked == 4);
  CHECK(answer.first_wrong == Integer(9));
  CHECK(answer.right == 1);
  CHECK(steps_that_lose(problem, answer, 20, some).wrong_inputs == 3);
  CHECK(least_precision(problem, EvaluationModel::plain, some).bits == 5);
  some.ranks = drawn_ranks(problem.task(), 10, 1);
  CHECK(std::is_sorted(some.ranks->begin(), some.ranks->end()));
  CHECK(drawn_ranks(problem.task(), 10, 1) == *some.ranks);
  CHECK(some.ranks->back() < 32);
}

TEST_CASE("A run that is stopped says so and claims nothing", "[precision]") {
  StudyOptions stopped;
  long calls = 0;
  stopped.stop = [&] { return ++calls > 3; };
  const FormatAnswer answer =
      evaluate_on(HandThrough(63), EvaluationModel::plain, *float_format_from_name("fp64"), stopped);
  CHECK(answer.checked == 3);
  CHECK_FALSE(answer.all_right());
  const LeastPrecision least = least_precision(HandThrough(63), EvaluationModel::plain, stopped);
  CHECK_FALSE(least.complete);
  CHECK_FALSE(least.bits);
}

}  // namespace precision_test

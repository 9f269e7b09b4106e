// How many bits are enough for every size, against evaluations that round: every input of small sizes, and the statements about rounding
// that the arguments of theorems/precision/rounded_*.hpp rest on, each by enumeration.
#include "theorems/precision/sufficient_bits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "constructions/theorem_of_text.hpp"
#include "numeric/checked.hpp"
#include "numeric/floating/float_arithmetic.hpp"
#include "precision/chosen_inputs.hpp"
#include "precision/precision_study.hpp"
#include "theorems/layer_precision.hpp"
#include "theorems/patch.hpp"
#include "theorems/precision/rounded_lookup.hpp"
#include "theorems/precision/rounded_means.hpp"
#include "theorems/proof/proofs.hpp"
#include "theorems/texts.hpp"

namespace attest::sufficient_bits_test {

using namespace attest::theorem_tests;  // NOLINT(google-build-using-namespace)
using namespace attest::proof_tests;    // NOLINT(google-build-using-namespace)
using proof::Laurent;
using theorems::SufficientBits;
using theorems::TheoremClaim;

namespace {

// A token finds the letter at a position that the input says. The scales that tests use are large enough for small sizes with rounding.
constexpr const char* lookup = R"(attest-theorem 1
theorem lookup "One head reads the letter at a position"
sizes   n >= 1    limit verify n <= 100
input   w : word n over [ALPHABET], p : [n]    spelled {"w": w, "p": p}
tokens  i in [n] carry letter = w(i), place = p
task    at n, number: w(p)
layer   residual
  embed   pos = i, sq = i^2, letter = letter, place = place, one = 1, out = 0
  head softmax, scale SCALE
    query = (2*place, -one)
    key = (pos, sq)
    value = (out: letter)
readout out
check   output
)";

// All tokens weigh alike; the scores are not 0, nor powers of two.
constexpr const char* mean = R"(attest-theorem 1
theorem mean "One head reads a sum from an average"
sizes   n >= 1, m >= 1    limit verify n <= 100, m <= 100
input   x : [n] -> [m]
tokens  i in [n] carry num = x(i)
task    at n, number: 3*(sum j in [n]: x(j))
layer   RESIDUAL
  embed   num = num, one = 1, out = 0
  head softmax, scale 1/3
    query = (7*one, 11*num)
    key = (5*one, 3*one)
    value = (out: 3*n*num)
readout out
check   output
)";

std::string lookup_text(const std::string& alphabet, const std::string& scale) {
  return replaced(replaced(lookup, "ALPHABET", alphabet), "SCALE", scale);
}

struct Given {
  explicit Given(const std::string& text)
      : read(theorem(text)),
        claim(read, "own:" + read.id, "a file"),
        variant(named_variant(theorems::variant_names(read).front())),
        bits(theorems::sufficient_bits(claim, variant, {}, VerifyOptions())) {}

  std::unique_ptr<PrecisionProblem> at(long n) const {
    return theorems::precision_problem(claim, variant,
                                       parse_parameters(claim.info().parameters, {"n=" + std::to_string(n)}));
  }

  theorems::TheoremText read;
  TheoremClaim claim;
  Variant variant;
  SufficientBits bits;
};

bool all_right(const PrecisionProblem& problem, const EvaluationModel& model, long bits,
               const StudyOptions& options = {}) {
  return evaluate_on(problem, model, unbounded_format(bits), options).all_right();
}

// All numbers of `bits` bits with exponents from `least` to `most`, and zero.
std::vector<Rational> numbers_of(long bits, long least, long most) {
  std::vector<Rational> numbers{0};
  for (long e = least; e <= most; ++e) {
    for (long m = 1L << (bits - 1); m < (1L << bits); ++m) {
      const Integer unit = Integer(1) << std::abs(e);
      const Rational x = e < 0 ? Rational(m, unit) : Rational(Integer(m) * unit);
      numbers.push_back(x);
      numbers.push_back(-x);
    }
  }
  return numbers;
}

}  // namespace

TEST_CASE(
    "At every enumerated size the bits that are proved to be enough for all sizes, and more, are right on every input",
    "[theorems][precision]") {
  for (const auto& [alphabet, scale, most] :
       {std::tuple("2", "8", 7L), std::tuple("n", "8*n", 4L), std::tuple("3", "sqrt(70)", 5L)}) {
    const Given given(lookup_text(alphabet, scale));
    INFO(given.bits.refusal);
    REQUIRE(given.bits.refusal.empty());
    const Integer from = given.bits.from.at("n");
    INFO("from " << from);
    REQUIRE(from < most);
    for (long n = to_long(from); n <= most; ++n) {
      const auto problem = given.at(n);
      const long enough = given.bits.bits_at({{"n", n}});
      const LeastPrecision least = least_precision(*problem, EvaluationModel::plain, {});
      INFO(alphabet << " " << scale << " n = " << n << ", enough " << enough);
      REQUIRE(least.bits);
      CHECK(*least.bits <= enough);
      for (const long p : {enough, enough + 1, enough + 4})
        CHECK(all_right(*problem, EvaluationModel::plain, p));
      CHECK(all_right(*problem, EvaluationModel::stored, enough));
    }
  }
}

TEST_CASE("Bits that are enough for averages at all sizes are right on every input of small ones",
          "[theorems][precision]") {
  const auto check = [](const TheoremClaim& claim, Variant variant, const std::string& n,
                        const std::string& m) {
    const SufficientBits bits = theorems::sufficient_bits(claim, variant, {}, VerifyOptions());
    INFO(bits.refusal);
    REQUIRE(bits.refusal.empty());
    CHECK(bits.least.degree(n) == 2);
    CHECK(bits.least.degree(m) == 1);
    CHECK(bits.growth_text().starts_with("O(log "));
    for (const auto& [tokens, letters] :
         {std::pair(1L, 1L), {1L, 5L}, {2L, 3L}, {3L, 3L}, {4L, 2L}, {5L, 3L}}) {
      const auto problem = theorems::precision_problem(
          claim, variant,
          parse_parameters(claim.info().parameters,
                           {fmt::format("{}={}", n, tokens), fmt::format("{}={}", m, letters)}));
      const theorems::Sizes sizes{{n, tokens}, {m, letters}};
      const bool spoken_of = std::all_of(bits.from.begin(), bits.from.end(), [&](const auto& from) {
        return sizes.at(from.first) >= from.second;
      });
      REQUIRE(spoken_of);
      const long enough = bits.bits_at(sizes);
      INFO(tokens << " tokens, " << letters << " letters: " << enough << " bits");
      for (const long p : {enough, enough + 1, enough + 4})
        CHECK(all_right(*problem, EvaluationModel::plain, p));
      CHECK(all_right(*problem, EvaluationModel::stored, enough));
      CHECK(*least_precision(*problem, EvaluationModel::plain, {}).bits <= enough);
    }
  };
  for (const std::string residual : {"", "residual"}) {
    const Given given(replaced(mean, "RESIDUAL", residual));
    check(given.claim, given.variant, "n", "m");
  }
  // Values that are 0 are added without an error; the tokens are counted all the same, 4 n <= 2^p. Nothing else asks for as much
  // where there are at least 8 (u <= 1/16 does where there may be fewer).
  const Given nothing(replaced(replaced(replaced(replaced(mean, "RESIDUAL", ""), "n >= 1", "n >= 8"),
                                        "3*(sum j in [n]: x(j))", "0*(sum j in [n]: x(j))"),
                               "3*n*num", "0*num"));
  INFO(nothing.bits.refusal);
  REQUIRE(nothing.bits.refusal.empty());
  CHECK(nothing.bits.bits_at({{"n", 100}, {"m", 1}}) == 9);
  CHECK(nothing.bits.bits_at({{"n", 64}, {"m", 1}}) == 8);
  const auto sum = theorem_of_text("anna/sum");
  check(dynamic_cast<const TheoremClaim&>(*sum), Variant::printed, "N", "M");
}

TEST_CASE("Bits that are enough for exact match at all sizes are right on every input of small ones",
          "[theorems][precision]") {
  const auto match = theorem_of_text("anna/ema-match2");
  const auto& claim = dynamic_cast<const TheoremClaim&>(*match);
  for (const std::string domain : {"positive", "nonnegative"}) {
    const SufficientBits bits =
        theorems::sufficient_bits(claim, Variant::repaired, {"domain=" + domain}, VerifyOptions());
    INFO(bits.refusal);
    REQUIRE(bits.refusal.empty());
    CHECK(bits.least.degree("N") == 1);
    CHECK(bits.least.degree("M") == 1);
    for (const auto& [tokens, letters] : {std::pair(1L, 2L), {1L, 9L}, {2L, 5L}, {3L, 4L}, {5L, 2L}}) {
      const auto problem = theorems::precision_problem(
          claim, Variant::repaired,
          parse_parameters(claim.info().parameters,
                           {fmt::format("N={}", tokens), fmt::format("M={}", letters), "domain=" + domain}));
      const long enough = bits.bits_at({{"N", tokens}, {"M", letters}});
      INFO(tokens << " tokens, " << letters << " letters: " << enough << " bits");
      for (const long p : {enough, enough + 1, enough + 4})
        CHECK(all_right(*problem, EvaluationModel::plain, p));
      CHECK(all_right(*problem, EvaluationModel::stored, enough));
    }
  }
}

// Numbers of 4 bits and up to 4 tokens, as the argument asks for.
TEST_CASE("An average of few numbers is off by no more than is said, whatever they are",
          "[theorems][precision]") {
  constexpr long bits = 4;
  const FloatArithmetic arithmetic(unbounded_format(bits));
  const auto nearest = [&](const Rational& x) { return arithmetic.from(x).exact(); };
  const Rational u(1, 16);
  const Rational twice = (1 + u) * (1 + u);
  const std::vector<Rational> numbers{Rational(-15),  Rational(-9),    Rational(-1),
                                      Rational(1, 3), Rational(3, 7),  Rational(7),
                                      Rational(11),   Rational(25, 2), Rational(15)};
  long rounded = 0;
  for (std::size_t tokens = 1; tokens <= 4; ++tokens) {  // L u <= 1/4
    const auto length = static_cast<long>(tokens);
    const Rational weight = nearest(Rational(1, length));
    std::size_t all = 1;
    for (std::size_t k = 0; k < tokens; ++k) all *= numbers.size();
    for (std::size_t code = 0; code < all; ++code) {
      Rational exact = 0, computed = 0, largest = 0, error = 0;
      std::size_t rest = code;
      for (std::size_t k = 0; k < tokens; ++k, rest /= numbers.size()) {
        const Rational& v = numbers[rest % numbers.size()];
        const Rational stored = nearest(v);
        exact += v / length;
        computed = nearest(computed + nearest(weight * stored));
        largest = std::max(largest, Rational(abs(v)));
        error = std::max(error, Rational(abs(Rational(stored - v))));
      }
      const Rational v = largest + error;
      const Rational bound = v * (twice - 1) + error + u * v * twice * Rational(9, 14) * (length + 1);
      REQUIRE(abs(Rational(computed - exact)) <= bound);
      rounded += computed == exact ? 0 : 1;
    }
  }
  CHECK(rounded > 1000);
}

TEST_CASE("Equal scores that are made of what tokens differ in are refused", "[theorems][precision]") {
  const std::string text = replaced(mean, "RESIDUAL", "");
  const auto refusal = [](const std::string& changed) { return Given(changed).bits.refusal; };
  CHECK(refusal(text).empty());
  // The same key at every token, as a sum that each computes from other numbers.
  const std::string cancelled =
      replaced(replaced(replaced(text, "one = 1,", "up = i, down = 1 - i,"), "query = (7*one, 11*num)",
                        "query = (7*up + 7*down, 11*num)"),
               "key = (5*one, 3*one)", "key = (5*up + 5*down, 3*up + 3*down)");
  CHECK_THAT(refusal(cancelled),
             Catch::Contains("its scores are the same, but made of some i, which tokens differ in"));
  CHECK(refusal(replaced(text, "readout out", "readout 2*out - out")).empty());
}

TEST_CASE(
    "Bits that are proved to be needed are: one less is wrong on some input under every model that rounds y",
    "[theorems][precision]") {
  const Given given(lookup_text("n", "8*n"));
  REQUIRE(given.bits.needed);
  CHECK(*given.bits.needed == Laurent::variable("n"));
  CHECK(given.bits.growth_text() == "Theta(log n)");
  // 2^2 < 5: the answer 5 lies between 4 and 6.
  const auto problem = given.at(5);
  CHECK(given.bits.needed_at({{"n", 5}}) == 3);
  CHECK(given.bits.needed_at({{"n", 4}}) == 2);
  for (const auto& model : {EvaluationModel::plain, EvaluationModel::tensor_core, EvaluationModel::flash})
    CHECK_FALSE(all_right(*problem, model, 2));
  // An alphabet that does not grow says nothing of large sizes.
  const Given few(lookup_text("2", "8"));
  CHECK(few.bits.needed == Laurent(2));
  CHECK(few.bits.growth_text() == "O(log n)");
}

TEST_CASE("The least bits that inputs drawn at large sizes need grow with the formula's",
          "[theorems][precision]") {
  const Given given(lookup_text("2", "8"));
  const auto least_at = [&](long n) {
    const auto problem = given.at(n);
    StudyOptions options;
    options.ranks = drawn_ranks(problem->task(), 12, 1);
    return least_precision(*problem, EvaluationModel::plain, options).bits.value();
  };
  const long small = least_at(8);
  const long large = least_at(64);
  CHECK(large >= small + 3);  // so that no formula without log n could be right
  CHECK(large <= given.bits.bits_at({{"n", 64}}));
  CHECK(given.bits.bits_at({{"n", 64}}) == given.bits.bits_at({{"n", 8}}) + 3 * given.bits.least.degree("n"));
}

TEST_CASE("Function composition: two bits where n doubles are enough, as the squares of positions suggest",
          "[theorems][precision]") {
  const auto claim = theorem_of_text("strassen/function-composition");
  const auto& composition = dynamic_cast<const TheoremClaim&>(*claim);
  const SufficientBits bits = theorems::sufficient_bits(composition, Variant::repaired, {}, VerifyOptions());
  INFO(bits.refusal);
  REQUIRE(bits.refusal.empty());
  CHECK(bits.least.degree("n") == 2);
  CHECK(bits.needed == Laurent::variable("n"));
  CHECK(bits.growth_text() == "Theta(log n)");
  const Integer from = bits.from.at("n");
  CHECK(from <= 8);
  const auto problem = theorems::precision_problem(
      composition, Variant::repaired, parse_parameters(claim->info().parameters, {"n=" + from.str()}));
  StudyOptions options;
  options.ranks = drawn_ranks(problem->task(), 20, 3);
  CHECK(all_right(*problem, EvaluationModel::plain, bits.bits_at({{"n", from}}), options));
}

TEST_CASE("A gap that is a logarithm costs its logarithm, and the formula says so", "[theorems][precision]") {
  const Given given(lookup_text("2", "log(40*n)"));
  INFO(given.bits.refusal);
  REQUIRE(given.bits.refusal.empty());
  CHECK(given.bits.logarithms ==
        std::map<std::string, Laurent>{{"log(40*n)", Laurent(40) * Laurent::variable("n")}});
  CHECK(given.bits.least.degree("log(40*n)") == 1);
  CHECK(given.bits.bits_text().find("log2(log(40*n))") != std::string::npos);
  const long from = to_long(given.bits.from.at("n"));
  for (long n = from; n <= from + 8; n += 4) {
    const auto problem = given.at(n);
    StudyOptions options;
    options.ranks = drawn_ranks(problem->task(), 20, 7);
    CHECK(all_right(*problem, EvaluationModel::plain, given.bits.bits_at({{"n", n}}), options));
  }
}

TEST_CASE("What no argument covers is refused in one sentence, and nothing is proved of it",
          "[theorems][precision]") {
  const auto refusal = [](const std::string& text) { return Given(text).bits.refusal; };
  CHECK_THAT(refusal(file_text("examples/majority.theorem")),
             Catch::Contains("y is not shown to stay away from 0"));
  CHECK_THAT(refusal(file_text("examples/three_hops.theorem")), Catch::Contains("2 layers"));
  CHECK_THAT(refusal(file_text("examples/variance.theorem")), Catch::Contains("not piecewise linear"));
  CHECK_THAT(refusal(file_text("examples/argmax.theorem")), Catch::StartsWith("no proof for every size"));
  CHECK_THAT(refusal(file_text("examples/parity_of_five.theorem")),
             Catch::StartsWith("the theorem is refuted"));
  // Proved without rounding for all sizes, but what leaks needs all of 1/2 for itself.
  CHECK_THAT(refusal(lookup_text("n", "log(5*n)")), Catch::Contains("bound"));
  // A hard maximum's scores are computed without rounding; a scale that has no few bits is rounded.
  CHECK(refusal(replaced(lookup_text("2", "8"), "softmax, scale 8", "hard-maximum")).empty());
  CHECK_THAT(refusal(replaced(lookup_text("2", "8"), "softmax, scale 8", "hard-maximum, scale 1/3")),
             Catch::Contains("not shown to be computed without rounding"));
  CHECK_THAT(refusal(replaced(lookup_text("2", "8"), "readout out", "readout 2*out - out")),
             Catch::Contains("coordinate"));
  const auto poly = theorem_of_text("poly/function-composition");
  CHECK_THAT(theorems::sufficient_bits(dynamic_cast<const TheoremClaim&>(*poly), Variant::repaired, {"t=2"},
                                       VerifyOptions())
                 .refusal,
             Catch::Contains("A2=p/q"));
  const auto read = theorem(file_text("examples/root_finding.theorem"));
  const TheoremClaim roots(read, "own:root-finding", "a file");
  CHECK_THAT(theorems::sufficient_bits(roots, Variant::repaired, {}, VerifyOptions()).refusal,
             Catch::Contains("multiplies means"));
}

TEST_CASE(
    "No smaller power of two goes through the argument, and the numbers of the sizes are what they are said to be",
    "[theorems][precision]") {
  const Given given(lookup_text("n", "8*n"));
  theorems::ProofSetting setting;
  setting.from = given.bits.from;
  const theorems::RoundedLookup rounded(given.read, setting);
  std::vector<theorems::ProofStep> steps;
  CHECK_NOTHROW(rounded.expect_enough(given.bits.least, steps));
  CHECK_THROWS_AS(rounded.expect_enough(Laurent(Rational(1, 2)) * given.bits.least, steps), proof::Refusal);
  CHECK_THROWS_AS(rounded.expect_enough(*Laurent::variable("n").inverse() * given.bits.least, steps),
                  proof::Refusal);
  // 2^p >= B with p as small as that.
  for (long n = 2; n <= 40; ++n) {
    const Integer power = Integer(1) << given.bits.bits_at({{"n", n}});
    const Rational least = given.bits.least.substitute({{"n", Laurent(n)}}).constant().value();
    CHECK(power >= least);
    CHECK(power / 2 < least);
  }
}

TEST_CASE("The matrices of which the bits are proved are those of the layer that is evaluated",
          "[theorems][precision]") {
  const Given given(lookup_text("n", "8*n"));
  const auto composition = theorem_of_text("strassen/function-composition");
  const auto& claim = dynamic_cast<const TheoremClaim&>(*composition);
  const auto compare_at = [](const theorems::TheoremText& text, const LayerPrecision& problem,
                             const theorems::Sizes& sizes) {
    theorems::ProofSetting setting;
    setting.from = {{"n", 6}};
    const theorems::RoundedLookup rounded(text, setting);
    std::map<std::string, Laurent> at;
    for (const auto& [name, value] : sizes) at.emplace(name, Laurent(Rational(value)));
    long entries = 0;
    const auto same = [&](const theorems::LinearRows& symbolic, const RationalMatrix& evaluated) {
      for (Eigen::Index r = 0; r < evaluated.rows(); ++r) {
        for (Eigen::Index c = 0; c < evaluated.cols(); ++c) {
          const bool there =
              static_cast<std::size_t>(r) < symbolic.weights.size() &&
              static_cast<std::size_t>(c) < symbolic.weights[static_cast<std::size_t>(r)].size();
          const Rational wanted =
              there ? symbolic.weights[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)]
                          .substitute(at)
                          .constant()
                          .value()
                    : Rational(0);
          CHECK(evaluated(r, c) == wanted);
          entries += wanted == 0 ? 0 : 1;
        }
      }
    };
    for (std::size_t h = 0; h < rounded.theorem().heads().size(); ++h) {
      const auto rows = problem.rows(h);
      for (const auto& [variable, map] : rounded.theorem().heads()[h].row_maps) same(map, rows[variable]);
    }
    return entries;
  };
  for (const long n : {6L, 9L}) {
    const theorems::Sizes sizes{{"n", n}};
    const auto own = given.at(n);
    CHECK(compare_at(given.read, dynamic_cast<const LayerPrecision&>(*own), sizes) == 4);
    const auto other = theorems::precision_problem(
        claim, Variant::repaired,
        parse_parameters(composition->info().parameters, {"n=" + std::to_string(n)}));
    CHECK(compare_at(theorems::variant_of(claim.text(), "repaired"),
                     dynamic_cast<const LayerPrecision&>(*other), sizes) > 10);
  }
}

TEST_CASE(
    "A sum that is rounded to nearest is off by at most the smaller summand, and no rounding passes a number of the format",
    "[theorems][precision]") {
  constexpr long bits = 3;
  const FloatArithmetic arithmetic(unbounded_format(bits));
  const std::vector<Rational> numbers = numbers_of(bits, -6, 2);
  long rounded = 0;
  for (const Rational& a : numbers) {
    for (const Rational& b : numbers) {
      const Rational sum = arithmetic.from(Rational(a + b)).exact();
      const Rational error = abs(Rational(sum - a - b));
      REQUIRE(error <= std::min(Rational(abs(a)), Rational(abs(b))));
      rounded += error == 0 ? 0 : 1;
      if (b > 0) {
        REQUIRE(sum >= a);
        if (a <= b && a >= 0) REQUIRE(arithmetic.from(Rational(a / b)).exact() <= 1);
      }
    }
  }
  CHECK(rounded > 1000);
}

TEST_CASE("A sum of 1 and nonnegative numbers T lies between 1 and 1 + 4 T in every order",
          "[theorems][precision]") {
  const FloatArithmetic arithmetic(unbounded_format(3));
  const std::vector<Rational> small{Rational(1, 2), Rational(3, 8), Rational(5, 16), Rational(1, 8),
                                    Rational(1, 16)};
  Rational most = 0;  // (sum - 1)/T
  for (std::size_t code = 0; code < 625; ++code) {
    for (std::size_t place = 0; place <= 4; ++place) {
      std::vector<Rational> terms;
      Rational t = 0;
      for (std::size_t k = 0, rest = code; k < 4; ++k, rest /= 5) {
        terms.push_back(small[rest % 5]);
        t += terms.back();
      }
      terms.insert(terms.begin() + static_cast<long>(place), Rational(1));
      Rational sum = terms.front();
      for (std::size_t k = 1; k < terms.size(); ++k) sum = arithmetic.from(Rational(sum + terms[k])).exact();
      REQUIRE(sum >= 1);
      REQUIRE(sum <= 1 + 4 * t);
      most = std::max(most, Rational((sum - 1) / t));
    }
  }
  CHECK(most > 1);  // rounding does add to it
}

TEST_CASE("Bounds of rounded operations at every size hold at each, whatever integers the operands are",
          "[theorems][precision]") {
  proof::Variables variables;
  variables.add_size("n", 2);
  const Laurent n = Laurent::variable("n");
  variables.add("a", {-n, n * n}, true);
  variables.add("b", {Laurent(1), Laurent(3) * n}, true);
  const theorems::TermArithmetic arithmetic(variables, Laurent(4) * n);
  const auto a = arithmetic.stored(Laurent(Rational(1, 3)) * Laurent::variable("a"));
  const auto b = arithmetic.stored(Laurent::variable("b"));
  const auto product = arithmetic.product(a, b);
  const auto sum = arithmetic.sum(product, a);
  CHECK(b.exact);
  CHECK_FALSE(sum.exact);
  long off = 0;
  for (const auto& [size, bits] : {std::pair(2L, 3L), std::pair(4L, 4L), std::pair(5L, 5L)}) {
    const FloatArithmetic rounding(unbounded_format(bits));
    const auto nearest = [&](const Rational& x) { return rounding.from(x).exact(); };
    const auto at = [n_is = Laurent(size)](const Laurent& bound) {
      return bound.substitute({{"n", n_is}}).constant().value();
    };
    for (long i = -size; i <= size * size; ++i) {
      for (long j = 1; j <= 3 * size; ++j) {
        const Rational x(i, 3);
        const Rational stored = nearest(x);
        const Rational times = nearest(stored * Rational(nearest(Rational(j))));
        const Rational plus = nearest(times + stored);
        REQUIRE(nearest(Rational(j)) == j);
        REQUIRE(abs(Rational(stored - x)) <= at(a.error));
        REQUIRE(abs(Rational(times - x * j)) <= at(product.error));
        REQUIRE(abs(Rational(plus - x * j - x)) <= at(sum.error));
        REQUIRE(abs(Rational(x * j + x)) <= at(sum.magnitude));
        off += plus == x * j + x ? 0 : 1;
      }
    }
  }
  CHECK(off > 100);
}

}  // namespace attest::sufficient_bits_test

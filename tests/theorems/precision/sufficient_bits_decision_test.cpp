// How many bits are enough for a yes or no at every size, against evaluations that round; and the network that a readout is, on numbers
// with errors, against the network with rounded operations.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <random>

#include "attention/readout_network.hpp"
#include "constructions/theorem_of_text.hpp"
#include "numeric/checked.hpp"
#include "numeric/floating/float_arithmetic.hpp"
#include "precision/chosen_inputs.hpp"
#include "precision/layer/rounded_evaluator.hpp"
#include "theorems/layer_precision.hpp"
#include "theorems/patch.hpp"
#include "theorems/precision/asked_bits.hpp"
#include "theorems/precision/rounded_readout.hpp"
#include "theorems/proof/proofs.hpp"
#include "theorems/texts.hpp"

namespace attest::sufficient_bits_decision_test {

using namespace attest::theorem_tests;  // NOLINT(google-build-using-namespace)
using namespace attest::proof_tests;    // NOLINT(google-build-using-namespace)
using attention::Readout;
using attest::precision_tests::all_right;
using attest::precision_tests::Asked;
using proof::Laurent;
using theorems::PiecewiseForm;
using theorems::Sizes;
using theorems::SufficientBits;
using theorems::TheoremClaim;

namespace {

PiecewiseForm form_of(const Readout& readout) {
  PiecewiseForm result;
  switch (readout.op) {
    case Readout::Op::affine:
      result.form.fixed = Laurent(readout.form.constant);
      for (const auto& [c, coefficient] : readout.form.coefficients)
        result.form.means[{0, c}] = Laurent(coefficient);
      return result;
    case Readout::Op::sum:
      result.op = PiecewiseForm::Op::sum;
      break;
    case Readout::Op::scaled:
      result.op = PiecewiseForm::Op::scaled;
      result.factor = Laurent(readout.factor);
      break;
    case Readout::Op::positive_part:
      result.op = PiecewiseForm::Op::positive_part;
      break;
    case Readout::Op::absolute:
      result.op = PiecewiseForm::Op::absolute;
      break;
    case Readout::Op::minimum:
      result.op = PiecewiseForm::Op::minimum;
      break;
    default:
      result.op = PiecewiseForm::Op::maximum;
      break;
  }
  for (const Readout& child : readout.children) result.children.push_back(form_of(child));
  return result;
}

class DrawnReadouts {
 public:
  explicit DrawnReadouts(std::size_t coordinates) : coordinates_(coordinates) {}

  Readout operator()(int depth) {
    if (depth == 0) return affine();
    switch (random_() % 6) {
      case 0:
        return Readout::sum((*this)(depth - 1), (*this)(depth - 1));
      case 1:
        return Readout::scaled(number(), (*this)(depth - 1));
      case 2:
        return Readout::positive_part((*this)(depth - 1));
      case 3:
        return Readout::absolute((*this)(depth - 1));
      case 4:
        return Readout::minimum({(*this)(depth - 1), (*this)(depth - 1)});
      default:
        return Readout::maximum({(*this)(depth - 1), affine(), (*this)(depth - 1)});
    }
  }
  Rational number() {
    const Rational most(static_cast<long>(random_() % 19) - 9);
    return most / static_cast<long>(random_() % 3 + 1);
  }

 private:
  Readout affine() {
    Readout sum = Readout::constant(number());
    for (std::size_t c = 0; c < coordinates_; ++c)
      sum = Readout::sum(std::move(sum), Readout::scaled(number(), Readout::coordinate(c)));
    return sum;
  }

  std::size_t coordinates_;
  std::mt19937_64 random_{20261128};
};

// By the network, weights and operations rounded.
Rational rounded(const Readout& readout, const std::vector<Rational>& stream, long bits) {
  const FloatArithmetic arithmetic(unbounded_format(bits));
  const auto nearest = [&](const Rational& x) { return arithmetic.from(x).exact(); };
  const ReluNetwork network = attention::network_of(readout, stream.size());
  std::vector<Rational> x = stream;
  for (std::size_t layer = 0; layer < network.layers().size(); ++layer) {
    const AffineMap& map = network.layers()[layer];
    std::vector<Rational> next;
    for (Eigen::Index r = 0; r < map.weight.rows(); ++r) {
      Rational sum = 0;
      for (Eigen::Index c = 0; c < map.weight.cols(); ++c) {
        Rational of = x[static_cast<std::size_t>(c)];
        if (layer > 0 && of < 0) of = 0;
        sum = nearest(sum + nearest(nearest(map.weight(r, c)) * of));
      }
      next.push_back(nearest(sum + nearest(map.bias(r))));
    }
    x = std::move(next);
  }
  return x.front();
}

}  // namespace

TEST_CASE("Bits that are enough for a yes or no at all sizes are right on every input of small ones",
          "[theorems][precision]") {
  const auto read = theorem(file_text("examples/pair_sum.theorem"));
  const TheoremClaim claim(read, "own:pair-sum", "a file");
  const Asked asked{claim, named_variant(theorems::variant_names(read).front())};
  const SufficientBits bits = asked.bits();
  INFO(bits.refusal);
  REQUIRE(bits.refusal.empty());
  CHECK(bits.from.at("n") == 1);
  CHECK(bits.from.at("m") == 1);
  CHECK(bits.growth_text() == "O(log m + log n)");
  CHECK(bits.needed_text().empty());
  for (const auto& [n, m] : {std::pair(1L, 1L), {1L, 6L}, {2L, 3L}, {3L, 2L}, {4L, 2L}, {3L, 4L}}) {
    const Sizes sizes{{"n", n}, {"m", m}};
    const auto problem = asked.at(sizes);
    const long enough = bits.bits_at(sizes);
    INFO("n = " << n << ", m = " << m << ": " << enough);
    for (const long p : {enough, enough + 1, enough + 5})
      CHECK(all_right(*problem, EvaluationModel::plain, p));
    CHECK(all_right(*problem, EvaluationModel::stored, enough));
    CHECK(*least_precision(*problem, EvaluationModel::plain, {}).bits <= enough);
  }
}

// 400 bits stand for exact numbers: what they round is nothing beside a margin of 1/4.
TEST_CASE("Exactly y keeps its distance from 0, and so many bits move it by less", "[theorems][precision]") {
  const auto read = theorem(file_text("examples/pair_sum.theorem"));
  const TheoremClaim claim(read, "own:pair-sum", "a file");
  const Asked asked{claim, named_variant(theorems::variant_names(read).front())};
  const SufficientBits bits = asked.bits();
  REQUIRE(bits.refusal.empty());
  CHECK_THAT(bits.steps.back().statement, Catch::StartsWith("exactly |y| is at least 1/4,"));
  const Rational margin(1, 4);
  const Rational nothing(Integer(1), Integer(1) << 300);
  Rational most = 0;
  for (const auto& [n, m] : {std::pair(1L, 3L), {2L, 2L}, {2L, 4L}, {3L, 3L}}) {
    const Sizes sizes{{"n", n}, {"m", m}};
    const auto problem = asked.at(sizes);
    const auto& layer = dynamic_cast<const LayerPrecision&>(*problem);
    RoundedEvaluator exact(layer, EvaluationModel::plain, unbounded_format(400));
    RoundedEvaluator few(layer, EvaluationModel::plain, unbounded_format(bits.bits_at(sizes)));
    const auto count = to_long(problem->task().space().size());
    for (long rank = 0; rank < count; ++rank) {
      const Word word = problem->task().space().unrank(rank);
      const Rational y = exact.output(word, 0).exact();
      CHECK(abs(y) >= margin - nothing);
      const Rational off = abs(Rational(few.output(word, 0).exact() - y));
      CHECK(off < margin);
      most = std::max(most, off);
    }
  }
  CHECK(most > nothing);
}

namespace {

// The degrees of B by hand: a scaled score is off by its size times u, an average by that times the size of a value, and a sum of L terms by
// L u; B is a monomial that is no less than each. Inputs are drawn at `above` the corner.
void expect_enough(const std::string& id, Variant variant, const Sizes& degrees, const Sizes& above,
                   std::size_t drawn) {
  const auto read = theorem_of_text(id);
  const Asked asked{dynamic_cast<const TheoremClaim&>(*read), variant};
  const SufficientBits bits = asked.bits();
  INFO(id << " " << bits.refusal);
  REQUIRE(bits.refusal.empty());
  Sizes sizes;
  for (const auto& [name, degree] : degrees) {
    CHECK(bits.least.degree(name) == degree);
    sizes[name] = bits.from.at(name) + above.at(name);
  }
  CHECK(bits.growth_text().starts_with("O(log "));
  const auto problem = asked.at(sizes);
  StudyOptions options;
  options.ranks = drawn_ranks(problem->task(), drawn, 5);
  CHECK(all_right(*problem, EvaluationModel::plain, bits.bits_at(sizes), options));
}

}  // namespace

TEST_CASE("Match3 and third-order Match3 need bits that are logarithms of the sizes",
          "[theorems][precision]") {
  // Scores n * n^3 * m^2, values m, n^2 pairs.
  expect_enough("strassen/match3", Variant::repaired, {{"m", 3}, {"n", 4}}, {{"m", 3}, {"n", 0}}, 20);
  // Scores m n * m^2, values m: m^4 n; n^2 pairs.
  expect_enough("strassen/third-order-match3", Variant::constructed, {{"m", 4}, {"n", 2}},
                {{"m", 2}, {"n", 3}}, 20);
}

TEST_CASE("Relation and quotient composition need bits that are logarithms of the sizes",
          "[theorems][precision][.][exhaustive]") {
  // Scores m^3 * m^5 * m^2, values m.
  expect_enough("strassen/relation-composition", Variant::repaired, {{"m", 11}}, {{"m", 0}}, 10);
  // Scores m^2 * m^8 * m^2, values m.
  expect_enough("strassen/quotient-composition", Variant::printed, {{"m", 13}}, {{"m", 0}}, 2);
}

TEST_CASE("A lemma that is to leave half of the room needs larger sizes, and says how much it leaves",
          "[theorems][precision][proof]") {
  const auto read = theorem_of_text("strassen/match3");
  const auto text =
      theorems::variant_of(dynamic_cast<const TheoremClaim&>(*read).text(), to_string(Variant::repaired));
  const auto margin = [&](long n, const Rational& share) -> std::optional<Rational> {
    theorems::ProofSetting setting;
    setting.from = {{"m", 2}, {"n", n}};
    setting.share = share;
    theorems::SymbolicTheorem symbolic(text, setting);
    try {
      const auto found = theorems::prove_by_tiers(symbolic).margin;
      return found ? found->constant() : std::nullopt;
    } catch (const proof::Refusal&) {
      return Rational(-1);
    }
  };
  CHECK(!margin(3, 1));
  CHECK(margin(3, Rational(1, 2)) == -1);
  CHECK(margin(5, Rational(1, 2)) == Rational(1, 16));  // of 1/8
  CHECK(margin(5, Rational(3, 4)) == Rational(1, 32));
  CHECK(margin(3, 0) == -1);
}

TEST_CASE("A readout's network with rounded operations is off by no more than is said",
          "[theorems][precision]") {
  constexpr std::size_t coordinates = 3;
  DrawnReadouts draw(coordinates);
  long inexact = 0;
  for (int k = 0; k < 400; ++k) {
    const Readout readout = draw(k % 4);
    const ReluNetwork network = attention::network_of(readout, coordinates);
    const PiecewiseForm form = form_of(readout);
    for (const long bits : {4L, 6L, 11L}) {
      const proof::Variables none;
      const theorems::TermArithmetic arithmetic(none, Laurent(Rational(Integer(1) << bits)));
      RationalVector exact(static_cast<Eigen::Index>(coordinates));
      std::vector<Rational> stream;
      std::vector<theorems::BoundedTerm> bounded;
      for (std::size_t c = 0; c < coordinates; ++c) {
        const Rational x = draw.number();
        exact(static_cast<Eigen::Index>(c)) = x;
        bounded.push_back(arithmetic.stored(Laurent(x)));
        stream.push_back(FloatArithmetic(unbounded_format(bits)).from(x).exact());
      }
      const auto bound =
          theorems::rounded_readout(arithmetic, form, [&](std::size_t c) { return bounded[c]; });
      const Rational y = network(exact)(0);
      const Rational off = abs(Rational(rounded(readout, stream, bits) - y));
      INFO(k << " with " << bits << " bits");
      CHECK(off <= bound.error.constant().value());
      CHECK(abs(y) <= bound.magnitude.constant().value());
      inexact += off == 0 ? 0 : 1;
    }
  }
  CHECK(inexact > 300);
}

TEST_CASE("Numbers that are added in any order are off by no more than is said", "[theorems][precision]") {
  const proof::Variables none;
  for (const long bits : {3L, 5L}) {
    const theorems::TermArithmetic arithmetic(none, Laurent(Rational(Integer(1) << bits)));
    const FloatArithmetic rounding(unbounded_format(bits));
    const auto nearest = [&](const Rational& x) { return rounding.from(x).exact(); };
    const std::vector<Rational> numbers{Rational(7), Rational(-1, 3), Rational(5, 4), Rational(0),
                                        Rational(-6)};
    std::vector<theorems::BoundedTerm> terms;
    Rational exact = 0;
    for (const Rational& x : numbers) {
      terms.push_back(arithmetic.stored(Laurent(x)));
      exact += x;
    }
    const Rational bound = arithmetic.sum_in_any_order(terms).error.constant().value();
    std::vector<std::size_t> order{0, 1, 2, 3, 4};
    do {
      Rational sum = 0;
      for (const std::size_t k : order) sum = nearest(sum + nearest(numbers[k]));
      CHECK(abs(Rational(sum - exact)) <= bound);
      // In pairs: (a + b) + ((c + d) + e).
      const auto at = [&](std::size_t k) { return nearest(numbers[order[k]]); };
      const Rational pairs = nearest(nearest(at(0) + at(1)) + nearest(nearest(at(2) + at(3)) + at(4)));
      CHECK(abs(Rational(pairs - exact)) <= bound);
    } while (std::next_permutation(order.begin(), order.end()));
    // Integers of few bits add up exactly; one that is too large rounds.
    const auto three = arithmetic.stored(Laurent(3));
    CHECK(arithmetic.sum_in_any_order({three, three}).exact);
    CHECK(arithmetic.sum_in_any_order({}).is_zero());
    CHECK(arithmetic.sum_in_any_order({arithmetic.stored(Laurent(0)), three}).number == Rational(3));
    const std::vector<theorems::BoundedTerm> many(12, three);
    CHECK(arithmetic.sum_in_any_order(many).exact == (36 <= (1 << bits)));
  }
}

}  // namespace attest::sufficient_bits_decision_test

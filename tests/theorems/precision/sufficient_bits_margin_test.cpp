// How many bits are enough at every size for what lemmas prove with room to spare, against evaluations that round on every input of small
// sizes; and that the room is there.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "constructions/theorem_of_text.hpp"
#include "numeric/checked.hpp"
#include "numeric/floating/float_arithmetic.hpp"
#include "precision/chosen_inputs.hpp"
#include "precision/layer/rounded_evaluator.hpp"
#include "theorems/patch.hpp"
#include "theorems/precision/asked_bits.hpp"
#include "theorems/precision/rounded_proof.hpp"
#include "theorems/proof/input_promise.hpp"
#include "theorems/proof/least_monomial.hpp"
#include "theorems/proof/proofs.hpp"
#include "theorems/texts.hpp"

namespace attest::sufficient_bits_margin_test {

using namespace attest::theorem_tests;  // NOLINT(google-build-using-namespace)
using namespace attest::proof_tests;    // NOLINT(google-build-using-namespace)
using attest::precision_tests::all_right;
using attest::precision_tests::Asked;
using proof::Laurent;
using theorems::Sizes;
using theorems::SufficientBits;
using theorems::TheoremClaim;

namespace {

// Of a text in examples/, or of the catalogue.
struct Read {
  explicit Read(const std::string& name) {
    if (name.find('/') != std::string::npos) {
      claim = theorem_of_text(name);
    } else {
      text = theorem(file_text("examples/" + name + ".theorem"));
      claim = std::make_unique<TheoremClaim>(text, "own:" + name, "a file");
    }
  }
  Asked asked() const {
    const auto& named = dynamic_cast<const TheoremClaim&>(*claim);
    return {named, named_variant(theorems::variant_names(named.text()).front())};
  }
  theorems::TheoremText text;
  std::unique_ptr<Claim> claim;
};

// 400 bits stand for exact numbers: what they round is nothing beside any margin here.
const long as_good_as_exact = 400;
const Rational nothing(Integer(1), Integer(1) << 300);

struct Room {
  Rational least = 1;  // that y has
  Rational moved = 0;  // at most, by so many bits
};

// Over all inputs and judged tokens.
Room room_at(const PrecisionProblem& problem, long bits) {
  const auto& layer = dynamic_cast<const LayerPrecision&>(problem);
  RoundedEvaluator exact(layer, EvaluationModel::plain, unbounded_format(as_good_as_exact));
  RoundedEvaluator few(layer, EvaluationModel::plain, unbounded_format(bits));
  Room room;
  const Task& task = problem.task();
  for (long rank = 0; rank < to_long(task.space().size()); ++rank) {
    const Word word = task.space().unrank(rank);
    if (task.standing(word) != Standing::judged) continue;
    for (std::size_t which = 0; which < task.judged_positions().size(); ++which) {
      const Rational y = exact.output(word, which).exact();
      const long truth = task.truth(word, which);
      const Rational left = task.decision() == Decision::nearest
                                ? Rational(Rational(1, 2) - abs(Rational(y - truth)))
                                : Rational(truth > 0 ? y : -y);
      room.least = std::min(room.least, left);
      room.moved = std::max(room.moved, Rational(abs(Rational(few.output(word, which).exact() - y))));
    }
  }
  return room;
}

// The argument, from the corner of the bits on.
std::unique_ptr<theorems::RoundedProof> rounded_of(const Asked& asked, const SufficientBits& bits) {
  theorems::ProofSetting setting;
  setting.from = bits.from;
  setting.lower = bits.proof.ends->lower();
  std::vector<theorems::ProofStep> steps;
  const auto text =
      theorems::with_promises_used(theorems::variant_of(asked.claim.text(), to_string(asked.variant)), steps);
  return theorems::rounded_proof(bits.proof.main->proof->lemma, text, setting);
}

Rational at_sizes(const Laurent& value, const Sizes& sizes) {
  std::map<std::string, Laurent> at;
  for (const auto& [name, size] : sizes) at.emplace(name, Laurent(Rational(size)));
  return value.substitute(at).constant().value();
}

// How many entries of W are not 0; each is the one that is evaluated.
long same_matrix(const theorems::LinearRows& symbolic, const RationalMatrix& evaluated, const Sizes& sizes) {
  long entries = 0;
  for (Eigen::Index r = 0; r < evaluated.rows(); ++r) {
    for (Eigen::Index c = 0; c < evaluated.cols(); ++c) {
      const auto row = static_cast<std::size_t>(r);
      const auto column = static_cast<std::size_t>(c);
      const bool there = row < symbolic.weights.size() && column < symbolic.weights[row].size();
      const Rational wanted = there ? at_sizes(symbolic.weights[row][column], sizes) : Rational(0);
      CHECK(evaluated(r, c) == wanted);
      entries += wanted == 0 ? 0 : 1;
    }
  }
  return entries;
}

// Of rows, values and W_O.
long same_matrices(const theorems::SymbolicTheorem& theorem, const LayerPrecision& problem,
                   const Sizes& sizes) {
  long entries = 0;
  const RationalMatrix output = problem.output_matrix();
  RationalMatrix landed = RationalMatrix::Constant(output.rows(), output.cols(), Rational(0));
  const auto width = output.cols() / static_cast<Eigen::Index>(theorem.heads().size());
  for (const theorems::Landing& landing : theorem.landings()) {
    landed(static_cast<Eigen::Index>(landing.to),
           static_cast<Eigen::Index>(landing.head) * width + static_cast<Eigen::Index>(landing.value)) +=
        at_sizes(landing.factor, sizes);
  }
  CHECK(landed == output);
  for (std::size_t h = 0; h < theorem.heads().size(); ++h) {
    const auto& head = theorem.heads()[h];
    const auto rows = problem.rows(h);
    for (const auto& [variable, map] : head.row_maps) entries += same_matrix(map, rows[variable], sizes);
    const auto values = problem.values(h);
    REQUIRE(values.size() == head.value_maps.size());
    std::size_t factor = 0;
    for (const auto& [variable, map] : head.value_maps) entries += same_matrix(map, values[factor++], sizes);
  }
  return entries;
}

struct Expected {
  std::string name;
  Sizes degrees;             // of B in the sizes
  std::vector<Sizes> small;  // where every input is run
  bool rounds = true;        // whether anything is rounded there
  bool matrices = true;      // whether the proof has all coordinates of the layer
};

void expect_right_on_all(const Expected& expected) {
  const Read read(expected.name);
  const Asked asked = read.asked();
  const SufficientBits bits = asked.bits();
  INFO(expected.name << ": " << bits.refusal);
  REQUIRE(bits.refusal.empty());
  for (const auto& [name, degree] : expected.degrees) {
    INFO(name);
    CHECK(bits.least.degree(name) == degree);
  }
  const auto rounded = rounded_of(asked, bits);
  bool rounds = false;
  for (const Sizes& sizes : expected.small) {
    REQUIRE(bits.covers(sizes));
    const auto problem = asked.at(sizes);
    const long enough = bits.bits_at(sizes);
    INFO(theorems::to_string(sizes) << ": " << enough << " bits");
    for (const long p : {enough, enough + 1, enough + 5})
      CHECK(all_right(*problem, EvaluationModel::plain, p));
    CHECK(all_right(*problem, EvaluationModel::stored, enough));
    const Room room = room_at(*problem, enough);
    const Rational margin = at_sizes(rounded->proof().margin.value(), sizes);
    if (expected.matrices)
      CHECK(same_matrices(rounded->theorem(), dynamic_cast<const LayerPrecision&>(*problem), sizes) >= 1);
    CHECK(margin > 0);
    CHECK(room.least >= margin - nothing);
    CHECK(room.moved < margin);
    rounds = rounds || room.moved > nothing;
  }
  CHECK(rounds == expected.rounds);
}

}  // namespace

TEST_CASE("Bits that are enough for counts at all sizes are right on every input of small ones",
          "[theorems][precision]") {
  expect_right_on_all({"count_ones", {{"n", 2}}, {{{"n", 1}}, {{"n", 3}}, {{"n", 7}}}});
  expect_right_on_all({"exactly_t",
                       {{"n", 2}, {"t", 1}},
                       {{{"n", 3}, {"t", 1}}, {{"n", 5}, {"t", 2}}, {{"n", 6}, {"t", 6}}}});
  expect_right_on_all({"balanced_prefix", {{"n", 2}}, {{{"n", 1}}, {{"n", 4}}, {{"n", 7}}}});
  expect_right_on_all({"threshold_gate", {{"n", 2}, {"t", 1}}, {{{"n", 3}, {"t", 1}}, {{"n", 6}, {"t", 3}}}});
}

TEST_CASE("Bits that are enough where fixed positions are told from others are right on every input",
          "[theorems][precision]") {
  expect_right_on_all({"middle_letter",
                       {{"n", 2}, {"k", 1}, {"log(4*k*n)", 1}},
                       {{{"n", 1}, {"k", 1}}, {{"n", 2}, {"k", 3}}, {{"n", 3}, {"k", 2}}}});
  expect_right_on_all({"equal_ends",
                       {{"n", 1}, {"m", 1}},
                       {{{"n", 1}, {"m", 3}}, {{"n", 3}, {"m", 2}}, {{"n", 2}, {"m", 4}}}});
  expect_right_on_all({"marked", {{"n", 2}, {"k", 2}}, {{{"n", 2}, {"k", 3}}, {{"n", 3}, {"k", 3}}}});
  expect_right_on_all({"xor", {{"n", 1}}, {{{"n", 2}}, {{"n", 4}}}});
}

TEST_CASE(
    "Bits that are enough for a next token by expressive attention, or by a gap in a floor, are right on every input",
    "[theorems][precision]") {
  expect_right_on_all({"ea/next-token",
                       {{"N", 2}, {"context", 1}, {"tau", 0}},
                       {{{"N", 2}, {"context", 3}, {"tau", 1}}, {{"N", 3}, {"context", 4}, {"tau", 2}}},
                       false});
  expect_right_on_all({"ea/next-token-dot-product",
                       {{"N", 3}, {"context", 2}, {"tau", 0}},
                       {{{"N", 3}, {"context", 3}, {"tau", 2}}, {{"N", 4}, {"context", 4}, {"tau", 2}}}});
}

TEST_CASE("Bits that are enough for an extremum and with a start token are right on every input",
          "[theorems][precision]") {
  expect_right_on_all({"prefix_minimum",
                       {{"n", 2}, {"m", 2}},
                       {{{"n", 2}, {"m", 1}}, {{"n", 3}, {"m", 3}}, {{"n", 4}, {"m", 2}}}});
  expect_right_on_all({"bos_gap", {{"n", 1}, {"m", 2}}, {{{"n", 2}, {"m", 2}}, {{"n", 3}, {"m", 3}}}});
  expect_right_on_all(
      {"count_by_start_token", {{"n", 3}, {"m", 2}}, {{{"n", 1}, {"m", 2}}, {{"n", 3}, {"m", 3}}}});
}

TEST_CASE("Bits that are enough for a hard maximum keep its scores exact", "[theorems][precision]") {
  expect_right_on_all(
      {"palindrome", {{"n", 2}, {"m", 1}}, {{{"n", 1}, {"m", 2}}, {{"n", 3}, {"m", 3}}}, false});
  // Too few bits for the squares of positions let another token win.
  const Read read("palindrome");
  CHECK_FALSE(all_right(*read.asked().at({{"n", 7}, {"m", 2}}), EvaluationModel::plain, 4));
}

TEST_CASE("Bits that are enough for symbols that a readout looks up are right on every input",
          "[theorems][precision]") {
  expect_right_on_all(
      {"strassen/match3-fixed-modulus",
       {{"n", 2}, {"m", 2}},
       {{{"n", 1}, {"m", 4}}, {{"n", 3}, {"m", 4}}, {{"n", 2}, {"m", 6}}, {{"n", 5}, {"m", 4}}},
       false,  // n times the rounded 1/n is 1 again
       false});
}

TEST_CASE("Relations are composed by one triangular head with as many bits as the logarithm of m and 8",
          "[theorems][precision]") {
  const Read read("strassen/triangular-relation-composition");
  const SufficientBits bits = read.asked().bits();
  REQUIRE(bits.refusal.empty());
  CHECK(bits.bits_text() == "p >= 8 + log2(m)");
  CHECK(bits.from == Sizes{{"m", 5}});
  for (const long m : {5L, 9L}) {
    const auto problem = read.asked().at({{"m", m}});
    StudyOptions options;
    options.ranks = drawn_ranks(problem->task(), 20, 3);
    CHECK(all_right(*problem, EvaluationModel::plain, bits.bits_at({{"m", m}}), options));
  }
}

// 2 #1 - n is 0 where half of the bits are 1, a no: what rounds decides there, however many bits there are.
TEST_CASE("Where y may be 0 on a no no number of bits is proved, and some are wrong",
          "[theorems][precision]") {
  const Read read("majority");
  CHECK_THAT(read.asked().bits().refusal, Catch::Contains("y is not shown to stay away from 0"));
  const auto problem = read.asked().at({{"n", 6}});
  long wrong = 0;
  for (long p = 4; p <= 40; ++p) wrong += all_right(*problem, EvaluationModel::plain, p) ? 0 : 1;
  CHECK(wrong > 0);
}

// z z, 1 + z z and their quotient, each rounded: three factors 1 + d.
TEST_CASE("A rounded weight of expressive attention is what it is exactly but for three roundings",
          "[theorems][precision]") {
  for (const long bits : {3L, 6L}) {
    const FloatArithmetic arithmetic(unbounded_format(bits));
    const auto nearest = [&](const Rational& x) { return arithmetic.from(x).exact(); };
    const Rational u(Integer(1), Integer(1) << bits);
    for (long top = -40; top <= 40; ++top) {
      for (const long bottom : {1L, 3L, 16L}) {
        const Rational z = nearest(Rational(top, bottom));
        const Rational square = nearest(z * z);
        const Rational computed = nearest(square / nearest(1 + square));
        const Rational exact = z * z / (1 + z * z);
        CHECK((computed == 0) == (z == 0));
        CHECK(computed <= exact * (1 + u) * (1 + u) / (1 - u));
        CHECK(computed >= exact * (1 - u) * (1 - u) / (1 + u));
      }
    }
  }
}

namespace {

// Of a text in examples/ with something in the place of something else.
std::string needed_by(const std::string& name, const std::string& old, const std::string& other) {
  auto text = file_text("examples/" + name + ".theorem");
  const auto expectations = text.find("variant ");
  const auto first = std::min(expectations, text.find("expect "));
  if (first != std::string::npos) text.erase(first);
  if (!old.empty()) text = replaced(text, old, other);
  const auto read = theorem(text);
  const TheoremClaim claim(read, "own:" + name, "a file");
  const SufficientBits bits = Asked{claim, named_variant(theorems::variant_names(read).front())}.bits();
  INFO(name << ": " << bits.refusal);
  CHECK(bits.refusal.empty());
  return bits.needed_text();
}

}  // namespace

TEST_CASE("Bits are needed for an entry and for a sum that may be anything, and for nothing else",
          "[theorems][precision]") {
  CHECK(needed_by("self_composition", "", "") == "p >= log2(n)");
  CHECK(needed_by("residual_collision", "", "") == "p >= log2(n)");
  CHECK(needed_by("middle_letter", "", "") == "p >= log2(k)");
  CHECK(needed_by("marked", "", "") == "p >= log2(k)");
  // All answers are 1 or 2.
  CHECK(needed_by("self_composition", "tokens  i", "where   forall i in [n]: f(i) <= 2\ntokens  i").empty());
  // Numbers from 2 on add up to 2 n and more: one that is odd is among them.
  CHECK(needed_by("residual_collision", "{0, 1}", "{2, 3}") == "p >= log2(3) + log2(n)");
  // All bits alike leave one answer, twice a bit only even ones.
  CHECK(needed_by("residual_collision", "{0, 1}", "{1}").empty());
  CHECK(needed_by("count_ones", "", "").empty());
}

TEST_CASE(
    "With one bit less than a sum needs some input is wrong, and with as many bits some other width is right",
    "[theorems][precision]") {
  const Read read("residual_collision");
  const SufficientBits bits = read.asked().bits();
  CHECK(bits.growth_text() == "Theta(log n)");
  for (const long n : {5L, 9L}) {  // 2^2 + 1 and 2^3 + 1 ones
    CHECK(bits.needed_at({{"n", n}}) == (n == 5 ? 3 : 4));
    CHECK_FALSE(all_right(*read.asked().at({{"n", n}}), EvaluationModel::plain, n == 5 ? 2 : 3));
  }
  const Read sum("anna/sum");
  CHECK(sum.asked().bits().needed_text() == "p >= log2(M*N - N)");  // none where M = 1
}

TEST_CASE("The least monomial is found by halving, each exponent and then the power of two",
          "[theorems][precision]") {
  const Laurent m = Laurent::variable("m");
  const Laurent n = Laurent::variable("n");
  const auto degree_of = [](const Laurent& tried) { return std::pair(tried.degree("m"), tried.degree("n")); };
  const auto power_of = [](const Laurent& tried) { return tried.terms().begin()->second; };
  // 2^5 m^3 n and more.
  const auto enough = [&](const Laurent& tried) {
    const auto [of_m, of_n] = degree_of(tried);
    return of_m >= 3 && of_n >= 1 && power_of(tried) >= 32;
  };
  theorems::MonomialSearch search({"m", "n"}, {0, 1, 2, 4}, 16);
  CHECK(search.least(enough) == Laurent(32) * m * m * m * n);
  CHECK(search.largest() == Laurent(1 << 16) * proof::power(m, 4) * proof::power(n, 4));
  CHECK(!search.least([&](const Laurent& tried) { return tried.degree("m") >= 5; }));
  CHECK(search.least([](const Laurent&) { return true; }) == Laurent(1));
}

TEST_CASE("A margin is as large as halving finds it, in sizes that are positive integers alone",
          "[theorems][precision]") {
  proof::Variables variables;
  variables.add_size("n", 1);
  variables.add_size("t", 0);
  variables.add_above("ratio", 2);
  const Laurent n = Laurent::variable("n");
  const auto below = [&](const Laurent& least) {
    return theorems::largest_margin(variables,
                                    [&](const Laurent& mu) { return variables.nonnegative(least - mu); });
  };
  CHECK(below(Laurent(Rational(3, 8))) == Laurent(Rational(1, 4)));
  CHECK(below(*(Laurent(3) * n).inverse()) == *(Laurent(4) * n).inverse());
  CHECK(!below({}));
}

TEST_CASE("Sizes lie from a corner on where each is as far above the end that earlier ones say",
          "[theorems][precision]") {
  const Read read("ea/next-token");
  const SufficientBits bits = read.asked().bits();
  REQUIRE(bits.refusal.empty());
  CHECK(bits.said.at("context") == "tau + 1");
  CHECK(bits.covers({{"N", 2}, {"tau", 3}, {"context", 4}}));
  CHECK_FALSE(bits.covers({{"N", 2}, {"tau", 3}, {"context", 3}}));
  CHECK_FALSE(bits.covers({{"N", 1}, {"tau", 3}, {"context", 9}}));
  CHECK(bits.sizes_beyond(0) == Sizes{{"N", 2}, {"tau", 1}, {"context", 2}});
  CHECK(bits.sizes_beyond(2) == Sizes{{"N", 4}, {"tau", 3}, {"context", 6}});
}

}  // namespace attest::sufficient_bits_margin_test

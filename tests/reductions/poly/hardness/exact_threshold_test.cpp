// Lemma E.8's exact criterion against brute force, and the judgements below the sufficient B.
#include "reductions/poly/hardness/exact_threshold.hpp"

#include <catch2/catch.hpp>

#include "numeric/checked.hpp"
#include "reductions/poly/hardness/attention_hardness_support.hpp"
#include "reductions/poly/hardness/gap_to_attention.hpp"
#include "reductions/poly/hardness/hardness_claim.hpp"
#include "reductions/poly/hardness/hardness_layouts.hpp"

namespace exact_threshold_test {

using namespace attest;            // NOLINT(google-build-using-namespace)
using namespace attest::problems;  // NOLINT(google-build-using-namespace)
using attest::testing::bit_rows;
using attest::testing::every_gap_instance;

namespace {

AttentionLayout e8_layout(const std::string& h, std::size_t k) {
  return gap_kip_layout(Variant::repaired, AttentionPolynomial::parse(h), k);
}

// The least output of a yes row and the largest of a no row, over every instance.
struct ExtremeOutputs {
  Interval yes;
  Interval no;
};

ExtremeOutputs extremes_by_brute_force(const AttentionLayout& layout, const Rational& power, std::size_t n,
                                       std::size_t d, long m, const Rational& epsilon) {
  std::optional<Interval> least_yes;
  std::optional<Interval> largest_no;
  const AttentionScale scale(power, layout.order, layout.blocks() * d);
  every_gap_instance(layout.family, layout.order, layout.chosen.size(), n, d, m, epsilon,
                     [&](const InnerProducts& gap) {
                       const AttentionInstance instance = attention_of(layout, gap, power);
                       const AttentionRows rows(instance);
                       for (std::size_t row = 0; row < (instance.carries[0] ? n : 1); ++row) {
                         const Interval output = output_of_row(rows.row(row), scale);
                         auto& extreme = solution_at(gap, instance.carries[0], row) ? least_yes : largest_no;
                         if (!extreme) extreme = output;
                         extreme = &extreme == &least_yes ? min(*extreme, output) : max(*extreme, output);
                       }
                     });
  REQUIRE(least_yes);
  REQUIRE(largest_no);
  return {*least_yes, *largest_no};
}

// Yes rows above no rows over every instance, by their outputs alone.
bool parts_by_brute_force(const AttentionLayout& layout, const Rational& power, std::size_t n, std::size_t d,
                          long m, const Rational& epsilon) {
  const ExtremeOutputs extremes = extremes_by_brute_force(layout, power, n, d, m, epsilon);
  const Ordering order = compare(extremes.yes, extremes.no);
  REQUIRE(order != Ordering::undecided);
  return order == Ordering::greater;
}

Verdict verdict_of_claim(const Claim& claim, Variant variant, const std::vector<std::string>& words) {
  return claim.verify(variant, parse_parameters(claim.info().parameters, words), {});
}

const Check& check_named(const Verdict& verdict, const std::string& name) {
  for (const Check& check : verdict.checks) {
    if (check.name == name) return check;
  }
  throw std::out_of_range(name);
}

}  // namespace

TEST_CASE("The exact criterion of E.8 is what every list with repetitions says", "[reductions][.][long]") {
  struct Case {
    std::string h;
    std::size_t n;
    std::size_t d;
    long m;
    Rational epsilon;
  };
  int both = 0;
  for (const Case& c : std::vector<Case>{{"x1*x2", 3, 3, 2, Rational(1, 2)},
                                         {"x2*x3", 2, 3, 2, Rational(1, 2)},
                                         {"x2*x3", 3, 3, 2, Rational(1, 2)},
                                         {"x2*x3", 2, 4, 3, Rational(1, 3)},
                                         {"x1*x2*x3", 2, 3, 2, Rational(1, 3)},
                                         {"x2*x3 + x1*x4", 2, 3, 1, Rational(1, 2)}}) {
    const AttentionLayout layout = e8_layout(c.h, c.h == "x1*x2*x3" ? 3 : 2);
    const GapShape shape = shape_of(layout, static_cast<long>(c.n), static_cast<long>(c.d), c.m, c.epsilon);
    REQUIRE(has_exact_criterion(shape));
    bool seen_yes = false;
    bool seen_no = false;
    for (long power = 1; power <= 21; power += 4) {
      const AttentionScale scale(power, layout.order, static_cast<std::size_t>(shape.width()));
      const bool said = exact_criterion(shape, scale) == Ordering::greater;
      INFO(c.h << " n=" << c.n << " B^k=" << power << ": " << exact_criterion_text(shape));
      REQUIRE(said == parts_by_brute_force(layout, power, c.n, c.d, c.m, c.epsilon));
      (said ? seen_yes : seen_no) = true;
    }
    both += seen_yes && seen_no ? 1 : 0;
  }
  CHECK(both >= 3);
}

TEST_CASE("The exact criterion by hand: n = d = 4, m = 2, both sets free", "[reductions]") {
  const AttentionLayout layout = e8_layout("x2*x3", 2);
  const GapShape shape = shape_of(layout, 4, 4, 2, Rational(1, 2));
  CHECK(exact_criterion_text(shape) == "Y^2 + 15 > 16 Y, Y = e^(B^2/8)");        // (Y - 1)(Y - 15) > 0
  CHECK(exact_criterion(shape, AttentionScale(24, 2, 8)) == Ordering::greater);  // Y = 20.1
  CHECK(exact_criterion(shape, AttentionScale(Rational(217, 10), 2, 8)) == Ordering::greater);  // 15.06
  CHECK(exact_criterion(shape, AttentionScale(Rational(216, 10), 2, 8)) == Ordering::less);     // 14.88
  CHECK_FALSE(has_exact_criterion(shape_of(gap_triangle_layout(), 2, 3, 2, Rational(1, 2))));
}

// Y_0 = (N - 1)^(2/m) at epsilon = 1/2 and even m; in between the criterion is f(Y) > 0 at the one root above 1.
TEST_CASE("For one constraint the least B has a closed form in n", "[reductions]") {
  for (const char* h : {"x1*x2", "x2*x3"}) {
    const AttentionLayout layout = e8_layout(h, 2);
    for (const long n : {3L, 4L, 10L, 1000L}) {
      for (const long m : {2L, 4L, 6L}) {
        const GapShape shape = shape_of(layout, n, 2 * m, m, Rational(1, 2));
        const Rational N = std::string(h) == "x1*x2" ? Rational(n) : Rational(n * n);
        const Interval least =
            Interval(Rational(2 * shape.width(), m), 128) * log(Interval(Rational(N - 1), 128));
        const Rational about(nearest_integer_to_middle(least * Interval(1000L, 128)), 1000);
        INFO(h << ", n = " << n << ", m = " << m);
        const auto order = static_cast<std::size_t>(shape.k);
        const auto width = static_cast<std::size_t>(shape.width());
        CHECK(exact_criterion(shape, AttentionScale(about + Rational(1, 100), order, width)) ==
              Ordering::greater);
        CHECK(exact_criterion(shape, AttentionScale(about - Rational(1, 100), order, width)) ==
              Ordering::less);
      }
    }
  }
}

// docs/attention-hardness.md: the two extreme rows of Theorem C.10 for d >= 2m - L, as P/(R - P).
TEST_CASE("The extreme rows of the triangle are those of the proof, for every instance of small sizes",
          "[reductions]") {
  struct Case {
    long n;
    long d;
    long m;
    long L;
    Rational epsilon;
  };
  for (const Case& c : std::vector<Case>{{1, 2, 1, 0, Rational(1, 2)},
                                         {2, 2, 1, 0, Rational(1, 2)},
                                         {3, 2, 1, 0, Rational(1, 3)},
                                         {1, 4, 2, 1, Rational(1, 2)},
                                         {1, 4, 2, 0, Rational(2, 3)},
                                         {1, 3, 2, 1, Rational(1, 2)}}) {
    for (const Rational& power : {Rational(1), Rational(19, 4), Rational(24, 5), Rational(12)}) {
      INFO("n = " << c.n << ", d = " << c.d << ", m = " << c.m << ", B^2 = " << to_string(power));
      const long width = 2 * c.d;
      const auto Y = [&](const Rational& exponent) {
        return exp(Interval(Rational(power * exponent / width), 192));
      };
      const Interval n(c.n, 192);
      const Interval one(1L, 192);
      const Interval sum = Y(c.m) + n - one;
      const Interval yes =
          (Y(3 * c.m) - Y(2 * c.m) + sum * sum) / (Interval(2L, 192) * n * Y(c.d) * sum + n * n * Y(3 * c.d));
      const Interval no = Y(2 * c.m + c.L) / (Y(c.d + c.m) + Y(c.d + c.L) + Y(3 * c.d));
      const ExtremeOutputs found =
          extremes_by_brute_force(gap_triangle_layout(), power, static_cast<std::size_t>(c.n),
                                  static_cast<std::size_t>(c.d), c.m, c.epsilon);
      const auto same = [&](const Interval& a, const Interval& b) {
        return compare(abs(a / b - one), Rational(1, 1000000000)) == Ordering::less;
      };
      CHECK(same(found.yes, yes / (one + yes)));
      CHECK(same(found.no, no / (one + no)));
    }
  }
}

TEST_CASE("Without shared ones, or with few tuples, every B parts the rows of one constraint",
          "[reductions]") {
  const AttentionLayout layout = e8_layout("x1*x2", 2);  // N = n
  for (const auto& [n, m, epsilon] : std::vector<std::tuple<long, long, Rational>>{{5, 1, Rational(1, 2)},
                                                                                   {1000, 1, Rational(1, 10)},
                                                                                   {2, 2, Rational(1, 2)},
                                                                                   {3, 6, Rational(2, 3)},
                                                                                   {1, 3, Rational(1, 3)}}) {
    const GapShape shape = shape_of(layout, n, 8, m, epsilon);
    for (const Rational& power : {Rational(1, 1000), Rational(1), Rational(50)})
      CHECK(exact_criterion(shape, AttentionScale(power, 2, static_cast<std::size_t>(shape.width()))) ==
            Ordering::greater);
  }
  // One tuple more than m/L: a root above 1.
  const GapShape shape = shape_of(layout, 4, 8, 6, Rational(2, 3));
  CHECK(exact_criterion(shape, AttentionScale(Rational(1, 1000), 2,
                                              static_cast<std::size_t>(shape.width()))) == Ordering::less);
}

TEST_CASE("Below the B that the proof needs, an instance is judged by the exact threshold, not refused",
          "[reductions]") {
  const auto reduction = gap_kip_to_poly();
  const BitVectors yes = bit_rows({{1, 1, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}});
  const BitVectors no = bit_rows({{1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}});
  for (const BitVectors& set : {yes, no}) {
    const InnerProducts gap = gap_version(Family::k_ip, 2, {set, set}, 2, Rational(1, 2));
    const Instance source = gap;
    const auto at = [&](const std::string& power) {
      const Images images =
          reduction->images(Variant::repaired, source,
                            parse_parameters(reduction->info().parameters, {"h=x2*x3", "Bk=" + power}));
      return check_attention(std::get<AttentionInstance>(images.instance(0)), gap);
    };
    CHECK(at("24").right());
    CHECK(at("24").rows == 8);
    const AttentionCheck low = at("20");
    CHECK(low.threshold == Status::refuted);
    CHECK_THAT(low.threshold_reason, Catch::Contains("Y^2 + 15 > 16 Y"));
  }
}

TEST_CASE(
    "Where no exact criterion is known, an instance below the proved bounds is undecided or refuted by two "
    "rows",
    "[reductions]") {
  const auto reduction = gap_ip_triangle_to_strassen();
  // Row 1 has one triple; row 2 has none, but every pair that it meets misses only one inner product.
  const InnerProducts gap = gap_version(
      Family::ip_triangle, 2,
      {bit_rows({{1, 1, 0}, {0, 0, 0}}), bit_rows({{1, 1, 0}, {1, 1, 0}}), bit_rows({{1, 1, 0}, {1, 1, 0}})},
      2, Rational(1, 2));
  const Instance source = gap;
  const Images images =
      reduction->images(Variant::repaired, source, parse_parameters(reduction->info().parameters, {"Bk=1"}));
  const AttentionCheck check = check_attention(std::get<AttentionInstance>(images.instance(0)), gap);
  CHECK(check.wrong_tuples == 0);
  CHECK(check.threshold == Status::undecided);
  CHECK_FALSE(check.right());
}

TEST_CASE("Below the displayed bounds failing rows are counted from the rows", "[reductions]") {
  const auto claim = poly_gap_ip_triangle_to_strassen_claim();
  const Verdict parted = verdict_of_claim(*claim, Variant::repaired, {"n=2", "d=3", "m=2", "B2=10"});
  CHECK(check_named(parted, "decides").status == Status::holds);
  CHECK(parted.inputs.failing == 0);
  // The least B^2 over lists with repetitions is 8.263.
  const Verdict mixed = verdict_of_claim(*claim, Variant::repaired, {"n=2", "d=3", "m=2", "B2=8"});
  CHECK(check_named(mixed, "decides").status == Status::refuted);
  CHECK(check_named(mixed, "decides").kind == Kind::construction);
  CHECK(mixed.inputs.failing > 0);
  CHECK(mixed.inputs.failing < mixed.inputs.checked);
  CHECK(mixed.counterexample.contains("no row"));
}

TEST_CASE("Wrapping up holds for the repaired condition and fails for a condition that is too weak",
          "[reductions]") {
  const auto claim = poly_gap_kip_to_poly_claim();
  const std::vector<std::string> words{"h=x2*x3", "n=3", "d=3", "m=2"};
  const Check printed = check_named(verdict_of_claim(*claim, Variant::printed, words), "wrapping-up");
  CHECK(printed.status == Status::refuted);  // 6 where 8 is needed
  CHECK(printed.kind == Kind::constant);
  const Verdict repaired = verdict_of_claim(*claim, Variant::repaired, words);
  CHECK(check_named(repaired, "wrapping-up").status == Status::holds);
  CHECK(check_named(repaired, "exact-criterion").status == Status::holds);
}

TEST_CASE("The constants of the repaired reductions suffice for every n, and much smaller ones do not",
          "[reductions]") {
  const AttentionLayout kip = e8_layout("x2*x3", 2);
  const AttentionLayout triangle = gap_triangle_layout();
  for (const AttentionLayout* layout : {&kip, &triangle}) {
    for (const long n : {2L, 3L, 10L, 1000L}) {
      const GapShape shape = shape_of(*layout, n, 4, 2, Rational(1, 2));
      const OutputBounds output = output_bounds(shape, proved_bounds(shape));
      const HardnessConstants right = hardness_constants(shape);
      CHECK(constants_check(shape, output, right).status == Status::holds);
      CHECK(constants_check(shape, output, {right.power / 3, right.exponent}).status == Status::refuted);
      CHECK(constants_check(shape, output, {right.power, right.exponent / 2}).status == Status::refuted);
    }
    const GapShape one = shape_of(*layout, 1, 4, 2, Rational(1, 2));
    CHECK(constants_check(one, output_bounds(one, proved_bounds(one)), hardness_constants(one)).status ==
          Status::not_applicable);
  }
}

TEST_CASE("Line 1939's condition is compared with what line 1935 needs", "[reductions]") {
  CHECK(final_inequality_check(4, 8).status == Status::refuted);
  CHECK(final_inequality_check(8, 8).status == Status::holds);
}

}  // namespace exact_threshold_test

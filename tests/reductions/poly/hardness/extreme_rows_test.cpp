// The extreme rows against brute force, and the judgements below the sufficient B.
#include "reductions/poly/hardness/extreme_rows.hpp"

#include <catch2/catch.hpp>

#include "numeric/checked.hpp"
#include "reductions/poly/hardness/attention_hardness_support.hpp"
#include "reductions/poly/hardness/gap_to_attention.hpp"
#include "reductions/poly/hardness/hardness_claim.hpp"
#include "reductions/poly/hardness/hardness_layouts.hpp"

namespace extreme_rows_test {

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
    const ExtremeRows rows = extreme_rows(shape);
    bool seen_yes = false;
    bool seen_no = false;
    for (long power = 1; power <= 21; power += 4) {
      const AttentionScale scale(power, layout.order, static_cast<std::size_t>(shape.width()));
      const bool said = exact_criterion(rows, scale).value() == Ordering::greater;
      INFO(c.h << " n=" << c.n << " B^k=" << power << ": " << exact_criterion_text(shape, rows));
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
  const ExtremeRows rows = extreme_rows(shape);
  CHECK(exact_criterion_text(shape, rows) == "Y^2 + 15 > 16 Y, Y = e^(B^2/8)");  // (Y - 1)(Y - 15) > 0
  CHECK(exact_criterion(extreme_rows(shape), AttentionScale(24, 2, 8)) == Ordering::greater);  // Y = 20.1
  CHECK(exact_criterion(extreme_rows(shape), AttentionScale(Rational(217, 10), 2, 8)) ==
        Ordering::greater);  // 15.06
  CHECK(exact_criterion(extreme_rows(shape), AttentionScale(Rational(216, 10), 2, 8)) ==
        Ordering::less);  // 14.88
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
        CHECK(exact_criterion(extreme_rows(shape), AttentionScale(about + Rational(1, 100), order, width)) ==
              Ordering::greater);
        CHECK(exact_criterion(extreme_rows(shape), AttentionScale(about - Rational(1, 100), order, width)) ==
              Ordering::less);
      }
    }
  }
}

namespace {

struct ExtremeCase {
  std::string name;
  AttentionLayout layout;
  std::size_t n;
  std::size_t d;
  long m;
  Rational epsilon;
};

bool nearly_equal(const Interval& a, const Interval& b) {
  return compare(abs(a / b - Interval(1L, 192)), Rational(1, 1000000000)) == Ordering::less;
}

// The least yes output and the largest no output that the proof says, where it says them.
std::optional<ExtremeOutputs> proved_extremes(const ExtremeCase& c, const Rational& power) {
  const GapShape shape = shape_of(c.layout, static_cast<long>(c.n), static_cast<long>(c.d), c.m, c.epsilon);
  const AttentionScale scale(power, c.layout.order, static_cast<std::size_t>(shape.width()));
  const ExtremeRows rows = extreme_rows(shape);
  if (!exact_criterion(rows, scale)) return std::nullopt;
  const AttentionThreshold threshold = exact_threshold(rows, scale);
  return ExtremeOutputs{threshold.yes, threshold.no};
}

AttentionLayout cycle(const char* h, std::size_t r) {
  return gap_cycle_layout(Variant::repaired, AttentionPolynomial::parse(h), r);
}

AttentionLayout hypergraph(const char* h, std::size_t t_0) {
  return gap_hypergraph_layout(Variant::repaired, AttentionPolynomial::parse(h), t_0, 3);
}

constexpr const char* square = "x1*x2 + x2*x3 + x3*x4 + x1*x4";
constexpr const char* square_with_chord = "x1*x2 + x2*x3 + x3*x4 + x1*x4 + x1*x3";
constexpr const char* free_triangle = "x1*x2 + x2*x3 + x3*x4 + x2*x4";
constexpr const char* symmetric = "x1*x2*x3 + x1*x2*x4 + x1*x3*x4 + x2*x3*x4";
constexpr const char* with_lower = "x1*x2*x3 + x1*x2*x4 + x1*x3*x4 + x2*x3*x4 + x1*x2";
constexpr const char* free_symmetric = "x2*x3*x4 + x2*x3*x5 + x2*x4*x5 + x3*x4*x5";

void compare_with_every_instance(const std::vector<ExtremeCase>& cases) {
  for (const ExtremeCase& c : cases) {
    for (const Rational& power : {Rational(1, 2), Rational(5), Rational(40)}) {
      INFO(c.name << ", n = " << c.n << ", d = " << c.d << ", m = " << c.m << ", B^k = " << to_string(power));
      const std::optional<ExtremeOutputs> said = proved_extremes(c, power);
      REQUIRE(said);
      const ExtremeOutputs found = extremes_by_brute_force(c.layout, power, c.n, c.d, c.m, c.epsilon);
      CHECK(nearly_equal(found.yes, said->yes));
      CHECK(nearly_equal(found.no, said->no));
    }
  }
}

}  // namespace

TEST_CASE("With several constraints the extreme rows are those of the proof, for every small instance",
          "[reductions]") {
  const Rational half(1, 2);
  compare_with_every_instance({{"triangle", cycle("x1*x2 + x2*x3 + x1*x3", 3), 1, 3, 2, half},
                               {"triangle", cycle("x1*x2 + x2*x3 + x1*x3", 3), 2, 2, 1, half},
                               {"triangle outside x1", cycle(free_triangle, 3), 1, 3, 2, half},
                               {"square", cycle(square, 4), 1, 3, 2, half},
                               {"square with a chord", cycle(square_with_chord, 4), 1, 3, 2, half},
                               {"four vectors", hypergraph(symmetric, 4), 1, 2, 1, half},
                               {"four vectors", hypergraph(symmetric, 4), 1, 3, 2, half},
                               {"lower monomial", hypergraph(with_lower, 4), 1, 3, 1, half},
                               {"without x1", hypergraph(free_symmetric, 4), 1, 3, 1, half}});
}

TEST_CASE("The same with two vectors in a set", "[reductions][.][long]") {
  const Rational half(1, 2);
  compare_with_every_instance({{"triangle", cycle("x1*x2 + x2*x3 + x1*x3", 3), 3, 2, 1, half},
                               {"triangle", cycle("x1*x2 + x2*x3 + x1*x3", 3), 2, 3, 2, half},
                               {"triangle outside x1", cycle(free_triangle, 3), 2, 2, 1, half},
                               {"triangle outside x1", cycle(free_triangle, 3), 2, 3, 2, half},
                               {"square", cycle(square, 4), 2, 2, 1, half},
                               {"square with a chord", cycle(square_with_chord, 4), 2, 2, 1, half},
                               {"four vectors", hypergraph(symmetric, 4), 2, 2, 1, half},
                               {"lower monomial", hypergraph(with_lower, 4), 2, 2, 1, half},
                               {"without x1", hypergraph(free_symmetric, 4), 2, 2, 1, half}});
}

// (*) of extreme_rows.hpp for every B at once: with Y = 1 + u right minus left has no negative coefficient.
TEST_CASE("For d >= 2m zero vectors are the least for every B and every n", "[reductions]") {
  const std::vector<std::pair<const char*, AttentionLayout>> layouts{
      {"C.10", gap_triangle_layout()},
      {"triangle outside x1", cycle(free_triangle, 3)},
      {"square", cycle(square, 4)},
      {"square with a chord", cycle(square_with_chord, 4)},
      {"four vectors", hypergraph(symmetric, 4)},
      {"without x1", hypergraph(free_symmetric, 4)}};
  for (const auto& [name, layout] : layouts) {
    for (long d = 2; d <= 16; ++d) {
      for (long m = 1; 2 * m <= d; ++m) {
        INFO(name << ", d = " << d << ", m = " << m);
        const ExtremeRows rows = extreme_rows(shape_of(layout, 1000, d, m, Rational(1, 2)));
        CHECK_FALSE(rows.conditions.empty());
        for (const ScaledExponentials& condition : rows.conditions) {
          std::vector<Rational> shifted;  // coefficients in u
          for (const auto& [exponent, count] : condition) {
            const Rational power = exponent.empty() ? Rational(0) : exponent.back();
            REQUIRE(denominator_of(power) == 1);
            Rational binomial = count;
            for (long i = 0; i <= to_long(numerator_of(power)); ++i) {
              if (shifted.size() <= static_cast<std::size_t>(i)) shifted.emplace_back(0);
              shifted[static_cast<std::size_t>(i)] += binomial;
              binomial = binomial * (power - i) / (i + 1);
            }
          }
          for (const Rational& coefficient : shifted) CHECK(coefficient >= 0);
        }
      }
    }
  }
}

// docs/attention-hardness.md: Y^(m-L) > 2^|T| n^g serves; not 2^(|T|+1) <= Y^(m+L), Y^(m-L) <= n^g/2^(|T|+1).
TEST_CASE("For large n the least B is where Y^(m-L) is about n^g", "[reductions]") {
  for (const AttentionLayout& layout : {gap_triangle_layout(), cycle(free_triangle, 3),
                                        cycle(square_with_chord, 4), hypergraph(symmetric, 4)}) {
    for (const long n : {1000L, 1000000L, 1000000000L}) {
      const long m = 4;
      const long L = 2;
      const GapShape shape = shape_of(layout, n, 8, m, Rational(1, 2));
      const long g = shape.chosen - (shape.first_chosen() ? 1 : 0);
      const ExtremeRows rows = extreme_rows(shape);
      const auto at = [&](const Interval& log_of_Y) {
        const Rational power(nearest_integer_to_middle(log_of_Y * Interval(1000 * shape.width(), 128)), 1000);
        return exact_criterion(rows, AttentionScale(power, static_cast<std::size_t>(shape.k),
                                                    static_cast<std::size_t>(shape.width())))
            .value();
      };
      const auto log_of = [](long value) { return log(Interval(value, 128)); };
      const Interval g_log_n = Interval(g, 128) * log_of(n);
      const Interval gap(m - L, 128);
      const Interval slack(Rational(1, 100), 128);
      INFO(layout.h.to_string() << ", n = " << n);
      CHECK(at((g_log_n + Interval(shape.chosen, 128) * log_of(2)) / gap + slack) == Ordering::greater);
      CHECK(at((g_log_n - Interval(shape.chosen + 1, 128) * log_of(2)) / gap - slack) == Ordering::less);
      CHECK(at(Interval(shape.chosen + 1, 128) * log_of(2) / Interval(m + L, 128) + slack) == Ordering::less);
    }
  }
}

TEST_CASE("With enough coordinates for all inner products but one, enumeration finds no larger no row",
          "[reductions]") {
  // d = 3 = L + (m-L)(C-1) fits; with d = 2 two ones are the most, in any two of the four constraints.
  const auto no_rows = [](long d) {
    return extreme_rows(shape_of(hypergraph(symmetric, 4), 5, d, 1, Rational(1, 2))).largest_no;
  };
  const auto most = [](const std::vector<SplitRow>& rows) {
    std::vector<Rational> powers;
    for (const SplitRow& row : rows) powers.push_back(row.numerator.begin()->first.back());
    return powers;
  };
  for (const Rational& power : most(no_rows(3))) CHECK(power == 3);
  for (const Rational& power : most(no_rows(2))) CHECK(power == 2);
  // 3^10 lists of inner products are too many to enumerate, and d = 4 is below 1 + 9.
  CHECK(extreme_rows(shape_of(gap_hypergraph_layout(Variant::repaired, elementary_symmetric(5, 3), 5, 3), 2,
                              4, 2, Rational(1, 2)))
            .largest_no.empty());
  // Nor are 3^11 terms summed.
  CHECK(extreme_rows(
            shape_of(gap_cycle_layout(Variant::repaired, cycle_polynomial(11), 11), 2, 2, 1, Rational(1, 2)))
            .largest_no.empty());
  CHECK_FALSE(extreme_rows(shape_of(gap_cycle_layout(Variant::repaired, cycle_polynomial(8), 8), 2, 2, 1,
                                    Rational(1, 2)))
                  .largest_no.empty());
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
      CHECK(exact_criterion(extreme_rows(shape),
                            AttentionScale(power, 2, static_cast<std::size_t>(shape.width()))) ==
            Ordering::greater);
  }
  // One tuple more than m/L: a root above 1.
  const GapShape shape = shape_of(layout, 4, 8, 6, Rational(2, 3));
  CHECK(exact_criterion(extreme_rows(shape),
                        AttentionScale(Rational(1, 1000), 2, static_cast<std::size_t>(shape.width()))) ==
        Ordering::less);
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
  const auto reduction = gap_hypergraph_to_poly();
  // 3^10 lists of inner products: the largest no row is not looked for.
  const BitVectors ones = bit_rows({{1, 1, 0}, {0, 0, 0}});
  const InnerProducts gap =
      gap_version(Family::hypergraph_ip, 3, {ones, ones, ones, ones, ones}, 2, Rational(1, 2));
  const Instance source = gap;
  const Images images =
      reduction->images(Variant::repaired, source, parse_parameters(reduction->info().parameters, {"Bk=1"}));
  const AttentionCheck check = check_attention(std::get<AttentionInstance>(images.instance(0)), gap);
  CHECK(check.wrong_tuples == 0);
  CHECK(check.threshold == Status::undecided);
  CHECK_FALSE(check.right());
}

TEST_CASE("With several constraints an instance is judged by the exact threshold, or none is said to exist",
          "[reductions]") {
  const auto reduction = gap_ip_triangle_to_strassen();
  const InnerProducts gap = gap_version(
      Family::ip_triangle, 2,
      {bit_rows({{1, 1, 0}, {0, 0, 0}}), bit_rows({{1, 1, 0}, {1, 1, 0}}), bit_rows({{1, 1, 0}, {1, 1, 0}})},
      2, Rational(1, 2));
  const Instance source = gap;
  const auto at = [&](const std::string& power) {
    const Images images = reduction->images(Variant::repaired, source,
                                            parse_parameters(reduction->info().parameters, {"Bk=" + power}));
    return check_attention(std::get<AttentionInstance>(images.instance(0)), gap);
  };
  // The least B^2 over all lists is 8.263; the proof asks for more than 12.
  CHECK(at("17/2").right());
  CHECK(at("8").threshold == Status::refuted);
  CHECK_THAT(at("8").threshold_reason, Catch::Contains("that needs (Y^6 + "));
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

}  // namespace extreme_rows_test

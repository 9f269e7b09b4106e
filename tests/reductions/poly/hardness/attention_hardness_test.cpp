#include <catch2/catch.hpp>

#include "claims/usage_error.hpp"
#include "reductions/poly/hardness/attention_check.hpp"
#include "reductions/poly/hardness/attention_hardness_support.hpp"
#include "reductions/poly/hardness/gap_to_attention.hpp"
#include "reductions/poly/hardness/hardness_claim.hpp"
#include "reductions/poly/hardness/hardness_layouts.hpp"

namespace attention_hardness_test {

using namespace attest;            // NOLINT(google-build-using-namespace)
using namespace attest::problems;  // NOLINT(google-build-using-namespace)
using attest::testing::bit_rows;
using attest::testing::every_gap_instance;

namespace {

Parameters settings(const Reduction& reduction, const std::vector<std::string>& words) {
  return parse_parameters(reduction.info().parameters, words);
}

// Every instance of that size: the check is right, and the two solution maps fit together.
struct Sweep {
  int instances = 0;
  int yes = 0;
};

Sweep sweep(const Reduction& reduction, const std::vector<std::string>& words, Family family,
            std::size_t order, std::size_t sets, std::size_t n, std::size_t d, long m,
            const Rational& epsilon) {
  Sweep result;
  every_gap_instance(family, order, sets, n, d, m, epsilon, [&](const InnerProducts& gap) {
    const Instance source = gap;
    const Images images = reduction.images(Variant::repaired, source, settings(reduction, words));
    const Instance image = images.instance(0);
    const AttentionCheck check = check_attention(std::get<AttentionInstance>(image), gap);
    INFO(check.first_wrong_tuple << " " << check.first_wrong_row);
    REQUIRE(check.right());
    ++result.instances;
    const auto solution = solve_by_definition(gap);
    REQUIRE(check.yes == solution.has_value());
    if (!solution) return;
    ++result.yes;
    const Located row = images.forward(*solution);
    const auto back = std::get<Tuple>(images.backward(row));
    REQUIRE(satisfies(gap, back));
    REQUIRE(images.forward(back).solution == row.solution);
  });
  return result;
}

}  // namespace

TEST_CASE("Strassen attention decides every small gap triangle", "[reductions]") {
  const auto reduction = gap_ip_triangle_to_strassen();
  const Sweep one = sweep(*reduction, {}, Family::ip_triangle, 2, 3, 1, 2, 1, Rational(1, 2));
  // At most one of the three is (1,1): 27 + 3*9. Yes: 2 without it (all the same unit vector), 6 with it.
  CHECK(one.instances == 54);
  CHECK(one.yes == 8);
  const Sweep two = sweep(*reduction, {}, Family::ip_triangle, 2, 3, 2, 2, 1, Rational(1, 2));
  CHECK(two.instances > 0);
  CHECK(two.yes > 0);
}

TEST_CASE("Poly-attention decides every small gap kIP, whichever monomials h has", "[reductions]") {
  const auto reduction = gap_kip_to_poly();
  for (const std::string h : {"x1*x2", "x2*x3", "x1*x3 + x2*x3", "x3*x4 + x2*x4"}) {
    const Sweep s = sweep(*reduction, {"h=" + h}, Family::k_ip, 2, 2, 2, 2, 1, Rational(1, 2));
    CHECK(s.instances > s.yes);
    CHECK(s.yes > 0);
  }
  for (const std::string h : {"x1*x2*x3 + x1*x2 + x2*x3 + x1*x3", "x2*x3*x4 + x2*x3 + x1*x2"}) {
    const Sweep s = sweep(*reduction, {"h=" + h}, Family::k_ip, 3, 3, 1, 2, 1, Rational(1, 3));
    CHECK(s.instances > s.yes);
    CHECK(s.yes > 0);
  }
}

TEST_CASE("Poly-attention decides every small gap HypergraphIP, with and without lower monomials",
          "[reductions]") {
  const auto reduction = gap_hypergraph_to_poly();
  const std::string symmetric = "x1*x2*x3 + x1*x2*x4 + x1*x3*x4 + x2*x3*x4";
  for (const std::string& h :
       {symmetric, symmetric + " + x1*x2 + x2*x3 + x3*x4", symmetric + " + x1*x2*x5 + x2*x5 + x3*x4"}) {
    const Sweep s = sweep(*reduction, {"h=" + h}, Family::hypergraph_ip, 3, 4, 1, 2, 1, Rational(1, 2));
    CHECK(s.instances > s.yes);
    CHECK(s.yes > 0);
  }
  // The symmetric part on x2..x5: every row of the output answers for the whole instance.
  const Sweep s = sweep(*reduction, {"h=x2*x3*x4 + x2*x3*x5 + x2*x4*x5 + x3*x4*x5 + x1*x2 + x4*x5"},
                        Family::hypergraph_ip, 3, 4, 1, 2, 1, Rational(1, 2));
  CHECK(s.yes > 0);
}

TEST_CASE("Poly-attention of degree 2 decides every small gap cycle, wherever the cycle lies",
          "[reductions]") {
  const auto reduction = gap_cycle_to_poly();
  for (const std::string h :
       {"x1*x2 + x2*x3 + x1*x3", "x1*x2 + x2*x3 + x3*x4 + x2*x4", "x1*x5 + x3*x5 + x1*x3 + x2*x4"}) {
    const Sweep s = sweep(*reduction, {"h=" + h}, Family::directed_cycle, 2, 3, 1, 2, 1, Rational(1, 2));
    CHECK(s.instances == 54);
    CHECK(s.yes == 8);
  }
  for (const std::string h :
       {"x1*x2 + x2*x3 + x3*x4 + x1*x4 + x1*x3", "x1*x2 + x2*x3 + x3*x4 + x4*x5 + x2*x5"}) {
    const Sweep s = sweep(*reduction, {"h=" + h}, Family::directed_cycle, 2, 4, 1, 2, 1, Rational(1, 2));
    CHECK(s.instances > s.yes);
    CHECK(s.yes > 0);
  }
}

TEST_CASE("What the reductions to poly-attention do not take is refused with its reason", "[reductions]") {
  const BitVectors set = bit_rows({{1, 0}, {0, 1}});
  const Instance kip = gap_version(Family::k_ip, 2, {set, set}, 1, Rational(1, 2));
  const Instance cycle = gap_version(Family::directed_cycle, 2, {set, set, set}, 1, Rational(1, 2));
  const auto of_kip = gap_kip_to_poly();
  const auto of_cycle = gap_cycle_to_poly();
  CHECK_THROWS_WITH(of_kip->images(Variant::repaired, kip, settings(*of_kip, {"h=x1*x2*x3"})),
                    Catch::Contains("degree 2"));
  CHECK_THROWS_WITH(of_kip->images(Variant::repaired, kip, settings(*of_kip, {"h=x1*x1*x2"})),
                    Catch::Contains("multilinear"));
  CHECK_THROWS_WITH(of_kip->images(Variant::repaired, cycle, settings(*of_kip, {})), Catch::Contains("kip"));
  CHECK_THROWS_WITH(
      of_cycle->images(Variant::repaired, cycle, settings(*of_cycle, {"h=x1*x2 + x2*x3 + x2*x4"})),
      Catch::Contains("tree"));
  CHECK_THROWS_WITH(
      of_cycle->images(Variant::repaired, cycle, settings(*of_cycle, {"h=x1*x2 + x2*x3 + x3*x4 + x1*x4"})),
      Catch::Contains("this one has 4"));
  CHECK_THROWS_WITH(
      of_cycle->images(Variant::printed, cycle, settings(*of_cycle, {"h=x2*x3 + x3*x4 + x2*x4 + x1*x2"})),
      Catch::Contains("line 2958"));
  const Instance zero = gap_version(Family::k_ip, 2, {set, set}, 0, Rational(1, 2));
  CHECK_THROWS_WITH(of_kip->images(Variant::repaired, zero, settings(*of_kip, {})),
                    Catch::Contains("at least 1"));
}

TEST_CASE("Sets of different sizes are filled up with zero vectors that never answer", "[reductions]") {
  const InnerProducts gap = gap_version(
      Family::k_ip, 2, {bit_rows({{1, 0}}), bit_rows({{0, 1}, {1, 0}, {0, 0}})}, 1, Rational(1, 2));
  const auto reduction = gap_kip_to_poly();
  const Instance source = gap;
  const Images images = reduction->images(Variant::repaired, source, settings(*reduction, {}));
  const auto image = std::get<AttentionInstance>(images.instance(0));
  CHECK(image.tokens() == 6);
  CHECK(image.judged.size() == 1);
  CHECK(check_attention(image, gap).right());
  CHECK(std::get<Tuple>(images.backward({0, AttentionRow{0}})) == Tuple{0, 1});
}

TEST_CASE("Rows that no precision tells apart part no threshold", "[reductions]") {
  // The first vector of the first set is in a solution, the second one in none: all others are (1,0).
  const BitVectors set = bit_rows({{1, 0}, {0, 1}});
  const BitVectors one = bit_rows({{1, 0}, {1, 0}});
  const InnerProducts source = gap_version(Family::ip_triangle, 2, {set, one, one}, 1, Rational(1, 2));
  const auto checked = [&](const Rational& power_of_b) {
    return check_attention(attention_of(gap_triangle_layout(), source, power_of_b), source);
  };
  const AttentionCheck far = checked(1000);
  CHECK(far.right());
  // All weights are 1, but for 2^-1000: the exact criterion still tells that no threshold serves all lists.
  CHECK(checked(Rational(1) / Rational(power(2, 1000))).threshold == Status::refuted);
  // But for 2^-5000: neither it nor the rows are decided.
  const AttentionCheck near = checked(Rational(1) / Rational(power(2, 5000)));
  CHECK(near.yes);
  CHECK(near.wrong_tuples == 0);
  CHECK(near.threshold == Status::undecided);
  CHECK(near.threshold_reason.find("was not told from yes row") != std::string::npos);
}

TEST_CASE("A sum at the gap itself needs four coordinates", "[reductions]") {
  // Three inner products of 2 and one of 1: a coordinate of ones in all four sets, and one for each of three triples.
  const auto claim = poly_gap_hypergraph_to_poly_claim();
  for (const long d : {3, 4}) {
    const Verdict verdict = claim->verify(
        Variant::repaired,
        parse_parameters(claim->info().parameters, {"n=1", "d=" + std::to_string(d), "m=2"}), {});
    const auto promise = std::find_if(verdict.checks.begin(), verdict.checks.end(),
                                      [](const Check& check) { return check.name == "sum-promise"; });
    REQUIRE(promise != verdict.checks.end());
    CHECK(promise->status == (d == 4 ? Status::refuted : Status::holds));
  }
}

}  // namespace attention_hardness_test

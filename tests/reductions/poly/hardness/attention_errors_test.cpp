// Planted errors in the matrices of the reductions to poly-attention, and the exact rows against the
// definition.
#include <catch2/catch.hpp>

#include <random>

#include "reductions/poly/gap/gap_instances.hpp"
#include "reductions/poly/hardness/attention_check.hpp"
#include "reductions/poly/hardness/attention_hardness_support.hpp"
#include "reductions/poly/hardness/gap_to_attention.hpp"
#include "reductions/poly/hardness/hardness_layouts.hpp"

namespace attention_errors_test {

using namespace attest;            // NOLINT(google-build-using-namespace)
using namespace attest::problems;  // NOLINT(google-build-using-namespace)
using attest::testing::bit_rows;

namespace {

AttentionInstance image_of(const AttentionLayout& layout, const InnerProducts& gap, const Rational& power) {
  return attention_of(layout, gap, power);
}

bool next_tuple(std::vector<std::size_t>& tuple, std::size_t size) {
  for (std::size_t i = tuple.size(); i > 0; --i) {
    if (++tuple[i - 1] < size) return true;
    tuple[i - 1] = 0;
  }
  return false;
}

// h at B, straight from Definition 2.2, for B an integer.
long h_by_definition(const AttentionInstance& instance, const std::vector<std::size_t>& rows, long b) {
  long sum = 0;
  for (const auto& monomial : instance.h.monomials()) {
    for (std::size_t c = 0; c < instance.dimension(); ++c) {
      long product = 1;
      for (const std::size_t j : monomial) {
        const auto row = static_cast<Eigen::Index>(rows[j]);
        const auto column = static_cast<Eigen::Index>(c);
        product *= instance.q[j].scaled(row, column) * b + instance.q[j].unscaled(row, column);
      }
      sum += product;
    }
  }
  return sum;
}

// The output of a row, term by term.
Interval output_by_definition(const AttentionInstance& instance, std::size_t row, long b) {
  Interval above(0L, 128);
  Interval below(0L, 128);
  std::vector<std::size_t> rest(instance.q.size() - 1, 0);
  do {
    std::vector<std::size_t> rows{row};
    long value = 1;
    for (std::size_t j = 0; j < rest.size(); ++j) {
      rows.push_back(rest[j]);
      value *= instance.v[j](static_cast<Eigen::Index>(rest[j]));
    }
    const Interval e = exp(
        Interval(Rational(h_by_definition(instance, rows, b), static_cast<long>(instance.dimension())), 128));
    below = below + e;
    above = above + Interval(value, 128) * e;
  } while (next_tuple(rest, instance.tokens()));
  return above / below;
}

// Whether some tuple with a judged first row has another h (as polynomials in B: at more values of B than the
// degree) or another product of values.
bool changes_some_tuple(const AttentionInstance& a, const AttentionInstance& b) {
  std::vector<std::size_t> rows(a.q.size(), 0);
  do {
    if (std::find(a.judged.begin(), a.judged.end(), rows[0]) == a.judged.end()) continue;
    long value_a = 1;
    long value_b = 1;
    for (std::size_t j = 1; j < rows.size(); ++j) {
      value_a *= a.v[j - 1](static_cast<Eigen::Index>(rows[j]));
      value_b *= b.v[j - 1](static_cast<Eigen::Index>(rows[j]));
    }
    if (value_a != value_b) return true;
    for (long scale = 1; scale <= 5; ++scale) {
      if (h_by_definition(a, rows, scale) != h_by_definition(b, rows, scale)) return true;
    }
  } while (next_tuple(rows, a.tokens()));
  return false;
}

// Why a change of that entry of Q^(j) cannot matter: the row is never judged, or in that column every
// monomial with x_j has another variable whose column is zero.
bool provably_idle(const AttentionInstance& instance, std::size_t j, std::size_t row, std::size_t column) {
  if (j == 0 && instance.carries[0] &&
      std::find(instance.judged.begin(), instance.judged.end(), row) == instance.judged.end())
    return true;
  const auto zero = [&](std::size_t other) {
    for (std::size_t r = 0; r < instance.tokens(); ++r) {
      if (other == 0 && instance.carries[0] &&
          std::find(instance.judged.begin(), instance.judged.end(), r) == instance.judged.end())
        continue;
      const auto place = static_cast<Eigen::Index>(r);
      const auto c = static_cast<Eigen::Index>(column);
      if (instance.q[other].scaled(place, c) != 0 || instance.q[other].unscaled(place, c) != 0) return false;
    }
    return true;
  };
  for (const auto& monomial : instance.h.monomials()) {
    if (std::find(monomial.begin(), monomial.end(), j) == monomial.end()) continue;
    if (std::none_of(monomial.begin(), monomial.end(), [&](std::size_t o) { return o != j && zero(o); }))
      return false;
  }
  return true;
}

struct Mutants {
  int caught = 0;
  int idle = 0;
  int idle_by_cancellation = 0;  // no tuple changes, but not for the reason of provably_idle
};

// Every entry of every Q changed by B and by 1, every entry of every V by 1.
Mutants plant_errors(const AttentionLayout& layout, const InnerProducts& gap) {
  const AttentionInstance right = image_of(layout, gap, 40);
  REQUIRE(check_attention(right, gap).wrong_tuples == 0);
  Mutants mutants;
  const auto judge = [&](const AttentionInstance& wrong, bool expected_idle) {
    const bool changed = changes_some_tuple(right, wrong);
    REQUIRE((check_attention(wrong, gap).wrong_tuples > 0) == changed);
    if (changed) {
      REQUIRE_FALSE(expected_idle);
      ++mutants.caught;
    } else {
      ++mutants.idle;
      if (!expected_idle) ++mutants.idle_by_cancellation;
    }
  };
  for (std::size_t j = 0; j < right.q.size(); ++j) {
    for (std::size_t row = 0; row < right.tokens(); ++row) {
      for (std::size_t c = 0; c < right.dimension(); ++c) {
        const bool idle = provably_idle(right, j, row, c);
        AttentionInstance wrong = right;
        wrong.q[j].scaled(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(c)) += 1;
        judge(wrong, idle);
        wrong = right;
        wrong.q[j].unscaled(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(c)) += 1;
        judge(wrong, idle);
      }
      if (j == 0) continue;
      AttentionInstance wrong = right;
      wrong.v[j - 1](static_cast<Eigen::Index>(row)) += 1;
      judge(wrong, false);
    }
  }
  return mutants;
}

}  // namespace

TEST_CASE("Every planted error that changes h or a value somewhere is caught, the others are named idle",
          "[reductions]") {
  const InnerProducts triangle =
      gap_version(Family::ip_triangle, 2, {bit_rows({{1, 1}}), bit_rows({{1, 0}}), bit_rows({{1, 0}})}, 1,
                  Rational(1, 2));
  const Mutants of_triangle = plant_errors(gap_triangle_layout(), triangle);
  CHECK(of_triangle.idle_by_cancellation == 0);
  CHECK(of_triangle.caught == 42);
  // 8 in the lower row of Q^(1), which is no row of the output that is read; 2 in the second column of Q^(1),
  // where neither b nor c has a coordinate.
  CHECK(of_triangle.idle == 10);

  const InnerProducts kip = gap_version(
      Family::k_ip, 3, {bit_rows({{1, 1}}), bit_rows({{1, 0}}), bit_rows({{1, 0}})}, 1, Rational(1, 2));
  const auto kip_h = AttentionPolynomial::parse("x1*x2*x3 + x1*x2 + x2*x4");
  const Mutants of_kip = plant_errors(gap_kip_layout(Variant::repaired, kip_h, 3), kip);
  CHECK(of_kip.idle_by_cancellation == 0);
  CHECK(of_kip.caught == 70);
  CHECK(of_kip.idle == 64);

  const InnerProducts hypergraph =
      gap_version(Family::hypergraph_ip, 3,
                  {bit_rows({{1}}), bit_rows({{1}}), bit_rows({{1}}), bit_rows({{1}})}, 1, Rational(1, 2));
  const auto hypergraph_h = AttentionPolynomial::parse("x1*x2*x3 + x1*x2*x4 + x1*x3*x4 + x2*x3*x4 + x1*x2");
  const Mutants of_hypergraph =
      plant_errors(gap_hypergraph_layout(Variant::repaired, hypergraph_h, 4, 3), hypergraph);
  CHECK(of_hypergraph.idle_by_cancellation == 0);
  CHECK(of_hypergraph.caught == 90);
  CHECK(of_hypergraph.idle == 12);

  const InnerProducts cycle =
      gap_version(Family::directed_cycle, 2,
                  {bit_rows({{1}}), bit_rows({{1}}), bit_rows({{1}}), bit_rows({{1}})}, 1, Rational(1, 2));
  const auto cycle_h = AttentionPolynomial::parse("x1*x2 + x2*x3 + x3*x4 + x1*x4 + x1*x3 + x4*x5");
  const Mutants of_cycle = plant_errors(gap_cycle_layout(Variant::repaired, cycle_h, 4), cycle);
  CHECK(of_cycle.idle_by_cancellation == 0);
  CHECK(of_cycle.caught == 90);
  CHECK(of_cycle.idle == 18);
}

TEST_CASE("Grouped rows give the outputs of the definition, term by term", "[reductions]") {
  const InnerProducts gap = gap_version(
      Family::k_ip, 3, {bit_rows({{1, 1}, {0, 1}}), bit_rows({{1, 0}, {0, 0}}), bit_rows({{1, 0}, {1, 1}})},
      1, Rational(1, 2));
  for (const Variant variant : {Variant::printed, Variant::repaired}) {
    for (const std::string text : {"x1*x2*x3 + x1*x2 + x2*x3 + x1*x3", "x2*x3*x4 + x2*x3 + x1*x2"}) {
      const AttentionLayout layout = gap_kip_layout(variant, AttentionPolynomial::parse(text), 3);
      const AttentionInstance instance = image_of(layout, gap, 27);  // B = 3
      const AttentionScale scale(27, 3, instance.dimension());
      const AttentionRows rows(instance);
      for (std::size_t row = 0; row < instance.tokens(); ++row) {
        const Interval grouped = output_of_row(rows.row(row), scale, 60);
        const Interval direct = output_by_definition(instance, row, 3);
        CHECK(compare(abs(grouped - direct), Rational(1, Integer(1) << 50)) == Ordering::less);
      }
      std::vector<std::size_t> tuple(instance.q.size(), 0);
      do {
        const PowersOfB value = rows.value(tuple);
        long at_three = 0;
        for (std::size_t i = value.size(); i-- > 0;) at_three = 3 * at_three + value[i];
        REQUIRE(at_three == h_by_definition(instance, tuple, 3));
      } while (next_tuple(tuple, instance.tokens()));
    }
  }
}

TEST_CASE("The pruned enumeration finds the instances that the definition of the promise leaves",
          "[reductions]") {
  struct Case {
    GapSize size;
    int expected;
  };
  const std::vector<GapSize> sizes{{Family::ip_triangle, 2, 3, 2, 2, 1, Rational(1, 2)},
                                   {Family::k_ip, 2, 2, 2, 3, 2, Rational(1, 2)},
                                   {Family::hypergraph_ip, 3, 4, 1, 2, 1, Rational(1, 3)},
                                   {Family::directed_cycle, 2, 4, 1, 3, 2, Rational(3, 4)}};
  for (const GapSize& size : sizes) {
    std::vector<InnerProducts> pruned;
    for_each_gap_instance(size, [&](const InnerProducts& gap) {
      pruned.push_back(gap);
      return true;
    });
    std::size_t plain = 0;
    bool all_there = true;
    attest::testing::every_gap_instance(size.family, size.order, size.sets, size.n, size.d, size.m,
                                        size.epsilon, [&](const InnerProducts&) { ++plain; });
    for (const InnerProducts& gap : pruned) all_there = all_there && !promise_breach(gap);
    CHECK(pruned.size() == plain);
    CHECK(all_there);
    CHECK(plain > 0);
  }
}

TEST_CASE("The proved bounds enclose every output where the exact sums are compared with them",
          "[reductions]") {
  // The threshold lies between them, and the least sufficient power separates twofold while the one below may
  // not.
  const AttentionLayout layout = gap_kip_layout(Variant::repaired, AttentionPolynomial::parse("x1*x2"), 2);
  const GapShape shape = shape_of(layout, 3, 4, 2, Rational(1, 2));
  const OutputBounds bounds = output_bounds(shape, proved_bounds(shape));
  CHECK(bounds.ratio == 6);  // (2n)^g with g = 1
  const Integer power = sufficient_power(shape, bounds.ratio);
  CHECK(power == 20);  // log(12) 8/1 = 19.88
  const AttentionThreshold at = attention_threshold(shape, AttentionScale(Rational(power), 2, 8));
  CHECK(at.separates);
  CHECK(compare(at.yes - Interval(2L, 128) * at.no, Rational(0)) == Ordering::greater);
  CHECK_FALSE(attention_threshold(shape, AttentionScale(Rational(14), 2, 8)).separates);  // e^(14/8) < 6
}

TEST_CASE("A tie of exponentials is found where B is rational, and left open at no cost where it is not",
          "[reductions]") {
  // B^2 = 4: e^(2B/d) and e^(B^2/d) are the same number.
  const ScaledExponentials tie{{{0, 2}, 1}, {{0, 0, 1}, -1}};
  CHECK(AttentionScale(4, 2, 3).sign(tie) == Ordering::equal);
  CHECK(AttentionScale(5, 2, 3).sign(tie) == Ordering::less);
  CHECK(AttentionScale(3, 2, 3).sign(tie) == Ordering::greater);
  CHECK(AttentionScale(Rational(9, 4), 2, 3).sign(tie) == Ordering::greater);
}

TEST_CASE("Strassen attention and cubic attention decide planted instances with eight vectors a set",
          "[reductions]") {
  std::mt19937 random(20);
  const auto sparse = [&](std::size_t count) {
    BitVectors set(count, 64);
    for (std::size_t row = 0; row < count; ++row) {
      for (int i = 0; i < 6; ++i) set.set(row, random() % 64);
    }
    return set;
  };
  const auto plant = [](BitVectors& set, std::size_t row) {
    for (std::size_t c = 0; c < 64; ++c) set.set(row, c, c % 11 == 3);
  };
  int instances = 0;
  for (int attempt = 0; attempt < 6; ++attempt) {
    for (const bool yes : {false, true}) {
      std::vector<BitVectors> sets{sparse(8), sparse(8), sparse(8)};
      for (std::size_t i = 0; yes && i < 3; ++i) plant(sets[i], (3 * i + 1) % 8);
      const bool triangle = attempt % 2 == 0;
      const InnerProducts gap = gap_version(triangle ? Family::ip_triangle : Family::k_ip, triangle ? 2 : 3,
                                            sets, 6, Rational(1, 3));
      if (promise_breach(gap)) continue;
      ++instances;
      const auto reduction = triangle ? gap_ip_triangle_to_strassen() : gap_kip_to_poly();
      const std::vector<std::string> words =
          triangle ? std::vector<std::string>{} : std::vector<std::string>{"h=x1*x2*x3 + x2*x3"};
      const Instance source = gap;
      const Images images =
          reduction->images(Variant::repaired, source, parse_parameters(reduction->info().parameters, words));
      const AttentionCheck check = check_attention(std::get<AttentionInstance>(images.instance(0)), gap);
      CHECK(check.right());
      CHECK(check.yes == yes);
    }
  }
  CHECK(instances >= 6);
}

}  // namespace attention_errors_test

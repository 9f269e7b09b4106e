// The reductions inside the proofs of seed 000: solvers against solvers written differently, and planted
// errors.
#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <set>

#include "claims/usage_error.hpp"
#include "reductions/strassen/composition_to_indexing.hpp"
#include "reductions/strassen/disjointness_to_quotient.hpp"
#include "reductions/strassen/match3_to_sum2.hpp"
#include "reductions/strassen/relation_to_disjointness.hpp"

namespace strassen_reductions_test {

using namespace attest;
using namespace attest::problems;

namespace {

std::vector<int> bits(unsigned code, int length) {
  std::vector<int> word(length);
  for (int k = 0; k < length; ++k) word[k] = static_cast<int>(code >> (length - 1 - k) & 1U);
  return word;
}

BitMatrix matrix(unsigned code, int size) {
  BitMatrix m(size);
  for (int i = 1; i <= size; ++i) {
    for (int j = 1; j <= size; ++j) m(i, j) = static_cast<int>(code >> ((i - 1) * size + j - 1) & 1U);
  }
  return m;
}

std::uint64_t failing(const TwoSidedReduction& reduction) {
  return check_two_sided(reduction, {}).failing;
}

Verdict verdict_of(const std::unique_ptr<Claim>& claim, Variant variant,
                   const std::vector<std::string>& words) {
  return claim->verify(variant, parse_parameters(claim->info().parameters, words), {});
}

}  // namespace

TEST_CASE("Sum2 and Match3 agree with the residues that occur", "[reductions][strassen-reductions]") {
  for (int m = 2; m <= 7; ++m) {
    for (unsigned code = 0; code < 512; ++code) {
      std::vector<int> p = {1 + static_cast<int>(code % 8) % (m - 1),
                            1 + static_cast<int>(code / 8 % 8) % (m - 1),
                            1 + static_cast<int>(code / 64) % (m - 1)};
      std::set<int> pair_sums;
      for (const int a : p) {
        for (const int b : p) pair_sums.insert((a + b) % m);
      }
      for (int i = 1; i <= 3; ++i)
        CHECK(solve(Match3{m, p}, i) == (pair_sums.count((m - p[i - 1]) % m) == 1));
      if (std::count(p.begin(), p.end(), m - 2) == 0)
        CHECK(solve(Sum2{m, p}) == (pair_sums.count(m - 1) == 1));
    }
  }
  CHECK(sum2_alphabet(2) == std::vector<int>{1});
  CHECK(sum2_alphabet(3) == std::vector<int>{2});
  CHECK(sum2_alphabet(6) == std::vector<int>{1, 2, 3, 5});
}

TEST_CASE("relation composition agrees with the Boolean matrix product",
          "[reductions][strassen-reductions]") {
  for (unsigned code = 0; code < 256; ++code) {
    const RelationComposition instance{matrix(code & 15U, 2), matrix(code >> 4, 2)};
    for (int i = 1; i <= 2; ++i) {
      for (int j = 1; j <= 2; ++j) {
        const int product = instance.a(i, 1) * instance.b(1, j) + instance.a(i, 2) * instance.b(2, j);
        CHECK(solve(instance, i, j) == (product > 0));
      }
    }
  }
}

TEST_CASE("quotient composition agrees with counting by colours", "[reductions][strassen-reductions]") {
  for (unsigned code = 0; code < 1U << 12; code += 5) {
    for (unsigned colours = 0; colours < 27; ++colours) {
      const QuotientComposition instance{
          matrix(code & 511U, 3),
          matrix((code * 37U + colours) & 511U, 3),
          {1 + static_cast<int>(colours % 3), 1 + static_cast<int>(colours / 3 % 3),
           1 + static_cast<int>(colours / 9)}};
      // For each colour: pairs of ends minus those with both ends at one node.
      std::map<int, int> ends_of_a;
      std::map<int, int> ends_of_b;
      std::map<int, int> both;
      for (int k = 1; k <= 3; ++k) {
        const int colour = instance.col[k - 1];
        ends_of_a[colour] += instance.a(1, k);
        ends_of_b[colour] += instance.b(k, 2);
        both[colour] += instance.a(1, k) * instance.b(k, 2);
      }
      int pairs = 0;
      for (const auto& [colour, count] : ends_of_a) pairs += count * ends_of_b[colour] - both[colour];
      REQUIRE(solve(instance, 1, 2) == (pairs > 0));
    }
  }
}

TEST_CASE("the printed reductions map yes to yes and no to no, in known numbers",
          "[reductions][strassen-reductions]") {
  for (int n = 1; n <= 5; ++n) {
    const TwoSidedOutcome outcome = check_two_sided(composition_to_indexing(n), {});
    CHECK(outcome.failing == 0);
    CHECK(outcome.yes * n == outcome.instances);  // one value in n is 1
    CHECK(outcome.of_left.size() == (n == 1 ? 0 : 1));
    CHECK(outcome.of_right.size() == static_cast<std::size_t>(n == 1 ? 0 : n));
    CHECK(outcome.fixed.size() == static_cast<std::size_t>(n == 1 ? 3 : n));
  }
  std::uint64_t no = 1;  // 3^m pairs of disjoint sets
  for (int m = 1; m <= 6; ++m) {
    no *= 3;
    for (const TwoSidedReduction& reduction : {relation_to_disjointness(m), disjointness_to_quotient(m)}) {
      const TwoSidedOutcome outcome = check_two_sided(reduction, {});
      CHECK(outcome.failing == 0);
      CHECK(outcome.instances - outcome.yes == no);
      CHECK(outcome.mixed.empty());
      CHECK(outcome.of_left.size() == static_cast<std::size_t>(m));
      CHECK(outcome.of_right.size() == static_cast<std::size_t>(m));
    }
  }
}

TEST_CASE("Match3 answers Sum2 for every m but 3", "[reductions][strassen-reductions]") {
  for (int m = 2; m <= 9; ++m) {
    for (int l = 1; l <= 4; ++l) {
      const TwoSidedOutcome outcome = check_two_sided(match3_to_sum2(Variant::printed, l, m), {});
      CHECK(outcome.failing == (m == 3 ? outcome.instances : 0));
      CHECK(failing(match3_to_sum2(Variant::repaired, l, m)) == 0);
    }
  }
}

TEST_CASE("a wrong entry of the composition instance is refuted", "[reductions][strassen-reductions]") {
  const int n = 3;
  const auto with = [](const std::function<void(Composition&)>& change) {
    TwoSidedReduction reduction = composition_to_indexing(n);
    reduction.target = [change](std::uint64_t u, std::uint64_t v) {
      Composition image =
          composition_of_indexing({static_cast<int>(u) + 1, word_of_rank(v, n, {1, 2, 3})}, {1, 1});
      change(image);
      return twice_output_map(2 * solve(image)) > 0;
    };
    return failing(reduction);
  };
  CHECK(with([](Composition&) {}) == 0);
  CHECK(with([](Composition& c) { c.x = 2; }) > 0);
  CHECK(with([](Composition& c) { std::swap(c.g[0], c.g[1]); }) > 0);
  CHECK(with([](Composition& c) { std::rotate(c.h.begin(), c.h.begin() + 1, c.h.end()); }) > 0);
  CHECK(with([](Composition& c) { std::swap(c.g, c.h); }) > 0);
  CHECK(with([](Composition& c) { c.g[1] = 3; }) == 0);  // a free value
}

TEST_CASE("ReLU(1.5 - y) is positive exactly below 1.5", "[reductions][strassen-reductions]") {
  CHECK(twice_output_map(1) == 2);
  CHECK(twice_output_map(2) == 1);
  CHECK(twice_output_map(3) == 0);
  CHECK(twice_output_map(4) == 0);
}

TEST_CASE("without the excluded value, or with another first number, Match3 is not Sum2",
          "[reductions][strassen-reductions]") {
  const int m = 6;
  // m - 2 = 4 let in: 1 + 1 + 4 = 0 mod 6.
  CHECK(solve(match3_of_sum2({m, {4}}), 1));
  CHECK_FALSE(solve(Sum2{m, {4}}));
  for (int first = 2; first <= m - 1; ++first) {
    TwoSidedReduction reduction = match3_to_sum2(Variant::printed, 2, m);
    reduction.target = [first](std::uint64_t u, std::uint64_t v) {
      const std::vector<int> letters = sum2_alphabet(m);
      return solve(Match3{m, {first, letters[u], letters[v]}}, 1);
    };
    CHECK(failing(reduction) > 0);
  }
}

TEST_CASE("moving an entry of the relations to any other place is judged as a second evaluation judges it",
          "[reductions][strassen-reductions]") {
  const int m = 2;
  int refuted = 0;
  int harmless = 0;
  for (int j = 1; j <= m; ++j) {
    for (int row = 1; row <= m + 1; ++row) {
      for (int column = 1; column <= m + 1; ++column) {
        const auto moved = [j, row, column](const SetIntersection& sets) {
          RelationComposition image = relation_of_disjointness(sets);
          image.a(1, 1 + j) = 0;
          image.a(row, column) = sets.a[j - 1];
          return image;
        };
        TwoSidedReduction reduction = relation_to_disjointness(m);
        bool differs = false;
        reduction.target = [&moved](std::uint64_t u, std::uint64_t v) {
          return solve(moved({bits(static_cast<unsigned>(u), m), bits(static_cast<unsigned>(v), m)}), 1, 1);
        };
        for (unsigned u = 0; u < 4; ++u) {
          for (unsigned v = 0; v < 4; ++v) {
            const RelationComposition image = moved({bits(u, m), bits(v, m)});
            int count = 0;
            for (int k = 1; k <= m + 1; ++k) count += image.a(1, k) * image.b(k, 1);
            differs = differs || (count > 0) != ((u & v) != 0);
          }
        }
        CHECK((failing(reduction) > 0) == differs);
        ++(differs ? refuted : harmless);
      }
    }
  }
  CHECK(harmless == m);  // where it was
  CHECK(refuted == m * (m + 1) * (m + 1) - m);
}

TEST_CASE("wrong places and colours of the quotient instance are refuted",
          "[reductions][strassen-reductions]") {
  const int s = 3;
  const auto with = [](const std::function<void(QuotientComposition&, const SetIntersection&)>& change) {
    TwoSidedReduction reduction = disjointness_to_quotient(s);
    reduction.target = [change](std::uint64_t u, std::uint64_t v) {
      const SetIntersection sets{bits(static_cast<unsigned>(u), s), bits(static_cast<unsigned>(v), s)};
      QuotientComposition image = quotient_of_disjointness(sets);
      change(image, sets);
      return solve(image, 1, 2);
    };
    return failing(reduction);
  };
  CHECK(with([](QuotientComposition&, const SetIntersection&) {}) == 0);
  // q at the nodes of p: the same node twice is not allowed.
  CHECK(with([](QuotientComposition& q, const SetIntersection& sets) {
          q.b = BitMatrix(2 * s + 2);
          for (int j = 1; j <= s; ++j) q.b(2 + j, 2) = sets.b[j - 1];
        }) > 0);
  // One step to the side.
  CHECK(with([](QuotientComposition& q, const SetIntersection& sets) {
          q.a = BitMatrix(2 * s + 2);
          for (int j = 1; j <= s; ++j) q.a(1, 1 + j) = sets.a[j - 1];
        }) > 0);
  CHECK(with([](QuotientComposition& q, const SetIntersection& sets) {
          q.b = BitMatrix(2 * s + 2);
          for (int j = 1; j <= s; ++j) q.b(2 + s + j, 1) = sets.b[j - 1];
        }) > 0);
  // Every single colour changed to every other: harmless for the nodes 1 and 2 alone, and where a new colour
  // is that of nobody who counts.
  int harmless = 0;
  for (int node = 1; node <= 2 * s + 2; ++node) {
    for (int colour = 1; colour <= 2 * s + 2; ++colour) {
      const std::uint64_t failures =
          with([node, colour](QuotientComposition& q, const SetIntersection&) { q.col[node - 1] = colour; });
      const bool own = quotient_of_disjointness({bits(0, s), bits(0, s)}).col[node - 1] == colour;
      if (node <= 2 || own)
        CHECK(failures == 0);
      else
        CHECK(failures > 0);
      if (failures == 0) ++harmless;
    }
  }
  CHECK(harmless == 2 * (2 * s + 2) + 2 * s);
}

TEST_CASE("a token that depends on both halves is found", "[reductions][strassen-reductions]") {
  TwoSidedReduction reduction = relation_to_disjointness(2);
  reduction.tokens = [](std::uint64_t u, std::uint64_t v) {
    return std::vector<int>{static_cast<int>(u + v), static_cast<int>(u), static_cast<int>(v), 7};
  };
  const TwoSidedOutcome outcome = check_two_sided(reduction, {});
  CHECK(outcome.mixed == std::vector<int>{0});
  CHECK(outcome.of_left == std::vector<int>{1});
  CHECK(outcome.of_right == std::vector<int>{2});
  CHECK(outcome.fixed == std::vector<int>{3});
}

TEST_CASE("an image outside the task's alphabet is no instance", "[reductions][strassen-reductions]") {
  TwoSidedReduction reduction = match3_to_sum2(Variant::printed, 2, 5);
  reduction.tokens = [](std::uint64_t, std::uint64_t) { return std::vector<int>{0, 1, 2}; };
  const TwoSidedOutcome outcome = check_two_sided(reduction, {});
  CHECK(outcome.first_defect);
  CHECK(outcome.failing == outcome.instances);
}

TEST_CASE("Figure 2: p and q meet in position 3, nodes 5 and 9", "[reductions][strassen-reductions]") {
  const SetIntersection sets{{1, 0, 1, 0}, {0, 0, 1, 1}};
  const QuotientComposition image = quotient_of_disjointness(sets);
  CHECK(image.col == std::vector<int>{1, 1, 3, 4, 5, 6, 3, 4, 5, 6});
  CHECK(solve(image, 1, 2));
  CHECK(image.a(1, 5) == 1);
  CHECK(image.b(9, 2) == 1);
  CHECK(image.col[4] == image.col[8]);
  QuotientComposition without = image;
  without.b(9, 2) = 0;
  CHECK_FALSE(solve(without, 1, 2));
  CHECK(figure_2(sets).size() == 4);
  CHECK(figure_2(sets)[2].find("both") != std::string::npos);
}

TEST_CASE("the claims about the reductions", "[reductions][strassen-reductions]") {
  CHECK(verdict_of(strassen_composition_to_indexing_claim(), Variant::printed, {"n=3"}).status ==
        Status::holds);
  const auto match3 = strassen_match3_to_sum2_claim();
  const Verdict three = verdict_of(match3, Variant::printed, {"l=2", "m=3"});
  CHECK(three.status == Status::refuted);
  CHECK(three.counterexample["match3_at_1"] == 1);
  CHECK(three.counterexample["sum2_answer"] == 0);
  CHECK(verdict_of(match3, Variant::repaired, {"l=2", "m=3"}).status == Status::not_applicable);
  CHECK(verdict_of(match3, Variant::printed, {"l=2", "m=3"}).kind == Kind::construction);
  CHECK_THROWS_AS(verdict_of(match3, Variant::printed, {"l=20", "m=20"}), UsageError);
  CHECK_THROWS_AS(verdict_of(match3, Variant::printed, {"l=1", "m=1"}), UsageError);
  CHECK(verdict_of(strassen_relation_to_disjointness_claim(), Variant::printed, {"m=3"}).status ==
        Status::holds);
  const Verdict quotient = verdict_of(strassen_disjointness_to_quotient_claim(), Variant::printed, {"s=4"});
  CHECK(quotient.status == Status::holds);
  CHECK(quotient.details["tokens"] == 100);
  CHECK(quotient.details["fixed_tokens"] == 92);
}

}  // namespace strassen_reductions_test

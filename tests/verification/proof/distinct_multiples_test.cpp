#include "verification/proof/distinct_multiples.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "verification/proof/refusal.hpp"

namespace attest::distinct_multiples_test {

using proof::Laurent;
using proof::Refusal;
using proof::SummedIndex;
using proof::Variables;

namespace {

Laurent v(const std::string& name) {
  return Laurent::variable(name);
}

Variables variables_from(long m) {
  Variables variables;
  variables.add_size("m", m);
  for (const char* name : {"i", "k", "l"}) variables.add(name, {1, v("m")}, true);
  variables.add("A[k]", {0, 1}, true);
  variables.add("r[k]", {0, 1}, false);
  return variables;
}

const std::vector<SummedIndex> indices{{"k", {"A[k]", "r[k]"}}, {"l", {}}};

// m^3 (-(k - i)^2 + A) + multiple * (tie)
Laurent score(const Laurent& tie) {
  const Laurent root = v("k") - v("i");
  return power(v("m"), 3) * (v("A[k]") - root * root) + tie;
}

std::string refused(const Laurent& s, long from = 1) {
  const Variables variables = variables_from(from);
  try {
    proof::distinct_multiples(s, indices, variables);
  } catch (const Refusal& refusal) {
    return refusal.hypothesis();
  }
  return "";
}

}  // namespace

TEST_CASE("Every hypothesis of distinct multiples is checked", "[proof]") {
  const Laurent m = v("m");
  const Laurent good = m * v("k") + v("l");
  CHECK(refused(score(good)).empty());
  CHECK(refused(score(m * v("k"))) == "L2.b");                          // no tie term for l
  CHECK(refused(score(v("k") + v("l"))) == "L2.b");                     // k + l is the same for many
  CHECK(refused(score((m - Laurent(1)) * v("k") + v("l"))) == "L2.b");  // m - 1 < 1 + (m - 1)
  CHECK(refused(score(m * v("k") - v("l"))) == "L2.b");                 // not positive
  CHECK(refused(score(good + v("r[k]"))) == "L2.a");                    // a symbol in the ties
  CHECK(refused(score(m * v("k") * v("l") + v("l"))) == "L2.a");
  // I = r[k] - .. is no integer.
  CHECK(refused(power(m, 3) * (v("r[k]") - v("k") * v("k")) + good) == "L2.a");
  // A multiple that equals the span m^2 - 1 of the ties, and one that is 1 more.
  const Laurent root = v("k") - v("i");
  CHECK(refused(power(m, 2) * (v("A[k]") - root * root) + good) == "");
  CHECK(refused(power(m, 2) * (v("A[k]") - root * root) + m * v("k") + Laurent(2) * v("l")) == "L2.b");
  // Ties k/m + l of the step 1/m, with a multiple of m^2.
  CHECK(refused(m * (v("A[k]") - root * root) + v("k") * *m.inverse() + v("l")).empty());
}

TEST_CASE("The scores of all tuples differ by at least a step where the lemma says so", "[proof]") {
  const Laurent s = score(v("m") * v("k") + v("l"));
  const auto found = proof::distinct_multiples(s, indices, variables_from(1));
  CHECK(found.step == Laurent(1));
  for (long m = 1; m <= 4; ++m) {
    for (long i = 1; i <= m; ++i) {
      for (long letters = 0; letters < 1L << m; ++letters) {
        std::vector<Rational> scores;
        for (long k = 1; k <= m; ++k) {
          for (long l = 1; l <= m; ++l) {
            scores.push_back(
                *s.substitute({{"m", m}, {"i", i}, {"k", k}, {"l", l}, {"A[k]", letters >> (k - 1) & 1}})
                     .constant());
          }
        }
        std::sort(scores.begin(), scores.end());
        for (std::size_t t = 1; t < scores.size(); ++t) CHECK(scores[t] - scores[t - 1] >= 1);
      }
    }
  }
}

TEST_CASE("A second tier decides among the tuples with one integer part, and ties among those with one root",
          "[proof]") {
  const Laurent m = v("m");
  const Laurent first = v("k") - v("i");
  const Laurent second = v("l") - v("i");
  const auto tiers = [&](const Laurent& multiple, const Laurent& weight, const Laurent& tie) {
    return multiple * (v("A[k]") - first * first) + weight * second * second + tie;
  };
  const Laurent tie = m * v("k") + v("l");
  const Laurent s = tiers(power(m, 4), power(m, 2), tie);
  const auto found = proof::distinct_multiples(s, indices, variables_from(1));
  REQUIRE(found.root);
  CHECK((*found.root == second || *found.root == -second));
  CHECK(found.second == power(m, 2));
  for (long n = 1; n <= 4; ++n) {
    for (long i = 1; i <= n; ++i) {
      for (long letters = 0; letters < 1L << n; ++letters) {
        std::vector<std::pair<Rational, std::vector<long>>> scores;
        for (long k = 1; k <= n; ++k) {
          for (long l = 1; l <= n; ++l) {
            const long a = letters >> (k - 1) & 1;
            const auto at = s.substitute({{"m", n}, {"i", i}, {"k", k}, {"l", l}, {"A[k]", a}});
            scores.push_back({*at.constant(), {a - (k - i) * (k - i), (l - i) * (l - i), n * k + l}});
          }
        }
        std::sort(scores.begin(), scores.end());
        for (std::size_t t = 1; t < scores.size(); ++t) {
          CHECK(scores[t].first - scores[t - 1].first >= 1);
          CHECK(scores[t - 1].second < scores[t].second);
        }
      }
    }
  }
  // K = m^2 is at its least, 1 + the span of the ties.
  const Laurent least = power(m, 2) * (m - Laurent(1)) * (m - Laurent(1)) + power(m, 2);
  CHECK(refused(tiers(power(m, 4), m, tie)) ==
        "L2.a");  // m k is a multiple of K then, and no part of the square
  CHECK(refused(tiers(power(m, 4), Laurent(2) * power(m, 3), tie)) == "L2.b");
  CHECK(refused(tiers(power(m, 4), -power(m, 2), tie)) == "L2.a");
  CHECK(refused(tiers(power(m, 4), power(m, 2), tie + power(m, 2) * v("k") * v("l"))) == "L2.a");
  CHECK(refused(tiers(power(m, 4), power(m, 2) - Laurent(1), tie)) != "");
  // M at its least is no product, so that the one above is shown to be enough alone.
  CHECK(variables_from(1).nonnegative(power(m, 4) - least));
}

TEST_CASE("The integer part is its top less squares and what symbols lack", "[proof]") {
  const Laurent root = v("k") - v("i");
  const auto tier = proof::top_tier(v("A[k]") - root * root, indices, variables_from(1));
  CHECK(tier.top == Laurent(1));
  REQUIRE(tier.roots.size() == 1);
  CHECK(tier.roots[0] == root);
  REQUIRE(tier.gaps.size() == 1);
  CHECK(tier.gaps[0] == Laurent(1) - v("A[k]"));
  CHECK(proof::top_tier(-v("A[k]"), indices, variables_from(1)).top == Laurent());
  CHECK(proof::top_tier(v("A[k]") + v("k"), indices, variables_from(1)).top == v("m") + Laurent(1));
  CHECK_THROWS_AS(proof::top_tier(v("A[k]") * v("k"), indices, variables_from(1)), Refusal);
  CHECK_THROWS_AS(proof::top_tier(root * root, indices, variables_from(1)), Refusal);
}

}  // namespace attest::distinct_multiples_test

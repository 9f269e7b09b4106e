#include <catch2/catch.hpp>

#include <fmt/format.h>
#include <set>

#include "claims/usage_error.hpp"
#include "constructions/dataset_claims.hpp"
#include "oracles/direct_evaluation.hpp"
#include "tasks/datasets/balance.hpp"
#include "tasks/datasets/dataset.hpp"
#include "tasks/datasets/generators.hpp"
#include "tasks/datasets/labels.hpp"
#include "tasks/datasets/match3_bins.hpp"
#include "tasks/datasets/worked_examples.hpp"

namespace attest::datasets_test {

namespace {

template <class Visit>
void for_each_numbers(int length, int letters, int first, const Visit& visit) {
  oracle::for_each_word(length, letters, [&](const std::vector<long>& word) {
    Numbers x;
    for (const long letter : word) x.push_back(static_cast<int>(letter) - 1 + first);
    visit(x);
  });
}

std::vector<Example> generated(const std::string& task, const std::vector<std::string>& words,
                               std::uint64_t count, std::uint64_t seed = 1) {
  std::vector<Example> result;
  const Dataset& dataset = find_dataset(task);
  dataset.generate(
      parse_parameters(dataset.parameters, words), count, seed,
      [&](const Example& e) { result.push_back(e); }, [] { return false; }, nullptr);
  return result;
}

// Sum over all relations of weight p^ones q^zeros times the fraction of labels that are 1.
template <class Fraction>
Rational expectation(int m, const Rational& p, const Fraction& fraction) {
  Rational sum = 0;
  for_each_numbers(m * m, 2, 0, [&](const Numbers& R) {
    Rational weight = 1;
    for (const int entry : R) weight *= entry == 1 ? p : Rational(1 - p);
    sum += weight * fraction(R);
  });
  return sum;
}

}  // namespace

TEST_CASE("Of Algorithm 1's draws in which every step has a value, 2/3, 9/17 and 64/127 have the label 1",
          "[datasets]") {
  // Lines 530 to 540, every draw with its probability: the sequence, y, and the choice of x_0.
  for (const auto& [letters, wanted] :
       {std::pair{2, Rational(2, 3)}, std::pair{3, Rational(9, 17)}, std::pair{4, Rational(64, 127)}}) {
    const int n = letters;
    Rational all = 0;
    Rational defined = 0;
    Rational ones = 0;
    for_each_numbers(n, n, 0, [&](const Numbers& drawn) {
      for (const int y : {0, 1}) {
        Rational weight(1, 2);
        for (int k = 0; k < n; ++k) weight /= n;
        all += weight;
        std::vector<Numbers> outcomes;
        Numbers x = drawn;
        if (y == 1 && x[x[0]] != 0) {
          x[x[0]] = 0;
          outcomes.push_back(x);
        } else if (y == 0 && x[x[0]] == 0) {
          for (int i = 1; i < n; ++i) {
            if (drawn[i] == 0) continue;
            x = drawn;
            x[0] = i;
            outcomes.push_back(x);
          }
        } else {
          outcomes.push_back(x);
        }
        for (const Numbers& outcome : outcomes) {
          const Rational share = weight / static_cast<long>(outcomes.size());
          defined += share;
          if (outcome[outcome[0]] == 0) ones += share;
        }
      }
    });
    INFO("n = " << n);
    CHECK(all == 1);
    CHECK(ones == Rational(1, 2));  // half of all draws
    CHECK(ones / defined == wanted);
  }
}

TEST_CASE("The random numbers are those that the C++ standard fixes for mt19937_64", "[datasets]") {
  Random random(5489);
  std::uint64_t draw = 0;
  for (int k = 0; k < 10000; ++k) draw = random.below(std::uint64_t{1} << 63);
  CHECK(draw == 9981545732273789042ULL - (std::uint64_t{1} << 63));  // [rand.predef]: the 10000th value
}

TEST_CASE("Numbers below n stay below n, and n = 1 leaves no choice", "[datasets]") {
  Random random(3);
  std::set<std::uint64_t> seen;
  for (int k = 0; k < 1000; ++k) seen.insert(random.below(7));
  CHECK(seen == std::set<std::uint64_t>{0, 1, 2, 3, 4, 5, 6});
  CHECK(random.below(1) == 0);
  CHECK(random.below(UINT64_MAX) < UINT64_MAX);
  CHECK(random.chance(5, 5));
  CHECK_FALSE(random.chance(0, 5));
}

TEST_CASE("Relation labels are the Boolean square of the matrix", "[datasets]") {
  for (int m = 1; m <= 3; ++m) {
    for_each_numbers(m * m, 2, 0, [&](const Numbers& R) {
      const Numbers labels = relation_labels(R, m);
      for (int i = 0; i < m; ++i) {
        for (int j = 0; j < m; ++j) {
          int paths = 0;
          for (int k = 0; k < m; ++k) paths += R.at(i * m + k) * R.at(k * m + j);
          REQUIRE(labels.at(i * m + j) == (paths > 0 ? 1 : 0));
        }
      }
    });
  }
}

TEST_CASE("Quotient labels count pairs of different elements of one colour", "[datasets]") {
  const int m = 3;
  for_each_numbers(m, m, 0, [&](const Numbers& col) {
    for_each_numbers(m * m, 2, 0, [&](const Numbers& R) {
      const Numbers labels = quotient_labels(R, col, m);
      for (int i = 0; i < m; ++i) {
        for (int j = 0; j < m; ++j) {
          int pairs = 0;
          for (int c = 0; c < m; ++c) {  // all pairs of the colour, less the equal ones
            int left = 0;
            int right = 0;
            int both = 0;
            for (int k = 0; k < m; ++k) {
              if (col.at(k) != c) continue;
              left += R.at(i * m + k);
              right += R.at(j * m + k);
              both += R.at(i * m + k) * R.at(j * m + k);
            }
            pairs += left * right - both;
          }
          REQUIRE(labels.at(i * m + j) == (i == j ? -100 : pairs > 0 ? 1 : 0));
        }
      }
    });
  });
}

TEST_CASE("The expected fraction of ones is what summing over all relations gives", "[datasets]") {
  const Rational p(13, 40);
  for (int m = 1; m <= 3; ++m) {
    CHECK(relation_ones(m, p) == expectation(m, p, [&](const Numbers& R) {
            return Rational(ones_in(relation_labels(R, m)), m * m);
          }));
  }
  const Rational q(433, 1000);
  for (int m = 2; m <= 3; ++m) {
    Rational sum = 0;
    long colourings = 0;
    for_each_numbers(m, m, 0, [&](const Numbers& col) {
      ++colourings;
      sum += expectation(
          m, q, [&](const Numbers& R) { return Rational(ones_in(quotient_labels(R, col, m)), m * (m - 1)); });
    });
    CHECK(quotient_ones(m, q) == sum / colourings);
  }
}

TEST_CASE("P = 305/1000 and 366/1000 balance the relations best", "[datasets]") {
  CHECK(balancing_thousandths(relation_ones, 6, 8) == 305);
  CHECK(balancing_thousandths(quotient_ones, 6, 8) == 366);
  for (const long other : {304L, 306L}) {
    const Rational half(1, 2);
    CHECK(
        boost::multiprecision::abs(Rational(average_ones(relation_ones, 6, 8, Rational(305, 1000)) - half)) <
        boost::multiprecision::abs(
            Rational(average_ones(relation_ones, 6, 8, Rational(other, 1000)) - half)));
  }
}

TEST_CASE("The bins of Match2 are those of counting all sequences", "[datasets]") {
  for (const bool with_M : {true, false}) {
    for (int N = 1; N <= 4; ++N) {
      for (int M = 2; M <= 5; ++M) {
        BinProbabilities counted{0, 0, 0, 0};
        Integer all = 0;
        for_each_numbers(N, with_M ? M : M - 1, 1, [&](const Numbers& x) {
          ++all;
          counted.at(static_cast<std::size_t>(bin_of(ones_in(match2_labels(x, M)), N))) += 1;
        });
        for (Rational& count : counted) count /= Rational(all);
        CHECK(match2_bins(N, M, with_M) == counted);
      }
    }
  }
}

TEST_CASE("The bins of uniform Match3 sequences are those of counting all", "[datasets]") {
  for (const auto& [modulus, longest] : {std::pair{5, 5}, std::pair{7, 4}, std::pair{11, 3}}) {
    const int M = modulus;
    const ZeroLabelledSets sets = zero_labelled_sets(M);
    for (int n = 1; n <= longest; ++n) {
      BinProbabilities counted{0, 0, 0, 0};
      Integer all = 0;
      for_each_numbers(n, M, 0, [&](const Numbers& x) {
        ++all;
        int ones = 0;
        for (const int a : x) {
          bool found = false;
          for (const int b : x) {
            for (const int c : x) found = found || (a + b + c) % M == 0;
          }
          ones += found ? 1 : 0;
        }
        REQUIRE(ones == ones_in(match3_labels(x, M)));
        counted.at(static_cast<std::size_t>(std::min(3, 100 * ones / n / 25))) += 1;
      });
      for (Rational& count : counted) count /= Rational(all);
      CHECK(match3_bins(n, M, sets) == counted);
    }
  }
}

TEST_CASE("Generated examples carry the labels of their inputs", "[datasets]") {
  for (const Example& e : generated("function-composition", {"N_min=2", "N_max=5"}, 500)) {
    REQUIRE(e.x.front() == query_token);
    const int n = static_cast<int>(e.x.size()) - 1;
    REQUIRE((n >= 2 && n <= 5));
    for (int i = 1; i <= n; ++i) REQUIRE((e.x.at(i) >= 0 && e.x.at(i) < n));
    REQUIRE(e.y.size() == 1);
    REQUIRE(e.y[0] == (e.x.at(1 + e.x.at(1)) == 0 ? 1 : 0));
  }
  for (const Example& e : generated("relation-composition", {}, 50)) {
    const int m = e.x.size() == 36 ? 6 : e.x.size() == 49 ? 7 : 8;
    REQUIRE(e.x.size() == static_cast<std::size_t>(m * m));
    REQUIRE(e.y == relation_labels(e.x, m));
    REQUIRE(e.col.empty());
  }
  for (const Example& e : generated("quotient-composition", {}, 50)) {
    REQUIRE(e.y == quotient_labels(e.x, e.col, static_cast<int>(e.col.size())));
  }
}

TEST_CASE("The Match generators fill four bins of equal size", "[datasets]") {
  for (const std::string task : {"match3", "match2"}) {
    for (const std::uint64_t count : {1, 3, 40, 202}) {
      std::array<std::uint64_t, 4> bins{};
      const std::vector<Example> all = generated(task, {}, count);
      REQUIRE(all.size() == count);
      for (const Example& e : all) {
        REQUIRE(e.y == (task == "match3" ? match3_labels(e.x, 37) : match2_labels(e.x, 37)));
        ++bins.at(static_cast<std::size_t>(bin_of(ones_in(e.y), static_cast<int>(e.y.size()))));
      }
      for (std::size_t b = 0; b < 4; ++b) CHECK(bins.at(b) == count / 4 + (b < count % 4 ? 1 : 0));
    }
  }
}

TEST_CASE("Series go on by their rules, from every beginning", "[datasets]") {
  const auto follows = [](const std::string& task, const std::vector<int>& s, std::size_t t, std::size_t tau,
                          int N) {
    int sum = 0;
    for (std::size_t back = 1; back <= tau + 1; ++back) sum += s[t - back];
    const int nt_s = sum % N;
    const int nt = (s[t - tau] + s[t - tau - 1]) % N;
    return s[t] == (task == "NT" ? nt : task == "NT-S" ? nt_s : s[t - tau - 1] == 0 ? nt_s : nt);
  };
  const auto series_of = [](const Example& e) {
    std::vector<int> series = e.x;
    series.insert(series.end(), e.y.begin(), e.y.end());
    return series;
  };
  for (const std::string task : {"NT", "NT-S", "NT-R"}) {
    for (const auto& [N, tau] : {std::pair(3, 2), {2, 1}, {5, 1}}) {
      std::set<std::vector<int>> beginnings;
      const std::vector<std::string> words{"task=" + task, fmt::format("N={}", N), fmt::format("tau={}", tau),
                                           "context=4", "next=9"};
      for (const Example& e : generated("next-token", words, 600)) {
        const std::vector<int> series = series_of(e);
        REQUIRE(e.x.size() == 4);
        REQUIRE(series.size() == 13);
        beginnings.insert({series.begin(), series.begin() + tau + 1});
        for (std::size_t t = static_cast<std::size_t>(tau) + 1; t < series.size(); ++t)
          REQUIRE(follows(task, series, t, static_cast<std::size_t>(tau), N));
      }
      double all = 1;
      for (int k = 0; k <= tau; ++k) all *= N;
      CHECK(static_cast<double>(beginnings.size()) == all);
    }
  }
  long of_one = 0;
  for (const Example& e : generated("next-token", {"task=mixture", "next=1"}, 400)) {
    const std::vector<int> series = series_of(e);
    long nt = 0;
    long nt_s = 0;
    for (std::size_t t = 3; t < series.size(); ++t) {
      nt += follows("NT", series, t, 2, 16) ? 1 : 0;
      nt_s += follows("NT-S", series, t, 2, 16) ? 1 : 0;
    }
    REQUIRE((nt == 30 || nt_s == 30));
    of_one += nt == 30 ? 1 : 0;
  }
  CHECK(of_one > 150);
  CHECK(of_one < 250);
  // A context shorter than the delay.
  CHECK(generated("next-token", {"tau=5", "context=1", "next=2"}, 1).front().y.size() == 2);
}

TEST_CASE("A dataset follows from its seed", "[datasets]") {
  for (const Dataset& dataset : datasets()) {
    const auto same = [](const std::vector<Example>& a, const std::vector<Example>& b) {
      bool result = a.size() == b.size();
      for (std::size_t k = 0; result && k < a.size(); ++k) {
        result = a[k].x == b[k].x && a[k].y == b[k].y && a[k].col == b[k].col;
      }
      return result;
    };
    CHECK(same(generated(dataset.name, {}, 20, 5), generated(dataset.name, {}, 20, 5)));
    CHECK_FALSE(same(generated(dataset.name, {}, 20, 5), generated(dataset.name, {}, 20, 6)));
  }
}

TEST_CASE("Sizes that allow no dataset are refused, not searched forever", "[datasets]") {
  CHECK_THROWS_AS(generated("match3", {"M=1"}, 8), UsageError);
  CHECK_THROWS_AS(generated("match2", {"N=1"}, 8), UsageError);
  CHECK_THROWS_AS(generated("relation-composition", {"N_min=9"}, 8), UsageError);
  CHECK_THROWS_AS(generated("relation-composition", {"P=2"}, 8), UsageError);
  CHECK_THROWS_AS(generated("function-composition", {"N_min=1"}, 8), UsageError);
  CHECK_THROWS_AS(find_dataset("match4"), UsageError);
}

TEST_CASE("The right half of Table 4 is R off the diagonal", "[datasets]") {
  for (std::size_t i = 0; i < 7; ++i) {
    for (std::size_t j = 0; j < 7; ++j) {
      CHECK(printed::table4_composition[i][j] == (i == j ? '-' : printed::table4_R[i][j]));
    }
  }
}

TEST_CASE("The datasets' claims have the verdicts on record", "[datasets]") {
  for (const auto& claim : {strassen_datasets_claim(), anna_datasets_claim()}) {
    for (const StandardSize& size : claim->info().standard_sizes) {
      const Parameters parameters = parse_parameters(claim->info().parameters, size.words);
      for (const auto& [variant, recorded] : size.recorded) {
        if (size.words == std::vector<std::string>{"task=match3"} && variant == Variant::printed) continue;
        const Verdict verdict = claim->verify(variant, parameters, {});
        CHECK(verdict.status == recorded);
        CHECK(verdict.inputs.checked == verdict.inputs.space);
      }
    }
  }
}

TEST_CASE("Uniform Match3 sequences hardly ever fall into the lower bins", "[datasets][.][exhaustive]") {
  const ZeroLabelledSets sets = zero_labelled_sets(37);
  for (long n = 30; n <= 35; ++n) {
    const BinProbabilities bins = match3_bins(n, 37, sets);
    CHECK(bins[0] + bins[1] + bins[2] + bins[3] == 1);
    CHECK(bins[0] > 0);
    CHECK(bins[0] + bins[1] + bins[2] < Rational(1, 1000000));
  }
}

}  // namespace attest::datasets_test

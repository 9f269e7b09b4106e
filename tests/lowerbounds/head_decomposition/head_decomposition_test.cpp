#include <catch2/catch.hpp>

#include <random>

#include "lowerbounds/head_decomposition/split_checks.hpp"
#include "lowerbounds/head_decomposition/summands.hpp"

namespace head_decomposition_test {

using namespace attest;

namespace {

const auto never = [] { return false; };

// A head's numerator or denominator with small random numbers for what a token and a symbol determine: an
// exponent and a value for each (token, symbol), by definition, without the multisets under test.
struct RandomWeights {
  explicit RandomWeights(unsigned seed) : random(seed) {}
  long exponent(int token, int symbol) { return drawn(exponents, token, symbol); }
  long value(int token, int symbol) { return drawn(values, token, symbol); }

 private:
  using Table = std::map<std::pair<int, int>, long>;
  long drawn(Table& table, int token, int symbol) {
    const auto found = table.find({token, symbol});
    if (found != table.end()) return found->second;
    return table[{token, symbol}] = std::uniform_int_distribution<long>(-9, 9)(random);
  }
  std::mt19937 random;
  Table exponents;
  Table values;
};

void add_power(PolynomialInE& sum, long exponent, long coefficient) {
  sum = add(sum, {{exponent, 1}}, coefficient);
}

bool second_difference_is_zero(const PolynomialInE& pq, const PolynomialInE& base, const PolynomialInE& p,
                               const PolynomialInE& q) {
  return add(add(add(pq, base, 1), p, -1), q, -1).empty();
}

std::vector<int> digits(int number, int base, int length) {
  std::vector<int> word;
  for (int i = 0; i < length; ++i, number /= base) word.push_back(number % base);
  return word;
}

PairHeadOutput standard_output(RandomWeights& weights, const std::vector<int>& symbols) {
  PairHeadOutput output;
  for (int i = 0; i < static_cast<int>(symbols.size()); ++i) {
    const int symbol = symbols[static_cast<std::size_t>(i)];
    add_power(output.denominator, weights.exponent(i, symbol), 1);
    add_power(output.numerator, weights.exponent(i, symbol), weights.value(i, symbol));
  }
  return output;
}

// Eqs. 6-9 in dimension one at token (1, 2): q_{1l} k_{l2} in the exponent, V_1 x_{1l} * V_2 x_{l2} as value.
PairHeadOutput triangular_output(RandomWeights& left, RandomWeights& right,
                                 const QuotientInstance& instance) {
  const auto symbols = token_symbols(instance);
  PairHeadOutput output;
  for (std::size_t l = 0; l < symbols.size(); ++l) {
    const int first = static_cast<int>(l);
    const int second = static_cast<int>(100 + l);
    const long score = left.exponent(first, symbols[0][l]) * right.exponent(second, symbols[l][1]);
    add_power(output.denominator, score, 1);
    add_power(output.numerator, score, left.value(first, symbols[0][l]) * right.value(second, symbols[l][1]));
  }
  return output;
}

}  // namespace

TEST_CASE("A standard head splits for every partition, word and random weights", "[head-decomposition]") {
  constexpr int n = 3;
  constexpr int alphabet = 3;
  for (const unsigned seed : {1U, 2U, 3U}) {
    RandomWeights weights(seed);
    for (unsigned a_set = 0; a_set < 1U << n; ++a_set) {
      for (int w = 0; w < 27; ++w) {
        const auto word = digits(w, alphabet, n);
        auto only_a = word;
        auto only_b = word;
        std::vector<int> base(n, 0);
        for (int i = 0; i < n; ++i)
          ((a_set >> i & 1U) != 0 ? only_b : only_a)[static_cast<std::size_t>(i)] = 0;
        for (auto* tokens : {&only_a, &only_b, &base}) tokens->push_back(0);
        auto both = word;
        both.push_back(0);
        const auto x = standard_output(weights, both);
        const auto y = standard_output(weights, base);
        const auto u = standard_output(weights, only_a);
        const auto v = standard_output(weights, only_b);
        REQUIRE(second_difference_is_zero(x.denominator, y.denominator, u.denominator, v.denominator));
        REQUIRE(second_difference_is_zero(x.numerator, y.numerator, u.numerator, v.numerator));
      }
    }
  }
  for (int tokens = 1; tokens <= 8; ++tokens) {
    const SplitCount count = standard_on_words(tokens, never);
    CHECK(count.looked_at == 1U << tokens);
    CHECK(count.failing == 0);
  }
}

TEST_CASE("A triangular head splits on the instance of Theorem 5.1 for random weights",
          "[head-decomposition]") {
  for (const unsigned seed : {1U, 2U, 3U}) {
    for (int s = 1; s <= 3; ++s) {
      RandomWeights left(seed);
      RandomWeights right(seed + 100);
      const auto zero = bit_word(0, s);
      const auto base = triangular_output(left, right, quotient_instance(zero, zero));
      for (unsigned p = 0; p < 1U << s; ++p) {
        for (unsigned q = 0; q < 1U << s; ++q) {
          const auto on_p = bit_word(p, s);
          const auto on_q = bit_word(q, s);
          const auto x = triangular_output(left, right, quotient_instance(on_p, on_q));
          const auto u = triangular_output(left, right, quotient_instance(on_p, zero));
          const auto v = triangular_output(left, right, quotient_instance(zero, on_q));
          REQUIRE(second_difference_is_zero(x.denominator, base.denominator, u.denominator, v.denominator));
          REQUIRE(second_difference_is_zero(x.numerator, base.numerator, u.numerator, v.numerator));
        }
      }
      CHECK(head_on_quotient(SplitHead::triangular, s, never).failing == 0);
      CHECK(head_on_quotient(SplitHead::standard, s, never).failing == 0);
      CHECK(head_on_quotient(SplitHead::triangular, s, never).looked_at == 1U << 2 * s);
      CHECK(pairs_of_tokens(s).failing == 0);
      CHECK(pairs_of_tokens(s).looked_at == 2U * static_cast<unsigned>(s) + 2U);
    }
  }
}

TEST_CASE("Planted: where a pair of tokens reads both words a triangular head does not split",
          "[head-decomposition]") {
  // B on the nodes of A, as in plain relation composition: x_{1l} carries p and x_{l2} carries q.
  const auto instance = [](int p, int q) {
    QuotientInstance changed = quotient_instance({p}, {0});
    changed.B[2][1] = q;
    return token_symbols(changed);
  };
  const auto head = [&](int p, int q) { return triangular_head(instance(p, q), 0, 1); };
  CHECK_FALSE(same_sum(head(1, 1), head(0, 0), head(1, 0), head(0, 1)));
  // Away from column 2 or row 1 the same tokens do no harm.
  const auto elsewhere = [&](int p, int q) { return triangular_head(instance(p, q), 2, 2); };
  CHECK(same_sum(elsewhere(1, 1), elsewhere(0, 0), elsewhere(1, 0), elsewhere(0, 1)));
  // A standard head reads one token at a time and splits here too.
  const auto flat = [&](int p, int q) {
    std::vector<int> symbols;
    for (const auto& row : instance(p, q)) symbols.insert(symbols.end(), row.begin(), row.end());
    return standard_head(symbols);
  };
  CHECK(same_sum(flat(1, 1), flat(0, 0), flat(1, 0), flat(0, 1)));
}

TEST_CASE("Planted: a head whose summands read pairs of tokens does not split on words",
          "[head-decomposition]") {
  const HeadOnWord pairs = [](const std::vector<int>& word) {
    Summands sum;
    for (std::size_t j = 0; j < word.size(); ++j) {
      for (std::size_t k = 0; k < word.size(); ++k)
        sum.push_back(
            summand(j, static_cast<std::uint64_t>(word[j]), k, static_cast<std::uint64_t>(word[k])));
    }
    return sum;
  };
  const SplitCount count = standard_on_words(3, never, pairs);
  CHECK(count.looked_at == 8);
  CHECK(count.failing == 6);  // all sets but the empty one and the whole
}

TEST_CASE("Planted: a summand that is lost, doubled or moved to another symbol is seen",
          "[head-decomposition]") {
  const Summands whole = standard_head({0, 1, 2, 0});
  const Summands alpha{summand(0, 0), summand(1, 1)};
  const Summands beta{summand(2, 2)};
  const Summands gamma{summand(3, 0)};
  const auto together = [](Summands a, const Summands& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  };
  CHECK(same_sum(whole, {}, together(alpha, beta), gamma));
  CHECK_FALSE(same_sum(whole, {}, alpha, gamma));
  CHECK_FALSE(same_sum(whole, {}, together(alpha, alpha), gamma));
  CHECK_FALSE(same_sum(whole, {}, together(alpha, beta), {summand(3, 1)}));
  CHECK(summand(1, 2, 3, 4) != summand(3, 4, 1, 2));
}

TEST_CASE("The instance of Theorem 5.1 asks for disjointness, and is that of Figure 2 at s = 4",
          "[head-decomposition]") {
  for (int s = 1; s <= 4; ++s) {
    for (unsigned p = 0; p < 1U << s; ++p) {
      for (unsigned q = 0; q < 1U << s; ++q) {
        const QuotientInstance instance = quotient_instance(bit_word(p, s), bit_word(q, s));
        bool found = false;
        for (std::size_t k1 = 0; k1 < instance.col.size(); ++k1) {
          for (std::size_t k2 = 0; k2 < instance.col.size(); ++k2) {
            found = found || (instance.A[0][k1] == 1 && instance.B[k2][1] == 1 &&
                              instance.col[k1] == instance.col[k2] && k1 != k2);
          }
        }
        REQUIRE(found == ((p & q) != 0));
      }
    }
  }
  CHECK(quotient_instance({0, 0, 1, 0}, {0, 0, 1, 0}).col == std::vector<int>{1, 1, 3, 4, 5, 6, 3, 4, 5, 6});
}

TEST_CASE("The Strassen and third-order witnesses, by hand at two tokens", "[head-decomposition]") {
  for (const int w1 : {0, 1}) {
    for (const int w2 : {0, 1}) {
      const SmallMatrix tokens{{w1, 0, 1}, {0, w2, 1}, {0, 0, 1}};
      CHECK(word_tokens({w1, w2}, 1) == tokens);
      for (const auto& output : {strassen_head(strassen_witness(), tokens, 2),
                                 third_order_head(third_order_witness(), tokens, 2)}) {
        // Of nine pairs only (first, second) has a score, w1*w2.
        if (w1 * w2 == 1) {
          CHECK(output.denominator == PolynomialInE{{0, 8}, {1, 1}});
          CHECK(output.numerator == PolynomialInE{{1, 1}});
        } else {
          CHECK(output.denominator == PolynomialInE{{0, 9}});
          CHECK(output.numerator.empty());
        }
      }
    }
  }
}

TEST_CASE("The witnesses refuse the split form for every partition and on the quotient instance",
          "[head-decomposition]") {
  for (const PairHead head : {PairHead::third_order, PairHead::strassen}) {
    for (int n = 2; n <= 5; ++n) {
      const SplitCount count = pair_head_on_words(head, n, never);
      CHECK(count.looked_at == (1U << n) - 2);
      CHECK(count.failing == 0);
    }
    for (int s = 1; s <= 3; ++s) {
      const Corners corners = pair_head_on_quotient(head, s);
      CHECK(corners.denominator_difference == PolynomialInE{{0, -s * s}, {1, s * s}});  // (E-1)|p||q|
      CHECK(corners.numerator_difference == PolynomialInE{{1, s * s}});
      CHECK(corners.zero_at_three);
    }
  }
}

TEST_CASE("Planted: a Strassen head that reads only one word does split", "[head-decomposition]") {
  const auto corners = [](const StrassenWeights& weights) {
    std::vector<PairHeadOutput> outputs;
    for (const int w1 : {0, 1}) {
      for (const int w2 : {0, 1}) outputs.push_back(strassen_head(weights, word_tokens({w1, w2}, 1), 2));
    }
    return corners_of(outputs);
  };
  StrassenWeights scores = strassen_witness();
  scores.h = scores.g;  // a_j a_k: of the first word alone
  CHECK(corners(scores).denominator_difference.empty());
  CHECK_FALSE(corners(scores).refuses());
  StrassenWeights values = strassen_witness();
  values.v2 = values.v1;
  CHECK_FALSE(corners(values).refuses());
}

}  // namespace head_decomposition_test

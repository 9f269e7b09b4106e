// The weights of tuples one by one, against the sums that the definition of a head makes of them.
#include "attention/head_weights.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "claims/usage_error.hpp"

namespace attest::attention::head_weights_test {

namespace {

RationalVector one(const Rational& x) {
  return RationalVector::Constant(1, x);
}

// A standard head over tokens 1.. of one content each; token 0 sees them (and only they have values other than 0).
Head head_of(Kernel kernel, const Rational& query, const std::vector<Rational>& keys,
             const std::vector<Rational>& values) {
  Head head;
  head.name = "head1";
  head.kernel = kernel;
  head.rows = {{one(query)}, {one(0)}};
  head.value.resize(1);
  head.value[0].vectors.push_back(one(0));
  std::vector<Token> seen;
  for (std::size_t t = 0; t < keys.size(); ++t) {
    head.rows[0].push_back(one(0));
    head.rows[1].push_back(one(keys[t]));
    head.value[0].vectors.push_back(one(values[t]));
    seen.push_back(static_cast<Token>(t + 1));
  }
  std::vector<std::vector<Token>> lists(keys.size() + 1);
  lists[0] = seen;
  head.over = IndexSet::listed(1, std::move(lists));
  return head;
}

std::vector<Kind> kinds_of(const Head& head) {
  std::vector<Kind> kinds;
  for (std::size_t t = 0; t < head.rows[0].size(); ++t) kinds.push_back(static_cast<Kind>(t));
  return kinds;
}

std::optional<std::vector<Rational>> weights(const Head& head) {
  return rational_weights(head, IntegerScores(head), kinds_of(head), 0);
}
bool normalised(const Head& head) {
  return has_normalised_weights(head, IntegerScores(head), kinds_of(head), 0);
}

}  // namespace

TEST_CASE("Weights are those of each kernel's definition", "[attention]") {
  CHECK(weights(head_of(Kernel::exact_match, 2, {2, 1, 2}, {0, 0, 0})) ==
        std::vector<Rational>{Rational(1, 2), 0, Rational(1, 2)});
  CHECK(weights(head_of(Kernel::expressive, 1, {0, 1, -3}, {0, 0, 0})) ==
        std::vector<Rational>{0, Rational(5, 14), Rational(9, 14)});
  CHECK(weights(head_of(Kernel::hard_maximum, -1, {4, 1, 1}, {0, 0, 0})) ==
        std::vector<Rational>{0, Rational(1, 2), Rational(1, 2)});
  CHECK(weights(head_of(Kernel::leftmost, -1, {4, 1, 1}, {0, 0, 0})) == std::vector<Rational>{0, 1, 0});
  CHECK_THROWS_AS(weights(head_of(Kernel::softmax, 1, {1}, {0})), UsageError);
}

TEST_CASE("Where nothing matches, scores are 0 alone or nothing is seen, weights do not sum to 1",
          "[attention]") {
  const Head lost = head_of(Kernel::exact_match, 3, {2, 1}, {0, 0});
  CHECK(weights(lost) == std::vector<Rational>{0, 0});  // Definition B.1: its output is zero
  CHECK_FALSE(normalised(lost));
  const Head orthogonal = head_of(Kernel::expressive, 0, {2, 1}, {0, 0});
  CHECK_FALSE(weights(orthogonal).has_value());
  CHECK_FALSE(normalised(orthogonal));
  Head scaled = head_of(Kernel::expressive, 1, {2}, {0});
  scaled.scale = Surd(Rational(0));
  CHECK_FALSE(normalised(scaled));
  for (const Kernel kernel : {Kernel::softmax, Kernel::expressive, Kernel::hard_maximum, Kernel::leftmost})
    CHECK_FALSE(normalised(head_of(kernel, 1, {}, {})));
  CHECK(normalised(head_of(Kernel::softmax, 0, {0}, {0})));
}

TEST_CASE("Weights times values are what a head puts out, on 2,000 random heads", "[attention]") {
  std::mt19937 random(20261123);
  const auto number = [&](long most) {
    return Rational(std::uniform_int_distribution<long>(-most, most)(random));
  };
  for (int trial = 0; trial < 2000; ++trial) {
    const Kernel kernels[] = {Kernel::exact_match, Kernel::expressive, Kernel::hard_maximum,
                              Kernel::leftmost};
    std::vector<Rational> keys;
    std::vector<Rational> values;
    const int tokens = std::uniform_int_distribution<int>(1, 4)(random);
    for (int t = 0; t < tokens; ++t) {
      keys.push_back(number(2));
      values.push_back(number(9));
    }
    const Head head = head_of(kernels[trial % 4], number(2), keys, values);
    const auto found = weights(head);
    if (!found) {
      CHECK_THROWS_AS(head_sums(head, IntegerScores(head), kinds_of(head), 0), UsageError);
      CHECK_FALSE(normalised(head));
      continue;
    }
    Rational sum = 0;
    Rational y = 0;
    for (std::size_t k = 0; k < found->size(); ++k) {
      sum += (*found)[k];
      y += (*found)[k] * values[k];
    }
    CHECK(normalised(head) == (sum == 1));
    CHECK(head_sums(head, IntegerScores(head), kinds_of(head), 0).exact().value() == one(y));
  }
}

}  // namespace attest::attention::head_weights_test

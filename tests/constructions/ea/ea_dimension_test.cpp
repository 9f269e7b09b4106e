// How many coordinates a head needs that puts exactly the weights 1/2, 1/2 on the causal tokens of NT and has no row 0/0: the
// argument of docs/papers/ea.md beside a search of all small encodings.
#include <catch2/catch.hpp>

#include <vector>

namespace attest::ea_dimension_test {
namespace {

using Vector = std::vector<int>;

// All vectors with entries -1, 0, 1.
std::vector<Vector> small_vectors(std::size_t length) {
  std::vector<Vector> all{{}};
  for (std::size_t k = 0; k < length; ++k) {
    std::vector<Vector> longer;
    for (const Vector& vector : all) {
      for (int entry = -1; entry <= 1; ++entry) {
        longer.push_back(vector);
        longer.back().push_back(entry);
      }
    }
    all = std::move(longer);
  }
  return all;
}

// z_mk = e_m^T M e_k, M row by row.
int score(const Vector& m, const Vector& matrix, const Vector& k) {
  int z = 0;
  const std::size_t d = m.size();
  for (std::size_t r = 0; r < d; ++r) {
    for (std::size_t c = 0; c < d; ++c) z += m[r] * matrix[r * d + c] * k[c];
  }
  return z;
}

// Causal: row m sees the tokens before it and itself; the last row weighs the tokens a and a + 1 alike and no other.
bool focuses(const std::vector<Vector>& tokens, const Vector& matrix, std::size_t a) {
  const std::size_t last = tokens.size() - 1;
  for (std::size_t m = 0; m < last; ++m) {
    bool defined = false;
    for (std::size_t k = 0; k <= m; ++k) defined = defined || score(tokens[m], matrix, tokens[k]) != 0;
    if (!defined) return false;
  }
  const int weight = std::abs(score(tokens[last], matrix, tokens[a]));
  for (std::size_t k = 0; k <= last; ++k) {
    const int z = std::abs(score(tokens[last], matrix, tokens[k]));
    if (z != (k == a || k == a + 1 ? weight : 0)) return false;
  }
  return weight != 0;
}

}  // namespace

TEST_CASE(
    "Two coordinates do not focus where the last token is not causal and some token before the causal ones is",
    "[ea]") {
  // tau = 2, four tokens, of which the second and the third are causal: one context of one encoding, whatever it carries.
  const std::vector<Vector> vectors = small_vectors(2);
  long found = 0;
  for (const Vector& matrix : small_vectors(4)) {
    for (const Vector& one : vectors) {
      if (score(one, matrix, one) == 0) continue;
      for (const Vector& two : vectors) {
        for (const Vector& three : vectors) {
          for (const Vector& four : vectors) found += focuses({one, two, three, four}, matrix, 1) ? 1 : 0;
        }
      }
    }
  }
  CHECK(found == 0);
  // With three tokens there is none before the causal ones: e_L = (1, 0), causal tokens (0, 1), z = (x + y)_m y_k.
  CHECK(focuses({{0, 1}, {0, 1}, {1, 0}}, {0, 1, 0, 1}, 0));
  // With three coordinates there is one, and the search would see it.
  CHECK(focuses({{1, 0, 3}, {0, 1, 2}, {0, 1, 1}, {1, 0, 0}}, {0, 1, 0, 0, 1, 0, 0, 0, 1}, 1));
}

TEST_CASE(
    "With tau = 1 two coordinates focus, and then tell two symbols of the last token apart but not three",
    "[ea]") {
  // Three tokens, the second and the third causal. The last token's vectors that go with the same others are multiples of one
  // another by 1 and -1.
  const std::vector<Vector> vectors = small_vectors(2);
  std::size_t most = 0;
  for (const Vector& matrix : small_vectors(4)) {
    for (const Vector& one : vectors) {
      for (const Vector& two : vectors) {
        std::vector<Vector> last;
        for (const Vector& three : vectors) {
          if (focuses({one, two, three}, matrix, 1)) last.push_back(three);
        }
        most = std::max(most, last.size());
        for (const Vector& a : last) {
          for (const Vector& b : last) REQUIRE(a[0] * b[1] == a[1] * b[0]);
        }
      }
    }
  }
  CHECK(most == 2);
}

}  // namespace attest::ea_dimension_test

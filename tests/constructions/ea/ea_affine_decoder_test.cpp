// A head whose weights do not depend on the symbols, and a decoder that takes the largest of N affine functions: the argument of
// docs/papers/ea.md beside a search of small decoders and encodings.
#include <catch2/catch.hpp>

#include <vector>

namespace attest::ea_affine_decoder_test {
namespace {

using Vector = std::vector<int>;

std::vector<Vector> small_vectors(std::size_t length, int largest) {
  std::vector<Vector> all{{}};
  for (std::size_t k = 0; k < length; ++k) {
    std::vector<Vector> longer;
    for (const Vector& vector : all) {
      for (int entry = -largest; entry <= largest; ++entry) {
        longer.push_back(vector);
        longer.back().push_back(entry);
      }
    }
    all = std::move(longer);
  }
  return all;
}

int product(const Vector& affine, const Vector& state) {
  int sum = affine.back();
  for (std::size_t k = 0; k < state.size(); ++k) sum += affine[k] * state[k];
  return sum;
}

// state[a][b] behind the symbols a, b; class c is decoded where its function is larger than that of every other class.
bool decodes(const std::vector<std::vector<Vector>>& state, const std::vector<Vector>& affine) {
  const std::size_t N = state.size();
  for (std::size_t a = 0; a < N; ++a) {
    for (std::size_t b = 0; b < N; ++b) {
      const std::size_t wanted = (a + b) % N;
      for (std::size_t c = 0; c < N; ++c) {
        if (c != wanted && product(affine[c], state[a][b]) >= product(affine[wanted], state[a][b]))
          return false;
      }
    }
  }
  return true;
}

}  // namespace

TEST_CASE("No affine decoder reads NT off sums of one vector for each causal symbol, but off their products",
          "[ea]") {
  // N = 2: every pair of encodings in the plane with entries -1, 0, 1; the difference of the two functions is all that counts.
  long found = 0;
  const std::vector<Vector> plane = small_vectors(2, 1);
  const Vector nothing(3, 0);
  for (const Vector& v0 : plane) {
    for (const Vector& v1 : plane) {
      for (const Vector& w0 : plane) {
        for (const Vector& w1 : plane) {
          std::vector<std::vector<Vector>> state(2, std::vector<Vector>(2));
          for (std::size_t a = 0; a < 2; ++a) {
            for (std::size_t b = 0; b < 2; ++b) {
              const Vector& v = a == 0 ? v0 : v1;
              const Vector& w = b == 0 ? w0 : w1;
              state[a][b] = {v[0] + w[0], v[1] + w[1]};
            }
          }
          for (const Vector& difference : small_vectors(3, 2))
            found += decodes(state, {nothing, difference}) ? 1 : 0;
        }
      }
    }
  }
  CHECK(found == 0);
  // The search would see one: with the product beside the sum, 1/2 - (a + b) + 2 a b is positive for a = b alone.
  const std::vector<std::vector<Vector>> products = {{{0, 0}, {1, 0}}, {{1, 0}, {2, 1}}};
  CHECK(decodes(products, {{-2, 4, 1}, {0, 0, 0}}));
}

TEST_CASE("The states of every class have the same sum, whatever vectors the symbols have", "[ea]") {
  for (const int N : {2, 3, 4, 7}) {
    const auto v = [](int a) { return Vector{a * a + 3, 5 - a, a == 1 ? 9 : 0}; };
    const auto w = [](int b) { return Vector{7 * b, b * b * b, b == 0 ? -4 : 2}; };
    std::vector<Vector> sums(static_cast<std::size_t>(N), Vector(3, 0));
    for (int a = 0; a < N; ++a) {
      for (int b = 0; b < N; ++b) {
        for (std::size_t k = 0; k < 3; ++k)
          sums[static_cast<std::size_t>((a + b) % N)][k] += v(a)[k] + w(b)[k];
      }
    }
    for (const Vector& sum : sums) CHECK(sum == sums.front());
  }
}

}  // namespace attest::ea_affine_decoder_test

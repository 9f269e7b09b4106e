// Rows of W over the sizes: what elimination finds is checked by multiplying out.
#include "theorems/proof/encoding_rows.hpp"

#include <catch2/catch.hpp>

#include "theorems/proof/proofs.hpp"

namespace attest::encoding_rows_test {

namespace {

using namespace attest::proof_tests;  // NOLINT(google-build-using-namespace)
using proof::Laurent;
using theorems::EncodingRows;

struct Example {
  Example() {
    variables.add_size("n", 1);
    variables.add_size("m", 2);
    variables.add("p", {Laurent(1), m - Laurent(1)}, true);
    variables.add("i", {Laurent(1), n}, true);
  }
  // Whether rows are found; what is found is multiplied out.
  bool gives(const std::vector<Laurent>& encoding, const Laurent& value) const {
    const auto weights = EncodingRows(encoding, variables).weights(value);
    if (!weights) return false;
    REQUIRE(weights->size() == encoding.size());
    Laurent sum;
    for (std::size_t c = 0; c < encoding.size(); ++c) {
      CHECK(variables.sizes_alone((*weights)[c]));
      sum += (*weights)[c] * encoding[c];
    }
    CHECK(sum == value);
    return true;
  }
  Laurent n = Laurent::variable("n"), m = Laurent::variable("m"), p = Laurent::variable("p"),
          i = Laurent::variable("i");
  proof::Variables variables;
};

}  // namespace

TEST_CASE("Rows of W are found for an encoding that depends on a size", "[proof]") {
  const Example x;
  const Laurent third = Rational(1, 3);
  const Laurent q = x.p - third * x.m;
  const std::vector<Laurent> encoding{x.i, q, q * q, Laurent(1), Laurent()};
  for (const Laurent& value : {x.p, x.p * x.p, (x.p - Laurent(2) * third * x.m) * (x.p - x.m),
                               x.n * x.n * q - x.i, x.m * x.m * x.n, Laurent()})
    CHECK(x.gives(encoding, value));
  for (const Laurent& value : {x.p * x.p * x.p, x.p * x.i, x.i * x.i}) CHECK_FALSE(x.gives(encoding, value));
  // Without the constant neither p nor its square is linear in q and the square of q.
  CHECK_FALSE(x.gives({x.i, q, q * q}, x.p));
  CHECK_FALSE(x.gives({x.i, q, q * q}, x.p * x.p));
  CHECK(x.gives({x.i, q, q * q}, x.n * q));
}

TEST_CASE("Rows of W divide by sizes that are positive and by nothing else", "[proof]") {
  Example x;
  CHECK(x.gives({x.m * x.p, *x.n.inverse()}, x.p + Laurent(1)));
  CHECK(x.gives({x.p + x.m * x.i, x.p - x.m * x.i}, x.i));  // p and m*i by sum and difference
  CHECK_FALSE(x.gives({(x.n + Laurent(1)) * x.p}, x.p));    // n + 1 is no single term
  x.variables.add_size("t", 0);
  const Laurent t = Laurent::variable("t");
  CHECK_FALSE(x.gives({t * x.p}, x.p));  // at t = 0 there is no such W
}

TEST_CASE("Match3 as printed, its indices put right, is proved as it is with the numbers encoded",
          "[proof]") {
  const std::string text = without_displays("strassen/match3", "repaired");
  const std::string shifted = "(i, p - m/3, (p - m/3)^2, 1, 0, 0, 0, 0)";
  const std::string numbers = replaced(everywhere_replaced(text, "stream.2 + m/3", "stream.2"), shifted,
                                       "(i, p, p^2, 1, 0, 0, 0, 0)");
  const Summary found = summary(proof_of_text(text));
  CHECK(found.status == Status::holds);
  CHECK(found == summary(proof_of_text(numbers)));
  // The readout has to know by how much the numbers are moved, and the square has to be the one of what is encoded.
  CHECK(proof_of_text(everywhere_replaced(text, "stream.2 + m/3", "stream.2")).status != Status::holds);
  CHECK(proof_of_text(replaced(text, shifted, "(i, p - m/3, p^2, 0, 0, 0, 0, 0)")).status != Status::holds);
}

}  // namespace attest::encoding_rows_test

// The kernels' table: words, forms, and the operations of those whose weights are rational functions of a score.
#include "attention/kernel.hpp"

#include <catch2/catch.hpp>

#include "attention/attention_polynomial.hpp"

namespace attest::attention::kernel_test {

TEST_CASE("Each kernel is one of the table, by its word in a text and by its name in JSON", "[kernel]") {
  const Kernel all[] = {Kernel::softmax, Kernel::exact_match, Kernel::expressive, Kernel::hard_maximum,
                        Kernel::leftmost};
  CHECK(kernels().size() == std::size(all));
  for (const Kernel kernel : all) {
    CHECK(record_of(kernel).kernel == kernel);
    CHECK(kernel_of_name(to_string(kernel)) == kernel);
    if (kernel == Kernel::leftmost)
      CHECK(record_of(kernel).word == nullptr);
    else
      CHECK(kernel_of_word(record_of(kernel).word) == kernel);
  }
  for (const char* word : {"", "soft max", "hard maximum", "Softmax", "leftmost"})
    CHECK_FALSE(kernel_of_word(word));
  for (const char* name : {"", "hard-maximum", "expressive "}) CHECK_FALSE(kernel_of_name(name));
}

TEST_CASE(
    "Rational weights are even, 0 at 0 alone, grow with the score's size, and their enclosures have them",
    "[kernel]") {
  for (const KernelRecord& record : kernels()) {
    const Kernel kernel = record.kernel;
    if (!weighs_rationally(kernel)) {
      CHECK_THROWS_AS(rational_weight(kernel, Rational(1)), std::logic_error);
      continue;
    }
    CHECK(rational_weight(kernel, Rational(0)) == 0);
    Rational last = 0;
    for (long k = 1; k <= 60; ++k) {
      const Rational z(k * k, 7);
      const Rational weight = rational_weight(kernel, z);
      CHECK(weight > last);
      CHECK(rational_weight(kernel, Rational(-z)) == weight);
      CHECK(rational_weight(kernel, Interval(z, 64), ByIntervals{64}).contains(weight));
      CHECK(rational_weight(kernel, Interval(Rational(-z), 64), ByIntervals{64}).contains(weight));
      last = weight;
    }
  }
  CHECK(rational_weight(Kernel::expressive, Rational(3, 2)) == Rational(9, 13));
}

TEST_CASE("Attention polynomials have the names of theorem files", "[kernel]") {
  const std::vector<std::pair<std::string, std::string>> said{{"standard", "x1*x2"},
                                                              {"strassen", "x1*x2 + x2*x3 + x1*x3"},
                                                              {"third-order", "x1*x2*x3"},
                                                              {"triangular", "x2*x3"}};
  CHECK(AttentionPolynomial::names().size() == said.size());
  for (const auto& [name, formula] : said) {
    const auto polynomial = AttentionPolynomial::named(name);
    REQUIRE(polynomial);
    CHECK(polynomial->monomials() == AttentionPolynomial::parse(formula).monomials());
    CHECK(polynomial->variables() == (name == "standard" ? 2 : 3));
  }
  for (const char* name : {"", "poly", "path", "Strassen"}) CHECK_FALSE(AttentionPolynomial::named(name));
}

}  // namespace attest::attention::kernel_test

// How large A must be in path-attention's composition of functions: the lemma, and runs beside it.
#include "constructions/poly/least_scale.hpp"

#include <catch2/catch.hpp>

#include "constructions/poly/function_composition.hpp"

namespace least_scale_test {

using namespace attest;  // NOLINT(google-build-using-namespace)

namespace {

const Check& check_named(const Verdict& verdict, const std::string& name) {
  for (const Check& check : verdict.checks) {
    if (check.name == name) return check;
  }
  throw std::out_of_range(name);
}

Verdict verify(const std::vector<std::string>& words) {
  const auto claim = poly_function_composition_claim();
  return claim->verify(Variant::repaired, parse_parameters(claim->info().parameters, words), {});
}

}  // namespace

TEST_CASE("A^2 = 3t (1 + log_n 4t) keeps every output within less than 1/2, and much less does not",
          "[poly][function-composition]") {
  for (long t = 2; t <= 16; ++t) {
    for (const long n : {2L, 3L, 10L, 1000L}) {
      CHECK(error_bound(t, Rational(1, 4 * t * n), n - 1) < Rational(1, 2));
      CHECK(error_bound(t, Rational(1, t * n), n - 1) > Rational(1, 2));
    }
  }
  // By hand, t = 1: theta = (1 + 1/3)/(1 - 1/3) = 2, half of the weight may lie elsewhere.
  CHECK(error_bound(1, Rational(1, 3), 1) == Rational(1, 2));
  CHECK(compare(sufficient_a_squared(2, 8), Rational(12)) == Ordering::undecided);  // 3t (1 + log_8 8)
  // A = 92.8 for t = 1024 at n = 100.
  CHECK(compare(sufficient_a_squared(1024, 100), Rational(92 * 92)) == Ordering::greater);
  CHECK(compare(sufficient_a_squared(1024, 100), Rational(93 * 93)) == Ordering::less);
}

TEST_CASE("At the sufficient A^2 every input is right, and the claimed error can hold as well as fail",
          "[poly][function-composition]") {
  for (const char* words : {"t=2 n=2 A2=24", "t=2 n=3 A2=18", "t=3 n=2 A2=42"}) {
    const std::string text = words;
    const Verdict verdict = verify({text.substr(0, 3), text.substr(4, 3), text.substr(8)});
    CHECK(verdict.status == Status::holds);
    CHECK(check_named(verdict, "sufficient-scale").status == Status::holds);
    CHECK(check_named(verdict, "growth").status == Status::refuted);
    CHECK(check_named(verdict, "growth").kind == Kind::constant);
  }
  CHECK(check_named(verify({"t=2", "n=3", "A2=1/2"}), "growth").status == Status::holds);
  CHECK(check_named(verify({"t=2", "n=1", "A2=1"}), "sufficient-scale").status == Status::not_applicable);
}

}  // namespace least_scale_test

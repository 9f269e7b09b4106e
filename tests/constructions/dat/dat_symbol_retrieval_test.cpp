#include <catch2/catch.hpp>
#include <set>

#include "claims/usage_error.hpp"
#include "constructions/dat/dat_claims.hpp"
#include "constructions/dat/symbol_library_checks.hpp"
#include "constructions/dat/symbol_retrieval.hpp"
#include "oracles/dat_evaluation.hpp"

namespace attest::dat_symbol_retrieval_test {
namespace {

Verdict verdict_of(Variant variant, const std::vector<std::string>& words) {
  const auto claim = dat_symbol_retrieval_claim();
  return claim->verify(variant, parse_parameters(claim->info().parameters, words), {});
}

Status check_status(const Verdict& verdict, const std::string& name) {
  for (const auto& check : verdict.checks) {
    if (check.name == name) return check.status;
  }
  throw std::out_of_range(name);
}

// Eq. 3 in 100 digits: the weights of all templates.
std::vector<oracle::DatReal> soft(long z, long n_s, const oracle::DatReal& beta) {
  std::vector<oracle::DatReal> result;
  oracle::DatReal total = 0;
  for (long c = 0; c < n_s; ++c) {
    result.push_back(exp(beta * (z * c - 2 * c * c)));
    total += result.back();
  }
  for (auto& weight : result) weight /= total;
  return result;
}

}  // namespace

TEST_CASE("A relative symbol exists exactly for offsets of the library, and clipping cuts to its ends",
          "[dat]") {
  for (long Delta = 0; Delta <= 4; ++Delta) {
    for (long i = 1; i <= 6; ++i) {
      for (long j = 1; j <= 6; ++j) {
        const bool inside = std::abs(j - i) <= Delta;
        CHECK(relative_symbol(i, j, Delta, false).has_value() == inside);
        const long clipped = *relative_symbol(i, j, Delta, true);
        CHECK(std::abs(clipped) <= Delta);
        if (inside) CHECK(clipped == j - i);
        if (!inside) CHECK(clipped == (j > i ? Delta : -Delta));
      }
    }
  }
  CHECK_FALSE(positional_symbol(4, 3).has_value());
  CHECK(positional_symbol(3, 3) == 3);
}

TEST_CASE(
    "A library that is smaller than the paper defines it is a parameter error, not a defect of the print",
    "[dat]") {
  for (long n = 1; n <= 6; ++n) {
    for (long Delta = 0; Delta <= 5; ++Delta) {
      const std::vector<std::string> words{"n=" + std::to_string(n), "n_s=2",
                                           "Delta=" + std::to_string(Delta)};
      for (const Variant variant : {Variant::printed, Variant::constructed}) {
        if (n > Delta + 1) {
          CHECK_THROWS_AS(verdict_of(variant, words), UsageError);
        } else {
          CHECK(verdict_of(variant, words).status == Status::holds);
        }
      }
    }
  }
  CHECK_THROWS_AS(verdict_of(Variant::printed, {"n=3", "n_s=1", "max_len=2"}), UsageError);
  CHECK(verdict_of(Variant::printed, {"n=5", "n_s=3"}).status == Status::holds);
}

TEST_CASE("Symbolic attention retrieves what 100-digit arithmetic retrieves", "[dat]") {
  for (const long n_s : {1, 2, 5}) {
    const SymbolicAttention attention(n_s, Rational(3) / 2);
    for (const long z : SymbolicAttention::objects(n_s)) {
      const auto symbol = attention.retrieve(z);
      const auto expected = soft(z, n_s, oracle::number("3/2"));
      for (long c = 0; c < n_s; ++c) {
        const auto at = static_cast<std::size_t>(c);
        const Interval weight = quotient(symbol.numerator[at], symbol.denominator, attention.unit(), 64);
        CHECK(weight.lower_double() <= expected[at]);
        CHECK(expected[at] <= weight.upper_double());
      }
    }
  }
}

TEST_CASE("The temperature that is chosen serves, and the next lower integer does not", "[dat]") {
  for (const std::string eps : {"1/10", "1/1000", "1/1000000"}) {
    for (const std::string n_s : {"2", "3", "6"}) {
      const std::vector<std::string> words{"n=1", "n_s=" + n_s, "eps=" + eps};
      const Verdict verdict = verdict_of(Variant::printed, words);
      CHECK(verdict.status == Status::holds);
      const long beta = std::stol(verdict.details["beta"].get<std::string>());
      const auto worst = [&](long at) {
        oracle::DatReal error = 0;
        for (const long z : SymbolicAttention::objects(std::stol(n_s))) {
          const auto weights = soft(z, std::stol(n_s), at);
          const auto own = static_cast<std::size_t>((z + 1) / 4);  // the centre 4c with |z - 4c| <= 1
          error = std::max(error, oracle::DatReal(1 - weights[own]));
        }
        return error;
      };
      CHECK(worst(beta) < oracle::number(eps));
      if (beta > 1) {
        CHECK(worst(beta - 1) >= oracle::number(eps));
        auto lower = words;
        lower.push_back("beta=" + std::to_string(beta - 1));
        CHECK(verdict_of(Variant::printed, lower).status == Status::refuted);
      }
    }
  }
}

TEST_CASE("A library that gives one symbol twice, none, or another for the same offset is seen",
          "[dat][planted]") {
  CHECK(positional_check(4, [](long i) { return std::optional(i); }).status == Status::holds);
  const Check shared = positional_check(4, [](long i) { return std::optional(i == 4 ? 2 : i); });
  CHECK(shared.status == Status::refuted);
  CHECK(shared.kind == Kind::construction);
  CHECK(positional_check(4, [](long i) { return i == 4 ? std::nullopt : std::optional(i); }).status ==
        Status::ill_formed);

  CHECK(relative_check(4, [](long i, long j) { return relative_symbol(i, j, 3, false); }).status ==
        Status::holds);
  // Clipping cuts the offsets to the library's ends, so that two of them share a symbol.
  const Check clipped = relative_check(4, [](long i, long j) { return relative_symbol(i, j, 2, true); });
  CHECK(clipped.status == Status::refuted);
  CHECK(clipped.kind == Kind::construction);
  CHECK(relative_check(4, [](long i, long j) {
          return std::optional(j == 4 && i == 4 ? 7 : j - i);
        }).status == Status::refuted);
  CHECK(relative_check(4, [](long i, long j) { return relative_symbol(i, j, 2, false); }).status ==
        Status::ill_formed);
}

TEST_CASE("Softmax retrieves as many symbols as there are objects, hard attention as many as classes",
          "[dat]") {
  for (const long n_s : {1, 2, 4}) {
    const SymbolicAttention attention(n_s, 1);
    const auto objects = SymbolicAttention::objects(n_s);
    for (const long z : objects) {
      for (const long other : objects) {
        const bool same = same_symbol(attention.retrieve(z), attention.retrieve(other), attention.unit());
        CHECK(same == (z == other || n_s == 1));
      }
    }
    const std::vector<std::string> words{"n=1", "n_s=" + std::to_string(n_s)};
    CHECK(check_status(verdict_of(Variant::printed, words), "class-map") ==
          (n_s == 1 ? Status::holds : Status::refuted));
    CHECK(check_status(verdict_of(Variant::constructed, words), "class-map") == Status::holds);
  }
}

}  // namespace attest::dat_symbol_retrieval_test

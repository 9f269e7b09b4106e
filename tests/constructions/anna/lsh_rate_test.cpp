// The family of coloured cells: its probabilities by counting functions, and that no z and l reach the printed rate by trying all.
#include <catch2/catch.hpp>

#include <cmath>
#include <set>

#include "claims/usage_error.hpp"
#include "constructions/anna/lsh_claim.hpp"
#include "constructions/anna/lsh_rate.hpp"

namespace attest::lsh_rate_test {
namespace {

// With cells of integer width the shift, modulo 1, does not matter to points that are integers: the share of shifts 0, .., width - 1 and of the
// cells' colours with which two points at this distance have one colour.
Rational share_of_one_colour(long width, long distance, long colours) {
  long equal = 0;
  for (long shift = 0; shift < width; ++shift) {
    const long first = shift / width;
    const long second = (shift + distance) / width;
    for (long a = 0; a < colours; ++a) {
      for (long b = 0; b < colours; ++b) equal += (first == second || a == b) ? 1 : 0;
    }
  }
  return Rational(Integer(equal), Integer(width * colours * colours));
}

// Of all colours of `tokens` cells under l z functions, the share with which some two tokens have one code in some table.
Rational share_that_meets(long colours, long tokens, long z, long l) {
  long all = 1;
  for (long i = 0; i < tokens * z * l; ++i) all *= colours;
  long meet = 0;
  for (long number = 0; number < all; ++number) {
    long digits = number;
    bool met = false;
    for (long table = 0; table < l; ++table) {
      std::set<std::vector<long>> codes;
      for (long token = 0; token < tokens; ++token) {
        std::vector<long> code;
        for (long h = 0; h < z; ++h, digits /= colours) code.push_back(digits % colours);
        met = !codes.insert(code).second || met;
      }
    }
    meet += met ? 1 : 0;
  }
  return Rational(Integer(meet), Integer(all));
}

Verdict verify(const std::vector<std::string>& words) {
  const auto claim = anna_lsh_rate_claim();
  return claim->verify(Variant::printed, parse_parameters(claim->info().parameters, words), {});
}

}  // namespace

TEST_CASE("Coloured cells are as sensitive as they say", "[anna][lsh-rate]") {
  for (const auto& [c, r, colours] : {std::tuple(2L, 3L, 4L), {3L, 2L, 5L}, {2L, 1L, 9L}}) {
    const ColouredCells family{colours, Rational(c)};
    CHECK(share_of_one_colour(c * r, r, colours) == family.p1());
    for (long t = 0; t <= r; ++t) CHECK(share_of_one_colour(c * r, t, colours) >= family.p1());
    for (long t = c * r + 1; t < 3 * c * r; ++t)
      CHECK(share_of_one_colour(c * r, t, colours) == Rational(Integer(1), Integer(colours)));
  }
  CHECK(ColouredCells{9, 2}.sensitive());
  CHECK_FALSE(ColouredCells{4, 2}.sensitive());                    // p1 = 5/8, 4 * 125/512 < 1
  CHECK_FALSE(ColouredCells{1000, Rational(17, 10)}.sensitive());  // c^2 = 2.89
}

TEST_CASE("The failure of far tokens is that of all colours, counted", "[anna][lsh-rate]") {
  for (const auto& [colours, tokens, z, l] :
       {std::tuple(2L, 2L, 1L, 1L), {2L, 3L, 2L, 2L}, {3L, 3L, 1L, 2L}, {3L, 2L, 2L, 2L}, {2L, 3L, 1L, 3L}})
    CHECK(far_failure({colours, 2}, tokens, z, l) == share_that_meets(colours, tokens, z, l));
  CHECK(near_failure({9, 2}, 2, 3) == Rational(56, 81) * Rational(56, 81) * Rational(56, 81));  // p1 = 5/9
}

TEST_CASE("Every z and every l within B fails at N = 2^16", "[anna][lsh-rate]") {
  const ColouredCells family{16, 2};
  const RateConstants constants{Rational(1, 100), 1};
  const ExcludedAt at = excluded_at(family, constants, 16);
  REQUIRE_FALSE(at.trivial);
  REQUIRE(at.open == 0);
  const double N = 65536;
  const double p1 = 17.0 / 32;
  const double rho = std::log(1 / p1) / std::log(16.0);
  const double rate = 0.01 / std::pow(N, 1 - 3 * rho);
  const double most = std::pow(N, 3 * rho) * std::log(N);
  double least_excess = 1e9;
  for (int z = 1; z <= 40; ++z) {
    double apart = 0;  // log of the probability that no two of N tokens meet in one table
    const double codes = std::pow(16.0, z);
    for (double i = 1; i < N && apart > -1e4; ++i) apart += codes > i ? std::log1p(-i / codes) : -1e5;
    for (double l = 1; l <= most; ++l) {
      const double failure = std::max(-std::expm1(l * apart), std::exp(l * std::log1p(-std::pow(p1, z))));
      least_excess = std::min(least_excess, failure / rate);
    }
  }
  CHECK(least_excess > 1);
  // With twenty times that constant something serves these data sets.
  CHECK(excluded_at(family, {Rational(1, 5), 4}, 16).open > 0);
  CHECK(excluded_at(family, {1000, 1}, 2).trivial);
}

TEST_CASE("Where the argument excludes all z and l, trying them does", "[anna][lsh-rate]") {
  const ColouredCells family{16, 2};
  for (const auto& [rate, tables] :
       {std::pair(Rational(1, 1000), Rational(1)), {Rational(1, 100000), Rational(2)}}) {
    const Interval from = excluded_from(family, {rate, tables}, 128) / log(Interval(2L, 128));
    const double e = std::ceil(from.upper_double());
    INFO(e);
    REQUIRE(e < 100000);
    const ExcludedAt at = excluded_at(family, {rate, tables}, static_cast<long>(e));
    CHECK_FALSE(at.trivial);
    CHECK(at.open == 0);
  }
  // Also where the rate is far below 2^-256.
  CHECK(excluded_at(family, {Rational(1, 5), 1}, 33026).open == 0);
  // More tables, or a greater constant, and it takes a larger N.
  const auto first = [&](Rational rate, Rational tables) {
    return excluded_from(family, {rate, tables}, 128).middle_double();
  };
  CHECK(first(Rational(1, 5), 1) < first(1, 1));
  CHECK(first(Rational(1, 5), 1) < first(Rational(1, 5), 4));
}

TEST_CASE("The printed rate is refuted, for families that the theorem speaks of alone", "[anna][lsh-rate]") {
  const Verdict verdict = verify({"K=16", "c=2", "E=1/100", "B=1", "e=16"});
  CHECK(verdict.status == Status::refuted);
  CHECK(verdict.kind == Kind::statement);
  CHECK(verdict.inputs.failing == verdict.inputs.checked);
  // Where some z serves these two data sets, or the bound is above 1, nothing is refuted, whatever holds at a larger N.
  CHECK(verify({"K=16", "E=1/5", "B=4", "e=16"}).status == Status::undecided);
  CHECK(verify({"K=16", "E=1/5", "B=4", "e=16384"}).status == Status::refuted);
  CHECK(verify({"K=16", "E=1000", "e=2"}).status == Status::not_applicable);
  CHECK_THROWS_AS(verify({"K=4", "c=2"}), UsageError);
  CHECK_THROWS_AS(verify({"K=4096", "c=17/10"}), UsageError);
}

}  // namespace attest::lsh_rate_test

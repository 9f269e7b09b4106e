// The heads that solve NT: against a second evaluation, another program's fractions, and planted errors.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "attention/expressive.hpp"
#include "claims/usage_error.hpp"
#include "constructions/ea/next_token_claim.hpp"
#include "constructions/ea/next_token_dot_product_claim.hpp"
#include "constructions/ea/next_token_layer.hpp"
#include "oracles/ea_reference.hpp"
#include "tasks/next_token.hpp"

namespace attest::ea_next_token_test {
namespace {

template <class Visit>
void for_every_word(const Task& task, Visit&& visit) {
  const auto space = static_cast<std::uint64_t>(task.space().size());
  for (std::uint64_t rank = 0; rank < space; ++rank) visit(task.space().unrank(Integer(rank)));
}

// What a planted error does to a head: rows without normaliser, or the number of wrong outputs.
std::string effect(const NextTokenHead& head, long N, long tau, long context) {
  const NextTokenLayer layer(head, N, context);
  if (!layer.rows_without_normaliser().empty()) return "ill-formed";
  const NextToken task(N, tau, context);
  long wrong = 0;
  long unfocused = 0;
  for_every_word(task, [&](const Word& word) {
    const auto weights = layer.weights(word, context).value();
    const Rational y = layer.output(word, layer.attention(word, weights));
    wrong += boost::multiprecision::abs(Rational(y - task.truth(word, 0))) >= Rational(1) / 2;
    const auto second = static_cast<std::size_t>(context - tau);
    unfocused += weights[second] != Rational(1) / 2 || weights[second - 1] != Rational(1) / 2;
  });
  if (wrong != 0) return "wrong";
  return unfocused != 0 ? "unfocused" : "right";
}

using Effects = std::map<std::string, int>;  // how many errors had which effect

// Every entry of every weight raised and lowered by one, one at a time.
Effects effects_of_planted_errors(long N, long tau, long context) {
  Effects effects;
  const NextTokenHead head = expressive_next_token_head(N, tau, context);
  for (RationalMatrix NextTokenHead::*matrix :
       {&NextTokenHead::Q, &NextTokenHead::K, &NextTokenHead::V, &NextTokenHead::W_O}) {
    for (Eigen::Index r = 0; r < (head.*matrix).rows(); ++r) {
      for (Eigen::Index c = 0; c < (head.*matrix).cols(); ++c) {
        for (const int change : {-1, 1}) {
          NextTokenHead mutant = head;
          (mutant.*matrix)(r, c) += change;
          ++effects[effect(mutant, N, tau, context)];
        }
      }
    }
  }
  return effects;
}

Verdict verify(const Claim& claim, const std::vector<std::string>& words) {
  return claim.verify(Variant::constructed, parse_parameters(claim.info().parameters, words),
                      VerifyOptions());
}

const Check& check_named(const Verdict& verdict, const std::string& name) {
  for (const Check& check : verdict.checks) {
    if (check.name == name) return check;
  }
  FAIL("no check " << name);
  throw std::logic_error("unreachable");
}

std::vector<std::string> words_of(const Json& size) {
  return {"N=" + size["N"].dump(), "tau=" + size["tau"].dump(), "context=" + size["context"].dump()};
}

}  // namespace

TEST_CASE("The next token is the one that a series by eq. (4) continues with", "[ea][tasks]") {
  for (const auto& [N, tau] : {std::pair(2L, 1L), {3L, 2L}, {4L, 3L}}) {
    for (long context = tau + 1; context <= tau + 3; ++context) {
      const NextToken task(N, tau, context);
      for_every_word(task, [&, N = N, tau = tau](const Word& word) {
        std::vector<long> series(word.begin(), word.end());
        const std::size_t t = series.size();
        series.push_back(
            (series[t - static_cast<std::size_t>(tau)] + series[t - 1 - static_cast<std::size_t>(tau)]) % N);
        REQUIRE(task.truth(word, 0) == series.back());
        REQUIRE(task.from_json(task.to_json(word)) == word);
      });
      CHECK(task.space().size() == power(Integer(N), static_cast<unsigned long>(context)));
    }
  }
  const NextToken task(2, 1, 3);
  CHECK(task.to_json(Word{1, 0, 1}) == Json{{"x", {1, 0, 1}}});
  CHECK_THROWS_AS(task.from_json(Json{{"x", {1, 0}}}), UsageError);
  CHECK_THROWS_AS(task.from_json(Json{{"x", {1, 0, 2}}}), UsageError);
  CHECK_THROWS_AS(task.from_json(Json{{"w", {1, 0, 1}}}), UsageError);
}

TEST_CASE("Expressive weights are eq. (2), and there are none where every score is 0", "[ea]") {
  CHECK(expressive_weights({0, 1, 3}) == std::vector<Rational>{0, Rational(5) / 14, Rational(9) / 14});
  CHECK(expressive_weights({Rational(-1) / 2}) == std::vector<Rational>{1});
  CHECK_FALSE(expressive_weights({0}).has_value());
  CHECK_FALSE(expressive_weights({0, 0, 0}).has_value());
  CHECK_FALSE(expressive_weights({}).has_value());
}

TEST_CASE("The layer's weights are those of the mechanism, in every row of every context", "[ea]") {
  for (const auto& [N, tau, context] : {std::tuple(2L, 1L, 4L), {3L, 2L, 4L}, {2L, 3L, 4L}}) {
    const NextTokenHead head = expressive_next_token_head(N, tau, context);
    const NextTokenLayer layer(head, N, context);
    for_every_word(NextToken(N, tau, context), [&, context = context](const Word& word) {
      for (long m = 1; m <= context; ++m) {
        std::vector<Rational> z;
        for (long k = 1; k <= m; ++k) {
          const RationalVector query = head.Q * head.encoding(word[m - 1], m);
          const RationalVector key = head.K * head.encoding(word[k - 1], k);
          z.push_back((query.transpose() * key)(0));
        }
        REQUIRE(layer.scores(word, m) == z);
        REQUIRE(layer.weights(word, m) == expressive_weights(z));
      }
    });
  }
}

TEST_CASE("The modulo network is exact for every sum and every width up to 1/2", "[ea]") {
  for (long N = 2; N <= 40; ++N) {
    for (const Rational& width : {Rational(1) / 2, Rational(1) / 8}) {
      const ReluNetwork network = modulo_network(N, width, 3, 1);
      for (long S = 0; S <= 2 * N - 2; ++S) {
        RationalVector in(3);
        in << Rational(7), Rational(1 + S), Rational(-7);
        REQUIRE(network(in)(0) == S % N);
      }
    }
  }
}

TEST_CASE("Expressive attention is exact on every context, with least dimension", "[ea]") {
  const auto claim = ea_next_token_claim();
  for (long N = 2; N <= 5; ++N) {
    for (long tau = 1; tau <= 3; ++tau) {
      for (long context = tau + 1; context <= 4; ++context) {
        const Verdict v = verify(
            *claim, {fmt::format("N={}", N), fmt::format("tau={}", tau), fmt::format("context={}", context)});
        INFO(v.parameters.to_string());
        CHECK(v.status == Status::holds);
        CHECK(v.inputs.checked == power(Integer(N), static_cast<unsigned long>(context)));
        CHECK(v.margins.output_error->upper == "0.0000000000000000e+00");
        CHECK(v.details["head_dimension"] == (context == tau + 1 ? 1 : 2));
      }
    }
  }
}

TEST_CASE("A head of dimension 1 has rows that are 0/0 unless the context is tau+1", "[ea]") {
  const auto rows = [](long tau, long context) {
    return NextTokenLayer(one_dimensional_expressive_head(3, tau, context), 3, context)
        .rows_without_normaliser();
  };
  CHECK(rows(2, 3).empty());
  CHECK(rows(2, 4) == std::vector<long>{1});
  CHECK(rows(1, 6) == std::vector<long>{1, 2, 3, 4});
  CHECK(effect(one_dimensional_expressive_head(3, 1, 4), 3, 1, 4) == "ill-formed");
}

TEST_CASE("A row that vanishes for some symbols only is found", "[ea]") {
  // The key is the symbol, so the symbol 0 everywhere makes all scores 0.
  NextTokenHead head = one_dimensional_expressive_head(3, 1, 2);
  head.K(0, 0) = 1;
  head.K(0, 1) = 0;
  CHECK(NextTokenLayer(head, 3, 2).rows_without_normaliser() == std::vector<long>{1, 2});
  head.K(0, 1) = 1;  // x + 1 at the causal tokens
  CHECK(NextTokenLayer(head, 3, 2).rows_without_normaliser().empty());
}

TEST_CASE("Planted errors in the expressive head have the effects that the oracle sees",
          "[ea][planted][reference]") {
  for (const auto& expected : oracle::ea_reference()["planted"]) {
    INFO(expected.dump());
    CHECK(effects_of_planted_errors(expected["N"], expected["tau"], expected["context"]) ==
          expected["effects"].get<Effects>());
  }
  // What stays right: entries that meet a coordinate that is 0 in the last row, that scale all its scores
  // alike, or that write to a coordinate which the network does not read.
  CHECK(oracle::ea_reference()["planted"][0]["effects"].get<Effects>() ==
        Effects{{"right", 22}, {"wrong", 18}, {"ill-formed", 8}});
}

TEST_CASE("Heads made for another delay or another base are wrong", "[ea][planted]") {
  CHECK(effect(expressive_next_token_head(3, 1, 5), 3, 1, 5) == "right");
  CHECK(effect(expressive_next_token_head(3, 2, 5), 3, 1, 5) == "wrong");
  CHECK(effect(expressive_next_token_head(3, 1, 4), 3, 1, 5) == "wrong");  // the causal tokens one too early
  CHECK(effect(expressive_next_token_head(4, 1, 5), 3, 1, 5) == "wrong");
  // Weights 1/2 at the causal tokens need equal squares only: a query of the other sign is as good.
  NextTokenHead head = expressive_next_token_head(3, 1, 5);
  head.Q *= Rational(-1);
  CHECK(effect(head, 3, 1, 5) == "right");
}

TEST_CASE("The dot-product head fails, or not, exactly where the oracle's fractions say", "[ea][reference]") {
  const auto claim = ea_next_token_dot_product_claim();
  for (const auto& expected : oracle::ea_reference()["dot_product"]) {
    const Rational least = *rational_from_string(expected["least_ratio"].get<std::string>());
    CHECK(least_ratio(expected["N"], expected["context"]) == least);
    CHECK(expected["attained"] == 2);
    for (const auto& row : expected["ratios"]) {
      auto words = words_of(expected);
      words.push_back("ratio=" + row["ratio"].get<std::string>());
      const Verdict v = verify(*claim, words);
      INFO(v.parameters.to_string());
      CHECK(v.inputs.failing == Integer(row["wrong"].get<long>()));
      CHECK(v.details["enumeration"]["extra"]["count"] == std::to_string(row["off"].get<long>()));
      CHECK(v.status == (row["wrong"] == 0 && row["off"] == 0 ? Status::holds : Status::refuted));
      CHECK(check_named(v, "least-gap").status == Status::holds);
    }
    CHECK(verify(*claim, words_of(expected)).parameters.text("ratio") == "auto");
    CHECK(verify(*claim, words_of(expected)).status == Status::holds);
  }
}

TEST_CASE("The least logit gap is the logarithm of (L-2)(4N-5)/2, enclosed", "[ea]") {
  const auto claim = ea_next_token_dot_product_claim();
  const Verdict v = verify(*claim, {"N=16", "tau=2", "context=3"});
  CHECK(v.details["least_gap"]["expression"] == "log(59/2)");
  CHECK(v.details["least_gap"]["lower"] == "3.3843902633457741e+00");
  CHECK(v.details["least_gap"]["upper"] == "3.3843902633457742e+00");
  const Verdict pair = verify(*claim, {"N=16", "tau=1", "context=2"});
  CHECK(pair.status == Status::holds);
  CHECK(pair.details["least_gap"]["expression"] == "log(1)");
}

TEST_CASE("Contexts too short for the delay are refused", "[ea]") {
  CHECK_THROWS_AS(verify(*ea_next_token_claim(), {"N=2", "tau=3", "context=3"}), UsageError);
  CHECK_THROWS_AS(verify(*ea_next_token_dot_product_claim(), {"N=2", "tau=3", "context=3"}), UsageError);
  CHECK_THROWS_AS(verify(*ea_next_token_dot_product_claim(), {"N=2", "tau=1", "context=3", "ratio=0"}),
                  UsageError);
}

}  // namespace attest::ea_next_token_test

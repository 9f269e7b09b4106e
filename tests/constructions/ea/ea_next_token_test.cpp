// The heads that solve NT, as texts: against the formulas by hand, another program's fractions, and planted errors.
#include <catch2/catch.hpp>

#include "attention/head_weights.hpp"
#include "attention/kernel.hpp"
#include "claims/usage_error.hpp"
#include "fixtures.hpp"
#include "oracles/ea_reference.hpp"

namespace attest::ea_next_token_test {
namespace {

std::vector<std::string> words(long N, long tau, long context) {
  return {fmt::format("N={}", N), fmt::format("tau={}", tau), fmt::format("context={}", context)};
}

fixtures::Setting expressive(long N, long tau, long context) {
  return fixtures::setting_of("ea/next-token", Variant::constructed, words(N, tau, context));
}

template <class Visit>
void for_every_word(const Task& task, Visit&& visit) {
  const auto space = static_cast<std::uint64_t>(task.space().size());
  for (std::uint64_t rank = 0; rank < space; ++rank) visit(task.space().unrank(Integer(rank)));
}

// Of the tokens 1..m of the context, at token m; nothing where they are 0/0.
std::optional<std::vector<Rational>> weights_of(const LayerSetting& setting, const Word& word, long m) {
  std::vector<attention::Kind> kinds(setting.task().tokens());
  setting.task().kinds(word, kinds);
  return attention::rational_weights(setting.prepared().layer().heads[0], setting.prepared().scores(0), kinds,
                                     static_cast<attention::Token>(m - 1));
}

// What a planted error does: rows without normaliser, a wrong output, other weights, or nothing that shows.
std::string effect(const LayerSetting& setting, long N, long tau, long context) {
  bool defined = true;
  for_every_word(setting.task(), [&](const Word& word) {
    for (long m = 1; m <= context; ++m) defined = defined && weights_of(setting, word, m);
  });
  if (!defined) return "ill-formed";
  bool wrong = false;
  bool unfocused = false;
  for_every_word(setting.task(), [&](const Word& word) {
    const auto second = static_cast<std::size_t>(context - tau);
    const long next = (static_cast<long>(word[second]) + static_cast<long>(word[second - 1])) % N;
    const Rational y = setting.evaluate(word, 0).exact().value();
    wrong = wrong || boost::multiprecision::abs(Rational(y - next)) >= Rational(1, 2);
    const auto weights = weights_of(setting, word, context).value();
    unfocused = unfocused || weights[second] != Rational(1, 2) || weights[second - 1] != Rational(1, 2);
  });
  if (wrong) return "wrong";
  return unfocused ? "unfocused" : "right";
}

using Effects = std::map<std::string, int>;  // how many errors had which effect

std::string number(const Json& entry, int change) {
  return to_string(Rational(*rational_from_string(entry.get<std::string>()) + change));
}

// Every entry of every weight raised and lowered by one, one at a time.
Effects effects_of_planted_errors(long N, long tau, long context) {
  Effects effects;
  const Json own = expressive(N, tau, context)->weights();
  const auto count = [&](const Json& weights) {
    const auto setting = expressive(N, tau, context);
    setting->use_weights(weights);
    ++effects[effect(*setting, N, tau, context)];
  };
  for (const int change : {-1, 1}) {
    for (const char* matrix : {"W_1", "W_2", "V_2"}) {
      const Json& rows = own["heads"][0][matrix];
      for (std::size_t r = 0; r < rows.size(); ++r) {
        for (std::size_t c = 0; c < rows[r].size(); ++c) {
          Json mutant = own;
          mutant["heads"][0][matrix][r][c] = number(rows[r][c], change);
          count(mutant);
        }
      }
    }
    // W_O says where the value lands: stream.4, and nowhere else.
    for (int coordinate = 1; coordinate <= 4; ++coordinate) {
      Json mutant = own;
      mutant["W_O"].push_back({{"from", "head1.1"},
                               {"to", fmt::format("stream.{}", coordinate)},
                               {"factor", std::to_string(change)}});
      count(mutant);
    }
  }
  return effects;
}

Verdict verify(const char* id, const std::vector<std::string>& parameters) {
  const auto claim = theorem_of_text(id);
  return claim->verify(Variant::constructed, parse_parameters(claim->info().parameters, parameters),
                       VerifyOptions());
}

}  // namespace

TEST_CASE("The next token is the one that a series by eq. (4) continues with", "[ea][tasks]") {
  for (const auto& [N, tau] : {std::pair(2L, 1L), {3L, 2L}, {4L, 3L}}) {
    for (long context = tau + 1; context <= tau + 3; ++context) {
      const auto setting = expressive(N, tau, context);
      const Task& task = setting->task();
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
  const auto setting = expressive(2, 1, 3);
  CHECK(setting->task().to_json(Word{1, 0, 1}) == Json{{"x", {1, 0, 1}}});
  for (const char* wrong : {R"({"x":[1,0]})", R"({"x":[1,0,2]})", R"({"w":[1,0,1]})"})
    CHECK_THROWS_AS(setting->task().from_json(Json::parse(wrong)), UsageError);
}

TEST_CASE("Expressive weights are eq. (2), and there are none where every score is 0", "[ea]") {
  CHECK(attention::normalised_weights(attention::Kernel::expressive, {0, 1, 3}) ==
        std::vector<Rational>{0, Rational(5) / 14, Rational(9) / 14});
  CHECK(attention::normalised_weights(attention::Kernel::expressive, {Rational(-1) / 2}) ==
        std::vector<Rational>{1});
  CHECK_FALSE(attention::normalised_weights(attention::Kernel::expressive, {0}).has_value());
  CHECK_FALSE(attention::normalised_weights(attention::Kernel::expressive, {0, 0, 0}).has_value());
  CHECK_FALSE(attention::normalised_weights(attention::Kernel::expressive, {}).has_value());
}

TEST_CASE("The layer's weights are those of z = causal + context - m, in every row of every context",
          "[ea]") {
  for (const auto& [N, tau, context] : {std::tuple(2L, 1L, 4L), {3L, 2L, 4L}, {2L, 3L, 4L}}) {
    const auto setting = expressive(N, tau, context);
    for_every_word(setting->task(), [&, tau = tau, context = context](const Word& word) {
      for (long m = 1; m <= context; ++m) {
        std::vector<Rational> z;
        for (long k = 1; k <= m; ++k)
          z.emplace_back((k == context - tau || k == context + 1 - tau ? 1 : 0) + context - m);
        REQUIRE(weights_of(*setting, word, m) ==
                attention::normalised_weights(attention::Kernel::expressive, z));
      }
    });
  }
}

TEST_CASE(
    "With three coordinates the layer's weights are those that the comment says, in every row of every context",
    "[ea]") {
  for (const auto& [N, tau, context] : {std::tuple(2L, 1L, 4L), {3L, 2L, 4L}, {2L, 3L, 4L}, {3L, 2L, 3L}}) {
    const auto setting = fixtures::setting_of("ea/next-token", *variant_from_string("three-coordinates"),
                                              words(N, tau, context));
    CHECK(setting->size().embedding_dimension == 3);
    for_every_word(setting->task(), [&, N = N, tau = tau, context = context](const Word& word) {
      const auto causal = [&](long k) { return k == context - tau || k == context + 1 - tau; };
      for (long m = 1; m <= context; ++m) {
        std::vector<Rational> z;
        for (long k = 1; k <= m; ++k) {
          const long own = causal(m) ? static_cast<long>(word[static_cast<std::size_t>(m - 1)]) + 1 : 1;
          z.emplace_back((causal(k) ? own : 0) + (context - m) * (context - k));
        }
        REQUIRE(weights_of(*setting, word, m) ==
                attention::normalised_weights(attention::Kernel::expressive, z));
      }
      const auto second = static_cast<std::size_t>(context - tau);
      REQUIRE(setting->evaluate(word, 0).exact().value() ==
              Rational((static_cast<long>(word[second]) + static_cast<long>(word[second - 1])) % N));
    });
  }
}

namespace {

// Whether the dot-product head with exp(beta) = g is right on a context of the series, from the formula of the head and the network.
bool dot_product_is_right(const std::vector<long>& x, long N, long tau, const Rational& g) {
  const std::size_t second = x.size() - static_cast<std::size_t>(tau);
  long rest = 0;
  for (const long symbol : x) rest += symbol;
  const long sum = x[second] + x[second - 1];
  rest -= sum;
  const Rational y = 2 * (g * sum + rest) / (2 * g + static_cast<long>(x.size()) - 2);
  // Up to N - 1/2 - w the network passes y, from N - 1/2 + w on y - N; between the two it falls on a straight line.
  const Rational w = N == 2 ? Rational(1, 2) : Rational(1, 8);
  const Rational middle = N - Rational(1, 2);
  Rational out = y;
  if (y >= middle + w) {
    out = y - N;
  } else if (y > middle - w) {
    out = y - N * (y - middle + w) / (2 * w);
  }
  return boost::multiprecision::abs(Rational(out - sum % N)) < Rational(1, 2);
}

}  // namespace

TEST_CASE("On contexts that NT has generated a smaller ratio serves, and the least multiple of 1/4 is found",
          "[ea]") {
  for (const auto& [N, tau, context] :
       {std::tuple(2L, 1L, 3L), {2L, 1L, 6L}, {2L, 3L, 9L}, {3L, 2L, 6L}, {4L, 1L, 7L}}) {
    std::vector<std::vector<long>> contexts{{}};
    for (long k = 0; k < context; ++k) {
      std::vector<std::vector<long>> longer;
      for (const auto& series : contexts) {
        for (long symbol = 0; symbol < N; ++symbol) {
          if (k > tau) {
            const auto t = static_cast<std::size_t>(k - tau);
            if (symbol != (series[t] + series[t - 1]) % N) continue;
          }
          longer.push_back(series);
          longer.back().push_back(symbol);
        }
      }
      contexts = std::move(longer);
    }
    CHECK(Integer(contexts.size()) == power(Integer(N), static_cast<unsigned long>(tau + 1)));
    Rational least(1, 4);
    const auto all_right = [&, N = N, tau = tau](const Rational& ratio) {
      return std::all_of(contexts.begin(), contexts.end(),
                         [&](const auto& x) { return dot_product_is_right(x, N, tau, ratio); });
    };
    while (!all_right(least)) least += Rational(1, 4);
    const auto claim = theorem_of_text("ea/next-token-dot-product");
    const Verdict v = claim->verify(*variant_from_string("obeying"),
                                    parse_parameters(claim->info().parameters, words(N, tau, context)), {});
    INFO(v.parameters.to_string());
    CHECK(v.status == Status::holds);
    CHECK(v.inputs.space == Integer(contexts.size()));
    CHECK(v.parameters.text("ratio") == to_string(least));
    CHECK(2 * least <= (context - 2) * (4 * N - 5) + Rational(1, 2));
  }
}

TEST_CASE("Expressive attention is exact on every context", "[ea]") {
  for (long N = 2; N <= 5; ++N) {
    for (long tau = 1; tau <= 3; ++tau) {
      for (long context = tau + 1; context <= 4; ++context) {
        const Verdict v = verify("ea/next-token", words(N, tau, context));
        INFO(v.parameters.to_string());
        CHECK(v.status == Status::holds);
        CHECK(v.inputs.checked == power(Integer(N), static_cast<unsigned long>(context)));
        CHECK(v.margins.output_error->upper == "0.0000000000000000e+00");
      }
    }
  }
}

TEST_CASE(
    "A head whose scores are those of the causal tokens alone has rows that are 0/0 unless the context is tau+1",
    "[ea]") {
  const auto undefined_rows = [](long tau, long context) {
    const auto setting = expressive(3, tau, context);
    Json weights = setting->weights();
    for (Json& entry : weights["heads"][0]["W_1"][1]) entry = "0";  // the query (1, 0)
    setting->use_weights(weights);
    std::vector<long> rows;
    for (long m = 1; m <= context; ++m) {
      if (!weights_of(*setting, setting->task().space().unrank(0), m)) rows.push_back(m);
    }
    return rows;
  };
  CHECK(undefined_rows(2, 3).empty());
  CHECK(undefined_rows(2, 4) == std::vector<long>{1});
  CHECK(undefined_rows(1, 6) == std::vector<long>{1, 2, 3, 4});
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

TEST_CASE("The dot-product head fails, or not, exactly where the oracle's fractions say", "[ea][reference]") {
  for (const auto& expected : oracle::ea_reference()["dot_product"]) {
    const auto sizes = words(expected["N"], expected["tau"], expected["context"]);
    for (const auto& row : expected["ratios"]) {
      auto parameters = sizes;
      parameters.push_back("ratio=" + row["ratio"].get<std::string>());
      const Verdict v = verify("ea/next-token-dot-product", parameters);
      INFO(v.parameters.to_string());
      CHECK(v.inputs.failing == Integer(row["wrong"].get<long>()));
      CHECK(v.status == (row["wrong"] == 0 ? Status::holds : Status::refuted));
    }
    // Its own ratio: the least integer above the bound.
    CHECK(verify("ea/next-token-dot-product", sizes).status == Status::holds);
  }
}

TEST_CASE("At the bound of the ratio two contexts fail, just above it none", "[ea]") {
  for (const auto& [N, tau, context] : {std::tuple(2L, 1L, 3L), {3L, 1L, 4L}, {4L, 2L, 4L}}) {
    const Rational bound = Rational((context - 2) * (4 * N - 5), 2);
    for (const bool above : {false, true}) {
      auto parameters = words(N, tau, context);
      parameters.push_back("ratio=" +
                           to_string(Rational(above ? bound * Rational(1000001, 1000000) : bound)));
      const Verdict v = verify("ea/next-token-dot-product", parameters);
      INFO(v.parameters.to_string());
      CHECK(v.inputs.failing == (above ? 0 : 2));
    }
  }
}

TEST_CASE("Contexts too short for the delay are refused", "[ea]") {
  CHECK_THROWS_AS(verify("ea/next-token", {"N=2", "tau=3", "context=3"}), UsageError);
  CHECK_THROWS_AS(verify("ea/next-token-dot-product", {"N=2", "tau=3", "context=3"}), UsageError);
  CHECK_THROWS_AS(verify("ea/next-token-dot-product", {"N=2", "tau=1", "context=3", "ratio=0"}), UsageError);
}

}  // namespace attest::ea_next_token_test

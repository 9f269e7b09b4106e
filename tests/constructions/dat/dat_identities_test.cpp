#include <catch2/catch.hpp>
#include <random>

#include "constructions/dat/dat_claims.hpp"
#include "constructions/dat/dual_attention.hpp"
#include "constructions/dat/dual_attention_checks.hpp"
#include "constructions/dat/factorisation.hpp"
#include "constructions/dat/formal_polynomial.hpp"
#include "numeric/integer.hpp"

namespace attest::dat_identities_test {
namespace {

// Small rationals, zero among them.
class Random {
 public:
  explicit Random(std::uint64_t seed) : generator_(seed) {}
  Rational operator()() {
    return Rational(static_cast<long>(generator_() % 13) - 6) /
           Rational(static_cast<long>(generator_() % 4) + 1);
  }

 private:
  std::mt19937_64 generator_;
};

Rational value_of(const FormalPolynomial& p, const std::vector<Rational>& at) {
  Rational sum = 0;
  for (const auto& [monomial, coefficient] : p.terms()) {
    Rational term = static_cast<long>(coefficient);
    for (const auto which : monomial) term *= at[which];
    sum += term;
  }
  return sum;
}

Verdict verdict_of(const std::unique_ptr<Claim>& claim, Variant variant,
                   const std::vector<std::string>& words) {
  return claim->verify(variant, parse_parameters(claim->info().parameters, words), {});
}

Status check_status(const Verdict& verdict, const std::string& name) {
  for (const auto& check : verdict.checks) {
    if (check.name == name) return check.status;
  }
  throw std::out_of_range(name);
}

// Weights from scores for rational tests: positive, summing to one over the row, and by no means linear.
Tensor<Rational> pseudo_softmax(const Tensor<Rational>& scores, bool causal) {
  Tensor<Rational> result(scores.shape());
  const std::size_t n = scores.shape()[0];
  for (std::size_t i = 0; i < n; ++i) {
    Rational total = 0;
    for (std::size_t j = 0; j < (causal ? i + 1 : n); ++j) {
      const Rational& score = scores(i, j);
      result(i, j) = score > 0 ? Rational(1 + score) : Rational(1 / (1 - score));
      total += result(i, j);
    }
    for (std::size_t j = 0; j < n; ++j) result(i, j) /= total;
  }
  return result;
}

struct RationalLayer {
  RationalLayer(const DualAttentionSizes& sizes, std::uint64_t seed)
      : s(sizes),
        x({s.n, s.d_model}),
        symbols({s.n, s.d_model}),
        w(dual_attention_weights<Rational>(s, true)) {
    Random random(seed);
    const auto fill = [&](Tensor<Rational>& t) {
      for (auto& entry : t.entries()) entry = random();
    };
    fill(x);
    fill(symbols);
    w.for_each([&](const std::string&, Tensor<Rational>& t) { fill(t); });
  }

  Tensor<Rational> run(bool causal = false) {
    alpha.clear();
    return dual_attention<Rational>(x, symbols, w,
                                    [&](HeadKind kind, std::size_t, const Tensor<Rational>& scores) {
                                      alpha[kind].push_back(pseudo_softmax(scores, causal));
                                      return alpha[kind].back();
                                    });
  }

  Rational by_definition(std::size_t i, std::size_t c) {
    const auto weight = [&](HeadKind kind, std::size_t h, std::size_t row, std::size_t j) {
      return alpha[kind][h](row, j);
    };
    return dual_attention_entry(x, symbols, w, weight, i, c);
  }

  DualAttentionSizes s;
  Tensor<Rational> x;
  Tensor<Rational> symbols;
  DualAttentionWeights<Rational> w;
  std::map<HeadKind, std::vector<Tensor<Rational>>> alpha;
};

}  // namespace

TEST_CASE("Formal polynomials are a ring: values at random points follow the operations", "[dat]") {
  std::mt19937_64 generator(11);
  Random random(12);
  for (int trial = 0; trial < 40; ++trial) {
    const auto draw = [&] {
      FormalPolynomial p(static_cast<long>(generator() % 5) - 2);
      for (int term = 0; term < 4; ++term) {
        FormalPolynomial m(static_cast<long>(generator() % 7) - 3);
        for (int k = 0; k < 2; ++k)
          m = m * FormalPolynomial::indeterminate(static_cast<std::uint32_t>(generator() % 4));
        p += m;
      }
      return p;
    };
    const FormalPolynomial a = draw();
    const FormalPolynomial b = draw();
    const std::vector<Rational> at{random(), random(), random(), random()};
    CHECK(value_of(a + b, at) == value_of(a, at) + value_of(b, at));
    CHECK(value_of(a - b, at) == value_of(a, at) - value_of(b, at));
    CHECK(value_of(a * b, at) == value_of(a, at) * value_of(b, at));
    CHECK((a - a).is_zero());
    CHECK((a + b) * (a - b) == a * a - b * b);
    FormalPolynomial twice = a;
    twice += twice;
    CHECK(twice == FormalPolynomial(2) * a);
  }
  CHECK_THROWS_AS(FormalPolynomial(1L << 40) * FormalPolynomial(1L << 40), std::overflow_error);
}

TEST_CASE("einsum is the sum over the letters left out, and refuses axes of two lengths", "[dat]") {
  Random random(21);
  Tensor<Rational> a({2, 3, 4});
  Tensor<Rational> b({4, 2, 5});
  for (auto& entry : a.entries()) entry = random();
  for (auto& entry : b.entries()) entry = random();
  const auto c = einsum<Rational>("ijk,kil->lij", a, b);
  REQUIRE(c.shape() == Shape{5, 2, 3});
  for (std::size_t l = 0; l < 5; ++l) {
    for (std::size_t i = 0; i < 2; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        Rational sum = 0;
        for (std::size_t k = 0; k < 4; ++k) sum += a(i, j, k) * b(k, i, l);
        CHECK(c(l, i, j) == sum);
      }
    }
  }
  CHECK_THROWS_AS(einsum<Rational>("ijk,jil->lij", a, b), ShapeError);
  CHECK_THROWS_AS(einsum<Rational>("ij,kil->lj", a, b), ShapeError);
  CHECK_THROWS_AS(times(Tensor<Rational>({2, 3}), Tensor<Rational>({4, 2})), ShapeError);
  CHECK_THROWS_AS(a + b, ShapeError);
}

TEST_CASE("Eq. 10 and the code give eq. 9 on random rationals of larger sizes", "[dat]") {
  for (const FactorisationSizes& s : {FactorisationSizes{5, 4, 3, 2, 3}, FactorisationSizes{3, 1, 7, 4, 1}}) {
    Random random(s.n);
    std::map<std::string, Rational> named;
    const auto t = factorisation_tensors<Rational>(
        s, [&](const std::string& name) { return named.try_emplace(name, random()).first->second; });
    for (const bool relative : {false, true}) {
      const auto definition = by_definition(s, t, relative);
      CHECK(definition.entries() == factored(s, t, relative).entries());
      CHECK(definition.entries() == by_code(t, relative).output.entries());
    }
    CHECK(by_definition(s, t, false).entries() != by_definition(s, t, true).entries());
    // Planted: one entry of one factor changed on one side.
    auto wrong = t;
    wrong.wr(0, 0, s.d_r - 1) += 1;
    CHECK(by_definition(s, t, false).entries() != factored(s, wrong, false).entries());
    wrong = t;
    wrong.ws(0, 0, 0) += 1;
    CHECK(by_definition(s, t, false).entries() != by_code(wrong, false).output.entries());
  }
}

TEST_CASE("Dual attention is eqs. 1 and 2 on random rationals, and a changed weight shows", "[dat]") {
  for (const DualAttentionSizes& s : {DualAttentionSizes{3, 12, 2, 1, 2}, DualAttentionSizes{4, 6, 1, 2, 4},
                                      DualAttentionSizes{2, 5, 0, 1, 5}, DualAttentionSizes{3, 4, 2, 0, 1}}) {
    RationalLayer layer(s, s.d_model);
    const auto output = layer.run();
    REQUIRE(output.shape() == Shape{s.n, s.d_model});
    for (std::size_t i = 0; i < s.n; ++i) {
      for (std::size_t c = 0; c < s.d_model; ++c) CHECK(output(i, c) == layer.by_definition(i, c));
    }
    std::size_t matrices = 0;
    std::size_t unseen = 0;
    layer.w.for_each([&](const std::string&, Tensor<Rational>& matrix) {
      ++matrices;
      const Rational old = matrix.entries().front();
      matrix.entries().front() += 5;
      unseen += layer.run().entries() == output.entries() ? 1 : 0;
      matrix.entries().front() = old;
    });
    CHECK(unseen == 0);
    CHECK(matrices == 3 * s.sensory + 4 * s.relational + (s.relational > 0 ? 2 * s.d_r + 1 : 0) +
                          (s.sensory > 0 ? 1 : 0));
    CHECK(layer.run().entries() == output.entries());
  }
}

TEST_CASE("A causal mask hides later objects, and without it they show", "[dat]") {
  for (const bool causal : {true, false}) {
    RationalLayer layer({3, 4, 1, 1, 2}, 31);
    const auto before = layer.run(causal);
    layer.x(2, 1) += 1;
    layer.symbols(2, 0) += 1;
    const auto after = layer.run(causal);
    for (std::size_t c = 0; c < 4; ++c) {
      CHECK((before(0, c) == after(0, c)) == causal);
      CHECK(before(2, c) != after(2, c));
    }
  }
}

TEST_CASE("The verdicts on shapes follow from which heads there are", "[dat]") {
  const auto claim = dat_dual_attention_claim();
  for (long sensory = 0; sensory <= 2; ++sensory) {
    for (long relational = 0; relational <= 2; ++relational) {
      if (sensory + relational == 0) continue;
      const std::vector<std::string> words{"n=1", "d_model=" + std::to_string(sensory + relational),
                                           "n_sa=" + std::to_string(sensory),
                                           "n_ra=" + std::to_string(relational), "d_r=1"};
      const Verdict printed = verdict_of(claim, Variant::printed, words);
      CHECK(printed.status == (sensory > 0 && relational > 0 ? Status::ill_formed : Status::holds));
      CHECK(verdict_of(claim, Variant::repaired, words).status == Status::holds);
    }
  }
}

TEST_CASE("Relations of different projections are not symmetric, and without relations nothing is said",
          "[dat]") {
  FormalLayer equal({2, 2, 1, 1, 1}, true);
  CHECK(symmetric_check(equal).status == Status::holds);
  FormalLayer different({2, 2, 1, 1, 1}, false);
  CHECK(symmetric_check(different).status == Status::refuted);
  FormalLayer none({2, 2, 2, 0, 1}, true);
  CHECK(symmetric_check(none).status == Status::not_applicable);
  const Verdict sensory = verdict_of(dat_dual_attention_claim(), Variant::repaired,
                                     {"n=1", "d_model=1", "n_sa=1", "n_ra=0", "d_r=1"});
  CHECK(check_status(sensory, "projections") == Status::not_applicable);
}

TEST_CASE("The parameters of a layer, added up by hand", "[dat]") {
  // d_model = 4, one head of each kind, d_r = 2: d_h = d_key = 2, d_proj = 1. Sensory 3 * 8 + 4, relational
  // 3 * 8 + 4 (W_r) + 4 (W_o), relations 2 * 2 * 4.
  const Verdict verdict = verdict_of(dat_dual_attention_claim(), Variant::repaired,
                                     {"n=1", "d_model=4", "n_sa=1", "n_ra=1", "d_r=2"});
  CHECK(verdict.details["parameters"]["all"] == 24 + 4 + 24 + 4 + 4 + 16);
  CHECK(verdict.details["parameters"]["relation_projections"] == 16);
  CHECK(verdict.details["all_parameters"].get<std::string>().find(" at d_r = 1, ") != std::string::npos);
  CHECK(check_status(verdict, "projections") == Status::holds);
}

TEST_CASE("The printed chain fails from two objects on, and the repaired one holds on random numbers",
          "[dat]") {
  const auto claim = dat_error_inequality_claim();
  for (long n = 1; n <= 6; ++n) {
    const std::vector<std::string> words{"n=" + std::to_string(n), "d_r=2", "eps1=1/1000"};
    const Verdict printed = verdict_of(claim, Variant::printed, words);
    CHECK(check_status(printed, "line-277") == (n == 1 ? Status::holds : Status::refuted));
    CHECK(check_status(printed, "line-278") == (n == 1 ? Status::holds : Status::refuted));
    CHECK(check_status(printed, "line-279") == Status::holds);
    CHECK(verdict_of(claim, Variant::repaired, words).status == Status::holds);
  }
  // Line 276 <= line 278 <= line 279 for numbers that satisfy the hypotheses; i* is the first of four
  // objects.
  using boost::multiprecision::abs;
  Random random(41);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<Rational> alpha{random(), random(), random(), random()};
    Rational total = 0;
    for (auto& a : alpha) total += a = abs(a) + Rational(1) / 7;
    for (auto& a : alpha) a /= total;
    const Rational R = random();
    std::vector<Rational> r{R + random() / 5, random(), random(), random()};
    Rational line276 = -R;
    Rational line278 = 0;
    Rational maximum = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      line276 += alpha[i] * r[i];
      line278 += alpha[i] * abs(Rational(r[i] - R));
      maximum = std::max(maximum, Rational(abs(Rational(r[i] - R))));
    }
    const Rational eps1 = 1 - alpha[0] + Rational(1) / 1000;
    const Rational eps2 = abs(Rational(r[0] - R)) + Rational(1) / 1000;
    if (eps1 > 1) continue;
    CHECK(abs(line276) <= line278);
    CHECK(line278 <= (1 - eps1) * eps2 + eps1 * maximum);
  }
}

TEST_CASE("The witnesses of the printed chain are right by plain arithmetic", "[dat]") {
  const Verdict verdict = verdict_of(dat_error_inequality_claim(), Variant::printed, {"n=3", "eps1=1/5"});
  REQUIRE(verdict.status == Status::ill_formed);
  const Json& witness = verdict.counterexample["line-277"];
  const auto number = [](const Json& text) { return *rational_from_string(text.get<std::string>()); };
  Rational sum = 0;
  Rational line276 = -number(witness["R"]);
  Rational line277 = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    sum += number(witness["alpha"][i]);
    const Rational product = number(witness["alpha"][i]) * number(witness["r"][i]);
    line276 += product;
    line277 += boost::multiprecision::abs(Rational(product - number(witness["R"])));
  }
  CHECK(sum == 1);
  CHECK(number(witness["alpha"][0]) > Rational(4) / 5);
  CHECK(line276 == number(witness["line 276"]));
  CHECK(line277 == number(witness["line 277"]));
  CHECK(line276 > line277);
}

}  // namespace attest::dat_identities_test

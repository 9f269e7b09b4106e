// Complete transformers: three routes to one output (double filter, definition in intervals, mpmath from the
// displayed scores), planted errors in every weight, a reader's own weights.
#include <catch2/catch.hpp>
#include <fstream>

#include "claims/usage_error.hpp"
#include "constructions/add_constructions.hpp"
#include "constructions/strassen/function_composition.hpp"
#include "constructions/strassen/strassen_claims.hpp"
#include "oracles/reference.hpp"
#include "tasks/match3.hpp"
#include "tasks/relation_composition.hpp"
#include "verification/definition.hpp"
#include "verification/transformer_claim.hpp"

namespace attest::transformer_test {
namespace {

struct Layer {
  std::unique_ptr<TokenTask> task;
  TransformerLayer layer;
  std::unique_ptr<TokenKinds> kinds;
  std::unique_ptr<LayerFilter> filter;

  void prepare() {
    kinds = std::make_unique<TokenKinds>(layer, *task);
    filter = LayerFilter::make(layer, *kinds, *task);
    REQUIRE(filter);
  }
};

Layer layer_of(std::unique_ptr<TokenTask> task, const Transformer& record,
               const std::map<std::string, long>& sizes) {
  Layer result;
  result.task = std::move(task);
  TransformerInstance instance = instantiate(record, size_values(sizes));
  REQUIRE(instance.problems.empty());
  result.layer = std::move(instance.layer);
  result.prepare();
  return result;
}

Layer relation(long m) {
  return layer_of(std::make_unique<RelationComposition>(m), strassen_relation_composition(Variant::repaired),
                  {{"m", m}});
}
Layer quotient(long m) {
  return layer_of(std::make_unique<RelationComposition>(m, true), strassen_quotient_composition(6),
                  {{"m", m}});
}
Layer triangular(long m) {
  return layer_of(std::make_unique<RelationComposition>(m), strassen_triangular_relation_composition(),
                  {{"m", m}});
}
Layer match3(long n, long m, Variant variant = Variant::repaired) {
  return layer_of(std::make_unique<Match3>(n, m), strassen_match3(variant, m), {{"n", n}});
}
Layer third_order(long n, long m) {
  return layer_of(std::make_unique<Match3>(n, m), strassen_third_order_match3(m), {{"n", n}});
}

LayerFilter::Output filtered(const Layer& l, std::span<const Symbol> word, std::size_t token) {
  LayerFilter::Scratch scratch;
  for (std::size_t t = 0; t < l.task->tokens(); ++t) scratch.kind.push_back(l.kinds->kind(word, t));
  l.filter->begin(scratch);
  return l.filter->output(token, scratch);
}

// Every `stride`-th input: the definition lies within the filter's bound, and the gaps agree.
void compare_routes(const Layer& l, long stride) {
  const Integer space = l.task->space().size();
  for (Integer rank = 0; rank < space; rank += stride) {
    const Word word = l.task->space().unrank(rank);
    for (std::size_t token = 0; token < l.task->tokens(); ++token) {
      const LayerFilter::Output fast = filtered(l, word, token);
      const TokenOutput slow = evaluate_by_definition(l.layer, *l.kinds, *l.task, word, token, 128);
      INFO(l.task->to_json(word).dump() << " token " << token);
      const Interval distance = abs(slow.y - Interval::from_double(fast.y.value, 128));
      CHECK(compare(distance, Interval::from_double(fast.y.error, 128)) == Ordering::less);
      CHECK(fast.y.error < 1e-9);
      for (const auto& best : slow.best) {
        if (!best.gap) continue;
        CHECK(Rational(*best.gap * Rational(l.filter->units())) >= Rational(Integer(fast.least_gap)));
      }
    }
  }
}

// Wrong outputs over all inputs, by the filter where it decides and the definition where not.
long wrong_outputs(const Layer& l) {
  long wrong = 0;
  const Integer space = l.task->space().size();
  for (Integer rank = 0; rank < space; ++rank) {
    const Word word = l.task->space().unrank(rank);
    for (std::size_t token = 0; token < l.task->tokens(); ++token) {
      const BoundedDouble y = filtered(l, word, token).y;
      const bool claims = std::isfinite(y.value) && std::isfinite(y.error);
      bool positive = claims && y.lower() > 0;
      if (!claims || (!positive && y.upper() >= 0)) {
        positive = compare(evaluate_by_definition(l.layer, *l.kinds, *l.task, word, token, 512).y,
                           Rational(0)) == Ordering::greater;
      }
      if (positive != (l.task->truth(word, token) == 1)) ++wrong;
    }
  }
  return wrong;
}

struct Mutants {
  long all = 0;
  long caught = 0;
};

// Every weight that is not zero, of the heads' matrices and of the network, negated and erased.
Mutants plant_errors(Layer& l) {
  Mutants result;
  const auto attempt = [&](RationalMatrix& matrix, const auto& install) {
    for (Eigen::Index e = 0; e < matrix.size(); ++e) {
      const Rational kept = matrix.data()[e];
      if (kept == 0) continue;
      for (const Rational& planted : {Rational(-kept), Rational(0)}) {
        matrix.data()[e] = planted;
        install();
        l.prepare();
        ++result.all;
        if (wrong_outputs(l) > 0) ++result.caught;
      }
      matrix.data()[e] = kept;
    }
    install();
    l.prepare();
  };
  for (auto& head : l.layer.heads) {
    for (auto* matrices : {&head.query, &head.value}) {
      for (auto& matrix : *matrices) attempt(matrix, [] {});
    }
  }
  std::vector<AffineMap> maps = l.layer.network.layers();
  for (auto& map : maps) attempt(map.weight, [&] { l.layer.network = ReluNetwork(maps); });
  return result;
}

const Json& transformer_reference() {
  static const Json document = Json::parse(std::ifstream(oracle::folder() + "/transformer_reference.json"));
  return document;
}

template <class Make>
void compare_with_mpmath(const std::string& name, Make make) {
  const Json& rows = transformer_reference()[name];
  REQUIRE(!rows.empty());
  for (const auto& row : rows) {
    const Layer l = make(row);
    const Word word = l.task->from_json(row["input"]);
    for (std::size_t token = 0; token < l.task->tokens(); ++token) {
      INFO(name << " " << row["input"].dump() << " token " << token);
      CHECK(l.task->truth(word, token) == row["truth"][token].get<long>());
      const TokenOutput out = evaluate_by_definition(l.layer, *l.kinds, *l.task, word, token, 256);
      CHECK(oracle::agrees(out.y, row["y"][token].get<std::string>()));
    }
  }
}

}  // namespace

TEST_CASE("Transformers of seed 000 agree with mpmath, which starts from the displayed scores",
          "[strassen][transformer][reference]") {
  const auto m = [](const Json& row) { return row["m"].get<long>(); };
  const auto n = [](const Json& row) { return row["n"].get<long>(); };
  compare_with_mpmath("relation-composition", [&](const Json& row) { return relation(m(row)); });
  compare_with_mpmath("quotient-composition", [&](const Json& row) { return quotient(m(row)); });
  compare_with_mpmath("triangular-relation-composition", [&](const Json& row) { return triangular(m(row)); });
  compare_with_mpmath("match3", [&](const Json& row) { return match3(n(row), m(row)); });
  compare_with_mpmath("match3", [&](const Json& row) { return match3(n(row), m(row), Variant::printed); });
  compare_with_mpmath("third-order-match3", [&](const Json& row) { return third_order(n(row), m(row)); });
}

TEST_CASE("The double filter's bound contains the definition on every input", "[strassen][transformer]") {
  compare_routes(relation(1), 1);
  compare_routes(relation(2), 1);
  compare_routes(quotient(2), 5);
  compare_routes(triangular(2), 1);
  compare_routes(match3(2, 7), 1);
  compare_routes(match3(3, 5), 1);
  compare_routes(third_order(3, 4), 1);
}

TEST_CASE(
    "Weights beyond the filter's reach are in its bound: it contains the definition at a short reach too",
    "[strassen][transformer]") {
  // Relation composition with cold heads has weights of every size within a short reach.
  Layer l = relation(2);
  for (auto& head : l.layer.heads) head.scale = head.scale * Surd(Rational(1, 64));
  bool needed = false;
  for (const long reach : {1L, 3L, 10L, 30L}) {
    l.kinds = std::make_unique<TokenKinds>(l.layer, *l.task);
    l.filter = LayerFilter::make(l.layer, *l.kinds, *l.task, reach);
    REQUIRE(l.filter);
    for (Integer rank = 0; rank < l.task->space().size(); rank += 7) {
      const Word word = l.task->space().unrank(rank);
      for (std::size_t token = 0; token < l.task->tokens(); ++token) {
        INFO("reach " << reach << ", rank " << rank << ", token " << token);
        const BoundedDouble fast = filtered(l, word, token).y;
        const TokenOutput slow = evaluate_by_definition(l.layer, *l.kinds, *l.task, word, token, 128);
        if (!std::isfinite(fast.value) || !std::isfinite(fast.error)) continue;  // claims nothing
        const Interval distance = abs(slow.y - Interval::from_double(fast.value, 128));
        CHECK(compare(distance, Interval::from_double(fast.error, 128)) != Ordering::greater);
        // More than rounding: without the weights beyond the reach this bound would be false.
        needed = needed || compare(distance, Rational(1, 1'000'000'000)) == Ordering::greater;
      }
    }
  }
  CHECK(needed);
}

TEST_CASE("The double filter's bound contains the definition on inputs of nine tokens", "[.][exhaustive]") {
  compare_routes(relation(3), 3001);
  compare_routes(quotient(3), 200003);
  compare_routes(triangular(3), 3001);
  compare_routes(match3(5, 6), 13);
}

TEST_CASE("A weight that is negated or erased is seen, or shown to be idle, at the smallest useful size",
          "[strassen][transformer]") {
  const auto check = [](Layer l, long all, long caught) {
    CHECK(wrong_outputs(l) == 0);
    const Mutants mutants = plant_errors(l);
    CHECK(mutants.all == all);
    CHECK(mutants.caught == caught);
    CHECK(wrong_outputs(l) == 0);
  };
  SECTION("triangular relation composition, m = 2") {
    check(triangular(2), 10, 10);
  }
  SECTION("Match3, n = 2, m = 4") {
    check(match3(2, 4), 168, 98);
  }
  SECTION("third-order Match3, n = 2, m = 4") {
    check(third_order(2, 4), 168, 91);
  }
  SECTION("relation composition, m = 2") {
    check(relation(2), 128, 88);
  }
}

TEST_CASE("A weight of the quotient's head that is negated or erased is seen, or shown to be idle, at m = 2",
          "[.][exhaustive]") {
  Layer l = quotient(2);
  const Mutants mutants = plant_errors(l);
  CHECK(mutants.all == 164);
  CHECK(mutants.caught == 120);
}

TEST_CASE("Weights survive being printed and read", "[transformer]") {
  const auto same = [](const Layer& l) {
    const Json json = l.layer.to_json();
    CHECK(layer_from_json(json, l.task->features()).to_json() == json);
  };
  same(relation(2));
  same(quotient(2));
  same(triangular(3));
  same(match3(3, 5));
  same(third_order(2, 3));
}

TEST_CASE("Weights that are no weights are refused with the field's name", "[transformer]") {
  const Layer l = match3(2, 4);
  const Json good = l.layer.to_json();
  const auto refused = [&](const Json& json, const std::string& field) {
    INFO(field);
    try {
      layer_from_json(json, l.task->features());
      FAIL_CHECK("accepted");
    } catch (const UsageError& error) {
      CHECK(std::string(error.what()).rfind(field, 0) == 0);
    }
  };
  for (const auto& [field, value] : good.items()) {
    if (field == "features") continue;  // may be left out: the task knows them
    Json bad = good;
    bad.erase(field);
    refused(bad, field);
    bad[field] = "nonsense";
    refused(bad, field);
  }
  Json bad = good;
  bad["heads"][0]["W_f"][1][2] = "1/0";
  refused(bad, "heads[0].W_f[1][2]");
  bad = good;
  bad["heads"][1]["scale"] = "-1";
  refused(bad, "heads[1].scale");
  bad = good;
  bad["encoding"][0] = "phi";
  refused(bad, "encoding[0]");
  bad = good;
  bad["encoding"][0] = "i^999999999";
  refused(bad, "encoding[0]");
  bad = good;
  bad["heads"][0]["mechanism"] = "strasen";
  refused(bad, "mechanism");
  bad = good;
  bad["network"][0]["bias"].push_back("1");
  refused(bad, "network[0].bias");
}

TEST_CASE("A reader's own weights are judged instead of the record's", "[transformer]") {
  const auto claim = strassen_match3_claim();
  const Parameters parameters = parse_parameters(claim->info().parameters, {"n=2", "m=4"});
  Json weights = claim->weights(Variant::repaired, parameters);
  VerifyOptions options;
  options.weights = weights;
  CHECK(claim->verify(Variant::repaired, parameters, options).status == Status::holds);
  weights["network"].back()["bias"][0] = "1/2";
  options.weights = weights;
  const Verdict verdict = claim->verify(Variant::repaired, parameters, options);
  CHECK(verdict.status == Status::refuted);
  CHECK(verdict.inputs.failing == 2);
  CHECK(verdict.counterexample["input"].dump() == R"({"p":[1,3]})");
}

TEST_CASE("A record that grows with the size is refuted by the size check", "[transformer]") {
  Parameters m;
  m.set("m", "2", ParameterType::integer);
  const auto size_check = [&](const Transformer& at_other_size) {
    const TransformerSetting setting(Variant::repaired, m, std::make_unique<RelationComposition>(2),
                                     strassen_relation_composition(Variant::repaired), {{"m", 2}},
                                     std::vector<TransformerAt>{{m, {{"m", 3}}, at_other_size}},
                                     UniqueMaximum::informative);
    for (const Check& check : setting.checks_after(Observation())) {
      if (check.name == "size") return check.status;
    }
    return Status::undecided;
  };
  const Transformer same = strassen_relation_composition(Variant::repaired);
  CHECK(size_check(same) == Status::holds);
  Transformer larger = same;
  ++larger.embedding_dimension;
  CHECK(size_check(larger) == Status::refuted);
  Transformer more_heads = same;
  more_heads.heads.push_back(same.heads.front());
  CHECK(size_check(more_heads) == Status::refuted);
  Transformer other_network = same;
  other_network.network = ReluNetwork();
  CHECK(size_check(other_network) == Status::refuted);
}

TEST_CASE("Large weights are judged by their sign, absurd ones are refused", "[transformer]") {
  const auto claim = strassen_triangular_relation_composition_claim();
  const Parameters m3 = parse_parameters(claim->info().parameters, {"m=3"});
  Json weights = claim->weights(Variant::constructed, m3);
  const auto scaled = [&](int digits) {
    // y = 10^d a - 10^d/2 has the sign of a - 1/2.
    const std::string power = "1" + std::string(static_cast<std::size_t>(digits), '0');
    weights["network"][0]["weight"][0][2] = power;
    weights["network"][0]["bias"][0] = "-" + power + "/2";
    VerifyOptions options;
    options.weights = weights;
    return claim->verify(Variant::constructed, m3, options);
  };
  const Verdict large = scaled(30);
  CHECK(large.inputs.checked == large.inputs.total);
  CHECK(large.inputs.failing == 0);
  CHECK_THROWS_AS(scaled(31), UsageError);
  CHECK_THROWS_AS(scaled(400), UsageError);
}

TEST_CASE("A bounded double that is not finite decides nothing", "[transformer]") {
  // Weights of 10^400 claim nothing in the filter; the definition decides.
  Layer l = triangular(2);
  std::vector<AffineMap> maps = l.layer.network.layers();
  const Rational power(boost::multiprecision::pow(Integer(10), 400));
  maps[0].weight *= power;
  maps[0].bias *= power;
  l.layer.network = ReluNetwork(maps);
  l.prepare();
  CHECK(wrong_outputs(l) == 0);
}

namespace {

const Check& named(const Verdict& verdict, const std::string& name) {
  for (const Check& check : verdict.checks) {
    if (check.name == name) return check;
  }
  FAIL("no check " << name);
  return verdict.checks.front();
}

}  // namespace

TEST_CASE("Match3's unprinted network is filled in the paper's favour: no output fails", "[strassen]") {
  const auto claim = strassen_match3_claim();
  for (const char* m : {"m=4", "m=6"}) {
    const Parameters parameters = parse_parameters(claim->info().parameters, {"n=2", m});
    CHECK(claim->verify(Variant::repaired, parameters, VerifyOptions()).status == Status::holds);
    const Verdict printed = claim->verify(Variant::printed, parameters, VerifyOptions());
    CHECK(printed.status == Status::ill_formed);
    CHECK(printed.inputs.failing == 0);
    CHECK(named(printed, "output").status == Status::holds);
    CHECK(named(printed, "identity").status == Status::refuted);
    CHECK_FALSE(named(printed, "threshold").essential);
    CHECK(named(printed, "threshold").reason->find("1/2 among them") == std::string::npos);
  }
  const Parameters larger = parse_parameters(claim->info().parameters, {"n=4", "m=4"});
  const Verdict verdict = claim->verify(Variant::printed, larger, VerifyOptions());
  CHECK(named(verdict, "threshold").reason->find("1/2 among them") != std::string::npos);
}

TEST_CASE("A row of Match3 that reads another token is found, a row of its own token is not", "[strassen]") {
  const Polynomial i = Polynomial::variable("i"), j = Polynomial::variable("j"),
                   q = Polynomial::variable("q_j");
  CHECK(match3_rows_defects({2 * q, 0, j}, "g", "j").empty());
  const auto found = match3_rows_defects({2 * q, i - j}, "g", "j");
  REQUIRE(found.size() == 1);
  CHECK(found.front().what.find("coordinate 2 of g_j depends on i") == 0);
  const Transformer printed = strassen_match3(Variant::printed, 4);
  REQUIRE(printed.defects.size() == 1);
  CHECK(printed.defects.front().what.find("coordinate 7 of g_j depends on i") == 0);
}

TEST_CASE("An error of composition above exp(-n^2/8) refutes the growth check", "[strassen]") {
  CHECK(exponential_error_check(4, Interval(Rational(1) / 100, 128)).status == Status::holds);
  CHECK(exponential_error_check(4, Interval(Rational(1) / 5, 128)).status == Status::refuted);
  CHECK(exponential_error_check(1, Interval(0L, 128)).status == Status::undecided);
}

TEST_CASE("The quotient needs more than the factor of eq. (25); the least that grows works", "[strassen]") {
  const auto claim = strassen_quotient_composition_claim();
  const auto at = [&](const std::vector<std::string>& words) {
    return claim->verify(Variant::printed, parse_parameters(claim->info().parameters, words),
                         VerifyOptions());
  };
  const Verdict of_25 = at({"m=2", "factor=4"});
  CHECK(of_25.status == Status::refuted);
  CHECK(of_25.inputs.failing == 98);
  CHECK_FALSE(of_25.counterexample.is_null());
  CHECK(at({"m=2", "factor=5"}).status == Status::holds);
  CHECK(at({"m=2"}).status == Status::holds);
  CHECK(at({"m=2"}).parameters.text("factor") == "auto");
}

}  // namespace attest::transformer_test

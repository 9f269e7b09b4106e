// The ways to judge one layer: tuple by tuple, by the floating-point filter, by tables along the forest. The same counts on every
// input, for the theorem's weights and for random ones.
#include <catch2/catch.hpp>
#include <random>

#include "theorems/constants.hpp"
#include "theorems/instance.hpp"
#include "theorems/patch.hpp"
#include "theorems/texts.hpp"
#include "theorems/theorem_texts.hpp"
#include "verification/enumeration.hpp"
#include "verification/layer_judge.hpp"
#include "verification/layer_tables.hpp"
#include "verification/table_judge.hpp"
#include "verification/table_problem.hpp"

namespace attest::layer_plans_test {

namespace {

std::unique_ptr<LayerSetting> setting(const std::string& text, const std::vector<std::string>& words) {
  const theorems::TheoremText theorem = theorem_tests::theorem(text);
  return theorems::make_setting(theorem, Variant::stated,
                                parse_parameters(theorems::parameter_specs(theorem), words));
}

Tally tally(const LayerSetting& s, const JudgeFactory& judges) {
  VerifyOptions options;
  options.threads = 2;
  options.failing_limit = 1000;
  return enumerate(s.task().space(), judges, options).tally;
}

void check_same(const Tally& found, const Tally& expected) {
  CHECK(found.checked == expected.checked);
  CHECK(found.failing == expected.failing);
  CHECK(found.failing_list == expected.failing_list);
  CHECK(found.undecided == expected.undecided);
  CHECK(found.extra == expected.extra);
  CHECK(found.least_gap == expected.least_gap);
  CHECK(std::abs(found.worst - expected.worst) < 1e-9);
  CHECK(found.error_bound >= expected.worst);
  CHECK(found.margin_bound <= expected.margin_bound + 1e-9);
}

// Whether the tables can do it.
bool check_plans(const LayerSetting& s) {
  const Tally expected = tally(s, [&] { return std::make_unique<LayerJudge>(s, nullptr); });
  const auto filter = attention::DoubleFilter::make(s.prepared());
  if (filter) check_same(tally(s, [&] { return std::make_unique<LayerJudge>(s, filter.get()); }), expected);
  const auto keys = attention::OutputKeys::make(s.prepared());
  if (keys) {
    check_same(tally(s, [&] { return std::make_unique<LayerJudge>(s, nullptr, keys.get()); }), expected);
    check_same(tally(s, [&] { return std::make_unique<LayerJudge>(s, filter.get(), keys.get()); }), expected);
  }
  s.task().expect_many();
  const auto problem = TableProblem::make(s);
  if (!problem) return false;
  const auto tables = make_layer_tables(*problem, std::size_t{1} << 24);
  if (!tables) return false;
  for (const Machine machine : {Machine::best, Machine::portable})
    check_same(tally(s, [&] { return make_table_judge(*problem, tables, machine); }), expected);
  return true;
}

// Two to four tokens with contents 1..k, one head with a path or a triangle of scores; rows, values and readout to be filled in.
std::string small_layer(std::mt19937_64& random) {
  const auto pick = [&](long from, long to) {
    return std::to_string(std::uniform_int_distribution<long>(from, to)(random));
  };
  const std::vector<std::string> polynomials{"standard",
                                             "poly(x1*x2 + x2*x3)",
                                             "strassen",
                                             "poly(x1*x2 + x1*x3)",
                                             "poly(x1*x2 + x2*x3 + x3*x4)",
                                             "poly(x2*x3 + x1*x4)"};
  const std::size_t which = std::uniform_int_distribution<std::size_t>(0, polynomials.size() - 1)(random);
  const long variables = which == 0 ? 2 : which < 4 ? 3 : 4;
  const std::string n = pick(2, 4);
  std::string text = "attest-theorem 1\ntheorem small \"plans\"\nsizes k >= 1\ninput w : [" + n +
                     "] -> [k]\ntokens i in [" + n + "] carry b = w(i)\ntask at " + n + ", number: w(w(" + n +
                     ") mod " + n + " + 1) + " + pick(-1, 1) +
                     "\nlayer d = 4, residual\n  encode (i, b, 1, i*b)\n  head " + polynomials[which] +
                     ", scale " + pick(0, 4) + "*sqrt(" + pick(1, 3) + ")\n";
  for (long v = 1; v <= variables; ++v)
    text += "    row " + std::to_string(v) + " = (" + pick(-3, 3) + "*i + " + pick(-2, 2) + "*b, " +
            pick(-3, 3) + " + " + pick(-1, 1) + "*i*b)\n";
  text += "    value " + std::to_string(variables) + " = (b, " + pick(-2, 2) + "/2 + i)\n";
  if (variables > 2) text += "    value 2 = (1, " + pick(-1, 2) + "*b)\n";
  text += "  out head.1 -> stream.1, head.2 -> stream.2\nreadout stream.1 - i0 + " + pick(-1, 1) +
          "/4*(stream.2 - stream.3)\ncheck output\nalso unique-maximum\n";
  text.replace(text.find("i0"), 2, pick(1, std::stol(n)));
  return text;
}

// How many of so many have tables.
int judged_by_tables(unsigned seed, int rounds) {
  std::mt19937_64 random(seed);
  int by_tables = 0;
  for (int round = 0; round < rounds; ++round) {
    const std::string text = small_layer(random);
    INFO(text);
    const auto s = setting(text, {"k=" + std::to_string(2 + round % 3)});
    REQUIRE(s->runnable());
    by_tables += check_plans(*s) ? 1 : 0;
  }
  return by_tables;
}

}  // namespace

TEST_CASE("Definition, filter and tables judge the catalogue's theorems alike", "[theorems][plans]") {
  struct Case {
    const char* id;
    const char* variant;
    std::vector<std::string> words;
    bool by_tables;
  };
  for (const Case& c :
       std::vector<Case>{{"strassen/function-composition", "repaired", {"n=2"}, true},
                         {"strassen/relation-composition", "repaired", {"m=2"}, false},
                         {"strassen/quotient-composition", "printed", {"m=2", "factor=6"}, false},
                         {"strassen/triangular-relation-composition", "constructed", {"m=2"}, false},
                         {"strassen/match3", "repaired", {"n=2", "m=7"}, false},
                         {"strassen/match3", "repaired", {"n=3", "m=5"}, false},
                         {"strassen/third-order-match3", "constructed", {"n=3", "m=4"}, false}}) {
    INFO(c.id);
    const theorems::TheoremText theorem = theorem_tests::theorem(find_theorem_text(c.id)->text);
    const auto s = theorems::make_setting(theorems::variant_of(theorem, c.variant), named_variant(c.variant),
                                          parse_parameters(theorems::parameter_specs(theorem), c.words));
    CHECK(check_plans(*s) == c.by_tables);
  }
}

TEST_CASE("Definition, filter and tables judge 300 random layers alike, ties and failures included",
          "[theorems][plans][.][exhaustive]") {
  CHECK(judged_by_tables(20261122, 300) > 200);
}

TEST_CASE("Definition, filter and tables judge 2,600 more random layers alike",
          "[theorems][plans][.][long]") {
  CHECK(judged_by_tables(20261128, 2600) > 2000);
}

}  // namespace attest::layer_plans_test

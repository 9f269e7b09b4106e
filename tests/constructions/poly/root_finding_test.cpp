// Root-finding by poly-attention: the identity for many p and h, planted errors, the text that is written for p, and what it computes
// against another solver and against the sums of the definition.
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <functional>

#include "claims/usage_error.hpp"
#include "constructions/poly/root_finding.hpp"
#include "constructions/poly/root_finding_claim.hpp"
#include "constructions/poly/root_finding_text.hpp"
#include "theorems/read.hpp"
#include "theorems/texts.hpp"
#include "theorems/theorem_claim.hpp"

namespace attest::root_finding_test {
namespace {

Polynomial polynomial(const std::string& text) {
  return *Polynomial::parse(text, {"x1", "x2", "x3", "x4"});
}

RootFinding record(Variant variant, const std::string& p, const std::string& h) {
  return poly_root_finding(variant, polynomial(p), AttentionPolynomial::parse(h));
}

Parameters parameters_of(const std::vector<std::string>& words) {
  return parse_parameters(poly_root_finding_claim()->info().parameters, words);
}

std::unique_ptr<LayerSetting> setting(Variant variant, const std::vector<std::string>& words) {
  return root_finding_setting(variant, parameters_of(words));
}

const Json& check(const Json& run, const std::string& name) {
  for (const Json& one : run["checks"]) {
    if (one["name"] == name) return one;
  }
  FAIL("no check " << name);
  return run;
}

Verdict verify(Variant variant, const std::vector<std::string>& words) {
  const auto claim = poly_root_finding_claim();
  return claim->verify(variant, parse_parameters(claim->info().parameters, words), VerifyOptions());
}

}  // namespace

TEST_CASE("The repaired columns give the displayed score for every h that the theorem admits",
          "[poly][root-finding]") {
  for (const char* p : {"x1+x2+x3", "x1*x2-x3", "x1^2+x2-2*x3+1", "x1*x2*x3-1", "x1-x2^2+x3"}) {
    for (const char* h : {"x1*x2*x3", "x1*x2*x3+x1*x2", "x1*x2*x3+x2*x3+x1*x3+x1*x2", "x1*x2*x3+x1*x3"}) {
      INFO(p << " by " << h);
      const RootFinding repaired = record(Variant::repaired, p, h);
      CHECK(repaired.score() == repaired.displayed);
    }
  }
  // Two monomials of highest degree that share variables, and lower ones below both.
  const RootFinding four =
      record(Variant::repaired, "x1*x2+x3*x4", "x1*x2*x3*x4+x1*x2*x3+x2*x3*x4+x1*x2+x3*x4");
  CHECK(four.score() == four.displayed);
}

TEST_CASE("The printed columns give -n^k p^2 where h has no monomial of lower degree, and not where it has",
          "[poly][root-finding]") {
  const RootFinding plain = record(Variant::printed, "x1+x2+x3", "x1*x2*x3");
  CHECK(plain.score() == plain.displayed);
  const RootFinding lower = record(Variant::printed, "x1+x2+x3", "x1*x2*x3+x1*x2");
  CHECK_FALSE(lower.score() == lower.displayed);
}

TEST_CASE("A changed entry of any column breaks the identity", "[poly][root-finding]") {
  const RootFinding good = record(Variant::repaired, "x1*x2-x3", "x1*x2*x3+x1*x2");
  int planted = 0;
  for (std::size_t r = 0; r < good.query.size(); ++r) {
    for (std::size_t c = 0; c < good.query[r].size(); ++c) {
      if (good.query[r][c].is_zero()) continue;
      RootFinding bad = good;
      bad.query[r][c] = -bad.query[r][c];
      ++planted;
      CHECK_FALSE(bad.score() == bad.displayed);
    }
  }
  CHECK(planted > 20);
}

TEST_CASE("The task agrees with sums counted in a table", "[poly][root-finding]") {
  // x1 + x2 = x3 over {-2..2}: a solver by marking sums instead of trying tuples.
  const auto of_text = setting(Variant::repaired, {"p=x1+x2-x3", "n=3", "r=2"});
  const LayerTask& task = of_text->task();
  for (Integer rank = 0; rank < task.space().size(); ++rank) {
    const Word word = task.space().unrank(rank);
    bool present[5] = {};
    for (const Symbol s : word) present[s] = true;
    for (std::size_t which = 0; which < word.size(); ++which) {
      bool root = false;
      for (int second = -2; second <= 2; ++second) {
        const int sum = static_cast<int>(word[which]) - 2 + second;
        root = root || (present[second + 2] && sum >= -2 && sum <= 2 && present[sum + 2]);
      }
      REQUIRE(task.truth(word, which) == (root ? 1 : 0));
    }
  }
}

TEST_CASE("Root-finding verdicts: counts, and the mean of two roots that is none", "[poly][root-finding]") {
  const Verdict repaired = verify(Variant::repaired, {"p=x1-x2^2", "n=3", "r=2"});
  CHECK(repaired.status == Status::holds);
  CHECK(repaired.inputs.checked == 125);
  const Verdict printed = verify(Variant::printed, {"p=x1-x2^2", "n=3", "r=2"});
  CHECK(printed.status == Status::refuted);
  CHECK(printed.inputs.failing > 0);
  // S = (-1, 1, 1): for y_1 = 1 both -1 and 1 are roots; equal scores, so the row holds a mean of the two.
  const auto claim = poly_root_finding_claim();
  const Parameters parameters = parse_parameters(claim->info().parameters, {"p=x1-x2^2", "n=2", "r=1"});
  const Json run = claim->run(Variant::printed, parameters, Json::parse(R"({"S": [-1, 1]})"), 1);
  CHECK(run["outputs"][1]["truth"] == 1);
  CHECK(run["outputs"][1]["decision"] == 0);
  const Json better = claim->run(Variant::repaired, parameters, Json::parse(R"({"S": [-1, 1]})"), 1);
  // The best tuple is the token that carries 1; the second head looks at its own.
  CHECK(better["outputs"][1]["winner"] == Json::parse("[2, [2]]"));
  CHECK(check(better, "root")["verdict"] == "holds");
  CHECK(check(run, "root")["verdict"] == "refuted");
}

TEST_CASE("Truths are exact whatever the coefficients: 2^62 x1 x2 at (2, 2) is no root",
          "[poly][root-finding]") {
  const auto of_text = setting(Variant::repaired, {"p=4611686018427387904*x1*x2", "n=2", "r=2"});
  const LayerTask& task = of_text->task();
  CHECK(task.truth(task.from_json({{"S", {2, 2}}}), 0) == 0);
  CHECK(task.truth(task.from_json({{"S", {2, 0}}}), 0) == 1);
  const auto of_larger =
      setting(Variant::repaired, {"p=18446744073709551616*x1+x2", "n=2", "r=2"});  // 2^64 x1
  const LayerTask& larger = of_larger->task();
  CHECK(larger.truth(larger.from_json({{"S", {1, 0}}}), 0) == 0);
  CHECK(larger.truth(larger.from_json({{"S", {1, 0}}}), 1) == 1);
  CHECK(verify(Variant::repaired, {"p=4611686018427387904*x1*x2", "n=2", "r=2"}).status == Status::holds);
  CHECK_THROWS_AS(task.from_json({{"S", {18446744073709551615U, 1}}}), UsageError);
}

TEST_CASE("A root that is not in S answers nothing", "[poly][root-finding]") {
  // x2^3 - x2 has the roots -1, 0, 1; on S = (-1, 1) the printed row averages -1 and 1.
  const auto claim = poly_root_finding_claim();
  const Parameters parameters = parse_parameters(claim->info().parameters, {"p=x2^3-x2", "n=2", "r=1"});
  const Json run = claim->run(Variant::printed, parameters, Json::parse(R"({"S": [-1, 1]})"), 1);
  CHECK(run["outputs"][0]["truth"] == 1);
  CHECK(run["outputs"][0]["right"] == true);
  CHECK(check(run, "root")["verdict"] == "refuted");
  CHECK(run["verdict"] == "refuted");
  CHECK(claim->run(Variant::repaired, parameters, Json::parse(R"({"S": [-1, 1]})"), 1)["verdict"] == "holds");
  const Verdict printed = claim->verify(Variant::printed, parameters, VerifyOptions());
  CHECK(printed.status == Status::refuted);
  const auto root = std::find_if(printed.checks.begin(), printed.checks.end(),
                                 [](const Check& check) { return check.name == "root"; });
  CHECK(root->status == Status::refuted);
  CHECK(claim->verify(Variant::repaired, parameters, VerifyOptions()).status == Status::holds);
}

TEST_CASE("Polynomials outside of the theorem are refused", "[poly][root-finding]") {
  CHECK_THROWS_AS(record(Variant::printed, "3", "x1*x2"), UsageError);
  CHECK_THROWS_AS(record(Variant::printed, "x1+x2+x3", "x1*x2+x2*x3"), UsageError);  // x1*x3 of p^2
  CHECK_THROWS_AS(record(Variant::printed, "x1+x2", "x1*x2*x3"), UsageError);
  CHECK_THROWS_AS(record(Variant::printed, "1/2*x1+x2", "x1*x2"), UsageError);
  CHECK_THROWS_AS(record(Variant::printed, "x1^5+x2", "x1*x2"), UsageError);
}

TEST_CASE(
    "As printed no network can find roots of x1 + x2: two lists with different answers give the same row",
    "[poly][root-finding]") {
  const auto find = [](const Verdict& verdict) {
    for (const Check& check : verdict.checks) {
      if (check.name == "every-network") return std::optional(check);
    }
    return std::optional<Check>();
  };
  const auto printed = find(verify(Variant::printed, {"p=x1+x2", "n=4", "r=3"}));
  REQUIRE(printed);
  CHECK(printed->status == Status::refuted);
  CHECK(printed->kind == Kind::construction);
  const Verdict repaired = verify(Variant::repaired, {"p=x1+x2", "n=4", "r=3"});
  CHECK_FALSE(find(repaired));
  CHECK(repaired.status == Status::holds);
}

namespace {

// The printed head for h = x1 .. xt by the formula that its columns are to give, -n^t p^2 / d, as plain sums over tuples.
struct ByFormula {
  std::function<long(const std::vector<long>&)> p;
  std::size_t variables;
  long d;

  // The means of y_2, .., y_t at token `at`, enclosed.
  std::vector<Interval> row(const std::vector<long>& numbers, std::size_t at) const {
    constexpr Precision bits = 256;
    Integer factor = 1;
    for (std::size_t v = 0; v < variables; ++v) factor *= static_cast<long>(numbers.size());
    Interval total(0L, bits);
    std::vector<Interval> sums(variables, Interval(0L, bits));
    std::vector<std::size_t> tuple(variables - 1, 0);
    for (;;) {
      std::vector<long> x{numbers[at]};
      for (const std::size_t t : tuple) x.push_back(numbers[t]);
      const long value = p(x);
      const Interval weight = exp(Interval(Rational(-factor * value * value, Integer(d)), bits));
      total = total + weight;
      for (std::size_t v = 0; v < variables; ++v) sums[v] = sums[v] + weight * Interval(x[v], bits);
      std::size_t k = 0;
      while (k < tuple.size() && ++tuple[k] == numbers.size()) tuple[k++] = 0;
      if (k == tuple.size()) break;
    }
    for (Interval& sum : sums) sum = sum / total;
    return sums;
  }
};

bool meet(const Interval& a, const Interval& b) {
  return compare(a - b, Rational(0)) == Ordering::undecided || compare(a - b, Rational(0)) == Ordering::equal;
}

}  // namespace

TEST_CASE("The text computes what the formula of its score says, on every list", "[poly][root-finding]") {
  const auto value = [](const std::vector<long>& x) { return x[0] - x[1] * x[1]; };
  const auto product = [](const std::vector<long>& x) { return x[0] * x[1] - x[2]; };
  const auto sum = [](const std::vector<long>& x) { return x[0] + x[1] + x[2]; };
  // p^2 has 3, 3 and 6 monomials; d is at least 2 k_0 + 1.
  const std::vector<std::pair<const char*, ByFormula>> all{
      {"p=x1-x2^2", {value, 2, 5}}, {"p=x1*x2-x3", {product, 3, 5}}, {"p=x1+x2+x3", {sum, 3, 6}}};
  for (const auto& [words, formula] : all) {
    INFO(words);
    const auto of_text = setting(Variant::printed, {words, "n=3", "r=1"});
    const LayerTask& task = of_text->task();
    CHECK(of_text->size().embedding_dimension == formula.d);
    for (Integer rank = 0; rank < task.space().size(); ++rank) {
      const Word word = task.space().unrank(rank);
      const auto numbers = task.to_json(word)["S"].get<std::vector<long>>();
      for (std::size_t which = 0; which < numbers.size(); ++which) {
        const std::vector<Interval> row = formula.row(numbers, which);
        const std::vector<Interval> stream = of_text->evaluate(word, which).stream(256);
        for (std::size_t v = 0; v < row.size(); ++v) REQUIRE(meet(row[v], stream[v]));
        bool is_root = false;
        for (const long b : numbers) {
          for (const long c : numbers) is_root = is_root || formula.p({numbers[which], b, c}) == 0;
        }
        REQUIRE(task.truth(word, which) == (is_root ? 1 : 0));
      }
    }
  }
}

TEST_CASE("The text that is written for a polynomial is a theorem file of its own, with the same verdicts",
          "[poly][root-finding]") {
  for (const char* p : {"x1+x2", "x1-x2^2", "x1*x2-1", "x2^3-x2", "x1*x2+x3*x4", "2*x1^2-3*x2+1"}) {
    INFO(p);
    const std::string text = root_finding_text(
        "mine", polynomial(p),
        AttentionPolynomial::tensor(std::string(p).find("x3") == std::string::npos ? 2 : 4));
    const theorems::TheoremClaim claim(theorems::read_theorem(language::SourceText("mine.theorem", text)),
                                       "own:mine", "mine.theorem");
    for (const Variant variant : {Variant::printed, Variant::repaired}) {
      const Verdict own =
          claim.verify(variant, parse_parameters(claim.info().parameters, {"n=2", "r=1"}), VerifyOptions());
      const Verdict catalogue = verify(variant, {std::string("p=") + p, "n=2", "r=1"});
      CHECK(own.status == catalogue.status);
      CHECK(own.inputs.failing == catalogue.inputs.failing);
      CHECK(catalogue.inputs.undecided == 0);
    }
  }
}

TEST_CASE("A second head for h scores its own place, whatever monomials h has", "[poly][root-finding]") {
  for (const char* h :
       {"x1*x2", "x1*x2*x3", "x1*x2*x3 + x1*x2", "x1*x2*x3 + x1*x2 + x1*x3 + x2*x3", "x2*x3 + x1*x3",
        "x2*x3*x4 + x1*x2", "x2*x3*x4 + x1*x2 + x1*x3", "x2*x3*x4*x5 + x1*x2*x3 + x1*x2 + x2*x3"}) {
    INFO(h);
    const auto polynomial_h = AttentionPolynomial::parse(h);
    const auto head = own_place_head(polynomial_h);
    REQUIRE(head);
    const auto l = [](std::size_t v) { return Polynomial::variable("l_" + std::to_string(v)); };
    const Polynomial difference = l(1) - l(head->partner);
    CHECK(score_of(polynomial_h, head->query) == -Polynomial::variable("A") * difference * difference);
  }
  CHECK_FALSE(own_place_head(AttentionPolynomial::parse("x2*x3")));
}

TEST_CASE("A readout of ReLU units decides as the polynomial does, and one that counts too few does not",
          "[poly][root-finding]") {
  for (const char* p : {"p=x1+x2", "p=x1-x2^2", "p=x1*x2-1", "p=x2^3-x1", "p=x1*x2-x3", "p=x1^4-x2"}) {
    INFO(p);
    const Verdict network = verify(named_variant("network"), {p, "n=2", "r=2"});
    CHECK(network.status == Status::holds);
    CHECK(network.inputs.checked == 25);
  }
  const std::string text =
      root_finding_text("mine", polynomial("x1-x2^2"), AttentionPolynomial::parse("x1*x2"));
  for (const auto& [from, to, r] : std::vector<std::array<std::string, 3>>{
           {"[r - 1]: max(0, abs(stream.2) - k1)", "[r - 2]: max(0, abs(stream.2) - k1)", "r=2"},
           {"2*sum", "3*sum", "r=4"},
           {"abs(stream.2) - k1", "abs(stream.2) - k1 - 1", "r=2"}}) {
    INFO(from);
    std::string planted = text;
    REQUIRE(planted.find(from) != std::string::npos);
    planted.replace(planted.find(from), from.size(), to);
    const theorems::TheoremClaim claim(theorems::read_theorem(language::SourceText("mine.theorem", planted)),
                                       "own:mine", "mine.theorem");
    const Variant network = named_variant("network");
    CHECK(claim.verify(network, parse_parameters(claim.info().parameters, {"n=2", r}), VerifyOptions())
              .status == Status::refuted);
  }
}

TEST_CASE("The example is what is written for its polynomial, with more expectations",
          "[poly][root-finding]") {
  const std::string example = theorem_tests::file_text("examples/root_finding.theorem");
  const std::string text =
      root_finding_text("root-finding", polynomial("x1-x2^2"), AttentionPolynomial::parse("x1*x2"));
  const std::size_t begin = text.find("theorem root-finding");
  CHECK(example.find(text.substr(begin, text.find("expect") - begin)) != std::string::npos);
}

TEST_CASE("A print that does not say where the constant monomial goes is ill-formed and read as listed",
          "[poly][root-finding]") {
  const Verdict printed = verify(Variant::printed, {"p=x1*x2-1", "n=2", "r=2"});
  CHECK(printed.status == Status::ill_formed);
  CHECK(printed.inputs.checked == 25);
  CHECK(printed.details["choices"].dump().find("no variable of highest preference") != std::string::npos);
  CHECK(verify(Variant::repaired, {"p=x1*x2-1", "n=2", "r=2"}).status == Status::holds);
}

}  // namespace attest::root_finding_test

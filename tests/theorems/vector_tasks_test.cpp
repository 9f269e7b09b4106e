// Tasks whose answers are vectors, and what the language has for them: each, unit, blocks, vectors as features, values of receiver
// and sender. Small theorems whose verdicts are known by hand, and the same numbers computed another way.
#include <catch2/catch.hpp>

#include <cmath>

#include "claims/usage_error.hpp"
#include "fixtures.hpp"
#include "language/message.hpp"
#include "numeric/decimal.hpp"
#include "oracles/symbolic_attention.hpp"
#include "theorems/own_claims.hpp"
#include "theorems/theorem_claim.hpp"

namespace attest::vector_tasks_test {

using theorem_tests::changed;
using theorem_tests::check;
using theorem_tests::claim;
using theorem_tests::verdict;

namespace {

std::string refusal(const std::string& text, const std::vector<std::string>& words = {"n=2"}) {
  try {
    const Verdict v = verdict(text, words);
    return "read, and " + std::string(to_string(v.status));
  } catch (const language::ParseError& error) {
    return error.messages().front().text;
  } catch (const UsageError& error) {
    return error.what();
  }
}

// The mean of the letters' unit vectors, at every token: how often each letter occurs, divided by n.
const std::string shares_text =
    "attest-theorem 1\n"
    "theorem shares \"The shares of the letters\"\n"
    "sizes n >= 1, m >= 1    limit verify n <= 6, m <= 6\n"
    "param eps = 1/100\n"
    "input w : [n] -> [m]\n"
    "tokens i in [n] carry letter = w(i)\n"
    "task at every i, vector m within eps: each a in [m]: (count j in [n]: w(j) = a)/n\n"
    "layer\n"
    "  embed one = 1, is = each a in [m]: ind(letter = a), share = zeros(m)\n"
    "  head softmax\n"
    "    query = (one)\n"
    "    key = (one)\n"
    "    value = (share: each a in [m]: is(a))\n"
    "    displayed score = 1\n"
    "readout share\n";

}  // namespace

TEST_CASE("Every number of a vector is judged, at every token", "[vector_tasks]") {
  for (const char* n : {"n=1", "n=2", "n=3"}) {
    const Verdict v = verdict(shares_text + "check output, error <= 0\n", {n, "m=3"});
    CHECK(v.status == Status::holds);
    CHECK(check(v, "identity").status == Status::holds);
  }
  // One number of the last token alone is wrong, and only where the last letter is 2.
  const std::string wrong = changed(shares_text, "(count j in [n]: w(j) = a)/n",
                                    "(count j in [n]: w(j) = a)/n + ind(i = n and a = 2 and w(n) = 2)*eps");
  const Verdict v = verdict(wrong + "check output\n", {"n=3", "m=2"});
  CHECK(v.status == Status::refuted);
  CHECK(v.inputs.failing == 4);
  CHECK(v.counterexample["position"] == 3);
  CHECK(v.counterexample["coordinate"] == 2);
  CHECK(v.counterexample["within"] == "1/100");
}

TEST_CASE("What is off by eps exactly is wrong, by less it is right", "[vector_tasks]") {
  const std::string off = changed(shares_text, "(count j in [n]: w(j) = a)/n",
                                  "(count j in [n]: w(j) = a)/n + (if a = 1 then 1/100 else 0)");
  CHECK(verdict(off + "check output\n", {"n=2", "m=2"}).status == Status::refuted);
  CHECK(verdict(off + "check output\n", {"n=2", "m=2", "eps=10001/1000000"}).status == Status::holds);
  CHECK(verdict(off + "check output\n", {"n=2", "m=2", "eps=9999/1000000"}).status == Status::refuted);
  const Verdict v = verdict(off + "check output\n", {"n=2", "m=2", "eps=1/50"});
  REQUIRE(v.margins.decision_margin);
  CHECK(std::stod(v.margins.decision_margin->lower) == Approx(0.01));
}

TEST_CASE("An enclosed vector is judged as its exact bound says", "[vector_tasks]") {
  // The first of two tokens has the weight e/(e + 1) = 0.731058..; the second one's is the rest.
  const std::string text =
      "attest-theorem 1\n"
      "theorem two \"The weights of two tokens\"\n"
      "sizes n >= 2    limit verify n <= 2\n"
      "param eps > 0\n"
      "input x : [2]\n"
      "tokens i in [n] carry u = x\n"
      "task at 1, vector 2 within eps: (1, 0)\n"
      "layer\n"
      "  embed one = 1, first = ind(i = 1), at = each k in [2]: ind(i = k), weight = zeros(2)\n"
      "  head softmax\n"
      "    query = (one)\n"
      "    key = (first)\n"
      "    value (j) = (weight: each k in [2]: at(k))\n"
      "readout (weight(1), weight(2))\n"
      "check output\n";
  const double miss = 1 / (std::exp(1.0) + 1);
  const Verdict v = verdict(text, {"n=2", "eps=27/100"});
  CHECK(v.status == Status::holds);
  REQUIRE(v.margins.output_error);
  CHECK(std::stod(v.margins.output_error->lower) == Approx(miss));
  CHECK(verdict(text, {"n=2", "eps=2689/10000"}).status == Status::refuted);
}

TEST_CASE("Answer, readout and dimension have as many numbers", "[vector_tasks]") {
  CHECK(refusal(changed(shares_text, "vector m", "vector m + 1") + "check output\n", {"n=2", "m=2"})
            .find("an answer of 2 numbers for a vector of 3") != std::string::npos);
  const Verdict one =
      verdict(changed(shares_text, "readout share", "readout share(1)") + "check output\n", {"n=2", "m=2"});
  CHECK(one.status == Status::ill_formed);
  CHECK(check(one, "well-formed").reason->find("a readout of 1 number, and the task's answer has 2") !=
        std::string::npos);
  CHECK(refusal(shares_text + "check output\n", {"n=2", "m=2", "eps=0"}).find("nothing is nearer than 0") !=
        std::string::npos);
  CHECK(refusal(changed(shares_text, "share: each a in [m]: is(a)", "share: each a in [m - 1]: is(a)") +
                    "check output\n",
                {"n=2", "m=2"}) == "read, and ill-formed");
}

TEST_CASE("A readout of several layers may be a vector, and a feature too", "[vector_tasks]") {
  // Every token hands its two numbers to the token before it, the first one's go to the last.
  const std::string text =
      "attest-theorem 1\n"
      "theorem turn \"Pairs move by one place\"\n"
      "sizes n >= 1    limit verify n <= 3\n"
      "input f : [n] -> 0..2, g : [n] -> 0..2\n"
      "tokens i in [n] carry two = (f(i), g(i))\n"
      "task at every i, vector 2 within 1/2: (f(i mod n + 1), g(i mod n + 1))\n"
      "layer for l in 1..1\n"
      "  embed pos = i, own = each k in [2]: two(k), got = zeros(2)\n"
      "  head exact-match\n"
      "    query = (pos mod n + 1)\n"
      "    key = (pos)\n"
      "    value = (got: own(1)*unit(1, 2) + own(2)*unit(2, 2))\n"
      "readout got\n"
      "check output, separated, size constant in n\n";
  CHECK(verdict(text, {"n=1"}).status == Status::holds);
  const Verdict v = verdict(text, {"n=3"});
  CHECK(v.inputs.checked == 729);
  // Tokens 1 and 2 end alike where tokens 2 and 3 have the same pair, and want the same then.
  CHECK(v.status == Status::holds);
  const Verdict swapped = verdict(changed(text, "unit(1, 2) +", "unit(2, 2) +"), {"n=1"});
  CHECK(swapped.status == Status::refuted);
  const Verdict outside = verdict(changed(text, "unit(2, 2)", "unit(pos + 1, 2)"), {"n=2"});
  CHECK(outside.status == Status::ill_formed);
  CHECK(check(outside, "well-formed").reason->find("no entry of a vector with the entries 1 to 2") !=
        std::string::npos);
}

TEST_CASE("States that are alike and want different answers leave no readout", "[vector_tasks]") {
  const std::string text =
      "attest-theorem 1\n"
      "theorem alike \"Both tokens fetch the first\"\n"
      "sizes n >= 1    limit verify n <= 3\n"
      "input f : [n] -> 0..1\n"
      "tokens i in [n] carry num = f(i)\n"
      "task at every i, number: f(i)\n"
      "layer for l in 1..1\n"
      "  embed pos = i, num = num\n"
      "  head exact-match\n"
      "    query = (1)\n"
      "    key = (pos)\n"
      "    value = (num: num)\n"
      "readout num\n"
      "check output    also separated\n";
  const Verdict v = verdict(text, {"n=2"});
  CHECK(v.inputs.failing == 2);
  CHECK(check(v, "separated").status == Status::refuted);
  CHECK(check(v, "separated")
            .reason->find("the tokens 1 and 2 end in the same state and have the answers 0 "
                          "and 1") != std::string::npos);
  CHECK(check(verdict(text, {"n=1"}), "separated").status == Status::holds);
}

// Symbolic attention of seed 002, eq. 3, without what else dat/symbol-retrieval asks: blocks in the encodings of two kinds of tokens, a
// search for the first temperature, one number alone where there is one template.
TEST_CASE("Symbolic attention as a text retrieves what sums of exponentials give", "[vector_tasks]") {
  const std::string text =
      "attest-theorem 1\n"
      "theorem symbols \"Softmax over templates\"\n"
      "sizes n_s >= 1    limit verify n_s <= 16\n"
      "param eps > 0 = 1/10\n"
      "param beta = auto in 1..100\n"
      "input z : -1..4*n_s - 3\n"
      "where z mod 4 != 2\n"
      "let centre(k) = 4*(k - 1)\n"
      "tokens OBJECT o in [1] carry num = z\n"
      "tokens TEMPLATE c in [n_s]\n"
      "task OBJECT at 1, vector n_s within eps:\n"
      "    each t in [n_s]: ind(t = argmin k in [n_s]: abs(z - centre(k)) unique)\n"
      "layer\n"
      "  embed OBJECT x1 = num, x2 = 1, f1 = 0, f2 = 0, of = zeros(n_s), symbol = zeros(n_s)\n"
      "  embed TEMPLATE x1 = 0, x2 = 0, f1 = c - 1, f2 = -2*(c - 1)^2, of = unit(c, n_s), symbol = zeros(n_s)\n"
      "  head softmax\n"
      "    over c in TEMPLATE\n"
      "    query = beta*(x1, x2)\n"
      "    key (c) = (f1, f2)\n"
      "    value (c) = (symbol: unit(c, n_s))\n"
      "readout symbol\n"
      "check output\n";
  for (const auto& [n_s, eps] :
       std::vector<std::pair<long, std::string>>{{1, "1/10"}, {3, "1/100"}, {3, "1/10"}, {8, "1/1000"}}) {
    INFO("n_s = " << n_s << ", eps = " << eps);
    const Verdict v = verdict(text, {"n_s=" + std::to_string(n_s), "eps=" + eps});
    CHECK(v.status == Status::holds);
    CHECK(v.inputs.checked == 3 * n_s);
    const Rational least = oracle::least_symbolic_temperature(n_s, *rational_from_string(eps));
    CHECK(v.parameters.text("beta") == attest::to_string(least));
    const oracle::SymbolicAttention record(n_s, least);
    REQUIRE(v.margins.output_error);
    bool reached = false;  // the error is that of the worst object: of none more, of one no less
    for (const long z : oracle::SymbolicAttention::objects(n_s)) {
      const long own = oracle::nearest_class(z, n_s);
      const Rational upper = *rational_from_decimal(v.margins.output_error->upper);
      const Rational lower = *rational_from_decimal(v.margins.output_error->lower);
      const Rational beyond = upper + Rational(1, Integer(1) << 70);
      CHECK(record.retrieves_within(z, own, beyond));
      reached = reached || lower == 0 || !record.retrieves_within(z, own, lower);
    }
    CHECK(reached);
    if (least == 1) continue;
    const Verdict warmer = verdict(
        text, {"n_s=" + std::to_string(n_s), "eps=" + eps, "beta=" + attest::to_string(Rational(least - 1))});
    CHECK(warmer.status == Status::refuted);
  }
}

// The coordinates of a row are those of its own kind of tokens, whatever those of the first kind are set to.
TEST_CASE("A display over two kinds of tokens reads each by its own encoding", "[vector_tasks]") {
  const std::string text =
      "attest-theorem 1\n"
      "theorem kinds \"A display over two kinds of tokens\"\n"
      "sizes n >= 1    limit verify n <= 6\n"
      "input a : [n] -> [n], x : [n]\n"
      "tokens ITEM i in [n] carry num = a(i)\n"
      "tokens QUERY q in [1] carry wanted = x\n"
      "task QUERY at 1, number: a(x)\n"
      "layer\n"
      "  embed QUERY w = wanted, one = 1, pos = 0, square = 0, got = 0, out = 0\n"
      "  embed ITEM w = 0, one = 0, pos = i, square = i^2, got = num, out = 0\n"
      "  head softmax, scale 8*n\n"
      "    over j in ITEM\n"
      "    query = (2*w, one)\n"
      "    key (j) = (pos, -square)\n"
      "    value (j) = (out: got)\n"
      "    displayed score = 2*wanted_q*j - j^2\n"
      "readout out\n"
      "check output\n";
  for (const char* n : {"n=1", "n=2"}) {
    CHECK(verdict(text, {n}).status == Status::holds);
    const Verdict planted = verdict(changed(text, "*j - j^2", "*j + j^2"), {n});
    CHECK(check(planted, "identity").status == Status::refuted);
    CHECK(check(planted, "output").status == Status::holds);
  }
}

TEST_CASE("A value may speak of receiver and sender", "[vector_tasks]") {
  // The mean of (w(j) - w(i))^2 + (j - i) over all j, which is no value of j alone.
  const std::string text =
      "attest-theorem 1\n"
      "theorem relative \"Relations with every sender\"\n"
      "sizes n >= 1    limit verify n <= 4\n"
      "input w : [n] -> 0..2\n"
      "tokens i in [n] carry num = w(i)\n"
      "task at every i, vector 2 within 1/1000: ((sum j in [n]: (w(j) - w(i))^2 + (j - i))/n,\n"
      "    (sum j in [n]: if j < i then 1 else 0)/n)\n"
      "layer\n"
      "  embed pos = i, num = num, one = 1, out = zeros(2)\n"
      "  head softmax\n"
      "    query = (one)\n"
      "    key = (one)\n"
      "    value (i), (j) = (out: ((num_j - num_i)^2 + (j - i), if j < i then 1 else 0))\n"
      "readout out\n"
      "check output, error <= 0\n";
  for (const char* n : {"n=1", "n=2", "n=3"}) CHECK(verdict(text, {n}).status == Status::holds);
  CHECK(verdict(changed(text, "(j - i), if", "(i - j), if"), {"n=2"}).status == Status::refuted);
  CHECK(refusal(changed(text, "num_j - num_i", "num - num_i")) == "read, and ill-formed");
  const auto c = claim(text);
  const auto has_matrices = [](const std::vector<std::string>& choices) {
    return std::none_of(choices.begin(), choices.end(), [](const std::string& choice) {
      return choice.find("no matrices") != std::string::npos;
    });
  };
  // (num_j - num_i)^2 has the square of num_j, which the encoding has not.
  const auto setting_of = [&](const std::string& of) {
    const auto other = claim(of);
    return other.setting(Variant::stated, parse_parameters(other.info().parameters, {"n=2"}))->choices();
  };
  CHECK_FALSE(has_matrices(setting_of(text)));
  CHECK(has_matrices(setting_of(
      "attest-theorem 1\ntheorem t \"t\"\nsizes n >= 1\ninput w : [n] -> [2]\ntokens i in [n] carry num = w(i)\n"
      "task at 1, number: w(1)*w(1)\nlayer\n  embed num = num, out = 0, is_1 = ind(i = 1), first = ind(num = 1)\n"
      "  head softmax\n    query = (num)\n    key = (num)\n    value (i), (j) = (out: num_i*num_j)\nreadout out\n"
      "check output\n")));
  const Json weights = c.weights(Variant::stated, parse_parameters(c.info().parameters, {"n=2"}));
  CHECK(weights["heads"].size() == 1);
}

TEST_CASE("Sums and multiples of vectors fill a block", "[vector_tasks]") {
  const std::string text = changed(shares_text + "check output, error <= 0\n", "each a in [m]: is(a))",
                                   "letter/2*unit(1, m) + 2*(unit(2, m) - (1, zeros(m - 1)))/3)");
  const std::string truth = changed(text, "(count j in [n]: w(j) = a)/n",
                                    "if a = 1 then (sum j in [n]: w(j))/(2*n) - 2/3 else 2/3*ind(a = 2)");
  CHECK(verdict(truth, {"n=2", "m=3"}).status == Status::holds);
  CHECK(verdict(changed(truth, "- 2/3", "- 1/3"), {"n=2", "m=3"}).status == Status::refuted);
  CHECK_THAT(refusal(changed(truth, "zeros(m - 1)", "zeros(m)"), {"n=2", "m=3"}),
             Catch::Contains("ill-formed"));
}

TEST_CASE("A vector among the coordinates of two kinds is told from a number", "[vector_tasks]") {
  const std::string text = R"(attest-theorem 1
theorem two-kinds "Vectors in two kinds"
sizes   n >= 1
input   x : [n] -> [2]
tokens  ITEM i in [n] carry bits = each k in [2]: ind(x(i) = k)
tokens  ASK j in [1] carry none = 0
task    ASK at 1, number: 1
layer
  embed   ITEM symbol = each k in [2]: bits(k), one = 1
  embed   ASK symbol = zeros(2), one = 1
  head exact-match
    query = (one)
    key = (one)
    value = (one)
  out     head.1 -> stream.3
readout stream.3
check   output
)";
  CHECK(verdict(text, {"n=2"}).status == Status::holds);
  CHECK(
      refusal(changed(text, "zeros(2)", "0")).find("coordinate 1 is symbol(1) of ITEM, and symbol of ASK") !=
      std::string::npos);
  CHECK(refusal(changed(text, "zeros(2), one = 1", "zeros(2)"))
            .find("coordinate 3 is one of ITEM, and none of ASK") != std::string::npos);
  // The whole of a vector by its name alone is none.
  const Verdict whole = verdict(changed(text, "each k in [2]: bits(k)", "(bits, 0)"), {"n=2"});
  CHECK(whole.status == Status::ill_formed);
  CHECK(check(whole, "well-formed").reason->find("'bits' is a vector") != std::string::npos);
}

}  // namespace attest::vector_tasks_test

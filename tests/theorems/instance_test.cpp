// Theorems from texts, evaluated: small ones whose verdicts are known by hand.
#include <catch2/catch.hpp>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "constructions/theorem_of_text.hpp"
#include "language/message.hpp"
#include "theorems/input_layout.hpp"
#include "theorems/linearity.hpp"
#include "theorems/own_claims.hpp"
#include "theorems/read.hpp"
#include "theorems/theorem_claim.hpp"

namespace attest::instance_test {

using theorem_tests::check;
using theorem_tests::claim;
using theorem_tests::verdict;

namespace {

// The first bit of a word, fetched by a head that looks at one place.
std::string copy_first(const std::string& changes = "", const std::string& rest = "check output\n") {
  std::string text =
      "attest-theorem 1\n"
      "theorem copy \"A head copies the first symbol\"\n"
      "sizes n >= 1    limit verify n <= 8\n"
      "input w : [n] -> {0, 1}\n"
      "tokens i in [n] carry b = w(i)\n"
      "task at n, number: w(1)\n"
      "layer d = 3\n"
      "  encode (i, b, 1)\n"
      "  head softmax, scale 9*n\n"
      "    query (i) = (1)\n"
      "    key (j) = (-j)\n"
      "    value (j) = (b_j)\n"
      "  out head.1 -> stream.1\n"
      "readout stream.1\n";
  const std::size_t at = changes.find(" => ");
  if (at != std::string::npos) {
    const std::string old = changes.substr(0, at);
    REQUIRE(text.find(old) != std::string::npos);
    text.replace(text.find(old), old.size(), changes.substr(at + 4));
  }
  return text + rest;
}

}  // namespace

TEST_CASE("A head that looks at one place copies it", "[theorems][instance]") {
  for (const char* n : {"n=1", "n=2", "n=3", "n=8"}) {
    const Verdict v = verdict(copy_first(), {n});
    CHECK(v.status == Status::holds);
    CHECK(v.size.embedding_dimension == 3);
  }
  // Nine times n times the difference of neighbouring keys.
  CHECK(verdict(copy_first(), {"n=2"}).margins.score_gap->exact == "18");
  // The softmax of a scale of zero averages: half of all words of length 2 then tie or fail.
  const Verdict flat = verdict(copy_first("scale 9*n => scale 0*n"), {"n=2"});
  CHECK(flat.status == Status::refuted);
  CHECK(flat.kind == Kind::construction);
  CHECK(flat.inputs.failing == 2);  // (0,1) and (1,0): 1/2 is wrong for both answers
}

TEST_CASE("What a layer does not define is ill-formed, with its line", "[theorems][instance]") {
  const auto ill = [](const std::string& change, const std::string& reason) {
    const Verdict v = verdict(copy_first(change), {"n=3"});
    INFO(change);
    CHECK(v.status == Status::ill_formed);
    CHECK(check(v, "well-formed").reason.value_or("").find(reason) != std::string::npos);
    CHECK(v.inputs.checked == 0);
  };
  ill("key (j) = (-j) => key (j) = (-j^3)",
      "line 11: coordinate 1 of row 2 (key) is not linear in the encoding");
  ill("key (j) = (-j) => key (j) = (-i)", "line 11: row 2 (key): 'i' has no meaning here (token 1, b = 0)");
  ill("key (j) = (-j) => key (j) = (-j, 0)",
      "line 11: row 1 (query) and row 2 (key) have 1 and 2 coordinates");
  ill("key (j) = (-j) => key (j) = (1/(j - 1))", "line 11: row 2 (key): a division by zero (token 1, b = 0)");
  ill("key (j) = (-j) => let twice(a) = 2*b_a\n    key (j) = (twice(j - 1))",
      "line 11: row 2 (key): 'j - 1' is no index, as b_a needs one");
  ill("d = 3 => d = 2", "line 8: the encoding has 3 coordinates, more than d = 2");
  ill("stream.1\nreadout => stream.4\nreadout", "the stream has coordinates 1 to 3");
  ill("encode (i, b, 1) => encode (i, b, zeros(i))", "a length that varies from token to token");
  ill("encode (i, b, 1) => encode (i, b, 1, zeros(n))", "the encoding has 6 coordinates, more than d = 3");
}

TEST_CASE("A row is linear in the encoding where one matrix serves every content", "[theorems][instance]") {
  // b^2 = b on bits, so that b_j^2 is linear in (i, b, 1) after all.
  CHECK(verdict(copy_first("value (j) = (b_j) => value (j) = (b_j^2)"), {"n=3"}).status == Status::holds);
  // i^2 is on {1, 2}, and no longer on {1, 2, 3}.
  const std::string square = copy_first("key (j) = (-j) => key (j) = (-j^2)");
  CHECK(verdict(square, {"n=2"}).status == Status::holds);
  CHECK(verdict(square, {"n=3"}).status == Status::ill_formed);
}

TEST_CASE("Coefficients reproduce the values that they were found from", "[theorems][instance]") {
  const auto point = [](long a, long b) {
    RationalVector v(2);
    v << Rational(a), Rational(b);
    return v;
  };
  const theorems::EncodingBasis basis({point(1, 1), point(2, 2), point(1, 3)});
  const auto w = basis.coefficients({5, 10, 9});
  REQUIRE(w);
  CHECK((*w)(0) == 3);
  CHECK((*w)(1) == 2);
  CHECK_FALSE(basis.coefficients({5, 11, 9}));
}

TEST_CASE("Masks cut the tuples of a head", "[theorems][instance]") {
  const auto masked = [](const std::string& over) {
    return copy_first("    query (i) = (1)\n => " + over + "    query (i) = (1)\n");
  };
  CHECK(verdict(masked("    over j where j <= i\n"), {"n=3"}).status == Status::holds);
  // Without its first token nothing is right but by luck.
  CHECK(verdict(masked("    over j where j > 1\n"), {"n=3"}).status == Status::refuted);
}

TEST_CASE("A number that is exactly 1/2 away is wrong, a zero says no", "[theorems][instance]") {
  const std::string half = copy_first("readout stream.1 => readout stream.1 - 1/2 + stream.1*0");
  const Verdict v = verdict(copy_first("readout stream.1 => readout 1/2"), {"n=2"});
  CHECK(v.status == Status::refuted);
  CHECK(v.inputs.failing == 4);
  const std::string sign = copy_first("task at n, number: w(1) => task at n, sign: w(1) = 2");
  const Verdict no =
      verdict(sign.substr(0, sign.find("readout")) + "readout 0*stream.1\ncheck output\n", {"n=2"});
  CHECK(no.status == Status::holds);
  CHECK(no.inputs.undecided == 0);
}

TEST_CASE("A display is compared with the rows as a polynomial", "[theorems][instance]") {
  const auto displayed = [](const std::string& formula) {
    return copy_first("    value (j) = (b_j)\n =>     value (j) = (b_j)\n    displayed score = " + formula +
                      "\n");
  };
  CHECK(verdict(displayed("-j"), {"n=2"}).status == Status::holds);
  const Verdict wrong = verdict(displayed("-j + b_j"), {"n=2"});
  CHECK(wrong.status == Status::refuted);
  CHECK(wrong.kind == Kind::display);
  CHECK(check(wrong, "identity").reason == std::string("displayed minus actual is b_j"));
  CHECK(wrong.inputs.failing == 0);
}

TEST_CASE("Stated bounds are compared with what was observed", "[theorems][instance]") {
  const auto with = [](const std::string& bound) { return copy_first("", "check output, " + bound + "\n"); };
  CHECK(verdict(with("error <= 1/10"), {"n=2"}).status == Status::holds);
  const Verdict wrong = verdict(with("error <= exp(-100*n)"), {"n=2"});
  CHECK(wrong.status == Status::refuted);
  CHECK(wrong.kind == Kind::constant);
  CHECK(verdict(with("gap >= 9*n"), {"n=2"}).status == Status::holds);
  CHECK(verdict(with("gap > 9*n"), {"n=2"}).status == Status::refuted);
  CHECK(verdict(with("size constant in n"), {"n=2"}).status == Status::holds);
  CHECK(verdict(with("unique-maximum"), {"n=2"}).status == Status::holds);
}

namespace {

// One head of uniform attention over n letters; the readout's numbers are means.
std::string means(const std::string& readout, const std::string& answer) {
  return "attest-theorem 1\ntheorem t \"t\"\nsizes n >= 1, m >= 1    limit verify n <= 6, m <= 6\n"
         "input a : [n] -> [m]\ntokens i in [n] carry num = a(i)\ntask at n, " +
         answer +
         "\nlayer\n  embed num = num, square = num^2, one = 1, mean = 0, mean2 = 0\n  head softmax\n"
         "    query = (one)\n    key = (one)\n    value = (mean: num, mean2: square)\nreadout " +
         readout + "\ncheck output\n";
}

}  // namespace

TEST_CASE("A readout may multiply, and is exact where its coordinates are rational", "[theorems][instance]") {
  const std::string answer = "number: n*(sum j in [n]: a(j)^2) - (sum j in [n]: a(j))^2";
  const Verdict good = verdict(means("n^2*(mean2 - mean^2)", answer), {"n=4", "m=3"});
  CHECK(good.status == Status::holds);
  CHECK(good.inputs.checked == 81);
  CHECK(good.margins.output_error->upper == "0.0000000000000000e+00");
  REQUIRE(good.details.contains("choices"));
  CHECK(good.details["choices"].dump().find("no ReLU network") != std::string::npos);
  // n^2 and n^2*mean: a sum of two terms, of which the second one multiplies.
  CHECK(verdict(means("n*(n*mean2) - (n*mean)*(n*mean)", answer), {"n=3", "m=3"}).status == Status::holds);
  CHECK(verdict(means("n^2*(mean2 - mean^3)", answer), {"n=3", "m=2"}).status == Status::refuted);
  // mean^0 is 1, and a product with a number is none.
  CHECK(verdict(means("mean^0 + 0*mean", "number: 1"), {"n=2", "m=2"}).status == Status::holds);
  // At the mean 3/2 the product is 1/4: twice that is exactly 1/2 off the answer 0, and a little less is right.
  const Verdict tie = verdict(means("2*(mean - 1)*(2 - mean)", "number: 0"), {"n=2", "m=2"});
  CHECK(tie.status == Status::refuted);
  CHECK(tie.inputs.failing == 2);
  CHECK(verdict(means("(2 - 1/10^20)*(mean - 1)*(2 - mean)", "number: 0"), {"n=2", "m=2"}).status ==
        Status::holds);
}

TEST_CASE(
    "A tie of a readout that multiplies is decided where the scores have a common unit, and else says why",
    "[theorems][instance]") {
  // Each head's two means sum to 1, and so does the product of the sums.
  const auto text = [](const std::string& scale) {
    return "attest-theorem 1\ntheorem t \"t\"\nsizes n >= 1    limit verify n <= 4\n"
           "input x : {0, 1}\ntokens i in [2] carry num = x\ntask at 1, sign: x = 1\n"
           "layer\n  embed pos = i, one = 1, a = 0, b = 0, c = 0, e = 0\n  head softmax, scale sqrt(2)\n"
           "    query = (one)\n    key = (pos)\n    value = (a: pos - one, b: 2*one - pos)\n"
           "  head softmax, scale " +
           scale +
           "\n    query = (one)\n    key = (pos)\n    value = (c: pos - one, e: 2*one - pos)\n"
           "readout (a + b)*(c + e) - 1\ncheck output\n";
  };
  const Verdict decided = verdict(text("sqrt(8)"), {"n=1"});
  CHECK(decided.status == Status::refuted);
  CHECK(decided.inputs.failing == 1);  // 0 is a no
  CHECK(decided.inputs.undecided == 0);
  const Verdict open = verdict(text("sqrt(3)"), {"n=1"});
  CHECK(open.status == Status::undecided);
  CHECK(check(open, "output").reason->find("the readout multiplies coordinates, and a tie") !=
        std::string::npos);
  CHECK(open.inputs.undecided == 2);
}

TEST_CASE("What the program does not evaluate is refused, with its line", "[theorems][instance]") {
  const auto refused = [](const std::string& text, const std::string& reason) {
    INFO(text);
    CHECK_THROWS_WITH(verdict(text, {"n=2"}), Catch::Contains(reason));
  };
  refused(copy_first("", "check unique-maximum\n"), "does not say 'check output'");
  refused(copy_first("number: w(1) => number: w(1)/2"), "no integer below 2^53");
  refused(copy_first("at n, number => at n + 1, number"), "the judged token is no token");
  // What the program does not evaluate says nothing about the theorem.
  refused(copy_first("readout stream.1 => readout stream.1/stream.2"),
          "line 14: a division by a coordinate is not evaluated");
  refused(copy_first("readout stream.1 => readout stream.1^(1/2)"),
          "line 14: 1/2 is no exponent of a coordinate; expected 0, 1, 2, ..");
  refused(copy_first("readout stream.1 => readout stream.1^(n - 3)"), "line 14: -1 is no exponent");
  refused(copy_first("readout stream.1 => readout 2^stream.1"),
          "line 14: an exponent that reads the stream is not evaluated");
  refused(copy_first("readout stream.1 => readout ((stream.1^8)^8)*stream.1"),
          "line 14: a readout of degree 65; at most 64 is evaluated");
  refused(copy_first("readout stream.1 => readout stream.1^(10^30)"), "at most 64 is evaluated");
  refused(copy_first("readout stream.1 => readout product j in [2]: stream.1"),
          "line 14: of the stream only sums, products, powers, relu");
  refused(copy_first("readout stream.1 => readout count j in [2]: stream.1 = j"),
          "line 14: of the stream only sums, products, powers, relu");
  refused(copy_first("readout stream.1 => readout max j in [2] where stream.1 > j: j"),
          "line 14: what a readout ranges over does not hang on the stream");
  refused(copy_first("readout stream.1 => readout max j in 1..stream.1: j"),
          "line 14: what a readout ranges over does not hang on the stream");
  refused(copy_first("scale 9*n => scale 9*n + sqrt(n + 1)"), "line 9: a scale has the form");
  refused(copy_first("scale 9*n => scale log(3/2)*log(2)"), "line 9: a product of two logarithms");
  refused(copy_first("query (i) = (1) => query (i) = (sqrt(2))"), "line 10: 'sqrt' is not evaluated here");
  refused(copy_first("key (j) = (-j) => key (j) = (2^(1/2))"), "line 11: 1/2 is no exponent");
  refused(copy_first("    value (j) = (b_j)\n => \n"), "line 9: the head has no value");
  refused(copy_first("query (i) = (1) => query (i) = (x: 1)"),
          "line 10: the coordinates of a value say where they land");
  refused(copy_first("    query (i) = (1)\n =>     over j where b_j = 1\n    query (i) = (1)\n"),
          "a mask that reads 'b' of a token is not evaluated so far");
  refused(copy_first("number: w(1) => number: b"), "'b' is not known here");
  refused(copy_first("b = w(i) => b = ind(max(0, 1))"), "line 5: a condition is expected here");
  std::string sign = copy_first("", "check output, error <= 1\n");
  sign.replace(sign.find("number: w(1)"), 12, "sign: w(1) = 1");
  refused(sign, "a sign has no error");
}

TEST_CASE("A constant factor of a readout may be any expression", "[theorems][instance]") {
  CHECK(verdict(copy_first("readout stream.1 => readout max(n, 2)/(n + 0)*stream.1"), {"n=3"}).status ==
        Status::holds);
  CHECK(verdict(copy_first("readout stream.1 => readout stream.1/abs(-1)"), {"n=3"}).status == Status::holds);
}

TEST_CASE("Zeros in an encoding are coordinates", "[theorems][instance]") {
  const Verdict v =
      verdict(copy_first("d = 3\n  encode (i, b, 1) => d = 6\n  encode (i, zeros(3), b, 1)"), {"n=3"});
  CHECK(v.status == Status::holds);
  CHECK(v.size.embedding_dimension == 6);
  // A block whose length grows with n is no constant size, whatever n = 2 alone says.
  const std::string growing =
      copy_first("layer d = 3\n  encode (i, b, 1) => layer\n  encode (i, b, 1, zeros(n))",
                 "check output, size constant in n\n");
  const Verdict grows = verdict(growing, {"n=2"});
  CHECK(check(grows, "size").status == Status::refuted);
  const std::string fixed =
      copy_first("layer d = 3\n  encode (i, b, 1) => layer\n  encode (i, b, 1, zeros(4))",
                 "check output, size constant in n\n");
  CHECK(check(verdict(fixed, {"n=2"}), "size").status == Status::holds);
}

TEST_CASE("Definitions are written out wherever an expression stands", "[theorems][instance]") {
  const std::string text = copy_first(
      "sizes n >= 1    limit verify n <= 8\ninput w : [n] -> {0, 1}\ntokens i in [n] carry b = w(i)\ntask at n, => "
      "let last = n + 0\nlet shown(k) = w(k)\nsizes n >= 1    limit verify last <= 8\n"
      "input w : [last] -> {0, 1}\ntokens i in [last] carry b = shown(i)\ntask at last,");
  const Verdict v = verdict(text, {"n=3"});
  CHECK(v.status == Status::holds);
  CHECK(v.inputs.checked == 8);
  // Written out, the thirtieth has a thousand million terms.
  std::string doubling = "let a0 = 1\n";
  for (int k = 1; k <= 30; ++k) doubling += fmt::format("let a{0} = a{1} + a{1}\n", k, k - 1);
  CHECK_THROWS_WITH(verdict(copy_first("layer d = 3 => " + doubling + "layer d = 0*a30 + 3"), {"n=1"}),
                    Catch::Contains("grows too long"));
}

TEST_CASE("A highest score is unique for each head, also without a common unit", "[theorems][instance]") {
  // sqrt(2) and sqrt(3): no unit of which both are multiples. The second head sees equal scores everywhere.
  const std::string two = copy_first(
      "  out head.1 -> stream.1\n => "
      "  head softmax, scale sqrt(3)\n    query (i) = (1)\n    key (j) = (1)\n    value (j) = (0)\n"
      "  out head1.1 -> stream.1, head2.1 -> stream.2\n",
      "check output\nalso unique-maximum\n");
  std::string text = two;
  text.replace(text.find("scale 9*n"), 9, "scale 9*n*sqrt(2)");
  const Verdict v = verdict(text, {"n=2"});
  CHECK(check(v, "unique-maximum").status == Status::refuted);
  // A head that matches compares no scores.
  const std::string match =
      copy_first("head softmax, scale 9*n => head exact-match", "check output\nalso unique-maximum\n");
  std::string matching = match;
  matching.replace(matching.find("(-j)"), 4, "(j)");
  CHECK(check(verdict(matching, {"n=2"}), "unique-maximum").status == Status::not_applicable);
  // With a scale of zero every score is the best one, for a hard maximum as well.
  const Verdict flat = verdict(copy_first("softmax, scale 9*n => hard-maximum, scale 0*n"), {"n=2"});
  CHECK(flat.inputs.failing == 2);
}

TEST_CASE("A search that is stopped has no candidate yet, and is no error of its user",
          "[theorems][instance]") {
  std::string text = copy_first(
      "sizes n >= 1    limit verify n <= 8\n => "
      "sizes n >= 1    limit verify n <= 8\nparam c = auto in 1/4*(1..40)\n");
  text.replace(text.find("scale 9*n"), 9, "scale c");
  const auto c = claim(text);
  const std::atomic<bool> interrupted{true};
  VerifyOptions options;
  options.interrupted = &interrupted;
  const RunLimit limit(options, std::chrono::milliseconds(0));
  CHECK_THROWS_AS(c.verify(named_variant("stated"), parse_parameters(c.info().parameters, {"n=3"}), options),
                  Stopped);
}

TEST_CASE("A parameter that one variant searches for may be a number in another", "[theorems][instance]") {
  std::string text = copy_first(
      "sizes n >= 1    limit verify n <= 8\n => "
      "sizes n >= 1    limit verify n <= 8\nparam c > 0 = auto in 1/4*(1..40)\n");
  text.replace(text.find("scale 9*n"), 9, "scale c");
  const auto c = claim(text + "variant cold: change c = 1/8  because \"a warm softmax averages\"\n");
  const auto at = [&](const std::vector<std::string>& words) {
    return parse_parameters(c.info().parameters, words);
  };
  const Verdict searched = c.verify(named_variant("stated"), at({"n=3"}), {});
  CHECK(searched.status == Status::holds);
  CHECK(searched.parameters.text("c") == "1/2");
  const Verdict cold = c.verify(named_variant("cold"), at({"n=3"}), {});
  CHECK(cold.status == Status::refuted);
  CHECK(cold.inputs.failing > 0);
  CHECK_THROWS_AS(c.weights(named_variant("stated"), at({"n=3"})), UsageError);
  CHECK_NOTHROW(c.weights(named_variant("cold"), at({"n=3"})));
  CHECK_THROWS_AS(at({"n=3", "c=0"}), UsageError);
}

TEST_CASE("Sizes that the theorem excludes are refused", "[theorems][instance]") {
  const auto c = claim(copy_first("sizes n >= 1 => sizes n >= 1, n != 2"));
  CHECK_THROWS_AS(parse_parameters(c.info().parameters, {"n=0"}), UsageError);
  CHECK_THROWS_AS(parse_parameters(c.info().parameters, {"n=9"}), UsageError);
  CHECK_THROWS_WITH(verdict(copy_first("sizes n >= 1 => sizes n >= 1, n != 2"), {"n=2"}),
                    Catch::Contains("n != 2"));
}

TEST_CASE("A range that a parameter is out of may be of any length, its ends included",
          "[theorems][instance]") {
  const auto c = claim(copy_first("sizes n >= 1 => sizes n >= 1\nparam far in n - 1..10^40 = n"));
  const auto status = [&](const std::string& word) {
    return c.verify(named_variant("stated"), parse_parameters(c.info().parameters, {"n=3", word}), {}).status;
  };
  const std::string last = "1" + std::string(40, '0');
  CHECK(status("far=2") == Status::holds);
  CHECK(status("far=18446744073709551616") == Status::holds);
  CHECK(status("far=" + last) == Status::holds);
  for (const std::string& wrong :
       {std::string("1"), std::string("5/2"), std::string("-2"), last.substr(0, 40) + "1"}) {
    INFO(wrong);
    CHECK_THROWS_AS(status("far=" + wrong), UsageError);
  }
}

TEST_CASE("A parameter out of a range of integers takes each of them and nothing else",
          "[theorems][instance]") {
  const auto c = claim(copy_first("sizes n >= 1 => sizes n >= 1\nparam e in 0..2 = 1"));
  const auto settings = [&](const char* word) {
    return parse_parameter_ranges(c.info().parameters, {"n=2", word}).size();
  };
  CHECK(settings("e=0..2") == 3);
  CHECK(settings("e=2") == 1);
  for (const char* word : {"e=3", "e=-1", "e=1/2", "e=0..3", "e=x"})
    CHECK_THROWS_AS(settings(word), UsageError);
  // A set of one value, which is a tuple of one and no range.
  const auto one = claim(copy_first("sizes n >= 1 => sizes n >= 1\nparam e in {2} = 2"));
  CHECK(parse_parameters(one.info().parameters, {"n=2"}).text("e") == "2");
  CHECK_THROWS_AS(
      one.verify(named_variant("stated"), parse_parameters(one.info().parameters, {"n=2", "e=3"}), {}),
      UsageError);
}

TEST_CASE("Injective inputs are ranked directly, in lexicographic order", "[theorems][instance]") {
  theorems::InputField field;
  field.name = "a";
  field.shape = theorems::Shape::injective;
  field.domains = {{1, 2}};
  field.values = {3, 5, 8};
  const theorems::InputLayout layout({field});
  const InputSpace space = layout.space();
  REQUIRE(space.size() == 6);
  std::vector<std::string> all;
  for (long rank = 0; rank < 6; ++rank) {
    const Word word = space.unrank(Integer(rank));
    const Json json = layout.to_json(word);
    all.push_back(json["a"].dump());
    CHECK(layout.from_json(json) == word);
  }
  CHECK(all == std::vector<std::string>{"[3,5]", "[3,8]", "[5,3]", "[5,8]", "[8,3]", "[8,5]"});
  CHECK_THROWS_AS(layout.from_json(Json::parse(R"({"a": [3, 3]})")), UsageError);
  CHECK_THROWS_AS(layout.from_json(Json::parse(R"({"a": [3, 4]})")), UsageError);
  CHECK_THROWS_AS(layout.from_json(Json::parse(R"({"a": [3]})")), UsageError);
  CHECK_THROWS_AS(layout.from_json(Json::parse(R"({"b": [3, 5]})")), UsageError);
  CHECK_THROWS_AS(layout.from_json(Json::parse(R"({"a": [3, 5], "b": 1})")), UsageError);
}

TEST_CASE("The first candidate that holds is taken, each one before it has a wrong input",
          "[theorems][instance]") {
  const std::string text = copy_first(
      "sizes n >= 1    limit verify n <= 8\n => sizes n >= 1    limit verify n <= 8\nparam c = auto in 1/4*(1..40)\n");
  const std::string warm = [&] {
    std::string t = text;
    t.replace(t.find("scale 9*n"), 9, "scale c");
    return t;
  }();
  // e^-c / (1 + e^-c) < 1/2 at n = 2 for every c > 0; n = 3 needs e^-c + e^-2c < 1, c > log of the golden ratio, 0.481.
  const Verdict two = verdict(warm, {"n=2"});
  CHECK(two.status == Status::holds);
  CHECK(two.details["least"]["value"] == "1/4");
  CHECK(two.details["least"]["scan"] == "it is the first candidate");
  const Verdict three = verdict(warm, {"n=3"});
  CHECK(three.status == Status::holds);
  CHECK(three.details["least"]["parameter"] == "c");
  CHECK(three.details["least"]["value"] == "1/2");
  CHECK(three.parameters.text("c") == "1/2");
}

// A third-order head at token n: y is 3 times the mean of j over the pairs (j, k) that it sums over. Of j < n alone that is 3*n/2;
// where the mask says k < n as well, or j < k, it is another number.
TEST_CASE("A mask speaks of the token that it names, whatever the others are called",
          "[theorems][instance]") {
  const auto text = [](const std::string& rows, const std::string& truth) {
    return "attest-theorem 1\ntheorem mask \"mask\"\nsizes n >= 2\ninput a : [n] -> [2]\ntokens i in [n] carry num = a(i)\n"
           "task at n, number: " +
           truth + "\nlayer\n  embed num = num, pos = i, one = 1, out = 0\n  head third-order\n" + rows +
           "readout out\ncheck output, error <= 0\n";
  };
  const auto rows = [](const std::string& j, const std::string& k) {
    return "    row 1 = (one)\n    row 2" + j + " = (one)\n    row 3" + k + " = (one)\n    value 2" + j +
           " = (out: 6*pos)\n    value 3" + k + " = (one)\n";
  };
  const std::string named = rows(" (j)", " (k)");
  CHECK(verdict(text("    over j where j < i\n" + named, "3*n"), {"n=4"}).status == Status::holds);
  CHECK(verdict(text("    over j where j < i\n" + rows(" (j)", ""), "3*n"), {"n=4"}).status == Status::holds);
  CHECK(verdict(text("    over k where k < i\n" + named, "3*(n + 1)"), {"n=4"}).status == Status::holds);
  CHECK(verdict(text("    over j where j < k\n" + named, "2*(n + 1)"), {"n=4"}).status == Status::holds);
  CHECK(verdict(text("    over j where j < i\n    over k in [n]\n" + rows("", ""), "3*n"), {"n=4"}).status ==
        Status::holds);
  CHECK(verdict(text("    over k where k < i\n    over j in [n]\n" + named, "3*(n + 1)"), {"n=4"}).status ==
        Status::holds);
  using Catch::Contains;
  for (const char* mask : {"j where j < i", "k where k < i", "j where j < 3"}) {
    const std::string over = std::string("    over ") + mask + "\n";
    CHECK_THROWS_WITH(verdict(text(over + rows("", ""), "3*n"), {"n=4"}),
                      Contains("looks at 2 tokens; say which"));
  }
  for (const char* k : {"(j)", "(i)"}) {
    const std::string mask = std::string("    over j where j < i\n");
    CHECK_THROWS_WITH(verdict(text(mask + rows(" (j)", std::string(" ") + k), "3*n"), {"n=4"}),
                      Contains("is the index of two tokens of this head"));
  }
  CHECK_THROWS_WITH(verdict(text("    over i where i < 3\n" + rows("", ""), "3*n"), {"n=4"}),
                    Contains("'i' is no index of a token that is looked at"));
}

TEST_CASE("A kind belongs to the token that its line names", "[theorems][instance]") {
  const std::string text =
      "attest-theorem 1\ntheorem swap \"the lines stand in another order than the rows\"\nsizes n >= 1\n"
      "input a : [n] -> [2], x : [2]\ntokens ITEM i in [n] carry num = a(i)\ntokens Q q in [1] carry num = x\n"
      "task Q at 1, number: sum i in [n]: a(i)\nlayer\n  embed ITEM num = num, one = 1, out = 0\n"
      "  embed Q num = num, one = 1, out = 0\n  head third-order\n    over k in Q\n    over j in ITEM\n"
      "    row 1 = (one)\n    row 2 (j) = (one)\n    row 3 (k) = (one)\n    value 2 (j) = (out: n*num)\n"
      "    value 3 (k) = (one)\nreadout out\ncheck output, error <= 0\n";
  for (const char* n : {"n=1", "n=2", "n=3"}) CHECK(verdict(text, {n}).status == Status::holds);
}

// An input of 0 and 1 alone is a relation, and a condition.
TEST_CASE("A number is no condition and a condition no number", "[theorems][instance]") {
  const auto text = [](const std::string& answer) {
    return "attest-theorem 1\ntheorem typed \"typed\"\nsizes m >= 1\ninput a : [2] -> [m]\ntokens i in [2] carry num = a(i)\n"
           "task at 2, " +
           answer +
           "\nlayer\n  embed num = num, out = 0\n  head softmax\n    query = (num)\n    key = (num)\n"
           "    value = (out: num)\nreadout out\ncheck output\n";
  };
  for (const char* answer :
       {"number: a(1) = 1", "sign: a(1)", "vector 1 within 1/2: a(1) = 1", "sign: ind(a(1) = 1)"}) {
    CHECK_THROWS_AS(verdict(text(answer), {"m=3"}), UsageError);
  }
}

// Twice half of n is n, at every size; 2 is n at one size alone, and the parameter that is read nowhere changes nothing.
TEST_CASE("A display takes a parameter as its number, and no size as one that no parameter in it hangs on",
          "[theorems][instance]") {
  const auto displayed = [](const std::string& formula) {
    std::string text = copy_first("    query (i) = (1)\n =>     query (i) = (n)\n");
    text.insert(text.find("input"), "param half = n/2\n");
    text.insert(text.find("  out head.1"), "    displayed score = " + formula + "\n");
    return verdict(text, {"n=2"});
  };
  CHECK(displayed("-n*j").status == Status::holds);
  CHECK(displayed("-2*half*j").status == Status::holds);
  CHECK(displayed("-2*j").status == Status::refuted);
  CHECK(displayed("-half*j").status == Status::refuted);
}

TEST_CASE("Where no token is judged the theorem says nothing", "[theorems][instance]") {
  const std::string text =
      "attest-theorem 1\ntheorem zero \"no token is judged\"\nsizes n >= 0\ninput a : [n + 1] -> [2]\n"
      "tokens A i in [n] carry num = a(i)\ntokens B i in [1] carry num = a(n + 1)\ntask A at every i, number: a(n + 1)\n"
      "layer\n  embed A num = num, one = 1, out = 0\n  embed B num = num, one = 1, out = 0\n  head softmax\n"
      "    over j in B\n    query = one\n    key (j) = one\n    value (j) = (out: num)\nreadout out\n"
      "check output, error <= 0\n";
  const Verdict none = verdict(text, {"n=0"});
  CHECK(none.status == Status::not_applicable);
  CHECK(none.reason == "no token is judged");
  CHECK(verdict(text, {"n=1"}).status == Status::holds);
}

// Displayed minus actual is 2 n^2 (n + phi_j - k)^2; by hand at n = 2: 8*(2 + 1 - 1)^2 = 32 at the first token, which shows 1.
TEST_CASE("A display that differs from the rows says at which tokens, and by how much",
          "[theorems][instance]") {
  const auto composition = theorem_of_text("strassen/function-composition");
  const auto witness = [&](const std::string& n) {
    return composition
        ->verify(Variant::printed, parse_parameters(composition->info().parameters, {n}), VerifyOptions())
        .counterexample;
  };
  CHECK(witness("n=2").at("check") == "identity");
  CHECK(witness("n=2").at("tokens") == Json({{"k", 1}, {"phi_j", 1}}));
  CHECK(witness("n=2").at("displayed_minus_actual") == "32");
  for (const std::string n : {"1", "3"}) {
    const long size = std::stol(n);
    const Json found = witness("n=" + n);
    const long off =
        size + found.at("tokens").at("phi_j").get<long>() - found.at("tokens").at("k").get<long>();
    CHECK(found.at("displayed_minus_actual") == std::to_string(2 * size * size * off * off));
    CHECK(off != 0);
  }
}

}  // namespace attest::instance_test

// What `attest explain` says, against `attest run` on every input and against the theorems' formulas written down once more.
#include "theorems/explanation/explanation.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "claims/usage_error.hpp"
#include "theorems/explained.hpp"

namespace attest::explanation_test {

namespace {

// All that has to agree, on every input: with the run, among the weights, of the readout with the output.
void check_every_input(const Explained& explained, const ExplanationOptions& options = {{}, 10000}) {
  for (Integer rank = 0; rank < explained.inputs(); ++rank) {
    if (explained.setting().task().standing(explained.word(rank)) != Standing::judged) {
      CHECK_THROWS_AS(explained(rank), UsageError);
      continue;
    }
    const Json document = explained(rank, options);
    const Json run = explained.run(rank);
    INFO(document["input"].dump());
    CHECK(document["input"] == run["input"]);
    CHECK(document["rank"] == run["rank"]);
    CHECK(document["verdict"] == run["verdict"]);
    bool first_wrong = true;
    for (const Json& output : run["outputs"]) {
      if (output["position"] == document["token"]) {
        for (const char* field : {"value", "decision", "truth", "right"})
          CHECK(document[field] == output[field]);
        break;
      }
      first_wrong = first_wrong && output["right"] != false;
    }
    if (document["right"] == false) CHECK(first_wrong);  // and none before it is
    CHECK_FALSE(document["cause"].get<std::string>().empty());
    const Json& y = document["readout"]["steps"].back()["value"];
    CHECK((lower(y) <= upper(document["value"]) && lower(document["value"]) <= upper(y)));
    for (const Json& head : document["heads"]) {
      Rational least = lower(head["rest"]["weight"]);
      Rational most = upper(head["rest"]["weight"]);
      std::vector<Rational> low(head["output"].size());
      std::vector<Rational> high(head["output"].size());
      for (const Json& tuple : head["tuples"]) {
        least += lower(tuple["weight"]);
        most += upper(tuple["weight"]);
        for (std::size_t c = 0; c < low.size(); ++c) {
          const Rational value = rational_from_string(tuple["value"][c].get<std::string>()).value();
          low[c] += value * (value < 0 ? upper(tuple["weight"]) : lower(tuple["weight"]));
          high[c] += value * (value < 0 ? lower(tuple["weight"]) : upper(tuple["weight"]));
        }
      }
      const bool nothing = head["heaviest"]["tuples"] == "0";
      CHECK((least <= (nothing ? 0 : 1) && (nothing ? 0 : 1) <= most));
      CHECK(most - least < Rational(1, 1000000000));
      for (std::size_t c = 0; c < low.size(); ++c)
        CHECK((low[c] <= upper(head["output"][c]) && lower(head["output"][c]) <= high[c]));
    }
  }
}

}  // namespace

TEST_CASE("A coordinate of a block is called by its place in it", "[explanation]") {
  const Explained explained{catalogue("strassen/match3-fixed-modulus"), Variant::constructed, {"n=2", "m=3"}};
  const Json document = explained(1);
  std::vector<std::string> names;
  for (const Json& coordinate : document["readout"]["coordinates"]) names.push_back(coordinate["name"]);
  CHECK(names == std::vector<std::string>{"own(1)", "own(2)", "seen(1)", "seen(2)"});
  check_every_input({catalogue("strassen/match3-fixed-modulus"), Variant::constructed, {"n=2", "m=3"}});
}

TEST_CASE("An explanation says what the run says, its weights sum to 1 and to the output", "[explanation]") {
  check_every_input({catalogue("strassen/function-composition"), Variant::repaired, {"n=2"}});
  check_every_input({catalogue("strassen/match3"), Variant::repaired, {"n=3", "m=3"}});
  check_every_input({catalogue("anna/ema-match2"), Variant::printed, {"N=3", "M=3"}});
  check_every_input({catalogue("anna/ema-match2"), Variant::constructed, {"N=3", "M=3"}});
  check_every_input({catalogue("ea/next-token"), Variant::constructed, {"N=3", "tau=1", "context=3"}});
  check_every_input({catalogue("poly/function-composition"), Variant::repaired, {"t=2", "n=2", "A2=14"}});
  check_every_input(
      {claim_of_file("examples/residual_collision.theorem"), named_variant("collision"), {"n=3"}});
}

TEST_CASE("The default token is the first wrong one; the others are told", "[explanation]") {
  const Explained match({catalogue("anna/ema-match2")}, Variant::printed, {"N=3", "M=3"});
  std::size_t several = 0;
  for (Integer rank = 0; rank < match.inputs(); ++rank) {
    Json wrong = Json::array();
    const Json run = match.run(rank);
    for (const Json& output : run["outputs"]) {
      if (output["right"] == false) wrong.push_back(output["position"]);
    }
    const Json document = match(rank);
    if (wrong.empty()) {
      CHECK(document["right"] == true);
      continue;
    }
    CHECK(document["token"] == wrong.front());
    wrong.erase(wrong.begin());
    several += wrong.empty() ? 0 : 1;
    CHECK(document["others_wrong"] == wrong);
    CHECK(match(rank, {Json(3), 5})["token"] == 3);
  }
  CHECK(several > 0);
  CHECK_THROWS_AS(match(0, {Json(4), 5}), UsageError);
  CHECK_THROWS_AS(match(0, {Json::array({1, 2}), 5}), UsageError);
}

// Scores c * num * log(2n) by hand: token i weighs (2n)^(c a_i), the asking one 1.
TEST_CASE("The head of argmax weighs as its formula says, on every input", "[explanation]") {
  const Explained argmax(claim_of_file("examples/argmax.theorem"), Variant::stated, {"n=3", "m=4"});
  for (Integer rank = 0; rank < argmax.inputs(); ++rank) {
    const Json document = argmax(rank, {{}, 10});
    std::vector<Rational> powers;
    Rational sum = 0;
    Rational y = 0;
    long best = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const long a = i < 3 ? document["input"]["a"][i].get<long>() : 0;
      powers.emplace_back(power(Integer(6), static_cast<unsigned long>(3 * a)));
      sum += powers.back();
      y += powers.back() * Rational(static_cast<long>(i + 1));
      if (powers.back() > powers[static_cast<std::size_t>(best)]) best = static_cast<long>(i);
    }
    const Json& head = document["heads"][0];
    REQUIRE(head["tuples"].size() == 4);
    CHECK(head["tuples"][0]["tuple"][0] == best + 1);
    for (const Json& tuple : head["tuples"]) {
      const auto token = tuple["tuple"][0].get<std::size_t>();
      CHECK(encloses(tuple["weight"], powers[token - 1] / sum));
      CHECK(tuple["value"] == Json::array({std::to_string(token)}));
      CHECK(document["tokens"][token - 1]["features"]["num"] ==
            (token < 4 ? document["input"]["a"][token - 1].dump() : "0"));
    }
    CHECK(encloses(document["value"], y / sum));
    CHECK(encloses(document["readout"]["steps"][0]["value"], y / sum));
    CHECK(exact(document["what_if"][0]["value"]) == best + 1);
    CHECK(document["what_if"][0]["right"] == true);
    CHECK(says(document, "which is right; the 3 other tokens have"));
  }
}

TEST_CASE("A warm softmax: the winner alone would be right and the mixture is at fault", "[explanation]") {
  const Explained cold(claim_of_file("examples/argmax.theorem"), named_variant("cold"), {"n=3", "m=4"});
  std::size_t wrong = 0;
  for (Integer rank = 0; rank < cold.inputs(); ++rank) {
    const Json document = cold(rank);
    double sum = 0;
    double y = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const double weight = std::pow(6.0, 0.1 * (i < 3 ? document["input"]["a"][i].get<double>() : 0.0));
      sum += weight;
      y += weight * static_cast<double>(i + 1);
    }
    CHECK(is_near(document["value"], y / sum));
    CHECK(document["what_if"][0]["right"] == true);
    if (document["right"] == true) continue;
    ++wrong;
    CHECK(says(document, "alone would give y = "));
    CHECK(says(document, "the mixture is at fault"));
    CHECK(says(document, "log(6) behind in score"));
  }
  CHECK(wrong > 0);
}

TEST_CASE("Exact match: the tokens whose key is the query, and none", "[explanation]") {
  const Explained match(catalogue("anna/ema-match2"), Variant::printed, {"N=3", "M=3"});
  std::size_t none = 0;
  for (Integer rank = 0; rank < match.inputs(); ++rank) {
    for (long token = 1; token <= 3; ++token) {
      const Json document = match(rank, {Json(token), 10});
      const Json& p = document["input"]["p"];
      std::vector<long> found;
      for (std::size_t j = 0; j < 3; ++j) {
        if (p[j].get<long>() + p[static_cast<std::size_t>(token - 1)].get<long>() == 3)
          found.push_back(static_cast<long>(j + 1));
      }
      for (std::size_t k = 0; k < 3; ++k) {
        const Json& tuple = document["heads"][0]["tuples"][k];
        if (k < found.size()) CHECK(tuple["tuple"][0] == found[k]);
        CHECK(exact(tuple["weight"]) ==
              (k < found.size() ? Rational(1, static_cast<long>(found.size())) : Rational(0)));
      }
      CHECK(says(document, "no key equals the query") == false);  // a sentence begins with a capital
      CHECK(says(document, "No key equals the query (") == found.empty());
      none += found.empty() ? 1 : 0;
    }
  }
  CHECK(none > 0);
}

// n * (w_n + mean of w) instead of n * mean.
TEST_CASE("A residual that a head lands on is named with what it adds", "[explanation]") {
  const Explained collision(claim_of_file("examples/residual_collision.theorem"), named_variant("collision"),
                            {"n=3"});
  for (Integer rank = 0; rank < collision.inputs(); ++rank) {
    const Json document = collision(rank);
    const std::string w = document["input"]["w"].dump();
    const bool last = document["input"]["w"][2] == 1;
    CHECK(document["right"] == !last);
    CHECK(says(document, "The residual adds 1 to bit, where a head lands; without it") == last);
    if (!last) continue;
    const Json& without = document["what_if"].back();
    CHECK(without["right"] == true);
    CHECK(exact(without["value"]) == Rational(document["truth"].get<long>()));
    CHECK(exact(document["value"]) == Rational(document["truth"].get<long>() + 3));
  }
}

TEST_CASE("Where the values are at fault it is said, and which tuple would do", "[explanation]") {
  // The position in the place of the bit: no token's position is 0.
  const auto changed = [](const std::string& from, const std::string& to) {
    std::string text = theorem_tests::file_text("examples/needle_dilution.theorem");
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return std::make_unique<TheoremClaim>(theorem_tests::theorem(text.replace(at, from.size(), to)),
                                          "own:file", "needle.theorem");
  };
  const Explained position(changed("value = (out: bit)", "value = (out: 7)"), Variant::stated, {"n=3"});
  const Json never = position(0);
  CHECK(never["right"] == false);
  CHECK(says(never, "All 3 tokens") == false);
  CHECK(says(never, "Token 1, of the best score, alone gives y = 7, 7 more than the truth"));
  CHECK(says(never, "On all 24 inputs of this size the truth is the bit of the best token"));
  // The marked token is looked away from: its bit alone would be right, and stays behind.
  const Explained away(changed("key = (mark)", "key = (-mark)"), Variant::stated, {"n=3"});
  bool seen = false;
  for (Integer rank = 0; rank < away.inputs(); ++rank) {
    const Json document = away(rank);
    const long marked = document["input"]["p"].get<long>();
    if (document["right"] == true || document["input"]["w"] != (marked == 1 ? Json{1, 0, 0} : Json{0, 0, 0}))
      continue;
    seen = true;
    CHECK(
        says(document, "The 2 tokens that tie for the most weight alone give y = 0, 1 less than the truth"));
    CHECK(says(document, "The tokens of the least score alone would be right on all 24 inputs of this size"));
  }
  CHECK(seen);
}

TEST_CASE("Where a mean is asked for it is said that equal weights would be right", "[explanation]") {
  // The bits weigh in their own mean: y = k e / (k e + n - k) for k ones of n, the truth is k > n/2.
  const std::string text =
      "attest-theorem 1\ntheorem majority \"x\"\nsizes n >= 1\ninput w : word n over {0, 1}\n"
      "tokens i in [n] carry bit = w(i)\ntask at n, sign: 2 * (sum j in [n]: w(j)) > n\nlayer\n"
      "  embed bit = bit, one = 1, out = 0\n  head softmax\n    query = (one)\n    key = (bit)\n"
      "    value = (out: bit)\nreadout out - 1/2\ncheck output\n";
  const Explained majority(
      std::make_unique<TheoremClaim>(theorem_tests::theorem(text), "own:majority", "majority.theorem"),
      Variant::stated, {"n=5"});
  std::size_t told = 0;
  for (Integer rank = 0; rank < majority.inputs(); ++rank) {
    const Json document = majority(rank);
    long ones = 0;
    for (const Json& bit : document["input"]["w"]) ones += bit.get<long>();
    const double weight = static_cast<double>(ones) * std::exp(1.0);
    CHECK(is_near(document["value"], weight / (weight + static_cast<double>(5 - ones)) - 0.5));
    const bool right = (2 * weight > weight + static_cast<double>(5 - ones)) == (2 * ones > 5);
    CHECK(document["right"] == right);
    CHECK(says(document, "With equal weights y would be right on all 32 inputs of this size") == !right);
    told += right ? 0 : 1;
  }
  CHECK(told == 10);  // two ones of five
}

TEST_CASE("Two exact-match layers are told token by token", "[explanation]") {
  const Explained two(claim_of_file("examples/induction_two_layers.theorem"), Variant::stated,
                      {"n=4", "k=2"});
  check_every_input(two);
  const Explained blind(claim_of_file("examples/induction_two_layers.theorem"), named_variant("blind"),
                        {"n=3", "k=2"});
  check_every_input(blind);
  for (Integer rank = 0; rank < two.inputs(); ++rank) {
    if (two.setting().task().standing(two.word(rank)) != Standing::judged) continue;
    const Json document = two(rank);
    const Json& w = document["input"]["w"];
    // By hand: the last token matches those whose letter before is its own; they give their letters.
    std::vector<long> matches;
    for (std::size_t j = 1; j < 4; ++j) {
      if (w[j - 1] == w[3]) matches.push_back(static_cast<long>(j + 1));
    }
    REQUIRE(document["layers"].size() == 2);
    const Json& last = document["layers"][1]["tokens"];
    REQUIRE(last.size() == 1);
    CHECK(last[0]["token"] == 4);
    CHECK(last[0]["heads"][0]["matches"] == Json(matches));
    for (const Json& token : document["layers"][0]["tokens"]) {
      const auto at = token["token"].get<std::size_t>();
      CHECK(token["state"] == Json::array({std::to_string(at), w[at - 1].dump(), "0", "0"}));
      CHECK(token["next"][2] == (at == 1 ? "0" : w[at - 2].dump()));
    }
    CHECK(document["layers"][0]["tokens"].size() == matches.size() + (matches.back() == 4 ? 0 : 1));
  }
}

}  // namespace attest::explanation_test

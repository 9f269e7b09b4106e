// What a cause says of a construction is tried: faults are planted, and what the cause says would mend them does.
#include <catch2/catch.hpp>
#include <set>

#include "attention/head_tuples.hpp"
#include "theorems/explained.hpp"
#include "theorems/explanation/facts_of_size.hpp"
#include "theorems/read.hpp"
#include "theorems/theorem_texts.hpp"

namespace attest::explanation_test {

namespace {

constexpr const char* argmax = "examples/argmax.theorem";

bool all_right(const Explained& explained) {
  for (Integer rank = 0; rank < explained.inputs(); ++rank) {
    if (explained.run(rank)["verdict"] != "holds") return false;
  }
  return true;
}

// The lines of the first alternative, each as "what: text"; and whether they are said to be at fault.
std::vector<std::string> first_lines(const Json& document) {
  std::vector<std::string> lines;
  for (const Json& line : document["at_fault"]["one_of"][0])
    lines.push_back(line["what"].get<std::string>() + ": " + line["text"].get<std::string>());
  return lines;
}

// The first input that is wrong, explained.
Json first_wrong(const Explained& explained) {
  for (Integer rank = 0; rank < explained.inputs(); ++rank) {
    Json document = explained(rank);
    if (document["right"] == false) return document;
  }
  throw std::logic_error("no input is wrong");
}

Explained argmax_with(const std::string& from, const std::string& to) {
  return {claim_of_text(changed_text(argmax, from, to)), Variant::stated, {"n=3", "m=4"}};
}

}  // namespace

TEST_CASE("A readout that is off by a constant is said to be, by as much, and is mended by it",
          "[explanation]") {
  for (const char* constant : {"1", "-2", "3/2", "-1/2"}) {
    const Explained off = argmax_with("readout out", std::string("readout out + ") + constant);
    const Json document = first_wrong(off);
    INFO(constant << ": " << document["cause"].get<std::string>());
    CHECK(says(document, "On all 24 inputs of this size y is"));
    const bool more = constant[0] != '-';
    CHECK(says(document, more ? "a readout smaller by " : "a readout larger by "));
    CHECK(first_lines(document) ==
          std::vector<std::string>{std::string("readout: readout out + ") + constant});
    CHECK(document["at_fault"]["known"] == true);
    // A coincidence is not what it says first, nor at all.
    CHECK_FALSE(says(document, "alone would give"));
    // What it says is done.
    const std::string cause = document["cause"].get<std::string>();
    const std::string word = more ? "smaller by " : "larger by ";
    const std::size_t at = cause.find(word) + word.size();
    const std::string by = cause.substr(at, cause.find(' ', at) - at);
    CHECK(all_right(
        argmax_with("readout out", std::string("readout out + ") + constant + (more ? " - " : " + ") + by)));
  }
}

TEST_CASE("A value that hands on the wrong feature is told by the one that is the truth", "[explanation]") {
  const Json document = first_wrong(argmax_with("value = (out: pos)", "value = (out: num)"));
  CHECK(says(document,
             "On all 24 inputs of this size the truth is the place i of the best token, and what it gives is "
             "the num of the best token"));
  CHECK(first_lines(document) == std::vector<std::string>{"value: value = (out: num)"});
  CHECK(document["at_fault"]["one_of"][1][0]["what"] == "task");
}

TEST_CASE("Scores of the wrong sign: the least one alone would be right everywhere", "[explanation]") {
  const Explained negative = argmax_with("key = (num)", "key = (-num)");
  const Json document = first_wrong(negative);
  // The asking token has the number 0 and wins; the least score is that of the largest number.
  CHECK(says(document, "The tokens of the least score alone would be right on all 24 inputs of this size"));
  CHECK(first_lines(document) == std::vector<std::string>{"query: query = (c*one)", "key: key = (-num)"});
}

TEST_CASE("A multiple of the truth is said to be one", "[explanation]") {
  const Json document = first_wrong(argmax_with("value = (out: pos)", "value = (out: 3*pos)"));
  CHECK(says(document, "On all 24 inputs of this size the truth is the place i of the best token"));
  const Json scaled = first_wrong(Explained(
      claim_of_text(
          "attest-theorem 1\ntheorem copy \"x\"\nsizes n >= 1\ninput a : [n]\ntokens i in [2] carry num = a\n"
          "task at 1, number: 5*a - 1\nlayer\n  embed num = num, one = 1, out = 0\n  head softmax\n"
          "    query = (one)\n    key = (one)\n    value = (out: num)\nreadout 2*out\ncheck output\n"),
      Variant::stated, {"n=4"}));
  CHECK(says(scaled, "On all 4 inputs of this size the best alone gives 2/5 times the truth plus 2/5"));
}

TEST_CASE("Where no token's value gives the truth, the scores are not blamed", "[explanation]") {
  // It looks away from the marked token, and 7 is no bit.
  std::string text =
      changed_text("examples/needle_dilution.theorem", "value = (out: bit)", "value = (out: 7)");
  text.replace(text.find("key = (mark)"), 12, "key = (-mark)");
  const Explained seven(claim_of_text(text), Variant::stated, {"n=3"});
  const Json document = first_wrong(seven);
  CHECK(says(
      document,
      "On 24 of the 24 inputs of this size no token's value alone gives the truth, whatever the scores"));
  CHECK(document["at_fault"]["known"] == false);
  for (const Json& group : document["at_fault"]["one_of"]) {
    for (const Json& line : group) CHECK((line["what"] != "query" && line["what"] != "key"));
  }
}

TEST_CASE("The scale that is said to do does, and half of it does not", "[explanation]") {
  const auto scaled = [](const std::string& factor) {
    return Explained(claim_of_text(changed_text(argmax, "change c = 1/10", "change c = 1/10*" + factor)),
                     named_variant("cold"), {"n=3", "m=4"});
  };
  const Explained cold = scaled("1");
  std::size_t tried = 0;
  for (Integer rank = 0; rank < cold.inputs(); ++rank) {
    const Json document = cold(rank);
    if (document["right"] == true) continue;
    CHECK(says(
        document,
        "On all 24 inputs of this size the best alone would be right, and so would y at some larger scale"));
    // What the variant changes comes first.
    CHECK(first_lines(document) ==
          std::vector<std::string>{
              "param c: variant cold \"too warm\": change c = 1/10*1  because \"a warm softmax averages\"",
              "scale: head softmax, scale log(2*n)", "query: query = (c*one)", "key: key = (num)"});
    const std::string cause = document["cause"].get<std::string>();
    const std::size_t at = cause.find("Here ");
    REQUIRE(at != std::string::npos);
    const bool twice = cause.compare(at, 16, "Here twice the s") == 0;
    const std::string factor = twice ? "2" : cause.substr(at + 13, cause.find(' ', at + 13) - at - 13);
    INFO(cause);
    const std::string half = (Integer(factor) / 2).str();
    CHECK(scaled(factor).run(rank)["verdict"] == "holds");
    CHECK(scaled(half).run(rank)["verdict"] == "refuted");
    ++tried;
  }
  CHECK(tried > 0);
}

TEST_CASE("Of inputs that are too many one is said to be one", "[explanation]") {
  const std::string text = changed_text("examples/needle_dilution.theorem", "key = (mark)", "key = (-mark)");
  const Explained few(claim_of_text(text), Variant::stated, {"n=4"});
  CHECK_FALSE(says(first_wrong(few), "One input does not tell"));
  const Explained many(claim_of_text(text), Variant::stated, {"n=9"});  // 9 * 2^9 inputs
  const Json document = first_wrong(many);
  CHECK(says(document, "On this input token 9 alone would give"));
  CHECK(says(document, "One input does not tell whether that is more than chance"));
  CHECK(document["at_fault"]["known"] == false);
}

// The counts of the facts, with every output taken from the run and every alternative from a theorem written so.
TEST_CASE("The facts of a size are those of its inputs one by one", "[explanation]") {
  const Explained cold({claim_of_file(argmax)}, named_variant("cold"), {"n=3", "m=4"});
  const auto claim = claim_of_file(argmax);
  const Word word = cold.word(0);
  const auto facts = theorems::facts_of_size(theorems::scene_of(*claim, cold.setting(), word, 0));
  REQUIRE(facts.has_value());
  const Explained sharp = argmax_with("scale log(2*n)", "scale 1000*log(2*n)");
  const Explained flat = argmax_with("scale log(2*n)", "scale 0");
  const Explained least = argmax_with("query = (c*one)", "query = (-1000*one)");
  unsigned long right = 0;
  unsigned long best = 0;
  unsigned long equal = 0;
  unsigned long lowest = 0;
  std::optional<Rational> low;
  std::optional<Rational> high;
  for (Integer rank = 0; rank < cold.inputs(); ++rank) {
    const Json run = cold.run(rank);
    right += run["verdict"] == "holds" ? 1 : 0;
    best += sharp.run(rank)["verdict"] == "holds" ? 1 : 0;
    equal += flat.run(rank)["verdict"] == "holds" ? 1 : 0;
    lowest += least.run(rank)["verdict"] == "holds" ? 1 : 0;
    const Json& out = run["outputs"][0];
    const Rational truth(out["truth"].get<long>());
    const Rational below = lower(out["value"]) - truth;
    const Rational above = upper(out["value"]) - truth;
    low = low ? std::min(*low, below) : below;
    high = high ? std::max(*high, above) : above;
  }
  CHECK((facts->inputs == 24 && facts->outputs == 24));
  CHECK(facts->right == right);
  CHECK(facts->best_right == best);
  CHECK(best == 24);
  CHECK(facts->equal_weights_right == equal);
  CHECK(facts->least_score_right == lowest);
  REQUIRE(facts->excess.has_value());
  CHECK(facts->excess->first <= *high);
  CHECK(abs(Rational(facts->excess->first - *low)) < Rational(1, 1000000000));
  CHECK(abs(Rational(facts->excess->second - *high)) < Rational(1, 1000000000));
}

TEST_CASE("A line that is quoted is that line of the file, or of the text below it", "[explanation]") {
  const std::string text = theorem_tests::file_text(argmax);
  const Json document = first_wrong({claim_of_file(argmax), named_variant("cold"), {"n=3", "m=4"}});
  std::vector<std::string> lines{""};
  for (const char c : text) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  for (const Json& group : document["at_fault"]["one_of"]) {
    for (const Json& line : group) {
      const std::string& of_file = lines.at(line["line"].get<std::size_t>() - 1);
      CHECK(of_file.find(line["text"].get<std::string>()) != std::string::npos);
    }
  }
  const TheoremSource& source = theorem_text("anna/ema-match2");
  const Explained extension(
      std::make_unique<TheoremClaim>(theorems::read_theorem(source.source_text()), source.id, source.path),
      Variant::printed, {"N=3", "M=3"});
  const Json of_base = first_wrong(extension);
  CHECK(of_base["at_fault"]["one_of"][0][0]["file"] == "constructions/anna/ema_match2.theorem");
}

TEST_CASE("Exact match shows the query and every key that is listed", "[explanation]") {
  const Explained match(catalogue("anna/ema-match2"), Variant::printed, {"N=3", "M=3"});
  for (Integer rank = 0; rank < match.inputs(); ++rank) {
    const Json document = match(rank, {{}, 10});
    const Json& head = document["heads"][0];
    for (const Json& tuple : head["tuples"])
      CHECK((tuple["key"] == head["query"]) == (exact(tuple["weight"]) != 0));
    if (says(document, "No key equals the query"))
      CHECK(says(document, "No key equals the query (" + head["query"][0].get<std::string>() + ") of head1"));
  }
}

TEST_CASE("Tokens of different kinds with the same indices are told apart by their kinds", "[explanation]") {
  const Explained match(claim_of_file("examples/match2_modular.theorem"), named_variant("one_root"),
                        {"n=2", "m=3"});
  const Json document = first_wrong(match);
  CHECK(document["token"] == 1);
  CHECK(document["token_name"] == "ITEM 1");
  std::set<std::string> names;
  for (const Json& token : document["tokens"]) names.insert(token["position"].get<std::string>());
  CHECK(names == std::set<std::string>{"START 1", "ITEM 1", "ITEM 2"});
  for (const Json& tuple : document["heads"][0]["tuples"])
    CHECK(names.contains(tuple["tuple"][0].get<std::string>()));
  const std::string rank = document["rank"].get<std::string>();
  CHECK(match(Integer(rank), {Json("ITEM 2"), 5})["token"] == 2);
  CHECK_THROWS_AS(match(Integer(rank), {Json("START 1"), 5}), UsageError);
  // Kinds whose indices differ keep their names.
  CHECK(first_wrong({claim_of_file(argmax), named_variant("cold"), {"n=3", "m=4"}})["token_name"] == 4);
}

}  // namespace attest::explanation_test

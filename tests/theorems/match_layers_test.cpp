// Several exact-match layers from texts: small theorems whose verdicts are known by hand.
#include <catch2/catch.hpp>

#include "claims/usage_error.hpp"
#include "fixtures.hpp"
#include "language/message.hpp"
#include "theorems/layer_precision.hpp"
#include "theorems/own_claims.hpp"

namespace attest::match_layers_texts_test {

using theorem_tests::changed;
using theorem_tests::check;
using theorem_tests::claim;
using theorem_tests::verdict;

namespace {

// f(f(x)) at every x: a layer reads f at its own place, the next one at what that was.
const std::string twice_text =
    "attest-theorem 1\n"
    "theorem twice \"Two layers follow a function twice\"\n"
    "sizes n >= 1    limit verify n <= 6\n"
    "input f : [n] -> [n]\n"
    "tokens i in [n] carry next = f(i)\n"
    "task at every i, number: f(f(i))\n"
    "layer\n"
    "  embed pos = i, next = next, seen = zeros(2)\n"
    "  head exact-match\n"
    "    query = (next)\n"
    "    key (j) = (pos_j)\n"
    "    value = (seen(1): next)\n"
    "  head own exact-match\n"
    "    query = (pos)\n"
    "    key = (pos)\n"
    "    value = (pos: pos)\n"
    "layer residual\n"
    "  head second exact-match\n"
    "    query = (pos)\n"
    "    key = (pos)\n"
    "    value = (seen(2): seen(1))\n"
    "readout seen(2)\n";

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

}  // namespace

TEST_CASE("Two layers are run one after the other", "[match_layers]") {
  for (const char* n : {"n=1", "n=2", "n=3"}) {
    const Verdict v = verdict(twice_text + "check output, normalised\n", {n});
    CHECK(v.status == Status::holds);
    CHECK(check(v, "normalised").status == Status::holds);
  }
}

// Without the second layer's residual nothing but seen(2) is left, which is all that is read.
TEST_CASE("A later layer without a residual forgets what does not land", "[match_layers]") {
  const std::string bare = changed(twice_text, "layer residual", "layer");
  CHECK(verdict(bare + "check output\n", {"n=3"}).status == Status::holds);
  const std::string reads_first = changed(bare, "readout seen(2)", "readout seen(1)");
  const Verdict v = verdict(reads_first + "check output\n", {"n=2"});
  CHECK(v.status == Status::refuted);
  CHECK(v.inputs.failing == 4);  // 0 is never f(f(i))
  const std::string kept = changed(twice_text, "readout seen(2)", "readout seen(1)");
  CHECK(verdict(kept + "check output\n", {"n=2"}).status == Status::holds);
}

TEST_CASE("A query that equals no key is counted by normalised alone", "[match_layers]") {
  const std::string beyond =
      changed(twice_text, "query = (next)", "query = (if next = 1 then n + 1 else next)");
  const Verdict v = verdict(beyond + "check output    also normalised\n", {"n=2"});
  // By hand: f = (2, 2) alone asks for nothing that is not there.
  CHECK(v.inputs.failing == 3);
  CHECK(check(v, "normalised").status == Status::refuted);
  CHECK(check(v, "normalised").reason->find("on 3 of 4 checked inputs") == 0);
}

TEST_CASE("A family of layers is as many layers", "[match_layers]") {
  const std::string text =
      "attest-theorem 1\n"
      "theorem power \"t layers follow a function 2^t times\"\n"
      "sizes n >= 1, t >= 0    limit verify n <= 4, t <= 4\n"
      "input f : [n] -> [n]\n"
      "tokens i in [n] carry next = f(i)\n"
      "task at every i, number: iterate y from i for 2^t times: f(y)\n"
      "layer\n"
      "  embed pos = i, to = next\n"
      "  head exact-match\n"
      "    query = (pos)\n"
      "    key = (pos)\n"
      "    value = (pos: pos, to: to)\n"
      "layer for l in 1..t\n"
      "  head jump exact-match\n"
      "    query = (to)\n"
      "    key = (pos)\n"
      "    value = (to: to)\n"
      "  head stay exact-match\n"
      "    query = (pos)\n"
      "    key = (pos)\n"
      "    value = (pos: pos)\n"
      "readout to\n"
      "check output, normalised, size constant in n, t\n";
  for (const char* t : {"t=0", "t=1", "t=2", "t=3"}) {
    const Verdict v = verdict(text, {"n=3", t});
    CHECK(v.status == Status::holds);
    CHECK(v.details.at("layers") == t[2] - '0' + 1);
  }
}

// The dimension is the length of the longest query, key or value: rows count as the encoding does.
TEST_CASE("A row that grows with a size is no constant size", "[match_layers][planted]") {
  std::string text = changed(twice_text, "sizes n >= 1 ", "sizes n >= 1, t >= 0 ");
  text = changed(text, "query = (next)", "query = (next, zeros(t))");
  text = changed(text, "key (j) = (pos_j)", "key (j) = (pos_j, zeros(t))") +
         "check output, size constant in t\n";
  const Verdict grown = verdict(text, {"n=2", "t=2"});
  CHECK(check(grown, "output").status == Status::holds);
  CHECK(check(grown, "size").status == Status::refuted);
  // A head for each l in 1..j of the layer j: the last layer has t heads.
  std::string heads = changed(twice_text, "sizes n >= 1 ", "sizes n >= 1, t >= 1 ");
  heads = changed(heads, "layer residual\n", "layer for j in 1..t, residual\n");
  heads = changed(heads, "head second exact-match", "head second exact-match for l in 1..j");
  heads = changed(heads, "value = (seen(2): seen(1))",
                  "value = (seen(2): if l = 1 and j = 1 then seen(1) else 0)");
  const Verdict more = verdict(heads + "check output, size constant in t\n", {"n=2", "t=2"});
  CHECK(check(more, "output").status == Status::holds);
  CHECK(check(more, "size").status == Status::refuted);
}

TEST_CASE("What no layers can be made of is said with its line", "[match_layers]") {
  const std::string text = twice_text + "check output\n";
  const auto with = [&](const std::string& from, const std::string& to) { return changed(text, from, to); };
  const auto says = [&](const std::string& from, const std::string& to, const std::string& what) {
    const std::string found = refusal(with(from, to));
    INFO(found);
    CHECK(found.find(what) != std::string::npos);
  };
  says("head own exact-match", "head own softmax", "behind a layer of other heads an exact match");
  says("layer residual\n", "layer d = 9\n", "behind the first reads the coordinates");
  says("layer residual\n", "layer residual\n  embed pos = 1\n", "behind the first reads the coordinates");
  says("value = (seen(2): seen(1))", "value = (seen(1))", "nothing says where");
  says("value = (seen(2): seen(1))", "value = (sen(2): seen(1))", "did you mean 'seen'?");
  says("readout seen(2)", "readout seen(2), matrix ((1))", "end of the statement");
  says("value = (seen(2): seen(1))", "value = (seen(2): seen(pos))", "depends on the state");
}

TEST_CASE("What defines no function is ill-formed", "[match_layers]") {
  const std::string text = twice_text + "check output\n";
  const auto says = [&](const std::string& from, const std::string& to, const std::string& what) {
    const Verdict v = verdict(changed(text, from, to), {"n=2"});
    CHECK(v.status == Status::ill_formed);
    INFO(v.reason.value_or(""));
    CHECK(v.reason.value_or("").find(what) != std::string::npos);
  };
  says("value = (seen(2): seen(1))", "value = (seen(2): seen(3))", "there is no seen(3)");
  says("value = (seen(2): seen(1))", "value = (seen(3): seen(1))", "there is no seen(3)");
  says("query = (next)", "query = (next, 1)", "a query of 2 coordinates and a key of 1");
  says("query = (next)", "query = (next/(pos - 1))", "a division by zero");
  says("query = (next)", "query = (f(i))", "'f' is no function here");
  says("query = (next)", "query = (ind(next))", "a condition is expected");
  says("query = (next)", "query = (if next = 1 then next = 2 else next)", "a ");
  says("readout seen(2)", "readout seen", "a readout of 2 numbers, and the task's answer has 1");
}

TEST_CASE("What a condition keeps from being looked at may have no value", "[match_layers]") {
  for (const char* guarded :
       {"sum c in 1..3: if c < 3 then seen(c) else 0", "ind(1 = 2 and seen(3) = 0) + seen(1)"}) {
    const std::string text =
        changed(twice_text, "value = (seen(2): seen(1))",
                "value = (seen(2): if pos > 0 then seen(1) else " + std::string(guarded) + ")");
    CHECK(verdict(text + "check output\n", {"n=2"}).status == Status::holds);
  }
  CHECK(refusal(changed(twice_text, "value = (seen(2): seen(1))",
                        "value = (seen(2): if pos > 1 then seen(3) else seen(1))") +
                "check output\n")
            .find("there is no seen(3)") != std::string::npos);
}

// f(1) > 1 asked by its sign: y = f(f(1)) - 3/2.
TEST_CASE("Of a sign the outputs of the two sides are parted by a threshold", "[match_layers]") {
  std::string text = changed(twice_text, "task at every i, number: f(f(i))", "task at 1, sign: f(f(1)) > 1");
  text = changed(text, "readout seen(2)", "readout seen(2) - 3/2") + "check output    also threshold\n";
  const Verdict v = verdict(text, {"n=2"});
  CHECK(v.status == Status::holds);
  CHECK(check(v, "threshold").status == Status::holds);
}

TEST_CASE("A function without a value at a later state is told with the input", "[match_layers]") {
  const std::string text =
      changed(twice_text, "value = (seen(2): seen(1))", "value = (seen(2): 1/(seen(1) - 2))");
  const std::string found = refusal(text + "check output\n");
  CHECK(found.find("on the input {\"f\":[1,2]} a function of the layers has no value: a division by zero") !=
        std::string::npos);
}

TEST_CASE("Features and indices that a coordinate holds may be called so, others not", "[match_layers]") {
  const std::string text = changed(twice_text, "key (j) = (pos_j)", "key (j) = (j)");
  CHECK(verdict(text + "check output\n", {"n=2"}).status == Status::holds);
  CHECK(
      verdict(changed(twice_text, "key (j) = (pos_j)", "key (j) = (i)") + "check output\n", {"n=2"}).status ==
      Status::ill_formed);
  CHECK(refusal(changed(text, "next = next,", "next = next, again = i,") + "check output\n")
            .find("several coordinates begin as 'i'") != std::string::npos);
  const std::string not_held = changed(twice_text, "pos = i,", "pos = i + 0,");
  CHECK(verdict(not_held + "check output\n", {"n=2"}).status == Status::holds);
  const Verdict v = verdict(changed(not_held, "query = (pos)", "query = (i)") + "check output\n", {"n=2"});
  CHECK(v.status == Status::ill_formed);
}

TEST_CASE("Letters spell a word, and others are refused", "[match_layers]") {
  const auto setting = fixtures::setting_of("anna/induction-heads", Variant::constructed, {"N=3", "sigma=2"});
  const Task& task = setting->task();
  CHECK(task.from_json({{"w", "aba"}}) == Word{0, 1, 0});
  for (const char* input : {R"({"w":"abc"})", R"({"w":"ab"})", R"({"w":[1,2,1]})", R"({"w":"aBa"})",
                            R"({"w":3})", R"({"w":"a\u00e9"})"}) {
    CHECK_THROWS_AS(task.from_json(Json::parse(input)), UsageError);
  }
  const std::string letters =
      changed(twice_text, "input f : [n] -> [n]\n", "input f : [n] -> [n]    spelled {\"f\": letters f}\n");
  CHECK(verdict(letters + "check output\n", {"n=2"}).worst_input.at("input") == Json({{"f", "aa"}}));
  CHECK(refusal(changed(letters, "[n] -> [n] ", "[n] -> 0..n ") + "check output\n").find("letters spell") !=
        std::string::npos);
}

TEST_CASE("Rounded evaluation of several layers refuses what it does not have", "[match_layers]") {
  const auto c = claim(twice_text + "check output\n");
  const Parameters two = parse_parameters(c.info().parameters, {"n=2"});
  CHECK_THROWS_AS(theorems::precision_problem(c, Variant::stated, two), UsageError);  // a residual
  const auto bare = claim(changed(twice_text, "layer residual", "layer") + "check output\n");
  CHECK(theorems::precision_problem(bare, Variant::stated, two) != nullptr);
  const auto masked = claim(changed(changed(twice_text, "layer residual", "layer"), "head own exact-match\n",
                                    "head own exact-match\n    over j where j <= i\n") +
                            "check output\n");
  CHECK_THROWS_AS(theorems::precision_problem(masked, Variant::stated, two), UsageError);
}

TEST_CASE("A program is a variant of the catalogue alone", "[match_layers]") {
  CHECK(refusal(twice_text + "check output\nvariant printed program \"a protocol\"\n")
            .find("one of this program's catalogue") != std::string::npos);
}

}  // namespace attest::match_layers_texts_test

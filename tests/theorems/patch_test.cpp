#include "theorems/patch.hpp"

#include <catch2/catch.hpp>

#include "theorems/said.hpp"
#include "theorems/same.hpp"
#include "theorems/texts.hpp"

namespace attest::patch_theorem_test {

using namespace attest::theorems;       // NOLINT(google-build-using-namespace)
using namespace attest::theorem_tests;  // NOLINT(google-build-using-namespace)
using Strings = std::vector<std::string>;

namespace {

TheoremText with_variant(const std::string& patch) {
  return theorem(small_theorem("check output, error <= 1/4\nvariant other\n  " + patch));
}

// The line of a statement in the variant `other` that a patch makes.
TheoremText other(const std::string& patch) {
  return variant_of(with_variant(patch), "other");
}

// The message of a patch that is refused, without its place.
std::string refused(const std::string& patch) {
  const auto messages = refusal(small_theorem("check output, error <= 1/4\nvariant other\n  " + patch));
  return messages.size() == 1 ? messages[0].substr(messages[0].find(": ") + 2) : "";
}

}  // namespace

TEST_CASE("A theorem without variants is stated; an unpatched variant gives it its name", "[theorems]") {
  CHECK(variant_names(theorem(argmax_sketch)) == Strings{"stated", "cold"});
  CHECK(variant_names(theorem(composition_sketch)) == Strings{"printed", "repaired"});
  CHECK_THROWS_AS(variant_of(theorem(composition_sketch), "stated"), std::invalid_argument);
}

TEST_CASE("A patch changes one thing and leaves the others", "[theorems]") {
  const TheoremText base = theorem(composition_sketch);
  const TheoremText repaired = variant_of(base, "repaired");
  CHECK(language::to_string(repaired.layers[0].heads[0].displays[0].formula) ==
        "-n^2*((phi_i - j)^2 + (phi_j - (k - n))^2)");
  CHECK(repaired.layers[0].heads[0].displays[0].mark == "346");
  // But for that display, the variants and the expectations it is the theorem itself.
  TheoremText back = repaired;
  back.layers[0].heads[0].displays = base.layers[0].heads[0].displays;
  CHECK(same(back, variant_of(base, "printed")) == false);  // the expectations are another variant's
  back.expects = variant_of(base, "printed").expects;
  CHECK(same(back, variant_of(base, "printed")));
}

TEST_CASE("A variant keeps the expectations that speak of it", "[theorems]") {
  const TheoremText t = theorem(argmax_sketch);
  CHECK(variant_of(t, "stated").expects.size() == 1);
  CHECK(variant_of(t, "cold").expects.size() == 2);
  CHECK(variant_of(t, "cold").expects.at(1).kind == "construction");
}

TEST_CASE("What a variant changes is derived from its patches", "[theorems]") {
  CHECK(changes(theorem(argmax_sketch), "cold") ==
        Strings{"param c: 3 becomes 1/10, because a warm softmax averages"});
  CHECK(
      changes(theorem(composition_sketch), "repaired") ==
      Strings{
          "displayed score: -n^2*((phi_i - j)^2 - (phi_j - (k - n))^2) becomes -n^2*((phi_i - j)^2 + (phi_j - "
          "(k - n))^2), because the printed vectors give a plus"});
  CHECK(changes(theorem(composition_sketch), "printed").empty());
  CHECK(changes(with_variant("drop error  because \"too strict\""), "other") ==
        Strings{"check is dropped: error <= 1/4, because too strict"});
  CHECK(changes(with_variant("add check gap >= 1"), "other") == Strings{"check gap >= 1 is added"});
}

TEST_CASE("Every part of a theorem can be named", "[theorems]") {
  const auto head = [](const TheoremText& t) { return t.layers.at(0).heads.at(0); };
  CHECK(said(head(other("change query = (2*num)")).rows[0]).body == "(2*num)");
  CHECK(said(head(other("change head 1 key = (-one)")).rows[1]).body == "(-one)");
  CHECK(said(head(other("change value = (out: 2*num)")).rows[2]).line() == "value = (out: 2*num)");
  CHECK(said(other("change task = at 1, sign: a(1) = 1").tasks[0]).body == "at 1, sign: a(1) = 1");
  CHECK(said(other("change tokens = i in [n] carry num = 2*a(i)").tokens[0]).body ==
        "i in [n] carry num = 2*a(i)");
  CHECK(said(other("change carry num = 3*a(i)").tokens[0]).body == "i in [n] carry num = 3*a(i)");
  CHECK(said(encoding_of(other("change embed one = 2").layers[0])).body == "num = num, one = 2, out = 0");
  CHECK(said(*other("change readout = 2*out").readout).body == "2*out");
  CHECK(said(other("change sizes n >= 2").sizes[0]).body == "n >= 2");
  CHECK(said(other("change input a : [n] -> [2*n]").inputs[0]).body == "[n] -> [2*n]");
  CHECK(said(other("change check error <= 1/8").checks[1]).line() == "check error <= 1/8");
  CHECK(other("change d = 9").layers[0].dimension->value == 9);
  CHECK(language::to_string(head(other("change scale = log(n + 1)")).scale) == "log(n + 1)");
  CHECK(other("drop error").checks.size() == 1);
  CHECK_FALSE(other("drop residual").layers[0].residual);
  CHECK(other("add param c = 3").parameters.size() == 1);
  CHECK(other("add out head.1 -> stream.one").layers[0].landings.size() == 1);
  CHECK(head(other("add let s = 2")).lets.empty());  // a definition of the theorem
  CHECK(head(other("add head 1 let s = 2")).lets.size() == 1);
  CHECK(head(other("add over j where j <= i")).over.size() == 1);
}

TEST_CASE("A row that is changed keeps its place in the source, its letter and its indices", "[theorems]") {
  std::string text = composition_sketch;
  text.insert(text.find("expect"), "  change row 1 = n*(phi_i^2, 2*phi_i, -1, 0, 0, 1)\n");
  const auto row = variant_of(theorem(text), "repaired").layers[0].heads[0].rows[0];
  CHECK(said(row).line() == "row 1 as f(i) = n*(phi_i^2, 2*phi_i, -1, 0, 0, 1)  @342");
}

TEST_CASE("A path that names nothing or several things is an error with the nearest path", "[theorems]") {
  CHECK(refused("change valu = (num)") == "the theorem has no 'valu'; did you mean 'value'?");
  CHECK(refused("drop growht") == "the theorem has no 'growht'");
  CHECK(refused("drop eror") == "the theorem has no 'eror'; did you mean 'error'?");
  CHECK(refused("change value 2 (j) = (num)") == "the theorem has no 'value 2'; did you mean 'value'?");
  CHECK(refused("drop num") == "'num' may be 'tokens carry num' or 'layer 1 embed num'; say which");
}

TEST_CASE("A whole layer stands in the place of the theorem's", "[theorems]") {
  const TheoremText t = other(
      "layer\n    embed num = num, one = 2, out = 0\n    head hard-maximum\n      query = (one)\n"
      "      key = (num)\n      value = (out: num)\n  readout 2*out");
  CHECK_FALSE(t.layers.at(0).residual);
  CHECK(t.layers.at(0).heads.at(0).kernel == Kernel::hard_maximum);
  CHECK(language::to_string(t.readout->value) == "2*out");
}

TEST_CASE("A theorem that extends another has its statements, changed", "[theorems]") {
  const auto base = [](const std::string& id) {
    CHECK(id == "strassen/function-composition");
    return theorem(composition_sketch);
  };
  const TheoremText t = extended(theorem(extension_sketch), base);
  CHECK(t.id == "mine/mid");
  CHECK(said(t.layers[0].heads[0].rows[4]).line() == "value 3 (k) = (k - n)  @348");
  CHECK(language::to_string(t.tasks[0].truth) == "G(x)");
  CHECK(t.checks.size() == 3);
  CHECK(variant_names(t) == Strings{"stated"});
  CHECK(t.expects.size() == 1);
}

TEST_CASE("What is wrong with the base of a theorem is told", "[theorems]") {
  const auto message = [](std::string text, const FindBase& base) -> std::string {
    try {
      extended(theorem(text), base);
    } catch (const language::ParseError& error) {
      return error.messages().at(0).text;
    }
    return {};
  };
  const auto composition = [](const std::string&) { return theorem(composition_sketch); };
  const auto with = [](const std::string& variant) {
    return "attest-theorem 1\ntheorem mine extends base" + variant + "\nexpect holds at n=1\n";
  };
  CHECK(message(with(""), composition) == "'base' has several variants; write extends base (printed)");
  CHECK(message(with(" (repared)"), composition) ==
        "'base' has no variant 'repared'; did you mean 'repaired'?");
  CHECK(message(with(""), [&](const std::string&) { return theorem(with("")); }) ==
        "'base' extends itself in the end");
  const auto protocol = [](const std::string&) {
    return theorem(
        small_theorem("check output\nvariant printed program \"a protocol\"\nvariant constructed"));
  };
  CHECK(message(with(" (printed)"), protocol) ==
        "the variant 'printed' of 'base' is a program; there is no text to change");
  CHECK(message("attest-theorem 1\ntheorem mine extends base (repaired)\nchange value 3 (k) = (phy_k)\n",
                composition) == "with its changes: 'phy' is not known here; did you mean 'phi'?");
}

}  // namespace attest::patch_theorem_test

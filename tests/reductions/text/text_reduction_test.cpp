#include "reductions/text/text_reduction.hpp"

#include <catch2/catch.hpp>

#include "claims/usage_error.hpp"
#include "language/message.hpp"
#include "reductions/text/reduction_outcome.hpp"
#include "theorems/read.hpp"

// Reductions that are written as text: against brute force that shares nothing with them, and with errors planted in the text.

namespace text_reduction_test {

using namespace attest;  // NOLINT(google-build-using-namespace)

namespace {

TextReductionClaim claim_of(const std::string& lines) {
  const std::string text = "attest-theorem 1\ntheorem own-reduction\n" + lines;
  return TextReductionClaim(theorems::read_theorem(language::SourceText("own.theorem", text)),
                            "own:own-reduction", "own.theorem");
}

Verdict verdict_of(const std::string& lines, const std::vector<std::string>& words) {
  const TextReductionClaim claim = claim_of(lines);
  return claim.verify(named_variant("stated"), parse_parameters(claim.info().parameters, words), {});
}

const Check* find(const Verdict& verdict, const std::string& name) {
  for (const Check& check : verdict.checks) {
    if (check.name == name) return &check;
  }
  return nullptr;
}

std::string refusal(const std::string& lines, const std::vector<std::string>& words = {}) {
  try {
    verdict_of(lines, words);
  } catch (const language::ParseError& error) {
    std::string all;
    for (const language::Message& message : error.messages()) all += message.text + "\n";
    return all;
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

std::string match2(const std::string& modulus) {
  return "sizes m >= 1\ninput a : [m] -> {0, 1}, b : [m] -> {0, 1}\nlet M = " + modulus +
         "\n"
         "reduction exists i in [m]: a(i) = 1 and b(i) = 1\nimage p : [2*m] -> 1..4*m + 1\n"
         "map p(l) = if l <= m then (if a(l) = 1 then 2*l else 1) else (if b(l - m) = 1 then M - 2*(l - m) else "
         "1)\n"
         "becomes exists l in [2*m], k in [2*m]: l < k and (p(l) + p(k)) mod M = 0\n"
         "check answers, one-sided\n";
}

// The same by hand, on bits.
struct ByHand {
  long yes = 0;
  long failing = 0;
};
ByHand match2_by_hand(int m, int modulus) {
  ByHand result;
  for (int a = 0; a < 1 << m; ++a) {
    for (int b = 0; b < 1 << m; ++b) {
      std::vector<int> p;
      for (int i = 0; i < m; ++i) p.push_back((a >> i) & 1 ? 2 * (i + 1) : 1);
      for (int i = 0; i < m; ++i) p.push_back((b >> i) & 1 ? modulus - 2 * (i + 1) : 1);
      bool target = false;
      for (std::size_t l = 0; l < p.size(); ++l) {
        for (std::size_t k = 0; k < l; ++k) target = target || (p[l] + p[k]) % modulus == 0;
      }
      const bool source = (a & b) != 0;
      result.yes += source ? 1 : 0;
      result.failing += source != target ? 1 : 0;
    }
  }
  return result;
}

const std::string identity =
    "sizes m >= 1\ninput a : [m] -> {0, 1}\nreduction exists i in [m]: a(i) = 1\n"
    "image c : [m] -> {0, 1}\n";

}  // namespace

TEST_CASE("A reduction in text counts what brute force counts, instance by instance", "[reductions][text]") {
  for (int m = 1; m <= 4; ++m) {
    for (const auto& [text, modulus] : {std::pair<std::string, int>{"4*m + 2", 4 * m + 2},
                                        {"2*m + 2", 2 * m + 2},
                                        {"2*m + 3", 2 * m + 3}}) {
      const ByHand expected = match2_by_hand(m, modulus);
      const Verdict verdict = verdict_of(match2(text), {"m=" + std::to_string(m)});
      INFO("m = " << m << ", M = " << text);
      CHECK(verdict.inputs.total == (Integer(1) << (2U * static_cast<unsigned>(m))));
      CHECK(verdict.inputs.checked == verdict.inputs.total);
      CHECK(verdict.details["yes_instances"] == std::to_string(expected.yes));
      CHECK(verdict.inputs.failing == expected.failing);
      CHECK(verdict.status == (expected.failing == 0 ? Status::holds : Status::refuted));
      REQUIRE(find(verdict, "one-sided") != nullptr);
      CHECK(find(verdict, "one-sided")->status == Status::holds);
    }
  }
}

TEST_CASE("Errors planted in a map are found where they are", "[reductions][text]") {
  struct Case {
    std::string rest;
    Status answers;
    std::string failing;
  };
  for (const auto& c : std::vector<Case>{
           {"map c(i) = a(i)\nbecomes exists i in [m]: c(i) = 1\n", Status::holds, "0"},
           {"map c(i) = 1 - a(i)\nbecomes exists i in [m]: c(i) = 1\n", Status::refuted, "2"},  // 000 and 111
           {"map c(i) = if i = 1 then 0 else a(i)\nbecomes exists i in [m]: c(i) = 1\n", Status::refuted,
            "1"},  // 100
           {"map c(i) = a(i)\nbecomes exists i in [m]: c(i) = 0\n", Status::refuted, "2"},
           {"map c(i) = a(i)\nbecomes forall i in [m]: c(i) = 1\n", Status::refuted, "6"},
       }) {
    const Verdict verdict = verdict_of(identity + c.rest + "check answers\n", {"m=3"});
    INFO(c.rest);
    CHECK(find(verdict, "answers")->status == c.answers);
    CHECK(verdict.inputs.failing.str() == c.failing);
    CHECK(verdict.counterexample.is_null() == (c.answers == Status::holds));
  }
  // A letter that the image cannot have: in 7 of the 8 instances.
  const Verdict letters =
      verdict_of(identity + "map c(i) = 2*a(i)\nbecomes exists i in [m]: c(i) = 1\ncheck answers\n", {"m=3"});
  CHECK(find(letters, "image")->status == Status::refuted);
  CHECK(find(letters, "answers")->status == Status::undecided);
  CHECK(letters.inputs.failing == 7);
  CHECK(letters.counterexample["image"] == Json({{"c", {0, 0, 2}}}));
  // A part that is to take no value twice.
  const Verdict twice = verdict_of(
      "sizes n >= 2\ninput a : [n]\nreduction a = 1\nimage c : [n] -> [n] injective\n"
      "map c(i) = if a = 1 then 1 else i\nbecomes c(1) = c(2)\ncheck answers\n",
      {"n=2"});
  CHECK(find(twice, "image")->status == Status::refuted);
}

TEST_CASE("Dependence on the source's inputs is decided over all instances", "[reductions][text]") {
  const std::string head =
      "sizes m >= 1\ninput a : [m] -> {0, 1}, b : [m] -> {0, 1}\nreduction a(1) = b(1)\n";
  const Verdict mixed = verdict_of(
      head +
          "image c : [m] -> {0, 1}\nmap c(i) = if a(i) = b(i) then 1 else 0\nbecomes c(1) = 1\ncheck answers, one-sided\n",
      {"m=2"});
  CHECK(find(mixed, "answers")->status == Status::holds);
  CHECK(find(mixed, "one-sided")->status == Status::refuted);
  CHECK(*find(mixed, "one-sided")->reason == "c(1) depends on a and b");
  CHECK(mixed.status == Status::refuted);
  // Read, and of no consequence.
  const Verdict apart =
      verdict_of(head +
                     "image c : [m] -> {0, 1}, e : [m] -> {0, 1}\nmap c(i) = a(i) + 0*b(i), e(i) = b(i)\n"
                     "becomes c(1) = e(1)\ncheck answers, one-sided\n",
                 {"m=2"});
  CHECK(apart.status == Status::holds);
}

TEST_CASE("What `where` excludes is no instance, and a stop leaves the rest open", "[reductions][text]") {
  const std::string text =
      "sizes n >= 2\ninput a : [n], c : [n]\nwhere a < c\nreduction a = 1\nimage b : 0..n\nmap b = c - a\n"
      "becomes b >= 2\ncheck answers\n";
  // a < c with a = 1 but c - a < 2, or a > 1 and c - a >= 2.
  long failing = 0;
  long all = 0;
  for (int a = 1; a <= 5; ++a) {
    for (int c = a + 1; c <= 5; ++c) {
      ++all;
      failing += (a == 1) != (c - a >= 2) ? 1 : 0;
    }
  }
  const Verdict verdict = verdict_of(text, {"n=5"});
  CHECK(verdict.inputs.checked == all);
  CHECK(verdict.inputs.failing == failing);

  const TextReductionClaim claim = claim_of(match2("4*m + 2"));
  const theorems::StatedReduction stated =
      theorems::stated_reduction(claim.text(), parse_parameters(claim.info().parameters, {"m=5"}));
  int asked = 0;
  const ReductionOutcome stopped = check_reduction_text(stated, false, [&] { return ++asked > 3; });
  CHECK(stopped.seen == 192);
  CHECK_FALSE(stopped.complete());
}

TEST_CASE("Of no instance nothing holds", "[reductions][text]") {
  const std::string lines =
      "sizes n >= 1\ninput a : [n] -> [2]\nwhere a(1) = 3\nreduction a(1) = 1\nimage b : [n] -> [2]\n"
      "map b(i) = a(i)\nbecomes b(1) = 2\ncheck answers, assert n >= 1\n";
  const Verdict verdict = verdict_of(lines, {"n=2"});
  CHECK(verdict.status == Status::not_applicable);
  CHECK(verdict.inputs.checked == 0);
  CHECK(find(verdict, "answers")->status == Status::not_applicable);
}

TEST_CASE("The walk shows the instance that was refuted", "[reductions][text]") {
  const TextReductionClaim claim = claim_of(match2("2*m + 2"));
  const Parameters parameters = parse_parameters(claim.info().parameters, {"m=2"});
  const Walkthrough walk = claim.walk(named_variant("stated"), parameters, {{"a", {1, 1}}, {"b", {0, 0}}}, 1);
  CHECK(walk.verdict == Status::refuted);
  CHECK(walk.headline == "the source is a no instance and its image a yes instance");
  REQUIRE(walk.sections.size() == 3);
  CHECK(walk.sections[0].rows == std::vector<std::vector<std::string>>{{"1", "true", "false", "false"},
                                                                       {"2", "true", "false", "false"}});
  CHECK(walk.sections[1].rows[1] == std::vector<std::string>{"p(2)", "4", "a(2) = 1"});
  CHECK(claim.walk(named_variant("stated"), parameters, {{"a", {1, 0}}, {"b", {0, 1}}}, 1).verdict ==
        Status::holds);
}

TEST_CASE("Texts of reductions that are none are refused with what is missing", "[reductions][text]") {
  CHECK(refusal(identity + "map c(i) = a(i)\nbecomes c(1) = 1\n").find("no 'check'") != std::string::npos);
  CHECK(refusal(identity + "map c(i) = a(i)\nbecomes a(1) = 1\ncheck answers\n")
            .find("which is of the source") != std::string::npos);
  CHECK(
      refusal(identity + "map d(i) = a(i)\nbecomes c(1) = 1\ncheck answers\n").find("no part of the image") !=
      std::string::npos);
  CHECK(refusal(identity + "map c(i,j) = a(i)\nbecomes c(1) = 1\ncheck answers\n", {"m=2"})
            .find("1 argument") != std::string::npos);
  CHECK(refusal(identity + "map c(i) = c(i)\nbecomes c(1) = 1\ncheck answers\n", {"m=2"}) != "");
  CHECK(refusal(identity + "map c(i) = a(i)\nbecomes c(1)\ncheck answers, one-sided, output\n")
            .find("no check of a reduction") != std::string::npos);
  // A value that is none at some instance is told with its line, not counted.
  CHECK(refusal(identity + "map c(i) = 1 div a(i)\nbecomes c(1) = 1\ncheck answers\n", {"m=2"})
            .find("line 7") != std::string::npos);
}

}  // namespace text_reduction_test

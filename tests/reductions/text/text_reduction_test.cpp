#include "reductions/text/text_reduction.hpp"

#include <catch2/catch.hpp>

#include <atomic>

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
  std::atomic<int> asked{0};
  const ReductionOutcome stopped = check_reduction_text(stated, {}, [&] { return ++asked > 3; });
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

namespace {

// Two cells a token: which parts of the source a token sees is no matter of its cells one by one.
std::string paired(const std::string& second) {
  return "sizes m >= 1\ninput a : [m] -> {0, 1}, b : [m] -> {0, 1}\n"
         "tokens i in [m + 1] carry left = c(i), right = e(i)\n"
         "reduction exists i in [m]: a(i) = 1 and b(i) = 1\n"
         "image c : [m + 1] -> {0, 1}, e : [m + 1] -> {0, 1}\n"
         "map c(i) = if i <= m then a(i) else 0, e(i) = " +
         second +
         "\nbecomes exists i in [m], j in [2]: i + j - 1 <= m + 1 and c(i) = 1 and e(i + j - 1) = 1 and j = 1\n"
         "check answers, one-sided, one-half-a-token\n";
}

}  // namespace

TEST_CASE("A token that carries cells of two inputs is found, where no cell is mixed", "[reductions][text]") {
  const Verdict mixed = verdict_of(paired("if i <= m then b(i) else 0"), {"m=2"});
  CHECK(find(mixed, "answers")->status == Status::holds);
  CHECK(find(mixed, "one-sided")->status == Status::holds);
  REQUIRE(find(mixed, "one-half-a-token") != nullptr);
  CHECK(find(mixed, "one-half-a-token")->status == Status::refuted);
  CHECK(*find(mixed, "one-half-a-token")->reason == "token 1 depends on a and b");
  const Verdict apart = verdict_of(
      "sizes m >= 1\ninput a : [m] -> {0, 1}, b : [m] -> {0, 1}\ntokens i in [2*m + 1] carry bit = c ++ e ++ (pad)\n"
      "reduction exists i in [m]: a(i) = 1 and b(i) = 1\n"
      "image c : [m] -> {0, 1}, e : [m] -> {0, 1}, pad : 0..1\nmap c(i) = a(i), e(i) = b(i), pad = 1\n"
      "becomes exists i in [m]: c(i) = 1 and e(i) = 1\ncheck answers, one-half-a-token\n",
      {"m=3"});
  CHECK(apart.status == Status::holds);
  CHECK(*find(apart, "one-half-a-token")->reason ==
        "tokens that depend on a alone: 3, on b alone: 3, fixed: 1");
  CHECK(apart.details["tokens"] == 7);
  CHECK(apart.details["fixed_tokens"] == 1);
}

TEST_CASE("Of a source that is one input a token may depend on one letter", "[reductions][text]") {
  const auto text = [](const std::string& value) {
    return "sizes n >= 2\ninput a : [n] -> {0, 1}\ntokens i in [n] carry bit = c(i)\nreduction a(1) = 1\n"
           "image c : [n] -> 0..2\nmap c(i) = " +
           value + "\nbecomes c(1) >= 1\ncheck answers, one-half-a-token\n";
  };
  const Verdict letters = verdict_of(text("if i = n then 0 else a(i)"), {"n=4"});
  CHECK(*find(letters, "one-half-a-token")->reason ==
        "tokens that depend on one letter of a alone: 3, fixed: 1");
  const Verdict two = verdict_of(text("if i = 2 then a(1) + a(2) else a(i)"), {"n=4"});
  CHECK(*find(two, "one-half-a-token")->reason == "token 2 depends on a(1) and a(2)");
}

TEST_CASE("A sentence about instances is asked of every one, one about tokens of all together",
          "[reductions][text]") {
  const std::string lines =
      "sizes n >= 1\ninput a : [n] -> [3]\ntokens i in [n + 1] carry num = c(i)\nreduction a(1) = 1\n"
      "image c : [n + 1] -> [3]\nmap c(i) = if i <= n then a(i) else 2\nbecomes c(1) = 1\ncheck answers\n";
  long failing = 0;
  for (int word = 0; word < 27; ++word) {
    const int letters[] = {word / 9 + 1, word / 3 % 3 + 1, word % 3 + 1};
    failing += letters[0] + letters[2] <= 5 ? 0 : 1;
  }
  const Verdict verdict =
      verdict_of(lines +
                     "check assert small: a(1) + c(n) <= 5 @12, assert moves: forall i in [n + 1]: "
                     "depends(a, i) implies i <= n\nalso assert all: forall i in [n + 1]: depends(a, i)\n",
                 {"n=3"});
  CHECK(find(verdict, "small")->status == Status::refuted);
  CHECK(find(verdict, "small")->kind == Kind::display);
  CHECK(*find(verdict, "small")->reason == "a(1) + c(n) <= 5 (line 12 of the paper's text) fails in " +
                                               std::to_string(failing) + " of 27 instances");
  CHECK(verdict.counterexample["input"] == Json({{"a", {3, 1, 3}}}));
  CHECK(find(verdict, "moves")->status == Status::holds);
  CHECK(find(verdict, "all")->status == Status::refuted);
  CHECK_FALSE(find(verdict, "all")->essential);
  CHECK(verdict.inputs.failing == 0);
  CHECK(verdict.kind == Kind::display);
  CHECK(refusal(lines + "check assert x: depends(a, n + 2)\n", {"n=2"}).find("no token (4)") !=
        std::string::npos);
}

TEST_CASE("Free values are tried as far as the target's question reads them", "[reductions][text]") {
  const auto text = [](const std::string& question, const std::string& free) {
    return "sizes n >= 1\ninput p : [n], q : [n] -> [n]\nreduction q(p) = 1\n"
           "image g : [n] -> [n], h : [n] -> [n], x : [n]\n"
           "map g(i) = if i = 1 then p else 1, h(i) = q(i), x = 1\nbecomes " +
           question + "\ncheck answers, free-values " + free + "\n";
  };
  for (const char* n : {"n=1", "n=2", "n=3"}) {
    const Verdict open = verdict_of(text("h(g(x)) = 1", "each i in 2..n: g(i)"), {n});
    CHECK(open.status == Status::holds);
    // The answer is read at x = 2 then: another place of g, or there is none.
    const Verdict moved = verdict_of(text("h(g(x)) = 1", "x"), {n});
    CHECK(moved.status == (std::string(n) == "n=1" ? Status::holds : Status::refuted));
  }
  // By hand at n = 2, q = 12: g(2) matters where the question reads it, and h(g(2)) = 1 only for g(2) = 1.
  const Verdict read =
      verdict_of(text("h(g(x)) = 1 and (n = 1 or h(g(2)) >= 1)", "each i in 2..n: g(i)"), {"n=2"});
  CHECK(read.status == Status::holds);
  const Verdict wrong = verdict_of(text("h(g(x)) = 1 and h(g(n)) = h(1)", "each i in 2..n: g(i)"), {"n=2"});
  REQUIRE(find(wrong, "free-values") != nullptr);
  CHECK(find(wrong, "free-values")->status == Status::refuted);
  CHECK(refusal(text("h(g(x)) = 1", "p"), {"n=2"}).find("expected values of the image") != std::string::npos);
  CHECK(refusal(text("h(g(x)) = 1", "g(n + 1)"), {"n=2"}).find("g(3) is outside of the image") !=
        std::string::npos);
}

TEST_CASE("Free values are tried together, and a bounded number of times", "[reductions][text]") {
  const auto text = [](const std::string& image, const std::string& map, const std::string& question,
                       const std::string& free) {
    return "sizes n >= 1\ninput a : [n] -> {0, 1}\nreduction a(1) >= 0\nimage " + image + "\nmap " + map +
           "\nbecomes " + question + "\ncheck answers, free-values " + free + "\n";
  };
  // Two alone may change, and not both.
  const Verdict both = verdict_of(text("x : [2], y : [2]", "x = 1, y = 1", "x + y <= 3", "(x, y)"), {"n=1"});
  CHECK(find(both, "free-values")->status == Status::refuted);
  CHECK(both.counterexample["image"] == Json({{"x", 2}, {"y", 2}}));
  CHECK(both.counterexample["target"] == "no");
  const Verdict one = verdict_of(text("x : [2], y : [2]", "x = 1, y = 1", "x + y <= 3", "y"), {"n=1"});
  CHECK(one.status == Status::holds);
  // A fraction is no machine integer: what is read is not known, and every filling is tried.
  const Verdict fraction =
      verdict_of(text("x : [2], y : [2]", "x = 1, y = 1", "x/2 + y/2 <= 3/2", "(x, y)"), {"n=1"});
  CHECK(find(fraction, "free-values")->status == Status::refuted);
  const std::string sum =
      text("c : [17] -> {0, 1}", "c(i) = 0", "(sum i in [17]: c(i)) >= 0", "each i in [17]: c(i)");
  CHECK(refusal(sum, {"n=1"}).find("in more than 65536 ways") != std::string::npos);
  CHECK(refusal(text("c : [2] -> [2] injective", "c(i) = i", "c(1) >= 1", "c(1)"), {"n=1"})
            .find("takes no value twice") != std::string::npos);
}

TEST_CASE("Tokens of several kinds are counted together; depends wants one kind", "[reductions][text]") {
  const std::string lines =
      "sizes n >= 1\ninput a : [n] -> [2], b : [n] -> [2]\ntokens LEFT i in [n] carry num = c(i)\n"
      "tokens RIGHT i in [n + 1] carry other = if i <= n then e(i) else 0\nreduction a(1) = b(1)\n"
      "image c : [n] -> [2], e : [n] -> [2]\nmap c(i) = a(i), e(i) = b(i)\nbecomes c(1) = e(1)\ncheck answers, one-half-a-token";
  const Verdict verdict = verdict_of(lines + "\n", {"n=2"});
  CHECK(*find(verdict, "one-half-a-token")->reason ==
        "tokens that depend on a alone: 2, on b alone: 2, fixed: 1");
  CHECK(refusal(lines + ", assert moves: depends(a, 1)\n", {"n=2"}).find("tokens of one kind") !=
        std::string::npos);
  std::string mixed = lines;
  mixed.replace(mixed.find("num = c(i)"), 10, "num = c(i), too = e(1)");
  CHECK(*find(verdict_of(mixed + "\n", {"n=2"}), "one-half-a-token")->reason ==
        "token LEFT 1 depends on a and b");
}

TEST_CASE("A token carries what the image has", "[reductions][text]") {
  const auto text = [](const std::string& feature) {
    return "sizes n >= 1\ninput a : [n] -> [2]\ntokens i in [n + 1] carry num = " + feature +
           "\nreduction a(1) = 1\nimage b : [n] -> [2]\nmap b(i) = a(i)\nbecomes b(1) = 1\ncheck answers, one-half-a-token\n";
  };
  CHECK(refusal(text("b(i)"), {"n=2"}).find("outside of 1..2") != std::string::npos);
  CHECK(refusal(text("b ++ b"), {"n=1"}).empty());
  CHECK(refusal(text("b ++ (1, 1)"), {"n=2"}).empty());
  CHECK(refusal(text("b ++ (i)"), {"n=2"}).empty());
  CHECK(refusal(text("(1) ++ (2)"), {"n=2"}).find("no entry 3") != std::string::npos);
  CHECK(refusal(text("b ++ n"), {"n=2"}).find("a function or a list") != std::string::npos);
}

TEST_CASE("Only what is asked of an instance needs a value", "[reductions][text]") {
  // 4 div (a(1) - 1) has none at a(1) = 1, which no instance has; a(9) stands behind a condition that never holds.
  const std::string lines =
      "sizes n >= 1\ninput a : [n] -> [3]\nwhere a(1) > 1\nreduction a(1) = 2\nimage c : [n] -> 0..4, e : 0..1\n"
      "map c(i) = 4 div (a(1) - 1), e = if a(1) = 1 then a(9) else 1\nbecomes c(1) = 4 and e = 1\ncheck answers\n";
  const Verdict verdict = verdict_of(lines, {"n=2"});
  CHECK(verdict.status == Status::holds);
  CHECK(verdict.inputs.checked == 6);
  CHECK(verdict.details["yes_instances"] == "3");
  // A letter that is read in vain is of no consequence, whatever the branches that it stands in.
  const Verdict apart = verdict_of(
      "sizes n >= 1\ninput a : [n] -> {0, 1}, b : [n] -> {0, 1}\nreduction a(1) = 1\nimage c : [n] -> {0, 1}\n"
      "map c(i) = if b(i) = 1 then a(i) else if b(i) = 0 then a(i) else 1 div 0\nbecomes c(1) = 1\ncheck answers, one-sided\n",
      {"n=2"});
  CHECK(apart.status == Status::holds);
  CHECK(*find(apart, "one-sided")->reason ==
        "cells of the image that depend on a alone: 2, on b alone: 0, fixed: 0");
  // Where an argument has no value, any letter may be read.
  const Verdict unread = verdict_of(
      "sizes n >= 2\ninput a : [n] -> {0, 1}\ntokens i in [n] carry bit = c(i)\nreduction a(2) = 1\nimage c : [n] -> {0, 1}\n"
      "map c(i) = if a(1) = 2 then a(1 div (i - 1)) else if i = 1 then a(2) else 0\nbecomes c(1) = 1\ncheck answers, "
      "one-half-a-token\n",
      {"n=2"});
  CHECK(*find(unread, "one-half-a-token")->reason ==
        "tokens that depend on one letter of a alone: 1, fixed: 1");
}

TEST_CASE("limit run bounds one instance, limit verify all of them", "[reductions][text]") {
  const TextReductionClaim claim = claim_of(
      "sizes m >= 1    limit verify m <= 3    limit run m <= 40\ninput a : [m] -> {0, 1}\n"
      "reduction exists i in [m]: a(i) = 1\nimage c : [m] -> {0, 1}\nmap c(i) = a(i)\n"
      "becomes exists i in [m]: c(i) = 1\ncheck answers\n");
  CHECK_THROWS_AS(parse_parameters(claim.info().parameters, {"m=4"}), UsageError);
  const Parameters large = parse_parameters(claim.run_parameters(), {"m=40"});
  CHECK(claim.run(named_variant("stated"), large, "random", 1)["verdict"] == "holds");
  CHECK_THROWS_AS(parse_parameters(claim.run_parameters(), {"m=41"}), UsageError);
}

}  // namespace text_reduction_test

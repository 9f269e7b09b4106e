// The reductions inside the proofs of seed 000 as the catalogue's texts state them: against solvers and instances by loops
// (oracles/printed_reductions.hpp), and with errors planted in the texts.
#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <set>

#include "claims/usage_error.hpp"
#include "oracles/printed_reductions.hpp"
#include "reductions/text/reduction_outcome.hpp"
#include "reductions/text/text_reduction.hpp"
#include "theorems/patch.hpp"
#include "theorems/read.hpp"
#include "theorems/theorem_texts.hpp"

namespace strassen_reductions_test {

using namespace attest;
using namespace attest::oracles;

namespace {

std::vector<int> bits(unsigned code, int length) {
  std::vector<int> word(length);
  for (int k = 0; k < length; ++k) word[k] = static_cast<int>(code >> (length - 1 - k) & 1U);
  return word;
}

BitMatrix matrix(unsigned code, int size) {
  BitMatrix m(size);
  for (int i = 1; i <= size; ++i) {
    for (int j = 1; j <= size; ++j) m(i, j) = static_cast<int>(code >> ((i - 1) * size + j - 1) & 1U);
  }
  return m;
}

// The catalogue's text, its continued lines joined, with one place of it changed; nothing changed where `from` is empty.
TextReductionClaim claim_of(const std::string& id, const std::string& from = "", const std::string& to = "") {
  std::string text = theorem_text(id).text;
  const std::string continued = "\n    ";
  for (std::size_t at = text.find(continued); at != std::string::npos; at = text.find(continued))
    text.replace(at, continued.size(), " ");
  if (!from.empty()) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    REQUIRE(text.find(from, at + 1) == std::string::npos);
    text.replace(at, from.size(), to);
  }
  return TextReductionClaim(theorems::read_theorem(language::SourceText("changed.theorem", text)), id,
                            "changed.theorem");
}

Verdict verdict_of(const TextReductionClaim& claim, Variant variant, const std::vector<std::string>& words) {
  return claim.verify(variant, parse_parameters(claim.info().parameters, words), {});
}

Verdict verdict_of(const std::string& id, const std::vector<std::string>& words,
                   Variant variant = Variant::printed) {
  return verdict_of(*reduction_text(id), variant, words);
}

const Check& check_of(const Verdict& verdict, const std::string& name) {
  const auto found = std::find_if(verdict.checks.begin(), verdict.checks.end(),
                                  [&](const Check& check) { return check.name == name; });
  REQUIRE(found != verdict.checks.end());
  return *found;
}

// Failing instances of the text with that change.
Integer failing(const std::string& id, const std::vector<std::string>& words, const std::string& from,
                const std::string& to) {
  return verdict_of(claim_of(id, from, to), Variant::printed, words).inputs.failing;
}

theorems::StatedReduction stated(const std::string& id, const std::vector<std::string>& words) {
  const auto claim = reduction_text(id);
  return theorems::stated_reduction(theorems::variant_of(claim->text(), "printed"),
                                    parse_parameters(claim->info().parameters, words));
}

// Every source instance in the order of its cells.
std::vector<std::vector<long>> instances(const theorems::StatedReduction& reduction) {
  const InputSpace space = reduction.source->space();
  std::vector<std::vector<long>> all;
  for (Integer rank = 0; rank < space.size(); ++rank) {
    all.emplace_back(reduction.source->cells());
    reduction.source->decode(space.unrank(rank), all.back());
  }
  return all;
}

std::vector<int> part(const std::vector<long>& cells, std::size_t from, std::size_t count) {
  return {cells.begin() + static_cast<std::ptrdiff_t>(from),
          cells.begin() + static_cast<std::ptrdiff_t>(from + count)};
}

std::vector<long> joined(const std::vector<std::vector<int>>& parts) {
  std::vector<long> all;
  for (const auto& one : parts) all.insert(all.end(), one.begin(), one.end());
  return all;
}

}  // namespace

TEST_CASE("Sum2 and Match3 agree with the residues that occur", "[reductions][strassen-reductions]") {
  for (int m = 2; m <= 7; ++m) {
    for (unsigned code = 0; code < 512; ++code) {
      std::vector<int> p = {1 + static_cast<int>(code % 8) % (m - 1),
                            1 + static_cast<int>(code / 8 % 8) % (m - 1),
                            1 + static_cast<int>(code / 64) % (m - 1)};
      std::set<int> pair_sums;
      for (const int a : p) {
        for (const int b : p) pair_sums.insert((a + b) % m);
      }
      for (int i = 1; i <= 3; ++i)
        CHECK(solve(Match3{m, p}, i) == (pair_sums.count((m - p[i - 1]) % m) == 1));
      if (std::count(p.begin(), p.end(), m - 2) == 0)
        CHECK(solve(Sum2{m, p}) == (pair_sums.count(m - 1) == 1));
    }
  }
  CHECK(sum2_alphabet(2) == std::vector<int>{1});
  CHECK(sum2_alphabet(3) == std::vector<int>{2});
  CHECK(sum2_alphabet(6) == std::vector<int>{1, 2, 3, 5});
}

TEST_CASE("relation composition agrees with the Boolean matrix product",
          "[reductions][strassen-reductions]") {
  for (unsigned code = 0; code < 256; ++code) {
    const RelationComposition instance{matrix(code & 15U, 2), matrix(code >> 4, 2)};
    for (int i = 1; i <= 2; ++i) {
      for (int j = 1; j <= 2; ++j) {
        const int product = instance.a(i, 1) * instance.b(1, j) + instance.a(i, 2) * instance.b(2, j);
        CHECK(solve(instance, i, j) == (product > 0));
      }
    }
  }
}

TEST_CASE("quotient composition agrees with counting by colours", "[reductions][strassen-reductions]") {
  for (unsigned code = 0; code < 1U << 12; code += 5) {
    for (unsigned colours = 0; colours < 27; ++colours) {
      const QuotientComposition instance{
          matrix(code & 511U, 3),
          matrix((code * 37U + colours) & 511U, 3),
          {1 + static_cast<int>(colours % 3), 1 + static_cast<int>(colours / 3 % 3),
           1 + static_cast<int>(colours / 9)}};
      // For each colour: pairs of ends minus those with both ends at one node.
      std::map<int, int> ends_of_a;
      std::map<int, int> ends_of_b;
      std::map<int, int> both;
      for (int k = 1; k <= 3; ++k) {
        const int colour = instance.col[k - 1];
        ends_of_a[colour] += instance.a(1, k);
        ends_of_b[colour] += instance.b(k, 2);
        both[colour] += instance.a(1, k) * instance.b(k, 2);
      }
      int pairs = 0;
      for (const auto& [colour, count] : ends_of_a) pairs += count * ends_of_b[colour] - both[colour];
      REQUIRE(solve(instance, 1, 2) == (pairs > 0));
    }
  }
}

TEST_CASE("The text of Theorem 3.8 states the instance and the answers of the oracle",
          "[reductions][strassen-reductions]") {
  for (std::size_t m = 1; m <= 5; ++m) {
    const auto reduction = stated("strassen/relation-to-disjointness", {"m=" + std::to_string(m)});
    for (const auto& cells : instances(reduction)) {
      const SetIntersection sets{part(cells, 0, m), part(cells, m, m)};
      const RelationComposition image = relation_of_disjointness(sets);
      const auto mapped = reduction.map(cells);
      REQUIRE(mapped == joined({image.a.entries(), image.b.entries()}));
      REQUIRE(reduction.question(cells) == solve(sets));
      REQUIRE(reduction.asked(mapped) == solve(image, 1, 1));
    }
  }
}

TEST_CASE("The text of Theorem 5.1 states the instance and the answers of the oracle",
          "[reductions][strassen-reductions]") {
  for (std::size_t s = 1; s <= 4; ++s) {
    const auto reduction = stated("strassen/disjointness-to-quotient", {"s=" + std::to_string(s)});
    for (const auto& cells : instances(reduction)) {
      const SetIntersection sets{part(cells, 0, s), part(cells, s, s)};
      const QuotientComposition image = quotient_of_disjointness(sets);
      const auto mapped = reduction.map(cells);
      REQUIRE(mapped == joined({image.a.entries(), image.b.entries(), image.col}));
      REQUIRE(reduction.question(cells) == solve(sets));
      REQUIRE(reduction.asked(mapped) == solve(image, 1, 2));
    }
  }
}

TEST_CASE("The text of Theorem 3.6 states the instance and the answers of the oracle",
          "[reductions][strassen-reductions]") {
  for (int m = 2; m <= 9; ++m) {
    for (int l = 1; l <= 4; ++l) {
      const auto reduction =
          stated("strassen/match3-to-sum2", {"l=" + std::to_string(l), "m=" + std::to_string(m)});
      for (const auto& cells : instances(reduction)) {
        const Sum2 instance{m, part(cells, 0, l)};
        const Match3 image = match3_of_sum2(instance);
        const auto mapped = reduction.map(cells);
        REQUIRE(mapped == joined({image.p}));
        REQUIRE(reduction.question(cells) == solve(instance));
        REQUIRE(reduction.asked(mapped) == solve(image, 1));
      }
    }
  }
}

TEST_CASE("The text of Theorem 3.4 states the instance and the answers of the oracle",
          "[reductions][strassen-reductions]") {
  for (std::size_t n = 1; n <= 5; ++n) {
    const auto reduction = stated("strassen/composition-to-indexing", {"n=" + std::to_string(n)});
    for (const auto& cells : instances(reduction)) {
      const Indexing instance{static_cast<int>(cells[0]), part(cells, 1, n)};
      const Composition image = composition_of_indexing(instance);
      const auto mapped = reduction.map(cells);
      REQUIRE(mapped == joined({image.g, image.h, {image.x}}));
      REQUIRE(reduction.question(cells) == solve(instance));
      REQUIRE(reduction.asked(mapped) == (2 * solve(image) < 3));  // ReLU(1.5 - y) > 0
    }
  }
}

TEST_CASE("the printed reductions map yes to yes and no to no, in known numbers",
          "[reductions][strassen-reductions]") {
  for (int n = 1; n <= 5; ++n) {
    const Verdict verdict = verdict_of("strassen/composition-to-indexing", {"n=" + std::to_string(n)});
    CHECK(verdict.status == Status::holds);
    CHECK(Integer(verdict.details["yes_instances"].get<std::string>()) * n == verdict.inputs.total);
    CHECK(*check_of(verdict, "one-half-a-token").reason ==
          (n == 1 ? std::string("tokens that depend on p_1 alone: 0, on q alone: 0, fixed: 3")
                  : "tokens that depend on p_1 alone: 1, on q alone: " + std::to_string(n) +
                        ", fixed: " + std::to_string(n)));
    CHECK(check_of(verdict, "boundary").status == (n == 1 ? Status::holds : Status::refuted));
    CHECK(check_of(verdict, "output-map").status == Status::holds);
    CHECK(check_of(verdict, "free-values").status == Status::holds);
  }
  Integer no = 1;  // 3^m pairs of disjoint sets
  for (int m = 1; m <= 6; ++m) {
    no *= 3;
    for (const char* id : {"relation-to-disjointness m", "disjointness-to-quotient s"}) {
      const std::string name = id;
      const Verdict verdict = verdict_of("strassen/" + name.substr(0, name.find(' ')),
                                         {name.substr(name.find(' ') + 1) + "=" + std::to_string(m)});
      CHECK(verdict.status == Status::holds);
      CHECK(verdict.inputs.checked == (Integer(1) << (2U * static_cast<unsigned>(m))));
      CHECK(verdict.details["no_instances"] == no.str());
      const long tokens = verdict.details["tokens"].get<long>();
      CHECK(verdict.details["fixed_tokens"] == tokens - 2 * m);
    }
  }
  CHECK(verdict_of("strassen/disjointness-to-quotient", {"s=4"}).details["tokens"] == 100);
}

TEST_CASE("Match3 answers Sum2 for every m but 3", "[reductions][strassen-reductions]") {
  for (int m = 2; m <= 7; ++m) {
    for (int l = 1; l <= 3; ++l) {
      const std::vector<std::string> words{"l=" + std::to_string(l), "m=" + std::to_string(m)};
      const Verdict printed = verdict_of("strassen/match3-to-sum2", words);
      CHECK(printed.inputs.failing == (m == 3 ? printed.inputs.total : Integer(0)));
      CHECK(printed.status == (m == 3 ? Status::refuted : Status::holds));
      const Verdict repaired = verdict_of("strassen/match3-to-sum2", words, Variant::repaired);
      CHECK(repaired.status == (m == 3 ? Status::not_applicable : Status::holds));
    }
  }
  const Verdict three = verdict_of("strassen/match3-to-sum2", {"l=2", "m=3"});
  CHECK(three.kind == Kind::construction);
  CHECK(check_of(three, "equivalence").kind == Kind::display);
  CHECK(three.counterexample["input"] == Json({{"p", {2, 2}}}));
  CHECK(three.counterexample["image"] == Json({{"P", {1, 2, 2}}}));
  CHECK(three.counterexample["source"] == "no");
  CHECK(three.counterexample["target"] == "yes");
  CHECK_THROWS_AS(verdict_of("strassen/match3-to-sum2", {"l=20", "m=20"}), UsageError);
  CHECK_THROWS_AS(verdict_of("strassen/match3-to-sum2", {"l=1", "m=1"}), UsageError);
}

TEST_CASE("a wrong entry of the composition instance is refuted", "[reductions][strassen-reductions]") {
  const auto with = [](const std::string& from, const std::string& to) {
    return failing("strassen/composition-to-indexing", {"n=3"}, from, to);
  };
  CHECK(with("", "") == 0);
  CHECK(with("x = 1\n", "x = 2\n") > 0);
  CHECK(with("if i = 1 then p_1 else 1", "if i = 2 then p_1 else 1") > 0);
  CHECK(with("h(i) = q(i)", "h(i) = q(if i = 3 then 1 else i + 1)") > 0);
  CHECK(with("2*h(g(x))", "2*g(h(x))") > 0);
  CHECK(with("if i = 1 then p_1 else 1", "if i = 1 then p_1 else i") == 0);  // free values
  CHECK(with("relu(3 - 2*h(g(x)))", "relu(5 - 2*h(g(x)))") > 0);
  // The printed network is right, the one for another constant is not.
  const Verdict shifted =
      verdict_of(claim_of("strassen/composition-to-indexing", "then 3/2 - (v + 1/2)", "then 1 - (v + 1/2)"),
                 Variant::printed, {"n=3"});
  CHECK(check_of(shifted, "output-map").status == Status::refuted);
  // A value that is read is not free.
  const Verdict read =
      verdict_of(claim_of("strassen/composition-to-indexing", "each i in 2..n: g(i)", "g(1)"),
                 Variant::printed, {"n=3"});
  CHECK(check_of(read, "free-values").status == Status::refuted);
  CHECK(check_of(read, "answers").status == Status::holds);
}

TEST_CASE("without the excluded value, or with another first number, Match3 is not Sum2",
          "[reductions][strassen-reductions]") {
  const int m = 6;
  // m - 2 = 4 let in: 1 + 1 + 4 = 0 mod 6.
  CHECK(solve(match3_of_sum2({m, {4}}), 1));
  CHECK_FALSE(solve(Sum2{m, {4}}));
  CHECK(failing("strassen/match3-to-sum2", {"l=1", "m=6"}, "p : [l] -> [m - 1] \\ {m - 2}",
                "p : [l] -> [m - 1]") == 1);
  for (int first = 2; first <= m - 1; ++first) {
    CHECK(failing("strassen/match3-to-sum2", {"l=2", "m=6"}, "if i = 1 then 1 else",
                  "if i = 1 then " + std::to_string(first) + " else") > 0);
  }
  // A letter that Match3 does not have.
  const Verdict outside =
      verdict_of(claim_of("strassen/match3-to-sum2", "if i = 1 then 1 else", "if i = 1 then 0 else"),
                 Variant::printed, {"l=2", "m=5"});
  CHECK(check_of(outside, "image").status == Status::refuted);
  CHECK(outside.inputs.failing == outside.inputs.total);
}

TEST_CASE("moving an entry of the relations to any other place is judged as a second evaluation judges it",
          "[reductions][strassen-reductions]") {
  const int m = 2;
  int refuted = 0;
  int harmless = 0;
  for (int j = 1; j <= m; ++j) {
    for (int row = 1; row <= m + 1; ++row) {
      for (int column = 1; column <= m + 1; ++column) {
        bool differs = false;
        for (unsigned u = 0; u < 4; ++u) {
          for (unsigned v = 0; v < 4; ++v) {
            const SetIntersection sets{bits(u, m), bits(v, m)};
            RelationComposition image = relation_of_disjointness(sets);
            image.a(1, 1 + j) = 0;
            image.a(row, column) = sets.a[j - 1];
            int count = 0;
            for (int k = 1; k <= m + 1; ++k) count += image.a(1, k) * image.b(k, 1);
            differs = differs || (count > 0) != ((u & v) != 0);
          }
        }
        const std::string entry = "a(" + std::to_string(j) + ")";
        const std::string moved = "if i = " + std::to_string(row) + " and j = " + std::to_string(column) +
                                  " then " + entry +
                                  " else if i = 1 and j >= 2 and j != " + std::to_string(1 + j) + " then";
        CHECK((failing("strassen/relation-to-disjointness", {"m=2"}, "if i = 1 and j >= 2 then", moved) >
               0) == differs);
        ++(differs ? refuted : harmless);
      }
    }
  }
  CHECK(harmless == m);  // where it was
  CHECK(refuted == m * (m + 1) * (m + 1) - m);
}

TEST_CASE("wrong places and colours of the quotient instance are refuted",
          "[reductions][strassen-reductions]") {
  const int s = 3;
  const auto with = [](const std::string& from, const std::string& to) {
    return failing("strassen/disjointness-to-quotient", {"s=3"}, from, to);
  };
  CHECK(with("", "") == 0);
  // q at the nodes of p: the same node twice is not allowed.
  CHECK(with("if j = 2 and i >= s + 3 then q(i - 2 - s) else 0",
             "if j = 2 and 3 <= i <= s + 2 then q(i - 2) else 0") > 0);
  // One step to the side.
  CHECK(with("if i = 1 and 3 <= j <= s + 2 then p(j - 2) else 0",
             "if i = 1 and 2 <= j <= s + 1 then p(j - 1) else 0") > 0);
  CHECK(with("if j = 2 and i >= s + 3", "if j = 1 and i >= s + 3") > 0);
  // Every single colour changed to every other: harmless for the nodes 1 and 2 alone, and where a new colour
  // is that of nobody who counts.
  int harmless = 0;
  for (int node = 1; node <= 2 * s + 2; ++node) {
    for (int colour = 1; colour <= 2 * s + 2; ++colour) {
      const Integer failures =
          with("col(i) = if i <= 2", "col(i) = if i = " + std::to_string(node) + " then " +
                                         std::to_string(colour) + " else if i <= 2");
      const bool own = quotient_of_disjointness({bits(0, s), bits(0, s)}).col[node - 1] == colour;
      if (node <= 2 || own)
        CHECK(failures == 0);
      else
        CHECK(failures > 0);
      if (failures == 0) ++harmless;
    }
  }
  CHECK(harmless == 2 * (2 * s + 2) + 2 * s);
}

TEST_CASE("a token that depends on both halves is found in the texts", "[reductions][strassen-reductions]") {
  // b written where a is: no cell is mixed, the tokens are.
  const Verdict both =
      verdict_of(claim_of("strassen/relation-to-disjointness", "if j = 1 and i >= 2 then b(i - 1)",
                          "if i = 1 and j >= 2 then b(j - 1)"),
                 Variant::printed, {"m=2"});
  CHECK(*check_of(both, "one-half-a-token").reason == "token (1,2) depends on a and b");
  const Verdict pairs =
      verdict_of(claim_of("strassen/disjointness-to-quotient", "depends(q, l, 2)) = ind(l >= s + 3)",
                          "depends(q, l, 2)) = ind(l >= s + 2)"),
                 Variant::printed, {"s=2"});
  CHECK(check_of(pairs, "triangular-pairs").status == Status::refuted);
  CHECK(pairs.kind == Kind::display);
}

TEST_CASE("Figure 2: p and q meet in position 3, nodes 5 and 9", "[reductions][strassen-reductions]") {
  const auto claim = reduction_text("strassen/disjointness-to-quotient");
  const Json run = claim->run(Variant::printed, parse_parameters(claim->run_parameters(), {"s=4"}),
                              {{"p", {1, 0, 1, 0}}, {"q", {0, 0, 1, 1}}}, 1);
  const Json& image = run["steps"]["image"];
  CHECK(image["col"] == Json({1, 1, 3, 4, 5, 6, 3, 4, 5, 6}));
  CHECK(image["A"][0][4] == 1);
  CHECK(image["B"][8][1] == 1);
  CHECK(run["outputs"][0]["decision"] == 1);
  CHECK(run["outputs"][0]["truth"] == 1);
  QuotientComposition without = quotient_of_disjointness({{1, 0, 1, 0}, {0, 0, 1, 1}});
  without.b(9, 2) = 0;
  CHECK_FALSE(solve(without, 1, 2));
}

}  // namespace strassen_reductions_test

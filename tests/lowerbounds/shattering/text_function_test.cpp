#include <catch2/catch.hpp>

#include "claims/usage_error.hpp"
#include "fixtures.hpp"
#include "language/message.hpp"
#include "lowerbounds/shattering/named_functions.hpp"
#include "lowerbounds/shattering/text_claim.hpp"
#include "theorems/read.hpp"

// Functions that are written as text: against the named ones on every word, and against rows and columns that are wrong.

using namespace attest;

namespace {

TextShatteredClaim claim_of(const std::string& lines) {
  const std::string text = "attest-theorem 1\ntheorem own-function\n" + lines;
  return TextShatteredClaim(theorems::read_theorem(language::SourceText("own.theorem", text)),
                            "own:own-function", "own.theorem");
}

Verdict verdict_of(const std::string& lines, const std::vector<std::string>& words,
                   Variant variant = named_variant("stated")) {
  const TextShatteredClaim claim = claim_of(lines);
  return claim.verify(variant, parse_parameters(claim.info().parameters, words), {});
}

const Check* find(const Verdict& verdict, const std::string& name) {
  for (const Check& check : verdict.checks) {
    if (check.name == name) return &check;
  }
  return nullptr;
}

std::string refusal(const std::string& lines) {
  try {
    claim_of(lines);
  } catch (const language::ParseError& error) {
    std::string all;
    for (const language::Message& message : error.messages()) all += message.text + "\n";
    return all;
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

const std::string disjointness =
    "sizes m >= 1\ninput a : [m] -> {0, 1}, b : [m] -> {0, 1}\n"
    "shatter exists i in [m]: a(i) = 1 and b(i) = 1\n";

}  // namespace

TEST_CASE("A function that is written as text has the values of the named one on every word",
          "[shattering][text]") {
  struct Case {
    std::string name;
    std::string text;
    std::vector<std::vector<std::string>> sizes;
  };
  const std::vector<Case> cases{
      {"disjointness", disjointness + "check vc = m", {{"m=1"}, {"m=2"}, {"m=4"}}},
      {"equality",
       "sizes m >= 1\ninput a : [m] -> {0, 1}, b : [m] -> {0, 1}\nshatter forall i in [m]: a(i) = b(i)\ncheck vc = 1",
       {{"m=1"}, {"m=3"}}},
      {"inner-product",
       "sizes m >= 1\ninput a : [m] -> {0, 1}, b : [m] -> {0, 1}\nlet s = sum i in [m]: a(i)*b(i)\n"
       "shatter s mod 2 = 1\ncheck vc = m",
       {{"m=1"}, {"m=3"}}},
      {"indexing",
       "sizes n >= 1\ninput p : [n], q : [n] -> [n]\nshatter q(p) = 1\ncheck vc >= n",
       {{"n=1"}, {"n=2"}, {"n=4"}}},
      {"majority",
       "sizes n >= 1\ninput w : [n] -> {0, 1}\nshatter 2*(sum i in [n]: w(i)) > n\ncheck vc = 1",
       {{"n=5"}}},
      {"match3",
       "sizes n >= 1, m >= 2\ninput p : [n] -> 1..m-1\n"
       "shatter exists j in [n], k in [n]: (p(1) + p(j) + p(k)) mod m = 0\ncheck vc >= 0",
       {{"n=2", "m=2"}, {"n=3", "m=5"}}},
  };
  for (const Case& c : cases) {
    const TextShatteredClaim claim = claim_of(c.text);
    for (const auto& words : c.sizes) {
      const WordFunction own =
          claim.function(named_variant("stated"), parse_parameters(claim.info().parameters, words));
      const WordFunction known = named_function(c.name, words, 0);
      INFO(c.name << " " << words.front());
      REQUIRE(own.positions == known.positions);
      REQUIRE(own.letters == known.letters);
      std::vector<LetterIndex> word(own.positions, 0);
      do {
        REQUIRE(own.value(word.data()) == known.value(word.data()));
      } while (next_word(word, own.letters.size()));
    }
  }
}

TEST_CASE("Rows and columns of a text are looked at pattern by pattern", "[shattering][text]") {
  const std::string right =
      disjointness + "rows k in [m]: a(i) = if i = k then 1 else 0\ncolumns b(i) = has(i)\n";
  for (const long m : {1, 2, 5, 8}) {
    const Verdict verdict =
        verdict_of(right + "check shattered, vc >= m, vc = m", {"m=" + std::to_string(m)});
    CHECK(verdict.status == Status::holds);
    CHECK(find(verdict, "vc")->status == Status::holds);
  }
  // One element more in a row, a column that forgets its last row, a row twice: each is seen.
  const auto with = [&](const std::string& rows, const std::string& columns) {
    return verdict_of(disjointness + "rows k in [m]: a(i) = " + rows + "\ncolumns b(i) = " + columns +
                          "\ncheck shattered, vc >= m",
                      {"m=3"});
  };
  CHECK(with("if i = k or i = 1 then 1 else 0", "has(i)").status == Status::refuted);
  CHECK(with("if i = k then 1 else 0", "if i < m then has(i) else 0").inputs.failing == 4);
  const Verdict twice = with("if i = min(k, 2) then 1 else 0", "has(i)");
  CHECK(find(twice, "rows")->status == Status::refuted);
  CHECK(with("if i = k then 1 else 0", "1 - has(i)").inputs.failing == 8);
  CHECK(with("if i = k then 2 else 0", "has(i)").status == Status::refuted);  // 2 is no letter
  CHECK(with("if i = k then 1 else 0", "2*has(i)").status == Status::refuted);
  // A condition stands for 1 or 0.
  CHECK(with("i = k", "has(i)").status == Status::holds);
}

TEST_CASE("Bounds beyond the rows are decided by the search, on both sides of the value",
          "[shattering][text]") {
  const auto verdict = [](const std::string& check) {
    return verdict_of(disjointness + "check " + check, {"m=3"});
  };
  for (const char* right :
       {"vc = 3", "vc >= m", "vc > m - 1", "vc <= m", "vc < m + 1", "vc >= 5/2", "vc < 7/2"}) {
    INFO(right);
    CHECK(verdict(right).status == Status::holds);
  }
  for (const char* wrong :
       {"vc = 2", "vc >= m + 1", "vc > m", "vc <= m - 1", "vc < m", "vc >= 7/2", "vc = 5/2"}) {
    INFO(wrong);
    const Verdict v = verdict(wrong);
    CHECK(v.status == Status::refuted);
    CHECK(v.kind == Kind::statement);
  }
  // A bound that rows give is rounded up: three rows show that it is at least 5/2, and not at least 7/2.
  const std::string rows =
      "rows k in [m]: a(i) = if i = k then 1 else 0\ncolumns b(i) = has(i)\ncheck shattered, ";
  CHECK(verdict_of(disjointness + rows + "vc >= 5/2", {"m=3"}).status == Status::holds);
  const Verdict more = verdict_of(disjointness + rows + "vc >= 7/2", {"m=3"});
  CHECK(more.status == Status::refuted);
  CHECK(more.counterexample["split_vc"] == 3);
  CHECK(find(more, "patterns")->status == Status::holds);
}

TEST_CASE("What is no function of words is refused", "[shattering][text]") {
  const std::string check = "\ncheck vc >= 0";
  CHECK(refusal("sizes n >= 1\nshatter n = 1" + check).find("no 'input'") != std::string::npos);
  CHECK(refusal(disjointness).find("no 'check'") != std::string::npos);
  CHECK(refusal(disjointness + "check output").find("belongs to a layer") != std::string::npos);
  CHECK(refusal(disjointness + "check shattered").find("none are stated") != std::string::npos);
  const std::string rows = "rows k in [m]: a(i) = 1\ncolumns b(i) = 1\n";
  CHECK(refusal(disjointness + rows + "also shattered").find("essential") != std::string::npos);
  for (const char* unused : {"spelled {\"a\": a, \"b\": b}", "hint squares", "read 1/2 as 1 because \"x\""}) {
    INFO(unused);
    CHECK(refusal(disjointness + "check vc >= 0\n" + unused).find("a function that is shattered has no") !=
          std::string::npos);
  }
  CHECK(refusal(disjointness + "check vc >= 0\nvariant other program \"p\"").find("program") !=
        std::string::npos);
  CHECK(refusal(disjointness + "check vc").find("comparison") != std::string::npos);
  CHECK(refusal(disjointness + "check m >= vc") != "");
  CHECK(refusal(disjointness + "check vc >= vc - 1").find("expected vc, a comparison") != std::string::npos);
  CHECK(refusal(disjointness + "rows k in [m]: a(i) = 1" + check).find("without 'columns'") !=
        std::string::npos);
  CHECK(refusal(disjointness + "columns b(i) = has(i)" + check).find("without 'rows'") != std::string::npos);
  CHECK(refusal(disjointness + "rows k in [m]: a(i) = 1\ncolumns a(i) = 1" + check).find("stated twice") !=
        std::string::npos);
  CHECK(refusal(disjointness + "rows k in [m]: a(i) = 1\ncolumns c(i) = 1" + check).find("is no input") !=
        std::string::npos);
  CHECK(refusal("sizes m >= 1\ninput has : [m] -> {0, 1}\nshatter has(1) = 1" + check).find("of its own") !=
        std::string::npos);
  const auto at = [&](const std::string& lines, const std::vector<std::string>& words) -> std::string {
    try {
      verdict_of(lines, words);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  const std::string sizes = "sizes n >= 1\n";
  CHECK(at(sizes + "input p : [n] -> [n] injective\nshatter p(1) = 1" + check, {"n=2"}).find("every word") !=
        std::string::npos);
  CHECK(at(sizes + "input p : [n], q : [n + 1]\nshatter p = q" + check, {"n=2"}).find("different letters") !=
        std::string::npos);
  CHECK(at(sizes + "input p : [n]\nshatter 1/(p - 1) = 1" + check, {"n=2"}).find("has no value") !=
        std::string::npos);
  CHECK(at(disjointness + "rows k in [m]: a(i) = 1\ncolumns b(i) = 1\ncheck shattered", {"m=31"})
            .find("1 to 30") != std::string::npos);
  CHECK(at(disjointness + "rows k in [m]: a = 1\ncolumns b(i) = 1\ncheck shattered", {"m=3"})
            .find("1 argument") != std::string::npos);
  CHECK(at(disjointness + "rows k in [m]: a(i) = 1/2\ncolumns b(i) = 1\ncheck shattered", {"m=3"})
            .find("no letter") != std::string::npos);
}

TEST_CASE("A variant changes function, rows or columns, and an input without arguments is one position",
          "[shattering][text]") {
  const std::string text =
      "sizes n >= 2\ninput p : [n], q : [n] -> [n]\nshatter q(p) = 1\n"
      "rows k in [n]: p = k\ncolumns q(i) = if has(i) then 1 else 2\ncheck shattered, vc >= n\n"
      "variant letters: change columns q(i) = if has(i) then 1 else n + 1\n"
      "variant first: change shatter q(1) = 1\n"
      "variant fewer: change rows k in [n - 1]: p = k\n";
  CHECK(verdict_of(text, {"n=4"}).status == Status::holds);
  CHECK(verdict_of(text, {"n=4"}, named_variant("letters")).status == Status::refuted);
  CHECK(verdict_of(text, {"n=4"}, named_variant("first")).status == Status::refuted);
  // `has(i)` is asked of a row that is not there any more.
  CHECK_THROWS_AS(verdict_of(text, {"n=4"}, named_variant("fewer")), UsageError);
}

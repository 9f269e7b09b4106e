// How a theorem is written changes nothing of what each lemma proves: symbols renamed, coordinates in another order, a coordinate of one row
// times 2 and its partner times 1/2, squares as products.
#include <catch2/catch.hpp>

#include <algorithm>

#include "theorems/proof/proofs.hpp"
#include "theorems/texts.hpp"

namespace attest::rewritten_test {

using namespace attest::theorem_tests;  // NOLINT(google-build-using-namespace)
using namespace attest::proof_tests;    // NOLINT(google-build-using-namespace)

namespace {

using Rewriting = std::vector<std::pair<std::string, std::string>>;  // everywhere

const Rewriting numbers_renamed{{"number", "KIND"}, {"num", "letter"}, {"KIND", "number"}};

// The theorem itself, without its variants and expectations.
std::string stated(const std::string& path) {
  const std::string text = file_text(path);
  return text.substr(0, std::min(text.find("\nvariant"), text.find("\nexpect")) + 1);
}

void check(const std::string& text, const std::string& lemma, const std::vector<Rewriting>& rewritings) {
  const Summary own = summary(proof_of_text(text));
  CHECK(own.lemma == lemma);
  CHECK(own.status == Status::holds);
  for (const Rewriting& rewriting : rewritings) {
    std::string changed = text;
    for (const auto& [what, by] : rewriting) {
      changed = everywhere_replaced(changed, what, by);
    }
    INFO(changed);
    CHECK(changed != text);
    CHECK(summary(proof_of_text(changed)) == own);
  }
}

}  // namespace

TEST_CASE("How a theorem is written changes nothing for integer addresses of a neighbour",
          "[proof][rewritten]") {
  check(stated("examples/previous_token.theorem"), "integer-addresses",
        {numbers_renamed,
         {{"(2*pos - 2*one, -one)", "(-one, 2*pos - 2*one)"}, {"key = (pos, sq)", "key = (sq, pos)"}},
         {{"(2*pos - 2*one, -one)", "(4*pos - 4*one, -one)"}, {"key = (pos, sq)", "key = (pos/2, sq)"}},
         {{"sq = i^2", "sq = i*i"}}});
}

TEST_CASE("How a theorem is written changes nothing for distinct multiples", "[proof][rewritten]") {
  check(file_text("tests/accepted/proofs/relations.theorem"), "distinct-multiples",
        {{{"(i^2, 2*i, -1, j^2", "(2*i, i^2, -1, j^2"}, {"(-1, c, c^2,", "(c, -1, c^2,"}},
         {{"(i^2, 2*i, -1, j^2", "(2*i^2, 2*i, -1, j^2"}, {"(-1, c, c^2,", "(-1/2, c, c^2,"}},
         {{"c^2", "c*c"}, {"l^2", "l*l"}}});
}

TEST_CASE("How a theorem is written changes nothing for tiers", "[proof][rewritten]") {
  check(
      stated("examples/pair_sum.theorem"), "tiers",
      {numbers_renamed,
       {{"8*n*m*(2*(num_i - 1/4), 2*", "8*n*m*(4*(num_i - 1/4), 2*"}, {"(num_j, 0, -2*", "(num_j/2, 0, -2*"}},
       {{"(num_i - 1/4)^2", "(num_i - 1/4)*(num_i - 1/4)"}}});
}

TEST_CASE("How a theorem is written changes nothing for counts", "[proof][rewritten]") {
  check(stated("examples/majority.theorem"), "counts",
        {{{"side", "face"}},
         {{"query = (0)", "query = (0, 0)"}, {"key = (0)", "key = (side, 0)"}},
         {{"2*w(i) - 1", "w(i) - (1 - w(i))"}}});
}

TEST_CASE("How a theorem is written changes nothing for an exact match", "[proof][rewritten]") {
  check(without_displays("anna/ema-match2", "repaired"), "exact-match",
        {numbers_renamed,
         {{"query (i) = (num mod M)", "query (i) = (0, num mod M)"},
          {"(M - num mod M - M*ind(num mod M = 0))", "(0, M - num mod M - M*ind(num mod M = 0))"}}});
}

TEST_CASE("How a theorem is written changes nothing for fixed positions", "[proof][rewritten]") {
  check(stated("examples/xor.theorem"), "fixed-positions",
        {{{"bit", "letter"}},
         {{"query = (one)", "query = (2*one)"},
          {"key = (start)", "key = (start/2)"},
          {"key = (end)", "key = (end/2)"}},
         {{"query = (one)", "query = (one, 0)"},
          {"key = (start)", "key = (start, bit)"},
          {"key = (end)", "key = (end, bit)"}}});
}

TEST_CASE("How a theorem is written changes nothing beside a start token", "[proof][rewritten]") {
  check(
      stated("examples/bos_gap.theorem"), "start-token",
      {numbers_renamed,
       {{"(2*num, -one, -square,", "(-one, 2*num, -square,"}, {"key = (num, square,", "key = (square, num,"}},
       {{"(2*num, -one, -square,", "(4*num, -one, -square,"},
        {"key = (num, square,", "key = (num/2, square,"}},
       {{"square = num^2", "square = num*num"}}});
}

TEST_CASE("How a theorem is written changes nothing for an extremum", "[proof][rewritten]") {
  check(stated("examples/prefix_minimum.theorem"), "extremum",
        {numbers_renamed,
         {{"query = (-one)", "query = (-2*one)"}, {"key = (num)", "key = (num/2)"}},
         {{"query = (-one)", "query = (0, -one)"}, {"key = (num)", "key = (one, num)"}}});
}

TEST_CASE("How a theorem is written changes nothing for even weights", "[proof][rewritten]") {
  check(file_text("tests/accepted/proofs/sum_of_all.theorem"), "even-weights",
        {numbers_renamed,
         {{"query = (3)", "query = (5)"}, {"key = (3)", "key = (5)"}},
         {{"2*n*num + 2*n*i", "2*n*(num + i)"}}});
}

}  // namespace attest::rewritten_test

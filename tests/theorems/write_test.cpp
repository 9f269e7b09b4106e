#include "theorems/write.hpp"

#include <catch2/catch.hpp>

#include "theorems/read.hpp"
#include "theorems/same.hpp"
#include "theorems/texts.hpp"

namespace attest::write_theorem_test {

using namespace attest::theorems;       // NOLINT(google-build-using-namespace)
using namespace attest::theorem_tests;  // NOLINT(google-build-using-namespace)

TEST_CASE("The layout of the sketch of the maximum, comments included", "[theorems]") {
  CHECK(write(theorem(argmax_sketch)) == R"(attest-theorem 1
theorem argmax "One softmax head returns the position of the maximum"  # somebody's own
sizes   n >= 1, m >= n    limit verify n <= 12
param   c = 3  # or: c = auto in 1/4*(1..2000)
input   a : [n] -> [m] injective
tokens  i in [n + 1] carry num = if i <= n then a(i) else 0
task    at n + 1, number: argmax j in [n]: a(j)
layer   residual
  embed   pos = i, num = num, one = 1, out = 0  # named coordinates; the program places them
  head softmax, scale log(2*n)
    query = (c*one)
    key = (num)
    value = (out: pos)
readout out
check   output    also error <= n^2*(2*n)^-c
variant cold "too warm": change c = 1/10  because "a warm softmax averages"
expect  holds at n=2..4 m=4
expect  cold refuted(construction) at n=3 m=4
)");
}

TEST_CASE("A kernel that a variant changes to is written as one word", "[theorems]") {
  for (const std::string kernel : {"hard-maximum", "exact-match"}) {
    const std::string line = "change kernel = " + kernel;
    CHECK(write(theorem(small_theorem("check output\nvariant v: " + line))).find(line) != std::string::npos);
  }
}

TEST_CASE("What is written says the same, and writing it again changes nothing", "[theorems]") {
  std::vector<std::string> all{composition_sketch, argmax_sketch, extension_sketch};
  for (const char* folder : {"examples", "constructions", "lowerbounds", "reductions"}) {
    for (const std::string& path : files_below(folder, ".theorem")) all.push_back(file_text(path));
  }
  // Statements that no file has.
  for (
      const char* further :
      {"hint squares\nhint shift = n", "param T : [n] -> [n] from file",
       "param T : [n] -> [n] from seed or file", "param c in {1, 2} = 1", "param q = auto in {1/2, 1}",
       "read num/2 as num because \"damage\"", "let s(b,c) = b + c", "judged if a(1) = 1\nwhere a(1) <= a(n)",
       "expect refuted at n=2 by {\"a\": [1, 2]} full", "expect holds at every n >= 3 full",
       "also gap >= some c*n @351, displayed score", "also threshold",
       "variant v\n  layer d = 9\n    encode (num, 1)\n    head poly(x1*x2 + x1*x3)\n      over j: (i,j), (j,i)\n"
       "      row 1 (i) = (1)\n      row b in 2..3 (j) = 2*(1)\n      value b in 2..3 (j) = (1)\n"
       "    out 2*head.1 -> stream.2  choice \"c\"\n  readout matrix ((1, -1)) bias (0), matrix ((1))",
       "also unique-maximum, size constant in n\ncheck assert n >= 1",
       "variant v: change kernel = hard-maximum  because \"a word, no difference\""}) {
    all.push_back(small_theorem("check output\n" + std::string(further)));
  }
  for (const std::string& text : all) {
    INFO(text);
    const TheoremText read = theorem(text);
    const std::string written = write(read);
    const TheoremText again = theorem(written);
    CHECK(same(read, again));
    CHECK(write(again) == written);
    for (const language::Comment& comment : read.comments) {
      std::string words = comment.text;
      while (words.ends_with(' ')) words.pop_back();
      CHECK(written.find("#" + words) != std::string::npos);
    }
    CHECK(again.comments.size() == read.comments.size());
  }
}

TEST_CASE("The files of the repository stand in the one layout", "[theorems]") {
  for (const char* folder : {"examples", "constructions", "lowerbounds", "reductions"}) {
    for (const std::string& path : files_below(folder, ".theorem")) {
      INFO(path);
      const std::string text = file_text(path);
      CHECK(write(read_theorem(language::SourceText(path, text))) == text);
    }
  }
}

TEST_CASE("Two theorems that differ anywhere are not the same", "[theorems]") {
  const TheoremText t = theorem(composition_sketch);
  const std::string written = write(t);
  // Every number and every letter of a name that can be another one.
  std::size_t tried = 0;
  for (std::size_t k = written.find("source"); k < written.size(); ++k) {
    if (written[k] < '1' || written[k] > '8') continue;
    std::string changed = written;
    ++changed[k];
    if (!refusal(changed).empty()) continue;
    INFO(changed);
    CHECK_FALSE(same(theorem(changed), t));
    ++tried;
  }
  CHECK(tried > 40);
}

TEST_CASE("A comment stays with its statement wherever that goes", "[theorems]") {
  std::string text = small_theorem("check output");
  text.insert(text.find("sizes"), "# about the check\ncheck gap >= 0  # behind it\n# about the sizes\n");
  const std::string written = write(theorem(text));
  CHECK(written.find("# about the sizes\nsizes   n >= 1\n") != std::string::npos);
  CHECK(written.find("# about the check\ncheck   gap >= 0, output  # behind it\n") != std::string::npos);
}

}  // namespace attest::write_theorem_test

// Theorems with something that can go: what the search takes away, what it leaves, and that what it leaves holds.
#include "repair/minimise.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "repair/print_alone.hpp"
#include "repair/removals.hpp"
#include "repair/repairs.hpp"
#include "theorems/patch.hpp"
#include "theorems/read.hpp"
#include "theorems/texts.hpp"
#include "theorems/write.hpp"

namespace attest::minimise_test {

namespace {

using namespace attest::repair_tests;      // NOLINT(google-build-using-namespace)
using namespace attest::theorems;          // NOLINT(google-build-using-namespace)
using namespace attest::theorems::repair;  // NOLINT(google-build-using-namespace)
using Outcome = LeastForm::Outcome;

// The mean of n bits, n times: a count. `more`: coordinates; `rest`: lines between the head and the readout.
std::string count_of_ones(const std::string& more, const std::string& head, const std::string& readout) {
  return "attest-theorem 1\ntheorem count \"The ones\"\nsizes n >= 1\ninput w : word n over {0, 1}\n"
         "tokens i in [n] carry bit = w(i)\ntask at n, number: sum j in [n]: w(j)\nlayer\n  embed bit = bit, " +
         more + "mean = 0\n" + head + "readout " + readout + "\ncheck output\n";
}

const char* const uniform = "  head softmax\n    query = (0)\n    key = (0)\n    value = (mean: bit)\n";

LeastForm least(const std::string& text) {
  RepairOptions options;
  options.run.threads = 1;
  const ClaimOf factory = claim_of;
  return search_least_form(theorem_tests::theorem(text), "stated", factory, options);
}

bool names(const std::vector<std::string>& all, const std::string& what) {
  return std::any_of(all.begin(), all.end(),
                     [&](const std::string& one) { return one.find(what) != std::string::npos; });
}

long dimension(const std::vector<SettingVerdict>& verdicts) {
  return verdicts.back().size.embedding_dimension;
}

}  // namespace

TEST_CASE("A coordinate that nothing reads goes, and what is left holds as it is written",
          "[theorems][repair]") {
  const LeastForm found = least(count_of_ones("spare = i, ", uniform, "n*mean"));
  REQUIRE(found.outcome == Outcome::reduced);
  CHECK(found.complete);
  CHECK(found.gone == std::vector<std::string>{"coordinate spare of the embedding"});
  REQUIRE(found.least);
  CHECK(dimension(found.stated) == 3);
  CHECK(dimension(found.least->verified) == 2);
  const auto claim = claim_of(theorem_tests::theorem(write(found.least->text)));
  for (const SettingVerdict& seen : found.least->verified)
    CHECK(claim->verify(named_variant("least"), seen.parameters, {}).status == Status::holds);
  CHECK(found.least->patches.front().because == "it holds without coordinate spare of the embedding");
}

TEST_CASE("A coordinate that is another one's double goes, and its rows read the other one",
          "[theorems][repair]") {
  const LeastForm found = least(
      count_of_ones("again = bit, ",
                    "  head softmax\n    query = (0)\n    key = (0)\n    value = (mean: again)\n", "n*mean"));
  REQUIRE(found.least);
  CHECK(names(found.gone, "coordinate"));
  CHECK(dimension(found.least->verified) == 2);
}

TEST_CASE("A head, a unit of the readout and the residual go where they do nothing", "[theorems][repair]") {
  std::string text =
      count_of_ones("idle = 0, ",
                    "  head main softmax\n    query = (0)\n    key = (0)\n    value = (mean: bit)\n"
                    "  head other softmax\n    query = (0)\n    key = (bit)\n    value = (idle: bit)\n",
                    "relu(n*mean)");
  text.replace(text.find("layer\n"), 6, "layer residual\n");
  const LeastForm found = least(text);
  REQUIRE(found.least);
  CHECK(names(found.gone, "head other"));
  CHECK(names(found.gone, "coordinate idle"));
  CHECK(names(found.gone, "the residual"));
  CHECK(names(found.gone, "unit relu(n*mean)"));
  CHECK(found.least->verified.back().size.heads == 1);
  CHECK(found.stated.back().size.heads == 2);
}

TEST_CASE("Where nothing can go nothing goes, and it is said what fails without each part",
          "[theorems][repair]") {
  const LeastForm found = least(count_of_ones("", uniform, "n*mean"));
  CHECK(found.outcome == Outcome::irreducible);
  CHECK(found.complete);
  CHECK(!found.least);
  CHECK(found.gone.empty());
  CHECK(found.not_taken.empty());
  REQUIRE(!found.needed.empty());
  for (const LeastForm::Kept& kept : found.needed) CHECK(!kept.why.empty());
  // By hand: every removal, verified by the text alone, fails somewhere in n = 1..4.
  const TheoremText text =
      print_alone(theorem_tests::theorem(count_of_ones("", uniform, "n*mean")), "stated");
  const std::vector<Removal> removals = removals_of(text);
  CHECK(removals.size() == found.needed.size());
  for (const Removal& removal : removals) {
    INFO(removal.what);
    bool fails = false;
    try {
      const auto claim = claim_of(read_theorem(language::SourceText("x.theorem", write(removal.text))));
      for (const char* n : {"n=1", "n=2", "n=3", "n=4"}) {
        const auto parameters = parse_parameters(claim->info().parameters, {n});
        fails = fails ||
                claim->verify(claim->info().variants.front().variant, parameters, {}).status != Status::holds;
      }
    } catch (const std::exception&) {
      fails = true;
    }
    CHECK(fails);
  }
}

TEST_CASE("A theorem that does not hold has no least form", "[theorems][repair]") {
  const LeastForm found = least(count_of_ones("spare = i, ", uniform, "mean"));
  CHECK(found.outcome == Outcome::fails);
  CHECK(!found.least);
  CHECK(found.tried.made == 0);
}

TEST_CASE("What is proved for every size stays proved, and the scale has an upper bound that holds",
          "[theorems][repair]") {
  // exp(4*log(2*n)) for a place that is right against n - 1 others: a smaller scale does as well, down to some.
  const std::string text =
      "attest-theorem 1\ntheorem look \"The letter at a place\"\nsizes n >= 1\ninput a : [n] -> [2], x : [n]\n"
      "tokens i in [n + 1] carry num = if i <= n then a(i) else 0, at = if i <= n then i else x\n"
      "task at n + 1, number: a(x)\nlayer\n  embed num = num, at = at, pos = i, sq = i^2, one = 1, out = 0\n"
      "  head softmax, scale 4*n\n    over j in [n]\n    query (i) = (at, -one)\n    key (j) = (2*pos, sq)\n"
      "    value (j) = (out: num)\nreadout out\ncheck output\n";
  const LeastForm found = least(text);
  REQUIRE(found.every_size.proved());
  REQUIRE(found.scale);
  CHECK(found.scale->at_most < 1);
  REQUIRE(found.scale->fails);
  CHECK(*found.scale->fails < found.scale->at_most);
  if (found.least) {
    REQUIRE(found.least->proof);
    CHECK(found.least->proof->status == Status::holds);
  }
}

TEST_CASE("A search that is stopped keeps what it has", "[theorems][repair]") {
  RepairOptions options;
  options.run.threads = 1;
  std::atomic<bool> interrupted{false};
  options.run.interrupted = &interrupted;
  options.progress = [&](const std::string&, std::uint64_t done, std::uint64_t) { interrupted = done > 2; };
  const ClaimOf factory = claim_of;
  const LeastForm found = search_least_form(
      theorem_tests::theorem(count_of_ones("spare = i, ", uniform, "n*mean")), "stated", factory, options);
  CHECK(found.outcome == Outcome::stopped);
  CHECK(found.cause == "interrupted");
  CHECK(!found.complete);
}

TEST_CASE("Removals of every text say what is to be computed as it was, and none is the text itself",
          "[theorems][repair]") {
  std::size_t removals = 0;
  for (const TheoremText& text : all_texts()) {
    const TheoremText print = print_alone(text, variant_names(text).front());
    const std::string before = write(print);
    for (const Removal& removal : removals_of(print)) {
      ++removals;
      if (removals % 13 != 0) continue;
      INFO(removal.what);
      CHECK(write(removal.text) != before);
      REQUIRE(removal.text.tasks.size() == print.tasks.size());
      for (std::size_t k = 0; k < print.tasks.size(); ++k)
        CHECK(language::same(removal.text.tasks[k].truth, print.tasks[k].truth));
      CHECK(removal.text.checks.size() == print.checks.size());
      CHECK(removal.text.sizes.size() == print.sizes.size());
    }
  }
  CHECK(removals > 1000);
}

}  // namespace attest::minimise_test

// Rows that are shattered, for every size: the catalogue's and the gallery's, what looks alike and is false, and mutants.
#include "theorems/proof/by_shattering.hpp"

#include <catch2/catch.hpp>

#include <memory>

#include "lowerbounds/shattering/text_claim.hpp"
#include "theorems/patch.hpp"
#include "theorems/proof/shattered_range.hpp"
#include "theorems/texts.hpp"
#include "theorems/write.hpp"

namespace attest::shattering_proof_test {

using namespace attest::theorem_tests;  // NOLINT(google-build-using-namespace)
using theorems::RangeProof;

namespace {

RangeProof proof_of(const TextShatteredClaim& claim, Variant variant) {
  return *theorems::prove_claim(claim, variant, {}, VerifyOptions());
}

RangeProof proof_of(const std::string& text) {
  const theorems::TheoremText read = theorem(text);
  const TextShatteredClaim claim(read, "own:" + read.id, "a file");
  return proof_of(claim, claim.info().variants.front().variant);
}

std::string from_and_bound(const RangeProof& proof) {
  INFO(proof.reason);
  return proof.main ? theorems::to_string(proof.main->from) + ": " + proof.main->proof->bound : "";
}

}  // namespace

TEST_CASE("The printed shattering sets are proved from the first size on at which they are right",
          "[proof][shattering]") {
  const auto proof = [](const std::string& id, const std::string& variant) {
    return proof_of(*shattered_text(id), named_variant(variant));
  };
  const RangeProof indexing = proof("strassen/indexing-shattered", "printed");
  CHECK(from_and_bound(indexing) == "n = 2: split-VC >= n");
  CHECK(indexing.status == Status::refuted);  // n = 1
  CHECK(proof("strassen/indexing-shattered", "repaired").status == Status::holds);
  CHECK(from_and_bound(proof("strassen/disjointness-shattered", "printed")) == "m = 1: split-VC >= m");
  const RangeProof sums = proof("strassen/sum2-shattered", "printed");
  CHECK(from_and_bound(sums) == "l = 4: split-VC >= l/2");
  CHECK(sums.status == Status::refuted);  // l = 2
  CHECK(proof("strassen/sum2-shattered", "repaired").status == Status::holds);
  const RangeProof two = proof("strassen/sum2-shattered", "two-letters");
  CHECK(from_and_bound(two) == "l = 6: split-VC >= l - 1");
  CHECK(two.below.size() == 1);  // l = 4: there is no row between the second one and the last
  CHECK(two.status == Status::holds);
}

TEST_CASE("Rows of the gallery are proved, but for a bound from above", "[proof][shattering]") {
  const std::string text = file_text("examples/shattered_disjointness.theorem");
  const RangeProof both = proof_of(text.substr(0, text.find("\nvariant")) + "\n");
  CHECK_FALSE(both.main);
  CHECK(both.refusal.rfind("checks", 0) == 0);
}

TEST_CASE("None of the rows that look like shattered ones is proved", "[proof][shattering]") {
  const auto files = files_below("tests/rejected/shattering", ".theorem");
  CHECK(files.size() >= 14);
  for (const std::string& path : files) {
    INFO(path);
    const RangeProof proof = proof_of(file_text(path));
    INFO(from_and_bound(proof));
    CHECK(proof.status == Status::refuted);
    CHECK_FALSE(proof.main);
    CHECK_FALSE(proof.refusal.empty());
  }
}

// Wherever rows are proved the three first sizes of the range are gone through pattern by pattern.
TEST_CASE("No mutant of shattered rows is proved at a size where a pattern refutes it",
          "[proof][shattering][.][long]") {
  int read = 0;
  int proved = 0;
  for (const auto& [id, variant] : {std::pair{"strassen/indexing-shattered", "printed"},
                                    {"strassen/disjointness-shattered", "printed"},
                                    {"strassen/sum2-shattered", "repaired"},
                                    {"strassen/sum2-shattered", "two-letters"}}) {
    theorems::TheoremText whole = theorems::variant_of(shattered_text(id)->text(), variant);
    whole.expects.clear();
    whole.notes.clear();
    whole.comments.clear();
    std::erase_if(whole.checks, [](const auto& check) { return !check.essential; });
    const std::string text = theorems::write(whole);
    for (const auto& [what, by] : {std::pair<std::string, std::vector<std::string>>{" + ", {" - "}},
                                   {" - ", {" + "}},
                                   {"1", {"0", "2"}},
                                   {"2", {"1", "3"}},
                                   {"<=", {"<", ">="}},
                                   {" = ", {" <= "}},
                                   {"and", {"or"}},
                                   {"has(j)", {"has(i)", "has(j - 1)", "has(j + 1)"}},
                                   {"(j)", {"(k)"}},
                                   {"(k)", {"(j)"}}}) {
      for (std::size_t at = text.find(what, text.find("input")); at != std::string::npos;
           at = text.find(what, at + 1)) {
        for (const std::string& other : by) {
          const std::string mutant = text.substr(0, at) + other + text.substr(at + what.size());
          INFO(mutant);
          std::unique_ptr<TextShatteredClaim> claim;
          try {
            claim = std::make_unique<TextShatteredClaim>(theorem(mutant), "own:mutant", "a file");
          } catch (const std::exception&) {  // no theorem
            continue;
          }
          ++read;
          const Variant only = claim->info().variants.front().variant;
          const RangeProof proof = proof_of(*claim, only);
          if (!proof.main) continue;
          ++proved;
          const auto& [size, from] = *proof.main->from.begin();
          const long step = mutant.find("mod 2 = 0") == std::string::npos ? 1 : 2;
          for (long more = 0; more <= 2 * step; more += step) {
            const auto parameters =
                parse_parameters(claim->info().parameters, {size + "=" + Integer(from + more).str()});
            CHECK(claim->verify(only, parameters, VerifyOptions()).status == Status::holds);
          }
        }
      }
    }
  }
  CHECK(read >= 100);
  CHECK(proved >= 10);
  CHECK(proved < read);
}

}  // namespace attest::shattering_proof_test

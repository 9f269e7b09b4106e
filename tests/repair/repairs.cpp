#include "repair/repairs.hpp"

#include "theorems/read.hpp"
#include "theorems/said.hpp"
#include "theorems/texts.hpp"
#include "theorems/theorem_texts.hpp"
#include "tools/attest/theorem_argument.hpp"

namespace attest::repair_tests {

std::vector<theorems::TheoremText> all_texts() {
  std::vector<theorems::TheoremText> texts;
  for (const TheoremSource& source : theorem_texts())
    texts.push_back(theorems::read_theorem(source.source_text()));
  for (const std::string& file : theorem_tests::files_below("examples", ".theorem")) {
    texts.push_back(theorem_tests::theorem(theorem_tests::file_text(file)));
    if (!texts.back().extends.empty()) texts.pop_back();
  }
  return texts;
}

std::unique_ptr<Claim> claim_of(theorems::TheoremText text) {
  return claim_of_text(std::move(text), "own:repair", "the repair");
}

theorems::repair::RepairSearch searched(const theorems::TheoremText& text, const std::string& variant,
                                        std::size_t edits, const std::vector<std::string>& given) {
  theorems::repair::RepairOptions options;
  options.given = given;
  options.most_edits = edits;
  options.run.threads = 1;
  const theorems::repair::ClaimOf factory = claim_of;
  return theorems::repair::search_repair(text, variant, factory, options);
}

std::vector<std::string> changes_of(const theorems::repair::Repair& repair) {
  std::vector<std::string> lines;
  for (theorems::PatchStatement patch : repair.patches) {
    patch.because.clear();
    lines.push_back(theorems::said(patch).line());
  }
  return lines;
}

}  // namespace attest::repair_tests

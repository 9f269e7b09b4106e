// Print and repair beside each other.
#include "tools/attest/report/formula_lines.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

#include "theorems/patch.hpp"
#include "theorems/read.hpp"
#include "theorems/theorem_texts.hpp"

namespace attest::report::formula_lines_test {

namespace {

ComparedFormulas compared(const theorems::TheoremText& text) {
  std::vector<theorems::TheoremText> texts;
  const std::vector<std::string> names = theorems::variant_names(text);
  for (const std::string& name : names) texts.push_back(theorems::variant_of(text, name));
  return compared_formulas(names, texts);
}

}  // namespace

TEST_CASE("Of function composition the displayed score alone differs", "[tools][report]") {
  const ComparedFormulas all =
      compared(theorems::read_theorem(theorem_text("strassen/function-composition").source_text()));
  CHECK(all.variants == std::vector<std::string>{"printed", "repaired"});
  std::vector<std::string> differing;
  for (const ComparedLine& line : all.lines) {
    if (line.differs) differing.push_back(line.title + " " + line.place);
  }
  CHECK(differing == std::vector<std::string>{"displayed score line 346"});
}

TEST_CASE("Every line of every variant of every theorem stands in its column, and nothing else",
          "[tools][report]") {
  for (const TheoremSource& source : theorem_texts()) {
    const theorems::TheoremText text = theorems::read_theorem(source.source_text());
    if (!text.extends.empty()) continue;
    INFO(source.id);
    const ComparedFormulas all = compared(text);
    for (std::size_t v = 0; v < all.variants.size(); ++v) {
      std::vector<std::string> column;
      for (const ComparedLine& line : all.lines) {
        if (!line.cells[v].title.empty() || !line.cells[v].text.empty())
          column.push_back(line.cells[v].title + "|" + line.cells[v].text);
      }
      std::vector<std::string> said;
      for (const FormulaLine& line : formula_lines(theorems::variant_of(text, all.variants[v])))
        said.push_back(line.title + "|" + line.text);
      std::sort(column.begin(), column.end());
      std::sort(said.begin(), said.end());
      CHECK(column == said);
    }
  }
}

}  // namespace attest::report::formula_lines_test

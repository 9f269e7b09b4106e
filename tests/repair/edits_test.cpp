// Edits of theorems: of every text of the catalogue and the gallery, and what they leave alone.
#include "repair/edits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <regex>
#include <set>

#include "language/message.hpp"
#include "language/parser.hpp"
#include "repair/patches.hpp"
#include "repair/print_alone.hpp"
#include "repair/repairs.hpp"
#include "repair/tree_edits.hpp"
#include "theorems/patch.hpp"
#include "theorems/read.hpp"
#include "theorems/said.hpp"
#include "theorems/write.hpp"

namespace attest::edits_test {

namespace {

using namespace attest::repair_tests;      // NOLINT(google-build-using-namespace)
using namespace attest::theorems;          // NOLINT(google-build-using-namespace)
using namespace attest::theorems::repair;  // NOLINT(google-build-using-namespace)

std::vector<std::string> results(const std::string& text, const Site& site, const Vocabulary& names) {
  std::vector<std::string> all;
  for (const TreeEdit& edit : tree_edits(language::parse_expression(text), site, names))
    all.push_back(fmt::format("{} {}", edit.cost, language::to_string(edit.result)));
  return all;
}

// Everything that says what is to be computed, of which inputs, and what is asked of it.
std::string statement(const TheoremText& text) {
  std::string all;
  const auto add = [&](const Said& said) { all += said.line() + "\n"; };
  for (const auto& s : text.sizes) add(said(s));
  for (const auto& s : text.limits) add(said(s));
  for (const auto& s : text.parameters) add(said(s));
  for (const auto& s : text.inputs) add(said(s));
  for (const auto& e : text.where) add(said_condition("where", e));
  if (text.judged_if) add(said_condition("judged if", text.judged_if));
  for (const auto& s : text.tasks) add(said(s));
  for (const auto& s : text.checks) add(said(s));
  if (text.shatter)
    all += said(*text.shatter).line() + said_rows(*text.shatter).line() + said_columns(*text.shatter).line();
  if (text.reduction)
    all += said(*text.reduction).line() + said_map(*text.reduction).line() +
           said_becomes(*text.reduction).line();
  for (const auto& t : text.tokens) {
    all += t.kind;
    for (const auto& e : t.ranges) all += language::to_string(e);
    for (const auto& f : t.features) {
      all += f.name + (f.value ? language::to_string(f.value) : "");
      for (const auto& entry : f.entries) all += language::to_string(entry.value);
    }
  }
  // The definitions that these lines speak of, as far as they go.
  for (const auto& let : text.lets) {
    const bool spoken_of = std::regex_search(all, std::regex("\\b" + let.name + "\\b"));
    if (spoken_of) all += said(let).line() + "\n";
  }
  return all;
}

}  // namespace

TEST_CASE("The edits of an expression are the ones that are described, with their costs",
          "[theorems][repair]") {
  const Vocabulary names{{"n"}, {"phi"}};
  const Site row{Site::Kind::vector, false, {"i", "j"}};
  const auto all = results("(phi_i, 2*n - i, 0)", row, names);
  for (const char* expected :
       {"2 (phi_j, 2*n - i, 0)", "2 (phi_i, 2*n + i, 0)", "2 (phi_i, 2*n - j, 0)", "2 (phi_i, 3*n - i, 0)",
        "2 (phi_i, 2*n^2 - i, 0)", "2 (phi_i, 2*n - i, 1)", "2 (-phi_i, 2*n - i, 0)",
        "3 (phi_i, 2*n - (i + 1), 0)", "3 (2*n - i, phi_i, 0)", "4 (phi_i, 2*n - i)",
        "4 (phi_i, 2*n - i, 0, 0)", "4 (phi_i, n - i, 0)"}) {
    INFO(expected);
    CHECK(std::find(all.begin(), all.end(), expected) != all.end());
  }
  const Site display{Site::Kind::display, false, {"i", "j", "k"}};
  const auto shifted = results("p_i + (i*n + j)/n^3", display, names);
  CHECK(std::find(shifted.begin(), shifted.end(), "3 p_i + (j*n + k)/n^3") != shifted.end());
  const auto everywhere = results("(own mod s, own mod s)", row, names);
  CHECK(std::find(everywhere.begin(), everywhere.end(), "4 ((own - 1) mod s + 1, (own - 1) mod s + 1)") !=
        everywhere.end());
}

TEST_CASE("Edits of an expression are different, ascending in cost, and are read as they are written",
          "[theorems][repair]") {
  const Vocabulary names{{"n", "m"}, {"num", "one"}};
  const Site site{Site::Kind::readout, false, {"i", "j"}};
  for (const char* text : {"1/8 - min(abs(stream.2 + m/3), abs(stream.5 - 2*m))",
                           "if num_i <= n then sum k in [n]: num_k^2 else -1", "n^2*(num, 0, 1/n)",
                           "not (i = j and num mod 2 = 0)", "-(num_i - j)^2"}) {
    const auto edits = tree_edits(language::parse_expression(text), site, names);
    REQUIRE(edits.size() > 10);
    std::set<std::string> seen{text};
    int cost = 0;
    for (const TreeEdit& edit : edits) {
      const std::string written = language::to_string(edit.result);
      INFO(written);
      CHECK(seen.insert(written).second);
      CHECK(language::to_string(language::parse_expression(written)) == written);
      CHECK(edit.cost >= std::max(cost, 2));
      cost = edit.cost;
    }
  }
}

TEST_CASE(
    "No edit of a theorem touches sizes, inputs, task, parameters, checks or a definition that these need",
    "[theorems][repair]") {
  std::size_t edits = 0;
  for (const TheoremText& text : all_texts()) {
    const TheoremText print = print_alone(text, variant_names(text).front());
    const std::string before = statement(print);
    for (const Edit& edit : edits_of(print)) {
      // One in seven of thousands, of every text other ones.
      if (++edits % 7 != 0) continue;
      TheoremText edited = print;
      edit.apply(edited);
      INFO(write(edited));
      CHECK(statement(edited) == before);
    }
  }
  CHECK(edits > 10000);
}

TEST_CASE("Patches that are written, read and applied again give the edited theorem", "[theorems][repair]") {
  std::size_t edits = 0;
  std::size_t not_written = 0;
  for (const TheoremText& text : all_texts()) {
    const std::string variant = variant_names(text).front();
    const TheoremText print = print_alone(text, variant);
    for (const Edit& edit : edits_of(print)) {
      if (++edits % 97 != 0) continue;
      TheoremText edited = print;
      edit.apply(edited);
      const auto patches = patches_between(print, edited);
      const std::string written = write(with_patches(print, variant, "repaired", patches));
      INFO(written);
      REQUIRE(!patches.empty());
      std::optional<TheoremText> read;
      try {
        read = read_theorem(language::SourceText("test.theorem", written));
      } catch (const language::ParseError&) {  // names that mean nothing, 1 - 2*1 for a count
        ++not_written;
        continue;
      }
      // What is edited away from a tuple is read as one.
      const TheoremText as_read = read_theorem(language::SourceText("test.theorem", write(edited)));
      CHECK(write(variant_of(*read, read->variants.back().name)) == write(as_read));
    }
  }
  CHECK(edits > 10000);
  CHECK(not_written * 10 < edits / 97);
}

}  // namespace attest::edits_test

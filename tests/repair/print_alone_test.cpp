// What a search for a repair is given: nothing that tells how the theorem could be mended.
#include "repair/print_alone.hpp"

#include <catch2/catch.hpp>

#include "repair/repairs.hpp"
#include "theorems/patch.hpp"
#include "theorems/write.hpp"

namespace attest::print_alone_test {

using namespace attest::repair_tests;      // NOLINT(google-build-using-namespace)
using namespace attest::theorems;          // NOLINT(google-build-using-namespace)
using namespace attest::theorems::repair;  // NOLINT(google-build-using-namespace)

TEST_CASE("The print alone has no line of another kind than the theorem's own", "[theorems][repair]") {
  int variants = 0;
  for (const TheoremText& text : all_texts()) {
    for (const std::string& name : variant_names(text)) {
      ++variants;
      const std::string written = write(print_alone(text, name));
      INFO(written);
      for (const std::string word :
           {"variant ", "expect ", "read ", "choice ", "note ", "change ", "drop ", "add "}) {
        CHECK(written.find("\n" + word) == std::string::npos);
        CHECK(written.find("\n  " + word) == std::string::npos);
      }
      CHECK(written.find("because \"") == std::string::npos);
      CHECK(written.find("# ") == std::string::npos);
      CHECK(written.find(" choice \"") == std::string::npos);
    }
  }
  CHECK(variants > 100);
}

TEST_CASE(
    "What other variants, reasons, readings, notes and expectations say makes no difference to the print alone",
    "[theorems][repair]") {
  for (const TheoremText& text : all_texts()) {
    const std::vector<std::string> names = variant_names(text);
    for (const std::string& name : names) {
      TheoremText other = text;
      std::erase_if(other.variants,
                    [&](const VariantStatement& v) { return v.name != name && name != "stated"; });
      for (VariantStatement& variant : other.variants) {
        for (PatchStatement& patch : variant.patches) patch.because = "nothing";
      }
      if (name == "stated") other.variants.clear();
      other.expects.clear();
      other.readings.clear();
      other.choices = {{"a choice", {}}};
      other.notes = {{"a note", {}}};
      for (LayerStatement& layer : other.layers) {
        for (LandingStatement& landing : layer.landings) landing.choice = "another";
      }
      CHECK(write(print_alone(other, name)) == write(print_alone(text, name)));
    }
  }
}

}  // namespace attest::print_alone_test

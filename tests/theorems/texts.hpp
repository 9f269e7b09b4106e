// Theorem files for tests: the sketches of the specification, files of the repository, and reading one from text.
#pragma once

#include <string>
#include <vector>

#include "theorems/theorem_text.hpp"

namespace attest::theorem_tests {

// A relative path is one of the repository.
std::string file_text(const std::string& path);
// All files below a folder of the repository whose name ends so, in the order of their names.
std::vector<std::string> files_below(const std::string& folder, const std::string& ending);
std::string repository();

theorems::TheoremText theorem(const std::string& text);
// The messages of a text that is refused, each as "line:column: text"; empty where it is read.
std::vector<std::string> refusal(const std::string& text);

// The three sketches of the format's specification.
extern const char* const composition_sketch;
extern const char* const argmax_sketch;
extern const char* const extension_sketch;

// A short theorem; `statements` stand in the place of its check.
std::string small_theorem(const std::string& statements = "check output");

}  // namespace attest::theorem_tests

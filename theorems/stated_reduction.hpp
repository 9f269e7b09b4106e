// A reduction that a text states behind `reduction`, at given sizes: two questions and the map between their instances. An
// instance is a list of letters, one a cell of its inputs.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "claims/parameters.hpp"
#include "theorems/input_layout.hpp"
#include "theorems/promise.hpp"
#include "theorems/theorem_text.hpp"

namespace attest::theorems {

// What one choice of a question's quantified names contributes: `exists j in [m]: A(1,j) = 1 and B(j,1) = 1` at j = 2.
struct QuestionCase {
  std::vector<long> at;     // the values of the names
  std::vector<bool> parts;  // each condition that `and` joins
  bool holds = false;
};

// The same question taken apart, where it is `exists` or `forall` over names whose ranges depend on sizes alone.
struct QuestionCases {
  std::vector<std::string> names;
  std::vector<std::string> parts;  // as they are written
  // At the cells of an instance, in the order of the ranges.
  std::function<std::vector<QuestionCase>(std::span<const long> cells)> cases;
};

struct StatedReduction {
  std::shared_ptr<const InputLayout> source;
  std::shared_ptr<const InputLayout> image;
  std::vector<std::string> source_names;  // a(1), a(2): of the cells
  std::vector<std::string> image_names;
  std::shared_ptr<const Promise> promise;  // `where`: which words are instances
  // Thread-safe; UsageError with the line where there is no value.
  std::function<bool(std::span<const long> source)> question;
  std::function<bool(std::span<const long> image)> asked;
  std::function<std::vector<long>(std::span<const long> source)> map;  // letters that need not be the image's
  // Of each cell of the image, the cells of the source that its letter was computed from.
  std::function<std::vector<std::vector<std::size_t>>(std::span<const long> source)> reads;
  std::optional<QuestionCases> question_cases;
  std::optional<QuestionCases> asked_cases;

  struct Assertion {  // check assert (m + 1)^2 <= 4*m^2: at these sizes; nothing: enclosures do not tell
    std::string text;
    std::optional<bool> holds;
    bool essential = true;
  };
  std::vector<Assertion> assertions;
  std::string excluded;  // the condition behind `judged if`, where it does not hold at these sizes

  // The first cell of the image with a letter that it cannot have: "A(1,2) = 3"; empty where there is none.
  std::string letter_defect(std::span<const long> image_cells) const;
};

// `text`: with the variant's patches applied. Throws UsageError for sizes that the theorem excludes and what does not type.
StatedReduction stated_reduction(const TheoremText& text, const Parameters& parameters);

}  // namespace attest::theorems

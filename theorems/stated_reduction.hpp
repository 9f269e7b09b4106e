// A reduction that a text states behind `reduction`, at given sizes: two questions and the map between their instances. An
// instance is a list of letters, one a cell of its inputs.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "claims/parameters.hpp"
#include "theorems/free_values.hpp"
#include "theorems/image_tokens.hpp"
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

// Whether a token of the target, by its indices, changes with an input of the source.
using TokenDepends = std::function<bool(std::size_t input, std::span<const long> token)>;

// `assert`: a sentence about sizes, about every instance and its image, or about what the target's tokens depend on. One of the three
// is there.
struct Assertion {
  std::string name;  // "assert", or the name that the text gives it
  std::string text;  // with its mark
  bool essential = true;
  struct OfSizes {
    std::optional<bool> holds;  // nothing: enclosures do not tell
  };
  using OfInstance = std::function<bool(std::span<const long> source, std::span<const long> image)>;
  using OfTokens = std::function<bool(const TokenDepends& depends)>;
  std::variant<OfSizes, OfInstance, OfTokens> says;
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
  // The letters of the chosen cells of the image, in their places.
  std::function<void(std::span<const long> source, const std::vector<bool>& chosen, std::vector<long>& image)>
      remap;
  // Of each cell of the image, the cells of the source that its letter was computed from.
  std::function<std::vector<std::vector<std::size_t>>(std::span<const long> source)> reads;
  // Of each cell of the image, every cell of the source that its letter may be computed from.
  std::function<std::vector<std::vector<std::size_t>>()> may_read;
  std::optional<QuestionCases> question_cases;
  std::optional<QuestionCases> asked_cases;

  std::vector<Assertion> assertions;
  std::vector<FreeValues> free;
  std::function<std::vector<ImageToken>()> tokens;  // of the target; none where the text states none
  std::string excluded;  // the condition behind `judged if`, where it does not hold at these sizes

  // The first cell of the image with a letter that it cannot have: "A(1,2) = 3"; empty where there is none.
  std::string letter_defect(std::span<const long> image_cells) const;
};

// `text`: with the variant's patches applied. Throws UsageError for sizes that the theorem excludes and what does not type.
StatedReduction stated_reduction(const TheoremText& text, const Parameters& parameters);

}  // namespace attest::theorems

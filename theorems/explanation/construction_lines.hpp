// Which lines of a theorem's text make what an explanation speaks of: a head's scores, its values, the residual, the readout, the
// task. A line is quoted as the file has it, or the catalogue's text.
#pragma once

#include <string>
#include <vector>

#include "theorems/theorem_claim.hpp"

namespace attest::theorems {

struct TextLine {
  std::string what;  // "query", "value 2", "readout", "param c"
  std::string file;  // examples/argmax.theorem
  long line = 0;
  std::string text;  // without the blanks around it and a comment; ".." where the statement goes on

  bool operator==(const TextLine& other) const { return file == other.file && line == other.line; }
};

enum class ConstructionPart {
  scores,   // rows, or the score that stands in their place
  weights,  // the same with the scale
  values,   // and where they land
  residual,
  readout,
  task,
  changes,  // what the variant changes
};

// [{"what", "file", "line", "text"}, ..]
Json lines_json(const std::vector<TextLine>& lines);

class ConstructionLines {
 public:
  // Of the last layer, where there are several. `stated`: the text made the layer; false: weights of a reader's own did, and the
  // task alone has a line.
  ConstructionLines(const TheoremClaim& claim, const LayerSetting& setting, bool stated);

  // Of these heads, counted as the layer does, and, where they are a variant's, those that the variant changes first. No line twice.
  std::vector<TextLine> of(ConstructionPart part, const std::vector<std::size_t>& heads) const;
  // Of a refuted display, by the reason that the check gives: the displayed line, and the rows of its head. Empty where the reason
  // names none of this text.
  std::vector<std::vector<TextLine>> of_display(const std::string& reason) const;

 private:
  void find_heads(const LayerSetting& setting);
  void add(const language::Place& place, const std::string& what, std::vector<TextLine>& lines) const;
  void add_rows(const HeadStatement& head, RowStatement::Role role, std::vector<TextLine>& lines) const;
  void add_parameters(const HeadStatement& head, bool scale, std::vector<TextLine>& lines) const;
  void changed_first(std::vector<TextLine>& lines) const;

  TheoremText text_;                         // with the variant's patches
  std::vector<language::Place> changed_;     // text and line of what the variant changes
  const LayerStatement* layer_ = nullptr;    // in text_; null: no lines but the task's
  std::vector<const HeadStatement*> heads_;  // [head of the layer]; empty where they are not told apart
};

}  // namespace attest::theorems

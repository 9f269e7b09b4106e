// Lines of a written theorem file: each belongs to the statements at certain places of the text that was read,
// so that comments find their way back. Long lines are broken where a statement may go on.
#pragma once

#include <string>
#include <vector>

#include "theorems/theorem_text.hpp"

namespace attest::theorems {

class Layout {
 public:
  static constexpr std::size_t width = 110;

  // A line at `indent` blanks for the statements at these places.
  void line(std::size_t indent, std::string text, std::vector<Place> places);
  // Puts a further statement on the last line, where there is room for it, else on a line of its own.
  void join(const std::string& text, std::vector<Place> places);

  std::string text(const std::vector<language::Comment>& comments) const;

 private:
  struct Line {
    std::size_t indent = 0;
    std::string text;
    std::vector<Place> places;
  };
  std::vector<Line> lines_;
};

// "sizes" becomes "sizes   ", so that what is said begins in one column.
std::string padded(const std::string& line);

}  // namespace attest::theorems

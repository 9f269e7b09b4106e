// Laying out text and tables for a terminal.
#include "tools/attest/text.hpp"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <sstream>

#include "tools/attest/color.hpp"
#include "tools/attest/table.hpp"

namespace attest::text_test {

namespace {

// Text as it is for a terminal of that width.
class Columns {
 public:
  explicit Columns(const char* width) {
    if (const char* before = std::getenv("COLUMNS")) before_ = before;
    setenv("COLUMNS", width, 1);
  }
  Columns(const Columns&) = delete;
  Columns& operator=(const Columns&) = delete;
  ~Columns() {
    if (before_.empty()) {
      unsetenv("COLUMNS");
    } else {
      setenv("COLUMNS", before_.c_str(), 1);
    }
  }

 private:
  std::string before_;
};

std::size_t widest(const std::string& text) {
  std::istringstream lines(text);
  std::size_t width = 0;
  for (std::string line; std::getline(lines, line);) width = std::max(width, display_width(line));
  return width;
}

}  // namespace

TEST_CASE("A colour has no width", "[tools]") {
  use_color(true);
  const std::string red = colored("wrong", Status::refuted);
  use_color(false);
  REQUIRE(red.size() > 5);
  CHECK(display_width(red) == 5);
  CHECK(display_width("a\xC3\xA9" + red) == 7);
  CHECK(wrapped("aaa " + red + " b", 0, 9) == "aaa " + red + "\nb");
  CHECK(display_width(cut(red + red, 8)) == 8);
}

TEST_CASE("A verdict's words are known as a whole", "[tools]") {
  CHECK(verdict_of_words("holds") == Status::holds);
  CHECK(verdict_of_words("HOLDS") == Status::holds);
  CHECK(verdict_of_words("refuted (display)") == Status::refuted);
  CHECK(verdict_of_words("wrong") == Status::refuted);
  CHECK(verdict_of_words("NOT DECIDED") == Status::undecided);
  CHECK(verdict_of_words("ill-formed") == Status::ill_formed);
  CHECK(!verdict_of_words("holds at n = 2"));
  CHECK(!verdict_of_words("as wanted"));
  CHECK(!verdict_of_words(""));
}

TEST_CASE("A title takes the width that there is", "[tools]") {
  CHECK(title_line("one two", 7) == "one two\n");
  CHECK(title_line("one two", 6) == "one\n  two\n");
}

TEST_CASE("A command stays in one line, behind its label or below it", "[tools]") {
  CHECK(labelled_command("replay", "attest run", 2, 15, 27) == "  replay         attest run\n");
  CHECK(labelled_command("replay", "attest run", 2, 15, 26) == "  replay\n    attest run\n");
}

TEST_CASE("A table that has no room for its columns is a list of its rows", "[tools]") {
  const Table table{{"claim", "verdict", "inputs", "failing", "gap", "error"},
                    {{"strassen/function-composition", "holds", "32", "0", "4/7*sqrt(7)", "0.423886"},
                     {"anna/sum", "refuted (display)", "27", "", "-", "-"}}};
  const Columns narrow("40");
  const std::string text = render(table, Format::text);
  CHECK(
      text ==
      "claim    strassen/function-composition\nverdict  holds\ninputs   32\nfailing  0\ngap      4/7*sqrt(7)\n"
      "error    0.423886\n\nclaim    anna/sum\nverdict  refuted (display)\ninputs   27\ngap      -\nerror    -\n");
}

TEST_CASE("No table is wider than its page", "[tools]") {
  Table table;
  for (int columns = 1; columns < 14; ++columns) {
    table.header.push_back("column " + std::to_string(columns));
    table.rows.assign(2, std::vector<std::string>(table.header.size(), "cells of several words"));
    for (const char* width : {"40", "60", "80", "120"}) {
      const Columns page(width);
      CAPTURE(columns, width);
      CHECK(widest(render(table, Format::text)) <= std::stoul(width));
    }
  }
}

}  // namespace attest::text_test

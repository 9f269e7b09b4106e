// A report before it is HTML, Markdown or LaTeX: sections of blocks, in the order in which they are read. Whoever makes one
// says what is found; the writers (html_page.hpp, markup_page.hpp) only set it.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "claims/verdict.hpp"
#include "theorems/proof/range_proof.hpp"
#include "tools/attest/listing.hpp"
#include "tools/attest/report/formula_lines.hpp"
#include "tools/attest/table.hpp"

namespace attest::report {

struct Prose {
  std::string text;
};

// What somebody else says, and where it stands.
struct Quoted {
  std::string text;
  std::string place;
};

struct Listed {
  Remarks remarks;
};

struct Tabled {
  std::string caption;
  Table table;
};

// A table that a reader sorts, and filters by these columns.
struct Catalogued {
  Table table;
  std::vector<std::size_t> filters;
};

// A heading below the section's.
struct Titled {
  std::string text;
};

// A picture of what a table of the same section says in numbers: of HTML alone.
struct Drawn {
  std::string svg;
  std::string caption;
};

struct Typed {
  std::string text;
};

struct Proved {
  theorems::RangeProof proof;
};

using Block =
    std::variant<Prose, Quoted, Listed, Tabled, Catalogued, Titled, Drawn, Typed, ComparedFormulas, Proved>;

struct Section {
  std::string title;
  std::vector<Block> blocks;
};

// A verdict at the head of the page.
struct Badge {
  std::string label;
  std::string text;
  Status status = Status::undecided;
};

struct Page {
  std::string title;
  std::string subtitle;
  std::string provenance;  // version, seed and command, in one line
  std::vector<Badge> badges;
  std::vector<Section> sections;
};

}  // namespace attest::report

// What reproduces a generated file: program version, command and seed.
#pragma once

#include <cstdint>
#include <string>

#include "tools/attest/table.hpp"

namespace attest {

struct Provenance {
  std::string command;
  std::uint64_t seed = 0;

  // A first line for a file: "# ..." for text, "% ..." for latex, "<!-- ... -->" for markdown; empty for
  // json, which has fields for it, and csv, which has no comments.
  std::string first_line(Format format) const;

  // The table as a file holds it: with its first line, or, in csv, with columns version, command and seed.
  std::string render_file(Table table, Format format) const;
};

}  // namespace attest

// One table, four ways to write it.
#pragma once

#include <string>
#include <vector>

namespace attest {

enum class Format { text, json, csv, latex, markdown };

struct Table {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
};

// text: aligned columns, cells broken into lines where the table would be wider than table_width(), or rows as lists where that does not help, cells that are a verdict's words in
// its colour; csv: RFC 4180; latex: booktabs; markdown: a pipe table. Not for json.
std::string render(const Table& table, Format format);

// The columns' widths in characters: what they hold; the widest are cut until the table with two spaces between columns fits into `page`,
// words only where it must be.
std::vector<std::size_t> table_widths(const Table& table, std::size_t page);

// A piece of prose with what latex or markdown would take for its own marked as text; the same text for the others.
std::string escaped(const std::string& text, Format format);

}  // namespace attest

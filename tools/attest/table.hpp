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

// text: aligned columns, cells broken into lines where the table would be wider than table_width(); csv: RFC
// 4180; latex: booktabs; markdown: a pipe table. Not for json.
std::string render(const Table& table, Format format);

// A piece of prose with what latex or markdown would take for its own marked as text; the same text for the others.
std::string escaped(const std::string& text, Format format);

}  // namespace attest

#include "tools/attest/provenance.hpp"

#include <fmt/format.h>

#include "tools/attest/version.hpp"

namespace attest {

std::string Provenance::first_line(Format format) const {
  const std::string text = fmt::format("attest {}, seed {}: {}", version(), seed, command);
  switch (format) {
    case Format::text:
      return "# " + text + "\n";
    case Format::latex:
      return "% " + text + "\n";
    case Format::markdown:
      return "<!-- " + text + " -->\n";
    case Format::csv:
    case Format::json:
      break;
  }
  return "";
}

std::string Provenance::render_file(Table table, Format format) const {
  if (format == Format::csv) {
    for (const char* name : {"version", "command", "seed"}) table.header.emplace_back(name);
    for (auto& row : table.rows) {
      row.push_back(version());
      row.push_back(command);
      row.push_back(std::to_string(seed));
    }
  }
  return first_line(format) + render(table, format);
}

}  // namespace attest

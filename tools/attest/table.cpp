#include "tools/attest/table.hpp"

#include <algorithm>
#include <stdexcept>

#include "tools/attest/text.hpp"

namespace attest {

namespace {

std::string text_table(const Table& table) {
  std::vector<std::size_t> width(table.header.size(), 0);
  const auto measure = [&](const std::vector<std::string>& row) {
    for (std::size_t c = 0; c < row.size(); ++c) width[c] = std::max(width[c], display_width(row[c]));
  };
  measure(table.header);
  for (const auto& row : table.rows) measure(row);
  std::string result;
  const auto line = [&](const std::vector<std::string>& row) {
    std::string text;
    for (std::size_t c = 0; c < row.size(); ++c) {
      text += row[c];
      if (c + 1 < row.size()) text += std::string(width[c] - display_width(row[c]) + 2, ' ');
    }
    text.erase(text.find_last_not_of(' ') + 1);
    result += text + "\n";
  };
  line(table.header);
  std::vector<std::string> rule;
  for (const std::size_t w : width) rule.emplace_back(w, '-');
  line(rule);
  for (const auto& row : table.rows) line(row);
  return result;
}

std::string csv_cell(const std::string& cell) {
  if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
  std::string quoted = "\"";
  for (const char c : cell) {
    quoted += c;
    if (c == '"') quoted += '"';
  }
  return quoted + "\"";
}

std::string csv_table(const Table& table) {
  std::string result;
  const auto line = [&](const std::vector<std::string>& row) {
    for (std::size_t c = 0; c < row.size(); ++c) result += (c == 0 ? "" : ",") + csv_cell(row[c]);
    result += "\r\n";
  };
  line(table.header);
  for (const auto& row : table.rows) line(row);
  return result;
}

std::string latex_cell(const std::string& cell) {
  std::string result;
  for (const char c : cell) {
    switch (c) {
      case '\\':
        result += "\\textbackslash{}";
        break;
      case '<':
        result += "\\textless{}";
        break;
      case '>':
        result += "\\textgreater{}";
        break;
      case '~':
        result += "\\textasciitilde{}";
        break;
      case '^':
        result += "\\textasciicircum{}";
        break;
      case '&':
      case '%':
      case '$':
      case '#':
      case '_':
      case '{':
      case '}':
        result += '\\';
        result += c;
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string latex_table(const Table& table) {
  std::string result = "\\begin{tabular}{" + std::string(table.header.size(), 'l') + "}\n\\toprule\n";
  const auto line = [&](const std::vector<std::string>& row) {
    for (std::size_t c = 0; c < row.size(); ++c) result += (c == 0 ? "" : " & ") + latex_cell(row[c]);
    result += " \\\\\n";
  };
  line(table.header);
  result += "\\midrule\n";
  for (const auto& row : table.rows) line(row);
  return result + "\\bottomrule\n\\end{tabular}\n";
}

std::string markdown_cell(const std::string& cell) {
  std::string result;
  for (const char c : cell) {
    if (c == '|' || c == '\\' || c == '*' || c == '_') result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result;
}

std::string markdown_table(const Table& table) {
  std::string result;
  const auto line = [&](const std::vector<std::string>& row) {
    result += "|";
    for (const auto& cell : row) result += " " + markdown_cell(cell) + " |";
    result += "\n";
  };
  line(table.header);
  result += "|";
  for (std::size_t c = 0; c < table.header.size(); ++c) result += "---|";
  result += "\n";
  for (const auto& row : table.rows) line(row);
  return result;
}

}  // namespace

std::string render(const Table& table, Format format) {
  switch (format) {
    case Format::text:
      return text_table(table);
    case Format::csv:
      return csv_table(table);
    case Format::latex:
      return latex_table(table);
    case Format::markdown:
      return markdown_table(table);
    case Format::json:
      break;
  }
  throw std::logic_error("a table is not JSON");
}

}  // namespace attest

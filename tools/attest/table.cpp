#include "tools/attest/table.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "tools/attest/color.hpp"
#include "tools/attest/latex.hpp"
#include "tools/attest/markdown.hpp"
#include "tools/attest/text.hpp"

namespace attest {

namespace {

constexpr std::size_t between_columns = 2;   // columns
constexpr std::size_t narrowest_column = 7;  // that a column is cut down to
constexpr std::size_t narrow_page = 60;      // below it words that have to be cut stand in lists

std::size_t longest_word(const std::string& cell) {
  std::size_t longest = 0;
  std::size_t begin = 0;
  while (begin <= cell.size()) {
    const std::size_t end = std::min(cell.find_first_of(" /-,=;", begin), cell.size());
    longest = std::max(longest, display_width(cell.substr(begin, end - begin + 1)));
    begin = end + 1;
  }
  return longest;
}

}  // namespace

std::vector<std::size_t> table_widths(const Table& table, std::size_t page) {
  std::vector<std::size_t> width(table.header.size(), 0);
  std::vector<std::size_t> word(table.header.size(), narrowest_column);
  const auto measure = [&](const std::vector<std::string>& row) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      width[c] = std::max(width[c], display_width(row[c]));
      word[c] = std::max(word[c], longest_word(row[c]));
    }
  };
  measure(table.header);
  for (const auto& row : table.rows) measure(row);
  const auto cut_down_to = [&](const std::vector<std::size_t>& least) {
    while (std::accumulate(width.begin(), width.end(), between_columns * (width.size() - 1)) > page) {
      std::size_t* widest = nullptr;
      for (std::size_t c = 0; c < width.size(); ++c) {
        if (width[c] > least[c] && (widest == nullptr || width[c] > *widest)) widest = &width[c];
      }
      if (widest == nullptr) return;
      --*widest;
    }
  };
  cut_down_to(word);
  cut_down_to(std::vector<std::size_t>(width.size(), narrowest_column));
  return width;
}

namespace {

// Where there is no room for columns: a row is a list of what its cells are.
std::string rows_as_lists(const Table& table, std::size_t page) {
  std::size_t label = 0;
  for (const std::string& name : table.header) label = std::max(label, display_width(name) + 2);
  label = std::min(label, page / 2);
  std::string result;
  for (const auto& row : table.rows) {
    if (!result.empty()) result += "\n";
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (!row[c].empty()) result += labelled(table.header[c], colored_words(row[c]), 0, label, page);
    }
  }
  return result;
}

// Whether cells are read worse in columns of these widths than one below the other.
bool has_no_room(const Table& table, const std::vector<std::size_t>& width, std::size_t page) {
  if (std::accumulate(width.begin(), width.end(), between_columns * (width.size() - 1)) > page) return true;
  if (page >= narrow_page) return false;
  const auto is_cut = [&](const std::vector<std::string>& row) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (longest_word(row[c]) > width[c] + 1) return true;
    }
    return false;
  };
  return std::any_of(table.rows.begin(), table.rows.end(), is_cut);
}

std::string text_table(const Table& table) {
  if (table.header.empty()) return "";
  const std::size_t page = table_width();
  const auto width = table_widths(table, page);
  if (has_no_room(table, width, page)) return rows_as_lists(table, page);
  std::string result;
  const auto row_text = [&](const std::vector<std::string>& row, bool of_header = false) {
    std::vector<std::vector<std::string>> cells;
    std::size_t lines = 1;
    for (std::size_t c = 0; c < row.size(); ++c) {
      cells.push_back(broken(row[c], width[c]));
      lines = std::max(lines, cells.back().size());
    }
    for (std::size_t l = 0; l < lines; ++l) {
      std::string text;
      for (std::size_t c = 0; c < cells.size(); ++c) {
        const std::string part = l < cells[c].size() ? cells[c][l] : "";
        const auto verdict = of_header || part.empty() ? std::nullopt : verdict_of_words(row[c]);
        text += verdict ? colored(part, *verdict) : part;
        text += std::string(width[c] - display_width(part) + between_columns, ' ');
      }
      text.erase(text.find_last_not_of(' ') + 1);
      result += text + "\n";
    }
  };
  row_text(table.header, true);
  std::vector<std::string> rule;
  for (const std::size_t w : width) rule.emplace_back(w, '-');
  row_text(rule);
  for (const auto& row : table.rows) row_text(row);
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

std::string markdown_table(const Table& table) {
  std::string result;
  const auto line = [&](const std::vector<std::string>& row) {
    result += "|";
    for (const auto& cell : row) result += " " + markdown_prose(cell, MarkdownPlace::table) + " |";
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

std::string escaped(const std::string& text, Format format) {
  return format == Format::latex      ? latex_prose(text)
         : format == Format::markdown ? markdown_prose(text)
                                      : text;
}

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

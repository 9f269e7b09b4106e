#include "tools/attest/report/html_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "tools/attest/proof_report.hpp"
#include "tools/attest/report/html_escape.hpp"
#include "tools/attest/report/html_style.hpp"
#include "tools/attest/report/mathml.hpp"
#include "tools/attest/report/table_script.hpp"

namespace attest::report {

namespace {

constexpr std::size_t wide_cell = 60;  // characters from which on a cell keeps room to be read

std::string class_of(Status status) {
  return status == Status::not_applicable ? "not-applicable" : to_string(status);
}

// "refuted (display)" as a verdict with its colour.
std::string cell(const std::string& text) {
  const std::string word = text.substr(0, text.find_first_of(" ,("));
  const auto status = status_from_string(word == "not" ? "not-applicable" : word);
  if (status && text.size() < 40)
    return fmt::format("<span class=\"verdict {}\">{}</span>", class_of(*status), html_escape(text));
  return html_prose(text);
}

std::string definition_list(const Remarks& remarks) {
  if (remarks.empty()) return "";
  std::string html = "<dl>\n";
  for (const auto& [label, text] : remarks) {
    html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", html_escape(label),
                        is_typed(label, text) ? "<code>" + html_escape(text) + "</code>" : html_prose(text));
  }
  return html + "</dl>\n";
}

std::string formula(const FormulaLine& line) {
  if (line.title.empty() && line.text.empty()) return "<span class=\"muted\">not there</span>";
  if (line.expressions.empty())
    return "<code>" + html_escape(line.text.empty() ? line.title : line.text) + "</code>";
  std::string html;
  for (const auto& expression : line.expressions) html += mathml_in_pieces(expression);
  return html;
}

std::string formulas(const ComparedFormulas& compared) {
  std::string html = "<table class=\"compare\"><thead><tr><th class=\"what\" scope=\"col\">statement</th>";
  for (const std::string& variant : compared.variants)
    html += fmt::format("<th scope=\"col\">{}</th>", html_escape(variant));
  html += "</tr></thead><tbody>\n";
  for (const ComparedLine& line : compared.lines) {
    const std::string place =
        line.place.empty() ? "" : fmt::format(" <span class=\"mark\">{}</span>", html_escape(line.place));
    html += fmt::format("<tr{}><th class=\"what\" scope=\"row\"><code>{}</code>{}</th>",
                        line.differs ? " class=\"differs\"" : "", html_escape(line.title), place);
    if (line.differs) {
      for (std::size_t v = 0; v < line.cells.size(); ++v)
        html += fmt::format("<td data-label=\"{}\">{}</td>", html_escape(compared.variants[v]),
                            formula(line.cells[v]));
    } else {
      html += fmt::format("<td colspan=\"{}\">{}</td>", line.cells.size(), formula(line.cells.front()));
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table>\n";
}

std::string proof(const theorems::RangeProof& proved) {
  const ProofParts parts = proof_parts(proved);
  std::string html = fmt::format("<h3>{}</h3>\n<p><span class=\"verdict {}\">{}</span>{}</p>\n",
                                 html_prose(parts.title), class_of(proved.status), to_string(proved.status),
                                 proved.status == Status::holds && proved.main ? " for every size" : "");
  html += definition_list(parts.remarks);
  if (!parts.steps.empty()) {
    html += "<ol class=\"steps\">\n";
    for (const auto& [name, statement] : parts.steps)
      html += fmt::format("<li><strong>{}</strong>: {}</li>\n", html_escape(name), html_prose(statement));
    html += "</ol>\n";
  }
  return html + definition_list(parts.rest);
}

// In a frame that scrolls where it is too wide. `filters`: the columns of a catalogue's; null: any other table.
std::string html_table(const Table& table, const std::string& caption,
                       const std::vector<std::size_t>* filters = nullptr) {
  const std::string kind =
      filters == nullptr ? ""
                         : fmt::format(" class=\"catalogue\" data-filters=\"{}\"", fmt::join(*filters, " "));
  std::string html =
      fmt::format("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table{}>",
                  html_escape(caption.empty() ? "table" : caption), kind);
  if (!caption.empty()) html += "<caption>" + html_prose(caption) + "</caption>";
  html += "<thead><tr>";
  for (const std::string& name : table.header)
    html += name.empty() ? "<td></td>" : "<th scope=\"col\">" + html_prose(name) + "</th>";
  html += "</tr></thead><tbody>\n";
  for (const auto& row : table.rows) {
    html += "<tr>";
    for (std::size_t k = 0; k < row.size(); ++k) {
      const std::string label =
          filters == nullptr ? "" : fmt::format(" data-label=\"{}\"", html_escape(table.header[k]));
      html += fmt::format("<td{}{}>{}</td>", row[k].size() >= wide_cell ? " class=\"wide\"" : "", label,
                          cell(row[k]));
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

struct Writer {
  std::string operator()(const Catalogued& block) const {
    return html_table(block.table, "", &block.filters);
  }
  std::string operator()(const Prose& block) const { return "<p>" + html_prose(block.text) + "</p>\n"; }
  std::string operator()(const Quoted& block) const {
    return fmt::format("<blockquote><p>{}</p><p class=\"muted\">{}</p></blockquote>\n",
                       html_prose(block.text), html_escape(block.place));
  }
  std::string operator()(const Listed& block) const { return definition_list(block.remarks); }
  std::string operator()(const Titled& block) const { return "<h3>" + html_prose(block.text) + "</h3>\n"; }
  std::string operator()(const Tabled& block) const { return html_table(block.table, block.caption); }
  std::string operator()(const Drawn& block) const {
    return fmt::format("<figure>{}<figcaption>{}</figcaption></figure>\n", block.svg,
                       html_prose(block.caption));
  }
  std::string operator()(const Typed& block) const {
    return "<pre tabindex=\"0\">" + html_escape(block.text) + "</pre>\n";
  }
  std::string operator()(const ComparedFormulas& block) const { return formulas(block); }
  std::string operator()(const Proved& block) const { return proof(block.proof); }
};

// Figures beside each other stand in one row.
std::string blocks(const std::vector<Block>& all) {
  std::string html;
  bool in_figures = false;
  for (const Block& block : all) {
    const bool figure = std::holds_alternative<Drawn>(block);
    if (figure != in_figures) html += figure ? "<div class=\"figures\">\n" : "</div>\n";
    in_figures = figure;
    html += std::visit(Writer(), block);
  }
  return html + (in_figures ? "</div>\n" : "");
}

// Nothing else is let in: what is not ours does not run even where it should have come through.
std::string html_document(const std::string& title, const std::string& body, bool with_script) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'" +
         (with_script ? "; script-src " + table_script_hash() : "") +
         "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
         html_escape(title) + "</title>\n<style>" + html_style() + "</style>\n</head>\n<body>\n" + body +
         (with_script ? "<script>" + table_script() + "</script>\n" : "") + "</body>\n</html>\n";
}

}  // namespace

std::string html_page(const Page& page) {
  std::string body = "<a class=\"skip\" href=\"#main\">To the text</a>\n<header>\n<h1>" +
                     html_prose(page.title) + "</h1>\n<p class=\"muted\">" + html_escape(page.subtitle) +
                     "</p>\n<ul class=\"badges\">\n";
  for (const Badge& badge : page.badges)
    body += fmt::format("<li class=\"badge {}\">{}: <strong>{}</strong></li>\n", class_of(badge.status),
                        html_escape(badge.label), html_escape(badge.text));
  body += "</ul>\n</header>\n<nav aria-label=\"Sections\"><ul>\n";
  std::string text;
  std::size_t number = 0;
  bool with_script = false;
  for (const Section& section : page.sections) {
    if (section.blocks.empty()) continue;
    ++number;
    with_script = with_script ||
                  std::any_of(section.blocks.begin(), section.blocks.end(),
                              [](const Block& block) { return std::holds_alternative<Catalogued>(block); });
    body += fmt::format("<li><a href=\"#s{}\">{}</a></li>\n", number, html_escape(section.title));
    text += fmt::format("<section aria-labelledby=\"s{0}\">\n<h2 id=\"s{0}\">{1}</h2>\n{2}</section>\n",
                        number, html_escape(section.title), blocks(section.blocks));
  }
  body += "</ul></nav>\n<main id=\"main\">\n" + text + "</main>\n<footer>" + html_escape(page.provenance) +
          "</footer>\n";
  return html_document(page.title, body, with_script);
}

}  // namespace attest::report

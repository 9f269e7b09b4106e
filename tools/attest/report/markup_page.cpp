#include "tools/attest/report/markup_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tools/attest/latex.hpp"
#include "tools/attest/proof_report.hpp"

namespace attest::report {

namespace {

// What differs stands in each column, what does not in the first.
Table formula_table(const ComparedFormulas& compared) {
  Table table{{"", "place"}, {}};
  table.header.insert(table.header.end(), compared.variants.begin(), compared.variants.end());
  for (const ComparedLine& line : compared.lines) {
    std::vector<std::string> row{line.title, line.place};
    for (std::size_t v = 0; v < line.cells.size(); ++v) {
      const bool absent = line.cells[v].title.empty() && line.cells[v].text.empty();
      row.push_back(v > 0 && !line.differs ? "the same" : absent ? "-" : line.cells[v].text);
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

class Markup {
 public:
  explicit Markup(Format format) : format_(format) {}

  std::string operator()(const Prose& block) const { return escaped(block.text, format_) + "\n\n"; }
  std::string operator()(const Quoted& block) const {
    const std::string text = escaped(block.text, format_);
    const std::string place = escaped(block.place, format_);
    if (format_ == Format::latex)
      return "\\begin{quote}\n" + text + "\\par\\noindent(" + place + ")\n\\end{quote}\n";
    return "> " + text + "\n>\n> (" + place + ")\n\n";
  }
  std::string operator()(const Listed& block) const { return render(block.remarks, format_); }
  std::string operator()(const Titled& block) const { return heading(block.text, format_, 3); }
  std::string operator()(const Tabled& block) const {
    if (block.caption.empty()) return set(block.table);
    const std::string caption = escaped(block.caption, format_);
    return (format_ == Format::latex
                ? "\\par\\medskip\\noindent " + caption + ":\\par\\nopagebreak\\noindent\n"
                : caption + ":\n\n") +
           set(block.table);
  }
  std::string operator()(const Catalogued& block) const { return set(block.table); }
  std::string operator()(const Drawn&) const { return ""; }
  std::string operator()(const Typed& block) const { return verbatim(block.text, format_) + "\n"; }
  std::string operator()(const ComparedFormulas& block) const { return set(formula_table(block)); }
  std::string operator()(const Proved& block) const {
    return format_ == Format::latex ? proof_latex(block.proof) + "\n"
                                    : "#" + proof_markdown(block.proof) + "\n";
  }

 private:
  std::string set(const Table& table) const { return render(table, format_) + "\n"; }

  Format format_;
};

}  // namespace

std::string markup_page(const Page& page, Format format) {
  const Markup markup(format);
  const bool latex = format == Format::latex;
  // Long numbers and commands leave lines that are loose rather than too long.
  std::string text = (latex ? "\\begingroup\\sloppy\n" : "") + heading(page.title, format).substr(1) +
                     escaped(page.subtitle, format) + "\n\n";
  Remarks verdicts;
  for (const Badge& badge : page.badges) verdicts.emplace_back(badge.label, badge.text);
  text += render(verdicts, format);
  for (const Section& section : page.sections) {
    const bool drawings_alone =
        std::all_of(section.blocks.begin(), section.blocks.end(),
                    [](const Block& block) { return std::holds_alternative<Drawn>(block); });
    if (drawings_alone) continue;
    text += heading(section.title, format, 2);
    for (const Block& block : section.blocks) text += std::visit(markup, block);
  }
  return text + (latex ? "\\endgroup\n" : "");
}

}  // namespace attest::report

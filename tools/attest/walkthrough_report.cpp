#include "tools/attest/walkthrough_report.hpp"

#include <algorithm>

#include "tools/attest/text.hpp"

namespace attest {

namespace {

using Remarks = std::vector<std::pair<std::string, std::string>>;

std::string mark(Status status) {
  switch (status) {
    case Status::holds:
      return "RIGHT";
    case Status::refuted:
      return "WRONG";
    case Status::ill_formed:
      return "ILL-FORMED";
    default:
      return "NOT DECIDED";
  }
}

std::string remarks_text(const Remarks& remarks) {
  std::size_t width = 15;
  for (const auto& [label, text] : remarks) width = std::max(width, label.size() + 2);
  std::string result;
  for (const auto& [label, text] : remarks)
    result += labelled(label, text, 2, std::min<std::size_t>(width, 24), table_width());
  return result;
}

std::string remarks_marked(const Remarks& remarks, Format format) {
  if (remarks.empty()) return "";
  const bool latex = format == Format::latex;
  std::string text = latex ? "\\begin{description}\n" : "";
  for (const auto& [label, remark] : remarks) {
    if (latex) {
      text += "\\item[" + escaped(label, format) + "] " + escaped(remark, format) + "\n";
    } else {
      text += label.empty() ? "- " : "- **" + escaped(label, format) + "**: ";
      text += escaped(remark, format) + "\n";
    }
  }
  return text + (latex ? "\\end{description}\n" : "\n");
}

std::string in_text(const Walkthrough& walk) {
  std::string text = wrapped(walk.title, 2, table_width()) + "\n" +
                     wrapped(mark(walk.verdict) + ": " + walk.headline, 2, table_width()) + "\n";
  text += remarks_text(walk.remarks);
  for (const WalkSection& section : walk.sections) {
    text += "\n" + wrapped(section.title, 2, table_width()) + "\n" + remarks_text(section.remarks);
    if (section.header.empty()) continue;
    if (!section.remarks.empty()) text += "\n";
    text += render({section.header, section.rows}, Format::text);
  }
  return text;
}

}  // namespace

std::string walkthrough_report(const Walkthrough& walk, Format format) {
  if (format == Format::text) return in_text(walk);
  const bool latex = format == Format::latex;
  const auto heading = [&](const std::string& of, const char* marks) {
    return latex ? "\n\\paragraph{" + escaped(of, format) + "}\n"
                 : std::string("\n") + marks + " " + escaped(of, format) + "\n\n";
  };
  std::string text = heading(walk.title, "#").substr(1);
  text += escaped(mark(walk.verdict) + ": " + walk.headline, format) + "\n\n";
  text += remarks_marked(walk.remarks, format);
  for (const WalkSection& section : walk.sections) {
    text += heading(section.title, "##") + remarks_marked(section.remarks, format);
    if (!section.header.empty())
      text += (latex ? "\n\\noindent\n" : "") + render({section.header, section.rows}, format);
  }
  return text;
}

}  // namespace attest

#include "tools/attest/walkthrough_report.hpp"

#include <algorithm>

#include "tools/attest/color.hpp"
#include "tools/attest/listing.hpp"
#include "tools/attest/text.hpp"

namespace attest {

namespace {

std::string mark(Status status) {
  switch (status) {
    case Status::holds:
      return "RIGHT";
    case Status::refuted:
      return "WRONG";
    case Status::ill_formed:
      return "ILL-FORMED";
    case Status::not_applicable:
      return "NOT APPLICABLE";
    default:
      return "NOT DECIDED";
  }
}

std::string remarks_text(const Remarks& remarks) {
  std::size_t width = 15;
  for (const auto& [label, text] : remarks) width = std::max(width, label.size() + 2);
  return render(remarks, Format::text, std::min<std::size_t>(width, 24), table_width());
}

std::string in_text(const Walkthrough& walk) {
  std::string text =
      wrapped(walk.title, 2, table_width()) + "\n" +
      wrapped(colored(mark(walk.verdict), walk.verdict) + ": " + walk.headline, 2, table_width()) + "\n";
  text += remarks_text(walk.remarks);
  for (const WalkSection& section : walk.sections) {
    text += "\n" + wrapped(section.title, 2, table_width()) + "\n" + remarks_text(section.remarks);
    if (section.header.empty()) continue;
    if (!section.remarks.empty()) text += "\n";
    text += render(Table{section.header, section.rows}, Format::text);
  }
  return text;
}

}  // namespace

std::string walk_headline(const Walkthrough& walk) {
  return mark(walk.verdict) + ": " + walk.headline;
}

std::string walkthrough_report(const Walkthrough& walk, Format format) {
  if (format == Format::text) return in_text(walk);
  std::string text = heading(walk.title, format).substr(1);
  text += escaped(walk_headline(walk), format) + "\n\n";
  text += render(walk.remarks, format);
  for (const WalkSection& section : walk.sections) {
    text += heading(section.title, format, 2) + render(section.remarks, format);
    if (!section.header.empty()) text += render(Table{section.header, section.rows}, format);
  }
  return text;
}

}  // namespace attest

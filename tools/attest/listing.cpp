#include "tools/attest/listing.hpp"

#include "claims/json.hpp"
#include "tools/attest/color.hpp"
#include "tools/attest/latex.hpp"
#include "tools/attest/markdown.hpp"

namespace attest {

bool is_typed(const std::string& label, const std::string& text) {
  if (label == "replay" || label == "command" || label == "the rest") return true;
  if (!text.starts_with('{') && !text.starts_with('[')) return false;
  const std::size_t rank = text.rfind(" (rank ");
  return Json::accept(rank != std::string::npos && text.ends_with(')') ? text.substr(0, rank) : text);
}

std::string render(const Remarks& remarks, Format format, std::size_t label_width, std::size_t width) {
  std::string text;
  if (format == Format::text) {
    for (const auto& [label, remark] : remarks) {
      text += is_typed(label, remark) ? labelled_command(label, remark, 2, label_width, width)
                                      : labelled(colored_words(label), remark, 2, label_width, width);
    }
    return text;
  }
  if (remarks.empty()) return "";
  const bool latex = format == Format::latex;
  if (latex) text += "\\begingroup\\sloppy\\emergencystretch=6em\n\\begin{description}\n";
  for (const auto& [label, remark] : remarks) {
    const std::size_t begin = label.find_first_not_of(' ');  // what text indents
    const std::string name = begin == std::string::npos ? "" : label.substr(begin);
    const std::string said = !is_typed(name, remark) ? escaped(remark, format)
                             : latex                 ? latex_typed(remark)
                                                     : markdown_typed(remark);
    if (latex) {
      text += "\\item[{" + escaped(name, format) + "}] " + said + "\n";
    } else {
      text += (name.empty() ? "- " : "- **" + escaped(name, format) + "**: ") + said + "\n";
    }
  }
  return text + (latex ? "\\end{description}\n\\endgroup\n" : "\n");
}

std::string heading(const std::string& title, Format format, int level) {
  if (format == Format::latex) return latex_heading(title);
  return "\n" + std::string(static_cast<std::size_t>(level), '#') + " " + escaped(title, format) + "\n\n";
}

std::string verbatim(const std::string& text, Format format) {
  if (format == Format::text) return text;
  return format == Format::latex ? latex_typed_lines(text) : "```text\n" + text + "```\n";
}

}  // namespace attest

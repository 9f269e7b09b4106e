#include "theorems/explanation/construction_lines.hpp"

#include <algorithm>

#include "claims/quotes.hpp"
#include "claims/usage_error.hpp"
#include "theorems/constants.hpp"
#include "theorems/families.hpp"
#include "theorems/lets.hpp"
#include "theorems/patch.hpp"
#include "theorems/said.hpp"
#include "theorems/table_parameters.hpp"

namespace attest::theorems {

namespace {

// A line without the blanks around it and what stands behind a # outside of quotes.
std::string statement_in(std::string_view line) {
  bool quoted = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '"') quoted = !quoted;
    if (line[at] != '#' || quoted) continue;
    line = line.substr(0, at);
    break;
  }
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos) return "";
  return std::string(line.substr(first, line.find_last_not_of(" \t") - first + 1));
}

// Whether the name of a parameter stands in the expression, or in one of the definitions that stand in it.
bool speaks_of(const Expression& e, const std::string& name, const std::vector<LetStatement>& lets) {
  if (!e) return false;
  if (e->op == language::Op::name && e->name == name) return true;
  const auto let =
      std::find_if(lets.begin(), lets.end(), [&](const LetStatement& l) { return l.name == e->name; });
  if (!e->name.empty() && let != lets.end()) {
    const std::vector<LetStatement> before(lets.begin(),
                                           let);  // a definition stands below those that it needs
    if (speaks_of(let->value, name, before)) return true;
  }
  return std::any_of(e->children.begin(), e->children.end(),
                     [&](const Expression& child) { return speaks_of(child, name, lets); });
}

}  // namespace

Json lines_json(const std::vector<TextLine>& lines) {
  Json all = Json::array();
  for (const TextLine& line : lines)
    all.push_back({{"what", line.what}, {"file", line.file}, {"line", line.line}, {"text", line.text}});
  return all;
}

ConstructionLines::ConstructionLines(const TheoremClaim& claim, const LayerSetting& setting, bool stated)
    : text_(variant_of(claim.text(), attest::to_string(setting.variant()))) {
  for (const VariantStatement& variant : claim.text().variants) {
    if (variant.name != attest::to_string(setting.variant())) continue;
    for (const PatchStatement& patch : variant.patches) changed_.push_back(patch.place);
  }
  if (!stated || text_.layers.empty()) return;
  layer_ = &text_.layers.back();
  find_heads(setting);
}

void ConstructionLines::find_heads(const LayerSetting& setting) {
  std::size_t count = 0;
  if (setting.match_layers() != nullptr) {
    count = setting.match_layers()->layers.back().heads.size();
  } else if (setting.stack() == nullptr && setting.runnable()) {
    count = setting.prepared().layer().heads.size();
  }
  try {
    std::vector<std::string> tables;
    const TheoremText plain =
        with_lets_written_out(with_tables(with_run_limits(text_), setting.parameters(), tables));
    for (const NamedHead& head : heads_of(*layer_, constants_of(plain, setting.parameters()).names))
      heads_.push_back(&layer_->heads[head.written]);
  } catch (const UsageError&) {  // a family whose members are not found again: it has no lines
    heads_.clear();
  }
  if (heads_.size() != count) heads_.clear();
}

void ConstructionLines::add(const language::Place& place, const std::string& what,
                            std::vector<TextLine>& lines) const {
  const auto source = std::find_if(text_.texts.begin(), text_.texts.end(),
                                   [&](const auto& text) { return text->number() == place.text; });
  if (source == text_.texts.end() || place.line == 0) return;
  TextLine line{what, (*source)->name(), place.line, statement_in((*source)->line(place.line))};
  if (line.text.ends_with(',')) line.text += " ..";
  if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(std::move(line));
}

void ConstructionLines::add_rows(const HeadStatement& head, RowStatement::Role role,
                                 std::vector<TextLine>& lines) const {
  for (const RowStatement& row : head.rows) {
    if (row.role == role) add(row.place, said(row).title, lines);
  }
}

// Parameters whose value a variant changes.
void ConstructionLines::add_parameters(const HeadStatement& head, bool scale,
                                       std::vector<TextLine>& lines) const {
  std::vector<LetStatement> lets = text_.lets;
  lets.insert(lets.end(), head.lets.begin(), head.lets.end());
  for (const ParameterStatement& parameter : text_.parameters) {
    if (!parameter.value) continue;
    const language::Place& place = parameter.value->place;
    const bool changed = std::any_of(changed_.begin(), changed_.end(), [&](const language::Place& patch) {
      return patch.text == place.text && patch.line == place.line;
    });
    if (!changed) continue;
    bool used =
        (scale && speaks_of(head.scale, parameter.name, lets)) || speaks_of(head.score, parameter.name, lets);
    for (const RowStatement& row : head.rows)
      used = used || (row.role == RowStatement::Role::row && speaks_of(row.vector, parameter.name, lets));
    if (used) add(place, "param " + parameter.name, lines);
  }
}

void ConstructionLines::changed_first(std::vector<TextLine>& lines) const {
  std::stable_partition(lines.begin(), lines.end(), [&](const TextLine& line) {
    return std::any_of(changed_.begin(), changed_.end(), [&](const language::Place& changed) {
      const auto source = std::find_if(text_.texts.begin(), text_.texts.end(),
                                       [&](const auto& text) { return text->number() == changed.text; });
      return source != text_.texts.end() && (*source)->name() == line.file && changed.line == line.line;
    });
  });
}

std::vector<TextLine> ConstructionLines::of(ConstructionPart part,
                                            const std::vector<std::size_t>& heads) const {
  std::vector<TextLine> lines;
  if (part == ConstructionPart::task) {
    for (const TaskStatement& task : text_.tasks) add(task.place, "task", lines);
    return lines;
  }
  if (layer_ == nullptr) return lines;
  if (part == ConstructionPart::changes) {
    for (const language::Place& place : changed_) add(place, "change", lines);
  }
  if (part == ConstructionPart::readout && text_.readout) {
    const ReadoutStatement& readout = *text_.readout;
    add(readout.place, "readout", lines);
  }
  if (part == ConstructionPart::residual) add(layer_->place, "residual", lines);
  for (const std::size_t h : heads) {
    if (h >= heads_.size()) continue;
    const HeadStatement& head = *heads_[h];
    if (part == ConstructionPart::values) {
      add_rows(head, RowStatement::Role::value, lines);
      continue;
    }
    const bool scale = part == ConstructionPart::weights;
    if (!scale && part != ConstructionPart::scores) continue;
    add_parameters(head, scale, lines);
    if (scale) add(head.scale ? head.scale->place : head.place, head.scale ? "scale" : "head", lines);
    if (head.score) {
      add(head.score_place, "score", lines);
    } else {
      add_rows(head, RowStatement::Role::row, lines);
    }
  }
  changed_first(lines);
  return lines;
}

std::vector<std::vector<TextLine>> ConstructionLines::of_display(const std::string& reason) const {
  std::vector<std::vector<TextLine>> groups;
  if (layer_ == nullptr) return groups;
  std::vector<TextLine> displays;
  std::vector<TextLine> rows;
  for (const HeadStatement& head : layer_->heads) {
    bool meant = false;
    for (const DisplayStatement& display : head.displays) {
      // The reason names the display's place, where it has one.
      if (!display.mark.empty() && reason.find(in_source(display.mark)) == std::string::npos) continue;
      add(display.place, "displayed " + display.what, displays);
      meant = true;
    }
    if (meant) add_rows(head, RowStatement::Role::row, rows);
  }
  for (auto* lines : {&displays, &rows}) {
    changed_first(*lines);
    if (!displays.empty() && !lines->empty()) groups.push_back(*lines);
  }
  return groups;
}

}  // namespace attest::theorems

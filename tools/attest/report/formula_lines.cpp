#include "tools/attest/report/formula_lines.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "claims/quotes.hpp"
#include "theorems/said.hpp"

namespace attest::report {

namespace {

using language::Expression;
using theorems::Said;

class Lines {
 public:
  void add(const Said& said, std::vector<Expression> expressions) {
    std::erase(expressions, nullptr);
    const std::string place = place_of(said.mark.starts_with('@') ? said.mark.substr(1) : said.mark);
    lines_.push_back({said.title, said.body, std::move(expressions), place});
  }

  // A statement with more in it than its formula: a condition, a kind, a choice. It is told as it is written.
  void in_words(const Said& said) { add(said, {}); }

  std::vector<FormulaLine> take() { return std::move(lines_); }

 private:
  std::vector<FormulaLine> lines_;
};

void add_head(Lines& lines, const theorems::HeadStatement& head) {
  lines.in_words(said(head));
  for (const auto& over : head.over) lines.in_words(said(over));
  for (const auto& let : head.lets) lines.add(said(let), {let.value});
  if (head.score) lines.add(theorems::said_score(head), {head.score});
  for (const auto& row : head.rows)
    lines.add(said(row), row.coordinates.empty() ? std::vector{row.vector} : std::vector<Expression>());
  for (const auto& display : head.displays) lines.add(said(display), {display.formula});
}

void add_layer(Lines& lines, const theorems::LayerStatement& layer) {
  lines.in_words(said(layer));
  if (!layer.encoding.empty()) {
    const theorems::EncodingStatement encoding = theorems::encoding_of(layer);
    lines.add(said(encoding), encoding.embed
                                  ? std::vector<Expression>()
                                  : std::vector{language::node(language::Op::tuple, encoding.encoding)});
  }
  for (const auto& encoding : layer.encodings)
    lines.add(said(encoding), encoding.embed
                                  ? std::vector<Expression>()
                                  : std::vector{language::node(language::Op::tuple, encoding.encoding)});
  for (const auto& head : layer.heads) add_head(lines, head);
  for (const auto& landing : layer.landings) lines.in_words(said(landing));
}

}  // namespace

std::vector<FormulaLine> formula_lines(const theorems::TheoremText& text) {
  Lines lines;
  for (const auto& size : text.sizes) lines.in_words(said(size));
  for (const auto& parameter : text.parameters) lines.in_words(said(parameter));
  for (const auto& input : text.inputs) lines.in_words(said(input));
  for (const Expression& where : text.where) lines.add(theorems::said_condition("where", where), {where});
  if (text.judged_if) lines.add(theorems::said_condition("judged if", text.judged_if), {text.judged_if});
  for (const auto& let : text.lets) lines.add(said(let), {let.value});
  for (const auto& tokens : text.tokens) lines.in_words(said(tokens));
  for (const auto& task : text.tasks) lines.in_words(said(task));
  if (text.shatter) {
    lines.add(said(*text.shatter), {text.shatter->function});
    if (!text.shatter->rows.empty()) lines.in_words(said_rows(*text.shatter));
    if (!text.shatter->columns.empty()) lines.in_words(said_columns(*text.shatter));
  }
  if (text.reduction) {
    lines.add(said(*text.reduction), {text.reduction->question});
    lines.in_words(said_image(*text.reduction));
    lines.in_words(said_map(*text.reduction));
    lines.add(said_becomes(*text.reduction), {text.reduction->asked});
  }
  for (const auto& layer : text.layers) add_layer(lines, layer);
  if (text.readout)
    lines.add(said(*text.readout),
              text.readout->maps.empty() ? std::vector{text.readout->value} : std::vector<Expression>());
  for (const auto& check : text.checks) lines.in_words(said(check));
  return lines.take();
}

ComparedFormulas compared_formulas(const std::vector<std::string>& variants,
                                   const std::vector<theorems::TheoremText>& texts) {
  ComparedFormulas compared{variants, {}};
  std::map<std::pair<std::string, std::size_t>, std::size_t> at;  // title, the how manieth of it: its line
  for (std::size_t v = 0; v < texts.size(); ++v) {
    std::map<std::string, std::size_t> seen;
    std::size_t behind = 0;  // where a line that is new goes: behind the last one that was known
    for (FormulaLine& line : formula_lines(texts[v])) {
      const std::pair<std::string, std::size_t> key{line.title, seen[line.title]++};
      const auto known = at.find(key);
      if (known == at.end()) {
        for (auto& [other, index] : at) {
          if (index >= behind) ++index;
        }
        at[key] = behind;
        ComparedLine fresh{line.title, line.place, std::vector<FormulaLine>(texts.size()), false};
        compared.lines.insert(compared.lines.begin() + static_cast<std::ptrdiff_t>(behind), std::move(fresh));
      }
      const std::size_t index = at[key];
      behind = index + 1;
      compared.lines[index].cells[v] = std::move(line);
    }
  }
  for (ComparedLine& line : compared.lines) {
    line.differs = std::any_of(line.cells.begin(), line.cells.end(), [&](const FormulaLine& cell) {
      return cell.text != line.cells.front().text || cell.title != line.cells.front().title;
    });
  }
  return compared;
}

}  // namespace attest::report

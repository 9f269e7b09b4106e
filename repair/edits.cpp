#include "repair/edits.hpp"

#include <algorithm>

#include "numeric/checked.hpp"
#include "repair/sites.hpp"
#include "repair/tree_edits.hpp"

namespace attest::theorems::repair {

namespace {

using language::Op;

Edit at_site(std::size_t site, const TreeEdit& edit) {
  return {site, edit.cost, edit.kind, [site, result = edit.result](TheoremText& text) {
            std::size_t number = 0;
            for_each_site(text, [&](const Site&, Expression& e) {
              if (number++ == site) e = result;
            });
          }};
}

void scores_for_rows(const TheoremText& text, std::vector<Edit>& edits) {
  for (std::size_t l = 0; l < text.layers.size(); ++l) {
    for (std::size_t h = 0; h < text.layers[l].heads.size(); ++h) {
      const HeadStatement& head = text.layers[l].heads[h];
      const auto is_row = [](const RowStatement& row) { return row.role == RowStatement::Role::row; };
      const auto rows = std::count_if(head.rows.begin(), head.rows.end(), is_row);
      for (const DisplayStatement& display : head.displays) {
        if (head.score || rows == 0 || display.what != "score" || !display.family.empty()) continue;
        edits.push_back({std::nullopt, 2 + 2 * static_cast<int>(rows),
                         "the displayed score instead of the rows",
                         [l, h, is_row, formula = display.formula](TheoremText& t) {
                           HeadStatement& changed = t.layers[l].heads[h];
                           std::erase_if(changed.rows, is_row);
                           changed.score = formula;
                           changed.score_place = changed.place;
                         }});
      }
    }
  }
}

// stream.a by stream.b.
Expression moved(const Expression& e, const Rational& from, const Rational& to) {
  auto copy = std::make_shared<language::Node>(*e);
  for (auto& child : copy->children) {
    const bool here =
        e->op == Op::member && e->name == "stream" && child->op == Op::number && child->value == from;
    child = here ? language::number(to, child->place) : moved(child, from, to);
  }
  return copy;
}

void other_coordinates(const TheoremText& text, std::vector<Edit>& edits) {
  if (text.layers.size() != 1 || !text.readout || !text.readout->value) return;
  const LayerStatement& layer = text.layers.front();
  const std::size_t size = layer.dimension && layer.dimension->op == Op::number &&
                                   denominator_of(layer.dimension->value) == 1 && layer.dimension->value <= 64
                               ? to_size(numerator_of(layer.dimension->value))
                               : layer.encoding.size();
  for (std::size_t k = 0; k < layer.landings.size(); ++k) {
    const Expression& to = layer.landings[k].to;
    if (!to || to->op != Op::member || to->name != "stream" || to->children.size() != 1) continue;
    const Expression& old = to->children[0];
    if (old->op != Op::number) continue;
    for (std::size_t other = 1; other <= size; ++other) {
      if (Rational(Integer(other)) == old->value) continue;
      edits.push_back({std::nullopt, 3, "another coordinate",
                       [k, from = old->value, by = Rational(Integer(other))](TheoremText& t) {
                         Expression& landing = t.layers.front().landings[k].to;
                         landing = moved(landing, from, by);
                         t.readout->value = moved(t.readout->value, from, by);
                       }});
    }
  }
}

}  // namespace

std::vector<Edit> edits_of(const TheoremText& text) {
  std::vector<Edit> edits;
  const Vocabulary names = vocabulary_of(text);
  TheoremText copy = text;
  std::size_t number = 0;
  for_each_site(copy, [&](const Site& site, Expression& e) {
    for (const TreeEdit& edit : tree_edits(e, site, names)) edits.push_back(at_site(number, edit));
    ++number;
  });
  scores_for_rows(text, edits);
  other_coordinates(text, edits);
  std::stable_sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.cost < b.cost; });
  return edits;
}

}  // namespace attest::theorems::repair

#include "theorems/marks.hpp"

#include <algorithm>

#include "theorems/fields.hpp"

namespace attest::theorems {

namespace {

bool same_place(const Place& a, const Place& b) {
  return a.line == b.line && a.column == b.column && a.text == b.text;
}

bool holds(const Expression& e, const Place& place) {
  if (!e) return false;
  if (same_place(e->place, place) || holds(e->such_that, place)) return true;
  for (const auto& binder : e->binders) {
    if (holds(binder.range, place)) return true;
  }
  return std::any_of(e->children.begin(), e->children.end(),
                     [&](const Expression& child) { return holds(child, place); });
}

template <class T>
bool holds(const T& statement, const Place& place) {
  bool found = false;
  each_expression(statement, [&](const Expression& e) { found = found || holds(e, place); });
  return found;
}

class MarkAt {
 public:
  explicit MarkAt(const Place& place) : place_(place) {}

  template <class T>
  void look_at(const std::vector<T>& all) {
    for (const T& one : all) look_at(one);
  }
  template <class T>
  void look_at(const T& statement) {
    if (same_place(statement.place, place_) || holds(statement, place_)) found(statement.mark);
  }
  void look_at(const ReadoutStatement& readout) {
    if (same_place(readout.place, place_) || holds(readout, place_)) found(readout.mark);
  }
  void look_at(const LayerStatement& layer) {
    if (same_place(layer.encoding_place, place_) || holds(layer.encoding, place_)) found(layer.encoding_mark);
    look_at(layer.encodings);
    for (const HeadStatement& head : layer.heads) {
      look_at(head.rows);
      look_at(head.displays);
      if (holds(head.scale, place_)) found(head.scale_mark);
      if (holds(head.score, place_)) found(head.score_mark);
    }
  }

  Mark result() const { return mark_; }

 private:
  void found(const Mark& mark) {
    if (mark_.empty()) mark_ = mark;
  }

  Place place_;
  Mark mark_;
};

}  // namespace

Mark mark_at(const TheoremText& text, const Place& place) {
  MarkAt search(place);
  search.look_at(text.layers);
  if (text.readout) search.look_at(*text.readout);
  search.look_at(text.checks);
  return search.result();
}

}  // namespace attest::theorems

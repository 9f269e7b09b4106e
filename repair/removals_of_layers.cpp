#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "repair/removals.hpp"
#include "repair/renaming.hpp"
#include "theorems/fields.hpp"
#include "theorems/lets.hpp"
#include "theorems/vector_parts.hpp"

namespace attest::theorems::repair {

namespace {

using language::Node;
using language::number;
using language::Op;

template <class T>
void cut(std::vector<T>& all, std::size_t k) {
  all.erase(all.begin() + static_cast<std::ptrdiff_t>(k));
}

// Every node for which `by` has something else, replaced.
Expression replaced(const Expression& e, const std::function<Expression(const Node&)>& by) {
  if (!e) return e;
  if (Expression other = by(*e)) return other;
  if (e->children.empty()) return e;
  auto copy = std::make_shared<Node>(*e);
  for (auto& child : copy->children) child = replaced(child, by);
  return copy;
}

// stream.3, head1.3: 3.
std::optional<Integer> number_of(const Node& e) {
  if (e.op != Op::member || e.children[0]->op != Op::number) return std::nullopt;
  return numerator_of(e.children[0]->value);
}

Expression with_number(const Node& e, const Integer& n) {
  auto copy = std::make_shared<Node>(e);
  copy->children[0] = number(Rational(n), e.children[0]->place);
  return copy;
}

// Of numbers of coordinates: without number `gone`, those after it move up.
struct Renumbering {
  std::string of;  // "stream", "head1"
  Integer gone;
  bool is_gone(const Expression& e) const {
    return e->op == Op::member && e->name == of && number_of(*e) == gone;
  }
  Expression operator()(const Node& e) const {
    if (e.op != Op::member || e.name != of) return nullptr;
    const auto n = number_of(e);
    return n && *n > gone ? with_number(e, *n - 1) : nullptr;
  }
};

Expression without_entry(const Expression& e, std::size_t k) {
  const Expression tuple = tuple_of(e);
  return replaced(e, [&](const Node& node) -> Expression {
    if (&node != tuple.get()) return nullptr;
    auto copy = std::make_shared<Node>(node);
    cut(copy->children, k);
    return copy;
  });
}

std::string name_of(const HeadStatement& head, std::size_t number) {
  return head.name.empty() ? fmt::format("head{}", number) : head.name;
}

// One head for every member of a family, as landings number them.
struct WrittenHead {
  std::size_t head = 0;
  std::optional<std::size_t> member;
  std::string own;  // the name that its statement gives it; empty: none
};

std::vector<WrittenHead> written_heads(const LayerStatement& layer) {
  std::vector<WrittenHead> all;
  for (std::size_t h = 0; h < layer.heads.size(); ++h) {
    const HeadStatement& head = layer.heads[h];
    if (head.members.empty()) all.push_back({h, std::nullopt, head.name});
    for (std::size_t k = 0; k < head.members.size(); ++k)
      all.push_back({h, k, head.name.empty() ? "" : fmt::format("{}{}", head.name, k + 1)});
  }
  return all;
}

void without_head(LayerStatement& layer, const std::vector<WrittenHead>& all, std::size_t gone) {
  HeadStatement& head = layer.heads[all[gone].head];
  std::map<std::string, std::string> names;
  for (std::size_t k = gone + 1; k < all.size(); ++k) {
    names[fmt::format("head{}", k + 1)] = fmt::format("head{}", k);
    if (all[k].head == all[gone].head && !all[k].own.empty()) names[all[k].own] = all[k - 1].own;
  }
  std::set<std::string> lost{fmt::format("head{}", gone + 1)};
  if (!all[gone].own.empty()) lost.insert(all[gone].own);
  if (!all[gone].member) {
    cut(layer.heads, all[gone].head);
  } else {
    cut(head.members, *all[gone].member);
    if (head.members.size() == 1) {  // no family any more
      const Expression value = head.members.front();
      const std::string family = head.family;
      head.members.clear();
      head.family.clear();
      change_expressions(head, [&](Expression& e) { e = substituted(e, family, value); });
      if (!head.name.empty()) names[head.name + (*all[gone].member == 0 ? "2" : "1")] = head.name;
    }
  }
  std::vector<LandingStatement> landings;
  for (LandingStatement landing : layer.landings) {
    if (lost.contains(landing.from->name)) continue;
    if (const auto other = names.find(landing.from->name); other != names.end()) {
      auto copy = std::make_shared<Node>(*landing.from);
      copy->name = other->second;
      landing.from = copy;
    }
    landings.push_back(std::move(landing));
  }
  layer.landings = std::move(landings);
}

void add_heads(const TheoremText& text, std::vector<Removal>& removals) {
  for (std::size_t l = 0; l < text.layers.size(); ++l) {
    const std::vector<WrittenHead> all = written_heads(text.layers[l]);
    for (std::size_t k = 0; k < all.size() && all.size() > 1; ++k) {
      Removal removal{fmt::format("head {}", all[k].own.empty() ? fmt::format("head{}", k + 1) : all[k].own),
                      text};
      without_head(removal.text.layers[l], all, k);
      removals.push_back(std::move(removal));
    }
  }
}

// By one, where it is a number that is said.
bool lower_dimension(LayerStatement& layer) {
  if (!layer.dimension) return true;
  if (layer.dimension->op != Op::number) return false;
  layer.dimension = number(layer.dimension->value - 1, layer.dimension->place);
  return true;
}

bool reads(const Node& e, const std::string& coordinate) {
  if (e.op == Op::name || e.op == Op::subscript) {
    if (e.name == coordinate) return true;
    return e.op == Op::subscript && language::whole_name(e) == coordinate;
  }
  return e.op == Op::member && e.name == "stream" && e.children[0]->op == Op::name &&
         e.children[0]->name == coordinate;
}

// A coordinate that has a name, and 0 (or, with `definition`, what it is) wherever it is read. Nothing lands there.
std::optional<TheoremText> without_named(const TheoremText& text, std::size_t c, bool definition) {
  TheoremText result = text;
  LayerStatement& layer = result.layers.front();
  const std::string name = layer.coordinates[c];
  const Expression is = layer.encoding[c];
  bool possible = true;
  bool used = false;
  const auto read = [&](Expression& e, const std::vector<std::string>& indices, bool of_stream) {
    std::map<std::string, std::string> here;
    const auto& own = text.tokens.front().indices;
    for (std::size_t k = 0; k < own.size() && k < indices.size(); ++k) here[own[k]] = indices[k];
    e = replaced(e, [&](const Node& node) -> Expression {
      if (!reads(node, name)) return nullptr;
      used = true;
      if (!definition) return number(0);
      possible = possible && !of_stream && node.op == Op::name;
      return renamed(is, here);
    });
  };
  for (HeadStatement& head : layer.heads) {
    for (RowStatement& row : head.rows) {
      for (std::size_t k = row.coordinates.size(); k-- > 0;) {
        if (row.coordinates[k] != name) continue;
        if (definition || !tuple_of(row.vector) || row.coordinates.size() == 1) return std::nullopt;
        row.vector = without_entry(row.vector, k);
        cut(row.coordinates, k);
        cut(row.places, k);
      }
      read(row.vector, row.indices, false);
    }
    for (LetStatement& let : head.lets) read(let.value, {}, false);
    if (head.score) return std::nullopt;
  }
  if (result.readout && result.readout->value) read(result.readout->value, {}, true);
  std::erase_if(layer.landings, [&](const LandingStatement& s) { return reads(*s.to, name); });
  cut(layer.coordinates, c);
  cut(layer.encoding, c);
  if (!lower_dimension(layer)) return std::nullopt;
  if (!possible || (definition && !used)) return std::nullopt;
  return result;
}

std::optional<TheoremText> without_numbered(const TheoremText& text, std::size_t c) {
  TheoremText result = text;
  LayerStatement& layer = result.layers.front();
  cut(layer.encoding, c);
  if (!lower_dimension(layer)) return std::nullopt;
  const Renumbering stream{"stream", Integer(c + 1)};
  std::erase_if(layer.landings, [&](const LandingStatement& s) { return stream.is_gone(s.to); });
  for (LandingStatement& landing : layer.landings) landing.to = replaced(landing.to, stream);
  if (result.readout && result.readout->value) {
    result.readout->value = replaced(result.readout->value, [&](const Node& e) -> Expression {
      if (e.op == Op::member && e.name == "stream" && number_of(e) == stream.gone) return number(0);
      return stream(e);
    });
  }
  return result;
}

void add_coordinates(const TheoremText& text, std::vector<Removal>& removals) {
  if (text.layers.size() != 1 || text.tokens.empty()) return;
  const LayerStatement& layer = text.layers.front();
  for (std::size_t c = 0; c < layer.encoding.size() && layer.encoding.size() > 1; ++c) {
    const std::string named = layer.embed
                                  ? layer.coordinates[c]
                                  : fmt::format("{} ({})", c + 1, language::to_string(layer.encoding[c]));
    const std::string what = "coordinate " + named + " of the embedding";
    if (!layer.embed) {
      if (auto without = without_numbered(text, c)) removals.push_back({what, std::move(*without)});
      continue;
    }
    if (auto without = without_named(text, c, false)) removals.push_back({what, std::move(*without)});
    if (auto without = without_named(text, c, true))
      removals.push_back({what + ", its definition in its place", std::move(*without)});
  }
}

// The same coordinate of all rows of a head: a product less in every score.
void add_row_coordinates(const TheoremText& text, std::vector<Removal>& removals) {
  for (std::size_t l = 0; l < text.layers.size(); ++l) {
    for (std::size_t h = 0; h < text.layers[l].heads.size(); ++h) {
      const HeadStatement& head = text.layers[l].heads[h];
      std::optional<std::size_t> size;
      for (const RowStatement& row : head.rows) {
        if (row.role != RowStatement::Role::row) continue;
        const Expression tuple = tuple_of(row.vector);
        const std::size_t entries = !tuple ? 0 : tuple->children.size();
        size = std::min(size.value_or(entries), entries);
      }
      for (std::size_t k = 0; k < size.value_or(0) && *size > 1; ++k) {
        Removal removal{fmt::format("coordinate {} of the rows of {}", k + 1, name_of(head, h + 1)), text};
        for (RowStatement& row : removal.text.layers[l].heads[h].rows) {
          if (row.role != RowStatement::Role::row) continue;
          row.vector = without_entry(row.vector, k);
          if (k < row.coordinates.size()) cut(row.coordinates, k);
          if (k < row.places.size()) cut(row.places, k);
        }
        removals.push_back(std::move(removal));
      }
    }
  }
}

// A number of a value with its landing.
void add_values(const TheoremText& text, std::vector<Removal>& removals) {
  for (std::size_t l = 0; l < text.layers.size(); ++l) {
    for (std::size_t m = 0; m < text.layers[l].landings.size() && text.layers[l].landings.size() > 1; ++m) {
      const LandingStatement& landing = text.layers[l].landings[m];
      Removal removal{
          fmt::format("landing {} -> {}", language::to_string(landing.from), language::to_string(landing.to)),
          text};
      cut(removal.text.layers[l].landings, m);
      removals.push_back(std::move(removal));
    }
  }
}

}  // namespace

void add_layer_removals(const TheoremText& text, std::vector<Removal>& removals) {
  add_heads(text, removals);
  add_coordinates(text, removals);
  for (std::size_t l = 0; l < text.layers.size(); ++l) {
    if (!text.layers[l].residual) continue;
    Removal removal{"the residual", text};
    removal.text.layers[l].residual = false;
    removals.push_back(std::move(removal));
  }
  add_values(text, removals);
  add_row_coordinates(text, removals);
}

}  // namespace attest::theorems::repair

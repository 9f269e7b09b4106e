#include <fmt/format.h>

#include <functional>
#include <set>

#include "repair/removals.hpp"
#include "repair/sites.hpp"

namespace attest::theorems::repair {

namespace {

using language::Node;
using language::node;
using language::number;
using language::Op;
using Rebuild = std::function<Expression(const Expression&)>;

// Every node that is a part like others: no exponent, no index, no number of a coordinate; and where it is an entry of a tuple.
void for_each_node(const Expression& e, const Rebuild& rebuild, bool entry,
                   const std::function<void(const Expression&, const Rebuild&, bool entry)>& visit) {
  visit(e, rebuild, entry);
  for (std::size_t k = 0; k < e->children.size(); ++k) {
    if (e->op == Op::subscript || e->op == Op::member || (e->op == Op::power && k == 1)) continue;
    const Rebuild inside = [&e, &rebuild, k](const Expression& child) {
      auto copy = std::make_shared<Node>(*e);
      copy->children[k] = child;
      return rebuild(copy);
    };
    for_each_node(e->children[k], inside, e->op == Op::tuple, visit);
  }
}

struct Less {
  Expression by;
  std::string what;
};

// What may stand in the place of a node: a part of it, or a number. `network`: in the readout.
std::vector<Less> less_than(const Expression& e, bool entry, bool network) {
  std::vector<Less> all;
  const std::string written = language::to_string(e);
  const auto& c = e->children;
  const auto by = [&](Expression part, const char* kind) {
    const std::string rest = language::to_string(part);
    all.push_back({std::move(part), fmt::format("{} {}: {} alone", kind, written, rest)});
  };
  const bool zero = e->op == Op::number && e->value == 0;
  if (entry && !zero && e->op != Op::number) all.push_back({number(0), fmt::format("entry {}: 0", written)});
  switch (e->op) {
    case Op::number:
      if (e->value != 0) all.push_back({number(0), fmt::format("constant {}: 0", written)});
      if (e->value != 0 && e->value != 1) all.push_back({number(1), fmt::format("constant {}: 1", written)});
      break;
    case Op::call:
      if (!network || (e->name != "abs" && e->name != "relu" && e->name != "min" && e->name != "max")) break;
      if (c.size() == 1) by(c[0], "unit");
      for (std::size_t k = 0; k < c.size() && c.size() > 1; ++k) {
        std::vector<Expression> rest = c;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(k));
        by(rest.size() == 1 ? rest.front() : node(Op::call, rest, {}, e->name), "unit");
      }
      break;
    case Op::add:
    case Op::subtract:
      by(c[0], "sum");
      by(e->op == Op::add ? c[1] : node(Op::negate, {c[1]}), "sum");
      break;
    case Op::multiply:
      if (c[0]->op != Op::tuple) by(c[1], "product");
      if (c[1]->op != Op::tuple) by(c[0], "product");
      break;
    case Op::divide:
      if (c[0]->op == Op::number && c[1]->op == Op::number) {
        all.push_back({number(0), fmt::format("constant {}: 0", written)});
        all.push_back({number(1), fmt::format("constant {}: 1", written)});
      } else {
        by(c[0], "quotient");
      }
      break;
    case Op::power:
      by(c[0], "power");
      break;
    default:
      break;
  }
  return all;
}

std::string place_of(const Site& site) {
  switch (site.kind) {
    case Site::Kind::encoding:
      return "the encoding";
    case Site::Kind::vector:
      return "a row or value";
    case Site::Kind::score:
      return "the score";
    case Site::Kind::scale:
      return "the scale";
    case Site::Kind::definition:
      return "a definition";
    case Site::Kind::readout:
      return "the readout";
    default:
      return "the landings";
  }
}

}  // namespace

void add_expression_removals(const TheoremText& text, std::vector<Removal>& removals) {
  TheoremText copy = text;
  std::size_t number_of_site = 0;
  for_each_site(copy, [&](const Site& site, Expression& e) {
    const std::size_t here = number_of_site++;
    using Kind = Site::Kind;
    if (site.kind == Kind::display || site.kind == Kind::place || site.kind == Kind::mask) return;
    std::set<std::string> seen{language::to_string(e)};
    const std::string whole = language::to_string(e);
    for_each_node(
        e, [](const Expression& root) { return root; }, false,
        [&](const Expression& part, const Rebuild& rebuild, bool entry) {
          for (const Less& less : less_than(part, entry, site.kind == Kind::readout)) {
            const Expression result = rebuild(less.by);
            if (!seen.insert(language::to_string(result)).second) continue;
            Removal removal{fmt::format("{}, in {} {}", less.what, place_of(site), whole), text};
            std::size_t at = 0;
            for_each_site(removal.text, [&](const Site&, Expression& other) {
              if (at++ == here) other = result;
            });
            removals.push_back(std::move(removal));
          }
        });
  });
}

}  // namespace attest::theorems::repair

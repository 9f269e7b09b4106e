#include "repair/node_edits.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "repair/renaming.hpp"

namespace attest::theorems::repair {

namespace {

using language::name;
using language::Node;
using language::node;
using language::number;
using language::Op;
using language::Quantifier;

bool among(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Expression negated(const Expression& e) {
  if (e->op == Op::negate) return e->children[0];
  return node(Op::negate, {e});
}

Expression with_op(const Expression& e, Op op) {
  auto copy = std::make_shared<Node>(*e);
  copy->op = op;
  return copy;
}

bool is_constant(const Expression& e) {
  if (e->op == Op::number) return true;
  return e->op == Op::divide && e->children[0]->op == Op::number && e->children[1]->op == Op::number;
}

// p/q as it is written.
Expression constant(const Rational& value) {
  const Integer p = numerator_of(value);
  const Integer q = denominator_of(value);
  if (q == 1) return number(Rational(p));
  return node(Op::divide, {number(Rational(p)), number(Rational(q))});
}

class NodeEdits {
 public:
  NodeEdits(const Expression& e, const Site& site, const Vocabulary& names, const NodeContext& context)
      : e_(e), site_(site), names_(names), context_(context) {}

  std::vector<NodeEdit> run() {
    numbers();
    one_name();
    operators();
    shifted_tokens();
    tuples();
    const bool zero = e_->op == Op::number && e_->value == 0;
    if (context_.coordinate && !zero) add(negated(e_), 2, "sign");
    return std::move(result_);
  }

 private:
  void add(Expression result, int cost, const char* kind) {
    result_.push_back({std::move(result), cost, kind});
  }

  void numbers() {
    if (is_constant(e_) && context_.whole &&
        (site_.kind == Site::Kind::readout || site_.kind == Site::Kind::scale)) {
      for (const auto& [p, q] : std::initializer_list<std::pair<int, int>>{{1, 16},
                                                                           {1, 8},
                                                                           {1, 4},
                                                                           {1, 3},
                                                                           {1, 2},
                                                                           {3, 4},
                                                                           {1, 1},
                                                                           {3, 2},
                                                                           {2, 1},
                                                                           {3, 1},
                                                                           {4, 1},
                                                                           {6, 1},
                                                                           {8, 1},
                                                                           {12, 1},
                                                                           {16, 1},
                                                                           {24, 1},
                                                                           {32, 1}})
        add(constant(Rational(p, q)), 3, "constant");
    }
    if (e_->op != Op::number) return;
    const Rational value = e_->value;
    if (site_.kind == Site::Kind::encoding && value == 0 && context_.whole) {
      for (const std::string& feature : names_.features) {
        add(name(feature), 4, "missing coordinate");
        add(node(Op::power, {name(feature), number(2)}), 4, "missing coordinate");
      }
    }
    if (denominator_of(value) != 1) return;
    const char* kind = context_.exponent ? "exponent" : context_.address ? "coordinate" : "number";
    add(number(value + 1), 2, kind);
    if (value > 0) add(number(value - 1), 2, kind);
    if (!context_.whole) return;
    if (value == 0) return add(node(Op::negate, {number(1)}), 2, kind);
    add(number(value * 2), 2, kind);
    if (numerator_of(value) % 2 == 0) add(number(value / 2), 2, kind);
    if (site_.kind == Site::Kind::place || site_.kind == Site::Kind::mask) {
      for (const std::string& size : names_.sizes) add(name(size), 3, "number");
    }
  }

  void one_name() {
    if (e_->op == Op::subscript) {
      rename_in(names_.features, 2, "name", [&](const std::string& other) {
        auto copy = std::make_shared<Node>(*e_);
        copy->name = other;
        return copy;
      });
    }
    if (e_->op != Op::name) return;
    const auto as_name = [&](const std::string& other) { return name(other, e_->place); };
    rename_in(site_.indices, 2, "index", as_name);
    if (context_.address) return;
    rename_in(names_.sizes, 2, "size", as_name);
    rename_in(names_.features, 2, "name", as_name);
    const bool index = among(site_.indices, e_->name);
    const bool size = among(names_.sizes, e_->name);
    if (!index && !size) {
      if (!among(names_.features, e_->name)) return;
      for (const std::string& modulus : names_.sizes) add(node(Op::mod, {e_, name(modulus)}), 3, "residue");
      return;
    }
    if (context_.exponent) return;
    add(node(Op::add, {e_, number(1)}), 3, "shift");
    add(node(Op::subtract, {e_, number(1)}), 3, "shift");
    if (size) add(node(Op::power, {e_, number(2)}), 2, "exponent");
  }

  template <class Make>
  void rename_in(const std::vector<std::string>& group, int cost, const char* kind, const Make& make) {
    if (!among(group, e_->name)) return;
    for (const std::string& other : group) {
      if (other != e_->name) add(make(other), cost, kind);
    }
  }

  void operators() {
    const auto& c = e_->children;
    switch (e_->op) {
      case Op::negate:
        return add(c[0], 2, "sign");
      case Op::add:
        add(with_op(e_, Op::subtract), 2, "sign");
        add(c[0], 4, "summand");
        return add(c[1], 4, "summand");
      case Op::subtract:
        add(with_op(e_, Op::add), 2, "sign");
        add(node(Op::subtract, {c[1], c[0]}), 3, "sign");
        add(c[0], 4, "summand");
        return add(c[1], 4, "summand");
      case Op::multiply:
        if (c[1]->op != Op::tuple) add(c[0], 4, "factor");
        return add(c[1], 4, "factor");
      case Op::divide:
        if (is_constant(e_)) return;
        return add(c[0], 4, "factor");
      case Op::power:
        return add(c[0], 2, "exponent");
      case Op::mod:
        add(node(Op::add, {node(Op::mod, {node(Op::subtract, {c[0], number(1)}), c[1]}), number(1)}), 3,
            "residue in 1..m");
        return add(c[0], 4, "residue");
      case Op::logic_not:
        return add(c[0], 3, "relation");
      case Op::conditional:
        return add(node(Op::conditional, {c[0], c[2], c[1]}), 3, "sides of if");
      default:
        break;
    }
    static const std::map<Op, std::vector<std::pair<Op, int>>> others{
        {Op::less, {{Op::less_equal, 2}, {Op::greater, 3}}},
        {Op::less_equal, {{Op::less, 2}, {Op::greater_equal, 3}}},
        {Op::greater, {{Op::greater_equal, 2}, {Op::less, 3}}},
        {Op::greater_equal, {{Op::greater, 2}, {Op::less_equal, 3}}},
        {Op::equal, {{Op::unequal, 2}, {Op::less_equal, 3}, {Op::greater_equal, 3}}},
        {Op::unequal, {{Op::equal, 2}}},
        {Op::logic_and, {{Op::logic_or, 3}}},
        {Op::logic_or, {{Op::logic_and, 3}}}};
    if (const auto known = others.find(e_->op); known != others.end()) {
      for (const auto& [op, cost] : known->second) add(with_op(e_, op), cost, "relation");
    }
    static const std::map<std::string, std::string> functions{
        {"min", "max"}, {"max", "min"}, {"floor", "ceil"}, {"ceil", "floor"}};
    if (e_->op == Op::call && functions.contains(e_->name)) {
      auto copy = std::make_shared<Node>(*e_);
      copy->name = functions.at(e_->name);
      add(copy, 2, "function");
    }
    static const std::map<Quantifier, Quantifier> quantifiers{
        {Quantifier::max, Quantifier::min},       {Quantifier::min, Quantifier::max},
        {Quantifier::argmax, Quantifier::argmin}, {Quantifier::argmin, Quantifier::argmax},
        {Quantifier::exists, Quantifier::forall}, {Quantifier::forall, Quantifier::exists}};
    if (e_->op == Op::quantifier && quantifiers.contains(e_->quantifier)) {
      auto copy = std::make_shared<Node>(*e_);
      copy->quantifier = quantifiers.at(e_->quantifier);
      add(copy, 2, "function");
    }
  }

  // Every token's index by the next one's, or by the one's before: i to j and j to k.
  void shifted_tokens() {
    const std::vector<std::string>& all = site_.indices;
    if (all.size() < 2 || e_->children.empty()) return;
    std::size_t used = 0;
    for (const std::string& index : all) used += names_index(e_, index) ? 1 : 0;
    if (used < 2) return;
    std::map<std::string, std::string> forward;
    std::map<std::string, std::string> backward;
    for (std::size_t k = 0; k < all.size(); ++k) {
      forward[all[k]] = all[(k + 1) % all.size()];
      backward[all[(k + 1) % all.size()]] = all[k];
    }
    add(renamed(e_, forward), 3, "shifted tokens");
    if (all.size() > 2) add(renamed(e_, backward), 3, "shifted tokens");
  }

  void tuples() {
    if (e_->op != Op::tuple) return;
    const auto with = [&](const auto& change) {
      auto copy = std::make_shared<Node>(*e_);
      change(copy->children);
      return copy;
    };
    const auto position = [](std::size_t k) { return static_cast<std::ptrdiff_t>(k); };
    const std::size_t size = e_->children.size();
    for (std::size_t k = 0; k + 1 < size; ++k)
      add(with([&](auto& c) { std::swap(c[k], c[k + 1]); }), 3, "order");
    if (site_.labelled) return;
    for (std::size_t k = 0; k < size; ++k) {
      if (size > 1) add(with([&](auto& c) { c.erase(c.begin() + position(k)); }), 4, "coordinate less");
      if (e_->children[k]->op != Op::divide || is_constant(e_->children[k])) continue;
      add(with([&](auto& c) {
            const Expression quotient = c[k];
            c[k] = quotient->children[1];
            c.insert(c.begin() + position(k), quotient->children[0]);
          }),
          4, "coordinate more");
    }
    for (std::size_t k = 0; k <= size; ++k) {
      for (const int value : {0, 1})
        add(with([&](auto& c) { c.insert(c.begin() + position(k), number(value)); }), 4, "coordinate more");
    }
  }

  const Expression& e_;
  const Site& site_;
  const Vocabulary& names_;
  const NodeContext& context_;
  std::vector<NodeEdit> result_;
};

}  // namespace

std::vector<NodeEdit> node_edits(const Expression& e, const Site& site, const Vocabulary& names,
                                 const NodeContext& context) {
  return NodeEdits(e, site, names, context).run();
}

std::vector<NodeEdit> root_edits(const Expression& e, const Site& site, const Vocabulary& names) {
  using Kind = Site::Kind;
  const bool score = site.kind == Kind::score || site.kind == Kind::display || site.kind == Kind::scale;
  const bool other = site.kind == Kind::readout || (site.kind == Kind::vector && !site.labelled);
  if (!score && !other) return {};
  std::vector<NodeEdit> all;
  all.push_back({negated(e), 2, "sign"});
  all.push_back({node(Op::multiply, {number(2), e}), 4, "factor of the whole"});
  if (site.kind == Kind::vector) return all;
  all.push_back({node(Op::divide, {e, number(2)}), 4, "factor of the whole"});
  for (const std::string& size : names.sizes) {
    all.push_back({node(Op::multiply, {name(size), e}), 4, "factor of the whole"});
    all.push_back({node(Op::divide, {e, name(size)}), 4, "factor of the whole"});
  }
  return all;
}

}  // namespace attest::theorems::repair

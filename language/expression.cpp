#include "language/expression.hpp"

#include <set>
#include <stdexcept>

#include "language/words.hpp"

namespace attest::language {

namespace {

using NameSet = std::set<std::string>;

// The parts of a node that may hold free names, each with the names that the node binds in it: the range of a
// binder sees the binders before it, the value of `let` and the start of `iterate` see nothing new.
template <class Visit>
void for_each_part(const Node& e, const Visit& visit) {
  NameSet bound;
  switch (e.op) {
    case Op::quantifier:
      for (const Binder& binder : e.binders) {
        visit(binder.range, bound);
        bound.insert(binder.name);
      }
      if (e.such_that) visit(e.such_that, bound);
      visit(e.children.at(0), bound);
      if (e.children.size() > 1) visit(e.children[1], NameSet{});  // `else` sees no index
      break;
    case Op::let:
      visit(e.children.at(0), bound);
      visit(e.children.at(1), NameSet{e.name});
      break;
    case Op::iterate:
      visit(e.children.at(0), bound);
      visit(e.children.at(1), bound);
      visit(e.children.at(2), NameSet{e.name});
      break;
    case Op::member:  // the field is no name of the text
      break;
    default:
      for (const Expression& child : e.children) visit(child, bound);
  }
}

void gather_free(const Expression& e, const NameSet& bound, NameSet& found) {
  const bool named = e->op == Op::name || e->op == Op::subscript || e->op == Op::call || e->op == Op::member;
  if (e->op == Op::subscript && bound.contains(whole_name(*e))) return;
  if (named && !bound.contains(e->name) && !(e->op == Op::call && find_builtin(e->name)))
    found.insert(e->name);
  for_each_part(*e, [&](const Expression& part, const NameSet& more) {
    NameSet inner = bound;
    inner.insert(more.begin(), more.end());
    gather_free(part, inner, found);
  });
}

bool same_list(const std::vector<Expression>& a, const std::vector<Expression>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (!same(a[k], b[k])) return false;
  }
  return true;
}

bool same_table(const KnownTable& a, const KnownTable& b) {
  return &a == &b || (a.name == b.name && a.domains == b.domains && a.cells == b.cells);
}

class Substitution {
 public:
  Substitution(const std::string& name, const Expression& replacement) : name_(name), by_(replacement) {
    for (const std::string& free : free_names(replacement)) captured_.insert(free);
    gather_whole_names(replacement);
  }

  Expression operator()(const Expression& e) const {
    if (!occurs(e)) return e;
    if (e->op == Op::name || (e->op == Op::subscript && whole_name(*e) == name_)) return by_;
    Node result = *e;
    if ((e->op == Op::call || e->op == Op::member || e->op == Op::subscript) && e->name == name_) {
      if (by_->op != Op::name) {
        throw std::invalid_argument("substitute: only a name can replace '" + name_ + "' in " + to_string(e));
      }
      result.name = by_->name;
    }
    std::vector<Expression*> parts;  // in the order of for_each_part
    if (e->op == Op::quantifier) {
      for (Binder& binder : result.binders) parts.push_back(&binder.range);
      if (result.such_that) parts.push_back(&result.such_that);
    }
    for (Expression& child : result.children) parts.push_back(&child);
    std::size_t at = 0;
    for_each_part(*e, [&](const Expression& part, const NameSet& bound) {
      Expression& place = *parts.at(at++);
      if (bound.contains(name_) || !occurs(part)) return;
      for (const std::string& name : bound) {
        if (captured_.contains(name)) {
          throw std::invalid_argument("substitute: '" + name + "' of " + to_string(by_) +
                                      " would be bound in " + to_string(e));
        }
      }
      place = (*this)(part);
    });
    if (e->op == Op::subscript && result.children[0]->op != Op::name && !whole_number(*result.children[0])) {
      throw NoIndex("'" + to_string(by_) + "' is no index, as " + to_string(e) + " needs one");
    }
    return std::make_shared<const Node>(std::move(result));
  }

 private:
  static bool whole_number(const Node& e) {
    return e.op == Op::number && e.value >= 0 && denominator_of(e.value) == 1;
  }

  void gather_whole_names(const Expression& e) {
    if (e->op == Op::subscript) captured_.insert(whole_name(*e));
    for_each_part(*e, [&](const Expression& part, const NameSet&) { gather_whole_names(part); });
  }

  // Whether the name is free in e.
  bool occurs(const Expression& e) const {
    switch (e->op) {
      case Op::name:
      case Op::member:
        return e->name == name_;
      case Op::subscript:
        if (e->name == name_ || whole_name(*e) == name_) return true;
        break;
      case Op::call:
        if (e->name == name_) return true;
        break;
      default:
        break;
    }
    bool found = false;
    for_each_part(*e, [&](const Expression& part, const NameSet& bound) {
      if (!found && !bound.contains(name_)) found = occurs(part);
    });
    return found;
  }

  const std::string& name_;
  const Expression& by_;
  NameSet captured_;
};

}  // namespace

Expression number(const Rational& value, Place place) {
  Node result;
  result.place = place;
  result.value = value;
  return std::make_shared<const Node>(std::move(result));
}

Expression name(std::string text, Place place) {
  return node(Op::name, {}, place, std::move(text));
}

Expression node(Op op, std::vector<Expression> children, Place place, std::string text) {
  Node result;
  result.op = op;
  result.place = place;
  result.name = std::move(text);
  result.children = std::move(children);
  return std::make_shared<const Node>(std::move(result));
}

Expression cell_of(std::shared_ptr<const KnownTable> table, std::vector<Expression> arguments, Place place) {
  Node result;
  result.op = Op::table;
  result.place = place;
  result.children = std::move(arguments);
  result.table = std::move(table);
  return std::make_shared<const Node>(std::move(result));
}

std::string whole_name(const Node& subscript) {
  return subscript.name + "_" + to_string(subscript.children.at(0));
}

bool makes_set(Op op) {
  return op == Op::range || op == Op::set || op == Op::difference;
}

bool takes_else(Quantifier quantifier) {
  switch (quantifier) {
    case Quantifier::max:
    case Quantifier::min:
    case Quantifier::argmax:
    case Quantifier::argmin:
    case Quantifier::least:
      return true;
    default:
      return false;
  }
}

bool same(const Expression& a, const Expression& b) {
  if (!a || !b) return !a && !b;
  if (a == b) return true;
  if (a->op != b->op || a->name != b->name || !same_list(a->children, b->children)) return false;
  if (a->op == Op::number) return a->value == b->value;
  if (a->op == Op::table) return same_table(*a->table, *b->table);
  if (a->op != Op::quantifier) return true;
  if (a->quantifier != b->quantifier || a->tie != b->tie || a->binders.size() != b->binders.size())
    return false;
  for (std::size_t k = 0; k < a->binders.size(); ++k) {
    if (a->binders[k].name != b->binders[k].name || !same(a->binders[k].range, b->binders[k].range))
      return false;
  }
  return same(a->such_that, b->such_that);
}

Expression substitute(const Expression& expression, const std::string& name, const Expression& replacement) {
  return Substitution(name, replacement)(expression);
}

std::vector<std::string> free_names(const Expression& expression) {
  NameSet found;
  gather_free(expression, {}, found);
  return {found.begin(), found.end()};
}

}  // namespace attest::language

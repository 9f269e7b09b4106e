#include "theorems/proof/mutation.hpp"

#include <algorithm>
#include <functional>
#include <set>

#include "theorems/fields.hpp"

namespace attest::proof_tests {

using language::Expression;
using language::Node;
using language::Op;
using language::Quantifier;
using test::Random;
using theorems::TheoremText;

namespace {

constexpr long tries_of_a_change = 100;

// Names of sizes, features, indices, inputs, coordinates: all that some expression speaks of.
std::vector<std::string> names_in(const TheoremText& text) {
  std::set<std::string> names;
  theorems::each_expression(text, [&](const Expression& e) {
    for (const std::string& name : language::free_names(e)) names.insert(name);
  });
  return {names.begin(), names.end()};
}

// A walk over an expression and what is below it, ranges and conditions of quantifiers among it.
long nodes_of(const Expression& e) {
  if (!e) return 0;
  long count = 1 + nodes_of(e->such_that);
  for (const Expression& child : e->children) count += nodes_of(child);
  for (const language::Binder& binder : e->binders) count += nodes_of(binder.range);
  return count;
}

using Change = std::function<Expression(const Expression&)>;

// With the node changed at which `place` counts down to 0.
Expression changed(const Expression& e, long& place, const Change& change) {
  if (!e) return e;
  if (place-- == 0) return change(e);
  auto copy = std::make_shared<Node>(*e);
  copy->such_that = changed(copy->such_that, place, change);
  for (Expression& child : copy->children) child = changed(child, place, change);
  for (language::Binder& binder : copy->binders) binder.range = changed(binder.range, place, change);
  return copy;
}

std::vector<Op> other_operators(Op op) {
  switch (op) {
    case Op::add:
      return {Op::subtract};
    case Op::subtract:
      return {Op::add};
    case Op::multiply:
      return {Op::add};
    case Op::divide:
      return {Op::multiply};
    case Op::div:
      return {Op::mod, Op::divide};
    case Op::mod:
      return {Op::div};
    case Op::equal:
      return {Op::unequal, Op::less_equal, Op::greater_equal};
    case Op::unequal:
      return {Op::equal};
    case Op::less:
      return {Op::less_equal, Op::greater};
    case Op::less_equal:
      return {Op::less, Op::greater_equal, Op::equal};
    case Op::greater:
      return {Op::greater_equal, Op::less};
    case Op::greater_equal:
      return {Op::greater, Op::less_equal, Op::equal};
    case Op::logic_and:
      return {Op::logic_or};
    case Op::logic_or:
      return {Op::logic_and};
    case Op::implies:
      return {Op::logic_and};
    default:
      return {};
  }
}

std::vector<Quantifier> other_quantifiers(Quantifier quantifier) {
  switch (quantifier) {
    case Quantifier::exists:
      return {Quantifier::forall};
    case Quantifier::forall:
      return {Quantifier::exists};
    case Quantifier::max:
      return {Quantifier::min, Quantifier::sum};
    case Quantifier::min:
      return {Quantifier::max};
    case Quantifier::sum:
      return {Quantifier::max};
    case Quantifier::argmax:
      return {Quantifier::argmin, Quantifier::max};
    case Quantifier::argmin:
      return {Quantifier::argmax};
    default:
      return {};
  }
}

// What may stand in the place of an expression.
std::vector<Expression> alternatives(const Expression& e, const std::vector<std::string>& names) {
  std::vector<Expression> all;
  const Expression one = language::number(1);
  const Expression two = language::number(2);
  const auto add = [&](Op op, std::vector<Expression> children) {
    all.push_back(language::node(op, std::move(children)));
  };
  const auto with_op = [&](Op op) {
    auto copy = std::make_shared<Node>(*e);
    copy->op = op;
    all.push_back(copy);
  };
  for (const Op op : other_operators(e->op)) with_op(op);
  switch (e->op) {
    case Op::number:
      all.push_back(language::number(e->value + 1));
      if (e->value >= 1) all.push_back(language::number(e->value - 1));
      all.push_back(language::number(2 * e->value));
      break;
    case Op::name:
    case Op::subscript:
      for (const std::string& name : names) {
        if (name != e->name) all.push_back(language::name(name));
      }
      if (e->op == Op::subscript) {
        for (const std::string& name : names) {
          auto copy = std::make_shared<Node>(*e);
          copy->children = {language::name(name)};
          all.push_back(copy);
        }
      }
      add(Op::add, {e, one});
      add(Op::subtract, {e, one});
      add(Op::multiply, {two, e});
      break;
    case Op::power:
      all.push_back(e->children[0]);
      add(Op::power, {e->children[0], language::node(Op::add, {e->children[1], one})});
      break;
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
    case Op::logic_and:
    case Op::logic_or:
    case Op::implies:
    case Op::concat:
      all.push_back(e->children[0]);
      all.push_back(e->children[1]);
      break;
    case Op::logic_not:
    case Op::negate:
      all.push_back(e->children[0]);
      break;
    case Op::conditional:
      add(Op::conditional, {e->children[0], e->children[2], e->children[1]});
      all.push_back(e->children[1]);
      all.push_back(e->children[2]);
      break;
    case Op::range:
      for (std::size_t k = 0; k < e->children.size(); ++k) {
        for (const Op op : {Op::add, Op::subtract}) {
          std::vector<Expression> ends = e->children;
          ends[k] = language::node(op, {ends[k], one});
          add(Op::range, std::move(ends));
        }
      }
      break;
    case Op::tuple:
    case Op::set:
    case Op::call:
      for (std::size_t k = 0; k + 1 < e->children.size(); ++k) {  // exchanged, negated, left out
        auto copy = std::make_shared<Node>(*e);
        std::swap(copy->children[k], copy->children[k + 1]);
        all.push_back(copy);
      }
      for (std::size_t k = 0; e->op == Op::tuple && e->children.size() > 1 && k < e->children.size(); ++k) {
        auto negated = std::make_shared<Node>(*e);
        negated->children[k] = language::node(Op::negate, {negated->children[k]});
        all.push_back(negated);
        auto shorter = std::make_shared<Node>(*e);
        shorter->children.erase(shorter->children.begin() + static_cast<std::ptrdiff_t>(k));
        all.push_back(shorter);
      }
      break;
    case Op::quantifier:
      for (const Quantifier other : other_quantifiers(e->quantifier)) {
        auto copy = std::make_shared<Node>(*e);
        copy->quantifier = other;
        all.push_back(copy);
      }
      if (e->such_that) {
        auto copy = std::make_shared<Node>(*e);
        copy->such_that = nullptr;
        all.push_back(copy);
      }
      if (e->tie == language::Tie::first || e->tie == language::Tie::last) {
        auto copy = std::make_shared<Node>(*e);
        copy->tie = e->tie == language::Tie::first ? language::Tie::last : language::Tie::first;
        all.push_back(copy);
      }
      break;
    default:
      break;
  }
  if (e->op != Op::text && !language::makes_set(e->op)) add(Op::negate, {e});
  return all;
}

// What is no expression.
void change_a_word(TheoremText& text, Random& random) {
  const auto any = [&](auto& all) -> auto& {
    return all[static_cast<std::size_t>(random.between(0, static_cast<long>(all.size()) - 1))];
  };
  if (text.layers.empty()) return;
  theorems::LayerStatement& layer = any(text.layers);
  if (layer.heads.empty()) return;
  theorems::HeadStatement& head = any(layer.heads);
  switch (random.between(0, 7)) {
    case 0:
      layer.residual = !layer.residual;
      return;
    case 1:
      for (theorems::TaskStatement& task : text.tasks) {
        task.answer = task.answer == theorems::AnswerKind::sign ? theorems::AnswerKind::number
                                                                : theorems::AnswerKind::sign;
      }
      return;
    case 2:
      head.kernel_said = true;
      head.kernel = head.kernel == theorems::Kernel::softmax ? theorems::Kernel::hard_maximum
                                                             : theorems::Kernel::softmax;
      return;
    case 3:
      head.leftmost = !head.leftmost;
      return;
    case 4:
      for (auto& over : head.over) over.such_that = nullptr;
      return;
    case 5:
      for (auto& row : head.rows) {
        if (row.coordinates.size() > 1) std::swap(row.coordinates.front(), row.coordinates.back());
      }
      return;
    case 6:
      if (layer.landings.size() > 1) std::swap(layer.landings.front().to, layer.landings.back().to);
      return;
    default:
      if (!layer.landings.empty()) layer.landings.pop_back();
      if (layer.heads.size() > 1) layer.heads.pop_back();
      return;
  }
}

}  // namespace

TheoremText mutant_of(TheoremText text, Random& random) {
  if (random.between(0, 9) == 0) {
    change_a_word(text, random);
    return text;
  }
  const std::vector<std::string> names = names_in(text);
  long nodes = 0;
  theorems::each_expression(text, [&](const Expression& e) { nodes += nodes_of(e); });
  bool done = false;
  for (long k = 0; nodes > 0 && !done && k < tries_of_a_change; ++k) {
    long place = random.between(0, nodes - 1);
    theorems::change_expressions(text, [&](Expression& whole) {
      if (place < 0) return;
      whole = changed(whole, place, [&](const Expression& e) {
        const std::vector<Expression> all = alternatives(e, names);
        if (all.empty()) return e;
        done = true;
        return all[static_cast<std::size_t>(random.between(0, static_cast<long>(all.size()) - 1))];
      });
    });
  }
  return text;
}

}  // namespace attest::proof_tests

#include "theorems/state_functions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "language/words.hpp"
#include "numeric/checked.hpp"
#include "theorems/table_cases.hpp"

namespace attest::theorems {

namespace {

using attention::StateFunction;
using language::Expression;
using language::Node;
using language::Op;
using language::Quantifier;
using Functions = std::vector<StateFunction>;
using F = StateFunction::Op;

constexpr std::size_t most_nodes = 1U << 16U;  // of one function

StateFunction negated(StateFunction f) {
  return StateFunction::of(F::product, {StateFunction::number(Rational(-1)), std::move(f)});
}

StateFunction opposite(StateFunction f) {
  return StateFunction::of(F::logic_not, {std::move(f)});
}

StateFunction checked(StateFunction f, const language::Place& place) {
  if (f.nodes() > most_nodes) refuse(place, "this grows too long when its ranges are written out");
  return f;
}

}  // namespace

std::optional<std::size_t> StateNames::coordinate(const Node& e, const NetworkNames& constants) const {
  const auto block = [&](const std::string& name) -> const Block* {
    const auto found = blocks.find(name);
    return found == blocks.end() ? nullptr : &found->second;
  };
  const auto single = [&](const std::string& name) -> std::optional<std::size_t> {
    const Block* found = block(name);
    if (found == nullptr || found->is_vector) return std::nullopt;
    return found->first;
  };
  if (e.op == Op::name) return single(e.name);
  if (e.op == Op::subscript) return single(whole_name(e));
  if (e.op == Op::call) {
    const Block* found = block(e.name);
    if (found == nullptr || !found->is_vector) return std::nullopt;
    if (e.children.size() != 1) throw NetworkError(e.place, fmt::format("'{}' has one index", e.name));
    const Rational at = evaluate_number(e.children[0], constants);
    const auto number = fits_long(at);
    if (!number || *number < 1 || static_cast<std::size_t>(*number) > found->length) {
      throw NetworkError(e.place, fmt::format("there is no {}({}): it has {} coordinates", e.name,
                                              to_string(at), found->length));
    }
    return found->first + static_cast<std::size_t>(*number - 1);
  }
  if (e.op != Op::member || e.name != "stream") return std::nullopt;
  const Node& field = *e.children[0];
  if (field.op == Op::name) {
    if (const auto at = single(field.name)) return at;
    refuse(field.place, fmt::format("the stream has no coordinate '{}'", field.name));
  }
  const auto number = field.op == Op::number ? fits_long(field.value) : std::nullopt;
  if (!number || *number < 1 || static_cast<std::size_t>(*number) > width)
    throw NetworkError(field.place, fmt::format("the stream has coordinates 1 to {}", width));
  return static_cast<std::size_t>(*number - 1);
}

// Names that are bound around an expression: indices of ranges, as numbers, and `let`, as functions.
struct StateFunctions::Bound {
  const Bound* outer = nullptr;
  std::string name;
  StateFunction function = StateFunction::number(Rational(0));
  bool truth = false;
  bool guarded = false;  // what stands here is looked at only where a condition holds

  bool is_guarded() const { return guarded || (outer != nullptr && outer->is_guarded()); }
  const Bound* find_bound(const std::string& wanted) const {
    if (outer == nullptr) return nullptr;
    return name == wanted ? this : outer->find_bound(wanted);
  }
  const StateFunction* find(const std::string& wanted) const {
    const Bound* found = find_bound(wanted);
    return found == nullptr ? nullptr : &found->function;
  }
};

StateFunction StateFunctions::number(const Expression& expression) const {
  return number(expression, Bound());
}

Functions StateFunctions::vector(const Expression& expression) const {
  return vector(expression, Bound());
}

std::optional<std::size_t> StateFunctions::coordinate(const Node& e, const Bound& bound) const {
  if (e.op == Op::name) {
    if (bound.find(e.name) != nullptr) return std::nullopt;
    if (const auto at = names_.coordinate(e, constants_)) return at;
    return held(e);
  }
  if (e.op == Op::subscript && e.children[0]->op == Op::name && indices_.size() == 1 &&
      e.children[0]->name == indices_.front()) {
    return coordinate(*language::name(e.name, e.place), bound);
  }
  if (e.op != Op::call) return names_.coordinate(e, constants_);
  if (!names_.blocks.contains(e.name)) return std::nullopt;
  for (const Expression& child : e.children) {
    if (speaks_of_state(*child, bound))
      refuse(e.place, "a coordinate whose index depends on the state is not evaluated so far");
  }
  NetworkNames with_bound = constants_;
  with_bound.name = [&](const std::string& name) -> std::optional<NetworkValue> {
    if (const StateFunction* f = bound.find(name)) return NetworkValue{(*f)({})};
    return constants_.name ? constants_.name(name) : std::nullopt;
  };
  return names_.coordinate(e, with_bound);
}

// i, where pos = i; j in a row that calls the index so.
std::optional<std::size_t> StateFunctions::held(const Node& name) const {
  std::string wanted = name.name;
  const auto own = std::find(indices_.begin(), indices_.end(), wanted);
  if (own != indices_.end()) {
    wanted = names_.indices[static_cast<std::size_t>(own - indices_.begin())];
  } else if (std::find(names_.indices.begin(), names_.indices.end(), wanted) != names_.indices.end()) {
    return std::nullopt;  // this row calls it otherwise
  }
  const auto found = names_.held.find(wanted);
  if (found == names_.held.end()) return std::nullopt;
  if (found->second.size() > 1)
    refuse(name.place, fmt::format("several coordinates begin as '{}'; name one of them", wanted));
  return found->second.front();
}

bool StateFunctions::speaks_of_state(const Node& e, const Bound& bound) const {
  if (e.op == Op::name) {
    if (const StateFunction* f = bound.find(e.name)) return !f->is_constant();
    const bool index = std::find(indices_.begin(), indices_.end(), e.name) != indices_.end();
    return names_.blocks.contains(e.name) || names_.held.contains(e.name) || index;
  }
  if (e.op == Op::subscript && (names_.blocks.contains(e.name) || names_.held.contains(e.name))) return true;
  if (e.op == Op::member) return true;
  if (e.op == Op::call && names_.blocks.contains(e.name)) return true;
  const auto speaks = [&](const Expression& child) { return child && speaks_of_state(*child, bound); };
  return std::any_of(e.children.begin(), e.children.end(), speaks) || speaks(e.such_that) ||
         std::any_of(e.binders.begin(), e.binders.end(),
                     [&](const auto& binder) { return speaks(binder.range); });
}

bool StateFunctions::is_truth(const Node& e, const Bound& bound) const {
  switch (e.op) {
    case Op::name: {
      const Bound* found = bound.find_bound(e.name);
      return found != nullptr && found->truth;
    }
    case Op::equal:
    case Op::unequal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::logic_not:
    case Op::logic_and:
    case Op::logic_or:
    case Op::implies:
    case Op::element:
      return true;
    case Op::quantifier:
      return e.quantifier == Quantifier::exists || e.quantifier == Quantifier::forall;
    case Op::conditional:
      return is_truth(*e.children[1], bound);
    case Op::let: {
      const Bound inner{&bound, e.name, StateFunction::number(Rational(0)), is_truth(*e.children[0], bound)};
      return is_truth(*e.children[1], inner);
    }
    case Op::tuple:
      return e.children.size() == 1 && is_truth(*e.children[0], bound);
    default:
      return false;
  }
}

StateFunction StateFunctions::number(const Expression& e, const Bound& bound) const {
  if (is_truth(*e, bound)) throw NetworkError(e->place, "a number is expected here, not a condition");
  return value(e, bound);
}

StateFunction StateFunctions::truth(const Expression& e, const Bound& bound) const {
  if (!is_truth(*e, bound)) throw NetworkError(e->place, "a condition is expected here");
  return value(e, bound);
}

StateFunction StateFunctions::value(const Expression& e, const Bound& bound) const {
  const auto child = [&](std::size_t k) { return number(e->children[k], bound); };
  const auto condition = [&](std::size_t k) { return truth(e->children[k], bound); };
  const Bound behind{&bound, "", StateFunction::number(Rational(0)), false, true};  // a condition
  const auto alike = [&](std::size_t k) {  // of the kind that this is
    return is_truth(*e, bound) ? condition(k) : child(k);
  };
  const auto of = [&](F op, Functions children) {
    return checked(StateFunction::of(op, std::move(children), e->place.line), e->place);
  };
  switch (e->op) {
    case Op::number:
      return StateFunction::number(e->value);
    case Op::name:
    case Op::subscript:
    case Op::member:
      if (e->op == Op::name) {
        if (const StateFunction* f = bound.find(e->name)) return *f;
      }
      if (const auto at = coordinate(*e, bound)) return StateFunction::coordinate(*at);
      if (e->op == Op::name && names_.blocks.contains(e->name))
        throw NetworkError(e->place, fmt::format("'{}' is a vector where a number is expected", e->name));
      try {
        return StateFunction::number(evaluate_number(e, constants_));
      } catch (const NetworkError& error) {
        throw NetworkError(e->place, fmt::format("{}; the functions of several layers read the coordinates "
                                                 "of the stream alone",
                                                 error.what()));
      }
    case Op::call:
      return call(e, bound);
    case Op::negate:
      return of(F::product, {StateFunction::number(Rational(-1)), child(0)});
    case Op::logic_not:
      return of(F::logic_not, {condition(0)});
    case Op::add:
      return of(F::sum, {child(0), child(1)});
    case Op::subtract:
      return of(F::sum, {child(0), negated(child(1))});
    case Op::multiply:
      return of(F::product, {child(0), child(1)});
    case Op::divide:
      return of(F::quotient, {child(0), child(1)});
    case Op::power:
      return of(F::power, {child(0), child(1)});
    case Op::div:
      return of(F::div, {child(0), child(1)});
    case Op::mod:
      return of(F::mod, {child(0), child(1)});
    case Op::equal:
      return of(F::equal, {child(0), child(1)});
    case Op::unequal:
      return opposite(of(F::equal, {child(0), child(1)}));
    case Op::less:
      return of(F::less, {child(0), child(1)});
    case Op::less_equal:
      return of(F::less_equal, {child(0), child(1)});
    case Op::greater:
      return of(F::less, {child(1), child(0)});
    case Op::greater_equal:
      return of(F::less_equal, {child(1), child(0)});
    case Op::logic_and:
      return of(F::logic_and, {condition(0), truth(e->children[1], behind)});
    case Op::logic_or:
      return of(F::logic_or, {condition(0), truth(e->children[1], behind)});
    case Op::implies:
      return of(F::logic_or, {opposite(condition(0)), truth(e->children[1], behind)});
    case Op::conditional: {
      const StateFunction met = condition(0);
      if (met.is_constant()) return alike(met({}) != 0 ? 1 : 2);
      const auto branch = [&](std::size_t k) {
        return is_truth(*e, bound) ? truth(e->children[k], behind) : number(e->children[k], behind);
      };
      return of(F::conditional, {met, branch(1), branch(2)});
    }
    case Op::let: {
      const Expression& what = e->children[0];
      return value(e->children[1], Bound{&bound, e->name, value(what, bound), is_truth(*what, bound)});
    }
    case Op::element: {
      if (speaks_of_state(*e->children[1], bound)) refuse(e->place, "a set that depends on the state");
      const StateFunction x = child(0);
      Functions equal{StateFunction::number(Rational(0))};
      for (const Rational& member : evaluate_set(e->children[1], constants_))
        equal.push_back(of(F::equal, {x, StateFunction::number(member)}));
      return of(F::logic_or, std::move(equal));
    }
    case Op::tuple:
      if (e->children.size() == 1) return alike(0);
      break;
    case Op::table:
      return value(by_cases(*e), bound);
    case Op::quantifier:
      return quantified(e, bound);
    default:
      break;
  }
  refuse(e->place, "this is not evaluated in a function of several layers");
}

StateFunction StateFunctions::call(const Expression& e, const Bound& bound) const {
  try {
    if (const auto at = coordinate(*e, bound)) return StateFunction::coordinate(*at);
  } catch (const NetworkError& error) {
    if (!bound.is_guarded()) throw;
    return StateFunction::undefined(fmt::format("{} (line {})", error.what(), e->place.line));
  }
  if (e->name == "ind" && e->children.size() == 1) return truth(e->children[0], bound);
  Functions arguments;
  for (const Expression& argument : e->children) arguments.push_back(number(argument, bound));
  const auto of = [&](F op, Functions children) {
    return checked(StateFunction::of(op, std::move(children), e->place.line), e->place);
  };
  const StateFunction zero = StateFunction::number(Rational(0));
  const StateFunction one = StateFunction::number(Rational(1));
  if (arguments.empty()) refuse(e->place, fmt::format("'{}' of nothing", e->name));
  if (e->name == "max") return of(F::maximum, std::move(arguments));
  if (e->name == "min") return of(F::minimum, std::move(arguments));
  if (arguments.size() == 1) {
    const StateFunction& x = arguments.front();
    if (e->name == "abs") return of(F::maximum, {x, negated(x)});
    if (e->name == "relu") return of(F::maximum, {x, zero});
    if (e->name == "floor") return of(F::div, {x, one});
    if (e->name == "ceil") return negated(of(F::div, {negated(x), one}));
  }
  if (language::find_builtin(e->name) != nullptr)
    refuse(e->place, fmt::format("'{}' is not evaluated in a function of several layers", e->name));
  throw NetworkError(e->place, fmt::format("'{}' is no function here", e->name));
}

// Over ranges of the sizes alone, written out member by member.
StateFunction StateFunctions::quantified(const Expression& e, const Bound& bound) const {
  const bool index = e->quantifier == Quantifier::least;
  const bool of_truths = index || e->quantifier == Quantifier::exists ||
                         e->quantifier == Quantifier::forall || e->quantifier == Quantifier::count;
  if (index && e->binders.size() > 1)
    refuse(e->place, "a tuple of indices is not evaluated here; name one index");
  Functions bodies;
  Functions conditions;  // of `such that`, beside the bodies
  Functions indices;
  const auto visit = [&](const auto& self, std::size_t depth, const Bound& around) -> void {
    if (bodies.size() > most_nodes) refuse(e->place, "too many terms");
    if (depth == e->binders.size()) {
      conditions.push_back(e->such_that ? truth(e->such_that, around) : StateFunction::number(Rational(1)));
      bodies.push_back(of_truths ? truth(e->children[0], around) : number(e->children[0], around));
      indices.push_back(around.function);
      return;
    }
    const auto& binder = e->binders[depth];
    for (const Rational& x : members(binder, around))
      self(self, depth + 1, Bound{&around, binder.name, StateFunction::number(x)});
  };
  visit(visit, 0, bound);
  const auto of = [&](F op, Functions children) {
    return checked(StateFunction::of(op, std::move(children), e->place.line), e->place);
  };
  const StateFunction zero = StateFunction::number(Rational(0));
  const StateFunction one = StateFunction::number(Rational(1));
  const auto where_met = [&](const StateFunction& otherwise) {
    Functions all{otherwise};
    for (std::size_t k = 0; k < bodies.size(); ++k)
      all.push_back(of(F::conditional, {conditions[k], bodies[k], otherwise}));
    return all;
  };
  switch (e->quantifier) {
    case Quantifier::sum:
    case Quantifier::count:
      return of(F::sum, where_met(zero));
    case Quantifier::product:
      return of(F::product, where_met(one));
    case Quantifier::exists:
      return of(F::logic_or, where_met(zero));
    case Quantifier::forall:
      return of(F::logic_and, where_met(one));
    case Quantifier::least: {
      if (e->children.size() < 2) refuse(e->place, "'least' needs 'else' in a function of several layers");
      StateFunction result = number(e->children[1], bound);
      for (std::size_t k = bodies.size(); k-- > 0;)
        result = of(F::conditional, {of(F::logic_and, {conditions[k], bodies[k]}), indices[k], result});
      return result;
    }
    case Quantifier::max:
    case Quantifier::min: {
      if (e->such_that || bodies.empty()) {
        refuse(e->place,
               "a maximum over what the state selects is not evaluated in a function of several "
               "layers");
      }
      return of(e->quantifier == Quantifier::max ? F::maximum : F::minimum, std::move(bodies));
    }
    case Quantifier::argmax:
    case Quantifier::argmin:
    case Quantifier::each:
      break;
  }
  refuse(e->place, fmt::format("'{}' is not evaluated in a function of several layers",
                               language::to_string(e->quantifier)));
}

// unit(i, k): of k numbers the i-th is 1 and the others are 0; no value where there is no i-th.
Functions StateFunctions::unit(const Expression& e, const Bound& bound) const {
  if (e->children.size() != 2) refuse(e->place, "'unit' takes a place and a length, as in unit(i, n)");
  const Expression zeros = language::node(Op::call, {e->children[1]}, e->place, "zeros");
  const std::size_t length = evaluate_vector(zeros, constants_).size();
  const StateFunction at = number(e->children[0], bound);
  const auto of = [&](F op, Functions children) {
    return checked(StateFunction::of(op, std::move(children), e->place.line), e->place);
  };
  Functions known;
  for (std::size_t k = 1; k <= length; ++k)
    known.push_back(of(F::equal, {at, StateFunction::number(Rational(Integer(k)))}));
  const StateFunction outside = StateFunction::undefined(fmt::format(
      "'{}' is no entry of a vector with the entries 1 to {}", language::to_string(e->children[0]), length));
  const StateFunction inside = of(F::logic_or, known);
  Functions result;
  for (const StateFunction& here : known) result.push_back(of(F::conditional, {inside, here, outside}));
  return result;
}

Functions StateFunctions::each(const Expression& e, std::size_t depth, const Bound& around) const {
  if (depth == e->binders.size()) return vector(e->children[0], around);
  Functions result;
  const auto& binder = e->binders[depth];
  for (const Rational& x : members(binder, around)) {
    for (StateFunction& entry : each(e, depth + 1, Bound{&around, binder.name, StateFunction::number(x)})) {
      if (result.size() > most_nodes) refuse(e->place, "a vector that is too long");
      result.push_back(std::move(entry));
    }
  }
  return result;
}

// What an index runs over, which hangs on the sizes and the indices before it.
std::vector<Rational> StateFunctions::members(const language::Binder& binder, const Bound& around) const {
  if (speaks_of_state(*binder.range, around))
    refuse(binder.range->place, "a range that depends on the state");
  NetworkNames names = constants_;
  names.name = [&](const std::string& name) -> std::optional<NetworkValue> {
    if (const StateFunction* f = around.find(name)) return NetworkValue{(*f)({})};
    return constants_.name ? constants_.name(name) : std::nullopt;
  };
  return evaluate_set(binder.range, names);
}

Functions StateFunctions::vector(const Expression& e, const Bound& bound) const {
  const auto one_by_one = [&](const Functions& a, const Functions& b, const auto& combine) {
    if (a.size() != b.size()) {
      throw NetworkError(e->place, fmt::format("vectors of {} and {} coordinates", a.size(), b.size()));
    }
    Functions result;
    for (std::size_t c = 0; c < a.size(); ++c) result.push_back(combine(a[c], b[c]));
    return result;
  };
  const auto child = [&](std::size_t k) { return vector(e->children[k], bound); };
  switch (e->op) {
    case Op::quantifier:
      if (e->quantifier == Quantifier::each) return each(e, 0, bound);
      break;
    case Op::tuple: {
      Functions result;
      for (std::size_t k = 0; k < e->children.size(); ++k) {
        for (StateFunction& part : child(k)) result.push_back(std::move(part));
      }
      return result;
    }
    case Op::name:
      if (bound.find(e->name) == nullptr) {
        const auto block = names_.blocks.find(e->name);
        if (block != names_.blocks.end() && block->second.is_vector) {
          Functions result;
          for (std::size_t c = 0; c < block->second.length; ++c)
            result.push_back(StateFunction::coordinate(block->second.first + c));
          return result;
        }
      }
      break;
    case Op::call:
      if (e->name == "unit") return unit(e, bound);
      if (e->name == "zeros") {
        Functions result;
        for (const Rational& x : evaluate_vector(e, constants_)) result.push_back(StateFunction::number(x));
        return result;
      }
      break;
    case Op::add:
      return one_by_one(child(0), child(1), [](const StateFunction& a, const StateFunction& b) {
        return StateFunction::of(F::sum, {a, b});
      });
    case Op::subtract:
      return one_by_one(child(0), child(1), [](const StateFunction& a, const StateFunction& b) {
        return StateFunction::of(F::sum, {a, negated(b)});
      });
    case Op::multiply: {
      Functions a = child(0);
      Functions b = child(1);
      if (a.size() != 1 && b.size() == 1) std::swap(a, b);
      if (a.size() != 1) throw NetworkError(e->place, "a product of two vectors");
      for (StateFunction& entry : b) entry = StateFunction::of(F::product, {a.front(), entry}, e->place.line);
      return b;
    }
    case Op::conditional: {
      const StateFunction condition = truth(e->children[0], bound);
      if (condition.is_constant()) return child(condition({}) != 0 ? 1 : 2);
      const Bound behind{&bound, "", StateFunction::number(Rational(0)), false, true};
      return one_by_one(vector(e->children[1], behind), vector(e->children[2], behind),
                        [&](const StateFunction& a, const StateFunction& b) {
                          return StateFunction::of(F::conditional, {condition, a, b});
                        });
    }
    case Op::let:
      return vector(e->children[1], Bound{&bound, e->name, number(e->children[0], bound)});
    default:
      break;
  }
  return {number(e, bound)};
}

}  // namespace attest::theorems

// The expressions of a function that is shattered, of its rows and of its columns, gone through by cases.
#include "theorems/proof/shattered_cases.hpp"

#include <fmt/format.h>

namespace attest::theorems {

using language::Op;
using language::Quantifier;
using proof::Bounds;
using proof::Laurent;

namespace {

constexpr long most_multiples_of_a_sum = 16;

}  // namespace

Bounds ShatteredCases::range_of(const Expression& e) {
  TermNames names;
  names.written = [this](const language::Node& n) -> std::optional<Laurent> {
    const auto found = n.op == Op::name ? sizes_.find(n.name) : sizes_.end();
    return found == sizes_.end() ? std::nullopt : std::optional(found->second);
  };
  const Terms::Range found = Terms(variables_, names, "S1").range(e);
  if (!found.whole || !variables_.sizes_alone(found.bounds.low) ||
      !variables_.sizes_alone(found.bounds.high) ||
      !variables_.nonnegative(found.bounds.high - found.bounds.low))
    outside(e, "is not shown to be a range with an element at all sizes");
  return found.bounds;
}

void ShatteredCases::truth(const Expression& e, const Names& names, State state, const Truth& then) {
  const auto both = [&](const std::function<void(State, const Laurent&, const Laurent&)>& use) {
    number(e->children[0], names, std::move(state), [&](State one, const Laurent& a) {
      number(e->children[1], names, std::move(one),
             [&](State two, const Laurent& b) { use(std::move(two), a, b); });
    });
  };
  const Truth opposite = [&](State next, bool value) { then(std::move(next), !value); };
  switch (e->op) {
    case Op::tuple:
      if (e->children.size() == 1) return truth(e->children[0], names, std::move(state), then);
      break;
    case Op::logic_not:
      return truth(e->children[0], names, std::move(state), opposite);
    case Op::logic_and:
    case Op::logic_or:
      return truth(e->children[0], names, std::move(state), [&](State next, bool value) {
        if (value == (e->op == Op::logic_or)) return then(std::move(next), value);
        truth(e->children[1], names, std::move(next), then);
      });
    case Op::equal:
      if (without_parentheses(e->children[0])->op == Op::mod)
        return congruent(e, names, std::move(state), then);
      return both(
          [&](State next, const Laurent& a, const Laurent& b) { equal(a - b, std::move(next), then); });
    case Op::unequal:
      return both(
          [&](State next, const Laurent& a, const Laurent& b) { equal(a - b, std::move(next), opposite); });
    case Op::less_equal:
      return both([&](State next, const Laurent& a, const Laurent& b) {
        at_most_zero(a - b, std::move(next), then);
      });
    case Op::greater_equal:
      return both([&](State next, const Laurent& a, const Laurent& b) {
        at_most_zero(b - a, std::move(next), then);
      });
    case Op::less:
      return both([&](State next, const Laurent& a, const Laurent& b) {
        at_most_zero(a - b + Laurent(1), std::move(next), then);
      });
    case Op::greater:
      return both([&](State next, const Laurent& a, const Laurent& b) {
        at_most_zero(b - a + Laurent(1), std::move(next), then);
      });
    case Op::call:
      if (e->name != "has" || e->children.size() != 1) break;
      return number(e->children[0], names, std::move(state), [&](State next, const Laurent& x) {
        const Laurent at = now(x, next);
        if (!variables_.is_integer(at) || !variables_.proves_nonnegative(at - rows_.low) ||
            !variables_.proves_nonnegative(rows_.high - at))
          outside(e, fmt::format("asks for row {}, which is not shown to be one", said(at)));
        literal({false, {}, at}, std::move(next), then);
      });
    case Op::quantifier: {
      // forall i in a..b: has(i)
      const Expression body = without_parentheses(e->children[0]);
      const bool prefix = e->quantifier == Quantifier::forall && e->binders.size() == 1 && !e->such_that &&
                          body->op == Op::call && body->name == "has" && body->children.size() == 1 &&
                          body->children[0]->op == Op::name &&
                          body->children[0]->name == e->binders[0].name &&
                          e->binders[0].range->op == Op::range && e->binders[0].range->children.size() == 2;
      if (!prefix) break;
      const auto& ends = e->binders[0].range->children;
      return number(ends[0], names, std::move(state), [&](State one, const Laurent& from) {
        number(ends[1], names, std::move(one), [&](State two, const Laurent& to) {
          const Laurent low = now(from, two);
          const Laurent high = now(to, two);
          if (!variables_.is_integer(low) || !variables_.is_integer(high) ||
              !variables_.proves_nonnegative(low - rows_.low) ||
              !variables_.proves_nonnegative(rows_.high - high))
            outside(e, "asks for rows that are not shown to be ones");
          if (variables_.proves_nonnegative(low - high - Laurent(1))) return then(std::move(two), true);
          literal({true, low, high}, std::move(two), then);
        });
      });
    }
    default:
      break;
  }
  outside(e, "is no condition that is gone through by cases");
}

void ShatteredCases::exists(const Expression& e, std::size_t binder, Names names, State state,
                            const Truth& then) {
  if (binder == e->binders.size()) return truth(e->children[0], names, std::move(state), then);
  const language::Binder& one = e->binders[binder];
  const Bounds range = range_of(one.range);
  names[one.name] = some_index(one.name, range);
  exists(e, binder + 1, std::move(names), std::move(state), then);
}

// X mod M = c, 0 <= X: one of X - c, X - c - M, .. is 0, up to the largest value that X has.
void ShatteredCases::congruent(const Expression& e, const Names& names, State state, const Truth& then) {
  const Expression mod = without_parentheses(e->children[0]);
  number(mod->children[0], names, std::move(state), [&](State one, const Laurent& x) {
    number(mod->children[1], names, std::move(one), [&](State two, const Laurent& m) {
      number(e->children[1], names, std::move(two), [&](State three, const Laurent& c) {
        const Laurent value = now(x, three);
        if (!variables_.is_integer(value) || !variables_.is_integer(m) || !variables_.sizes_alone(m) ||
            !variables_.positive(m) || !variables_.is_integer(c) || !variables_.sizes_alone(c) ||
            !variables_.nonnegative(c) || !variables_.positive(m - c) ||
            !variables_.proves_nonnegative(value))
          outside(e, "is no remainder of an integer >= 0 in the sizes");
        std::vector<Laurent> differences;
        for (long t = 0; t <= most_multiples_of_a_sum; ++t) {
          const Laurent rest = value - c - Laurent(t) * m;
          if (variables_.proves_nonnegative(-rest - Laurent(1)))
            return one_of(std::move(differences), std::move(three), then);
          differences.push_back(rest);
        }
        outside(e, "has more multiples than are gone through");
      });
    });
  });
}

void ShatteredCases::arguments(const Expression& e, std::size_t k, const Names& names,
                               std::vector<Laurent> found, State state,
                               const std::function<void(State, std::vector<Laurent>)>& then) {
  if (k == e->children.size()) return then(std::move(state), std::move(found));
  number(e->children[k], names, std::move(state), [&](State next, const Laurent& x) {
    std::vector<Laurent> longer = found;
    longer.push_back(x);
    arguments(e, k + 1, names, std::move(longer), std::move(next), then);
  });
}

// p(j): what the row or the column says of p, at a place that p has.
void ShatteredCases::call(const Expression& e, const Names& names, State state, const Number& then) {
  const InputStatement* asked = input(e->name);
  const InputAssignment* stated = assigned(e->name);
  const std::size_t count = e->op == Op::call ? e->children.size() : 0;
  if (asked == nullptr || stated == nullptr || stated->indices.size() != count ||
      asked->domains.size() != count)
    outside(e, "is no letter of a row or a column");
  const auto read = [&](State next, const std::vector<Laurent>& places) {
    Names own{{text_.shatter->index, row_}};  // no column speaks of it
    for (std::size_t k = 0; k < count; ++k) {
      const Bounds domain = range_of(asked->domains[k]);
      const Laurent at = now(places[k], next);
      if (!variables_.is_integer(at) || !variables_.proves_nonnegative(at - domain.low) ||
          !variables_.proves_nonnegative(domain.high - at))
        outside(e, fmt::format("asks for {}, which is not shown to be a place", said(at)));
      own[stated->indices[k]] = at;
    }
    number(stated->value, own, std::move(next), then);
  };
  if (count == 0) return read(std::move(state), {});
  arguments(e, 0, names, {}, std::move(state), read);
}

void ShatteredCases::number(const Expression& e, const Names& names, State state, const Number& then) {
  const auto both = [&](const std::function<Laurent(const Laurent&, const Laurent&)>& join) {
    number(e->children[0], names, std::move(state), [&](State one, const Laurent& a) {
      number(e->children[1], names, std::move(one),
             [&](State two, const Laurent& b) { then(std::move(two), join(a, b)); });
    });
  };
  switch (e->op) {
    case Op::number:
      return then(std::move(state), Laurent(e->value));
    case Op::name: {
      if (const auto own = names.find(e->name); own != names.end())
        return then(std::move(state), own->second);
      if (const auto size = sizes_.find(e->name); size != sizes_.end())
        return then(std::move(state), size->second);
      return call(e, names, std::move(state), then);
    }
    case Op::call:
      if (e->name == "has") {
        return truth(e, names, std::move(state),
                     [&](State next, bool value) { then(std::move(next), Laurent(value ? 1 : 0)); });
      }
      return call(e, names, std::move(state), then);
    case Op::tuple:
      if (e->children.size() == 1) return number(e->children[0], names, std::move(state), then);
      break;
    case Op::negate:
      return number(e->children[0], names, std::move(state),
                    [&](State next, const Laurent& a) { then(std::move(next), -a); });
    case Op::add:
      return both([](const Laurent& a, const Laurent& b) { return a + b; });
    case Op::subtract:
      return both([](const Laurent& a, const Laurent& b) { return a - b; });
    case Op::multiply:
      return both([](const Laurent& a, const Laurent& b) { return a * b; });
    case Op::divide: {
      const Expression below = without_parentheses(e->children[1]);
      if (below->op != Op::number || below->value == 0) break;
      return number(e->children[0], names, std::move(state), [&](State next, const Laurent& a) {
        then(std::move(next), Laurent(Rational(Rational(1) / below->value)) * a);
      });
    }
    case Op::conditional:
      return truth(e->children[0], names, std::move(state), [&](State next, bool value) {
        number(e->children[value ? 1 : 2], names, std::move(next), then);
      });
    default:
      break;
  }
  outside(e, "is no number that is gone through by cases");
}

}  // namespace attest::theorems

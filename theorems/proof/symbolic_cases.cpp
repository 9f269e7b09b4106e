#include "theorems/proof/symbolic_cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "language/operators.hpp"

namespace attest::theorems {

using language::Op;
using proof::Bounds;
using proof::Laurent;
using proof::Refusal;

namespace {

bool compares_two(const Expression& e) {
  const language::Operator* sign = language::find_operator(e->op);
  return sign != nullptr && sign->level == language::level::comparison && e->op != Op::element;
}

// Made of comparisons alone, so that it has a value where their sides have.
bool is_made_of_comparisons(const Expression& e) {
  const bool joins = e->op == Op::logic_not || e->op == Op::logic_and || e->op == Op::logic_or ||
                     (e->op == Op::tuple && e->children.size() == 1);
  return compares_two(e) ||
         (joins && std::all_of(e->children.begin(), e->children.end(), is_made_of_comparisons));
}

void collect_sides(const Expression& e, Terms& terms, std::vector<Laurent>& sides) {
  for (const Expression& child : e->children) {
    if (compares_two(e)) {
      sides.push_back(terms(child));
    } else {
      collect_sides(child, terms, sides);
    }
  }
}

}  // namespace

TermNames SymbolicCases::with_cases(const TermNames& names) {
  TermNames result = names;
  result.whole = [this, names](const Expression& e) { return special(e, names); };
  return result;
}

std::optional<Laurent> SymbolicCases::special(const Expression& e, const TermNames& names) {
  Terms terms(variables_, with_cases(names), hypothesis_);
  if (e->op == Op::call && e->name == "ind" && e->children.size() == 1) {
    const Expression condition = without_parentheses(e->children[0]);
    if (!is_made_of_comparisons(condition)) return std::nullopt;
    if (const auto known = terms.decided(condition)) return Laurent(*known ? 1 : 0);
    if (condition->op == Op::equal || condition->op == Op::unequal) {
      const Laurent equal = equation(terms(condition->children[0]) - terms(condition->children[1]));
      return condition->op == Op::equal ? equal : Laurent(1) - equal;
    }
    std::vector<Laurent> sides;
    collect_sides(condition, terms, sides);
    return one_of({Laurent(), Laurent(1)}, std::move(sides));
  }
  if (e->op == Op::conditional) {
    const Expression condition = without_parentheses(e->children[0]);
    if (!is_made_of_comparisons(condition) || terms.decided(condition)) return std::nullopt;
    std::vector<Laurent> sides;
    collect_sides(condition, terms, sides);
    const Laurent yes = terms(e->children[1]);
    const Laurent no = terms(e->children[2]);
    return no + one_of({Laurent(), Laurent(1)}, std::move(sides)) * (yes - no);
  }
  if (e->op == Op::mod) {
    try {
      return Terms(variables_, names, hypothesis_)(e);
    } catch (const Refusal&) {  // not the same quotient for all inputs
    }
    const Laurent a = terms(e->children[0]);
    const Laurent m = terms(e->children[1]);
    if (!variables_.is_integer(a) || !variables_.is_integer(m) || !variables_.sizes_alone(m) ||
        !variables_.positive(m))
      return std::nullopt;
    return one_of({Laurent(), m - Laurent(1)}, {a});
  }
  return std::nullopt;
}

Laurent SymbolicCases::one_of(const Bounds& bounds, std::vector<Laurent> reads) {
  const std::string name = fmt::format("case {}", reads_.size() + 1);
  variables_.add(name, bounds, true);
  reads_.emplace(name, std::move(reads));
  return Laurent::variable(name);
}

Laurent SymbolicCases::equation(const Laurent& zero) {
  if (zero.is_zero()) return 1;
  if (const auto bounds = variables_.bounds_of(zero);
      bounds && (variables_.positive(bounds->low) || variables_.positive(-bounds->high)))
    return {};
  // a - b = 0 and b - a = 0 are one equation.
  const auto rank = [](const Laurent& value) {
    const std::string text = value.to_string();
    return std::pair(text.starts_with("-"), text);
  };
  const Laurent same = rank(-zero) < rank(zero) ? -zero : zero;
  const std::string name = fmt::format("ind({} = 0)", same.to_string());
  if (const auto known = equations_.find(name); known == equations_.end()) {
    variables_.add(name, {Laurent(), Laurent(1)}, true);
    equations_.emplace(name, same);
  } else if (!(known->second == same)) {
    throw std::logic_error("two equations are called " + name);
  }
  return Laurent::variable(name);
}

const Laurent* SymbolicCases::equation_of(const std::string& variable) const {
  const auto found = equations_.find(variable);
  return found == equations_.end() ? nullptr : &found->second;
}

bool SymbolicCases::hangs_on(const Laurent& value, const std::string& variable) const {
  const auto some_of = [&](const std::vector<Laurent>& terms) {
    return std::any_of(terms.begin(), terms.end(),
                       [&](const Laurent& term) { return hangs_on(term, variable); });
  };
  const auto names = value.variables();
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    if (name == variable) return true;
    if (const Laurent* zero = equation_of(name)) return hangs_on(*zero, variable);
    if (const auto found = reads_.find(name); found != reads_.end()) return some_of(found->second);
    const auto* arguments = input_.arguments_of(name);
    return arguments != nullptr && some_of(*arguments);
  });
}

}  // namespace attest::theorems

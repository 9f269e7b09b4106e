#include "theorems/proof/shattered_cases.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace attest::theorems {

using language::Op;
using language::Quantifier;
using proof::Bounds;
using proof::Laurent;
using proof::Refusal;

namespace {

constexpr std::size_t most_shattered_cases = 5000;

}  // namespace

ShatteredCases::ShatteredCases(const TheoremText& text, const std::map<std::string, Laurent>& sizes,
                               proof::Variables& variables, const Bounds& rows, const Laurent& row,
                               const std::map<std::string, Laurent>& shown)
    : text_(text), sizes_(sizes), variables_(variables), rows_(rows), row_(row), shown_(shown) {
  // A row knows its number and no pattern, a column the pattern and no row.
  const auto expect_without = [](const InputAssignment& a, const std::string& name) {
    const auto names = language::free_names(a.value);
    if (std::find(names.begin(), names.end(), name) != names.end())
      throw Refusal("S1", fmt::format("line {}: {} speaks of {}", a.place.line, a.input, name));
  };
  for (const InputAssignment& a : text.shatter->rows) expect_without(a, "has");
  for (const InputAssignment& a : text.shatter->columns) expect_without(a, text.shatter->index);
}

void ShatteredCases::outside(const Expression& e, const std::string& why) const {
  throw Refusal("S1", fmt::format("line {}: {} {}", e->place.line, language::to_string(e), why));
}

void ShatteredCases::count_case() {
  if (++cases_ > most_shattered_cases)
    throw Refusal("S1", fmt::format("more than {} cases", most_shattered_cases));
}

const InputAssignment* ShatteredCases::assigned(const std::string& input) const {
  const InputAssignment* found = nullptr;
  for (const auto* side : {&text_.shatter->rows, &text_.shatter->columns}) {
    for (const InputAssignment& a : *side) {
      if (a.input != input) continue;
      if (found != nullptr) throw Refusal("S1", fmt::format("{} is stated twice", input));
      found = &a;
    }
  }
  return found;
}

const InputStatement* ShatteredCases::input(const std::string& name) const {
  for (const InputStatement& one : text_.inputs) {
    if (one.name == name) return &one;
  }
  return nullptr;
}

std::vector<ShatteredCase> ShatteredCases::ones() {
  std::vector<ShatteredCase> result;
  const Truth add = [&](State state, bool value) {
    if (!value) return;
    ShatteredCase found{state.literals, !state.open};
    for (const Laurent& different : state.unequal) {
      State without = state;
      without.unequal.clear();
      found.witness = found.witness && never_zero(now(different, state), without);
    }
    for (const PatternLiteral& literal : found.literals) {
      for (const Laurent* end : {&literal.atom.from, &literal.atom.to}) {
        for (const std::string& name : end->variables())
          found.witness = found.witness && !free_.contains(name);
      }
    }
    result.push_back(std::move(found));
  };
  const Expression function = without_parentheses(text_.shatter->function);
  const bool quantified = function->op == Op::quantifier && function->quantifier == Quantifier::exists;
  if (quantified && function->such_that) outside(function, "has a condition on its indices");
  if (quantified) {
    exists(function, 0, {}, {}, add);
  } else {
    truth(function, {}, {}, add);
  }
  return result;
}

}  // namespace attest::theorems

#include "theorems/proof/symbolic_tokens.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "numeric/checked.hpp"

namespace attest::theorems {

using language::Node;
using language::Op;
using proof::Bounds;
using proof::Laurent;
using proof::Refusal;

namespace {

const TokensStatement& only_kind(const TheoremText& text) {
  if (text.tokens.size() != 1) {
    std::vector<std::string> kinds;
    for (const TokensStatement& tokens : text.tokens) kinds.push_back(tokens.kind);
    throw Refusal("G2", fmt::format("tokens of {} kinds, {}; proofs take one", kinds.size(),
                                    fmt::join(kinds, " and ")));
  }
  return text.tokens.front();
}

// An index of some token, of which nothing is known but its range.
std::string some(const std::string& index) {
  return "some " + index;
}

bool is_indicator(const language::Expression& e) {
  return e->op == Op::call && e->name == "ind" && e->children.size() == 1;
}

}  // namespace

SymbolicTokens::SymbolicTokens(const TheoremText& text, SymbolicInput& input, const TermNames& constants,
                               proof::Variables& variables)
    : statement_(only_kind(text)), input_(input), constants_(constants), variables_(variables) {
  Terms terms(variables, constants, "G4");
  for (std::size_t k = 0; k < statement_.ranges.size(); ++k) {
    const Terms::Range range = terms.range(statement_.ranges[k]);
    const Bounds& b = range.bounds;
    if (!range.whole || !variables.positive(b.high - b.low + Laurent(1))) {
      throw Refusal("G4", fmt::format("the tokens' index {} is not shown to have a value for all sizes",
                                      statement_.indices[k]));
    }
    ranges_.push_back(b);
    variables.add(some(statement_.indices[k]), b, true);
  }
}

std::vector<std::string> SymbolicTokens::features() const {
  std::vector<std::string> names;
  for (const Feature& f : statement_.features) names.push_back(f.name);
  return names;
}

const SymbolicTokens::Feature* SymbolicTokens::feature(const std::string& name) const {
  for (const Feature& f : statement_.features) {
    if (f.name == name) return &f;
  }
  return nullptr;
}

void SymbolicTokens::expect_token(const std::vector<Laurent>& at) const {
  if (at.size() != ranges_.size()) throw Refusal("G4", "a token has as many indices as its kind");
  for (std::size_t k = 0; k < at.size(); ++k) {
    if (!variables_.is_integer(at[k]) || !variables_.proves_nonnegative(at[k] - ranges_[k].low) ||
        !variables_.proves_nonnegative(ranges_[k].high - at[k])) {
      throw Refusal("G4",
                    fmt::format("{} = {} is not shown to be a token's index, {} to {}", statement_.indices[k],
                                at[k].to_string(), ranges_[k].low.to_string(), ranges_[k].high.to_string()));
    }
  }
}

Terms SymbolicTokens::terms_at(const std::vector<Laurent>& at) {
  TermNames names;
  names.written = [this, at](const Node& e) -> std::optional<Laurent> {
    if (e.op == Op::call) return std::nullopt;
    const std::string name = e.op == Op::subscript ? whole_name(e) : e.name;
    for (std::size_t k = 0; k < at.size(); ++k) {
      if (statement_.indices[k] == name) return at[k];
    }
    if (has_feature(name)) throw Refusal("G4", fmt::format("a feature that reads the feature {}", name));
    if (const auto* field = input_.find(name); field != nullptr && field->domains.empty())
      return input_.entry(*field, {});
    return constants_.written(e);
  };
  names.applied = [this](const std::string& name,
                         const std::vector<Laurent>& arguments) -> std::optional<Laurent> {
    const auto* field = input_.find(name);
    if (field == nullptr) return std::nullopt;
    return input_.entry(*field, arguments);
  };
  names.whole = [this, at](const Expression& e) -> std::optional<Laurent> {
    if (!is_indicator(e)) return std::nullopt;
    const auto known = holds_at(e->children[0], at);
    if (!known) {
      throw Refusal("G4", fmt::format("line {}: whether {} is 1 is not shown at {}", e->place.line,
                                      language::to_string(e), at.front().to_string()));
    }
    return Laurent(*known ? 1 : 0);
  };
  return {variables_, names, "G4"};
}

std::optional<bool> SymbolicTokens::holds_at(const Expression& condition, const std::vector<Laurent>& at) {
  return terms_at(at).decided(condition);
}

// p of i = p and of p = i, where p does not speak of i.
std::optional<std::vector<Laurent>> SymbolicTokens::listed(const Expression& condition) {
  if (condition->op == Op::tuple && condition->children.size() == 1) return listed(condition->children[0]);
  if (condition->op == Op::logic_or) {
    auto all = listed(condition->children[0]);
    const auto others = listed(condition->children[1]);
    if (!all || !others) return std::nullopt;
    all->insert(all->end(), others->begin(), others->end());
    return all;
  }
  if (condition->op != Op::equal || statement_.indices.size() != 1) return std::nullopt;
  const std::string& index = statement_.indices.front();
  for (const std::size_t side : {0U, 1U}) {
    const Expression& place = condition->children[1 - side];
    const auto names = language::free_names(place);
    if (condition->children[side]->op != Op::name || condition->children[side]->name != index ||
        std::find(names.begin(), names.end(), index) != names.end())
      continue;
    return std::vector{terms_at({Laurent::variable(some(index))})(place)};
  }
  return std::nullopt;
}

language::Expression SymbolicTokens::indicated(const std::string& name) const {
  const Feature& f = *feature(name);
  return f.value && is_indicator(f.value) ? f.value->children[0] : nullptr;
}

void SymbolicTokens::expect_value(const Expression& condition) {
  std::vector<Laurent> somewhere;
  for (const std::string& index : statement_.indices) somewhere.push_back(Laurent::variable(some(index)));
  expect_value(condition, somewhere);
}

// A condition has a value at a token where the numbers that it compares have one.
void SymbolicTokens::expect_value(const Expression& condition, const std::vector<Laurent>& at) {
  switch (condition->op) {
    case Op::logic_not:
    case Op::logic_and:
    case Op::logic_or:
    case Op::tuple:
      for (const Expression& part : condition->children) expect_value(part, at);
      return;
    case Op::equal:
    case Op::unequal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
      for (const Expression& side : condition->children) terms_at(at)(side);
      return;
    default:
      throw Refusal("G4", fmt::format("line {}: {} is no comparison of numbers", condition->place.line,
                                      language::to_string(condition)));
  }
}

Laurent SymbolicTokens::feature_at(const std::string& name, const std::vector<Laurent>& at) {
  const Feature& f = *feature(name);
  expect_token(at);
  if (!f.value) throw Refusal("G4", fmt::format("the feature {} is said by its entries", name));
  if (f.value->op == Op::concat) {
    if (at.size() != 1) throw Refusal("G4", fmt::format("the word {} is read by one index", name));
    return letter(f.value, at.front(), at);
  }
  return terms_at(at)(f.value);
}

// The parts of a word one behind the other: of each its length, and whether the place is shown to lie in it.
Laurent SymbolicTokens::letter(const Expression& word, const Laurent& place, const std::vector<Laurent>& at) {
  std::vector<Expression> parts;
  const auto flatten = [&](const auto& self, const Expression& e) -> void {
    if (e->op != Op::concat) return parts.push_back(e);
    self(self, e->children[0]);
    self(self, e->children[1]);
  };
  flatten(flatten, word);
  Laurent before;
  for (const Expression& part : parts) {
    const auto* field = part->op == Op::name ? input_.find(part->name) : nullptr;
    const bool function = field != nullptr && !field->domains.empty();
    if (!function && part->op != Op::tuple)
      throw Refusal("G4", fmt::format("{} is no part of a word", language::to_string(part)));
    const Laurent length =
        function ? input_.count(*field) : Laurent(Rational(Integer(part->children.size())));
    const Laurent inside = place - before;
    before += length;
    if (!variables_.proves_nonnegative(inside - Laurent(1)) ||
        !variables_.proves_nonnegative(length - inside))
      continue;
    if (function) return input_.entry_at(*field, inside);
    const auto number = inside.constant();
    const auto k = number ? fits_long(*number) : std::nullopt;
    if (!k) break;
    return terms_at(at)(part->children[static_cast<std::size_t>(*k - 1)]);
  }
  throw Refusal("G4", fmt::format("it is not shown which part of {} has place {}", language::to_string(word),
                                  place.to_string()));
}

// Every token has a letter of the word.
void SymbolicTokens::expect_letters(const Feature& f) const {
  Laurent length;
  const auto add = [&](const auto& self, const Expression& e) -> void {
    if (e->op == Op::concat) {
      self(self, e->children[0]);
      self(self, e->children[1]);
    } else if (e->op == Op::tuple) {
      length += Laurent(Rational(Integer(e->children.size())));
    } else if (const auto* field = e->op == Op::name ? input_.find(e->name) : nullptr;
               field != nullptr && !field->domains.empty()) {
      length += input_.count(*field);
    } else {
      throw Refusal("G4", fmt::format("{} is no part of a word", language::to_string(e)));
    }
  };
  add(add, f.value);
  if (ranges_.size() != 1 || !variables_.nonnegative(ranges_[0].low - Laurent(1)) ||
      !variables_.nonnegative(length - ranges_[0].high)) {
    throw Refusal("G4",
                  fmt::format("the word {} has {} letters, which are not shown to be enough for all tokens",
                              f.name, length.to_string()));
  }
}

SymbolicTokens::Values SymbolicTokens::of_term(const Laurent& term) const {
  const auto bounds = variables_.bounds_of(term);
  if (!bounds) throw Refusal("G4", fmt::format("no bounds of {} are shown", term.to_string()));
  return {*bounds, variables_.is_integer(term)};
}

// Every part of a word. Each case of a distinction at the indices that it is for, so that it has a value at all of them.
void SymbolicTokens::collect(const Expression& e, const std::vector<Laurent>& at,
                             std::vector<Values>& found) {
  if (e->op == Op::concat) {
    collect(e->children[0], at, found);
    collect(e->children[1], at, found);
  } else if (e->op == Op::conditional) {
    const auto [low, high] = split(e->children[0], at);
    collect(e->children[1], {low}, found);
    collect(e->children[2], {high}, found);
  } else if (is_indicator(e)) {
    expect_value(e->children[0], at);
    found.push_back({{Laurent(), Laurent(1)}, true});
  } else if (e->op == Op::tuple) {
    for (const Expression& entry : e->children) found.push_back(of_term(terms_at(at)(entry)));
  } else if (const auto* field = e->op == Op::name ? input_.find(e->name) : nullptr; field != nullptr) {
    found.push_back({field->values, field->integer});
  } else {
    found.push_back(of_term(terms_at(at)(e)));
  }
}

std::optional<Laurent> SymbolicTokens::boundary(const std::string& name) {
  const Feature& f = *feature(name);
  if (!f.value || f.value->op != Op::conditional || ranges_.size() != 1) return std::nullopt;
  const Node& condition = *f.value->children[0];
  const bool index = condition.op == Op::less_equal && condition.children[0]->op == Op::name &&
                     condition.children[0]->name == statement_.indices.front();
  if (!index) return std::nullopt;
  return Terms(variables_, constants_, "G4")(condition.children[1]);
}

// if i <= b then .. else ..: an index up to b, and one from b + 1 on. i = b is i <= b where b is the first index.
std::pair<Laurent, Laurent> SymbolicTokens::split(const Expression& condition,
                                                  const std::vector<Laurent>& at) {
  const auto refuse_case = [&]() -> void {
    throw Refusal(
        "G4", fmt::format("line {}: {} is no condition {} <= b with b within the indices",
                          condition->place.line, language::to_string(condition), statement_.indices.front()));
  };
  const bool compares = condition->op == Op::less_equal || condition->op == Op::equal;
  if (!compares || at.size() != 1 || condition->children[0]->op != Op::name ||
      condition->children[0]->name != statement_.indices.front()) {
    refuse_case();
  }
  const Laurent b = Terms(variables_, constants_, "G4")(condition->children[1]);
  const std::string index = at.front().to_string();
  const Bounds whole = variables_.bounds(index);
  if ((condition->op == Op::equal && !(b == whole.low)) || !variables_.is_integer(b) ||
      !variables_.nonnegative(b - whole.low) || !variables_.nonnegative(whole.high - b - Laurent(1))) {
    refuse_case();
  }
  // In parentheses where it is a sum or product: "i up to n", plus 1, is no "i up to n + 1".
  const std::string said = b.to_string();
  const std::string end = said.find_first_of(" *^/-") == std::string::npos ? said : "(" + said + ")";
  const std::string low = index + " up to " + end;
  const std::string high = index + " above " + end;
  if (!variables_.knows(low)) {
    variables_.add(low, {whole.low, b}, true);
    variables_.add(high, {b + Laurent(1), whole.high}, true);
  }
  return {Laurent::variable(low), Laurent::variable(high)};
}

SymbolicTokens::Values SymbolicTokens::values_of(const std::string& name) {
  const Feature& f = *feature(name);
  if (!f.value) throw Refusal("G4", fmt::format("the feature {} is said by its entries", name));
  std::vector<Laurent> somewhere;
  for (const std::string& index : statement_.indices) somewhere.push_back(Laurent::variable(some(index)));
  std::vector<Values> found;
  collect(f.value, somewhere, found);
  if (f.value->op == Op::concat) expect_letters(f);
  Values all = found.front();
  for (const Values& v : found) {
    all.integer = all.integer && v.integer;
    if (!variables_.nonnegative(v.bounds.low - all.bounds.low)) all.bounds.low = v.bounds.low;
    if (!variables_.nonnegative(all.bounds.high - v.bounds.high)) all.bounds.high = v.bounds.high;
  }
  for (const Values& v : found) {
    if (!variables_.nonnegative(v.bounds.low - all.bounds.low) ||
        !variables_.nonnegative(all.bounds.high - v.bounds.high)) {
      throw Refusal("G4", fmt::format("no bounds of the feature {} are shown for all its tokens", name));
    }
  }
  return all;
}

}  // namespace attest::theorems

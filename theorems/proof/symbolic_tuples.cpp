// Which tuples of tokens a head sums over: a variable for each index of each summed token, its range as `over` says it, and the
// triangles of `over l: (i,l), (l,j)`.
#include <fmt/format.h>

#include <algorithm>

#include "theorems/lets.hpp"
#include "theorems/proof/symbolic_head.hpp"

namespace attest::theorems {

using language::Node;
using language::Op;
using proof::Bounds;
using proof::Laurent;
using proof::Refusal;

// What a variable of the product calls its token's indices: as its row does, else as `over` does, else as the tokens do.
const std::vector<std::string> SymbolicHeadBuilder::names_of(std::size_t variable) const {
  for (const auto role : {RowStatement::Role::row, RowStatement::Role::value}) {
    const RowStatement* row = statement_of(variable, role);
    if (row != nullptr && !row->indices.empty()) return index_names(*row);
  }
  if (variable > 0 && statement_.over.size() + 1 == polynomial_.variables() &&
      statement_.over[variable - 1].tuples.empty())
    return {statement_.over[variable - 1].variable};
  return theorem_.tokens_->indices();
}

std::string SymbolicHeadBuilder::fresh(std::string name) const {
  while (theorem_.variables_.knows(name)) name += "'";
  return name;
}

void SymbolicHeadBuilder::add_symbols(SummedToken& token, const std::string& at) {
  for (const std::string& feature : theorem_.tokens_->features()) {
    const std::string symbol = fmt::format("{}[{}]", feature, at);
    const auto values = theorem_.tokens_->values_of(feature);
    theorem_.variables_.add(symbol, values.bounds, values.integer);
    token.symbols.emplace(feature, symbol);
  }
  for (const PlaceIndicator& indicator : theorem_.indicators_) {
    const std::string variable = fmt::format("{}[{}]", indicator.name, at);
    theorem_.variables_.add(variable, {Laurent(), Laurent(1)}, true);
    token.indicators.emplace(indicator.name, variable);
  }
  for (const Remainder& r : theorem_.remainders_) {
    for (const std::string& name : {r.name, r.indicator}) {
      if (name.empty()) continue;
      const std::string variable = fmt::format("({})[{}]", name, at);
      theorem_.variables_.add(variable, theorem_.variables_.bounds("some " + name), true);
      token.remainders.emplace(name, variable);
    }
  }
}

// A variable for each index of each summed token, called as its row calls it where that is free; else i(2), as a displayed formula
// calls the index of the second row where rows share a name.
void SymbolicHeadBuilder::name_tokens() {
  for (std::size_t v = 0; v < polynomial_.variables(); ++v) names_.push_back(names_of(v));
  if (triangular()) return name_triangle();
  for (const auto& over : statement_.over) {
    if (!over.tuples.empty()) throw Refusal("G4", "a head that names its tuples of tokens");
    if (!over.kind.empty()) throw Refusal("G4", "a head that names a kind of tokens");
  }
  std::size_t restricted = 0;
  for (std::size_t v = 1; v < polynomial_.variables(); ++v) {
    const bool shared = std::count(names_.begin() + 1, names_.end(), names_[v]) > 1;
    SummedToken token;
    std::string all;
    const auto run = run_of(v, theorem_.judged_);
    if (run) ++restricted;
    const auto any = any_run(v);
    head_.runs_for_all = (v == 1 || head_.runs_for_all) && any;
    if (polynomial_.variables() == 2 && names_[v].size() == 1) head_.any_run = any;
    for (std::size_t k = 0; k < names_[v].size(); ++k) {
      std::string name = names_[v][k];
      if (shared || theorem_.variables_.knows(name)) name += fmt::format("({})", v + 1);
      name = fresh(name);
      const bool constant =
          run && theorem_.variables_.sizes_alone(run->low) && theorem_.variables_.sizes_alone(run->high);
      theorem_.variables_.add(name, constant ? *run : theorem_.tokens_->ranges()[k], true);
      if (run && !constant) head_.runs.emplace(name, *run);
      token.indices.push_back(name);
      token.place.push_back(Laurent::variable(name));
      all += (all.empty() ? "" : ",") + name;
    }
    add_symbols(token, all);
    for (const std::string& index : token.indices) {
      proof::SummedIndex summed{index, {}};
      for (const auto& [feature, symbol] : token.symbols) summed.symbols.push_back(symbol);
      for (const auto& [name, symbol] : token.indicators) summed.symbols.push_back(symbol);
      head_.indices.push_back(std::move(summed));
    }
    head_.tokens.push_back(std::move(token));
  }
  if (restricted != statement_.over.size())
    throw Refusal("G4",
                  "a head that says which tokens it runs over, by a name that is not one token's index");
}

// over l: (i,l), (l,j) at the receiver (i,j): l runs over all numbers for which both are tokens.
void SymbolicHeadBuilder::name_triangle() {
  const auto& ranges = theorem_.tokens_->ranges();
  if (statement_.over.size() != 1 || statement_.over[0].tuples.size() != 2 || statement_.over[0].such_that ||
      statement_.over[0].range || ranges.size() != 2) {
    throw Refusal("G4", "triangular attention over pairs says its two tokens, without a condition");
  }
  const HeadStatement::Over& over = statement_.over[0];
  const auto& receiver = names_[0];
  const std::string l = fresh(over.variable);
  std::optional<Bounds> run;
  for (std::size_t v = 0; v < 2; ++v) {
    const Expression& tuple = over.tuples[v];
    if (tuple->op != Op::tuple || tuple->children.size() != 2) throw Refusal("G4", "a token of two indices");
    SummedToken token;
    std::string all;
    for (std::size_t k = 0; k < 2; ++k) {
      const Node& index = *tuple->children[k];
      const auto at = std::find(receiver.begin(), receiver.end(), index.name);
      if (index.op == Op::name && index.name == over.variable && at == receiver.end()) {
        if (run && !(run->low == ranges[k].low && run->high == ranges[k].high))
          throw Refusal("G4", fmt::format("{} has two ranges", over.variable));
        run = ranges[k];
        token.place.push_back(Laurent::variable(l));
        token.indices = {l};
      } else if (index.op == Op::name && at != receiver.end()) {
        const auto& own = ranges[static_cast<std::size_t>(at - receiver.begin())];
        if (!(own.low == ranges[k].low && own.high == ranges[k].high))
          throw Refusal("G4", fmt::format("{} is not shown to be an index there", index.name));
        token.place.push_back(theorem_.judged_[static_cast<std::size_t>(at - receiver.begin())]);
      } else {
        throw Refusal("G4",
                      fmt::format("{} in the place of an index", language::to_string(tuple->children[k])));
      }
      all += (all.empty() ? "" : ",") + index.name;
    }
    add_symbols(token, all);
    head_.tokens.push_back(std::move(token));
  }
  if (!run) throw Refusal("G4", "triangular attention without a summed index");
  theorem_.variables_.add(l, *run, true);
  proof::SummedIndex summed{l, {}};
  for (const SummedToken& token : head_.tokens) {
    for (const auto& [feature, symbol] : token.symbols) summed.symbols.push_back(symbol);
    for (const auto& [name, symbol] : token.indicators) summed.symbols.push_back(symbol);
  }
  head_.indices.push_back(std::move(summed));
}

// The run of any receiver; nothing where it is not shown that every token has one to look at.
std::optional<Bounds> SymbolicHeadBuilder::any_run(std::size_t variable) {
  std::vector<Laurent> any;
  for (const std::string& index : theorem_.tokens_->indices())
    any.push_back(Laurent::variable("some " + index));
  try {
    const auto run = run_of(variable, any);
    return run ? run : theorem_.tokens_->ranges()[0];
  } catch (const Refusal&) {
    return std::nullopt;
  }
}

// The end of a run: a number in the sizes and the judged token that is shown to be in the range so far.
Laurent SymbolicHeadBuilder::end_of_run(const Expression& end, const Bounds& run,
                                        const std::vector<Laurent>& receiver) {
  TermNames names;
  names.written = [this, &receiver](const Node& e) -> std::optional<Laurent> {
    for (std::size_t k = 0; e.op == Op::name && k < names_[0].size(); ++k) {
      if (names_[0][k] == e.name) return receiver[k];
    }
    return theorem_.constants_.written(e);
  };
  const Laurent value = Terms(theorem_.variables_, names, "G4")(end);
  if (!theorem_.variables_.is_integer(value) || !theorem_.variables_.proves_nonnegative(value - run.low) ||
      !theorem_.variables_.proves_nonnegative(run.high - value)) {
    throw Refusal("G4", fmt::format("{} is not shown to be one of {} to {}", value.to_string(),
                                    run.low.to_string(), run.high.to_string()));
  }
  return value;
}

// over j where j <= i, where j = i: conjunctions of comparisons of the index with a number.
void SymbolicHeadBuilder::restrict_run(const Expression& condition, const std::string& index, Bounds& run,
                                       const std::vector<Laurent>& receiver) {
  if (condition->op == Op::tuple && condition->children.size() == 1)
    return restrict_run(condition->children[0], index, run, receiver);
  if (condition->op == Op::logic_and) {
    restrict_run(condition->children[0], index, run, receiver);
    return restrict_run(condition->children[1], index, run, receiver);
  }
  const auto is_index = [&](const Expression& e) { return e->op == Op::name && e->name == index; };
  if (condition->op == Op::less_equal && is_index(condition->children[0])) {
    run.high = end_of_run(condition->children[1], run, receiver);
  } else if (condition->op == Op::greater_equal && is_index(condition->children[0])) {
    run.low = end_of_run(condition->children[1], run, receiver);
  } else if (condition->op == Op::equal && is_index(condition->children[0])) {
    run.low = run.high = end_of_run(condition->children[1], run, receiver);
  } else {
    throw Refusal("G4", fmt::format("the mask {} is none by {} <= b, {} >= b or {} = b",
                                    language::to_string(condition), index, index, index));
  }
}

std::optional<Bounds> SymbolicHeadBuilder::run_of(std::size_t variable,
                                                  const std::vector<Laurent>& receiver) {
  std::optional<Bounds> run;
  for (const auto& over : statement_.over) {
    const auto same = [&](const std::vector<std::string>& names) {
      return std::find(names.begin(), names.end(), over.variable) != names.end();
    };
    if (!same(names_[variable])) continue;
    if (names_[variable].size() != 1 || std::count_if(names_.begin(), names_.end(), same) != 1 || run)
      throw Refusal("G4",
                    fmt::format("'{}' says of which token a mask speaks in no single way", over.variable));
    run = theorem_.tokens_->ranges()[0];
    if (over.range) {
      if (over.range->op != Op::range) throw Refusal("G4", "a head runs over a range");
      const auto& ends = over.range->children;
      const Bounds whole = *run;
      if (ends.size() == 2) run->low = end_of_run(ends[0], whole, receiver);
      if (ends.size() == 1) run->low = end_of_run(language::number(1), whole, receiver);
      run->high = end_of_run(ends.back(), whole, receiver);
    }
    if (over.such_that)
      restrict_run(without_lets(over.such_that, statement_.lets), over.variable, *run, receiver);
    if (!theorem_.variables_.proves_nonnegative(run->high - run->low))
      throw Refusal("G4",
                    fmt::format("{} is not shown to have a value for every judged token", over.variable));
  }
  return run;
}

}  // namespace attest::theorems

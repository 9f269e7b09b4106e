// Inputs of a few shapes are tried: numbers at an end of their range, functions that are constant, that count up along their first
// argument, or that have one value at its first place and another one elsewhere. Conditions are evaluated with the entries as terms in
// the sizes; what `forall` binds is taken at the first place and at any other one, and what `exists` binds is tried at both ends of its range.
// What argmax or argmin names is any number of its range. A condition that is not decided in this way is not met.
#include "theorems/proof/input_witness.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "theorems/lets.hpp"
#include "theorems/proof/inputs_alone.hpp"

namespace attest::theorems {

using language::Op;
using language::Quantifier;
using proof::Bounds;
using proof::Laurent;
using proof::Refusal;

namespace {

constexpr std::size_t most_inputs_tried = 256;

// One way to choose a field: `first` where the first argument is at its low end, else `other`, or counting up from `first`.
struct Choice {
  enum class Kind { constant, counting, apart } kind = Kind::constant;
  Laurent first, other;
};

class Witness {
 public:
  Witness(const TheoremText& text, const ProofSetting& setting)
      : text_(with_lets_written_out(text)),
        theorem_(inputs_alone(text_), setting),
        variables_(theorem_.variables()) {}

  std::string run() {
    for (Expression& e : text_.where) e = without_lets(e, text_.lets);
    if (text_.judged_if) text_.judged_if = without_lets(text_.judged_if, text_.lets);
    for (const Expression& e : text_.where) expect_value(e);
    if (text_.judged_if) expect_value(text_.judged_if);
    std::vector<std::map<std::string, Choice>> all(1);
    for (const InputStatement& input : text_.inputs) {
      std::vector<std::map<std::string, Choice>> longer;
      for (const auto& begun : all) {
        for (const Choice& choice : choices(input)) {
          longer.push_back(begun);
          longer.back().emplace(input.name, choice);
        }
      }
      all = std::move(longer);
      if (all.size() > most_inputs_tried) all.resize(most_inputs_tried);
    }
    for (const auto& choice : all) {
      chosen_ = choice;
      if (meets_all()) return said();
    }
    std::vector<std::string> conditions;
    for (const Expression& e : text_.where) conditions.push_back("where " + language::to_string(e));
    if (text_.judged_if) conditions.push_back("judged if " + language::to_string(text_.judged_if));
    for (const InputStatement& input : text_.inputs) {
      if (input.shape == Shape::injective) conditions.push_back("an injective " + input.name);
    }
    throw Refusal("inputs", fmt::format("no input is shown to be one for all these sizes: {}",
                                        fmt::join(conditions, "; ")));
  }

 private:
  std::vector<Choice> choices(const InputStatement& input) {
    const SymbolicInput::Field& field = *theorem_.input().find(input.name);
    const auto& [low, high] = field.values;
    using Kind = Choice::Kind;
    if (field.domains.empty()) return {{Kind::constant, low, low}, {Kind::constant, high, high}};
    std::vector<Choice> result;
    const Bounds& domain = field.domains.front();
    const bool counts = field.integer && field.whole && field.domains.size() == 1 &&
                        variables_.nonnegative((high - low) - (domain.high - domain.low));
    if (input.shape == Shape::injective || input.shape == Shape::permutation) {
      if (counts) result.push_back({Kind::counting, low, low});
      return result;
    }
    result = {{Kind::constant, low, low},
              {Kind::constant, high, high},
              {Kind::apart, high, low},
              {Kind::apart, low, high}};
    if (counts) result.push_back({Kind::counting, low, low});
    return result;
  }

  std::string said() const {
    std::vector<std::string> parts;
    for (const auto& [name, choice] : chosen_) {
      switch (choice.kind) {
        case Choice::Kind::constant:
          parts.push_back(fmt::format("{} = {}", name, choice.first.to_string()));
          break;
        case Choice::Kind::counting:
          parts.push_back(fmt::format("{} = {}, ..", name, choice.first.to_string()));
          break;
        case Choice::Kind::apart:
          parts.push_back(
              fmt::format("{} = {}, {}, ..", name, choice.first.to_string(), choice.other.to_string()));
          break;
      }
    }
    return fmt::format("{}", fmt::join(parts, "; "));
  }

  bool meets_all() {
    bound_.clear();  // what a refusal left
    try {
      for (const Expression& e : text_.where) {
        if (!holds(e, true)) return false;
      }
      return !text_.judged_if || holds(text_.judged_if, true);
    } catch (const Refusal&) {
      return false;
    }
  }

  template <class Work>
  bool with(const std::string& name, const Laurent& value, Work&& work) {
    const auto before = bound_;
    bound_[name] = value;
    const bool result = work();
    bound_ = before;
    return result;
  }

  // That a condition has a value for every input, whether it is met or not.
  void expect_value(const Expression& e) {
    switch (e->op) {
      case Op::tuple:
      case Op::logic_not:
      case Op::logic_and:
      case Op::logic_or:
      case Op::implies:
        for (const Expression& child : e->children) expect_value(child);
        return;
      case Op::equal:
      case Op::unequal:
      case Op::less:
      case Op::less_equal:
      case Op::greater:
      case Op::greater_equal:
        for (const Expression& child : e->children) Terms(variables_, any_names(), "inputs")(child);
        return;
      case Op::let:
        with(e->name, Terms(variables_, any_names(), "inputs")(e->children[0]), [&] {
          expect_value(e->children[1]);
          return true;
        });
        return;
      case Op::quantifier:
        if (e->quantifier == Quantifier::forall || e->quantifier == Quantifier::exists) return bind_all(e, 0);
        break;
      default:
        break;
    }
    throw Refusal("inputs", fmt::format("line {}: that {} has a value for every input is not shown",
                                        e->place.line, language::to_string(e)));
  }

  void bind_all(const Expression& e, std::size_t binder) {
    if (binder < e->binders.size()) {
      const Terms::Range range = Terms(variables_, any_names(), "inputs").range(e->binders[binder].range);
      with(e->binders[binder].name, any(range.bounds), [&] {
        bind_all(e, binder + 1);
        return true;
      });
      return;
    }
    if (e->such_that) expect_value(e->such_that);
    expect_value(e->children[0]);
  }

  // Of any input.
  TermNames any_names() {
    TermNames result;
    result.written = [this](const language::Node& e) -> std::optional<Laurent> {
      if (e.op == Op::call) return std::nullopt;
      const std::string name = e.op == Op::subscript ? whole_name(e) : e.name;
      if (const auto value = bound_.find(name); value != bound_.end()) return value->second;
      if (const auto* field = theorem_.input().find(name); field != nullptr && field->domains.empty())
        return theorem_.input().entry(*field, {});
      return theorem_.constants().written(e);
    };
    result.applied = [this](const std::string& name,
                            const std::vector<Laurent>& arguments) -> std::optional<Laurent> {
      const auto* field = theorem_.input().find(name);
      return field == nullptr ? std::nullopt : std::optional(theorem_.input().entry(*field, arguments));
    };
    result.whole = [this](const Expression& e) -> std::optional<Laurent> {
      if (const auto place = chosen_place(e)) return place;
      if (e->op != Op::quantifier || e->quantifier != Quantifier::count || e->binders.size() != 1)
        return std::nullopt;
      bind_all(e, 0);
      const Terms::Range range = Terms(variables_, any_names(), "inputs").range(e->binders[0].range);
      return any({Laurent(), range.bounds.high - range.bounds.low + Laurent(1)});
    };
    return result;
  }

  // argmax i in R: f(i) first: some number of R, where R is not empty and f has a value on all of it.
  std::optional<Laurent> chosen_place(const Expression& e) {
    if (e->op != Op::quantifier ||
        (e->quantifier != Quantifier::argmax && e->quantifier != Quantifier::argmin) || e->such_that ||
        e->binders.size() != 1 || e->children.size() != 1 ||
        (e->tie != language::Tie::first && e->tie != language::Tie::last))
      return std::nullopt;
    const Terms::Range range = Terms(variables_, any_names(), "inputs").range(e->binders[0].range);
    if (!range.integer || !variables_.nonnegative(range.bounds.high - range.bounds.low)) return std::nullopt;
    with(e->binders[0].name, any(range.bounds), [&] {
      Terms(variables_, any_names(), "inputs")(e->children[0]);
      return true;
    });
    return any(range.bounds);
  }

  Laurent value_of(const std::string& name, const std::vector<Laurent>& arguments) {
    const SymbolicInput::Field& field = *theorem_.input().find(name);
    const Laurent entry = theorem_.input().entry(field, arguments);  // that it is one
    if (field.table) return entry;                                   // whatever it is
    const Choice& choice = chosen_.at(name);
    if (choice.kind == Choice::Kind::constant) return choice.first;
    const Laurent steps = arguments.front() - field.domains.front().low;
    if (choice.kind == Choice::Kind::counting) return choice.first + steps;
    if (steps.is_zero()) return choice.first;
    if (variables_.proves_nonnegative(steps - Laurent(1))) return choice.other;
    throw Refusal("inputs", "an entry that may be the first one");
  }

  TermNames names() {
    TermNames result;
    result.written = [this](const language::Node& e) -> std::optional<Laurent> {
      if (e.op == Op::call) return std::nullopt;
      const std::string name = e.op == Op::subscript ? whole_name(e) : e.name;
      if (const auto value = bound_.find(name); value != bound_.end()) return value->second;
      if (const auto* field = theorem_.input().find(name); field != nullptr && field->domains.empty())
        return chosen_.at(name).first;
      return theorem_.constants().written(e);
    };
    result.applied = [this](const std::string& name,
                            const std::vector<Laurent>& arguments) -> std::optional<Laurent> {
      if (theorem_.input().find(name) == nullptr) return std::nullopt;
      return value_of(name, arguments);
    };
    result.whole = [this](const Expression& e) -> std::optional<Laurent> {
      if (const auto place = chosen_place(e)) return place;
      if (e->op != Op::quantifier || e->quantifier != Quantifier::count || e->binders.size() != 1 ||
          e->such_that)
        return std::nullopt;
      return counted(e);
    };
    return result;
  }

  // count: the first place, and all others where the condition is the same at all of them.
  Laurent counted(const Expression& e) {
    const Terms::Range range = Terms(variables_, names(), "inputs").range(e->binders[0].range);
    if (!range.whole) throw Refusal("inputs", "a count over a range with gaps");
    const Laurent others = range.bounds.high - range.bounds.low;
    if (!variables_.nonnegative(others)) throw Refusal("inputs", "a count over a range that may be empty");
    const auto one = [&](const Laurent& at) {
      const bool yes = with(e->binders[0].name, at, [&] { return holds(e->children[0], true); });
      if (!yes && !with(e->binders[0].name, at, [&] { return holds(e->children[0], false); }))
        throw Refusal("inputs", "a condition that is open");
      return yes;
    };
    Laurent count(one(range.bounds.low) ? 1 : 0);
    if (!others.is_zero() && one(any({range.bounds.low + Laurent(1), range.bounds.high}))) count += others;
    return count;
  }

  Laurent any(const Bounds& bounds) {
    const std::string name = fmt::format("any number {}", ++numbers_);
    variables_.add(name, bounds, true);
    return Laurent::variable(name);
  }

  // Whether it is shown to be true (`wanted`), or to be false.
  bool holds(const Expression& e, bool wanted) {
    switch (e->op) {
      case Op::tuple:
        if (e->children.size() == 1) return holds(e->children[0], wanted);
        return false;
      case Op::logic_not:
        return holds(e->children[0], !wanted);
      case Op::logic_and:
      case Op::logic_or: {
        const bool both = (e->op == Op::logic_and) == wanted;
        const bool first = holds(e->children[0], wanted);
        if (first != both) return first;
        return holds(e->children[1], wanted);
      }
      case Op::implies:
        if (!wanted) return holds(e->children[0], true) && holds(e->children[1], false);
        return holds(e->children[1], true) || holds(e->children[0], false);
      case Op::let:
        return with(e->name, Terms(variables_, names(), "inputs")(e->children[0]),
                    [&] { return holds(e->children[1], wanted); });
      case Op::quantifier:
        return quantified(e, 0, wanted);
      default: {
        const auto known = Terms(variables_, names(), "inputs").decided(e);
        return known == wanted;
      }
    }
  }

  bool quantified(const Expression& e, std::size_t binder, bool wanted) {
    const bool all = e->quantifier == Quantifier::forall;
    if ((!all && e->quantifier != Quantifier::exists) || e->such_that) return false;
    if (binder == e->binders.size()) return holds(e->children[0], wanted);
    const Terms::Range range = Terms(variables_, names(), "inputs").range(e->binders[binder].range);
    const auto& [low, high] = range.bounds;
    const auto at = [&](const Laurent& value) {
      return with(e->binders[binder].name, value, [&] { return quantified(e, binder + 1, wanted); });
    };
    if (!range.whole) return false;
    if (all != wanted) {  // one place is enough, if there is one
      return variables_.nonnegative(high - low) && (at(low) || at(high));
    }
    // Every place; of an empty range nothing is asked.
    if (variables_.positive(low - high)) return true;
    if (variables_.nonnegative(high - low) && holds_anywhere(low, high, at)) return true;
    return at(low) && (low == high || at(any({low + Laurent(1), high})));
  }

  // At any place of the range, taken as one.
  template <class At>
  bool holds_anywhere(const Laurent& low, const Laurent& high, const At& at) {
    const auto before = bound_;
    try {
      return at(any({low, high}));
    } catch (const Refusal&) {  // not the same there at all places
      bound_ = before;
      return false;
    }
  }

  TheoremText text_;
  SymbolicTheorem theorem_;
  proof::Variables& variables_;
  std::map<std::string, Choice> chosen_;
  std::map<std::string, Laurent> bound_;
  std::size_t numbers_ = 0;
};

}  // namespace

bool has_conditions(const TheoremText& text) {
  return !text.where.empty() || text.judged_if ||
         std::any_of(text.inputs.begin(), text.inputs.end(),
                     [](const InputStatement& input) { return input.shape == Shape::injective; });
}

TheoremText without_conditions(TheoremText text) {
  text.where.clear();
  text.judged_if = nullptr;
  for (InputStatement& input : text.inputs) {
    if (input.shape == Shape::injective) input.shape = Shape::any;
  }
  return text;
}

std::string input_witness(const TheoremText& text, const ProofSetting& setting) {
  return Witness(text, setting).run();
}

}  // namespace attest::theorems

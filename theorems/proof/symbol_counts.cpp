#include "theorems/proof/symbol_counts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "language/quantifies.hpp"
#include "numeric/checked.hpp"
#include "theorems/lets.hpp"
#include "theorems/proof/lemma_proof.hpp"

namespace attest::theorems {

using language::Op;
using language::Quantifier;
using proof::Bounds;
using proof::Laurent;
using proof::Refusal;

namespace {

constexpr std::size_t most_classes = 64;
constexpr std::size_t most_cases = 64;

// The numbers that an entry may be.
std::vector<Laurent> alphabet(const proof::Variables& variables, const std::string& entry) {
  const Bounds& b = variables.bounds(entry);
  const auto low = b.low.constant();
  const auto high = b.high.constant();
  if (!low || !high || !variables.is_integer(Laurent::variable(entry)) ||
      *high - *low > Rational(Integer(most_classes))) {
    throw Refusal("L4.b", fmt::format("{} is none of a fixed finite alphabet", entry));
  }
  std::vector<Laurent> all;
  for (Rational x = *low; x <= *high; x += 1) all.emplace_back(x);
  return all;
}

// Every choice of a value for each entry.
std::vector<EntryValues> choices(const proof::Variables& variables, const std::vector<std::string>& entries,
                                 std::size_t most) {
  std::vector<EntryValues> all(1);
  for (const std::string& entry : entries) {
    std::vector<EntryValues> longer;
    for (const EntryValues& begun : all) {
      for (const Laurent& x : alphabet(variables, entry)) {
        longer.push_back(begun);
        longer.back()[entry] = x;
      }
    }
    all = std::move(longer);
    if (all.size() > most) throw Refusal("L4.b", "too many symbols for each token");
  }
  return all;
}

}  // namespace

CountForm& CountForm::add(const CountForm& other, const Laurent& factor) {
  constant += factor * other.constant;
  for (const auto& [c, coefficient] : other.counts) {
    counts[c] += factor * coefficient;
    if (counts[c].is_zero()) counts.erase(c);
  }
  return *this;
}

SymbolCounts::SymbolCounts(SymbolicTheorem& theorem, const std::vector<std::size_t>& read,
                           const Laurent& fixed)
    : theorem_(theorem), variables_(theorem.variables()), head_(theorem.heads().front()), read_(read) {
  if (theorem.heads().size() != 1) throw Refusal("L4.a", "more than one head");
  if (head_.indices.size() != 1)
    throw Refusal("L4.a", fmt::format("{} summed indices", head_.indices.size()));
  task_ = without_lets(theorem.task().truth, theorem.text().lets);
  split_runs();
  for (std::size_t r = 0; r < runs_.size(); ++r) read_run(r);
  for (const std::string& name : fixed.variables()) add_entry(name);
  collect_entries(task_, {});
  make_classes();
}

// The whole run, cut where a feature that is read says `if i <= b`.
void SymbolCounts::split_runs() {
  const std::string& index = head_.indices.front().name;
  const auto known = head_.runs.find(index);
  const Bounds whole = known == head_.runs.end() ? variables_.bounds(index) : known->second;
  std::optional<Laurent> boundary;
  for (const SummedToken& token : head_.tokens) {
    for (const auto& [feature, symbol] : token.symbols) {
      bool is_read = head_.score.has(symbol);
      for (const std::size_t c : read_) is_read = is_read || head_.value[c].has(symbol);
      const auto b = is_read ? theorem_.tokens().boundary(feature) : std::nullopt;
      if (!b) continue;
      if (variables_.proves_nonnegative(*b - whole.high) ||
          variables_.proves_nonnegative(whole.low - *b - Laurent(1)))
        continue;
      if (boundary && !(*boundary == *b)) throw Refusal("L4.a", "features that are cut at different tokens");
      boundary = b;
    }
  }
  const auto add = [&](const Laurent& low, const Laurent& high, const std::string& name) {
    Run run{name, {low, high}, high - low + Laurent(1), {}};
    // Bounds of a variable are in the sizes alone; those of a run may not be.
    const auto bounds = [this](const Laurent& end) {
      const auto found = variables_.bounds_of(end);
      if (!found) throw Refusal("L4.a", fmt::format("no bounds of {} are shown", end.to_string()));
      return *found;
    };
    if (name != index) variables_.add(name, {bounds(low).low, bounds(high).high}, true);
    runs_.push_back(std::move(run));
  };
  if (!boundary) return add(whole.low, whole.high, index);
  if (!variables_.is_integer(*boundary) || !variables_.proves_nonnegative(*boundary - whole.low) ||
      !variables_.proves_nonnegative(whole.high - *boundary - Laurent(1))) {
    throw Refusal("L4.a", fmt::format("{} is not shown to cut {} to {}", boundary->to_string(),
                                      whole.low.to_string(), whole.high.to_string()));
  }
  add(whole.low, *boundary, fmt::format("{} up to {}", index, boundary->to_string()));
  add(*boundary + Laurent(1), whole.high, fmt::format("{} above {}", index, boundary->to_string()));
}

// Score and value in entries at the run's tokens.
void SymbolCounts::read_run(std::size_t r) {
  const std::string& summed = head_.indices.front().name;
  const Laurent index = Laurent::variable(runs_[r].index);
  std::map<std::string, Laurent> at{{summed, index}};
  for (const SummedToken& token : head_.tokens) {
    std::vector<Laurent> place = token.place;
    for (Laurent& x : place) x = x.substitute({{summed, index}});
    for (const auto& [feature, symbol] : token.symbols) {
      bool is_read = head_.score.has(symbol);
      for (const std::size_t c : read_) is_read = is_read || head_.value[c].has(symbol);
      if (is_read) at.emplace(symbol, theorem_.tokens().feature_at(feature, place));
    }
  }
  scores_.push_back(head_.score.substitute(at));
  std::vector<Laurent> values(head_.value.size());
  for (const std::size_t c : read_) values[c] = head_.value[c].substitute(at);
  for (const std::string& name : scores_.back().variables()) add_entry(name);
  for (const Laurent& value : values) {
    for (const std::string& name : value.variables()) add_entry(name);
  }
  values_.push_back(std::move(values));
}

void SymbolCounts::add_entry(const std::string& name) {
  if (theorem_.input().arguments_of(name) == nullptr) return;
  std::vector<std::string>* list = &fixed_entries_;
  for (Run& run : runs_) {
    const bool inside = theorem_.input().hangs_on(Laurent::variable(name), run.index);
    if (inside) list = &run.entries;
  }
  if (std::find(list->begin(), list->end(), name) == list->end()) list->push_back(name);
}

// Which run a quantifier of the task goes over: the same first and last number.
std::optional<std::size_t> SymbolCounts::run_over(const Expression& range) {
  const Terms::Range over = Terms(variables_, task_names(theorem_, {}), "G5").range(range);
  for (std::size_t r = 0; r < runs_.size(); ++r) {
    if (over.whole && over.bounds.low == runs_[r].bounds.low && over.bounds.high == runs_[r].bounds.high)
      return r;
  }
  return std::nullopt;
}

// The entries that the task reads.
void SymbolCounts::collect_entries(const Expression& e, const std::map<std::string, Laurent>& bound) {
  if (e->op == Op::quantifier) {
    if (e->binders.size() != 1) throw Refusal("G5", fmt::format("{}: one index", language::to_string(e)));
    const auto r = run_over(e->binders[0].range);
    if (!r) {
      throw Refusal(
          "G5", fmt::format("{} is none over the tokens that the head runs over", language::to_string(e)));
    }
    auto inside = bound;
    inside[e->binders[0].name] = Laurent::variable(runs_[*r].index);
    for (const Expression& child : e->children) collect_entries(child, inside);
    if (e->such_that) collect_entries(e->such_that, inside);
    return;
  }
  const auto* field = e->op == Op::call || e->op == Op::name ? theorem_.input().find(e->name) : nullptr;
  if (field != nullptr && !bound.contains(e->name)) {
    for (const std::string& name : Terms(variables_, task_names(theorem_, bound), "G5")(e).variables())
      add_entry(name);
    return;
  }
  for (const Expression& child : e->children) collect_entries(child, bound);
}

void SymbolCounts::make_classes() {
  for (std::size_t r = 0; r < runs_.size(); ++r) {
    for (EntryValues& entries : choices(variables_, runs_[r].entries, most_classes))
      classes_.push_back({r, std::move(entries)});
  }
  if (classes_.size() > most_classes) throw Refusal("L4.b", "too many symbols for each token");
}

std::vector<EntryValues> SymbolCounts::cases() const {
  return choices(variables_, fixed_entries_, most_cases);
}

Laurent SymbolCounts::total() const {
  Laurent sum;
  for (const Run& run : runs_) sum += run.count;
  return sum;
}

Laurent SymbolCounts::fixed(const Laurent& term, const EntryValues& at) const {
  return term.substitute(at);
}

Laurent SymbolCounts::settled(std::size_t c, const Laurent& value, const EntryValues& at) const {
  const Laurent result = value.substitute(classes_[c].entries).substitute(at);
  for (const Run& run : runs_) {
    if (result.has(run.index))
      throw Refusal("L4.a", fmt::format("{} depends on the index of the summed token", value.to_string()));
  }
  // What is the same for all tokens of the class: sizes and the judged index.
  for (const std::string& name : result.variables()) {
    const auto& judged = theorem_.judged();
    if (!variables_.is_size(name) &&
        std::none_of(judged.begin(), judged.end(), [&](const Laurent& index) { return index.has(name); }))
      throw Refusal("L4.a", fmt::format("{} depends on {}", value.to_string(), name));
  }
  return result;
}

Laurent SymbolCounts::score(std::size_t c, const EntryValues& at) const {
  return settled(c, scores_[classes_[c].run], at);
}
Laurent SymbolCounts::value(std::size_t c, std::size_t coordinate, const EntryValues& at) const {
  return settled(c, values_[classes_[c].run][coordinate], at);
}

// Names of the task, with numbers in the place of entries.
TermNames SymbolCounts::names(const EntryValues& at, const std::map<std::string, Laurent>& bound) const {
  return with_values(task_names(theorem_, bound), at);
}

bool SymbolCounts::holds(const Expression& condition, std::size_t c, const std::string& binder,
                         const EntryValues& at) {
  EntryValues all = at;
  all.insert(classes_[c].entries.begin(), classes_[c].entries.end());
  const Laurent index = Laurent::variable(runs_[classes_[c].run].index);
  return Terms(variables_, names(all, {{binder, index}}), "G5").condition(condition);
}

CountForm SymbolCounts::form(const Expression& e, const EntryValues& at) {
  const auto child = [&](std::size_t k) { return form(e->children[k], at); };
  if (!language::quantifies(e)) return {Terms(variables_, names(at, {}), "G5")(e), {}};
  const auto number = [](const CountForm& f) {
    return f.counts.empty() ? std::optional(f.constant) : std::nullopt;
  };
  CountForm result;
  switch (e->op) {
    case Op::tuple:
      if (e->children.size() == 1) return child(0);
      break;
    case Op::negate:
      return result.add(child(0), -1);
    case Op::add:
      return result.add(child(0), 1).add(child(1), 1);
    case Op::subtract:
      return result.add(child(0), 1).add(child(1), -1);
    case Op::multiply: {
      const CountForm a = child(0);
      const CountForm b = child(1);
      if (const auto factor = number(a)) return result.add(b, *factor);
      if (const auto factor = number(b)) return result.add(a, *factor);
      break;
    }
    case Op::quantifier: {
      const bool counts = e->quantifier == Quantifier::count;
      if (!counts && e->quantifier != Quantifier::sum) break;
      const std::size_t r = *run_over(e->binders[0].range);
      const std::string& binder = e->binders[0].name;
      for (std::size_t c = 0; c < classes_.size(); ++c) {
        if (classes_[c].run != r) continue;
        if (e->such_that && !holds(e->such_that, c, binder, at)) continue;
        Laurent each = counts && holds(e->children[0], c, binder, at) ? Laurent(1) : Laurent();
        if (!counts) {
          EntryValues all = at;
          all.insert(classes_[c].entries.begin(), classes_[c].entries.end());
          const Laurent index = Laurent::variable(runs_[r].index);
          each = settled(c, Terms(variables_, names(all, {{binder, index}}), "G5")(e->children[0]), at);
        }
        if (!each.is_zero()) result.counts[c] = each;
      }
      return result;
    }
    default:
      break;
  }
  throw Refusal("G5", fmt::format("{} is no linear form in how many tokens there are of each symbol",
                                  language::to_string(e)));
}

CountForm SymbolCounts::answer(const EntryValues& at) {
  return form(task_, at);
}

CountedTruth SymbolCounts::truth(const EntryValues& at) {
  return truth_of(task_, at);
}

CountedTruth SymbolCounts::truth_of(const Expression& e, const EntryValues& at) {
  using Kind = CountedTruth::Kind;
  CountedTruth result;
  if (e->op == Op::tuple && e->children.size() == 1) return truth_of(e->children[0], at);
  if (!language::quantifies(e)) {
    result.yes = Terms(variables_, names(at, {}), "G5").condition(e);
    return result;
  }
  if (e->op == Op::logic_or || e->op == Op::logic_and) {
    const CountedTruth a = truth_of(e->children[0], at);
    const CountedTruth b = truth_of(e->children[1], at);
    const bool decisive = e->op == Op::logic_or;
    if (a.kind == Kind::constant) return a.yes == decisive ? a : b;
    if (b.kind == Kind::constant) return b.yes == decisive ? b : a;
    if (a.kind == Kind::some && b.kind == Kind::some && decisive) {
      result = a;
      result.classes.insert(b.classes.begin(), b.classes.end());
      return result;
    }
  } else if (e->op == Op::quantifier && e->quantifier == Quantifier::exists) {
    result.kind = Kind::some;
    const std::size_t r = *run_over(e->binders[0].range);
    const std::string& binder = e->binders[0].name;
    for (std::size_t c = 0; c < classes_.size(); ++c) {
      if (classes_[c].run != r || (e->such_that && !holds(e->such_that, c, binder, at))) continue;
      if (holds(e->children[0], c, binder, at)) result.classes.insert(c);
    }
    if (result.classes.empty()) result.kind = Kind::constant;
    return result;
  } else if (e->op == Op::greater || e->op == Op::greater_equal || e->op == Op::less ||
             e->op == Op::less_equal || e->op == Op::equal) {
    const bool turned = e->op == Op::less || e->op == Op::less_equal;
    result.kind = Kind::compared;
    result.op = e->op == Op::less ? Op::greater : e->op == Op::less_equal ? Op::greater_equal : e->op;
    result.form.add(form(e->children[turned ? 1 : 0], at), 1).add(form(e->children[turned ? 0 : 1], at), -1);
    return result;
  }
  throw Refusal("G5", fmt::format("{} is no condition on how many tokens there are of each symbol",
                                  language::to_string(e)));
}

CountForm SymbolCounts::canonical(const CountForm& form) const {
  CountForm result = form;
  for (std::size_t r = 0; r < runs_.size(); ++r) {
    std::optional<std::size_t> first;
    Laurent coefficient;
    for (std::size_t c = 0; c < classes_.size(); ++c) {
      if (classes_[c].run != r) continue;
      if (!first) {
        first = c;
        const auto known = form.counts.find(c);
        if (known != form.counts.end()) coefficient = known->second;
      }
      result.add({{}, {{c, Laurent(1)}}}, -coefficient);
    }
    result.constant += coefficient * runs_[r].count;
  }
  return result;
}

bool SymbolCounts::is_integer(const CountForm& form) const {
  return variables_.is_integer(form.constant) &&
         std::all_of(form.counts.begin(), form.counts.end(),
                     [this](const auto& each) { return variables_.is_integer(each.second); });
}

std::string SymbolCounts::form_text(const CountForm& form) const {
  Laurent sum = form.constant;
  for (const auto& [c, coefficient] : form.counts)
    sum += coefficient * Laurent::variable("#(" + class_text(c) + ")");
  return sum.to_string();
}

std::string SymbolCounts::class_text(std::size_t c) const {
  std::string text;
  for (const auto& [name, value] : classes_[c].entries)
    text += (text.empty() ? "" : ", ") + name + " = " + value.to_string();
  return text.empty() ? runs_[classes_[c].run].index : text;
}

}  // namespace attest::theorems

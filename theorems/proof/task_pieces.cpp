#include "theorems/proof/task_pieces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "numeric/checked.hpp"
#include "theorems/lets.hpp"
#include "theorems/proof/lemma_proof.hpp"

namespace attest::theorems {

using language::Expression;
using language::Op;
using proof::Bounds;
using proof::Laurent;
using proof::Refusal;

namespace {

constexpr std::size_t most_pieces = 64;
constexpr std::size_t most_cuts = 4;  // one in the other
constexpr long most_multiples = 16;   // of a modulus
constexpr long most_values = 3;       // of an entry that is taken by its values
constexpr std::size_t most_value_cases = 32;

// max(a, b) as a case distinction.
Expression with_cases(const Expression& e) {
  const bool choice = e->op == Op::call && (e->name == "max" || e->name == "min") && e->children.size() == 2;
  if (e->children.empty() || e->op == Op::quantifier) return e;
  std::vector<Expression> children;
  for (const Expression& child : e->children) children.push_back(with_cases(child));
  if (choice) {
    const Op op = e->name == "max" ? Op::greater_equal : Op::less_equal;
    return language::node(
        Op::conditional, {language::node(op, {children[0], children[1]}, e->place), children[0], children[1]},
        e->place);
  }
  auto copy = std::make_shared<language::Node>(*e);
  copy->children = std::move(children);
  return copy;
}

class Cutter {
 public:
  Cutter(SymbolicTheorem& theorem, const Expression& task, bool number, std::map<std::string, Laurent> bound)
      : theorem_(theorem),
        variables_(theorem.variables()),
        task_(with_cases(without_lets(task, theorem.text().lets))),
        number_(number),
        bound_(std::move(bound)) {}

  std::vector<TaskPiece> run() {
    std::set<std::string> entries;
    collect(task_, entries);
    std::vector<TaskPiece> cases(1);
    for (const std::string& entry : entries) {
      const auto values = few_values(entry);
      if (values.empty() || cases.size() * values.size() > most_value_cases) continue;
      std::vector<TaskPiece> longer;
      for (const TaskPiece& begun : cases) {
        for (const Laurent& value : values) {
          longer.push_back(begun);
          longer.back().at.emplace(entry, value);
          add_text(longer.back(), fmt::format("{} = {}", entry, value.to_string()));
        }
      }
      cases = std::move(longer);
    }
    for (const TaskPiece& piece : cases) cut(piece, 0);
    if (result_.empty()) throw Refusal("G5", "no input is left");
    return std::move(result_);
  }

 private:
  static void add_text(TaskPiece& piece, const std::string& text) {
    piece.text += (piece.text.empty() ? "" : ", ") + text;
  }

  Terms terms(const TaskPiece& piece) const {
    return {variables_, with_values(task_names(theorem_, bound_), piece.at), "G5"};
  }

  // Entries of the input that the task reads.
  void collect(const Expression& e, std::set<std::string>& entries) {
    if (e->op == Op::quantifier) return;
    const auto* field = e->op == Op::call || e->op == Op::name ? theorem_.input().find(e->name) : nullptr;
    if (field != nullptr && field->domains.size() == (e->op == Op::call ? e->children.size() : 0)) {
      try {
        for (const std::string& name : terms({})(e).variables()) {
          if (theorem_.input().arguments_of(name) != nullptr) entries.insert(name);
        }
      } catch (const Refusal&) {  // at an argument that is a case distinction
      }
      return;
    }
    for (const Expression& child : e->children) collect(child, entries);
  }

  std::vector<Laurent> few_values(const std::string& entry) const {
    const Bounds& b = variables_.bounds(entry);
    const auto low = b.low.constant();
    const auto high = b.high.constant();
    std::vector<Laurent> values;
    if (!low || !high || !variables_.is_integer(Laurent::variable(entry)) ||
        *high - *low >= Rational(most_values))
      return values;
    for (Rational x = *low; x <= *high; x += 1) values.emplace_back(x);
    return values;
  }

  void cut(TaskPiece piece, std::size_t depth) {
    try {
      if (number_) {
        piece.answer = terms(piece)(task_);
        expect_integer(variables_, piece.answer);
      } else {
        piece.yes = terms(piece).condition(task_);
      }
    } catch (const Refusal&) {
      if (depth == most_cuts || !cut_first(task_, piece, depth)) throw;
      return;
    }
    result_.push_back(std::move(piece));
    if (result_.size() > most_pieces) throw Refusal("G5", "the task has too many cases");
  }

  // The first comparison or remainder that is open though its sides have values.
  bool cut_first(const Expression& e, const TaskPiece& piece, std::size_t depth) {
    if (e->op == Op::quantifier) return false;
    for (const Expression& child : e->children) {
      if (cut_first(child, piece, depth)) return true;
      if (e->op == Op::conditional) break;  // its parts may have values in their case alone
    }
    const bool divides = e->op == Op::mod || e->op == Op::div;
    const bool compares = e->op == Op::equal || e->op == Op::unequal || e->op == Op::less ||
                          e->op == Op::less_equal || e->op == Op::greater || e->op == Op::greater_equal;
    if (!divides && !compares) return false;
    Laurent a;
    Laurent b;
    try {
      a = terms(piece)(e->children[0]);
      b = terms(piece)(e->children[1]);
    } catch (const Refusal&) {
      return false;
    }
    if (compares) {
      if (terms(piece).decided(e)) return false;
      cut_at(a - b, {{std::nullopt, Laurent(-1)}, {Laurent(), Laurent()}, {Laurent(1), std::nullopt}}, piece,
             depth);
      return true;
    }
    try {
      terms(piece)(e);
      return false;
    } catch (const Refusal&) {
    }
    cut_at(a, multiples(a, b), piece, depth);
    return true;
  }

  struct Part {  // integers from low to high; none: to the end
    std::optional<Laurent> low, high;
  };

  // c*M to (c+1)*M - 1.
  std::vector<Part> multiples(const Laurent& a, const Laurent& m) const {
    const auto bounds = variables_.bounds_of(a);
    if (!bounds || !variables_.sizes_alone(m) || !variables_.is_integer(m) || !variables_.positive(m) ||
        !variables_.nonnegative(bounds->low)) {
      throw Refusal("G5",
                    fmt::format("({}) mod ({}) is not cut into its cases", a.to_string(), m.to_string()));
    }
    std::vector<Part> parts;
    for (long c = 0; c < most_multiples; ++c) {
      parts.push_back({Laurent(c) * m, Laurent(c + 1) * m - Laurent(1)});
      if (variables_.nonnegative(*parts.back().high - bounds->high)) return parts;
    }
    throw Refusal("G5", fmt::format("the multiples of {} that {} may reach are not finitely many",
                                    m.to_string(), a.to_string()));
  }

  // Whichever is shown not to be less than the other.
  Laurent larger(const Laurent& a, const Laurent& b) const {
    if (variables_.nonnegative(a - b)) return a;
    if (variables_.nonnegative(b - a)) return b;
    throw Refusal("G5", fmt::format("which of {} and {} is larger is not shown for all sizes", a.to_string(),
                                    b.to_string()));
  }

  std::string fresh() const {
    std::string name = "s";
    while (variables_.knows(name)) name += "'";
    return name;
  }

  // An entry, a judged index, what `bound` says, or what was cut before, that `whole` has as itself or negated.
  std::string replaceable(const Laurent& whole) const {
    for (const std::string& name : whole.variables()) {
      if (variables_.is_size(name) || whole.divides_by(name) || whole.degree(name) != 1) continue;
      const auto factor = whole.coefficient(name, 1).constant();
      const bool judged = std::any_of(theorem_.judged().begin(), theorem_.judged().end(),
                                      [&](const Laurent& index) { return index == Laurent::variable(name); });
      const bool bound = std::any_of(bound_.begin(), bound_.end(),
                                     [&](const auto& one) { return one.second == Laurent::variable(name); });
      if ((judged || bound || cuts_.contains(name) || theorem_.input().arguments_of(name) != nullptr) &&
          factor && abs(*factor) == 1)
        return name;
    }
    throw Refusal("G5", fmt::format("{} is no sum of entries that is cut", whole.to_string()));
  }

  void cut_at(const Laurent& whole, const std::vector<Part>& parts, const TaskPiece& piece,
              std::size_t depth) {
    const auto bounds = variables_.bounds_of(whole);
    if (!bounds || !variables_.is_integer(whole))
      throw Refusal("G5", fmt::format("{} is no integer with known bounds", whole.to_string()));
    const std::string name = replaceable(whole);
    const Laurent sign = whole.coefficient(name, 1);
    const Laurent others = whole - sign * Laurent::variable(name);
    for (const Part& part : parts) {
      const Laurent low = part.low ? larger(*part.low, bounds->low) : bounds->low;
      const Laurent high = part.high ? -larger(-*part.high, -bounds->high) : bounds->high;
      if (variables_.positive(low - high)) continue;
      if (!variables_.nonnegative(high - low)) {
        throw Refusal("G5", fmt::format("whether {} takes values from {} to {} is not shown for all sizes",
                                        whole.to_string(), low.to_string(), high.to_string()));
      }
      Laurent value = low;
      TaskPiece next = piece;
      if (low == high) {
        add_text(next, fmt::format("{} = {}", whole.to_string(), low.to_string()));
      } else {
        const std::string s = fresh();
        variables_.add(s, {low, high}, true);
        cuts_.insert(s);
        value = Laurent::variable(s);
        add_text(next,
                 fmt::format("{} = {} in {}..{}", s, whole.to_string(), low.to_string(), high.to_string()));
      }
      const std::map<std::string, Laurent> replaced{{name, sign * (value - others)}};
      for (auto& [entry, term] : next.at) term = term.substitute(replaced);
      next.at.emplace(name, replaced.begin()->second);
      cut(std::move(next), depth + 1);
    }
  }

  SymbolicTheorem& theorem_;
  proof::Variables& variables_;
  Expression task_;
  bool number_;
  std::map<std::string, Laurent> bound_;
  std::set<std::string> cuts_;
  std::vector<TaskPiece> result_;
};

}  // namespace

std::vector<TaskPiece> task_pieces(SymbolicTheorem& theorem) {
  return Cutter(theorem, theorem.task().truth, theorem.task().answer == AnswerKind::number, {}).run();
}

std::vector<TaskPiece> condition_pieces(SymbolicTheorem& theorem, const Expression& condition,
                                        const std::map<std::string, Laurent>& bound) {
  return Cutter(theorem, condition, false, bound).run();
}

}  // namespace attest::theorems

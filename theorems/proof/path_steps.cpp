#include "theorems/proof/path_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "language/quantifies.hpp"
#include "theorems/lets.hpp"
#include "theorems/vector_parts.hpp"

namespace attest::theorems {

using language::Node;
using language::Op;
using language::Quantifier;
using proof::Laurent;
using proof::Refusal;

namespace {

constexpr const char* of_steps = "L13.a";

bool makes_zeros(const Expression& e) {
  return e->op == Op::call && e->name == "zeros" && e->children.size() == 1;
}

[[noreturn]] void refuse_line(const language::Place& place, const std::string& why) {
  throw Refusal(of_steps, fmt::format("line {}: {}", place.line, why));
}

// One row: at which place each coordinate stands that is no zero of a block.
struct Coordinates {
  struct One {
    Laurent at;
    Expression value;
  };
  std::vector<One> ones;
  Laurent length;
};

class StepMaker {
 public:
  StepMaker(const TheoremText& text, const ProofSetting& setting, const std::string& length, PathStep which)
      : made_{text, setting},
        head_(text.layers.front().heads.front()),
        middle_(which == PathStep::middle),
        last_(which == PathStep::last),
        v_(last_     ? language::name(length)
           : middle_ ? language::name(PathSteps::middle_name)
                     : language::number(1)) {
    if (middle_) add_middle_size(length);
    values_ = declare_sizes(made_.text, made_.setting, variables_);
    names_.written = [this](const Node& e) -> std::optional<Laurent> {
      if (e.op == Op::call) return std::nullopt;
      const auto found = values_.find(e.op == Op::subscript ? whole_name(e) : e.name);
      return found == values_.end() ? std::nullopt : std::optional(found->second);
    };
    next_ = language::node(Op::add, {v_, language::number(1)});
  }

  StepTheorem make() {
    LayerStatement& layer = made_.text.layers.front();
    if (!head_.over.empty()) refuse_line(head_.place, "a path that says which tokens it runs over");
    HeadStatement head = head_;
    head.polynomial = "standard";
    head.polynomial_arity = nullptr;
    head.rows.clear();
    head.displays.clear();
    add_rows(head);
    add_values(head);
    add_displays(head);
    read_width(layer, head);
    layer.heads = {std::move(head)};
    if (!last_) {
      layer.landings.clear();
      made_.text.readout->value = language::number(0);
    }
    // Of the whole text, blocks of zeros included.
    std::erase_if(made_.text.checks, [](const CheckStatement& check) { return check.name == "size"; });
    return std::move(made_);
  }

 private:
  Laurent term(const Expression& e) { return Terms(variables_, names_, of_steps)(e); }

  // 2 <= v <= t - 1: v runs from 2 on, and t from v + 1 on.
  void add_middle_size(const std::string& length) {
    const std::string v = PathSteps::middle_name;
    SizeStatement size;
    size.name = v;
    size.condition = language::node(Op::greater_equal, {v_, language::number(2)});
    auto& sizes = made_.text.sizes;
    const auto at = std::find_if(sizes.begin(), sizes.end(),
                                 [&](const SizeStatement& other) { return other.name == length; });
    sizes.insert(at, std::move(size));
    made_.setting.from[v] = 2;
    made_.setting.from[length] = 0;
    made_.setting.lower.insert_or_assign(length, Laurent::variable(v) + Laurent(1));
  }

  void flatten(const Expression& e, Coordinates& row) {
    if (e->op == Op::tuple) {
      for (const Expression& child : e->children) flatten(child, row);
    } else if (makes_zeros(e)) {
      const Laurent zeros = term(e->children[0]);
      if (!variables_.is_integer(zeros) || !variables_.nonnegative(zeros))
        refuse_line(e->place, fmt::format("{}: not shown to be a number of zeros", language::to_string(e)));
      row.length += zeros;
    } else if (is_vector_form(*e)) {
      refuse_line(e->place, fmt::format("{} is no list of numbers and zeros", language::to_string(e)));
    } else {
      row.ones.push_back({row.length, e});
      row.length += Laurent(1);
    }
  }

  // The row or value of the token l(number); nothing where there is none.
  std::optional<RowStatement> statement_at(RowStatement::Role role, const Expression& number) {
    const Laurent at = term(number);
    std::optional<RowStatement> found;
    for (const RowStatement& row : head_.rows) {
      if (row.role != role) continue;
      if (!row.number) refuse_line(row.place, "of which token of the path?");
      bool here = false;
      if (row.family.empty()) {
        const Laurent off = term(row.number) - at;
        here = off.is_zero();
        if (!here) expect_apart(off, row.place);
      } else {
        const Terms::Range range = Terms(variables_, names_, of_steps).range(row.members);
        const auto& [low, high] = range.bounds;
        here = range.whole && variables_.nonnegative(at - low) && variables_.nonnegative(high - at);
        if (!here && !variables_.positive(low - at) && !variables_.positive(at - high))
          refuse_line(row.place, fmt::format("it is not shown whether this is one of the token {}",
                                             language::to_string(number)));
      }
      if (!here) continue;
      if (found) refuse_line(row.place, "a second row or value of its place");
      found = row;
      if (!row.family.empty()) found->vector = substituted(row.vector, row.family, number);
      found->vector = without_lets(found->vector, head_.lets);
      found->family.clear();
      found->members = nullptr;
      found->label.clear();
    }
    return found;
  }

  void expect_apart(const Laurent& difference, const language::Place& place) {
    if (!variables_.positive(difference) && !variables_.positive(-difference))
      refuse_line(place, fmt::format("{} is not shown to be no 0", difference.to_string()));
  }

  // Coordinates of both rows at the same place, then those that one of them has alone.
  void add_rows(HeadStatement& head) {
    std::vector<RowStatement> rows;
    std::vector<Coordinates> parts;
    for (const Expression& number : {v_, next_}) {
      auto row = statement_at(RowStatement::Role::row, number);
      if (!row) refuse_line(head_.place, fmt::format("there is no row {}", language::to_string(number)));
      parts.emplace_back();
      flatten(row->vector, parts.back());
      rows.push_back(std::move(*row));
    }
    width_ = parts[0].length;
    if (!(parts[0].length == parts[1].length)) {
      refuse_line(rows[1].place, fmt::format("rows of {} and {} coordinates", parts[0].length.to_string(),
                                             parts[1].length.to_string()));
    }
    std::vector<Expression> left, right;
    std::vector<bool> met(parts[1].ones.size(), false);
    for (const Coordinates::One& a : parts[0].ones) {
      Expression beside = language::number(0);
      for (std::size_t k = 0; k < parts[1].ones.size(); ++k) {
        const Laurent apart = parts[1].ones[k].at - a.at;
        if (!apart.is_zero()) {
          expect_apart(apart, rows[1].place);
          continue;
        }
        met[k] = true;
        beside = parts[1].ones[k].value;
      }
      left.push_back(a.value);
      right.push_back(beside);
    }
    for (std::size_t k = 0; k < met.size(); ++k) {
      if (met[k]) continue;
      left.push_back(language::number(0));
      right.push_back(parts[1].ones[k].value);
    }
    for (std::size_t k : {0U, 1U}) {
      rows[k].number = language::number(Rational(Integer(k + 1)));
      rows[k].vector = language::node(Op::tuple, k == 0 ? left : right, rows[k].place);
      if (!rows[k].indices.empty()) indices_ = rows[k].indices;
      head.rows.push_back(std::move(rows[k]));
    }
  }

  // The head's value is that of the last token times the others, which have to be 1.
  void add_values(HeadStatement& head) {
    const auto own = statement_at(RowStatement::Role::value, v_);
    if (own && !middle_ && !last_) refuse_line(own->place, "a value of the receiver");
    Coordinates ones;
    if (own) {
      flatten(own->vector, ones);
      const bool plain = std::all_of(ones.ones.begin(), ones.ones.end(), [&](const Coordinates::One& one) {
        return one.value->op == Op::number && one.value->value == 1;
      });
      if (!plain || !(ones.length == Laurent(Rational(Integer(ones.ones.size())))))
        refuse_line(own->place, "a value other than 1 before the last token's");
      if (std::any_of(own->coordinates.begin(), own->coordinates.end(),
                      [](const std::string& label) { return !label.empty(); }))
        refuse_line(own->place, "a value before the last token's that lands somewhere");
    }
    RowStatement value;
    // Beside the last one all have its length, at every step.
    auto of_last = statement_at(RowStatement::Role::value,
                                language::node(Op::add, {head_.polynomial_arity, language::number(1)}));
    if (!of_last) refuse_line(head_.place, "the last token has no value");
    Coordinates all;
    flatten(of_last->vector, all);
    if (own && !(ones.length == all.length)) refuse_line(of_last->place, "values of unequal lengths");
    if (last_) {
      value = std::move(*of_last);
    } else {
      value.role = RowStatement::Role::value;
      value.indices = indices_;
      value.vector = language::node(Op::tuple, {language::number(1)}, head_.place);
      value.coordinates = {""};
    }
    value.number = language::number(2);
    head.rows.push_back(std::move(value));
  }

  // The encoding without the zeros behind it, and that they and the rows have room.
  void read_width(LayerStatement& layer, HeadStatement& head) {
    Laurent length;
    for (const Expression& e : layer.encoding) {
      Coordinates part;
      flatten(e, part);
      length += part.length;
    }
    while (!layer.encoding.empty() && makes_zeros(layer.encoding.back())) {
      layer.encoding.pop_back();
      if (layer.embed) layer.coordinates.pop_back();
    }
    const Laurent d = layer.dimension ? term(layer.dimension) : length;
    for (const Laurent& room : {d - length, d - width_}) {
      if (!variables_.is_integer(room) || !variables_.nonnegative(room))
        refuse_line(layer.place, fmt::format("{} coordinates are not shown to have room for {} and for {}",
                                             d.to_string(), length.to_string(), width_.to_string()));
    }
    if (head.scale) {
      head.scale = without_lets(head.scale, head.lets);
      const auto free = language::free_names(head.scale);
      const bool reads = std::find(free.begin(), free.end(), "d") != free.end() && !values_.contains("d");
      if (reads && !layer.dimension) refuse_line(layer.place, "d is not said");
      if (reads) head.scale = language::substitute(head.scale, "d", layer.dimension);
    }
    layer.dimension = nullptr;
  }

  // l(E) with E = v or v + 1: the first or the second token of this step.
  Expression at_tokens(const Expression& e) {
    if (e->op == Op::call && indices_ == std::vector<std::string>{e->name} && e->children.size() == 1) {
      const Laurent off = term(e->children[0]) - term(v_);
      if (!off.is_zero() && !(off == Laurent(1)))
        refuse_line(e->place, fmt::format("{} is not of the tokens {} and {}", language::to_string(e),
                                          language::to_string(v_), language::to_string(next_)));
      return language::node(Op::call, {language::number(off.is_zero() ? 1 : 2)}, e->place, e->name);
    }
    Node copy = *e;
    for (Expression& child : copy.children) child = at_tokens(child);
    return std::make_shared<Node>(std::move(copy));
  }

  // Of a formula in which one sum over v in a..b is added up: without this sum, or what it adds for one v.
  Expression without_sum(const Expression& e) const {
    if (e->op == Op::quantifier) return language::number(0);
    Node copy = *e;
    for (Expression& child : copy.children) child = without_sum(child);
    return std::make_shared<Node>(std::move(copy));
  }

  Expression summand(const Expression& e) {
    const auto part = [&](std::size_t k) { return summand(e->children[k]); };
    switch (e->op) {
      case Op::quantifier: {
        if (e->quantifier != Quantifier::sum || e->binders.size() != 1 || e->such_that ||
            language::quantifies(e->children[0]))
          break;
        const Terms::Range range = Terms(variables_, names_, of_steps).range(e->binders[0].range);
        const Laurent v = term(v_);
        if (!range.whole || !variables_.nonnegative(v - range.bounds.low) ||
            !variables_.nonnegative(range.bounds.high - v))
          break;
        expect_sum_to_end(range.bounds, e);
        return substituted(e->children[0], e->binders[0].name, v_);
      }
      case Op::negate:
      case Op::tuple:
        if (e->children.size() != 1) break;
        return language::node(e->op, {part(0)}, e->place);
      case Op::add:
      case Op::subtract: {
        const bool left = language::quantifies(e->children[0]);
        if (left && language::quantifies(e->children[1])) break;
        if (left) return part(0);
        return e->op == Op::add ? part(1) : language::node(Op::negate, {part(1)}, e->place);
      }
      case Op::multiply:
      case Op::divide: {
        const bool left = language::quantifies(e->children[0]);
        if ((left && language::quantifies(e->children[1])) || (!left && e->op == Op::divide)) break;
        return left ? language::node(e->op, {part(0), e->children[1]}, e->place)
                    : language::node(e->op, {e->children[0], part(1)}, e->place);
      }
      default:
        break;
    }
    refuse_line(e->place,
                fmt::format("{} is not read as a sum over the steps of a path", language::to_string(e)));
  }

  // From 1 or 2 to t: what stands beside the sum is then the first step, or nothing.
  void expect_sum_to_end(const proof::Bounds& bounds, const Expression& e) {
    const auto low = bounds.low.constant();
    if (!low || (*low != 1 && *low != 2) || !(bounds.high == term(head_.polynomial_arity)))
      refuse_line(e->place, fmt::format("{} is no sum over the steps of a path", language::to_string(e)));
  }

  bool sums_from_first(const Expression& e) {
    if (e->op == Op::quantifier)
      return Terms(variables_, names_, of_steps).range(e->binders.at(0).range).bounds.low == Laurent(1);
    return std::any_of(e->children.begin(), e->children.end(),
                       [this](const Expression& child) { return sums_from_first(child); });
  }

  void add_displays(HeadStatement& head) {
    for (const DisplayStatement& display : head_.displays) {
      if (!display.essential) continue;
      DisplayStatement here = display;
      here.what = "score";
      here.family.clear();
      here.members = nullptr;
      if (display.what == "inner" && !display.family.empty()) {
        const Terms::Range range = Terms(variables_, names_, of_steps).range(display.members);
        if (!range.whole || !(range.bounds.low == Laurent(1)) ||
            !(range.bounds.high == term(head_.polynomial_arity)))
          refuse_line(display.place, "a display of some steps of a path");
        here.formula = substituted(display.formula, display.family, v_);
      } else if (display.what == "score" && display.family.empty()) {
        if (!language::quantifies(display.formula))
          refuse_line(display.place, "the score of a path as no sum");
        const bool first = !middle_ && !last_;
        const bool beside = first && !sums_from_first(display.formula);
        if (beside) {
          here.formula = without_sum(display.formula);
        } else {
          here.formula = summand(display.formula);
          // Beside a sum from 1 on nothing may stand: as it is added to the first step, it is 0 there.
          if (first) here.formula = language::node(Op::add, {here.formula, without_sum(display.formula)});
        }
      } else {
        refuse_line(display.place, fmt::format("displayed {}", display.what));
      }
      here.formula = at_tokens(without_lets(here.formula, head_.lets));
      head.displays.push_back(std::move(here));
    }
  }

  StepTheorem made_;
  const HeadStatement& head_;
  bool middle_;
  bool last_;
  Expression v_, next_;
  proof::Variables variables_;
  std::map<std::string, Laurent> values_;
  TermNames names_;
  std::vector<std::string> indices_;
  Laurent width_;
};

}  // namespace

bool has_long_path(const TheoremText& text, const ProofSetting& setting) {
  if (text.layers.size() != 1 || text.tasks.size() != 1 || text.tokens.size() != 1 || !text.readout ||
      !text.readout->value)
    return false;
  const LayerStatement& layer = text.layers.front();
  if (layer.heads.size() != 1 || !layer.heads[0].members.empty() || !layer.encodings.empty()) return false;
  const Expression& arity = layer.heads[0].polynomial_arity;
  return layer.heads[0].polynomial == "path" && arity && arity->op == Op::name &&
         setting.from.contains(arity->name);
}

PathSteps::PathSteps(const TheoremText& text, const ProofSetting& setting)
    : text_(text), setting_(setting), length_(text.layers.front().heads.front().polynomial_arity->name) {}

StepTheorem PathSteps::step(PathStep which) const {
  return StepMaker(text_, setting_, length_, which).make();
}

}  // namespace attest::theorems

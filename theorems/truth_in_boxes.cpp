#include "theorems/truth_in_boxes.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "claims/stop.hpp"
#include "language/evaluation_error.hpp"
#include "language/message.hpp"

namespace attest::theorems {

namespace {

using language::Expression;
using language::Op;
using language::Quantifier;

// Of all tables together, and of one: beyond, the answer is evaluated as a whole.
constexpr std::size_t most_entries = std::size_t{1} << 25U;
constexpr std::size_t most_entries_of_one = std::size_t{1} << 20U;
constexpr std::size_t most_conditions = std::size_t{1} << 16U;

// Thrown where there are no such tables.
struct NoTables {};

bool is_quantifier(const Expression& e, Quantifier quantifier) {
  return e->op == Op::quantifier && e->quantifier == quantifier && e->children.size() == 1;
}

class TruthInBoxes : public BoxTruth {
 public:
  TruthInBoxes(const TaskTruth& truth, const Promise* promise, const InputLayout& layout)
      : truth_(truth), promise_(promise), layout_(layout) {
    for (const bool exists : {true, false}) {
      const Quantifier quantifier = exists ? Quantifier::exists : Quantifier::forall;
      if (!every_answer_is(quantifier)) continue;
      try {
        conditions_.resize(truth.judged());
        for (std::size_t which = 0; which < truth.judged(); ++which) {
          language::Names names = truth.truth(which).names();
          add(truth.expression(which), quantifier, std::move(names), truth.indices(which),
              conditions_[which]);
        }
        form_ = exists ? Form::any : Form::all;
      } catch (const NoTables&) {
      } catch (const language::EvaluationError&) {  // the whole evaluation says where and why, if it is so
      } catch (const language::ParseError&) {       // a part that has no value of its own
      } catch (const std::invalid_argument&) {      // a name that means two things once it is an index
      }
      if (form_ == Form::whole) conditions_.clear();
    }
  }

  Form form() const override { return form_; }
  const std::vector<TruthCondition>& conditions(std::size_t which) const override {
    return conditions_[which];
  }

  std::optional<long> answer(std::span<const Symbol> word, std::size_t which,
                             std::vector<std::size_t>& read) const override {
    std::vector<long> cells(layout_.cells());
    layout_.decode(word, cells);
    // What an evaluation reads decides what it reads next, and its value: words that agree there have the same.
    const auto value = truth_.truth(which).reading(cells, truth_.indices(which), read);
    return value ? truth_.answer_of(*value) : std::nullopt;
  }

  std::optional<Standing> standing(std::span<const Symbol> word,
                                   std::vector<std::size_t>& read) const override {
    if (promise_ == nullptr) return Standing::judged;
    std::vector<long> cells(layout_.cells());
    layout_.decode(word, cells);
    return promise_->reading(cells, read);
  }

 private:
  bool every_answer_is(Quantifier quantifier) const {
    for (std::size_t which = 0; which < truth_.judged(); ++which) {
      if (!is_quantifier(truth_.expression(which), quantifier)) return false;
    }
    return true;
  }

  // The instances of a quantifier: its indices become indices of the expression below, one value each.
  void add(const Expression& e, Quantifier quantifier, language::Names names, std::vector<long> indices,
           std::vector<TruthCondition>& conditions) {
    if (!is_quantifier(e, quantifier)) return add_condition(e, std::move(names), indices, conditions);
    Expression body = e->children[0];
    if (e->such_that) {
      const bool exists = quantifier == Quantifier::exists;
      body = language::node(exists ? Op::logic_and : Op::implies, {e->such_that, body}, e->place);
    }
    const std::function<void(std::size_t, const language::Names&, const std::vector<long>&)> bind =
        [&](std::size_t binder, const language::Names& known, const std::vector<long>& values) {
          if (binder == e->binders.size()) return add(body, quantifier, known, values, conditions);
          const language::Truth range(e->binders[binder].range, known);
          if (!range.reads(values).empty()) throw NoTables();
          std::vector<long> lowest;
          for (const language::InputShape& input : known.inputs)
            lowest.insert(lowest.end(), static_cast<std::size_t>(input.cells()), input.values.first);
          const language::Value elements = range(lowest, values);
          if (elements.kind() != language::Type::Kind::set) throw NoTables();
          for (const language::Value& element : elements.elements()) {
            if (element.kind() != language::Type::Kind::number || element.machine() == nullptr)
              throw NoTables();
            const long x = *element.machine();
            language::Names more = known;
            more.indices.push_back({e->binders[binder].name, {x, x}});
            std::vector<long> longer = values;
            longer.push_back(x);
            bind(binder + 1, more, longer);
          }
        };
    bind(0, names, indices);
  }

  void add_condition(const Expression& e, language::Names names, const std::vector<long>& indices,
                     std::vector<TruthCondition>& conditions) {
    check_stop();
    if (conditions.size() >= most_conditions) throw NoTables();
    const language::Truth truth(e, std::move(names), language::Type::Kind::truth);
    TruthCondition condition;
    for (const language::Cell& cell : truth.reads(indices))
      condition.positions.push_back(layout_.fields()[cell.input].cell(cell.arguments));
    std::sort(condition.positions.begin(), condition.positions.end());
    std::size_t entries = 1;
    for (const std::size_t p : condition.positions) {
      condition.strides.push_back(entries);
      entries *= layout_.values(p).size();
      if (entries > most_entries_of_one) throw NoTables();
    }
    entries_ += entries;
    if (entries_ > most_entries) throw NoTables();
    std::vector<long> cells(layout_.cells());
    for (std::size_t p = 0; p < cells.size(); ++p) cells[p] = layout_.values(p).front();
    condition.met.resize(entries);
    for (std::size_t at = 0; at < entries; ++at) {
      for (std::size_t k = 0; k < condition.positions.size(); ++k) {
        const std::vector<long>& values = layout_.values(condition.positions[k]);
        cells[condition.positions[k]] = values[at / condition.strides[k] % values.size()];
      }
      condition.met[at] = truth(cells, indices).truth();
    }
    conditions.push_back(std::move(condition));
  }

  const TaskTruth& truth_;
  const Promise* promise_;
  const InputLayout& layout_;
  Form form_ = Form::whole;
  std::size_t entries_ = 0;
  std::vector<std::vector<TruthCondition>> conditions_;  // [which]
};

}  // namespace

std::unique_ptr<const BoxTruth> truth_in_boxes(const TaskTruth& truth, const Promise* promise,
                                               const InputLayout& layout) {
  return std::make_unique<const TruthInBoxes>(truth, promise, layout);
}

}  // namespace attest::theorems

#include "theorems/stream_assertion.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/quotes.hpp"
#include "language/message.hpp"
#include "language/truth.hpp"
#include "numeric/checked.hpp"
#include "theorems/constants.hpp"
#include "theorems/readout_of.hpp"
#include "theorems/stream_coordinate.hpp"
#include "theorems/truth_names.hpp"
#include "verification/layer_setting.hpp"

namespace attest::theorems {

namespace {

using language::Expression;
using language::Op;

bool compares_two(Op op) {
  return op == Op::less || op == Op::less_equal || op == Op::greater || op == Op::greater_equal ||
         op == Op::equal || op == Op::unequal;
}

Status opposite(Status s) {
  return s == Status::undecided ? s : s == Status::holds ? Status::refuted : Status::holds;
}

// A part of the sentence. Indices are numbered: first those of the token, then those that `exists` and `forall` bind around it.
struct Sentence {
  enum class Says { closed, comparison, negation, conjunction, disjunction, every, some };
  Says says = Says::closed;
  std::shared_ptr<const language::Truth> truth;  // closed: reads no stream
  Op op = Op::less;                              // comparison: of the two sides
  Expression left;
  Expression right;
  std::vector<std::string> indices;  // comparison: their names, as they are numbered
  std::vector<long> range;           // every, some: of one index
  std::vector<Sentence> parts;
};

class SentenceCompiler {
 public:
  SentenceCompiler(const TheoremText& text, const InputLayout& layout, const JudgedStream& judged,
                   const TokenTable& table, const std::map<std::string, Rational>& values,
                   const NetworkNames& constants)
      : judged_(judged), constants_(constants), names_(truth_names(text, layout, values)) {
    for (std::size_t k = 0; k < judged.indices.size(); ++k)
      names_.indices.push_back(index_of_tokens(judged.indices[k], k, table, judged.tokens));
  }

  Sentence operator()(const Expression& e) {
    if (!reads_stream(*e)) return closed(e);
    Sentence part;
    switch (e->op) {
      case Op::tuple:
        if (e->children.size() == 1) return (*this)(e->children[0]);
        break;
      case Op::logic_not:
        part.says = Sentence::Says::negation;
        part.parts = {(*this)(e->children[0])};
        return part;
      case Op::logic_and:
      case Op::logic_or:
        part.says = e->op == Op::logic_and ? Sentence::Says::conjunction : Sentence::Says::disjunction;
        part.parts = {(*this)(e->children[0]), (*this)(e->children[1])};
        return part;
      case Op::implies:
        return implication((*this)(e->children[0]), (*this)(e->children[1]));
      case Op::quantifier:
        if (e->quantifier == language::Quantifier::exists || e->quantifier == language::Quantifier::forall)
          return quantified(*e, 0);
        break;
      default:
        if (!compares_two(e->op)) break;
        part.says = Sentence::Says::comparison;
        part.op = e->op;
        part.left = e->children[0];
        part.right = e->children[1];
        for (const language::Index& index : names_.indices) part.indices.push_back(index.name);
        return part;
    }
    refuse(e->place,
           "of the stream an assert says comparisons, joined by and, or, not, implies, exists and forall");
  }

 private:
  static Sentence implication(Sentence premise, Sentence conclusion) {
    Sentence not_premise;
    not_premise.says = Sentence::Says::negation;
    not_premise.parts.push_back(std::move(premise));
    Sentence part;
    part.says = Sentence::Says::disjunction;
    part.parts.push_back(std::move(not_premise));
    part.parts.push_back(std::move(conclusion));
    return part;
  }

  // One index after the other; with the condition that they have to meet innermost.
  Sentence quantified(const language::Node& e, std::size_t k) {
    const bool some = e.quantifier == language::Quantifier::exists;
    if (k == e.binders.size()) {
      Sentence body = (*this)(e.children[0]);
      if (!e.such_that) return body;
      Sentence condition = (*this)(e.such_that);
      if (!some) return implication(std::move(condition), std::move(body));
      Sentence both;
      both.says = Sentence::Says::conjunction;
      both.parts.push_back(std::move(condition));
      both.parts.push_back(std::move(body));
      return both;
    }
    const language::Binder& binder = e.binders[k];
    Sentence part;
    part.says = some ? Sentence::Says::some : Sentence::Says::every;
    part.range = range_of(binder);
    const bool empty = part.range.empty();
    names_.indices.push_back(
        {binder.name, empty ? language::Range() : language::Range{part.range.front(), part.range.back()}});
    part.parts.push_back(quantified(e, k + 1));
    names_.indices.pop_back();
    return part;
  }

  std::vector<long> range_of(const language::Binder& binder) const {
    std::vector<Rational> members;
    try {
      members = evaluate_set(binder.range, constants_);
    } catch (const NetworkError&) {
      refuse(binder.range->place, "a range in an assert about the stream speaks of sizes alone");
    }
    std::vector<long> range;
    for (const Rational& member : members) {
      const auto number = fits_long(member);
      if (!number)
        refuse(binder.range->place, fmt::format("{} is no index of 64 bits", attest::to_string(member)));
      range.push_back(*number);
    }
    return range;
  }

  Sentence closed(const Expression& e) const {
    Sentence part;
    try {
      part.truth = std::make_shared<const language::Truth>(e, names_, language::Type::Kind::truth);
    } catch (const language::ParseError& error) {
      refuse(error.messages().front().place, error.messages().front().text);
    }
    return part;
  }

  bool reads_stream(const language::Node& e) const {
    const auto& known = judged_.coordinates;
    const auto named = [&](const std::string& name) {
      return std::any_of(known.begin(), known.end(), [&](const std::string& coordinate) {
        return coordinate == name || coordinate.starts_with(name + "(");
      });
    };
    const std::vector<std::string> free = language::free_names(std::make_shared<language::Node>(e));
    return std::any_of(free.begin(), free.end(),
                       [&](const std::string& name) { return name == "stream" || named(name); });
  }

  const JudgedStream& judged_;
  const NetworkNames& constants_;
  language::Names names_;
};

// The sentence at one token of one input.
class SentenceAtToken {
 public:
  SentenceAtToken(const InputLayout& layout, const JudgedStream& judged, const NetworkNames& constants,
                  std::span<const long> cells, const attention::LayerOutput& output, std::size_t dimension,
                  std::vector<long> indices)
      : layout_(layout),
        judged_(judged),
        constants_(constants),
        cells_(cells),
        output_(output),
        dimension_(dimension),
        indices_(std::move(indices)) {}

  Status operator()(const Sentence& part) {
    switch (part.says) {
      case Sentence::Says::closed:
        try {
          return (*part.truth)(cells_, indices_).truth() ? Status::holds : Status::refuted;
        } catch (const language::EvaluationError& error) {
          refuse(error.place(), fmt::format("the assert has no value: {}", error.what()));
        }
      case Sentence::Says::comparison:
        return compared(part);
      case Sentence::Says::negation:
        return opposite((*this)(part.parts[0]));
      case Sentence::Says::conjunction:
      case Sentence::Says::disjunction: {
        const bool both = part.says == Sentence::Says::conjunction;
        const Status settling = both ? Status::refuted : Status::holds;
        const Status first = (*this)(part.parts[0]);
        if (first == settling) return first;
        const Status second = (*this)(part.parts[1]);
        if (second == settling || first != Status::undecided) return second;
        return first;
      }
      case Sentence::Says::every:
      case Sentence::Says::some:
        break;
    }
    const Status settling = part.says == Sentence::Says::every ? Status::refuted : Status::holds;
    Status all = opposite(settling);
    for (const long value : part.range) {
      indices_.push_back(value);
      const Status one = (*this)(part.parts[0]);
      indices_.pop_back();
      if (one == settling) return one;
      if (one == Status::undecided) all = one;
    }
    return all;
  }

 private:
  Status compared(const Sentence& part) const {
    NetworkNames names = constants_;
    names.name = [&](const std::string& name) -> std::optional<NetworkValue> {
      const auto at = std::find(part.indices.begin(), part.indices.end(), name);
      if (at != part.indices.end())
        return NetworkValue{Rational(indices_[static_cast<std::size_t>(at - part.indices.begin())])};
      const InputField* field = layout_.find(name);
      if (field != nullptr && field->domains.empty())
        return NetworkValue{Rational(cells_[field->first_cell])};
      return constants_.name ? constants_.name(name) : std::nullopt;
    };
    names.call = [&](const language::Node& call,
                     const std::vector<NetworkValue>& arguments) -> std::optional<NetworkValue> {
      const InputField* field = layout_.find(call.name);
      if (field == nullptr) return constants_.call ? constants_.call(call, arguments) : std::nullopt;
      std::vector<long> at;
      for (const NetworkValue& argument : arguments) {
        const auto number = fits_long(argument.number(call.place));
        if (!number) throw NetworkError(call.place, "an argument that is no integer");
        at.push_back(*number);
      }
      const std::size_t cell = at.size() == field->domains.size() ? field->cell(at) : InputField::npos;
      if (cell == InputField::npos)
        throw NetworkError(call.place, fmt::format("{} has no such cell", call.name));
      return NetworkValue{Rational(cells_[cell])};
    };
    const CoordinateNames coordinate = [&](const language::Node& e) {
      const auto at = stream_coordinate(e, judged_.coordinates, dimension_, names);
      if (at && *at >= dimension_)
        refuse(e.place, fmt::format("the stream has coordinates 1 to {}", dimension_));
      return at;
    };
    const attention::Readout difference =
        attention::Readout::sum(readout_of(part.left, names, coordinate),
                                attention::Readout::scaled(-1, readout_of(part.right, names, coordinate)));
    const Ordering order = output_.compare(difference, Rational(0));
    if (order == Ordering::undecided) return Status::undecided;
    const bool less = order == Ordering::less;
    const bool equal = order == Ordering::equal;
    const bool holds = part.op == Op::less            ? less
                       : part.op == Op::less_equal    ? less || equal
                       : part.op == Op::greater       ? !less && !equal
                       : part.op == Op::greater_equal ? !less
                       : part.op == Op::equal         ? equal
                                                      : !equal;
    return holds ? Status::holds : Status::refuted;
  }

  const InputLayout& layout_;
  const JudgedStream& judged_;
  const NetworkNames& constants_;
  std::span<const long> cells_;
  const attention::LayerOutput& output_;
  std::size_t dimension_;  // of the stream, which may be one of a reader's own weights
  std::vector<long> indices_;
};

}  // namespace

bool speaks_of_stream(const CheckStatement& check, const TheoremText& text,
                      const std::vector<std::string>& coordinates) {
  if (check.name != "assert") return false;
  const std::vector<std::string> free = language::free_names(check.formula);
  const auto says = [&](const std::string& name) {
    return std::find(free.begin(), free.end(), name) != free.end();
  };
  return says("stream") ||
         std::any_of(text.inputs.begin(), text.inputs.end(),
                     [&](const InputStatement& input) { return says(input.name); }) ||
         std::any_of(coordinates.begin(), coordinates.end(),
                     [&](const std::string& name) { return says(name.substr(0, name.find('('))); });
}

InputCondition stream_assertion(const CheckStatement& check, const TheoremText& text,
                                std::shared_ptr<const InputLayout> layout,
                                std::shared_ptr<const TokenTable> table, JudgedStream judged,
                                const std::map<std::string, Rational>& values,
                                const NetworkNames& constants) {
  auto part = std::make_shared<const Sentence>(
      SentenceCompiler(text, *layout, judged, *table, values, constants)(check.formula));
  InputCondition condition;
  condition.name = check.names.empty() ? "assert" : check.names.front();
  condition.essential = check.essential;
  condition.of_any_weights = true;
  condition.broken_by = [part, check, constants, layout = std::move(layout), table = std::move(table),
                         judged = std::move(judged)](
                            const LayerSetting& setting, std::span<const Symbol> word,
                            const attention::NumberedRun*) -> std::optional<std::string> {
    thread_local std::vector<long> cells;
    cells.resize(layout->cells());
    layout->decode(word, cells);
    const LayerTask& task = setting.task();
    std::vector<attention::Kind> kinds(task.tokens());
    task.kinds(word, kinds);
    const auto said = [&](const attention::Token token, const char* what) {
      return fmt::format("at token {} the assert{} {}: {}{}", table->name_of(token).dump(),
                         check.names.empty() ? "" : " " + check.names.front(), what,
                         language::to_string(check.formula), in_source(check.mark));
    };
    for (const attention::Token token : judged.tokens) {
      std::vector<long> indices;
      for (std::size_t k = 0; k < judged.indices.size(); ++k)
        indices.push_back(machine_index(*table, token, k));
      const attention::LayerOutput output(setting.prepared(), kinds, token);
      const Status status = with_lines([&] {
        return SentenceAtToken(*layout, judged, constants, cells, output,
                               setting.prepared().layer().dimension(), std::move(indices))(*part);
      });
      if (status == Status::refuted) return said(token, "does not hold");
      if (status == Status::undecided) throw UndecidedCondition(said(token, "is not decided"));
    }
    return std::nullopt;
  };
  return condition;
}

}  // namespace attest::theorems

#include "theorems/stated_reduction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "claims/quotes.hpp"
#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"
#include "theorems/assigned_inputs.hpp"
#include "theorems/constants.hpp"
#include "theorems/lets.hpp"
#include "theorems/stated_bound.hpp"
#include "theorems/truth_names.hpp"

namespace attest::theorems {

namespace {

using language::Op;
using language::Quantifier;
using language::Truth;
using language::Type;

constexpr std::size_t most_cases = 64;

std::vector<std::string> cell_names(const InputLayout& layout) {
  std::vector<std::string> names;
  for (const InputField& field : layout.fields()) {
    for (const auto& arguments : arguments_of(field)) names.push_back(cell_name(field, arguments));
  }
  return names;
}

void conditions_joined(const Expression& e, std::vector<Expression>& all) {
  if (e->op != Op::logic_and) return all.push_back(e);
  for (const Expression& child : e->children) conditions_joined(child, all);
}

// All choices of the names, in the order of the ranges; nothing where a range is none of sizes, or too many.
std::optional<std::vector<std::vector<long>>> choices_of(const std::vector<language::Binder>& binders,
                                                         const NetworkNames& constants) {
  std::vector<std::vector<long>> all{{}};
  for (const language::Binder& binder : binders) {
    std::vector<Rational> range;
    try {
      range = evaluate_set(binder.range, constants);
    } catch (const NetworkError&) {
      return std::nullopt;
    }
    std::vector<std::vector<long>> longer;
    for (const auto& begun : all) {
      for (const Rational& value : range) {
        const auto machine = fits_long(value);
        if (!machine) return std::nullopt;
        longer.push_back(begun);
        longer.back().push_back(*machine);
        if (longer.size() > most_cases) return std::nullopt;
      }
    }
    all = std::move(longer);
  }
  return all;
}

std::optional<QuestionCases> cases_of(const Expression& question, const language::Names& names,
                                      const NetworkNames& constants) {
  if (question->op != Op::quantifier ||
      (question->quantifier != Quantifier::exists && question->quantifier != Quantifier::forall))
    return std::nullopt;
  const auto choices = choices_of(question->binders, constants);
  if (!choices || choices->empty()) return std::nullopt;
  language::Names inner = names;
  QuestionCases result;
  for (std::size_t k = 0; k < question->binders.size(); ++k) {
    language::Range range{choices->front()[k], choices->front()[k]};
    for (const auto& choice : *choices) {
      range.first = std::min(range.first, choice[k]);
      range.last = std::max(range.last, choice[k]);
    }
    result.names.push_back(question->binders[k].name);
    inner.indices.push_back({question->binders[k].name, range});
  }
  std::vector<Expression> parts;
  if (question->such_that) conditions_joined(question->such_that, parts);
  conditions_joined(question->children.front(), parts);
  std::vector<std::shared_ptr<const Truth>> truths;
  for (const Expression& part : parts) {
    result.parts.push_back(language::to_string(part));
    truths.push_back(typed(part, inner, Type::Kind::truth));
  }
  result.cases = [truths, choices = *choices](std::span<const long> cells) {
    std::vector<QuestionCase> all;
    for (const auto& choice : choices) {
      QuestionCase one{choice, {}, true};
      // A condition whose forerunners fail may have no value (a range that they guard).
      for (const auto& truth : truths) {
        one.parts.push_back(one.holds && evaluated(*truth, cells, choice, "a condition").truth());
        one.holds = one.holds && one.parts.back();
      }
      all.push_back(std::move(one));
    }
    return all;
  };
  return result;
}

// The names in an expression, also those that may be a feature at an index: p_1 is p at 1, or a name.
void every_name(const language::Node& e, std::set<std::string>& names) {
  if (e.op == Op::name || e.op == Op::call || e.op == Op::subscript) names.insert(e.name);
  if (e.op == Op::subscript) names.insert(e.name + "_" + language::to_string(e.children.front()));
  for (const Expression& child : e.children) every_name(*child, names);
  for (const auto& binder : e.binders) every_name(*binder.range, names);
  if (e.such_that) every_name(*e.such_that, names);
}

bool names_some(const std::set<std::string>& names, const InputLayout& layout) {
  return std::any_of(layout.fields().begin(), layout.fields().end(),
                     [&](const InputField& field) { return names.count(field.name) != 0; });
}

// depends(p, 1, l): whether the token (1,l) changes with the input p.
Assertion::OfTokens of_tokens(const Expression& formula, const StatedReduction& reduction,
                              const NetworkNames& constants) {
  return [formula, constants, source = reduction.source](const TokenDepends& depends) {
    NetworkNames names = constants;
    const auto number_of = [&](const std::string& name) -> std::optional<std::size_t> {
      const InputField* field = source->find(name);
      if (field == nullptr) return std::nullopt;
      return static_cast<std::size_t>(field - source->fields().data());
    };
    names.name = [&](const std::string& name) -> std::optional<NetworkValue> {
      if (const auto number = number_of(name)) return NetworkValue{Rational(Integer(*number))};
      return constants.name(name);
    };
    names.call = [&](const language::Node& call,
                     const std::vector<NetworkValue>& arguments) -> std::optional<NetworkValue> {
      if (call.name != "depends") return std::nullopt;
      const Expression& first = call.children.front();
      const auto input = first->op == Op::name ? number_of(first->name) : std::nullopt;
      if (!input) refuse(first->place, "expected an input and a token, as in depends(a, 1, i)");
      std::vector<long> token;
      for (std::size_t k = 1; k < arguments.size(); ++k) {
        const auto index = fits_long(arguments[k].number(call.children[k]->place));
        if (!index) refuse(call.children[k]->place, "no integer of 64 bits");
        token.push_back(*index);
      }
      return NetworkValue{depends(*input, token)};
    };
    return with_lines([&] { return evaluate_truth(formula, names); });
  };
}

Assertion assertion_of(const CheckStatement& check, const TheoremText& text, const StatedReduction& reduction,
                       const language::Names& both, const NetworkNames& constants) {
  Assertion result;
  result.name = check.names.empty() ? "assert" : check.names.front();
  result.text = language::to_string(check.formula) + in_source(check.mark);
  result.essential = check.essential;
  const Expression formula = without_lets(check.formula, text.lets);
  std::set<std::string> names;
  every_name(*formula, names);
  if (names.count("depends") != 0) {
    if (text.tokens.size() != 1) refuse(check.place, "'depends' speaks of tokens of one kind");
    result.says = of_tokens(formula, reduction, constants);
  } else if (names_some(names, *reduction.source) || names_some(names, *reduction.image)) {
    const auto truth = typed(formula, both, Type::Kind::truth);
    result.says = [truth](std::span<const long> source, std::span<const long> image) {
      std::vector<long> cells(source.begin(), source.end());
      cells.insert(cells.end(), image.begin(), image.end());
      return evaluated(*truth, cells, {}, "an assertion").truth();
    };
  } else {
    result.says = Assertion::OfSizes{enclosed_truth(formula, constants)};
  }
  return result;
}

}  // namespace

std::string StatedReduction::letter_defect(std::span<const long> image_cells) const {
  for (std::size_t cell = 0; cell < image_cells.size(); ++cell) {
    const std::vector<long>& letters = image->values(cell);
    if (!std::binary_search(letters.begin(), letters.end(), image_cells[cell]))
      return fmt::format("{} = {}", image_names[cell], image_cells[cell]);
  }
  // What a range does not say: that a function takes no value twice.
  for (const InputField& field : image->fields()) {
    if (field.shape != Shape::injective && field.shape != Shape::permutation) continue;
    std::vector<long> letters(
        image_cells.begin() + static_cast<std::ptrdiff_t>(field.first_cell),
        image_cells.begin() + static_cast<std::ptrdiff_t>(field.first_cell + field.cells));
    std::sort(letters.begin(), letters.end());
    const auto twice = std::adjacent_find(letters.begin(), letters.end());
    if (twice != letters.end()) return fmt::format("{} takes the value {} twice", field.name, *twice);
  }
  return "";
}

StatedReduction stated_reduction(const TheoremText& text, const Parameters& parameters) {
  return with_lines([&] {
    const Constants constants = constants_of(text, parameters);
    StatedReduction result;
    result.source =
        std::make_shared<const InputLayout>(layout_of(with_lets_written_out(text), constants.names));
    TheoremText target = text;
    target.inputs = text.reduction->image;
    target.spelled.reset();
    target = with_lets_written_out(target);
    result.image = std::make_shared<const InputLayout>(layout_of(target, constants.names));
    result.source_names = cell_names(*result.source);
    result.image_names = cell_names(*result.image);
    result.promise = std::make_shared<const Promise>(text, *result.source, constants.values);

    const language::Names names = truth_names(text, *result.source, constants.values);
    // A definition that speaks of the source cannot be used of the image; it is written out to be refused there.
    language::Names image_names = truth_names(target, *result.image, constants.values);
    image_names.definitions.clear();
    const Expression question = without_lets(text.reduction->question, text.lets);
    const Expression asked = without_lets(text.reduction->asked, text.lets);
    const auto source_truth = typed(question, names, Type::Kind::truth);
    const auto image_truth = typed(asked, image_names, Type::Kind::truth);
    result.question = [source_truth](std::span<const long> cells) {
      return evaluated(*source_truth, cells, {}, "the source's question").truth();
    };
    result.asked = [image_truth](std::span<const long> cells) {
      return evaluated(*image_truth, cells, {}, "the target's question").truth();
    };
    std::vector<InputAssignment> map = text.reduction->map;
    for (InputAssignment& a : map) a.value = without_lets(a.value, text.lets);
    const auto assigned = std::make_shared<const AssignedInputs>(map, names, *result.image, std::nullopt);
    result.map = [assigned](std::span<const long> cells) { return assigned->letters(cells, std::nullopt); };
    result.remap = [assigned](std::span<const long> cells, const std::vector<bool>& chosen,
                              std::vector<long>& image) { assigned->update(cells, chosen, image); };
    result.reads = [assigned](std::span<const long> cells) { return assigned->reads(cells); };
    result.may_read = [assigned, source = result.source] { return assigned->may_read(*source); };
    result.question_cases = cases_of(question, names, constants.names);
    result.asked_cases = cases_of(asked, image_names, constants.names);
    if (text.judged_if && !evaluate_truth(without_lets(text.judged_if, text.lets), constants.names))
      result.excluded = language::to_string(text.judged_if);
    result.tokens = [statements = target.tokens, image = result.image, image_names, names = constants.names] {
      return with_lines([&] { return image_tokens(statements, *image, image_names, names); });
    };
    language::Names both = image_names;
    both.inputs = names.inputs;
    both.inputs.insert(both.inputs.end(), image_names.inputs.begin(), image_names.inputs.end());
    for (const CheckStatement& check : text.checks) {
      if (check.name == "assert")
        result.assertions.push_back(assertion_of(check, text, result, both, constants.names));
      if (check.name != "free-values") continue;
      CheckStatement written = check;
      written.formula = without_lets(check.formula, text.lets);
      result.free.push_back(free_values(written, image_truth, result.image, constants.names));
    }
    return result;
  });
}

}  // namespace attest::theorems
